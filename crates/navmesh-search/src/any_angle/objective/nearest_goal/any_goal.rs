//! The objective of a search for the nearest of several goals, and its result so far.

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh_core::backend::{Endpoint, geom::nearest_on_segment};
use navmesh_core::{DVec2, NavMesh, OffMeshConnection};

use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::portals::Corner;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::off_mesh::connection_index::{Detour, Disc, Shortcuts};
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Graph, IntervalView, Objective, Traits};
use crate::goal_pieces::{Piece, inside};

/// The objective of a search for the nearest of several goals, and its result so far.
#[derive(Debug)]
pub(super) struct AnyGoal {
    mesh: Arc<NavMesh>,
    /// Sorted by cell, then by goal.
    pub(super) pieces: Arc<[Piece]>,
    cells: CellSet,
    /// Contains all pieces.
    extent: Disc,
    /// The lower bound for paths over shortcuts, if the mesh has any.
    detour: Option<Detour>,
    /// The cells with pieces that the search has entered.
    visits: BTreeMap<u32, Visits>,
    pub(super) rounding: Rounding,
    pub(super) max_cost: f64,
    pub(super) best: Option<Best>,
}

/// The intervals through which a cell was entered, and the feet found in it.
#[derive(Debug, Default)]
struct Visits {
    entries: Vec<(Node, Parent)>,
    feet: Vec<GoalPoint>,
}

/// A candidate end of the path: a point of a goal on the mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GoalPoint {
    pub(super) point: DVec2,
    pub(super) goal: usize,
}

/// The shortest path found so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    pub(super) reached: Reached,
    pub(super) place: GoalPoint,
}

impl AnyGoal {
    pub(super) fn new(
        mesh: &Arc<NavMesh>,
        shortcuts: Option<Shortcuts>,
        pieces: Arc<[Piece]>,
        rounding: Rounding,
    ) -> Self {
        let mesh = Arc::clone(mesh);
        let mut cells = CellSet::default();
        cells.begin(mesh.slot_count());
        for piece in &*pieces {
            cells.insert(piece.cell);
        }
        let extent = Disc::around(pieces.iter().flat_map(|piece| piece.ends));
        let detour = shortcuts.map(|shortcuts| shortcuts.detour_to(extent));
        let (visits, best, max_cost) = (BTreeMap::new(), None, f64::INFINITY);
        Self { mesh, pieces, cells, extent, detour, visits, rounding, max_cost, best }
    }

    /// The length of the shortest path found so far; infinite without one.
    pub(super) fn best_length(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |best| best.reached.solution.length)
    }

    fn pieces_in(&self, cell: u32) -> std::ops::Range<usize> {
        let from = self.pieces.partition_point(|piece| piece.cell < cell);
        let count = self.pieces[from..].partition_point(|piece| piece.cell == cell);
        from..from + count
    }

    /// Returns the straight distance from a point to the nearest piece.
    pub(super) fn distance_to(&self, point: DVec2) -> f64 {
        let distance =
            |piece: &Piece| nearest_on_segment(piece.ends[0], piece.ends[1], point).distance(point);
        self.pieces.iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    /// Returns a lower bound on the length of a path from a point to the nearest piece.
    pub(super) fn least_from(&self, point: DVec2) -> f64 {
        let straight = self.distance_to(point);
        self.detour.map_or(straight, |detour| straight.min(detour.least_from(point)))
    }

    /// Returns the point of a piece that is nearest to a root, unless it is an end of the piece.
    fn foot(&self, piece: &Piece, root: DVec2) -> Option<DVec2> {
        let [a, b] = piece.ends;
        let foot = nearest_on_segment(a, b, root);
        (foot != a && foot != b).then(|| inside(&self.mesh, piece.cell, foot)).flatten()
    }

    /// Moves the goal endpoint to the end of the best path.
    pub(super) fn stand_on_best(&self, goal: &mut Endpoint) {
        let Some(Best { place, .. }) = self.best else { return };
        goal.point = place.point;
        let piece = self.pieces.iter().find(|piece| piece.goal == place.goal);
        goal.offset = piece.map_or(0.0, |piece| piece.offset);
    }

    fn note_path(&mut self, reached: Reached, place: GoalPoint) {
        if self.is_shorter(reached.solution.length) {
            self.best = Some(Best { reached, place });
        }
    }

    fn is_shorter(&self, length: f64) -> bool {
        self.best.is_none_or(|best| length < best.reached.solution.length)
    }
}

