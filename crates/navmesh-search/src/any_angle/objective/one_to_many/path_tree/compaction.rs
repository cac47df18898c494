//! Compaction: copies the roots, steps and exits of some paths out of a workspace, renumbered.

use navmesh_core::backend::collections::{MergeSort, NONE};

use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{CrossedPortal, Root};
use crate::any_angle::search::workspace::Workspace;

/// The roots, steps and exits of a search that are kept.
pub(super) struct Compaction<'a> {
    workspace: &'a Workspace,
    roots: Kept,
    steps: Kept,
    /// The kept exits, by their index in the workspace.
    exits: Vec<Option<ConnectionExit>>,
}

impl<'a> Compaction<'a> {
    /// An empty selection from a workspace.
    pub(super) fn of(workspace: &'a Workspace) -> Self {
        let (roots, steps) = (Kept::of(workspace.roots.len()), Kept::of(workspace.steps.len()));
        Self { workspace, roots, steps, exits: vec![None; workspace.connection_state.exits.len()] }
    }

    /// Keeps a whole path; returns its last segment with the new numbers.
    pub(super) fn keep(&mut self, last: Solution) -> Solution {
        let kept = self.keep_walk(last);
        let mut solution = last;
        while let Some(place) = self.landing_before(solution) {
            let ConnectionExit { root, connection, reached } =
                self.workspace.connection_state.exits[place];
            if self.exits[place].is_some() {
                break;
            }
            solution = reached.solution;
            let reached = Reached { solution: self.keep_walk(solution), ..reached };
            let root = self.roots.keep(root, |root| self.workspace.roots[root as usize].previous);
            self.exits[place] = Some(ConnectionExit { root, connection, reached });
        }
        kept
    }

    /// Keeps the last walk of a path.
    fn keep_walk(&mut self, solution: Solution) -> Solution {
        let workspace = self.workspace;
        let root = self.roots.keep(solution.root, |root| workspace.roots[root as usize].previous);
        let step = self.steps.keep(solution.step, |step| workspace.steps[step as usize].previous);
        Solution { root, step, ..solution }
    }

    /// Returns the index of the workspace's exit at which the last walk of a path begins.
    fn landing_before(&self, solution: Solution) -> Option<usize> {
        let exits = &self.workspace.connection_state.exits;
        if exits.is_empty() {
            return None;
        }
        let before = |root: &u32| {
            let previous = self.workspace.roots[*root as usize].previous;
            (previous != NONE).then_some(previous)
        };
        let first = std::iter::successors(Some(solution.root), before).last()?;
        exits.binary_search_by_key(&first, |landing| landing.root).ok()
    }

    /// Returns the kept roots, steps and exits; the exits by ascending root.
    pub(super) fn into_parts(self) -> (Vec<Root>, Vec<CrossedPortal>, Vec<ConnectionExit>) {
        let workspace = self.workspace;
        let root = |(old, previous): (u32, u32)| Root { previous, ..workspace.roots[old as usize] };
        let step = |(old, previous): (u32, u32)| {
            CrossedPortal::along(workspace.steps[old as usize].portal, previous)
        };
        let (roots, steps) = (self.roots.links().map(root), self.steps.links().map(step));
        let mut exits: Vec<ConnectionExit> = self.exits.into_iter().flatten().collect();
        exits.merge_sort_by_key(|landing| landing.root);
        (roots.collect(), steps.collect(), exits)
    }
}

/// The kept elements of a set of linked chains.
struct Kept {
    /// The new number of each old one, or `NONE`.
    numbers: Vec<u32>,
    /// The old numbers in the order of the new ones, each with the new number of its predecessor.
    links: Vec<(u32, u32)>,
    chain: Vec<u32>,
}

impl Kept {
    /// Keeps none of `count` elements.
    fn of(count: usize) -> Self {
        Self { numbers: vec![NONE; count], links: Vec::new(), chain: Vec::new() }
    }

    /// Keeps an element and all its predecessors; returns its new number.
    fn keep(&mut self, last: u32, previous: impl Fn(u32) -> u32) -> u32 {
        let mut link = last;
        while link != NONE && self.numbers[link as usize] == NONE {
            self.chain.push(link);
            link = previous(link);
        }
        let mut before = if link == NONE { NONE } else { self.numbers[link as usize] };
        while let Some(link) = self.chain.pop() {
            self.links.push((link, before));
            before = self.links.len() as u32 - 1;
            self.numbers[link as usize] = before;
        }
        before
    }

    /// Returns the old number of each kept element and the new number of its predecessor.
    fn links(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.links.iter().copied()
    }
}
