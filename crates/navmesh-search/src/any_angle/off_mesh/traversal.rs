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

use navmesh_core::backend::collections::NONE;
use navmesh_core::{DVec2, NavMesh, OffMeshConnection};

use super::connection_index::ConnectionIndex;
use super::connection_state::{ConnectionExit, Reached};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::event::Event;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Node, Parent, Root};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Objective, Search};

impl Workspace {
    /// Prepares the search for entries of links: their cells become checkpoints.
    pub(crate) fn look_for_entries(&mut self, mesh: &NavMesh, connections: &ConnectionIndex) {
        self.connection_state.begin(connections);
        // A shortest path takes each connection at most once, which bounds the number of its
        // segments.
        self.vertices.begin(mesh.vertex_count() + 2 * connections.all().len());
        for cell in connections.entry_cells() {
            self.block_route.add_checkpoint(cell);
        }
    }
}

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Records the entries of links and the goals in the start's own cells.
    pub(crate) fn look_around_start(&mut self, root: u32) {
        for place in 0..self.workspace.endpoints.start.incidences.len() {
            let cell = self.workspace.endpoints.start.incidences[place].cell.slot;
            self.note_goals_in_cell(root, cell);
        }
    }

    /// Searches until nothing can beat the best path, nothing is open or the budget is spent.
    pub(crate) fn advance_over_links(&mut self) {
        loop {
            // A slice that ended before an exit is continued there, as a search in one go would.
            if !self.workspace.connection_state.is_spent {
                self.expand_open();
            }
            if self.pending.is_some() || !(self.leave_next_exit() || self.goes_on()) {
                return;
            }
            if self.workspace.connection_state.is_spent {
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
    /// This counts as one expansion. Without budget left, the search stops before it. Exits that are skipped do not count.
    fn leave_next_exit(&mut self) -> bool {
        loop {
            let least = self.workspace.connection_state.least();
            self.workspace.connection_state.is_spent = false;
            if least == f64::INFINITY || self.objective.is_done(least) {
                return false;
            }
            let Some((connection, reached)) = self.workspace.connection_state.next() else {
                return false;
            };
            // Keys in the queue are rounded, so the exact bound is tested before the search
            // continues.
            let [_, place] = self.connections.places(connection);
            let length = reached.solution.length;
            let is_open = length < self.workspace.connection_state.reached[place as usize]
                && !self.is_dominated(connection, length)
                && !self.is_beyond(connection, reached);
            if is_open && self.expansions_left == 0 {
                self.workspace.connection_state.is_spent = true;
                return true;
            }
            self.workspace.connection_state.remove_next();
            self.workspace.connection_state.reach(place, length);
            if is_open {
                self.expansions_left -= 1;
                self.leave_exit(connection, reached);
                return true;
            }
        }
    }

    /// True if no path that begins with this path over a connection can improve the result.
    fn is_beyond(&mut self, connection: u32, reached: Reached) -> bool {
        let least = reached.solution.length
            + self.objective.h_after(&self.graph, &self.connections.all()[connection as usize]);
        self.objective.is_done(least)
    }

    /// True if a shorter path reaches the exit of a connection in each cell that contains the exit.
    fn is_dominated(&self, connection: u32, length: f64) -> bool {
        let connections = self.connections;
        let OffMeshConnection { exit, exit_cells, .. } = &connections.all()[connection as usize];
        exit_cells.iter().all(|&cell| {
            let mut portals = self.portals.of_cell(cell).map(|portal| self.portals.get(portal));
            let vertices = &self.workspace.vertices;
            let shorter = |(vertex, point): (u32, DVec2)| {
                vertices.dominates(vertices.distance(vertex), point.distance(*exit), length)
            };
            portals.any(|portal| portal.ends().into_iter().any(shorter))
        })
    }

    fn leave_exit(&mut self, connection: u32, reached: Reached) {
        let connections = self.connections;
        let OffMeshConnection { exit, exit_cells, .. } = &connections.all()[connection as usize];
        let (root, first) = (self.workspace.roots.len() as u32, self.workspace.nodes.len());
        let own = Root::afresh(*exit, reached.solution.length);
        self.workspace.roots.push(own);
        self.workspace.connection_state.exits.push(ConnectionExit { root, connection, reached });
        self.see(Event::Turned(&own));
        let from = Parent { root: own, number: root, step: NONE };
        for &cell in exit_cells {
            self.leave_cell(&from, cell);
        }
        for &cell in exit_cells {
            self.note_goals_in_cell(root, cell);
        }
        self.pending = self.enqueue(first, NONE);
    }

    /// Records the entries of links and the goals in a cell that contains a root.
    fn note_goals_in_cell(&mut self, root: u32, cell: u32) {
        let connections = self.connections;
        let from = Parent { root: self.workspace.roots[root as usize], number: root, step: NONE };
        if self.objective.is_in(self.workspace, cell) {
            self.objective.note_goals_in_cell(&mut self.graph, cell, &from);
        }
        for connection in connections.out_of(cell) {
            let solution = Solution::straight(&from, connections.all()[connection as usize].entry);
            self.note_entry(connection, solution, cell);
        }
    }

    /// Records a path to the entry of a link, and adds the cost of the link.
    fn note_entry(&mut self, number: u32, solution: Solution, cell: u32) {
        let connections = self.connections;
        let connection = &connections.all()[number as usize];
        let [entry, exit] = connections.places(number);
        if connection.entry_is_one_place {
            self.workspace.connection_state.reach(entry, solution.length);
        }
        let solution = Solution { length: solution.length + connection.cost, ..solution };
        let connection_state = &self.workspace.connection_state;
        if connection_state.is_shorter(number, solution.length)
            && solution.length < connection_state.reached[exit as usize]
        {
            let least = solution.length + self.objective.h_after(&self.graph, connection);
            self.workspace.connection_state.note(number, Reached { solution, cell }, least);
        }
    }

    /// True if a connection out of a cell stays on the route: it leads to the same cell, or its
    /// block is on the route.
    fn leads_on(&self, cell: u32, connection: &OffMeshConnection) -> bool {
        let is_on_the_way = |exit: &u32| {
            *exit == cell || self.workspace.block_route.contains(self.blocks.between(cell, *exit))
        };
        connection.exit_cells.iter().any(is_on_the_way)
    }

    /// Records the paths to goals and to entries of links in the cell behind a node; true if the
    /// search continues through the cell.
    pub(crate) fn arrive_over_links(&mut self, cell: u32, node: &Node, from: &Parent) -> bool {
        let holds_goal = self.objective.is_in(self.workspace, cell);
        let goes_on = !holds_goal || self.objective.arrive(&mut self.graph, cell, node, from);
        let connections = self.connections;
        for number in connections.out_of(cell) {
            let connection = &connections.all()[number as usize];
            let least = from.root.g + from.root.point.distance(connection.entry) + connection.cost;
            if self.workspace.connection_state.is_shorter(number, least)
                && self.leads_on(cell, connection)
                && let Some(solution) = self.final_segment(node, from, connection.entry)
            {
                self.note_entry(number, solution, cell);
            }
        }
        goes_on
    }
}
