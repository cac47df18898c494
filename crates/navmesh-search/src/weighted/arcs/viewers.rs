//! The viewers that collect the arcs of a node from its look at the ground.

use navmesh_core::{DVec2, EdgeId};

use super::{Arc, Target, distance, exact_down, rounded_down};
use crate::weighted::ground::{Border, Entering, Ground, PIECES, Piece};
use crate::weighted::sight::{View, Viewer};

/// Collects the exact arcs of a point.
pub(super) struct PointViewer<'a, 'g> {
    pub(super) ground: &'g Ground,
    pub(super) point: DVec2,
    /// The cost of the region.
    pub(super) cost: f64,
    /// The vertex node that is viewed from.
    pub(super) source: Option<u32>,
    /// The border whose piece the point is the middle of. Its lower bounds come from the whole piece.
    pub(super) border: Option<u32>,
    pub(super) target: Option<Target<'a>>,
    pub(super) arcs: &'a mut Vec<Arc>,
    pub(super) cells: &'a mut Vec<u32>,
    pub(super) direct: &'a mut f64,
}

impl PointViewer<'_, '_> {
    fn add(&mut self, to: u32, point: DVec2, lower: f64) {
        let upper = self.cost * self.point.distance(point);
        let lower = if self.border.is_some() { f64::INFINITY } else { self.cost * lower };
        self.arcs.push(Arc { to, lower, upper });
    }
}

impl Viewer for PointViewer<'_, '_> {
    const TAKES_MORE: bool = false;

    fn cell(&mut self, slot: u32, view: Option<&View>) {
        self.cells.push(slot);
        let (ground, point) = (self.ground, self.point);
        let holds = |point: DVec2| view.is_none_or(|view| view.holds(point));
        for edge in ground.mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            let Some(to) = ground.node_at(edge).filter(|&to| Some(to) != self.source) else {
                continue;
            };
            let at = ground.mesh.edge(edge).origin();
            let may_leave = |source: u32| ground.may_turn([at; 2], source);
            if holds(at) && ground.may_turn([point; 2], to) && self.source.is_none_or(may_leave) {
                self.add(to, at, exact_down(point.distance(at)));
            }
        }
        each_connection(ground, slot, |to, at| {
            if holds(at) {
                self.add(to, at, exact_down(point.distance(at)));
            }
        });
        if let Some(Target { point: at, incidences }) = self.target
            && incidences.iter().any(|incidence| incidence.cell.slot == slot)
            && holds(at)
        {
            *self.direct = self.direct.min(self.cost * point.distance(at));
        }
    }

    fn border(&mut self, edge: EdgeId, view: Option<&View>) {
        let ground = self.ground;
        each_piece(ground, edge, |piece, ends, to| {
            if view.is_some_and(|view| !view.may_hold_part_of(ends, ground.rounding))
                || is_cut(ground, self.border, edge)
            {
                return;
            }
            let middle = ground.sample(&piece);
            if view.is_none_or(|view| view.holds(middle)) {
                let lower = rounded_down(ground, distance(ends, [self.point; 2]));
                self.add(to, middle, lower);
            } else if self.border.is_none() {
                let lower = self.cost * rounded_down(ground, distance(ends, [self.point; 2]));
                self.arcs.push(Arc { to, lower, upper: f64::INFINITY });
            }
        });
    }
}

/// Collects the lower bounds of the hops from all points of a piece.
pub(super) struct SegmentViewer<'a, 'g> {
    pub(super) ground: &'g Ground,
    pub(super) ends: [DVec2; 2],
    pub(super) cost: f64,
    pub(super) border: u32,
    pub(super) arcs: &'a mut Vec<Arc>,
    pub(super) cells: &'a mut Vec<u32>,
}

impl SegmentViewer<'_, '_> {
    fn add(&mut self, to: u32, ends: [DVec2; 2]) {
        let lower = self.cost * rounded_down(self.ground, distance(self.ends, ends));
        self.arcs.push(Arc { to, lower, upper: f64::INFINITY });
    }
}

