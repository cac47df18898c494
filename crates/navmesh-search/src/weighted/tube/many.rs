//! The tube of ways to many goals at once.
//!
//! An arc leads from each goal to a common end. It costs what the greatest threshold exceeds the goal's own
//! threshold by. A way to a goal costs less than its threshold if it goes on to the common end for less than
//! the greatest one. So the tube to one end refines the ways to all goals.

use navmesh_core::DVec2;
use navmesh_core::collections::NONE;

use super::parts::{State, TubeArc, TubeNode};
use super::{GOAL, START, Tube};
use crate::weighted::arcs::{Arc, ArcFinder};
use crate::weighted::chain::Stop;
use crate::weighted::flood::{Flood, Hops};
use crate::weighted::ground::Ground;
use crate::weighted::region_ray::LegEnd;
use crate::weighted::search::Direction;
use crate::weighted::tables::Tables;

/// A goal of a tube.
#[derive(Debug, Clone, Copy)]
pub(in crate::weighted) struct TubeGoal {
    /// Its number in the flood.
    pub(in crate::weighted) number: u32,
    pub(in crate::weighted) point: DVec2,
    /// Its place, if it lies in one cell.
    pub(in crate::weighted) end: Option<LegEnd>,
    /// Ways to it that cost less are looked for.
    pub(in crate::weighted) threshold: f64,
}

/// The start of a tube: its point, its place if it lies in one cell, and the arcs from it.
#[derive(Debug, Clone, Copy)]
pub(in crate::weighted) struct TubeStart<'a> {
    pub(in crate::weighted) point: DVec2,
    pub(in crate::weighted) end: Option<LegEnd>,
    pub(in crate::weighted) arcs: &'a [Arc],
}

impl Tube {
    /// Takes the part of the graph that a flood by lower costs reached, and the goals. The flood expanded all nodes
    /// below the greatest threshold.
    pub(in crate::weighted) fn begin_many(
        &mut self,
        tables: &Tables,
        start: TubeStart<'_>,
        goals: &[TubeGoal],
        flood: &Flood,
        hops: &Hops,
        finder: &mut ArcFinder,
    ) {
        let ground = &tables.ground;
        let most = greatest(goals);
        self.clear(ground);
        self.nodes.push(TubeNode::end(start.point, start.end));
        self.nodes.push(TubeNode { so_far: 0.0, ..TubeNode::end(start.point, None) });
        let mut nodes = std::collections::BTreeMap::new();
        for goal in goals {
            let number = self.nodes.len() as u32;
            nodes.insert(goal.number, number);
            self.goals.push(number);
            let (so_far, rest) = (flood.goal_cost(goal.number), most - goal.threshold);
            self.nodes.push(TubeNode { so_far, rest, ..TubeNode::end(goal.point, goal.end) });
        }
        for &number in &flood.expanded {
            self.add_node(ground, number, flood.cost(number), 0.0);
        }
        for arc in start.arcs {
            self.add(ground, START, self.numbers[arc.to as usize], arc.lower, most);
        }
        for &number in &flood.expanded {
            let from = self.numbers[number as usize];
            for arc in tables.arcs(number, finder) {
                if !ground.is_backward(number, arc.to) {
                    self.add(ground, from, self.numbers[arc.to as usize], arc.lower, most);
                }
            }
            for hop in hops.from(number) {
                if let Some(&to) = nodes.get(&hop.goal) {
                    self.add(ground, from, to, hop.lower, most);
                }
            }
        }
        for (goal, &node) in goals.iter().zip(&self.goals) {
            self.arcs.push(last_arc(node, most - goal.threshold));
        }
        for &number in &flood.expanded {
            self.numbers[number as usize] = NONE;
        }
        self.bound_rests(ground, most);
    }

    /// Bounds the costs of the rests of all ways, so that the first search from the start is a narrow one.
    fn bound_rests(&mut self, ground: &Ground, most: f64) {
        self.incoming.group(self.nodes.len(), &self.arcs, |arc| arc.to);
        self.search(ground, most, Direction::Backward);
        for (node, &cost) in self.nodes.iter_mut().zip(&self.costs) {
            node.rest = cost;
        }
    }

    /// Returns the least cost of a way to a goal of the tube, by the last search; infinite if none is below the
    /// threshold.
    pub(in crate::weighted) fn least_to(&self, goal: usize) -> f64 {
        match self.goals[goal] {
            NONE => f64::INFINITY,
            node => self.nodes[node as usize].so_far,
        }
    }

    /// Takes new thresholds of the goals, none above the one before. The greatest one stays.
    pub(in crate::weighted) fn set_thresholds(&mut self, goals: &[TubeGoal], most: f64) {
        for arc in self.arcs.iter_mut().filter(|arc| arc.to == GOAL) {
            if let Some(place) = self.goals.iter().position(|&node| node == arc.from) {
                arc.lower = most - goals[place].threshold;
            }
        }
    }

    /// Finds the cheapest ways to all goals through the middles of the tube's pieces.
    pub(in crate::weighted) fn search_all_middles(&mut self) {
        self.search_middles(NONE);
    }

    /// Writes the stops of the way through the middles to a goal. Returns its cost; `None` if there is none.
    pub(in crate::weighted) fn middle_way_to(
        &self,
        goal: usize,
        stops: &mut Vec<Stop>,
    ) -> Option<f64> {
        match self.goals[goal] {
            NONE => None,
            node => self.trace_middles(node, stops),
        }
    }
}

/// Returns the greatest threshold of some goals.
pub(in crate::weighted) fn greatest(goals: &[TubeGoal]) -> f64 {
    goals.iter().map(|goal| goal.threshold).fold(0.0, f64::max)
}

/// Returns the arc from a goal to the common end.
fn last_arc(goal: u32, lower: f64) -> TubeArc {
    TubeArc { from: goal, to: GOAL, lower, rate: 0.0, state: State::Open, is_hidden: false }
}
