//! A query on its way to the answer: placed, searched in slices, read off.

use navmesh_core::{DVec2, NavMesh, Observer, Path, PathError, PathQuery, Progress, Stage, Stop};

use super::budget::Budget;
use super::reconstruct::{self, Searched};
use super::slice::{Found, Slice, Stopped};
use crate::any_angle::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::{AnySides, Lattice, LatticeSides};
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::straight;
use crate::any_angle::search::Run;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::final_segment::Arrival;
use crate::any_angle::search::workspace::Room;
use crate::any_angle::successors::line_of_sight::sees;

/// All that is known of a query beside its room.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    budget: Budget,
    /// The goal that was asked for.
    asked: DVec2,
    way: Way,
}

/// How a query is answered.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// Along the line in the room: start and goal share a cell, or see each other.
    Straight,
    /// By a search, which has come to this; `on_lattice` where plain arithmetic is exact.
    Search { on_lattice: bool, found: Option<Found> },
}

impl Task {
    /// Places the endpoints of `query`, and expands no node.
    #[inline(always)]
    pub(crate) fn new(
        finder: &AnyAngle,
        room: &mut Room,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        if !finder.mesh.is_uniform() {
            let what = "an optimal search where cells have costs; use Search::Auto or Corridor";
            return Err(PathError::Unsupported { what });
        }
        room.endpoints.place(&finder.mesh, query)?;
        let ends = [room.endpoints.start.point, room.endpoints.goal.point];
        let all_on = |lattice: Lattice| ends.iter().all(|&end| lattice.holds(end));
        let on_lattice = finder.common_lattice().is_some_and(all_on);
        let way = match finder.walks_straight(room) && finder.draws_line(room, on_lattice) {
            true => Way::Straight,
            false => Way::Search { on_lattice, found: None },
        };
        Ok(Self { budget: Budget::of(query), asked: query.goal, way })
    }

    /// Expands up to so many nodes more.
    #[inline(always)]
    pub(crate) fn advance(
        &mut self,
        finder: &AnyAngle,
        room: &mut Room,
        nodes: u64,
        observer: &mut impl Observer<SeenInterval>,
    ) {
        let Way::Search { on_lattice, found } = &mut self.way else { return };
        if found.is_some_and(|found| is_at_its_end(&found, &self.budget)) {
            return;
        }
        let expanded = found.map_or(0, |found| found.stats.expanded);
        let max_expanded = expanded.saturating_add(nodes).min(self.budget.max_expanded);
        let slice =
            Slice { before: *found, max_expanded, max_cost: self.budget.max_cost, observer };
        let (mesh, index) = (&*finder.mesh, &*finder.index);
        *found = Some(match (finder.leaps.is_empty(), on_lattice) {
            (true, true) => Run::<LatticeSides, _>::search(mesh, index, room, slice),
            (true, false) => Run::<AnySides, _>::search(mesh, index, room, slice),
            (false, is_exact) => linked(mesh, (index, &finder.leaps), room, (slice, *is_exact)),
        });
    }

    /// Whether more nodes are to be expanded.
    pub(crate) fn stage(&self) -> Stage {
        match &self.way {
            Way::Straight => Stage::Done,
            Way::Search { found: Some(found), .. } if is_at_its_end(found, &self.budget) => {
                Stage::Done
            }
            Way::Search { .. } => Stage::InProgress,
        }
    }

    /// How far the search has come.
    pub(crate) fn progress(&self, finder: &AnyAngle, room: &Room) -> Progress {
        let begun =
            Progress { expanded: 0, open: 0, lower_bound: finder.least_of(room), best: None };
        let found = match self.way {
            Way::Straight => return Progress { best: Some(begun.lower_bound), ..begun },
            Way::Search { found: None, .. } => return begun,
            Way::Search { found: Some(found), .. } => found,
        };
        let best = found.best.map(|best| best.length + found.paid);
        let in_hand = found.stopped.and_then(|stopped| stopped.in_hand);
        Progress {
            expanded: found.stats.expanded,
            open: room.open_count() + u64::from(in_hand.is_some()),
            lower_bound: match found.stopped {
                Some(stopped) => stopped.lower_bound,
                None => best.unwrap_or(f64::INFINITY),
            },
            best,
        }
    }

