//! Floods over the cells of one component that run in lock-step.

use super::CellGraph;
use crate::collections::{DisjointSets, NONE};

/// Floods over cells with one key. Floods that meet form a *team*.
#[derive(Debug)]
pub(super) struct Floods<'a> {
    graph: CellGraph<'a>,
    key: u32,
    all: Vec<CellFlood>,
    teams: DisjointSets,
}

/// One flood: the cells that it has reached, of which the first `next` are expanded.
#[derive(Debug, Default)]
struct CellFlood {
    cells: Vec<u32>,
    next: usize,
}

impl CellFlood {
    fn has_ended(&self) -> bool {
        self.next == self.cells.len()
    }
}

impl<'a> Floods<'a> {
    pub(super) fn new(graph: CellGraph<'a>, key: u32) -> Self {
        Self { graph, key, all: Vec::new(), teams: DisjointSets::default() }
    }

    /// Starts a flood from some cells that no flood has reached.
    pub(super) fn start(&mut self, cells: impl Iterator<Item = u32>, reached: &mut [u32]) {
        let number = self.teams.add(1);
        let cells: Vec<u32> = cells.collect();
        for &slot in &cells {
            reached[slot as usize] = number;
        }
        self.all.push(CellFlood { cells, next: 0 });
    }

    /// Runs until at most one team has cells to expand.
    ///
    /// Complexity: the number of floods times the cells of all teams but the largest, or those before
    /// the floods meet.
    pub(super) fn run(&mut self, keys: &[u32], reached: &mut [u32]) {
        let mut is_running = self.has_several_open_teams();
        while is_running {
            for number in 0..self.all.len() as u32 {
                if self.step(number, keys, reached) {
                    is_running = self.has_several_open_teams();
                    if !is_running {
                        return;
                    }
                }
            }
        }
    }

    /// Returns the lowest flood of a flood's team.
    pub(super) fn team(&self, number: u32) -> u32 {
        self.teams.lowest(number)
    }

    /// Returns the cells of each team that has ended, and clears the marks of all floods.
    pub(super) fn into_parts(self, reached: &mut [u32]) -> Vec<Vec<u32>> {
        let mut parts = vec![Vec::new(); self.all.len()];
        let mut is_open = vec![false; self.all.len()];
        for (number, flood) in (0..).zip(self.all) {
            for &slot in &flood.cells {
                reached[slot as usize] = NONE;
            }
            let team = self.teams.lowest(number) as usize;
            is_open[team] |= !flood.has_ended();
            parts[team].extend(flood.cells);
        }
        let ended = parts.into_iter().zip(is_open).filter(|(_, is_open)| !is_open);
        ended.map(|(part, _)| part).filter(|part| !part.is_empty()).collect()
    }

    /// Expands one cell. Returns true if the flood has ended now, or met another team.
    fn step(&mut self, number: u32, keys: &[u32], reached: &mut [u32]) -> bool {
        let flood = &mut self.all[number as usize];
        let Some(&slot) = flood.cells.get(flood.next) else { return false };
        flood.next += 1;
        let mut has_met = false;
        for neighbor in self.graph.neighbors(slot) {
            let (key, mark) = (keys[neighbor as usize], &mut reached[neighbor as usize]);
            if key != self.key {
                continue;
            }
            if *mark == NONE {
                *mark = number;
                flood.cells.push(neighbor);
            } else if self.teams.lowest(*mark) != self.teams.lowest(number) {
                self.teams.unite(*mark, number);
                has_met = true;
            }
        }
        has_met || flood.has_ended()
    }

    fn has_several_open_teams(&self) -> bool {
        let open = (0..).zip(&self.all).filter(|(_, flood)| !flood.has_ended());
        let mut teams = open.map(|(number, _)| self.teams.lowest(number));
        let first = teams.next();
        teams.any(|team| Some(team) != first)
    }
}
