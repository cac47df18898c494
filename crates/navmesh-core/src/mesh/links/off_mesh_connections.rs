//! Off-mesh connections: the lanes of links, one per direction.

use std::sync::Arc;

use glam::DVec2;

use crate::collections::MergeSort;
use crate::mesh::memory::bytes;
use crate::mesh::{Fan, Incidence, LaneId, LinkId, NavMesh};
use crate::outline::LinkSide;

/// A lane of a link in one direction, from its entry to its exit.
#[derive(Debug, Clone, PartialEq)]
pub struct OffMeshConnection {
    /// The link.
    pub link: LinkId,
    /// The lane's index.
    pub lane: u32,
    /// The end of the link at the entry.
    pub entered: LinkSide,
    /// The point of the entry.
    pub entry: DVec2,
    /// The point of the exit.
    pub exit: DVec2,
    /// The cost of using it once.
    pub cost: f64,
    /// The slots of the cells at the entry, ascending.
    pub entry_cells: Vec<u32>,
    /// The slots of the cells at the exit, ascending.
    pub exit_cells: Vec<u32>,
    /// True if the cells at the entry belong to one fan.
    pub entry_is_one_place: bool,
    /// True if the cells at the exit belong to one fan.
    pub exit_is_one_place: bool,
}

/// The off-mesh connections of a mesh, over its usable lanes.
#[derive(Debug, Clone)]
pub(in crate::mesh) struct OffMeshConnections {
    all: Arc<[OffMeshConnection]>,
    /// Pairs of a slot at an entry and the connection's number, ascending.
    entries: Vec<(u32, u32)>,
    /// Pairs of a slot at an exit and the connection's number, ascending.
    exits: Vec<(u32, u32)>,
    /// The lowest cost of a connection per unit of its straight distance; infinite without connections.
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
    /// Returns its lane.
    #[must_use]
    pub fn lane_id(&self) -> LaneId {
        LaneId { link: self.link, lane: self.lane }
    }

    /// True if it costs less than the straight distance between its ends.
    #[must_use]
    pub fn is_shortcut(&self) -> bool {
        self.cost < self.entry.distance(self.exit)
    }

    /// Returns a lower bound on its cost per unit of the straight distance.
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
    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        let pairs = self.entries.capacity() + self.exits.capacity();
        size_of_val(&*self.all) + bytes::<(u32, u32)>(pairs)
    }

    /// Builds the connections of a mesh.
    ///
    /// Complexity: O(n log n) in the number of lanes and of the cells at their ends.
    pub(in crate::mesh) fn of(mesh: &NavMesh) -> Self {
        let mut all = Vec::new();
        for (id, link) in mesh.open_links() {
            for lane in mesh.lanes_of(id).filter(|&lane| mesh.is_lane_open(lane)) {
                all.extend(link.entries().filter_map(|entered| connection(mesh, lane, entered)));
            }
        }
        let mut connections = Self { all: all.into(), ..Self::default() };
        let Self { all, entries, exits, least_rate } = &mut connections;
        for (number, connection) in (0..).zip(&**all) {
            entries.extend(connection.entry_cells.iter().map(|&cell| (cell, number)));
            exits.extend(connection.exit_cells.iter().map(|&cell| (cell, number)));
            *least_rate = least_rate.min(connection.rate());
        }
        entries.merge_sort();
        exits.merge_sort();
        connections
    }
}

/// Returns the connection over a lane that is entered at one side.
fn connection(mesh: &NavMesh, at: LaneId, entered: LinkSide) -> Option<OffMeshConnection> {
    let link = mesh.link(at.link)?;
    let sides = [entered, entered.other()];
    let [entry, exit] = sides.map(|side| link.end_of_lane(at.lane, side));
    let [at_entry, at_exit] = sides.map(|side| mesh.link_places(at, side));
    let slots = |all: &[Incidence]| all.iter().map(|at| at.cell.slot).collect();
    Some(OffMeshConnection {
        link: at.link,
        lane: at.lane,
        entered,
        entry: entry?.point,
        exit: exit?.point,
        cost: link.cost,
        entry_cells: slots(&at_entry),
        exit_cells: slots(&at_exit),
        entry_is_one_place: is_one_fan(mesh, &at_entry),
        exit_is_one_place: is_one_fan(mesh, &at_exit),
    })
}

impl NavMesh {
    /// Returns the usable off-mesh connections. The allocation stays the same until they change.
    #[must_use]
    pub fn off_mesh_connections(&self) -> &Arc<[OffMeshConnection]> {
        &self.off_mesh_connections.all
    }

    /// Iterates over the numbers of the connections with an entry in the cell in a slot.
    pub fn off_mesh_connections_from(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        numbers_at(&self.off_mesh_connections.entries, slot)
    }

    /// Iterates over the numbers of the connections with an exit in the cell in a slot.
    pub fn off_mesh_connections_into(&self, slot: u32) -> impl Iterator<Item = u32> + '_ {
        numbers_at(&self.off_mesh_connections.exits, slot)
    }

    /// Returns a lower bound on the cost of any path per unit of the straight distance between its ends.
    ///
    /// It is the lowest cost of any cell, or the cheapest link's cost per unit of its straight
    /// distance if that is less.
    #[must_use]
    pub fn lowest_rate(&self) -> f64 {
        self.lowest_cost().min(self.off_mesh_connections.least_rate)
    }
}

/// Iterates over the numbers that are paired with a slot in a sorted list.
fn numbers_at(pairs: &[(u32, u32)], slot: u32) -> impl Iterator<Item = u32> + '_ {
    let first = pairs.partition_point(|&(own, _)| own < slot);
    pairs[first..].iter().take_while(move |(own, _)| *own == slot).map(|&(_, number)| number)
}

/// True if all cells around a point belong to one fan.
fn is_one_fan(mesh: &NavMesh, cells: &[Incidence]) -> bool {
    let mut fans = cells.iter().map(|incidence| mesh.fan(incidence));
    let first: Option<Fan> = fans.next();
    fans.all(|fan| Some(fan) == first)
}
