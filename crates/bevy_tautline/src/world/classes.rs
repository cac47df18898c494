//! Classes of agents: a mesh and a filter.

use bevy_ecs::prelude::Entity;
use tautline::agents::{ClassId, Crowd};
use tautline::{Filter, FilterId, MeshFinder};

use super::NavWorld;
use super::sizes::{Size, take_faulty};
use crate::gather::GROUNDS;
use crate::map::NavMap;

/// A class of the crowd.
#[derive(Debug)]
pub(super) struct Class {
    /// The number of the mesh.
    pub(super) size: usize,
    filter: Option<(Filter, FilterId)>,
    pub(super) id: ClassId,
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
            class.size == size && class.filter.as_ref().map(|filter| &filter.0) == filter
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
        let mut class = Class { size, filter, id: ClassId::default() };
        let finder = finder(&self.sizes, &class)?;
        match &mut self.crowd {
            Some(crowd) => class.id = crowd.add_class(finder),
            None => self.crowd = Some(Crowd::new(finder)),
        }
        let id = class.id;
        self.classes.push(class);
        Ok(id)
    }

    /// Makes the mesh for a radius, unless there is one, or it cannot be. Returns the shapes that no mesh can have, which are
    /// left out from now on.
    pub(super) fn add_size(&mut self, options: &NavMap, radius: f64) -> Vec<(Entity, String)> {
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

fn finder(sizes: &[Size], class: &Class) -> Result<MeshFinder, String> {
    let finder = sizes[class.size].live.finder();
    match &class.filter {
        Some((_, id)) => finder.filtered(*id).map_err(|error| error.to_string()),
        None => Ok(finder),
    }
}
