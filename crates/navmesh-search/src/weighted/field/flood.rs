//! The floods of a distance field, in slices.
//!
//! The flood with the lower frontier goes on, so that both reach about as far. A stopped field is a field too: its
//! limit is the lower of the two frontiers.

use std::sync::Arc;

use navmesh_core::incremental::{SearchTask, Session};
use navmesh_core::{InvalidQuery, PathError, Place, Progress, ScratchPool, Stage};

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
    limit: f64,
    expanded: u64,
}

/// The floods of a distance field that the caller advances in slices; made by [`WeightedFinder::begin_field`].
///
/// All distances up to the lower bound of its progress are known.
pub type WeightedFieldSession = Session<WeightedFieldTask>;

impl WeightedFinder {
    /// Computes the cheapest known paths to the nearest of `goals`, up to a cost of `limit`; infinite for no limit.
    ///
    /// Goals farther off the mesh than the default snap, or in closed cells, are ignored.
    ///
    /// Complexity: two floods of the graph up to the limit.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if a goal has invalid coordinates, or if the limit is negative or NaN; `GoalOutside` or
    /// `OnClosedCell` for the first goal if none can be placed on the mesh; `Unsupported` without a goal.
    pub fn distance_field(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<WeightedField, PathError> {
        let mut task = self.field_task(goals, limit)?;
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
    pub fn begin_field(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<WeightedFieldSession, PathError> {
        Ok(Session::new(self.field_task(goals, limit)?))
    }

    fn field_task(
        &self,
        goals: &[impl Into<Place> + Copy],
        limit: f64,
    ) -> Result<WeightedFieldTask, PathError> {
        if limit.is_nan() || limit < 0.0 {
            let reason = InvalidQuery::Limit { limit };
            return Err(PathError::InvalidQuery { reason });
        }
        let tables = Arc::clone(&self.tables);
        let goals = FieldGoals::new(&tables, goals)?;
        let (floods, finder) = (Default::default(), ArcFinder::default());
        let mut task = WeightedFieldTask { tables, goals, floods, finder, limit, expanded: 0 };
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
        let Self { tables, goals, floods, expanded, .. } = self;
        let lengths = lengths_of(&tables, &goals, &floods[0]);
        let pool = ScratchPool::default();
        WeightedField { tables, goals, floods, lengths, limit, expanded, pool }
    }
}

impl SearchTask for WeightedFieldTask {
    fn advance(&mut self, mut nodes: u64) {
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
        if is_open && self.floods.iter().any(|flood| flood.open() > 0) {
            Stage::InProgress
        } else {
            Stage::Done
        }
    }

    fn progress(&self) -> Progress {
        let lower_bound = match self.stage() {
            Stage::Done => self.limit,
            Stage::InProgress => self.reach(),
        };
        let open = self.floods.iter().map(Flood::open).sum();
        Progress { expanded: self.expanded, open, lower_bound, best: None }
    }
}