impl AnyGoal {
    /// Records the path from a node's root to a point in the cell behind it.
    fn go_to<S: SidePredicate>(
        &mut self,
        graph: &mut Graph<'_, S>,
        (node, from): &(Node, Parent),
        place: GoalPoint,
    ) {
        let least = from.root.g + from.root.point.distance(place.point);
        if !self.is_shorter(least) {
            return;
        }
        if let Some(solution) = graph.final_segment(self, node, from, place.point) {
            let cell = graph.portals.get(node.portal).leads_to();
            self.note_path(Reached { solution, cell }, place);
        }
    }

    /// Returns the feet on a piece of the node's root and of the corners at which its interval
    /// ends.
    fn feet<S>(
        &self,
        graph: &Graph<'_, S>,
        (node, from): &(Node, Parent),
        piece: &Piece,
    ) -> Vec<GoalPoint> {
        let portal = graph.portals.get(node.portal);
        let corner = |corner: Option<Corner>| corner.map(|corner| corner.point);
        let right = corner(portal.right_corner().filter(|_| node.right().is_at_vertex()));
        let left = corner(portal.left_corner().filter(|_| node.left().is_at_vertex()));
        let root = from.root;
        let feet = [Some(root.point), right, left].into_iter().flatten().filter_map(|via| {
            let point = self.foot(piece, via)?;
            let length = root.g + root.point.distance(via) + via.distance(point);
            self.is_shorter(length).then_some(GoalPoint { point, goal: piece.goal })
        });
        feet.collect()
    }
}

impl<S: SidePredicate> Objective<S> for AnyGoal {
    fn traits(&self) -> Traits {
        Traits::OVER_LINKS
    }

    #[inline]
    fn is_in(&self, _: &Workspace, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    #[inline]
    fn bound(&self, _: &Graph<'_, S>, at: &IntervalView) -> f64 {
        let IntervalView { root, geometry, .. } = at;
        let AnyGoal { extent, detour, .. } = self;
        let straight = geometry.length_to_disc(extent.middle, extent.reach);
        let Some(Detour { entries, beyond }) = detour else { return root.g + straight };
        root.g + straight.min(geometry.length_to_disc(entries.middle, entries.reach) + beyond)
    }

    fn h_after(&self, _: &Graph<'_, S>, connection: &OffMeshConnection) -> f64 {
        let AnyGoal { extent, detour, .. } = self;
        let straight = extent.gap(connection.exit);
        detour.map_or(straight, |detour| straight.min(detour.least_from(connection.exit)))
    }

    fn arrive(&mut self, graph: &mut Graph<'_, S>, cell: u32, node: &Node, from: &Parent) -> bool {
        let entry = (*node, *from);
        let mut visits = self.visits.remove(&cell).unwrap_or_default();
        for &foot in &visits.feet {
            self.go_to(graph, &entry, foot);
        }
        visits.entries.push(entry);
        for number in self.pieces_in(cell) {
            let piece = self.pieces[number];
            for point in piece.ends {
                self.go_to(graph, &entry, GoalPoint { point, goal: piece.goal });
            }
            for foot in self.feet(graph, &entry, &piece) {
                if !visits.feet.contains(&foot) {
                    for entry in &visits.entries {
                        self.go_to(graph, entry, foot);
                    }
                    visits.feet.push(foot);
                }
            }
        }
        self.visits.insert(cell, visits);
        true
    }

    fn note_goals_in_cell(&mut self, _: &mut Graph<'_, S>, cell: u32, from: &Parent) {
        let objective = self;
        for number in objective.pieces_in(cell) {
            let piece = objective.pieces[number];
            let foot = objective.foot(&piece, from.root.point);
            for point in piece.ends.into_iter().chain(foot) {
                let solution = Solution::straight(from, point);
                objective
                    .note_path(Reached { solution, cell }, GoalPoint { point, goal: piece.goal });
            }
        }
    }

    #[inline]
    fn is_done(&mut self, least: f64) -> bool {
        let least = self.rounding.rounded_down(least);
        least >= self.best_length() || least > self.max_cost
    }
}
