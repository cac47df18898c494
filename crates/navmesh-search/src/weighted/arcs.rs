//! The arcs of the weighted graph: straight hops inside a region, and walks along a border.
//!
//! Each arc has two costs. `lower` bounds from below the cost of every such hop between two points of the nodes'
//! pieces. `upper` is the cost between the points that stand for them, and infinite if these do not see each other.

mod viewers;

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_core::{DVec2, EdgeId, Feature, Incidence, OffMeshConnection};

use super::ground::{Border, Entering, Ground, GroundNode, PIECES, Piece, incidences};
use super::sight::{Cones, Eye, look};
use viewers::{PointViewer, SegmentViewer};

/// The costs by which the graph is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum By {
    #[default]
    Upper,
    Lower,
}

impl By {
    pub(super) fn cost(self, arc: &Arc) -> f64 {
        match self {
            Self::Upper => arc.upper,
            Self::Lower => arc.lower,
        }
    }
}

/// The end of a query from which a search sets out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Direction {
    /// From the start, along off-mesh connections.
    #[default]
    Forward,
    /// From the goal, against them.
    Backward,
}

impl Direction {
    pub(super) fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// True if a search in this direction does not use an arc.
    pub(super) fn bars(self, ground: &Ground, from: u32, to: u32) -> bool {
        match self {
            Self::Forward => ground.is_backward(from, to),
            Self::Backward => ground.is_forward(from, to),
        }
    }
}

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
    /// The slots of the cells that were seen, some of them several times.
    cells: Vec<u32>,
    cones: Cones,
    /// The cost of the straight way to the target.
    pub(crate) direct: f64,
}

impl ArcFinder {
    /// Finds the arcs by which a search in a direction leaves a node. Forward, connections are passed from entry to exit.
    pub(crate) fn of_node(&mut self, ground: &Ground, node: u32, direction: Direction) -> &[Arc] {
        let all = ground.mesh.off_mesh_connections();
        match ground.node(node) {
            GroundNode::Vertex(edge) => {
                let mesh = &ground.mesh;
                let origin = mesh.edge(edge).origin();
                let place = mesh.place_in(mesh.edge(edge).cell_slot(), origin);
                let fan: Vec<Incidence> = mesh.incidences_at(place).collect();
                self.begin();
                self.look_from(ground, origin, &fan, Some(node), None);
            }
            GroundNode::Piece { piece, entering } => self.of_piece(ground, piece, entering),
            GroundNode::Entry(number) if direction == Direction::Forward => {
                self.pass(node + 1, all[number as usize].cost);
            }
            GroundNode::Exit(number) if direction == Direction::Backward => {
                self.pass(node - 1, all[number as usize].cost);
            }
            GroundNode::Entry(number) => {
                let OffMeshConnection { entry, entry_cells, .. } = &all[number as usize];
                self.of_end(ground, *entry, entry_cells);
            }
            GroundNode::Exit(number) => {
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

    /// Returns the slots of the cells that the last node sees, ascending.
    pub(crate) fn cells(&mut self) -> &[u32] {
        self.cells.sort_unstable();
        self.cells.dedup();
        &self.cells
    }

    fn begin(&mut self) {
        self.arcs.clear();
        self.cells.clear();
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
        let Self { arcs, cells, cones, direct } = self;
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
                cells,
                direct,
            };
            look(ground, Eye::point(point), slot, &|_| false, cones, viewer);
        }
    }

    /// Finds the hops from a piece into one side, and the walks along its border.
    fn of_piece(&mut self, ground: &Ground, piece: Piece, entering: Entering) {
        self.begin();
        let Self { arcs, cells, cones, direct } = self;
        let border = &ground.borders[piece.border as usize];
        let (ends, point) = (ground.ends(&piece), ground.sample(&piece));
        let edge = match entering {
            Entering::Cheap => border.cheap,
            Entering::Costly => border.costly,
        };
        if entering == Entering::Cheap {
            walk_on(ground, piece, arcs);
        }
        let (slot, cost) = (ground.mesh.edge(edge).cell_slot(), ground.cost_of(edge));
        let own = |other: EdgeId| other == edge;
        let source = piece.border;
        let viewer = &mut SegmentViewer { ground, ends, cost, border: source, arcs, cells };
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
            cells,
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
                to: ground.piece_node(number, Entering::Costly),
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
            to: ground.piece_node(number, Entering::Costly),
            lower: cost * rounded_down(ground, distance(own, ground.ends(&other))),
            upper: cost * middle.distance(ground.sample(&other)),
        });
    }
    for (end, node) in ends.into_iter().zip(nodes) {
        let lower = cost * rounded_down(ground, distance(own, [end; 2]));
        arcs.push(Arc { to: node, lower, upper: cost * middle.distance(end) });
    }
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
