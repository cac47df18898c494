//! Sweeps: the corners that a point sees, and at which a path from there may turn.
//!
//! A cone of sight is narrowed from portal to portal, by exact tests between given points. A cone without width is not followed:
//! what lies beyond two corners in line with the point is seen from those corners.

use navmesh_core::backend::Endpoint;
use navmesh_core::backend::collections::StampSet;
use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::corners::Corners;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::block_route::BlockRoute;
use crate::blocks::Blocks;

/// A cone of sight through an edge; the points bound it on both sides.
#[derive(Debug, Clone, Copy)]
struct Cone {
    edge: EdgeId,
    right: DVec2,
    left: DVec2,
}

/// A corner that a point sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) corner: u32,
    /// The sides on which a path from the point can turn there: left, right.
    pub(super) sides: [bool; 2],
    pub(super) distance: f64,
}

/// The memory of sweeps, with the result of the last one.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    cones: Vec<Cone>,
    noted: StampSet,
    pub(super) seen: Vec<Seen>,
}

/// The blocks that a shortest path can cross.
#[derive(Debug, Clone, Copy)]
pub(in crate::any_angle) struct Route<'a> {
    pub(in crate::any_angle) blocks: &'a Blocks,
    pub(in crate::any_angle) marked: &'a BlockRoute,
}

/// A point from which a sweep looks.
pub(super) struct Eye<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) corners: &'a Corners,
    pub(super) from: DVec2,
    /// The point to look for.
    pub(super) target: Option<&'a Endpoint>,
    /// The blocks to which the sweep keeps.
    pub(super) route: Option<Route<'a>>,
}

impl Eye<'_> {
    /// True if the sweep leads through an edge.
    #[inline]
    fn passes(&self, edge: EdgeId) -> bool {
        let edge = self.mesh.edge(edge);
        let Some(beyond) = edge.neighbor_slot() else { return false };
        self.route.is_none_or(|Route { blocks, marked }| {
            marked.has(blocks.between(edge.cell_slot(), beyond))
        })
    }
}

impl Sweep {
    /// Collects the corners that a point in some cells sees tautly, each once. Returns true, and collects no more, once it sees
    /// the target.
    pub(super) fn look<S: SidePredicate>(
        &mut self,
        eye: &Eye,
        cells: impl IntoIterator<Item = u32>,
    ) -> bool {
        let mesh = eye.mesh;
        self.seen.clear();
        self.noted.begin(eye.corners.len());
        for slot in cells {
            if eye.target.is_some_and(|target| is_in(target, slot)) {
                return true;
            }
            self.cones.clear();
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                self.note::<S>(eye, edge);
                let [right, left] = mesh.edge_ends(edge);
                if eye.passes(edge) && S::orient(right, left, eye.from) > 0.0 {
                    self.cones.push(Cone { edge, right, left });
                }
            }
            while let Some(cone) = self.cones.pop() {
                if self.follow::<S>(eye, cone) {
                    return true;
                }
            }
        }
        false
    }

    /// Looks through an edge into the next cell. Returns true if the target is seen there.
    #[inline]
    fn follow<S: SidePredicate>(&mut self, eye: &Eye, cone: Cone) -> bool {
        let (mesh, from) = (eye.mesh, eye.from);
        let Some(twin) = mesh.edge(cone.edge).twin() else { return false };
        let slot = mesh.edge(twin).cell_slot();
        // Positive on the left of each side of the cone.
        let sides = |point| (S::orient(from, cone.right, point), S::orient(from, cone.left, point));
        if let Some(target) = eye.target.filter(|target| is_in(target, slot)) {
            let (right, left) = sides(target.point);
            if right >= 0.0 && left <= 0.0 {
                return true;
            }
        }
        let mut edge = mesh.next_edge(twin);
        let mut right = mesh.edge(edge).origin();
        let mut of_right = sides(right);
        while edge != twin {
            let next = mesh.next_edge(edge);
            let left = mesh.edge(next).origin();
            let of_left = sides(left);
            if next != twin && of_left.0 >= 0.0 && of_left.1 <= 0.0 {
                self.note::<S>(eye, next);
            }
            // Seen from behind, an edge has its ends the other way round.
            let is_open = of_right.1 < 0.0 && of_left.0 > 0.0;
            if is_open && eye.passes(edge) {
                let is_right_inside = of_right.0 > 0.0;
                let is_left_inside = of_left.1 < 0.0;
                let is_seen =
                    !(is_right_inside && is_left_inside) || S::orient(from, right, left) > 0.0;
                if is_seen {
                    self.cones.push(Cone {
                        edge,
                        right: if is_right_inside { right } else { cone.right },
                        left: if is_left_inside { left } else { cone.left },
                    });
                }
            }
            (edge, right, of_right) = (next, left, of_left);
        }
        false
    }

    /// Notes the corner where an edge begins, if there is one and a path may turn at it.
    #[inline]
    fn note<S: SidePredicate>(&mut self, eye: &Eye, edge: EdgeId) {
        let Some(corner) = eye.corners.at(eye.mesh.edge(edge).vertex().0) else { return };
        if !self.noted.insert(corner) {
            return;
        }
        let sides = eye.corners.sides::<S>(corner, eye.from);
        if sides != [false; 2] {
            let distance = eye.from.distance(eye.corners.point(corner));
            self.seen.push(Seen { corner, sides, distance });
        }
    }
}

fn is_in(target: &Endpoint, slot: u32) -> bool {
    target.incidences.iter().any(|at| at.cell.slot == slot)
}
