//! Classes of agents: a mesh and a filter.

use bevy_ecs::prelude::Entity;
use tautline::agents::{ClassId, Crowd};
use tautline::{Filter, FilterId, MeshFinder};

use super::NavWorld;
use super::sizes::Size;
use crate::gather::ShapeId;
use crate::map::NavMap;

/// A class of the crowd.
#[derive(Debug)]
pub(super) struct Class {
    /// The number of the mesh.
    pub(super) size: usize,
    filter: Option<(Filter, FilterId)>,
    pub(super) id: ClassId,
}

/// The reason why a mesh could not be made, if it is news, and the shapes that were left out.
pub(super) type SizeFault = (Option<String>, Vec<(Entity, String)>);

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
            return Err(self.fault.clone().unwrap_or_else(|| "the map has no ground".into()));
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

    /// Makes the mesh for a radius, unless there is one.
    pub(super) fn add_size(&mut self, options: &NavMap, radius: f64) -> Result<(), SizeFault> {
        if self.sizes.iter().any(|size| size.radius == radius) {
            return Ok(());
        }
        let built = Size::new(options, radius, &self.shapes);
        let (built, refused) = match built {
            Err(_) => Size::of_valid(options, radius, &mut self.shapes),
            built => (built, Vec::new()),
        };
        let refused: Vec<(Entity, String)> = refused
            .into_iter()
            .map(|((_, entity), reason): (ShapeId, String)| (entity, reason))
            .collect();
        match built {
            Ok(size) => {
                self.sizes.push(size);
                self.changes += 1;
                if refused.is_empty() { Ok(()) } else { Err((None, refused)) }
            }
            Err(error) => {
                self.fault = Some(error.to_string());
                Err((self.fault.clone(), refused))
            }
        }
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
