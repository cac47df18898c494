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
    /// The keys of fields whose entities are gone, for the next ones of their classes.
    free: Vec<(ClassId, FieldKey)>,
}

impl NavWorld {
    /// Returns the number of fields that the crowd keeps, those included whose place is free for another.
    #[must_use]
    pub fn field_count(&self) -> usize {
        self.fields.keys.len() + self.fields.free.len()
    }

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

    /// Forgets the goals of entities that have none any more.
    pub(crate) fn keep_goals(&mut self, has_goals: impl Fn(Entity) -> bool) {
        let gone: Vec<Entity> =
            self.fields.goals.keys().copied().filter(|&entity| !has_goals(entity)).collect();
        for entity in gone {
            self.fields.goals.remove(&entity);
            self.send_again(entity);
            let free = self.fields.keys.extract_if(.., |(of, _), _| *of == entity);
            self.fields.free.extend(free.map(|((_, class), key)| (class, key)));
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
        let free = self.fields.free.iter().position(|free| free.0 == class);
        let key = match free.map(|at| self.fields.free.swap_remove(at).1) {
            Some(key) => {
                crowd.replace_field(key, field).map_err(|error| error.to_string())?;
                key
            }
            None => crowd.add_field(field),
        };
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
