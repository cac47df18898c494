//! Classes of agents: a mesh and a filter.

use tautline::agents::{ClassId, Crowd};
use tautline::live::WallChange;
use tautline::{Filter, FilterId, MeshFinder};

use super::NavWorld;
use super::sizes::{Size, take_faulty};
use crate::gather::{GROUNDS, ShapeId};
use crate::map::NavMap;

/// A class of the crowd.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Class {
    /// The number of the mesh.
    pub(super) size: usize,
    pub(super) filter: Option<(Filter, FilterId)>,
    pub(super) id: ClassId,
    /// True if no agent is of it: the next class takes its place. Until then it has the mesh of another one.
    pub(super) is_free: bool,
}

impl NavWorld {
    /// Returns the class for agents of a radius and a filter, and makes it if there is none.
    pub(super) fn class_for(
        &mut self,
        options: &NavMap,
        radius: f64,
        filter: Option<&Filter>,
    ) -> Result<ClassId, String> {
        let radius = options.mesh_radius(radius);
        let Some(size) = self.sizes.iter().position(|size| size.radius == radius) else {
            let reason = self.unbuilt.get(&radius.to_bits());
            return Err(reason.cloned().unwrap_or_else(|| "the map has no ground".into()));
        };
        let is_same = |class: &&Class| {
            !class.is_free
                && class.size == size
                && class.filter.as_ref().map(|filter| &filter.0) == filter
        };
        if let Some(class) = self.classes.iter().find(is_same) {
            return Ok(class.id);
        }
        let live = &mut self.sizes[size].live;
        let filter = match filter {
            Some(filter) => {
                let id = live.add_filter(filter).map_err(|error| error.to_string())?;
                Some((filter.clone(), id))
            }
            None => None,
        };
        self.add_class(Class { size, filter, id: ClassId::default(), is_free: false })
    }

    /// Adds a class, in the place of a free one if there is one.
    fn add_class(&mut self, mut class: Class) -> Result<ClassId, String> {
        if let Some(free) = self.classes.iter_mut().find(|class| class.is_free) {
            class.id = free.id;
            let id = class.id;
            *free = class;
            self.tell_classes();
            return Ok(id);
        }
        let finder = finder(&self.sizes, &class)?;
        match &mut self.crowd {
            Some(crowd) => class.id = crowd.add_class(finder),
            None => self.crowd = Some(Crowd::new(finder)),
        }
        let id = class.id;
        self.classes.push(class);
        Ok(id)
    }

    /// Tells the crowd the finders of its classes, on meshes that are as before.
    pub(super) fn tell_classes(&mut self) {
        let finders: Result<Vec<_>, _> =
            self.classes.iter().map(|class| finder(&self.sizes, class)).collect();
        let Ok(finders) = finders else { return self.drop_meshes() };
        let unchanged = WallChange::default();
        let Some(crowd) = &mut self.crowd else { return };
        if crowd.edit_maps(finders.into_iter().map(|finder| (finder, &unchanged))).is_err() {
            self.drop_meshes();
        }
    }

    /// Makes the mesh for a radius, unless there is one, or it cannot be. Returns the shapes that no mesh can have, which are
    /// left out from now on.
    pub(super) fn add_size(&mut self, options: &NavMap, radius: f64) -> Vec<(ShapeId, String)> {
        let has_ground = self.shapes.keys().any(|id| id.0 == GROUNDS);
        let is_known = self.sizes.iter().any(|size| size.radius == radius)
            || self.unbuilt.contains_key(&radius.to_bits());
        if !has_ground || is_known {
            return Vec::new();
        }
        let mut faulty = Vec::new();
        let mut built = Size::new(options, radius, &self.shapes);
        if built.is_err() && Size::new(options, 0.0, &self.shapes).is_err() {
            faulty = take_faulty(options, &mut self.shapes);
            built = Size::new(options, radius, &self.shapes);
        }
        match built {
            Ok(size) => {
                self.sizes.push(size);
                self.changes += 1;
            }
            Err(error) => drop(self.unbuilt.insert(radius.to_bits(), error.to_string())),
        }
        faulty
    }

    /// Tells the crowd what the last edit has changed.
    pub(super) fn follow(&mut self, has_areas: bool) {
        self.changes += 1;
        let finders: Result<Vec<_>, _> =
            self.classes.iter().map(|class| finder(&self.sizes, class)).collect();
        let Ok(finders) = finders else { return self.drop_meshes() };
        self.refresh_fields(&finders);
        let Some(crowd) = &mut self.crowd else { return };
        let followed = if has_areas {
            // Ground may be cheaper now, or forbidden for some.
            crowd.set_maps(finders)
        } else {
            let walls =
                self.classes.iter().map(|class| self.sizes[class.size].live.report().walls());
            crowd.edit_maps(finders.into_iter().zip(walls))
        };
        if followed.is_err() {
            self.drop_meshes();
        }
    }

    /// Returns the finder of a class.
    pub(super) fn finder_of(&self, id: ClassId) -> Option<MeshFinder> {
        finder(&self.sizes, self.classes.get(id.index())?).ok()
    }
}

pub(super) fn finder(sizes: &[Size], class: &Class) -> Result<MeshFinder, String> {
    let finder = sizes[class.size].live.finder();
    match &class.filter {
        Some((_, id)) => finder.filtered(*id).map_err(|error| error.to_string()),
        None => Ok(finder),
    }
}
