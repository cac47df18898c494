//! The floods of a distance field, in slices.
//!
//! The flood with the lower frontier goes on, so that both reach about as far. A stopped field is a field too: its
//! limit is the lower of the two frontiers.

use std::sync::Arc;

use navmesh_core::incremental::{SearchTask, Session};
use navmesh_core::{FieldQuery, PathError, Progress, ScratchPool, Stage};

use super::{FieldGoals, WeightedField, lengths_of};
use crate::weighted::arcs::ArcFinder;
use crate::weighted::finder::WeightedFinder;
use crate::weighted::flood::{Direction, Event, Flood, Hops};
use crate::weighted::search::By;
use crate::weighted::tables::Tables;

/// The most nodes that one flood expands before the other one gets its turn.
const TURN: u64 = 256;

/// The floods of a distance field over ground of different costs.
#[derive(Debug)]
pub struct WeightedFieldTask {
    tables: Arc<Tables>,
    goals: FieldGoals,
    floods: [Flood; 2],
    finder: ArcFinder,
    snap: Option<f64>,
    max_expanded: u64,
    limit: f64,
    expanded: u64,
}

/// The floods of a distance field that the caller advances in slices; made by [`WeightedFinder::begin_field`].
///
/// All distances up to the lower bound of its progress are known.
pub type WeightedFieldSession = Session<WeightedFieldTask>;

impl WeightedFinder {
    /// Computes the cheapest known paths to the nearest of some goals, up to the limits of the query.
    ///
    /// Goals farther off the mesh than the snap, or in closed cells, are ignored.
    ///
    /// Complexity: two floods of the graph up to the limit.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if a goal has invalid coordinates, or if a limit is negative or NaN; `GoalOutside` or
    /// `OnClosedCell` for the first goal if none can be placed on the mesh; `Unsupported` without a goal.
    pub fn distance_field(&self, query: &FieldQuery<'_>) -> Result<WeightedField, PathError> {
        let mut task = self.field_task(query)?;
        task.advance(u64::MAX);
        Ok(task.into_field())
    }

    /// Begins the floods of a distance field; the caller advances them in slices.
    ///
    /// Complexity: point location of the goals, and what they see of their regions.
    ///
    /// # Errors
    ///
    /// Those of [`WeightedFinder::distance_field`].
    pub fn begin_field(&self, query: &FieldQuery<'_>) -> Result<WeightedFieldSession, PathError> {
        Ok(Session::new(self.field_task(query)?))
    }

    fn field_task(&self, query: &FieldQuery<'_>) -> Result<WeightedFieldTask, PathError> {
        let tables = Arc::clone(&self.tables);
        let goals = FieldGoals::new(&tables, query)?;
        let mut task = WeightedFieldTask {
            tables,
            goals,
            floods: Default::default(),
            finder: ArcFinder::default(),
            snap: query.snap,
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            limit: query.max_cost.unwrap_or(f64::INFINITY),
            expanded: 0,
        };
        task.set_out();
        Ok(task)
    }
}

impl WeightedFieldTask {
    /// Finds the arcs at all goals. In the traces of the floods, the numbers of goals come after those of nodes.
    fn set_out(&mut self) {
        let Self { tables, goals, floods, finder, .. } = self;
        let ground = &tables.ground;
        for (flood, by) in floods.iter_mut().zip([By::Upper, By::Lower]) {
            flood.begin(tables, by, Direction::Backward, 0);
        }
        for (number, goal) in (ground.node_count() as u32..).zip(&goals.placed) {
            for arc in finder.of_point(ground, goal.point, &goal.incidences, None) {
                for flood in &mut *floods {
                    flood.set_out(tables, number, arc);
                }
            }
        }
    }

    /// The cost up to which the field is known: its limit, or the lower frontier.
    fn reach(&self) -> f64 {
        self.floods.iter().map(Flood::frontier).fold(self.limit, f64::min)
    }

    /// Returns the field; its limit is the cost that the floods have reached.
    ///
    /// Complexity: linear in the nodes of the graph.
    #[must_use]
    pub fn into_field(self) -> WeightedField {
        let limit = self.reach();
        let Self { tables, goals, floods, snap, expanded, .. } = self;
        let lengths = lengths_of(&tables, &goals, &floods[0]);
        let pool = ScratchPool::default();
        WeightedField { tables, goals, floods, lengths, snap, limit, expanded, pool }
    }
}

impl SearchTask for WeightedFieldTask {
    fn advance(&mut self, nodes: u64) {
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

    fn stage(&self) -> Stage {
        let is_open = self.floods.iter().any(|flood| flood.frontier() <= self.limit);
        let is_left = self.expanded < self.max_expanded;
        if is_left && is_open && self.floods.iter().any(|flood| flood.open() > 0) {
            Stage::InProgress
        } else {
            Stage::Done
        }
    }

    fn progress(&self) -> Progress {
        let lower_bound = self.reach();
        let open = self.floods.iter().map(Flood::open).sum();
        Progress { expanded: self.expanded, open, lower_bound, best: None }
    }
}
