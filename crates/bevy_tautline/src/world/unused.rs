//! Meshes and classes that no agent needs any more.

use tautline::Filter;

use super::NavWorld;
use super::classes::Class;
use crate::map::NavMap;

/// The class that an agent of a tick needs, also if it could not be added.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Needed<'a> {
    /// The radius of the mesh.
    radius: f64,
    filter: Option<&'a Filter>,
}

impl NavWorld {
    /// Drops the meshes that neither the options list nor an agent of the tick needs, and frees the classes without agents.
    pub(crate) fn drop_unused<'a>(
        &mut self,
        options: &NavMap,
        agents: impl Iterator<Item = (f32, Option<&'a Filter>)>,
    ) {
        let mut needed: Vec<Needed<'_>> = Vec::new();
        for (radius, filter) in agents {
            let agent = Needed { radius: options.mesh_radius(radius.into()), filter };
            if !needed.contains(&agent) {
                needed.push(agent);
            }
        }
        let listed = options.radii.iter().map(|&listed| f64::from(listed));
        let radii: Vec<f64> = listed.chain(needed.iter().map(|agent| agent.radius)).collect();
        self.unbuilt.retain(|&bits, _| radii.contains(&f64::from_bits(bits)));
        let are_freed = self.free_classes(&needed);
        self.drop_sizes(&radii);
        if are_freed {
            // The crowd still holds their meshes.
            self.tell_classes();
        }
    }

    /// Frees the classes without agents; without any agent, the crowd goes too. Returns true if the finder of a class that
    /// stays has changed.
    fn free_classes(&mut self, needed: &[Needed<'_>]) -> bool {
        let is_needed = |class: &Class| {
            let filter = class.filter.as_ref().map(|filter| &filter.0);
            let own = Needed { radius: self.sizes[class.size].radius, filter };
            !class.is_free && needed.contains(&own)
        };
        let mut is_used: Vec<bool> = self.classes.iter().map(is_needed).collect();
        for class in self.agents.values().map(|slot| slot.class) {
            is_used[class.index()] = true;
        }
        let Some(first) = is_used.iter().position(|&is_used| is_used) else {
            for number in 0..self.classes.len() {
                self.remove_filter(number);
            }
            self.classes.clear();
            self.fields.forget_keys();
            self.crowd = None;
            return false;
        };
        let (size, mut has_changed) = (self.classes[first].size, false);
        for number in (0..self.classes.len()).filter(|&number| !is_used[number]) {
            self.remove_filter(number);
            let class = &mut self.classes[number];
            has_changed |= !class.is_free || class.size != size;
            (class.is_free, class.size) = (true, size);
            self.fields.free_class(class.id);
        }
        has_changed
    }

    fn remove_filter(&mut self, class: usize) {
        let class = &mut self.classes[class];
        if let Some((_, filter)) = class.filter.take() {
            self.sizes[class.size].live.remove_filter(filter);
        }
    }

    fn drop_sizes(&mut self, wanted: &[f64]) {
        let has_class = |number: usize| self.classes.iter().any(|class| class.size == number);
        let is_kept: Vec<bool> = (self.sizes.iter().enumerate())
            .map(|(number, size)| wanted.contains(&size.radius) || has_class(number))
            .collect();
        for class in &mut self.classes {
            class.size = is_kept[..class.size].iter().filter(|&&is_kept| is_kept).count();
        }
        let mut is_kept = is_kept.into_iter();
        self.sizes.retain(|_| is_kept.next().unwrap_or(true));
    }
}
