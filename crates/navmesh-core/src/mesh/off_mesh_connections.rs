//! OffMeshConnections: links as searches take them, each way over one for itself.

use std::sync::Arc;

use glam::DVec2;

use super::{Fan, Incidence, LaneId, LinkId, NavMesh};
use crate::link::LinkSide;

/// A lane of a link, one way: from its entry to its exit.
#[derive(Debug, Clone, PartialEq)]
pub struct OffMeshConnection {
    /// The link.
    pub link: LinkId,
    /// Which of its lanes.
    pub lane: u32,
    /// The end at which it is entered.
    pub entered: LinkSide,
    /// Where it is entered.
    pub entry: DVec2,
    /// Where it comes out.
    pub exit: DVec2,
    /// What it costs.
    pub cost: f64,
    /// The slots of the cells in which one stands at its entry, ascending.
    pub entry_cells: Vec<u32>,
    /// The slots of the cells in which one stands at its exit, ascending.
    pub exit_cells: Vec<u32>,
    /// True where the cells at its entry are joined there: who stands in one of them stands in all.
    pub entry_is_one_place: bool,
    /// The same of its exit.
    pub exit_is_one_place: bool,
}

/// The leaps over all links of a mesh that can be used.
#[derive(Debug, Clone)]
pub(super) struct OffMeshConnections {
    all: Arc<[OffMeshConnection]>,
    /// The cells in which one stands at an entry, each with the leap's number; ascending.
    entries: Vec<(u32, u32)>,
    /// The same for exits.
    exits: Vec<(u32, u32)>,
    /// No leap costs less than its straight line is long times this; infinite where there is none.
    least_rate: f64,
}

impl Default for OffMeshConnections {
    fn default() -> Self {
        Self {
            all: Arc::default(),
            entries: Vec::new(),
            exits: Vec::new(),
            least_rate: f64::INFINITY,
        }
    }
}

impl OffMeshConnection {
    /// The lane that it is a way over.
    #[must_use]
    pub fn lane_id(&self) -> LaneId {
        LaneId { link: self.link, lane: self.lane }
    }

    /// True where it costs less than the straight line between its ends is long.
    #[must_use]
    pub fn is_shortcut(&self) -> bool {
        self.cost < self.entry.distance(self.exit)
    }

    /// What it costs a unit of the straight line, at least.
    fn rate(&self) -> f64 {
        let span = self.entry.distance(self.exit);
        if span == 0.0 {
            return f64::INFINITY;
        }
        let rate = self.cost / span * (1.0 - 4.0 * f64::EPSILON);
        if self.is_shortcut() { rate } else { rate.max(1.0) }
    }
}

impl OffMeshConnections {
    /// Complexity: linear in the number of links.
    pub(super) fn of(mesh: &NavMesh) -> Self {
        let mut all = Vec::new();
        for (id, link) in mesh.open_links() {
            for lane in mesh.lanes_of(id).filter(|&lane| mesh.is_lane_open(lane)) {
                all.extend(link.entries().filter_map(|entered| leap(mesh, lane, entered)));
            }
        }
        let mut leaps = Self { all: all.into(), ..Self::default() };
        for (number, leap) in (0..).zip(&*leaps.all) {
            leaps.entries.extend(leap.entry_cells.iter().map(|&cell| (cell, number)));
            leaps.exits.extend(leap.exit_cells.iter().map(|&cell| (cell, number)));
            leaps.least_rate = leaps.least_rate.min(leap.rate());
        }
        leaps.entries.sort_unstable();
        leaps.exits.sort_unstable();
        leaps
    }
}

/// The way over a lane that is entered at a side.
fn leap(mesh: &NavMesh, at: LaneId, entered: LinkSide) -> Option<OffMeshConnection> {
    let link = mesh.link(at.link)?;
    let sides = [entered, entered.other()];
    let [entry, exit] = sides.map(|side| link.end_of_lane(at.lane, side));
    let [at_entry, at_exit] = sides.map(|side| mesh.link_places(at, side));
    let slots = |all: &[Incidence]| all.iter().map(|place| place.cell.slot).collect();
    Some(OffMeshConnection {
        link: at.link,
        lane: at.lane,
        entered,
        entry: entry?.point,
        exit: exit?.point,
        cost: link.cost,
        entry_cells: slots(&at_entry),
        exit_cells: slots(&at_exit),
        entry_is_one_place: is_one_place(mesh, &at_entry),
        exit_is_one_place: is_one_place(mesh, &at_exit),
    })
}

impl NavMesh {
    /// Every way over a link that can be used; the same allocation for as long as they stay the same.
    #[must_use]
    pub fn off_mesh_connections(&self) -> &Arc<[OffMeshConnection]> {
        &self.leaps.all
    }

    /// The numbers of the leaps that can be entered from the cell in a slot.
    pub fn off_mesh_connections_from(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        numbers_at(&self.leaps.entries, slot)
    }

    /// The numbers of the leaps that come out in the cell in a slot.
    pub fn off_mesh_connections_into(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        numbers_at(&self.leaps.exits, slot)
    }

    /// No way costs less than the straight line between its ends is long times this: the lowest cost of any cell,
    /// or what the cheapest link costs a unit, if that is less.
    #[must_use]
    pub fn lowest_rate(&self) -> f64 {
        self.lowest_cost().min(self.leaps.least_rate)
    }
}

/// The numbers that stand beside a slot in a sorted list.
fn numbers_at(pairs: &[(u32, u32)], slot: u32) -> impl Iterator<Item = u32> + '_ {
    let first = pairs.partition_point(|&(own, _)| own < slot);
    pairs[first..].iter().take_while(move |(own, _)| *own == slot).map(|&(_, number)| number)
}

/// True where cells around a point are all of one fan.
fn is_one_place(mesh: &NavMesh, cells: &[Incidence]) -> bool {
    let mut fans = cells.iter().map(|incidence| mesh.fan(incidence));
    let first: Option<Fan> = fans.next();
    fans.all(|fan| Some(fan) == first)
}
