//! Lines of sight inside a region: the vertices and borders that a point or a segment sees.
//!
//! A cone of sight is narrowed from portal to portal, as in
//! [`queries::visibility`](crate::queries::visibility); borders end it like walls. The eye is a segment: its
//! left end bounds the view on the right, its right end the view on the left. For a point both ends are the
//! same, and the view is exact. For a segment the view contains everything that any of its points sees, and
//! may contain more.

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::ground::Ground;
use super::region_ray::{LegEnd, ends_in};

/// The segment from which a region is viewed, as seen from its region.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eye {
    pub(super) left: DVec2,
    pub(super) right: DVec2,
}

impl Eye {
    pub(super) fn point(point: DVec2) -> Self {
        Self { left: point, right: point }
    }
}

/// A cone of sight through an edge: two points that bound the view.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    edge: EdgeId,
    right: DVec2,
    left: DVec2,
}

/// The part of the view that reaches an edge.
#[derive(Debug, Clone, Copy)]
pub(super) struct View {
    eye: Eye,
    right: DVec2,
    left: DVec2,
}

impl View {
    /// True if a point in front of the eye is not outside the view.
    pub(super) fn holds(&self, point: DVec2) -> bool {
        self.is_left_of_right_bound(point) && self.is_right_of_left_bound(point)
    }

    /// True if a segment in front of the eye, given from right to left, is not wholly outside the view.
    pub(super) fn touches(&self, [right, left]: [DVec2; 2]) -> bool {
        self.is_left_of_right_bound(left) && self.is_right_of_left_bound(right)
    }

    /// True if a segment, whichever end is on the right, is not wholly outside one bound.
    fn may_hold_part_of(&self, [a, b]: [DVec2; 2]) -> bool {
        (self.is_left_of_right_bound(a) || self.is_left_of_right_bound(b))
            && (self.is_right_of_left_bound(a) || self.is_right_of_left_bound(b))
    }

    fn is_left_of_right_bound(&self, point: DVec2) -> bool {
        turn(self.eye.left, self.right, point) != Turn::Right
    }

    fn is_right_of_left_bound(&self, point: DVec2) -> bool {
        turn(self.eye.right, self.left, point) != Turn::Left
    }
}

/// The receiver of a view.
pub(super) trait Viewer {
    /// The view reaches a cell; `None` for a cell that holds the eye and is seen as a whole.
    fn cell(&mut self, slot: u32, view: Option<&View>);

    /// The view reaches a border from this edge's cell; `None` if all of it is seen.
    fn border(&mut self, edge: EdgeId, view: Option<&View>);
}

/// Shows a viewer everything that an eye in a cell sees of the cell's region. `skipped` are the edges of the cell
/// that the eye lies on; nothing is seen through them.
pub(super) fn look(
    ground: &Ground,
    eye: Eye,
    slot: u32,
    skipped: &dyn Fn(EdgeId) -> bool,
    cones: &mut Vec<Cone>,
    viewer: &mut impl Viewer,
) {
    let mesh = &*ground.mesh;
    viewer.cell(slot, None);
    for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
        if skipped(edge) || mesh.edge(edge).is_wall() {
            continue;
        }
        let [right, left] = mesh.edge_ends(edge);
        if !is_seen_from_front(eye, right, left) {
            continue;
        }
        if ground.border_of(edge).is_some() {
            viewer.border(edge, None);
            continue;
        }
        cones.push(Cone { edge, right, left });
        while let Some(cone) = cones.pop() {
            follow(ground, eye, cone, cones, viewer);
        }
    }
}

/// The segment that a view looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    pub(super) span: [DVec2; 2],
    pub(super) end: LegEnd,
}

/// False if no straight line in the region leads from the eye to a segment. The eye is in a cell.
pub(super) fn may_see(
    ground: &Ground,
    eye: Eye,
    slot: u32,
    aim: Aim,
    cones: &mut Vec<Cone>,
) -> bool {
    if ends_in(ground, slot, aim.end) {
        return true;
    }
    let mesh: &NavMesh = &ground.mesh;
    cones.clear();
    for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
        let [right, left] = mesh.edge_ends(edge);
        if ground.is_inner(edge) && is_seen_from_front(eye, right, left) {
            cones.push(Cone { edge, right, left });
        }
    }
    while let Some(Cone { edge, right, left }) = cones.pop() {
        let view = View { eye, right, left };
        if !view.may_hold_part_of(aim.span) {
            continue;
        }
        let Some(twin) = mesh.edge(edge).twin() else { continue };
        if ends_in(ground, mesh.edge(twin).cell_slot(), aim.end) {
            return true;
        }
        let mut edge = mesh.next_edge(twin);
        while edge != twin {
            let [a, b] = mesh.edge_ends(edge);
            if ground.is_inner(edge) && is_seen_from_front(eye, a, b) {
                cones.extend(narrowed(&view, edge, [a, b]));
            }
            edge = mesh.next_edge(edge);
        }
    }
    false
}

/// Looks through an edge into the next cell.
fn follow(ground: &Ground, eye: Eye, cone: Cone, cones: &mut Vec<Cone>, viewer: &mut impl Viewer) {
    let mesh: &NavMesh = &ground.mesh;
    let Some(twin) = mesh.edge(cone.edge).twin() else { return };
    let view = View { eye, right: cone.right, left: cone.left };
    viewer.cell(mesh.edge(twin).cell_slot(), Some(&view));
    let mut edge = mesh.next_edge(twin);
    while edge != twin {
        let [a, b] = mesh.edge_ends(edge);
        if !mesh.edge(edge).is_wall() && is_seen_from_front(eye, a, b) {
            if ground.border_of(edge).is_some() {
                if view.touches([a, b]) {
                    viewer.border(edge, Some(&view));
                }
            } else {
                cones.extend(narrowed(&view, edge, [a, b]));
            }
        }
        edge = mesh.next_edge(edge);
    }
}

/// True if some point of the eye is strictly in front of an edge.
fn is_seen_from_front(eye: Eye, right: DVec2, left: DVec2) -> bool {
    turn(right, left, eye.left) == Turn::Left || turn(right, left, eye.right) == Turn::Left
}

/// Narrows a view to an edge; `None` if it shows nothing of the edge but an end.
fn narrowed(view: &View, edge: EdgeId, [a, b]: [DVec2; 2]) -> Option<Cone> {
    let View { eye, right, left } = *view;
    if turn(eye.left, right, b) != Turn::Left || turn(eye.right, left, a) != Turn::Right {
        return None;
    }
    let right = if turn(eye.left, right, a) == Turn::Left { a } else { right };
    let left = if turn(eye.right, left, b) == Turn::Right { b } else { left };
    Some(Cone { edge, right, left })
}
