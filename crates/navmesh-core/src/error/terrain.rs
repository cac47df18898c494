//! What explanations ask of a map.

use std::sync::Arc;

use glam::DVec2;

use super::{Gap, NearWall};
use crate::mesh::{Incidence, NavMesh, Nearest, Parts, Sense};
use crate::query::Place;

/// A map that can say what is near: what [`PathError::explain`](super::PathError::explain) asks.
pub trait Terrain {
    /// The nearest walkable place, on the place's floor where it says one.
    fn nearest_ground(&self, place: Place) -> Option<Place>;

    /// The lowest floor that has ground at a point; `None` also where the map has no floors.
    fn layer_with_ground(&self, point: DVec2) -> Option<u32> {
        let _ = point;
        None
    }

    /// The place nearest to `goal` that can be reached from `start`, on the goal's floor where it says one; where
    /// nothing of that is within reach, on any.
    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place>;

    /// How near to a wall a place off the walkable ground is, where it is on ground all the same and
    /// only the agent's size keeps it from being walkable.
    fn near_wall(&self, place: Place) -> Option<NearWall> {
        let _ = place;
        None
    }

    /// The numbers of the parts of the ground that two places stand on; `None` where one stands on none.
    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]>;

    /// Where the two parts that two places stand on are nearest; `None` where one stands on none, or the map
    /// does not compute it.
    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap>;
}

macro_rules! forward_terrain {
    ($($pointer:ty),*) => {$(
        impl<T: Terrain + ?Sized> Terrain for $pointer {
            fn nearest_ground(&self, place: Place) -> Option<Place> {
                (**self).nearest_ground(place)
            }

            fn layer_with_ground(&self, point: DVec2) -> Option<u32> {
                (**self).layer_with_ground(point)
            }

            fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
                (**self).nearest_reachable(start, goal)
            }

            fn near_wall(&self, place: Place) -> Option<NearWall> {
                (**self).near_wall(place)
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
    fn nearest_ground(&self, place: Place) -> Option<Place> {
        self.nearest(place).map(|nearest| place_of(self, nearest))
    }

    fn layer_with_ground(&self, point: DVec2) -> Option<u32> {
        let layers = self.incidences(point).map(|at| self.layer(at.cell.slot));
        layers.min().filter(|_| self.has_layers())
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        let at_start: Vec<Incidence> = self.incidences_at(start).collect();
        let mut parts = Parts::default();
        parts.around(self, &at_start, Sense::Along);
        let near = |goal: Place| {
            let is_in_reach =
                |slot: u32| goal.may_be_on(self.layer(slot)) && parts.hold(self, slot);
            self.nearest_where(goal.point, f64::INFINITY, is_in_reach)
        };
        let nearest = near(goal).or_else(|| near(Place::new(goal.point)))?;
        Some(place_of(self, nearest))
    }

    fn near_wall(&self, place: Place) -> Option<NearWall> {
        let clearance = self.clearance()?;
        let distance = clearance.wall_distance(place)?;
        Some(NearWall { distance, agent_radius: clearance.radius })
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        match (&parts_at(self, start)[..], &parts_at(self, goal)[..]) {
            (&[from], &[to]) => Some([from, to]),
            _ => Some(nearest_parts(self, start, goal)?.0),
        }
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        Some(nearest_parts(self, start, goal)?.1)
    }
}

/// A nearest point as a place, which tells its floor where the mesh has several.
fn place_of(mesh: &NavMesh, nearest: Nearest) -> Place {
    let layer = mesh.has_layers().then(|| mesh.layer(nearest.cell.slot));
    Place { point: nearest.point, layer }
}

/// The components that a place stands on: at a pinch or a thin wall more than one.
fn parts_at(mesh: &NavMesh, place: Place) -> Vec<u32> {
    let mut parts: Vec<u32> =
        mesh.incidences_at(place).map(|i| mesh.component(i.cell.slot)).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Of the components that two places stand on, the two that are nearest to one another; of equally near
/// ones, those with the lowest numbers.
fn nearest_parts(mesh: &NavMesh, start: Place, goal: Place) -> Option<([u32; 2], Gap)> {
    let (starts, goals) = (parts_at(mesh, start), parts_at(mesh, goal));
    let pairs = starts.iter().flat_map(|&from| goals.iter().map(move |&to| [from, to]));
    let gaps = pairs.filter_map(|[from, to]| Some(([from, to], mesh.gap_between(from, to)?)));
    gaps.min_by(|(_, a), (_, b)| a.width.total_cmp(&b.width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PathError, RawMesh};

    /// Squares with these lower left corners, none joined to another.
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

    /// The start stands where the first two squares touch; the second is nearer to the goal's.
    #[test]
    fn from_a_pinch_the_narrowest_gap_is_that_of_the_nearest_part() {
        let mesh = squares([[0.0, 0.0], [1.0, 1.0], [2.5, 1.0]]);
        let place = |x, y| Place::new([x, y]);
        let (start, goal) = (place(1.0, 1.0), place(3.0, 1.5));
        for (start, goal, parts, width) in [
            (start, goal, [1, 2], 0.5),
            (goal, start, [2, 1], 0.5),
            (place(0.5, 0.5), goal, [0, 2], 1.5),
        ] {
            let told = PathError::Unreachable { start, goal }.explain(&mesh);
            assert_eq!(told.components, Some(parts));
            assert_eq!(told.narrowest.map(|gap| gap.width), Some(width), "{told}");
        }
        assert_eq!(mesh.narrowest_gap(start, place(9.0, 9.0)), None);
        assert_eq!(mesh.components(start, place(9.0, 9.0)), None);
        assert_eq!(
            [mesh.gap_between(0, 3), mesh.gap_between(3, 0)],
            [None; 2],
            "there is no part 3"
        );
    }

    #[test]
    fn behind_a_pointer_a_map_explains_as_much() {
        let mesh = Arc::new(squares([[0.0, 0.0], [2.5, 1.0]]));
        let (start, goal) = (Place::new([0.5, 0.5]), Place::new([3.0, 1.5]));
        let outside = PathError::GoalOutside { place: Place::new([9.0, 9.0]) };
        for error in [PathError::Unreachable { start, goal }, outside] {
            let told = error.explain(&*mesh);
            assert_eq!(error.explain(&mesh), told);
            assert_eq!(error.explain(&*mesh as &dyn Terrain), told);
        }
    }
}
