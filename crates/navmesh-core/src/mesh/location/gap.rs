//! The narrowest gap between two components.

use glam::DVec2;

use crate::collections::MergeSort;
use crate::error::Gap;
use crate::geom::Bounds;
use crate::mesh::NavMesh;

impl NavMesh {
    /// Returns the narrowest gap between two components on one floor; `None` if they share no floor.
    ///
    /// One end of the gap is a corner of one component. So a nearest-point search starts from each
    /// corner at a wall of either component, those nearest to the other's bounding box first.
    ///
    /// Complexity: a sort of these corners, and a nearest-point search for each one that is nearer to
    /// the other component's bounding box than the gap is wide.
    #[must_use]
    pub fn gap_between(&self, from: u32, to: u32) -> Option<Gap> {
        let is_component =
            |number: u32| (number as usize) < self.slot_count() && self.component(number) == number;
        if !is_component(from) || !is_component(to) {
            return None;
        }
        let mut best: Option<Gap> = None;
        for (own, other) in [(from, to), (to, from)] {
            let bounds = self.component_bounds(other);
            let from_bounds = |corner: DVec2| corner.distance(corner.clamp(bounds.min, bounds.max));
            let mut corners: Vec<_> = self.corners_at_walls(own).collect();
            corners.merge_sort_by(|(a, _), (b, _)| from_bounds(*a).total_cmp(&from_bounds(*b)));
            for (corner, layer) in corners {
                let reach = best.map_or(f64::INFINITY, |gap| gap.width);
                if from_bounds(corner) > reach {
                    break;
                }
                let in_other =
                    |slot: u32| self.component(slot) == other && self.layer(slot) == layer;
                let Some(near) = self.nearest_where(corner, reach, in_other) else { continue };
                if best.is_none_or(|gap| near.distance < gap.width) {
                    let [from, to] =
                        if own == from { [corner, near.point] } else { [near.point, corner] };
                    best = Some(Gap { from, to, width: near.distance });
                }
            }
        }
        best
    }

    /// Iterates over the corners at walls of a component and their floors, one per wall.
    fn corners_at_walls(&self, component: u32) -> impl Iterator<Item = (DVec2, u32)> + '_ {
        // On a live mesh some edges are those of former cells.
        let slots = self.slots().filter(move |&slot| self.component(slot) == component);
        let edges = slots.flat_map(|slot| &self.edges[self.edge_range(slot)]);
        edges.filter(|edge| edge.is_wall()).map(|edge| (edge.origin, self.layer(edge.cell)))
    }

    fn component_bounds(&self, component: u32) -> Bounds {
        let slots = self.slots().filter(|&slot| self.component(slot) == component);
        Bounds::of(slots.flat_map(|slot| self.corners(slot)))
    }
}