    /// Writes down the answer; `stop` says why, where the search is not done.
    #[inline(always)]
    pub(crate) fn answer(
        &self,
        finder: &AnyAngle,
        room: &Room,
        stop: Stop,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let found = match self.way {
            Way::Straight => {
                let cells = room.line.iter().map(|&cell| finder.mesh.cell_id(cell));
                reconstruct::straight(&room.endpoints, cells, path);
                return self.budget.check(path);
            }
            Way::Search { found, .. } => found.unwrap_or_else(|| not_begun(finder, room)),
        };
        let portals = finder.index.portals(&finder.mesh);
        let leaps = &*finder.leaps;
        let searched = Searched { mesh: &finder.mesh, portals, leaps, room, stats: found.stats };
        let reached = |way: Arrival| Reached { way, cell: room.leaping.goal_cell };
        match (found.best, found.stopped) {
            (Some(arrival), None) => {
                searched.read_way(reached(arrival), None, path);
                self.budget.check(path)
            }
            (None, None) => Err(room.endpoints.disconnected(&finder.mesh)),
            (best, Some(stopped)) => {
                let lower_bound = stopped.lower_bound;
                match best {
                    Some(arrival) => {
                        searched.read_way(reached(arrival), Some(lower_bound), path);
                    }
                    None => {
                        let goal = room.endpoints.goal.point;
                        let far = |point: DVec2| point.distance(goal);
                        let offset = |point: DVec2| point.distance(self.asked);
                        searched.read_partial(stopped.in_hand, far, offset, path);
                    }
                }
                Err(stop.error(lower_bound, found.stats.expanded))
            }
        }
    }
}

impl AnyAngle {
    /// The lattice of the mesh, where the ends of links are on it too.
    pub(crate) fn common_lattice(&self) -> Option<Lattice> {
        self.lattice.filter(|_| self.leaps.is_empty() || self.leaps.are_on_lattice)
    }

    /// True where no way over links is shorter than the straight line between the endpoints in a room.
    pub(crate) fn walks_straight(&self, room: &Room) -> bool {
        self.leaps.shortcuts.is_none() || self.least_of(room) >= straight(&room.endpoints)
    }

    /// Notes the cells on the straight way between the endpoints in a room; false where they do not see each other.
    #[inline(always)]
    fn draws_line(&self, room: &mut Room, on_lattice: bool) -> bool {
        let Room { endpoints, line, .. } = room;
        if let Some(cell) = reconstruct::shared_cell(endpoints) {
            line.clear();
            line.push(cell.slot);
            return true;
        }
        let portals = self.index.portals(&self.mesh);
        match on_lattice {
            true => sees::<LatticeSides>(portals, endpoints, line),
            false => sees::<AnySides>(portals, endpoints, line),
        }
    }

    /// How long the way between the endpoints in a room is at least.
    fn least_of(&self, room: &Room) -> f64 {
        let [start, goal] = [room.endpoints.start.point, room.endpoints.goal.point];
        self.leaps.least_between(start, goal)
    }
}

/// Searches a mesh with links.
#[inline(never)]
fn linked<O: Observer<SeenInterval>>(
    mesh: &NavMesh,
    prepared: (&Index, &LeapIndex),
    room: &mut Room,
    (slice, on_lattice): (Slice<'_, O>, bool),
) -> Found {
    match on_lattice {
        true => Run::<LatticeSides, _>::search_linked(mesh, prepared, room, slice),
        false => Run::<AnySides, _>::search_linked(mesh, prepared, room, slice),
    }
}

/// What is known before a search whose room is empty.
fn not_begun(finder: &AnyAngle, room: &Room) -> Found {
    let stopped = Stopped { lower_bound: finder.least_of(room), in_hand: None, goes_on: true };
    Found { stopped: Some(stopped), ..Found::default() }
}

/// True where the search is done, where all ways left are too long, and where its budget is spent.
fn is_at_its_end(found: &Found, budget: &Budget) -> bool {
    let goes_on = found.stopped.is_some_and(|stopped| stopped.goes_on);
    !goes_on || found.stats.expanded >= budget.max_expanded
}
