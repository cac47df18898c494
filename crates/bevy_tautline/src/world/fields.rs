//! Fields that agents share: one for each entity with goals and each class that uses it.

use std::collections::BTreeMap;
use std::sync::Arc;

use tautline::agents::{ClassId, FieldKey, SharedGoals};
use tautline::{DistanceField, FieldQuery, MeshFinder, Path, PathError, Place};

use super::NavWorld;

/// The fields of a map.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The goals of each entity with a field, by its place in the order.
    pub(super) goals: BTreeMap<u64, Vec<Place>>,
    pub(super) keys: BTreeMap<(u64, ClassId), FieldKey>,
    /// The keys of fields whose entities are gone, for the next ones of their classes.
    pub(super) free: Vec<(ClassId, FieldKey)>,
}

impl Fields {
    /// Returns the number of fields that the crowd keeps, those included whose place is free for another.
    pub(super) fn len(&self) -> usize {
        self.keys.len() + self.free.len()
    }

    /// Frees the fields of a class that has no agents.
    pub(super) fn free_class(&mut self, class: ClassId) {
        let free = self.keys.extract_if(.., |(_, of), _| *of == class);
        self.free.extend(free.map(|(_, key)| (class, key)));
    }

    /// Forgets all fields, with the crowd that has kept them. The goals stay.
    pub(super) fn forget_keys(&mut self) {
        self.keys.clear();
        self.free.clear();
    }
}

impl NavWorld {
    /// Takes over the goals of an entity.
    pub(crate) fn set_goals(&mut self, entity: u64, goals: Vec<Place>) {
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
    pub(crate) fn keep_goals(&mut self, has_goals: impl Fn(u64) -> bool) {
        let gone: Vec<u64> =
            self.fields.goals.keys().copied().filter(|&entity| !has_goals(entity)).collect();
        for entity in gone {
            self.fields.goals.remove(&entity);
            self.send_again(entity);
            let free = self.fields.keys.extract_if(.., |(of, _), _| *of == entity);
            self.fields.free.extend(free.map(|((_, class), key)| (class, key)));
        }
    }

    /// Returns the field of an entity for a class, and makes it if there is none.
    pub(super) fn field_for(&mut self, entity: u64, class: ClassId) -> Result<FieldKey, String> {
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

    /// Computes all fields that are in use again. One whose goals are off the map leads nowhere.
    pub(super) fn refresh_fields(&mut self, finders: &[MeshFinder]) {
        let Some(crowd) = &mut self.crowd else { return };
        for (&(entity, class), &key) in &self.fields.keys {
            let goals = self.fields.goals.get(&entity).map_or(&[][..], Vec::as_slice);
            let Some(finder) = finders.get(class.index()) else { continue };
            let _is_known = crowd.replace_field(key, field_or_none(finder, goals));
        }
    }
}

/// The field of goals off the map.
#[derive(Debug)]
struct NoField(PathError);

impl SharedGoals for NoField {
    fn path_from_into(&self, _: Place, _: &mut Path) -> Result<(), PathError> {
        Err(self.0)
    }
}

/// Returns the field of goals, which leads nowhere if they are off the map.
pub(super) fn field_or_none(finder: &MeshFinder, goals: &[Place]) -> Arc<dyn SharedGoals> {
    match field(finder, goals) {
        Ok(field) => field,
        Err(error) => Arc::new(NoField(error)),
    }
}

fn field(finder: &MeshFinder, goals: &[Place]) -> Result<Arc<DistanceField>, PathError> {
    Ok(Arc::new(finder.distance_field(&FieldQuery::new(goals))?))
}
