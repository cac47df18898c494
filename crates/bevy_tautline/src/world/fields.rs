//! Fields that agents share: one for each entity with goals and each class that uses it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::Entity;
use tautline::agents::{ClassId, FieldKey};
use tautline::{DistanceField, FieldQuery, MeshFinder, PathError, Place};

use super::NavWorld;

/// The fields of a map.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The goals of each entity.
    goals: BTreeMap<Entity, Vec<Place>>,
    keys: BTreeMap<(Entity, ClassId), FieldKey>,
}

impl NavWorld {
    /// Takes over the goals of an entity.
    pub(crate) fn set_goals(&mut self, entity: Entity, goals: Vec<Place>) {
        if self.fields.goals.get(&entity) == Some(&goals) {
            return;
        }
        self.fields.goals.insert(entity, goals);
        self.send_again(entity);
        let classes = self.classes.iter().map(|class| self.finder_of(class.id));
        let finders: Option<Vec<MeshFinder>> = classes.collect();
        if let Some(finders) = finders {
            self.refresh_fields(&finders);
        }
    }

    /// Returns the field of an entity for a class, and makes it if there is none.
    pub(super) fn field_for(&mut self, entity: Entity, class: ClassId) -> Result<FieldKey, String> {
        if let Some(&key) = self.fields.keys.get(&(entity, class)) {
            return Ok(key);
        }
        let goals = self.fields.goals.get(&entity).ok_or("the destination is no field")?;
        let finder = self.finder_of(class).ok_or("the class has no mesh")?;
        let field = field(&finder, goals).map_err(|error| error.to_string())?;
        let crowd = self.crowd.as_mut().ok_or("the map has no agents")?;
        let key = crowd.add_field(field);
        self.fields.keys.insert((entity, class), key);
        Ok(key)
    }

    /// Computes all fields that are in use again. One whose goals are off the map stays as it was.
    pub(super) fn refresh_fields(&mut self, finders: &[MeshFinder]) {
        let Some(crowd) = &mut self.crowd else { return };
        for (&(entity, class), &key) in &self.fields.keys {
            let goals = self.fields.goals.get(&entity).map_or(&[][..], Vec::as_slice);
            if let Some(Ok(field)) = finders.get(class.index()).map(|finder| field(finder, goals)) {
                let _is_known = crowd.replace_field(key, field);
            }
        }
    }
}

fn field(finder: &MeshFinder, goals: &[Place]) -> Result<Arc<DistanceField>, PathError> {
    Ok(Arc::new(finder.distance_field(&FieldQuery::new(goals))?))
}
