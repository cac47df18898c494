//! The arcs of the weighted graph: straight hops inside a region, and walks along a border.
//!
//! Each arc has two costs. `lower` bounds from below the cost of every such hop between two points of the nodes'
//! pieces. `upper` is the cost between the points that stand for them, and infinite if these do not see each other.

use navmesh_core::geom::nearest_on_segment;
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, OffMeshConnection};

use super::ground::{Border, Entering, Ground, Node, PIECES, Piece, incidences};
use super::search::Direction;
use super::sight::{Cones, Eye, View, Viewer, look};

/// An arc of the weighted graph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Arc {
    pub(crate) to: u32,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
}

/// A point that looks for another one: the goal of a query.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) point: DVec2,
    pub(crate) incidences: &'a [Incidence],
}

/// The arcs of one node while they are found. Its memory is kept.
#[derive(Debug, Default)]
pub(crate) struct ArcFinder {
    arcs: Vec<Arc>,
    cones: Cones,
    /// The cost of the straight way to the target.
    pub(crate) direct: f64,
}

impl ArcFinder {
    /// Finds the arcs by which a search in a direction leaves a node. Forward, connections are passed from entry to exit.
    pub(crate) fn of_node(&mut self, ground: &Ground, node: u32, direction: Direction) -> &[Arc] {
        let all = ground.mesh.off_mesh_connections();
        match ground.node(node) {
            Node::Vertex(edge) => {
                let mesh = &ground.mesh;
                let origin = mesh.edge(edge).origin();
                let place = mesh.place_in(mesh.edge(edge).cell_slot(), origin);
                let fan: Vec<Incidence> = mesh.incidences_at(place).collect();
                self.begin();
                self.look_from(ground, origin, &fan, Some(node), None);
            }
            Node::Piece { piece, entering } => self.of_piece(ground, piece, entering),
            Node::Entry(number) if direction == Direction::Forward => {
                self.pass(node + 1, all[number as usize].cost);
            }
            Node::Exit(number) if direction == Direction::Backward => {
                self.pass(node - 1, all[number as usize].cost);
            }
            Node::Entry(number) => {
                let OffMeshConnection { entry, entry_cells, .. } = &all[number as usize];
                self.of_end(ground, *entry, entry_cells);
            }
            Node::Exit(number) => {
                let OffMeshConnection { exit, exit_cells, .. } = &all[number as usize];
                self.of_end(ground, *exit, exit_cells);
            }
        }
        self.merged()
    }

    /// Passes a connection to its other end.
    fn pass(&mut self, to: u32, cost: f64) {
        self.begin();
        self.arcs.push(Arc { to, lower: cost, upper: cost });
    }

    /// Finds the arcs that leave an end of a connection over ground.
    fn of_end(&mut self, ground: &Ground, point: DVec2, cells: &[u32]) {
        let at: Vec<Incidence> = incidences(&ground.mesh, point, cells).collect();
        self.of_point(ground, point, &at, None);
    }

    /// Finds the arcs that leave a point, and the straight way to a target.
    pub(crate) fn of_point(
        &mut self,
        ground: &Ground,
        point: DVec2,
        at: &[Incidence],
        target: Option<Target<'_>>,
    ) -> &[Arc] {
        self.begin();
        self.look_from(ground, point, at, None, target);
        self.merged()
    }

    fn begin(&mut self) {
        self.arcs.clear();
        self.direct = f64::INFINITY;
    }

    fn look_from(
        &mut self,
        ground: &Ground,
        point: DVec2,
        at: &[Incidence],
        source: Option<u32>,
        target: Option<Target<'_>>,
    ) {
        let Self { arcs, cones, direct } = self;
        for incidence in at {
            walk_from(ground, point, incidence.feature, arcs);
            let slot = incidence.cell.slot;
            let cost = ground.mesh.cost(slot);
            let viewer = &mut PointViewer {
                ground,
                point,
                cost,
                source,
                border: None,
                target,
                arcs,
                direct,
            };
            look(ground, Eye::point(point), slot, &|_| false, cones, viewer);
        }
    }

