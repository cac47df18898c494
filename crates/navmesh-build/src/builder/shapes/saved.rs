//! Shapes from outside, which are checked.

use std::collections::BTreeSet;

use navmesh_core::backend::collections::Slots;
use slotmap::DefaultKey;

use super::{Entry, LiveShape, Shapes};
use crate::error::Role;

/// The part of [`Shapes`] from which the rest follows.
#[derive(serde::Deserialize)]
pub(super) struct Saved {
    entries: Slots<DefaultKey, Entry>,
    next_rank: u64,
}

/// More shapes than a builder can ever have added.
const MAX_RANK: u64 = 1 << 62;

impl TryFrom<Saved> for Shapes {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Self, String> {
        let Saved { entries, next_rank } = saved;
        let mut shapes = Self { next_rank, ..Self::default() };
        let mut ranks = BTreeSet::new();
        for (slot, entry) in entries.iter() {
            let is_sound = entry.key == entry.shape.key(slot) && entry.fits_its_role();
            if !is_sound || entry.rank >= next_rank.min(MAX_RANK) || !ranks.insert(entry.rank) {
                return Err(format!("the key, role or rank of the shape {:?}", entry.key));
            }
            if entry.stands {
                shapes.order.insert(entry.place(), slot);
            }
        }
        if next_rank > MAX_RANK {
            return Err("the number of shapes".to_owned());
        }
        shapes.entries = entries;
        Ok(shapes)
    }
}

impl Entry {
    /// True if the role is one of the shape's kind, and the shape has a floor if its role needs one.
    fn fits_its_role(&self) -> bool {
        let is_of_kind = matches!(
            (&self.shape, self.role),
            (LiveShape::Outline(_), Role::Walkable | Role::Obstacle)
                | (LiveShape::Wall(_), Role::Wall)
                | (LiveShape::Area(_), Role::Area)
                | (LiveShape::Door(_), Role::Door)
                | (LiveShape::Link(_), Role::Link)
                | (LiveShape::Connection(_), Role::FloorConnection)
        );
        let is_on_layer = !matches!(self.role, Role::Link | Role::FloorConnection);
        is_of_kind && self.layer.is_some() == is_on_layer
    }
}

#[cfg(test)]
mod tests {
    use navmesh_core::{Door, Outline};
    use serde_json::{Value, from_value, json, to_value};

    use crate::NavMeshBuilder;

    /// A builder in which slots were freed in another order than that of their numbers.
    fn builder() -> NavMeshBuilder {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
        let keys =
            [1.0, 3.0, 5.0].map(|x| builder.add_obstacle(Outline::rect([x, 1.0], [x + 1.0, 2.0])));
        builder.add_door(Door::new([[0.0, 4.0], [10.0, 4.0]], "gate"));
        for key in [keys[2], keys[0]] {
            builder.remove(key);
        }
        builder
    }

    #[test]
    fn a_saved_builder_gives_new_shapes_the_same_keys() {
        let mut own = builder();
        let mut other: NavMeshBuilder = from_value(to_value(&own).unwrap()).unwrap();
        assert!(own.shapes().eq(other.shapes()));
        for x in [1.0, 3.0, 5.0, 7.0] {
            let shape = Outline::rect([x, 5.0], [x + 1.0, 6.0]);
            assert_eq!(own.add_obstacle(shape.clone()), other.add_obstacle(shape));
        }
        assert!(own.shapes().eq(other.shapes()));
    }

    #[test]
    fn a_builder_that_contradicts_itself_is_refused() {
        let whole = to_value(builder()).unwrap();
        let is_refused = |change: fn(&mut Value)| {
            let mut value = whole.clone();
            change(&mut value["shapes"]);
            assert_ne!(value, whole, "the change is one");
            from_value::<NavMeshBuilder>(value).is_err()
        };
        assert!(is_refused(|shapes| shapes["next_rank"] = json!(1)));
        assert!(is_refused(|shapes| shapes["next_rank"] = json!(u64::MAX)));
        assert!(is_refused(|shapes| shapes["entries"]["free"] = json!([])));
        assert!(is_refused(|shapes| shapes["entries"]["free"] = json!([1, 1])));
        // The first slot holds the walkable outline, with rank 0; rank 2 is that of an obstacle.
        fn first(shapes: &mut Value) -> &mut Value {
            &mut shapes["entries"]["slots"][0]
        }
        assert!(is_refused(|shapes| first(shapes)["version"] = json!(2)));
        assert!(is_refused(|shapes| first(shapes)["version"] = json!(3)));
        assert!(is_refused(|shapes| first(shapes)["value"]["role"] = json!("wall")));
        assert!(is_refused(|shapes| first(shapes)["value"]["layer"] = json!(null)));
        assert!(is_refused(|shapes| first(shapes)["value"]["rank"] = json!(2)));
    }
}
