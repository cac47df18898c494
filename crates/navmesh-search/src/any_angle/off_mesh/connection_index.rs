//! Links as the exact search uses them: off-mesh connections, each leading one way from its entry
//! to its exit.
//!
//! Between two off-mesh connections, a shortest path is a shortest walk. The connections therefore
//! change nothing in the propagation of intervals. They add points to search for, and points to
//! continue from ([`traversal`](super::traversal)).

use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{DVec2, LinkWay, NavMesh, OffMeshConnection};

use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::predicates::Lattice;

/// The precomputed data of a mesh's off-mesh connections; empty if no link can be used.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionIndex {
    all: Arc<[OffMeshConnection]>,
    /// The cells that contain an entry, each with the number of the connection; ascending.
    entries: Vec<(u32, u32)>,
    entry_cells: CellSet,
    exit_cells: CellSet,
    /// By connection, the places of its entry and its exit. Ends at the same point with the same
    /// cells share a place.
    places: Vec<[u32; 2]>,
    place_count: usize,
    pub(crate) shortcuts: Option<Shortcuts>,
    /// True if plain arithmetic is exact on all their points.
    pub(crate) are_on_lattice: bool,
}

/// The shortcuts: connections that cost less than the straight distance between their ends. With
/// them, the straight line to the goal is no lower bound.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shortcuts {
    entries: Disc,
    exits: Disc,
    least_cost: f64,
}

/// A disc that contains a set of points.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Disc {
    pub(crate) middle: DVec2,
    pub(crate) reach: f64,
}

/// A lower bound on the remaining cost of paths that take at least one shortcut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detour {
    pub(crate) entries: Disc,
    /// A lower bound on the remaining cost from the entry of a shortcut on.
    pub(crate) beyond: f64,
}

impl ConnectionIndex {
    /// Builds the index of a mesh. Complexity: O(l log l) in the number of links.
    pub(crate) fn of(mesh: &NavMesh, lattice: Option<Lattice>) -> Self {
        let holds = |lattice: Lattice| {
            let mut all = mesh.off_mesh_connections().iter();
            all.all(|connection| lattice.holds(connection.entry) && lattice.holds(connection.exit))
        };
        Self::among(mesh, Arc::clone(mesh.off_mesh_connections()), lattice.is_some_and(holds))
    }

    /// Returns the same connections, with the reverse of every one-way link added. A lower bound
    /// over these holds for the original ones too.
    pub(crate) fn both_ways(&self, mesh: &NavMesh) -> Self {
        let mut all = self.all.to_vec();
        let one_way = |connection: &&OffMeshConnection| {
            mesh.link(connection.link).is_some_and(|link| link.way == LinkWay::OneWay)
        };
        let back: Vec<OffMeshConnection> = all.iter().filter(one_way).map(turned_round).collect();
        all.extend(back);
        Self::among(mesh, all.into(), self.are_on_lattice)
    }

    /// Returns the same connections, each reversed, for a search that starts at the goals.
    pub(crate) fn turned_round(self: &Arc<Self>, mesh: &NavMesh) -> Arc<Self> {
        if self.is_empty() {
            return Arc::clone(self);
        }
        let all = self.all.iter().map(turned_round).collect();
        Arc::new(Self::among(mesh, all, self.are_on_lattice))
    }

    fn among(mesh: &NavMesh, all: Arc<[OffMeshConnection]>, are_on_lattice: bool) -> Self {
        let shortcuts = Shortcuts::among(&all);
        let mut connections = Self { shortcuts, are_on_lattice, all, ..Self::default() };
        if connections.is_empty() {
            return connections;
        }
        connections.entry_cells.begin(mesh.slot_count());
        connections.exit_cells.begin(mesh.slot_count());
        for (number, connection) in (0..).zip(&*connections.all) {
            connections.entries.extend(connection.entry_cells.iter().map(|&cell| (cell, number)));
            for &cell in &connection.entry_cells {
                connections.entry_cells.insert(cell);
            }
            for &cell in &connection.exit_cells {
                connections.exit_cells.insert(cell);
            }
        }
        connections.entries.merge_sort();
        connections.find_places();
        connections
    }

