//! What a search for many goals looks for: each of them, nearest first.

use super::Many;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::off_mesh::linked::{Linked, Quest};
use crate::any_angle::search::final_segment::Arrival;
use crate::any_angle::search::node::{Node, Origin};
use crate::any_angle::search::workspace::Room;
use crate::any_angle::search::{Outlook, Run};

impl Quest for &mut Many {
    #[inline(always)]
    fn is_in(&self, _: &Room, cell: u32) -> bool {
        self.cells.contains(cell)
    }

    #[inline(always)]
    fn bound<S: Sides>(_: &Run<'_, S, Linked<'_, Self>>, at: &Outlook) -> f64 {
        let Outlook { root, sight, .. } = at;
        root.g + sight.gap()
    }

    fn arrive<S: Sides>(
        run: &mut Run<'_, S, Linked<'_, Self>>,
        cell: u32,
        node: &Node,
        from: &Origin,
    ) -> bool {
        for at in run.aim.quest.standing_in(cell) {
            let (_, goal) = run.aim.quest.standing[at];
            let point = run.aim.quest.points[goal as usize];
            if let Some(way) = run.last_leg(node, from, point) {
                run.aim.quest.note(goal, Reached { way, cell });
            }
        }
        true
    }

    fn look_around<S: Sides>(run: &mut Run<'_, S, Linked<'_, Self>>, cell: u32, from: &Origin) {
        let many = &mut *run.aim.quest;
        for at in many.standing_in(cell) {
            let (_, goal) = many.standing[at];
            let way = Arrival::straight(from, many.points[goal as usize]);
            many.note(goal, Reached { way, cell });
        }
    }

    #[inline(always)]
    fn is_done(&mut self, least: f64) -> bool {
        self.rounding.surely(least) > self.horizon.distance()
    }
}
