//! The tube that narrows the gaps of many goals together.

use navmesh_core::{Endpoint, Feature, Incidence};

use super::task::{ManyTask, Phase};
use crate::weighted::region_ray::LegEnd;
use crate::weighted::tables::Tables;
use crate::weighted::tube::{TubeGoal, TubeStart, greatest};
use crate::weighted::workspace::Workspace;

/// The most rounds of a tube. Pieces are then too short to be halved.
const MAX_ROUNDS: u32 = 40;

impl ManyTask {
    pub(super) fn begin_tube(&mut self, tables: &Tables, workspace: &mut Workspace) {
        let best = self.best();
        let goals = (0..).zip(&self.goals).filter(|(_, goal)| !self.is_enough(goal, best));
        let in_tube = goals.map(|(number, goal)| TubeGoal {
            number,
            point: goal.end.point,
            end: place(&goal.end),
            threshold: self.threshold(goal, best),
        });
        self.in_tube = in_tube.collect();
        if self.in_tube.is_empty() {
            self.phase = self.next_single(tables, workspace);
            return;
        }
        self.most = greatest(&self.in_tube);
        let Workspace { floods: [_, flood], tube, finder, .. } = workspace;
        let Self { start, from_start, in_tube, hops, .. } = self;
        let start = TubeStart { point: start.point, end: place(start), arcs: from_start };
        tube.begin_many(tables, start, in_tube, flood, hops, finder);
        self.phase = Phase::Tube(0);
    }

    /// Runs one round of the tube. Returns the number of nodes expanded.
    pub(super) fn refine(&mut self, tables: &Tables, workspace: &mut Workspace, round: u32) -> u64 {
        let before = workspace.tube.expanded;
        workspace.tube.prune(&tables.ground, self.most);
        // The sums are as large as the greatest threshold, also on ways to near goals.
        let rounding = (workspace.tube.expanded as f64 + 8.0) * f64::EPSILON * self.most;
        for (place, at) in self.in_tube.iter().enumerate() {
            let proved = workspace.tube.least_to(place).min(at.threshold);
            self.goals[at.number as usize].raise_lower(proved - rounding);
        }
        let is_refined = !workspace.tube.is_empty()
            && round < MAX_ROUNDS
            && workspace.tube.split(&tables.ground, self.most);
        if is_refined {
            self.improve(tables, workspace);
        }
        let best = self.best();
        let is_enough = |at: &TubeGoal| self.is_enough(&self.goals[at.number as usize], best);
        self.phase = if is_refined && !self.in_tube.iter().all(is_enough) {
            Phase::Tube(round + 1)
        } else {
            self.next_single(tables, workspace)
        };
        workspace.tube.expanded - before
    }

    /// Looks for cheaper paths through the middles of the tube's pieces.
    fn improve(&mut self, tables: &Tables, workspace: &mut Workspace) {
        workspace.tube.search_all_middles();
        for place in 0..self.in_tube.len() {
            let number = self.in_tube[place].number as usize;
            let Workspace { tube, stops, .. } = workspace;
            let cost = tube.middle_way_to(place, stops);
            let Some(cost) = cost.filter(|&cost| cost < self.goals[number].upper) else { continue };
            self.set_ends(workspace, number);
            workspace.path.clear();
            workspace.set_chain(tables, cost);
            if workspace.chain.first_unclear_leg(&tables.ground).is_none() {
                workspace.chain.refine(&tables.ground);
                self.take_chain(tables, workspace, number);
            }
        }
        let best = self.best();
        for place in 0..self.in_tube.len() {
            let threshold = self.threshold(&self.goals[self.in_tube[place].number as usize], best);
            let at = &mut self.in_tube[place];
            at.threshold = at.threshold.min(threshold);
        }
        workspace.tube.set_thresholds(&self.in_tube, self.most);
    }
}

/// Returns the place of an endpoint that lies inside one cell.
fn place(end: &Endpoint) -> Option<LegEnd> {
    match end.incidences[..] {
        [Incidence { cell, feature: Feature::Inside }] => Some(LegEnd::Cell(cell.slot)),
        _ => None,
    }
}
