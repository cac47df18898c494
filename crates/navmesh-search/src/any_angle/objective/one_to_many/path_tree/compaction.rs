//! Of what a search leaves behind, that which some ways are made of; numbered anew.

use navmesh_core::collections::NONE;

use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{Root, Step};
use crate::any_angle::search::workspace::Workspace;

/// The turns, steps and exits that are kept of a search.
pub(super) struct Compaction<'a> {
    workspace: &'a Workspace,
    roots: Kept,
    steps: Kept,
    /// By the places of the exits in the room: those that are kept.
    exits: Vec<Option<ConnectionExit>>,
}

impl<'a> Compaction<'a> {
    /// Nothing of what is in a room.
    pub(super) fn of(workspace: &'a Workspace) -> Self {
        let (roots, steps) = (Kept::of(workspace.roots.len()), Kept::of(workspace.steps.len()));
        Self { workspace, roots, steps, exits: vec![None; workspace.leaping.exits.len()] }
    }

    /// Keeps a way and all before it; returns it by its new numbers.
    pub(super) fn keep(&mut self, last: Solution) -> Solution {
        let kept = self.keep_walk(last);
        let mut solution = last;
        while let Some(place) = self.landing_before(solution) {
            let ConnectionExit { root, leap, reached } = self.workspace.leaping.exits[place];
            if self.exits[place].is_some() {
                break;
            }
            solution = reached.solution;
            let reached = Reached { solution: self.keep_walk(solution), ..reached };
            let root = self.roots.keep(root, |root| self.workspace.roots[root as usize].previous);
            self.exits[place] = Some(ConnectionExit { root, leap, reached });
        }
        kept
    }

    /// Keeps the part of a way that is walked last.
    fn keep_walk(&mut self, solution: Solution) -> Solution {
        let workspace = self.workspace;
        let root = self.roots.keep(solution.root, |root| workspace.roots[root as usize].previous);
        let step = self.steps.keep(solution.step, |step| workspace.steps[step as usize].previous);
        Solution { root, step, ..solution }
    }

    /// The place among the room's exits of the one that the last walk of a way begins with.
    fn landing_before(&self, solution: Solution) -> Option<usize> {
        let exits = &self.workspace.leaping.exits;
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

    /// What was kept: the exits by ascending root.
    pub(super) fn into_parts(self) -> (Vec<Root>, Vec<Step>, Vec<ConnectionExit>) {
        let workspace = self.workspace;
        let root = |(old, previous): (u32, u32)| Root { previous, ..workspace.roots[old as usize] };
        let step = |(old, previous): (u32, u32)| {
            Step::along(workspace.steps[old as usize].portal, previous)
        };
        let (roots, steps) = (self.roots.links().map(root), self.steps.links().map(step));
        let mut exits: Vec<ConnectionExit> = self.exits.into_iter().flatten().collect();
        exits.sort_unstable_by_key(|landing| landing.root);
        (roots.collect(), steps.collect(), exits)
    }
}

/// Which links of chains are kept.
struct Kept {
    /// For each old number the new one.
    numbers: Vec<u32>,
    /// The old numbers in the order of the new ones, each with the new number of the link before it.
    links: Vec<(u32, u32)>,
    chain: Vec<u32>,
}

impl Kept {
    /// None of so many.
    fn of(count: usize) -> Self {
        Self { numbers: vec![NONE; count], links: Vec::new(), chain: Vec::new() }
    }

    /// Keeps a link and all before it; returns its new number.
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

    /// The old number of each link kept, and the new number of the one before it.
    fn links(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.links.iter().copied()
    }
}