impl Viewer for SegmentViewer<'_, '_> {
    const TAKES_MORE: bool = true;

    fn cell(&mut self, slot: u32, view: Option<&View>) {
        self.cells.push(slot);
        let ground = self.ground;
        let own = ground.borders[self.border as usize].nodes;
        let holds = |point: DVec2| view.is_none_or(|view| view.holds(point));
        for edge in ground.mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            let Some(to) = ground.node_at(edge).filter(|to| !own.contains(to)) else { continue };
            let at = ground.mesh.edge(edge).origin();
            if holds(at) && ground.may_turn(self.ends, to) {
                self.add(to, [at; 2]);
            }
        }
        each_connection(ground, slot, |to, at| {
            if holds(at) {
                self.add(to, [at; 2]);
            }
        });
    }

    fn border(&mut self, edge: EdgeId, view: Option<&View>) {
        let ground = self.ground;
        each_piece(ground, edge, |_, ends, to| {
            if view.is_none_or(|view| view.may_hold_part_of(ends, ground.rounding))
                && !is_cut(ground, Some(self.border), edge)
            {
                self.add(to, ends);
            }
        });
    }
}

/// Calls `visit` with each piece of an edge's border, its ends from right to left, and the node that is reached from the
/// edge's cell.
fn each_piece(ground: &Ground, edge: EdgeId, mut visit: impl FnMut(Piece, [DVec2; 2], u32)) {
    let Some(border) = ground.border_of(edge) else { return };
    let is_cheap = ground.borders[border as usize].cheap == edge;
    let entering = if is_cheap { Entering::Costly } else { Entering::Cheap };
    for number in border * PIECES..(border + 1) * PIECES {
        let piece = ground.piece(number);
        let [from, to] = ground.ends(&piece);
        let ends = if is_cheap { [from, to] } else { [to, from] };
        visit(piece, ends, ground.piece_node(number, entering));
    }
}

/// Calls `visit` with the nodes and points of all connection ends in a cell.
fn each_connection(ground: &Ground, slot: u32, mut visit: impl FnMut(u32, DVec2)) {
    let mesh = &ground.mesh;
    if !mesh.has_links() {
        return;
    }
    let all = mesh.off_mesh_connections();
    for number in mesh.off_mesh_connections_from(slot) {
        visit(ground.entry_node(number), all[number as usize].entry);
    }
    for number in mesh.off_mesh_connections_into(slot) {
        visit(ground.entry_node(number) + 1, all[number as usize].exit);
    }
}

/// True if no cheapest path hops through a costly region from one border to another at a common vertex: the way along
/// both borders is cheaper. `edge` is the second border's, in the region.
///
/// A hop between points at distances x and y from the vertex costs w √(x² + y² − 2xy cos θ), the walk w₁x + w₂y. The
/// greatest ratio of the walk to the hop is √(w₁² + w₂² + 2w₁w₂ cos θ) / (w sin θ).
fn is_cut(ground: &Ground, source: Option<u32>, edge: EdgeId) -> bool {
    let (Some(source), Some(other)) = (source, ground.border_of(edge)) else { return false };
    let [one, two] = [source, other].map(|border| &ground.borders[border as usize]);
    let pairs = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let Some(&[i, j]) = pairs.iter().find(|&&[i, j]| one.nodes[i] == two.nodes[j]) else {
        return false;
    };
    let along = |border: &Border, end: usize| (border.ends[1 - end] - border.ends[end]).normalize();
    let [a, b] = [along(one, i), along(two, j)];
    let (sine, cosine) = (a.perp_dot(b).abs(), a.dot(b));
    let highest = one.cost.max(two.cost);
    let [w, w1, w2] = [ground.cost_of(edge), one.cost, two.cost].map(|cost| cost / highest);
    let doubt = 64.0 * f64::EPSILON;
    w * (sine - doubt) > (w1 * w1 + w2 * w2 + 2.0 * w1 * w2 * cosine + doubt).max(0.0).sqrt()
}
