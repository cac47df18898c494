//! Saved maps: a [`NavWorld`] as what it is made of.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use tautline::agents::{ClassId, Crowd, CrowdState, FieldKey};
use tautline::build::LiveKey;
use tautline::live::LiveMeshState;
use tautline::{LiveMesh, Place};

use super::NavWorld;
use super::agents::Slot;
use super::classes::{Class, finder};
use super::fields::{Fields, field_or_none};
use super::sizes::Size;
use crate::gather::{Drawing, ShapeId};
use crate::map::NavMap;

/// The parts of a map that decide its future. Maps with keys are lists of pairs, which every format knows.
#[derive(Serialize, Deserialize)]
struct SavedWorld {
    options: Option<NavMap>,
    first_free: u64,
    shapes: Vec<(ShapeId, Drawing)>,
    sizes: Vec<SavedSize>,
    classes: Vec<Class>,
    crowd: Option<CrowdState>,
    agents: Vec<(u64, Slot)>,
    refused: Vec<(u64, String)>,
    goals: Vec<(u64, Vec<Place>)>,
    fields: Vec<((u64, ClassId), FieldKey)>,
    free_fields: Vec<(ClassId, FieldKey)>,
    changes: u64,
    unbuilt: Vec<(u64, String)>,
}

/// The mesh for one radius.
#[derive(Serialize, Deserialize)]
struct SavedSize {
    radius: f64,
    live: LiveMeshState,
    keys: Vec<(ShapeId, Vec<LiveKey>)>,
}

fn pairs<K: Clone, V: Clone>(map: &BTreeMap<K, V>) -> Vec<(K, V)> {
    map.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// A map whose options are [recorded](NavMap::recorded) is saved between two ticks; others are an error.
impl Serialize for NavWorld {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = |size: &Size| {
            let live = size.live.state()?;
            Some(SavedSize { radius: size.radius, live, keys: pairs(&size.keys) })
        };
        let sizes: Option<Vec<SavedSize>> = self.sizes.iter().map(size).collect();
        let sizes = sizes.ok_or_else(|| ser::Error::custom("the map is not recorded"))?;
        let saved = SavedWorld {
            options: self.options.clone(),
            first_free: self.first_free,
            shapes: pairs(&self.shapes),
            sizes,
            classes: self.classes.clone(),
            crowd: self.crowd.as_ref().map(Crowd::state),
            agents: pairs(&self.agents),
            refused: pairs(&self.refused),
            goals: pairs(&self.fields.goals),
            fields: pairs(&self.fields.keys),
            free_fields: self.fields.free.clone(),
            changes: self.changes,
            unbuilt: pairs(&self.unbuilt),
        };
        saved.serialize(serializer)
    }
}

/// A state that was changed, or that another release has saved, is an error.
impl<'de> Deserialize<'de> for NavWorld {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let saved = SavedWorld::deserialize(deserializer)?;
        loaded(saved).map_err(de::Error::custom)
    }
}

fn loaded(saved: SavedWorld) -> Result<NavWorld, String> {
    let mut sizes = Vec::new();
    for SavedSize { radius, live, keys } in saved.sizes {
        let live = LiveMesh::from_state(live).map_err(|error| error.to_string())?;
        sizes.push(Size { radius, live, keys: keys.into_iter().collect() });
    }
    let fields = Fields {
        goals: saved.goals.into_iter().collect(),
        keys: saved.fields.into_iter().collect(),
        free: saved.free_fields,
    };
    let is_known = |class: &Class| class.size < sizes.len();
    if !saved.classes.iter().all(is_known) {
        return Err("the saved classes have no meshes".into());
    }
    let crowd = match saved.crowd {
        Some(state) => Some(crowd(&sizes, &saved.classes, &fields, state)?),
        None => None,
    };
    let agents: BTreeMap<u64, Slot> = saved.agents.into_iter().collect();
    Ok(NavWorld {
        options: saved.options,
        first_free: saved.first_free,
        shapes: saved.shapes.into_iter().collect(),
        sizes,
        classes: saved.classes,
        crowd,
        orders: agents.iter().map(|(&order, slot)| (slot.key, order)).collect(),
        agents,
        refused: saved.refused.into_iter().collect(),
        fields,
        changes: saved.changes,
        unbuilt: saved.unbuilt.into_iter().collect(),
        ..NavWorld::default()
    })
}

/// Returns the crowd of a state, with its classes and fields in the order in which they were added.
fn crowd(
    sizes: &[Size],
    classes: &[Class],
    fields: &Fields,
    state: CrowdState,
) -> Result<Crowd, String> {
    let finders: Result<Vec<_>, String> =
        classes.iter().map(|class| finder(sizes, class)).collect();
    let finders = finders?;
    let [first, others @ ..] = &finders[..] else { return Err("a crowd needs a class".into()) };
    let mut crowd = Crowd::new(first.clone());
    for other in others {
        crowd.add_class(other.clone());
    }
    let used =
        fields.keys.iter().map(|(&(order, class), &key)| (key, class, fields.goals.get(&order)));
    let free = fields.free.iter().map(|&(class, key)| (key, class, None));
    let mut all: Vec<_> = used.chain(free).collect();
    all.sort_unstable_by_key(|field| field.0);
    for (key, class, goals) in all {
        let finder = finders.get(class.index()).ok_or("a field needs a class")?;
        let goals = goals.map_or(&[][..], Vec::as_slice);
        if crowd.add_field(field_or_none(finder, goals)) != key {
            return Err("the fields of the crowd are not complete".into());
        }
    }
    crowd.restore(state).map_err(|error| error.to_string())?;
    Ok(crowd)
}
