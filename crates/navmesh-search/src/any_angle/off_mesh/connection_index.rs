//! Links as the exact search takes them: each way over one is a *leap*, from its entry to its exit.
//!
//! Between two leaps a shortest path is the shortest walk. So leaps change nothing in how intervals are swept;
//! they add places to look for, and places to set out from ([`traversal`](super::traversal)).

use std::sync::Arc;

use navmesh_core::{DVec2, LinkWay, NavMesh, OffMeshConnection};

use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::predicates::Lattice;

/// What is prepared for the leaps of a mesh; empty where no link can be used.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeapIndex {
    all: Arc<[OffMeshConnection]>,
    /// The cells in which one stands at an entry, each with the leap's number; ascending.
    entries: Vec<(u32, u32)>,
    entry_cells: CellSet,
    exit_cells: CellSet,
    /// The places of each leap's entry and exit, by number: ends of links that meet are one.
    places: Vec<[u32; 2]>,
    place_count: usize,
    pub(crate) shortcuts: Option<Shortcuts>,
    /// True where plain arithmetic is exact on all their points.
    pub(crate) are_on_lattice: bool,
}

/// The leaps that cost less than the straight line is long: with them, a straight line is no bound.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shortcuts {
    entries: Disc,
    exits: Disc,
    /// What they cost at least.
    least_cost: f64,
}

/// Where points are: no farther from the middle than the reach.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Disc {
    pub(crate) middle: DVec2,
    pub(crate) reach: f64,
}

/// What is left to a goal at least, on ground with shortcuts, for whoever takes one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detour {
    pub(crate) entries: Disc,
    /// What is left from the nearest entry of a shortcut on, at least.
    pub(crate) beyond: f64,
}

impl LeapIndex {
    /// What is prepared for a mesh. Complexity: O(l log l) in the number of links.
    pub(crate) fn of(mesh: &NavMesh, lattice: Option<Lattice>) -> Self {
        let holds = |lattice: Lattice| {
            let mut all = mesh.off_mesh_connections().iter();
            all.all(|leap| lattice.holds(leap.entry) && lattice.holds(leap.exit))
        };
        Self::among(mesh, Arc::clone(mesh.off_mesh_connections()), lattice.is_some_and(holds))
    }

    /// Returns the same links with every one-way link led back too. A lower bound over these is a lower bound.
    pub(crate) fn both_ways(&self, mesh: &NavMesh) -> Self {
        let mut all = self.all.to_vec();
        let one_way = |leap: &&OffMeshConnection| {
            mesh.link(leap.link).is_some_and(|link| link.way == LinkWay::OneWay)
        };
        let back: Vec<OffMeshConnection> = all.iter().filter(one_way).map(turned_round).collect();
        all.extend(back);
        Self::among(mesh, all.into(), self.are_on_lattice)
    }

    /// The same leaps, each from its exit to its entry: for a search that comes from the goals.
    pub(crate) fn turned_round(self: &Arc<Self>, mesh: &NavMesh) -> Arc<Self> {
        if self.is_empty() {
            return Arc::clone(self);
        }
        let all = self.all.iter().map(turned_round).collect();
        Arc::new(Self::among(mesh, all, self.are_on_lattice))
    }

    fn among(mesh: &NavMesh, all: Arc<[OffMeshConnection]>, are_on_lattice: bool) -> Self {
        let shortcuts = Shortcuts::among(&all);
        let mut leaps = Self { shortcuts, are_on_lattice, all, ..Self::default() };
        if leaps.is_empty() {
            return leaps;
        }
        leaps.entry_cells.begin(mesh.slot_count());
        leaps.exit_cells.begin(mesh.slot_count());
        for (number, leap) in (0..).zip(&*leaps.all) {
            leaps.entries.extend(leap.entry_cells.iter().map(|&cell| (cell, number)));
            leap.entry_cells.iter().for_each(|&cell| leaps.entry_cells.insert(cell));
            leap.exit_cells.iter().for_each(|&cell| leaps.exit_cells.insert(cell));
        }
        leaps.entries.sort_unstable();
        leaps.find_places();
        leaps
    }

