//! The lookups behind explanations of errors.

use std::sync::Arc;

use glam::DVec2;

use super::{Gap, NearWall, WallKind};
use crate::collections::MergeSort;
use crate::mesh::Place;
use crate::mesh::{Incidence, LinkDirection, NavMesh, ReachableParts};

/// The lookups that [`PathError::explain`](super::PathError::explain) needs of a map.
pub trait Terrain {
    /// Returns the nearest walkable place, on the floor of `place` if it has one.
    fn nearest_walkable(&self, place: Place) -> Option<Place>;

    /// Returns the lowest floor that is walkable at a point; `None` also for maps without floors.
    fn walkable_layer_at(&self, point: DVec2) -> Option<u32> {
        let _ = point;
        None
    }

    /// Returns the place nearest to `goal` that is reachable from `start`, on the goal's floor if
    /// possible.
    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place>;

    /// Returns the nearest wall of a place that only the agent's radius keeps from being walkable.
    fn near_wall(&self, place: Place) -> Option<NearWall> {
        let _ = place;
        None
    }

    /// Returns the nearest closed door of a place that only its margin keeps from being walkable.
    fn near_closed_door(&self, place: Place) -> Option<NearWall> {
        let _ = place;
        None
    }

    /// Returns the components of two places; `None` if one is in none.
    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]>;

    /// Returns the narrowest gap between the components of two places.
    ///
    /// `None` if one is in none, or if the map does not compute it.
    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap>;
}

macro_rules! forward_terrain {
    ($($pointer:ty),*) => {$(
        impl<T: Terrain + ?Sized> Terrain for $pointer {
            fn nearest_walkable(&self, place: Place) -> Option<Place> {
                (**self).nearest_walkable(place)
            }

            fn walkable_layer_at(&self, point: DVec2) -> Option<u32> {
                (**self).walkable_layer_at(point)
            }

            fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
                (**self).nearest_reachable(start, goal)
            }

            fn near_wall(&self, place: Place) -> Option<NearWall> {
                (**self).near_wall(place)
            }

            fn near_closed_door(&self, place: Place) -> Option<NearWall> {
                (**self).near_closed_door(place)
            }

            fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
                (**self).components(start, goal)
            }

            fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
                (**self).narrowest_gap(start, goal)
            }
        }
    )*};
}

forward_terrain!(&T, Box<T>, Arc<T>);

impl Terrain for NavMesh {
    fn nearest_walkable(&self, place: Place) -> Option<Place> {
        let nearest = self.nearest(place)?;
        Some(self.place_in(nearest.cell.slot, nearest.point))
    }

    fn walkable_layer_at(&self, point: DVec2) -> Option<u32> {
        let layers = self.incidences(point).map(|at| self.layer(at.cell.slot));
        layers.min().filter(|_| self.has_layers())
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        let at_start: Vec<Incidence> = self.incidences_at(start).collect();
        let mut parts = ReachableParts::default();
        parts.around(self, &at_start, LinkDirection::Forward);
        let near = |goal: Place| {
            let is_in_reach =
                |slot: u32| goal.may_be_on(self.layer(slot)) && parts.hold(self, slot);
            self.nearest_where(goal.point, f64::INFINITY, is_in_reach)
        };
        let nearest = near(goal).or_else(|| near(Place::new(goal.point)))?;
        Some(self.place_in(nearest.cell.slot, nearest.point))
    }

    fn near_wall(&self, place: Place) -> Option<NearWall> {
        let clearance = self.clearance()?;
        let distance = clearance.wall_distance(place)?;
        Some(NearWall { kind: WallKind::Wall, distance, agent_radius: clearance.radius })
    }

    fn near_closed_door(&self, place: Place) -> Option<NearWall> {
        let (distance, agent_radius) = (self.closed_door_distance(place)?, self.agent_radius());
        let near = NearWall { kind: WallKind::ClosedDoor, distance, agent_radius };
        (distance < agent_radius).then_some(near)
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        match (&components_at(self, start)[..], &components_at(self, goal)[..]) {
            (&[from], &[to]) => Some([from, to]),
            _ => Some(nearest_components(self, start, goal)?.0),
        }
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        Some(nearest_components(self, start, goal)?.1)
    }
}

/// Returns the components at a place; there are several at a pinch or a thin wall.
fn components_at(mesh: &NavMesh, place: Place) -> Vec<u32> {
    let mut components: Vec<u32> =
        mesh.incidences_at(place).map(|i| mesh.component(i.cell.slot)).collect();
    components.merge_sort();
    components.dedup();
    components
}

/// Returns the two components of two places with the narrowest gap, and the gap. Ties go to the
/// lowest numbers.
fn nearest_components(mesh: &NavMesh, start: Place, goal: Place) -> Option<([u32; 2], Gap)> {
    let (starts, goals) = (components_at(mesh, start), components_at(mesh, goal));
    let pairs = starts.iter().flat_map(|&from| goals.iter().map(move |&to| [from, to]));
    let gaps = pairs.filter_map(|[from, to]| Some(([from, to], mesh.gap_between(from, to)?)));
    gaps.min_by(|(_, a), (_, b)| a.width.total_cmp(&b.width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PathError, RawMesh};

    /// Returns unit squares with the given lower left corners, none joined to another.
    fn squares<const N: usize>(corners: [[f64; 2]; N]) -> NavMesh {
        let mut raw = RawMesh::default();
        for corner in corners {
            let first = raw.positions.len() as u32;
            let around = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
            raw.positions.extend(around.map(|step| DVec2::from(corner) + step));
            raw.push_cell(&[0, 1, 2, 3].map(|i| first + i));
        }
        NavMesh::from_raw(&raw).unwrap()
    }

    /// The start is where the first two squares touch; the second is nearer to the goal's square.
    #[test]
    fn from_a_pinch_the_narrowest_gap_is_that_of_the_nearest_component() {
        let mesh = squares([[0.0, 0.0], [1.0, 1.0], [2.5, 1.0]]);
        let place = |x, y| Place::new([x, y]);
        let (start, goal) = (place(1.0, 1.0), place(3.0, 1.5));
        for (start, goal, components, width) in [
            (start, goal, [1, 2], 0.5),
            (goal, start, [2, 1], 0.5),
            (place(0.5, 0.5), goal, [0, 2], 1.5),
        ] {
            let explained = PathError::Unreachable { start, goal }.explain(&mesh);
            assert_eq!(explained.components, Some(components));
            assert_eq!(explained.narrowest.map(|gap| gap.width), Some(width), "{explained}");
        }
        assert_eq!(mesh.narrowest_gap(start, place(9.0, 9.0)), None);
        assert_eq!(mesh.components(start, place(9.0, 9.0)), None);
        assert_eq!(
            [mesh.gap_between(0, 3), mesh.gap_between(3, 0)],
            [None; 2],
            "there is no component 3"
        );
    }

    #[test]
    fn pointers_to_a_map_explain_like_the_map() {
        let mesh = Arc::new(squares([[0.0, 0.0], [2.5, 1.0]]));
        let (start, goal) = (Place::new([0.5, 0.5]), Place::new([3.0, 1.5]));
        let outside = PathError::GoalOutside { place: Place::new([9.0, 9.0]) };
        for error in [PathError::Unreachable { start, goal }, outside] {
            let explained = error.explain(&*mesh);
            assert_eq!(error.explain(&mesh), explained);
            assert_eq!(error.explain(&*mesh as &dyn Terrain), explained);
        }
    }
}
