//! What a search is for: which cells hold a goal, how far the goals are at least, when it is done.

use navmesh_core::{DVec2, Observer};

use super::bound::Rounding;
use super::event::{Event, SeenInterval, Watched};
use super::node::{Node, Origin};
use super::search::{Room, Run};
use super::sides::Sides;

/// A way to a goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) length: f64,
    /// The number of the root that sees the goal.
    pub(super) root: u32,
    /// The number of the step into the goal's cell.
    pub(super) step: u32,
}

impl Arrival {
    /// The way that ends with the leg from a root to the goal.
    pub(super) fn straight(from: &Origin, goal: DVec2) -> Self {
        let length = from.root.g + from.root.point.distance(goal);
        Self { length, root: from.number, step: from.step }
    }
}

/// What a search is for.
pub(super) trait Aim: Sized {
    /// Whether it leads everywhere but into dead ends, and not along a way of blocks. Then the order of
    /// the portals must be that of the ground.
    const FLOODS: bool = false;

    /// Whether there are cells to look at twice: where a goal may be, or where blocks of a way meet.
    const LOOKS_TWICE: bool = true;

    /// True where a goal is in the cell, which is one to look at twice.
    fn is_in(&self, room: &Room, cell: u32) -> bool;

    /// The length of the shortest way from the start through a node to a goal, at least.
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64;

    /// What is left from a vertex to a goal, at least; 0 where the bound asks for no more than the interval.
    #[inline(always)]
    fn left_from<S: Sides>(run: &Run<'_, S, Self>, vertex: u32) -> f64 {
        let _ = (run, vertex);
        0.0
    }

    /// Notes the ways that end in the cell behind a node; true where the search goes on through it.
    fn arrive<S: Sides>(run: &mut Run<'_, S, Self>, node: &Node, from: &Origin) -> bool;

    /// The goal, where there is but one and no way leads on through its cells: a sweep through halls that comes to one of
    /// them notes the way there at once, and adds no nodes.
    #[inline(always)]
    fn last_stop(&self) -> Option<DVec2> {
        None
    }

    /// Notes a way to the [last stop](Aim::last_stop).
    #[inline(always)]
    fn note(&mut self, way: Arrival) {
        let _ = way;
    }

    /// True where nothing that is open is of interest any more; `least` is below all their bounds.
    fn is_done(&mut self, least: f64) -> bool;

    /// Something happened; who does not watch the search does not care.
    #[inline(always)]
    fn see<S: Sides>(run: &mut Run<'_, S, Self>, event: Event) {
        let _ = (run, event);
    }
}

/// One goal: the search ends when no bound is below the length of the way found.
#[derive(Debug)]
pub(super) struct Single<'o, O> {
    pub(super) goal: DVec2,
    /// Ways longer than this are of no interest.
    pub(super) max_cost: f64,
    pub(super) rounding: Rounding,
    /// The shortest way found so far.
    pub(super) best: Option<Arrival>,
    /// Who watches.
    pub(super) observer: &'o mut O,
}

impl<O: Observer<SeenInterval>> Aim for Single<'_, O> {
    #[inline(always)]
    fn is_in(&self, room: &Room, cell: u32) -> bool {
        match room.goal_cells[..] {
            [only] => cell == only,
            ref all => all.contains(&cell),
        }
    }

    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Self>, node: &Node) -> f64 {
        let (root, sight) = run.sight(node);
        let straight = sight.way_to(run.aim.goal);
        root.g
            + match &run.room.beacon {
                Some(beacon) => {
                    let around = beacon.bound(run.landmarks, run.portals.get(node.portal), &sight);
                    straight.max(around).max(root.left)
                }
                None => straight,
            }
    }

    #[inline(always)]
    fn left_from<S: Sides>(run: &Run<'_, S, Self>, vertex: u32) -> f64 {
        let beacon = run.room.beacon.as_ref();
        beacon.map_or(0.0, |beacon| beacon.gap(run.landmarks, vertex))
    }

    fn arrive<S: Sides>(run: &mut Run<'_, S, Self>, node: &Node, from: &Origin) -> bool {
        if let Some(way) = run.last_leg(node, from, run.aim.goal) {
            run.aim.note(way);
        }
        false
    }

    #[inline(always)]
    fn last_stop(&self) -> Option<DVec2> {
        Some(self.goal)
    }

    #[inline(always)]
    fn note(&mut self, way: Arrival) {
        if self.best.is_none_or(|best| way.length < best.length) {
            self.best = Some(way);
        }
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        let least = self.rounding.surely(least);
        least > self.max_cost || self.best.is_some_and(|best| least >= best.length)
    }

    #[inline(always)]
    fn see<S: Sides>(run: &mut Run<'_, S, Self>, event: Event) {
        if O::LOOKS {
            event.show(run);
        }
    }
}

impl<O: Observer<SeenInterval>> Watched for Single<'_, O> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.observer
    }
}