    fn find_places(&mut self) {
        let bits = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
        let mut ends: Vec<_> = Vec::with_capacity(2 * self.all.len());
        for (number, leap) in self.all.iter().enumerate() {
            ends.push((bits(leap.entry), &leap.entry_cells, number, 0));
            ends.push((bits(leap.exit), &leap.exit_cells, number, 1));
        }
        ends.sort_unstable();
        self.places = vec![[0; 2]; self.all.len()];
        for (place, same) in (0..).zip(ends.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1))) {
            same.iter().for_each(|&(.., leap, end)| self.places[leap][end] = place);
            self.place_count = place as usize + 1;
        }
    }

    /// True where nothing has changed on a mesh since these were prepared.
    pub(crate) fn are_of(&self, mesh: &NavMesh) -> bool {
        Arc::ptr_eq(&self.all, mesh.off_mesh_connections())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn all(&self) -> &[OffMeshConnection] {
        &self.all
    }

    /// The places of a leap's entry and its exit: numbers below [`LeapIndex::place_count`].
    pub(crate) fn places(&self, leap: u32) -> [u32; 2] {
        self.places[leap as usize]
    }

    pub(crate) fn place_count(&self) -> usize {
        self.place_count
    }

    /// The leaps that may be entered from a cell, by their numbers.
    pub(crate) fn out_of(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.entries.partition_point(|&(own, _)| own < cell);
        let own = self.entries[first..].iter().take_while(move |(own, _)| *own == cell);
        own.map(|&(_, number)| number)
    }

    /// The cells that hold an entry, ascending, some more than once.
    pub(crate) fn entry_cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.entries.iter().map(|&(cell, _)| cell)
    }

    /// True where a leap may be entered from the cell.
    #[inline]
    pub(crate) fn may_be_entered_from(&self, cell: u32) -> bool {
        !self.is_empty() && self.entry_cells.contains(cell)
    }

    /// True where a leap is entered or comes out in the cell.
    pub(crate) fn touch(&self, cell: u32) -> bool {
        self.may_be_entered_from(cell) || (!self.is_empty() && self.exit_cells.contains(cell))
    }

    /// How long the way between two places is at least, leaps counted.
    pub(crate) fn least_between(&self, from: DVec2, goal: DVec2) -> f64 {
        let detour = self.shortcuts.map(|shortcuts| shortcuts.detour_to(goal, 0.0));
        let straight = from.distance(goal);
        detour.map_or(straight, |detour| straight.min(detour.least_from(from)))
            * (1.0 - 4.0 * f64::EPSILON)
    }
}

fn turned_round(leap: &OffMeshConnection) -> OffMeshConnection {
    OffMeshConnection {
        entry: leap.exit,
        exit: leap.entry,
        entry_cells: leap.exit_cells.clone(),
        exit_cells: leap.entry_cells.clone(),
        entry_is_one_place: leap.exit_is_one_place,
        exit_is_one_place: leap.entry_is_one_place,
        ..*leap
    }
}

impl Shortcuts {
    /// The shortcuts of `all`; `None` if there are none.
    fn among(all: &[OffMeshConnection]) -> Option<Self> {
        let short = || all.iter().filter(|leap| leap.is_shortcut());
        let least_cost = short().map(|leap| leap.cost).reduce(f64::min)?;
        let entries = Disc::around(short().map(|leap| leap.entry));
        let exits = Disc::around(short().map(|leap| leap.exit));
        Some(Self { entries, exits, least_cost })
    }

    /// What is left to a goal, or to any of those no farther than `reach` from there: who takes shortcuts enters
    /// one first, and comes out of one last.
    pub(crate) fn detour_to(&self, goal: DVec2, reach: f64) -> Detour {
        let beyond = self.least_cost + (self.exits.gap(goal) - reach).max(0.0);
        Detour { entries: self.entries, beyond }
    }
}

impl Disc {
    /// A disc that holds all points; one holds none.
    pub(crate) fn around(points: impl Iterator<Item = DVec2> + Clone) -> Self {
        let bounds = navmesh_core::Bounds::of(points.clone());
        let middle = bounds.min.midpoint(bounds.max);
        let reach = points.map(|point| point.distance(middle)).fold(0.0, f64::max);
        Self { middle, reach }
    }

    /// How far a point is from the disc.
    fn gap(&self, point: DVec2) -> f64 {
        (point.distance(self.middle) - self.reach).max(0.0)
    }
}

impl Detour {
    /// What is left at least for whoever goes to a shortcut first from a point.
    pub(crate) fn least_from(&self, point: DVec2) -> f64 {
        self.entries.gap(point) + self.beyond
    }
}
