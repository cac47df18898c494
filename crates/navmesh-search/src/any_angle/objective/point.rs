//! What a search is for: which cells hold a goal, how far the goals are at least, when it is done.

use navmesh_core::{DVec2, Observer};

use crate::any_angle::index::predicates::Sides;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::final_segment::Arrival;
use crate::any_angle::search::node::{Node, Origin};
use crate::any_angle::search::workspace::Room;
use crate::any_angle::search::{Aim, Outlook, Run};
use crate::any_angle::session::observe::Watched;

/// One goal: the search ends when no bound is below the length of the way found.
#[derive(Debug)]
pub(crate) struct Single<'o, O> {
    pub(crate) goal: DVec2,
    /// Ways longer than this are of no interest.
    pub(crate) max_cost: f64,
    pub(crate) rounding: Rounding,
    /// The shortest way found so far.
    pub(crate) best: Option<Arrival>,
    /// Who watches.
    pub(crate) observer: &'o mut O,
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
    fn bound<S: Sides>(run: &Run<'_, S, Self>, at: &Outlook) -> f64 {
        let Outlook { root, portal, sight } = at;
        let straight = sight.way_to(run.aim.goal);
        root.g
            + match &run.room.beacon {
                Some(beacon) => {
                    let around = beacon.bound(run.landmarks, *portal, sight);
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
