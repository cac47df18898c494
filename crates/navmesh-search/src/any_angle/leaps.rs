//! Links as the exact search takes them: each way over one is a *leap*, from its entry to its exit.
//!
//! Between two leaps a shortest path is the shortest walk. So leaps change nothing in how intervals are swept;
//! they add places to look for, and places to set out from ([`linked`](super::linked)).

use std::sync::Arc;

use navmesh_core::{DVec2, Leap, NavMesh};

use super::sides::Lattice;

/// What is prepared for the leaps of a mesh.
#[derive(Debug, Clone)]
pub(super) struct Leaps {
    mesh: Arc<NavMesh>,
    pub(super) shortcuts: Option<Shortcuts>,
    /// True where plain arithmetic is exact on all their points.
    pub(super) are_on_lattice: bool,
}

/// The leaps that cost less than the straight line is long: with them, a straight line is no bound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shortcuts {
    /// The middle of their entries, and how far they reach from there.
    pub(super) middle: DVec2,
    pub(super) reach: f64,
    /// What they cost at least.
    pub(super) least_cost: f64,
}

impl Leaps {
    /// What is prepared for a mesh; `None` without links. Complexity: linear in their number.
    pub(super) fn of(mesh: &Arc<NavMesh>, lattice: Option<Lattice>) -> Option<Self> {
        if !mesh.has_links() {
            return None;
        }
        let holds = |lattice: Lattice| {
            let mut all = mesh.leaps().iter();
            all.all(|leap| lattice.holds(leap.entry) && lattice.holds(leap.exit))
        };
        let (mesh, shortcuts) = (Arc::clone(mesh), Shortcuts::among(mesh.leaps()));
        Some(Self { shortcuts, are_on_lattice: lattice.is_some_and(holds), mesh })
    }

    pub(super) fn all(&self) -> &[Leap] {
        self.mesh.leaps()
    }

    /// The leaps that may be entered from a cell, by their numbers.
    pub(super) fn out_of(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        self.mesh.leaps_from(cell)
    }

    /// The cells that hold an entry, some more than once.
    pub(super) fn entry_cells(&self) -> impl Iterator<Item = u32> + '_ {
        self.all().iter().flat_map(|leap| leap.entry_cells.iter().copied())
    }
}

impl Shortcuts {
    fn among(all: &[Leap]) -> Option<Self> {
        let short = || all.iter().filter(|leap| leap.is_shortcut());
        let first = short().next()?;
        let [min, max] = short()
            .fold([first.entry; 2], |[min, max], leap| [min.min(leap.entry), max.max(leap.entry)]);
        let middle = (min + max) * 0.5;
        let reach = short().map(|leap| leap.entry.distance(middle)).fold(0.0, f64::max);
        let least_cost = short().map(|leap| leap.cost).fold(f64::INFINITY, f64::min);
        Some(Self { middle, reach, least_cost })
    }
}
