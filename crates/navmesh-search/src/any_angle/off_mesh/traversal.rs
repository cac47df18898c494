//! Search with links: exact, because it continues from the exits.
//!
//! Between two links, a shortest path is a shortest walk. The search therefore looks for the
//! entries of links as it looks for goals: by exact side tests from every interval by which their
//! cells are entered. An entry that is reached puts the link's exit on a list, with the length of
//! the path and the link's cost. When no open interval has a smaller bound, the search continues
//! from that exit as it did from the start. If it finds a shorter path to the same exit later, it
//! continues from there again. Inconsistent bounds therefore lose no path, and the first path to
//! the goal that no bound can beat is the shortest.
//!
//! Vertex distances hold for all roots, because they include paths over links. An exit is skipped
//! if a path through a vertex of its cell reaches it with a shorter length. Without links none of
//! this is compiled into the search ([`Objective::OVER_LINKS`]).

use navmesh_core::collections::NONE;
use navmesh_core::{DVec2, NavMesh, OffMeshConnection};

use super::connection_index::LeapIndex;
use super::connection_state::{ConnectionExit, Reached};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::event::Event;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent, Root};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Objective, Search};

impl Workspace {
    /// Prepares the search for entries of links: their cells become checkpoints.
    pub(crate) fn look_for_entries(&mut self, mesh: &NavMesh, leaps: &LeapIndex) {
        self.leaping.begin(leaps);
        // A shortest path takes each connection at most once, which bounds the number of its
        // segments.
        self.vertices.begin(mesh.vertex_count() + 2 * leaps.all().len());
        leaps.entry_cells().for_each(|cell| self.block_route.add_checkpoint(cell));
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Records the entries of links and the goals in the start's own cells.
    pub(crate) fn look_around_start(&mut self, root: u32) {
        for place in 0..self.workspace.endpoints.start.incidences.len() {
            let cell = self.workspace.endpoints.start.incidences[place].cell.slot;
            self.look_around(root, cell);
        }
    }

    /// Searches until nothing can beat the best path, nothing is open or the budget is spent.
    pub(crate) fn advance_over_links(&mut self) {
        loop {
            self.expand_open();
            if self.pending.is_some() || !(self.land() || self.goes_on()) {
                return;
            }
            if self.workspace.leaping.is_spent {
                return;
            }
        }
    }

    /// True if an open node can still improve the result, after the exit before it was rejected.
    fn goes_on(&mut self) -> bool {
        self.workspace.open_count() > 0 && !self.is_done(self.workspace.least_open())
    }

    /// Continues from the exit with the lowest bound; false if no exit can improve the result.
    ///
    /// This counts as one expansion. Without budget left, the search stops before it.
    fn land(&mut self) -> bool {
        loop {
            let least = self.workspace.leaping.least();
            if least == f64::INFINITY || self.objective.is_done(least) {
                return false;
            }
            let left = self.expansions_left.checked_sub(1);
            self.workspace.leaping.is_spent = left.is_none();
            let Some(left) = left else { return true };
            let Some((leap, reached)) = self.workspace.leaping.next() else { continue };
            // Keys in the queue are rounded, so the exact bound is tested before the search
            // continues.
            let [_, place] = self.leaps.places(leap);
            let is_new = self.workspace.leaping.reach(place, reached.solution.length);
            if is_new
                && !self.is_dominated(leap, reached.solution.length)
                && !self.is_beyond(leap, reached)
            {
                self.expansions_left = left;
                self.set_out_from(leap, reached);
                return true;
            }
        }
    }

    /// True if no path that begins with this path over a connection can improve the result.
    fn is_beyond(&mut self, leap: u32, reached: Reached) -> bool {
        let least = reached.solution.length + A::h_after(self, &self.leaps.all()[leap as usize]);
        self.objective.is_done(least)
    }

    /// True if a shorter path reaches the exit of a connection in each cell that contains the exit.
    fn is_dominated(&self, leap: u32, length: f64) -> bool {
        let leaps = self.leaps;
        let OffMeshConnection { exit, exit_cells, .. } = &leaps.all()[leap as usize];
        exit_cells.iter().all(|&cell| {
            let mut portals = self.portals.of_cell(cell).map(|portal| self.portals.get(portal));
            let vertices = &self.workspace.vertices;
            let shorter = |(vertex, point): (u32, DVec2)| {
                vertices.dominates(vertices.distance(vertex), point.distance(*exit), length)
            };
            portals.any(|portal| portal.ends().into_iter().any(shorter))
        })
    }

    fn set_out_from(&mut self, leap: u32, reached: Reached) {
        let leaps = self.leaps;
        let OffMeshConnection { exit, exit_cells, .. } = &leaps.all()[leap as usize];
        let (root, first) = (self.workspace.roots.len() as u32, self.workspace.nodes.len());
        let own = Root::afresh(*exit, reached.solution.length);
        self.workspace.roots.push(own);
        self.workspace.leaping.exits.push(ConnectionExit { root, leap, reached });
        A::see(self, Event::Turned(&own));
        let from = Parent { root: own, number: root, step: NONE };
        exit_cells.iter().for_each(|&cell| self.leave_cell(&from, cell));
        exit_cells.iter().for_each(|&cell| self.look_around(root, cell));
        self.pending = self.enqueue(first, NONE);
    }

    /// Records the entries of links and the goals in a cell that contains a root.
    fn look_around(&mut self, root: u32, cell: u32) {
        let leaps = self.leaps;
        let from = Parent { root: self.workspace.roots[root as usize], number: root, step: NONE };
        if self.objective.is_in(self.workspace, cell) {
            A::look_around(self, cell, &from);
        }
        for leap in leaps.out_of(cell) {
            let solution = Solution::straight(&from, leaps.all()[leap as usize].entry);
            self.note_entry(leap, solution, cell);
        }
    }

    /// Records a path to the entry of a link, and adds the cost of the link.
    fn note_entry(&mut self, number: u32, solution: Solution, cell: u32) {
        let leaps = self.leaps;
        let leap = &leaps.all()[number as usize];
        let [entry, exit] = leaps.places(number);
        if leap.entry_is_one_place {
            self.workspace.leaping.reach(entry, solution.length);
        }
        let solution = Solution { length: solution.length + leap.cost, ..solution };
        let leaping = &self.workspace.leaping;
        if leaping.is_shorter(number, solution.length)
            && solution.length < leaping.reached[exit as usize]
        {
            let least = solution.length + A::h_after(self, leap);
            self.workspace.leaping.note(number, Reached { solution, cell }, least);
        }
    }

    /// True if a connection out of a cell stays on the route: it leads to the same cell, or its
    /// block is on the route.
    fn leads_on(&self, cell: u32, leap: &OffMeshConnection) -> bool {
        let is_on_the_way = |exit: &u32| {
            *exit == cell || self.workspace.block_route.contains(self.blocks.between(cell, *exit))
        };
        leap.exit_cells.iter().any(is_on_the_way)
    }

    /// Records the paths to goals and to entries of links in the cell behind a node; true if the
    /// search continues through the cell.
    pub(crate) fn arrive_over_links(&mut self, cell: u32, node: &Node, from: &Parent) -> bool {
        let holds_goal = self.objective.is_in(self.workspace, cell);
        let goes_on = !holds_goal || A::arrive(self, cell, node, from);
        let leaps = self.leaps;
        for number in leaps.out_of(cell) {
            let leap = &leaps.all()[number as usize];
            let least = from.root.g + from.root.point.distance(leap.entry) + leap.cost;
            if self.workspace.leaping.is_shorter(number, least)
                && self.leads_on(cell, leap)
                && let Some(solution) = self.final_segment(node, from, leap.entry)
            {
                self.note_entry(number, solution, cell);
            }
        }
        goes_on
    }
}
