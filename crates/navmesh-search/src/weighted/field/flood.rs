//! The floods of a distance field, in slices.
//!
//! The flood with the lower frontier goes on, so that both reach about as far. A stopped field is a field too: its
//! limit is the lower of the two frontiers.

use std::sync::Arc;

use navmesh_core::backend::ScratchPool;
use navmesh_core::{FieldQuery, PathError, Progress, Stage};

use super::{Cheapest, FieldGoals, lengths_of};
use crate::field::DistanceField;
use crate::weighted::arcs::{ArcFinder, By};
use crate::weighted::flood::{Direction, Event, Flood, Hops};
use crate::weighted::tables::Tables;

/// The most nodes that one flood expands before the other one gets its turn.
const TURN: u64 = 256;

/// The floods of a distance field over weighted regions.
#[derive(Debug)]
pub struct FieldRun {
    tables: Arc<Tables>,
    goals: FieldGoals,
    floods: [Flood; 2],
    finder: ArcFinder,
    snap: Option<f64>,
    max_expanded: u64,
    limit: f64,
    expanded: u64,
}

impl FieldRun {
    /// Places the goals.
    pub(crate) fn new(tables: Arc<Tables>, query: &FieldQuery<'_>) -> Result<Self, PathError> {
        let goals = FieldGoals::new(&tables, query)?;
        let mut run = Self {
            tables,
            goals,
            floods: Default::default(),
            finder: ArcFinder::default(),
            snap: query.snap,
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            limit: query.max_cost.unwrap_or(f64::INFINITY),
            expanded: 0,
        };
        run.open_first_nodes();
        Ok(run)
    }

    /// Finds the arcs at all goals. In the traces of the floods, the numbers of goals come after those of nodes.
    fn open_first_nodes(&mut self) {
        let Self { tables, goals, floods, finder, .. } = self;
        let ground = &tables.ground;
        for (flood, by) in floods.iter_mut().zip([By::Upper, By::Lower]) {
            flood.begin(tables, by, Direction::Backward, 0);
        }
        for (number, goal) in (ground.node_count() as u32..).zip(&goals.placed) {
            for arc in finder.of_point(ground, goal.point, &goal.incidences, None) {
                for flood in &mut *floods {
                    flood.open_first_node(tables, number, arc);
                }
            }
        }
    }

    /// The cost up to which the field is known: its limit, or the lower frontier.
    fn reach(&self) -> f64 {
        self.floods.iter().map(Flood::frontier).fold(self.limit, f64::min)
    }

    /// Expands up to `nodes` more nodes.
    pub(crate) fn advance(&mut self, nodes: u64) {
        let mut nodes = nodes.min(self.max_expanded - self.expanded);
        let hops = Hops::default();
        while nodes > 0 && self.stage() == Stage::InProgress {
            let Self { tables, floods: [upper, lower], finder, limit, .. } = self;
            let flood = if upper.frontier() <= lower.frontier() { upper } else { lower };
            let turn = nodes.min(TURN);
            let mut left = turn;
            // Nodes at the limit are expanded too, so that every distance up to it is known.
            let event = flood.advance(tables, &hops, limit.next_up(), &mut left, finder);
            debug_assert!(!matches!(event, Event::Settled(_)), "the flood has no goals");
            nodes -= turn - left;
            self.expanded += turn - left;
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        let is_open = self.floods.iter().any(|flood| flood.frontier() <= self.limit);
        let is_left = self.expanded < self.max_expanded;
        if is_left && is_open && self.floods.iter().any(|flood| flood.open() > 0) {
            Stage::InProgress
        } else {
            Stage::Done
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        let lower_bound = self.reach();
        let open = self.floods.iter().map(Flood::open).sum();
        Progress { expanded: self.expanded, open, lower_bound, best: None }
    }

    /// Returns what the floods have found, and takes it: it is read once.
    pub(crate) fn take_field(&mut self) -> DistanceField {
        let limit = self.reach();
        let goals = std::mem::take(&mut self.goals);
        let floods = std::mem::take(&mut self.floods);
        let lengths = lengths_of(&self.tables, &goals, &floods[0]);
        DistanceField::of(Cheapest {
            tables: Arc::clone(&self.tables),
            goals,
            floods,
            lengths,
            snap: self.snap,
            limit,
            expanded: self.expanded,
            pool: ScratchPool::default(),
        })
    }
}