    fn find_places(&mut self) {
        let bits = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
        let mut ends: Vec<_> = Vec::with_capacity(2 * self.all.len());
        for (number, connection) in self.all.iter().enumerate() {
            ends.push((bits(connection.entry), &connection.entry_cells, number, 0));
            ends.push((bits(connection.exit), &connection.exit_cells, number, 1));
        }
        ends.merge_sort();
        self.places = vec![[0; 2]; self.all.len()];
        for (place, same) in (0..).zip(ends.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))) {
            for &(.., connection, end) in same {
                self.places[connection][end] = place;
            }
            self.place_count = place as usize + 1;
        }
    }

    /// True if the off-mesh connections of the mesh are those for which the index was built.
    pub(crate) fn are_of(&self, mesh: &NavMesh) -> bool {
        Arc::ptr_eq(&self.all, mesh.off_mesh_connections())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn all(&self) -> &[OffMeshConnection] {
        &self.all
    }

    /// Returns the places of a connection's entry and exit: numbers below
    /// [`ConnectionIndex::place_count`].
    pub(crate) fn places(&self, connection: u32) -> [u32; 2] {
        self.places[connection as usize]
    }

    pub(crate) fn place_count(&self) -> usize {
        self.place_count
    }

    /// Returns the numbers of the connections that can be entered from a cell.
    pub(crate) fn out_of(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.entries.partition_point(|&(own, _)| own < cell);
        let own = self.entries[first..].iter().take_while(move |(own, _)| *own == cell);
        own.map(|&(_, number)| number)
    }

    /// Returns the cells that contain an entry, ascending, some more than once.
    pub(crate) fn entry_cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|&(cell, _)| cell)
    }

    /// True if a connection can be entered from the cell.
    #[inline]
    pub(crate) fn may_be_entered_from(&self, cell: u32) -> bool {
        !self.is_empty() && self.entry_cells.contains(cell)
    }

    /// True if a connection begins or ends in the cell.
    pub(crate) fn touch(&self, cell: u32) -> bool {
        self.may_be_entered_from(cell) || (!self.is_empty() && self.exit_cells.contains(cell))
    }

    /// Returns a lower bound on the cost between two points, including links.
    pub(crate) fn least_between(&self, from: DVec2, goal: DVec2) -> f64 {
        let detour = self.shortcuts.map(|shortcuts| shortcuts.detour_to(Disc::at(goal)));
        let straight = from.distance(goal);
        detour.map_or(straight, |detour| straight.min(detour.least_from(from)))
            * (1.0 - 4.0 * f64::EPSILON)
    }
}

fn turned_round(connection: &OffMeshConnection) -> OffMeshConnection {
    OffMeshConnection {
        entry: connection.exit,
        exit: connection.entry,
        entry_cells: connection.exit_cells.clone(),
        exit_cells: connection.entry_cells.clone(),
        entry_is_one_place: connection.exit_is_one_place,
        exit_is_one_place: connection.entry_is_one_place,
        ..*connection
    }
}

impl Shortcuts {
    /// Returns the shortcuts among `all`; `None` if there are none.
    fn among(all: &[OffMeshConnection]) -> Option<Self> {
        let short = || all.iter().filter(|connection| connection.is_shortcut());
        let least_cost = short().map(|connection| connection.cost).reduce(f64::min)?;
        let entries = Disc::around(short().map(|connection| connection.entry));
        let exits = Disc::around(short().map(|connection| connection.exit));
        Some(Self { entries, exits, least_cost })
    }

    /// Returns the bound for any goal within a disc. A path over shortcuts enters one first and
    /// leaves one last.
    pub(crate) fn detour_to(&self, goals: Disc) -> Detour {
        let beyond = self.least_cost + (self.exits.gap(goals.middle) - goals.reach).max(0.0);
        Detour { entries: self.entries, beyond }
    }
}

impl Disc {
    /// Returns a disc that contains all points, centered on their bounding box.
    pub(crate) fn around(points: impl Iterator<Item = DVec2> + Clone) -> Self {
        let bounds = navmesh_core::Bounds::of(points.clone());
        let middle = bounds.min.midpoint(bounds.max);
        let reach = points.map(|point| point.distance(middle)).fold(0.0, f64::max);
        Self { middle, reach }
    }

    /// Returns the disc of one point.
    pub(crate) fn at(middle: DVec2) -> Self {
        Self { middle, reach: 0.0 }
    }

    /// Returns the distance of a point from the disc, 0 inside.
    pub(crate) fn gap(&self, point: DVec2) -> f64 {
        (point.distance(self.middle) - self.reach).max(0.0)
    }
}

impl Detour {
    /// Returns a lower bound on the remaining cost from a point over at least one shortcut.
    pub(crate) fn least_from(&self, point: DVec2) -> f64 {
        self.entries.gap(point) + self.beyond
    }
}
