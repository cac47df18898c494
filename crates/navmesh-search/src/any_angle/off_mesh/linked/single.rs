//! One goal, which links may lead to.
//!
//! Where a link costs less than the straight line is long, that line is no bound. Then the bound is the straight
//! line or the way to the nearest such link, its cost, and on from the one that comes out nearest to the goal,
//! whichever is less; and no less than the landmarks ask for, whose distances are over links.

use navmesh_core::{NavMesh, Observer, OffMeshConnection};

use super::{Linked, Quest};
use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::objective::point::Single;
use crate::any_angle::off_mesh::connection_index::{Detour, LeapIndex};
use crate::any_angle::off_mesh::connection_state::Leaping;
use crate::any_angle::search::event::{Event, SeenInterval};
use crate::any_angle::search::final_segment::Arrival;
use crate::any_angle::search::node::{Node, Origin};
use crate::any_angle::search::workspace::Room;
use crate::any_angle::search::{Aim, Outlook, Run};
use crate::any_angle::session::observe::Watched;

/// One goal, and what shortcuts may lead to it.
pub(crate) struct OneGoal<'o, O> {
    pub(crate) single: Single<'o, O>,
    detour: Option<Detour>,
}

impl<'o, O> OneGoal<'o, O> {
    /// Of a search that is begun.
    pub(crate) fn new(leaps: &LeapIndex, leaping: &Leaping, single: Single<'o, O>) -> Self {
        let detour =
            leaping.tolls.shortcuts(leaps).map(|shortcuts| shortcuts.detour_to(single.goal, 0.0));
        Self { single, detour }
    }
}

impl Room {
    /// Prepares for a search that links may lead anywhere.
    pub(crate) fn begin_over_links(&mut self, mesh: &NavMesh, index: &Index, leaps: &LeapIndex) {
        self.clear(mesh);
        self.way.begin(mesh, &index.blocks);
        let is_only_way = self.way.unite(mesh, &index.blocks, &self.endpoints) == 1;
        self.way.take_in(mesh, index, &self.endpoints.start);
        self.look_for_entries(mesh, leaps);
        let ends = [&self.endpoints.start, &self.endpoints.goal];
        self.leaping.tolls.leave_out(mesh, leaps, ends);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        let cell = self.goal_cells.first().filter(|_| is_only_way);
        let (portals, goal) = (index.portals(mesh), self.endpoints.goal.point);
        self.beacon = cell.and_then(|&cell| match leaps.touch(cell) {
            true => index.landmarks.beacon_beside_links(portals, goal, cell),
            false => index.landmarks.beacon(portals, goal, cell),
        });
    }
}

impl<O: Observer<SeenInterval>> Quest for OneGoal<'_, O> {
    #[inline(always)]
    fn is_in(&self, room: &Room, cell: u32) -> bool {
        room.goal_cells.contains(&cell)
    }

    #[inline(always)]
    fn bound<S: Sides>(run: &Run<'_, S, Linked<'_, Self>>, at: &Outlook) -> f64 {
        let Outlook { root, portal, sight } = at;
        let OneGoal { single, detour } = &run.aim.quest;
        let straight = sight.way_to(single.goal);
        let least = detour.as_ref().map_or(straight, |detour| {
            let around = sight.way_to(detour.entries.middle) - detour.entries.reach;
            straight.min(around.max(sight.gap()) + detour.beyond)
        });
        let Some(beacon) = &run.room.beacon else { return root.g + least };
        let known = beacon.bound(run.landmarks, *portal, sight);
        root.g + least.max(known).max(root.left)
    }

    #[inline(always)]
    fn left_from<S: Sides>(run: &Run<'_, S, Linked<'_, Self>>, vertex: u32) -> f64 {
        let beacon = run.room.beacon.as_ref();
        beacon.map_or(0.0, |beacon| beacon.gap(run.landmarks, vertex))
    }

    fn least_from<S: Sides>(run: &Run<'_, S, Linked<'_, Self>>, leap: &OffMeshConnection) -> f64 {
        let OneGoal { single, detour } = &run.aim.quest;
        let straight = leap.exit.distance(single.goal);
        let least =
            detour.as_ref().map_or(straight, |detour| straight.min(detour.least_from(leap.exit)));
        let Some(beacon) = &run.room.beacon else { return least };
        let known = |&cell: &u32| beacon.least_from(run.landmarks, run.portals, leap.exit, cell);
        least.max(leap.exit_cells.iter().map(known).fold(f64::INFINITY, f64::min))
    }

    fn arrive<S: Sides>(
        run: &mut Run<'_, S, Linked<'_, Self>>,
        cell: u32,
        node: &Node,
        from: &Origin,
    ) -> bool {
        if let Some(way) = run.last_leg(node, from, run.aim.quest.single.goal) {
            note(run, way, cell);
        }
        true
    }

    fn look_around<S: Sides>(run: &mut Run<'_, S, Linked<'_, Self>>, cell: u32, from: &Origin) {
        note(run, Arrival::straight(from, run.aim.quest.single.goal), cell);
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        self.single.is_done(least)
    }

    #[inline(always)]
    fn see<S: Sides>(run: &mut Run<'_, S, Linked<'_, Self>>, event: Event) {
        if O::LOOKS {
            event.show(run);
        }
    }
}

/// Notes a way to the goal.
fn note<S: Sides, O>(run: &mut Run<'_, S, Linked<'_, OneGoal<'_, O>>>, way: Arrival, cell: u32)
where
    O: Observer<SeenInterval>,
{
    let best = &mut run.aim.quest.single.best;
    if best.is_none_or(|best| way.length < best.length) {
        *best = Some(way);
        run.aim.leaping.goal_cell = cell;
    }
}

impl<O: Observer<SeenInterval>> Watched for Linked<'_, OneGoal<'_, O>> {
    type Observer = O;

    fn observer(&mut self) -> &mut O {
        self.quest.single.observer
    }
}