    /// Finds the hops from a piece into one side, and the walks along its border.
    fn of_piece(&mut self, ground: &Ground, piece: Piece, entering: Entering) {
        self.begin();
        let Self { arcs, cones, direct } = self;
        let border = &ground.borders[piece.border as usize];
        let (ends, point) = (ground.ends(&piece), ground.sample(&piece));
        let edge = match entering {
            Entering::Cheap => border.cheap,
            Entering::Dear => border.dear,
        };
        if entering == Entering::Cheap {
            walk_on(ground, piece, arcs);
        }
        let (slot, cost) = (ground.mesh.edge(edge).cell_slot(), ground.cost_of(edge));
        let own = |other: EdgeId| other == edge;
        let source = piece.border;
        let viewer = &mut SegmentViewer { ground, ends, cost, border: source, arcs };
        look(ground, Eye::piece(ground, edge, ends), slot, &own, cones, viewer);
        let border = Some(source);
        let viewer = &mut PointViewer {
            ground,
            point,
            cost,
            source: None,
            border,
            target: None,
            arcs,
            direct,
        };
        look(ground, Eye::piece(ground, edge, [point; 2]), slot, &own, cones, viewer);
    }

    /// Merges the arcs to the same node.
    fn merged(&mut self) -> &[Arc] {
        self.arcs.sort_unstable_by_key(|arc| arc.to);
        self.arcs.dedup_by(|next, kept| {
            let is_same = next.to == kept.to;
            if is_same {
                kept.lower = kept.lower.min(next.lower);
                kept.upper = kept.upper.min(next.upper);
            }
            is_same
        });
        &self.arcs
    }
}

/// Adds the walks along a border from a point on it.
fn walk_from(ground: &Ground, point: DVec2, feature: Feature, arcs: &mut Vec<Arc>) {
    let edges = match feature {
        Feature::Inside => [None, None],
        Feature::Edge(edge) => [Some(edge), None],
        Feature::Corner(edge) => [Some(edge), Some(ground.mesh.previous_edge(edge))],
    };
    for border in edges.into_iter().flatten().filter_map(|edge| ground.border_of(edge)) {
        let cost = ground.borders[border as usize].cost;
        for number in border * PIECES..(border + 1) * PIECES {
            let piece = ground.piece(number);
            let gap = distance(ground.ends(&piece), [point; 2]);
            arcs.push(Arc {
                to: ground.piece_node(number, Entering::Dear),
                lower: cost * rounded_down(ground, gap),
                upper: cost * point.distance(ground.sample(&piece)),
            });
        }
    }
}

/// Adds the walks along a border from one of its pieces, to the other pieces and to the border's ends.
fn walk_on(ground: &Ground, piece: Piece, arcs: &mut Vec<Arc>) {
    let Border { ends, nodes, cost, .. } = ground.borders[piece.border as usize];
    let (own, middle) = (ground.ends(&piece), ground.sample(&piece));
    for number in piece.border * PIECES..(piece.border + 1) * PIECES {
        let other = ground.piece(number);
        arcs.push(Arc {
            to: ground.piece_node(number, Entering::Dear),
            lower: cost * rounded_down(ground, distance(own, ground.ends(&other))),
            upper: cost * middle.distance(ground.sample(&other)),
        });
    }
    for (end, node) in ends.into_iter().zip(nodes) {
        let lower = cost * rounded_down(ground, distance(own, [end; 2]));
        arcs.push(Arc { to: node, lower, upper: cost * middle.distance(end) });
    }
}

/// Collects the exact arcs of a point.
struct PointViewer<'a, 'g> {
    ground: &'g Ground,
    point: DVec2,
    /// The cost of the region.
    cost: f64,
    /// The vertex node that is viewed from.
    source: Option<u32>,
    /// The border whose piece the point is the middle of. Its lower bounds come from the whole piece.
    border: Option<u32>,
    target: Option<Target<'a>>,
    arcs: &'a mut Vec<Arc>,
    direct: &'a mut f64,
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
struct SegmentViewer<'a, 'g> {
    ground: &'g Ground,
    ends: [DVec2; 2],
    cost: f64,
    border: u32,
    arcs: &'a mut Vec<Arc>,
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
    let entering = if is_cheap { Entering::Dear } else { Entering::Cheap };
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

/// True if no cheapest path hops through a dear region from one border to another at a common vertex: the way along
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

/// Returns the distance between two segments that do not cross.
pub(super) fn distance([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> f64 {
    let to =
        |p: DVec2, ends: [DVec2; 2]| p.distance_squared(nearest_on_segment(ends[0], ends[1], p));
    let near = to(a, [c, d]).min(to(b, [c, d])).min(to(c, [a, b])).min(to(d, [a, b]));
    near.sqrt()
}

/// Returns a lower bound on a distance between given points.
fn exact_down(distance: f64) -> f64 {
    distance * (1.0 - 4.0 * f64::EPSILON)
}

/// Returns a lower bound on a distance between points of borders.
pub(super) fn rounded_down(ground: &Ground, distance: f64) -> f64 {
    (exact_down(distance) - ground.rounding).max(0.0)
}
