//! The walls that a change of a mesh adds and removes.

use glam::DVec2;

use super::index::WatchedLeg;
use crate::collections::MergeSort;
use crate::geom::Bounds;
use crate::geom::ring::segments_touch;
use crate::mesh::{CellId, EdgeId, LaneId, MeshPatch, NavMesh, OffMeshConnection, PatchReport};
use crate::path::Path;

/// The walls that a change of a mesh adds and removes, and the cells around them.
///
/// A wall is a side of a cell without a neighbour. A wall that is cut in two counts as gone and as two new ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WallChange {
    /// The slots of removed cells, ascending.
    pub(super) removed: Vec<u32>,
    /// The slots of new cells, ascending.
    pub(super) added: Vec<u32>,
    /// The slots of cells that stay and whose sides opened or closed, ascending.
    pub(super) beside: Vec<u32>,
    /// The new walls.
    pub(super) closed: Vec<[DVec2; 2]>,
    /// The walls that are gone.
    pub(super) opened: Vec<[DVec2; 2]>,
    pub(super) closed_lanes: Vec<LaneId>,
    pub(super) opened_lanes: Vec<LaneId>,
    /// The box around all changed walls.
    pub(super) bounds: Option<Bounds>,
    /// True if no cell of the mesh from before is known.
    pub(super) is_rebuild: bool,
    /// True if the change is known to free no ground.
    pub(super) is_blocking: bool,
    /// True if cells have different costs, before or after the change.
    pub(super) has_costs: bool,
}

/// The walls around a change that is about to happen.
///
/// ```
/// use navmesh_core::backend::MeshPatch;
/// use navmesh_core::{NavMesh, RawMesh, WallsBefore};
///
/// let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
/// let mut mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
/// let patch = MeshPatch { removed: vec![mesh.cell_id(1)], ..MeshPatch::default() };
/// let before = WallsBefore::patch(&mesh, &patch);
/// let report = mesh.apply_patch(&patch)?;
/// let change = before.after_patch(&mesh, &report);
/// assert_eq!(change.opened().len(), 3); // the other side of the right square is a wall now
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct WallsBefore {
    walls: Vec<Wall>,
    lanes: Vec<UsableLane>,
    slots: Vec<u32>,
    /// True if cells have different costs.
    has_costs: bool,
}

/// A wall of a cell, as the cell runs along it, and its floor.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Wall {
    ends: [DVec2; 2],
    layer: u32,
}

impl WallsBefore {
    /// Collects the walls of the cells that a patch removes, and those that it lists.
    ///
    /// `mesh` may have closed doors; then [`WallsBefore::after_patch`] needs the new mesh with its closed doors, too.
    ///
    /// Complexity: O(n log n) in these cells.
    #[must_use]
    pub fn patch(mesh: &NavMesh, patch: &MeshPatch) -> Self {
        let known = patch.removed.iter().filter(|&&cell| mesh.has_cell(cell));
        let removed = ascending(known.map(|cell| cell.slot));
        let listed = patch.walls.iter().filter(|wall| mesh.has_cell(wall.cell));
        let listed =
            listed.filter_map(|wall| mesh.edge_range(wall.cell.slot).nth(wall.index as usize));
        // Doors may close edges of cells that stay.
        let open = mesh.opened().map_or(mesh, |open| &**open);
        let is_beside =
            |edge: &EdgeId| removed.binary_search(&open.edge(*edge).cell_slot()).is_err();
        let own = edges_of(open, removed.iter().copied());
        let twins = own.filter_map(|index| open.edges()[index].twin()).filter(is_beside);
        let own = edges_of(mesh, removed.iter().copied());
        let walls = walls_among(mesh, own.chain(twins.map(EdgeId::index)).chain(listed));
        let has_costs = !mesh.is_uniform();
        Self { walls, has_costs, lanes: Vec::new(), slots: Vec::new() }
    }

    /// Collects the walls of cells at doors that are about to open or close.
    ///
    /// Complexity: O(n log n) in these cells, and linear in the links.
    #[must_use]
    pub fn doors(mesh: &NavMesh, slots: impl IntoIterator<Item = u32>) -> Self {
        let slots = ascending(slots.into_iter());
        let (walls, has_costs) = (walls_of(mesh, slots.iter().copied()), !mesh.is_uniform());
        Self { walls, has_costs, lanes: usable_lanes(mesh), slots }
    }

    /// Collects all walls of a mesh that another one is about to replace.
    ///
    /// Complexity: O(n log n).
    #[must_use]
    pub fn whole(mesh: &NavMesh) -> Self {
        Self::doors(mesh, mesh.slots())
    }

    /// Returns the change by the patch.
    #[must_use]
    pub fn after_patch(self, mesh: &NavMesh, report: &PatchReport) -> WallChange {
        let slots = |cells: &[CellId]| ascending(cells.iter().map(|cell| cell.slot));
        let [removed, added] = [slots(&report.removed), slots(&report.added)];
        let rim = report.rim.iter().map(|edge| edge.index());
        let edges = edges_of(mesh, added.iter().copied()).chain(rim);
        let walls = [self.walls, walls_among(mesh, edges)];
        let lanes = [report.closed_lanes.clone(), report.opened_lanes.clone()];
        let has_costs = self.has_costs || !mesh.is_uniform();
        WallChange { removed, added, has_costs, ..WallChange::of_walls(walls, lanes) }
    }

    /// Returns the change by the doors.
    #[must_use]
    pub fn after_doors(self, mesh: &NavMesh) -> WallChange {
        let walls = [self.walls, walls_of(mesh, self.slots.iter().copied())];
        let lanes = changed_lanes(&self.lanes, mesh);
        let has_costs = self.has_costs || !mesh.is_uniform();
        WallChange { beside: self.slots, has_costs, ..WallChange::of_walls(walls, lanes) }
    }

    /// Returns the change to another mesh, whose ids have no relation to those from before.
    #[must_use]
    pub fn after_rebuild(self, mesh: &NavMesh) -> WallChange {
        let walls = [self.walls, walls_of(mesh, mesh.slots())];
        let lanes = changed_lanes(&self.lanes, mesh);
        let added = mesh.slots().collect();
        let has_costs = self.has_costs || !mesh.is_uniform();
        WallChange { added, has_costs, is_rebuild: true, ..WallChange::of_walls(walls, lanes) }
    }
}

/// Returns the lanes that can no longer be used, and those that can be used now. A lane that lies or costs otherwise than
/// before is among both.
fn changed_lanes(before: &[UsableLane], mesh: &NavMesh) -> [Vec<LaneId>; 2] {
    let after = usable_lanes(mesh);
    let missing = |of: &[UsableLane], from: &[UsableLane]| -> Vec<LaneId> {
        let is_new = |lane: &&UsableLane| from.binary_search(lane).is_err();
        let mut lanes: Vec<LaneId> = of.iter().filter(is_new).map(|lane| lane.id).collect();
        lanes.merge_sort();
        lanes.dedup();
        lanes
    };
    [missing(before, &after), missing(&after, before)]
}

impl WallChange {
    /// True if the change frees no ground and opens no link, so that no path becomes shorter.
    #[must_use]
    pub fn only_blocks(&self) -> bool {
        let adds_nothing = self.is_blocking || self.added.is_empty();
        adds_nothing && self.opened.is_empty() && self.opened_lanes.is_empty()
    }

    /// Declares that the change frees no ground, so that walls which are gone were only cut.
    ///
    /// For changes that add obstacles and walls alone, whose corners cut other walls.
    #[must_use]
    pub fn blocking(mut self) -> Self {
        self.opened.clear();
        self.opened_lanes.clear();
        self.is_blocking = true;
        self
    }

    /// True if no cell of the mesh from before is known.
    #[must_use]
    pub fn is_rebuild(&self) -> bool {
        self.is_rebuild
    }

    /// Returns the box around all changed walls; `None` if there are none.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// True if a leg of a path, from the leg `first` on, may be blocked or may cost more than before.
    ///
    /// The others can be walked as before. `mesh` is the mesh after the change.
    ///
    /// Complexity: linear in the legs; those near the changed walls times the number of these. Where cells have costs,
    /// linear in the cells too.
    #[must_use]
    pub fn concerns(&self, path: &Path, first: usize, mesh: &NavMesh) -> bool {
        // After a rebuild, the same id may name another cell.
        let is_gone = |cell| self.is_rebuild || !mesh.has_cell(cell);
        let is_priced_anew = || self.has_costs && path.cells().iter().any(|&cell| is_gone(cell));
        let is_touched = |(leg, ends)| match path.link_of_leg(leg) {
            Some(link) => self.closed_lanes.binary_search(&link.lane_id()).is_ok(),
            None => self.touches(ends) || leg == first && self.surrounds(ends[0]),
        };
        let point = || path.waypoints().len() == 1 && self.surrounds(path.waypoints()[0]);
        path.legs().enumerate().skip(first).any(is_touched) || point() || is_priced_anew()
    }

    /// Returns the walls that are gone.
    #[must_use]
    pub fn opened(&self) -> &[[DVec2; 2]] {
        &self.opened
    }

    /// Returns the lanes of links that can no longer be used, or no longer as before: they lie or cost otherwise.
    #[must_use]
    pub fn closed_lanes(&self) -> &[LaneId] {
        &self.closed_lanes
    }

    /// Returns the lanes of links that can be used again, or in another place or at another cost.
    #[must_use]
    pub fn opened_lanes(&self) -> &[LaneId] {
        &self.opened_lanes
    }

    fn of_walls([before, after]: [Vec<Wall>; 2], lanes: [Vec<LaneId>; 2]) -> Self {
        let [closed_lanes, opened_lanes] = lanes;
        let closed = missing(&after, &before);
        let opened = missing(&before, &after);
        let all = closed.iter().chain(&opened);
        let bounds =
            (!(closed.is_empty() && opened.is_empty())).then(|| Bounds::of(all.flatten().copied()));
        Self { closed, opened, closed_lanes, opened_lanes, bounds, ..Self::default() }
    }

    /// True if a leg is known to hold, because no changed wall touches it. The legs before it must hold.
    ///
    /// Ground that is gone is bounded by changed walls. So a start that it has taken lies in the box around these.
    pub(super) fn leaves(&self, leg: &WatchedLeg) -> bool {
        let is_left =
            |ends: [DVec2; 2]| !self.touches(ends) && (leg.leg > 0 || !self.surrounds(ends[0]));
        leg.straight.is_some_and(is_left)
    }

    /// True if a point lies in the box around the changed walls.
    fn surrounds(&self, point: DVec2) -> bool {
        let within = |bounds: Bounds| point.clamp(bounds.min, bounds.max) == point;
        self.bounds.is_some_and(within)
    }

    /// True if a closed segment touches a changed wall.
    pub(super) fn touches(&self, leg: [DVec2; 2]) -> bool {
        let [a, b] = leg;
        let meets =
            |bounds: Bounds| a.min(b).cmple(bounds.max).all() && bounds.min.cmple(a.max(b)).all();
        self.bounds.is_some_and(meets)
            && self.closed.iter().chain(&self.opened).any(|&wall| segments_touch(leg, wall))
    }
}

fn ascending(slots: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut slots: Vec<u32> = slots.collect();
    slots.merge_sort();
    slots.dedup();
    slots
}

/// Returns the walls of cells, in the order of [`bits`].
fn walls_of(mesh: &NavMesh, slots: impl Iterator<Item = u32>) -> Vec<Wall> {
    walls_among(mesh, edges_of(mesh, slots))
}

fn edges_of(mesh: &NavMesh, slots: impl Iterator<Item = u32>) -> impl Iterator<Item = usize> {
    slots.flat_map(|slot| mesh.edge_range(slot))
}

/// Returns the walls among edges, in the order of [`bits`].
fn walls_among(mesh: &NavMesh, edges: impl Iterator<Item = usize>) -> Vec<Wall> {
    let edges = edges.map(|index| EdgeId(index as u32));
    let walls = edges.filter(|&edge| mesh.edge(edge).is_wall());
    let wall =
        |edge| Wall { ends: mesh.edge_ends(edge), layer: mesh.layer(mesh.edge(edge).cell_slot()) };
    let mut walls: Vec<Wall> = walls.map(wall).collect();
    walls.merge_sort_by_key(bits);
    walls
}

/// Returns the sorted list of those walls of one sorted list that are not in another.
fn missing(of: &[Wall], from: &[Wall]) -> Vec<[DVec2; 2]> {
    let is_missing = |wall: &&Wall| from.binary_search_by_key(&bits(wall), bits).is_err();
    of.iter().filter(is_missing).map(|wall| wall.ends).collect()
}

/// Returns the bits of the coordinates, which have a total order, and the floor.
fn bits(&Wall { ends: [a, b], layer }: &Wall) -> ([u64; 4], u32) {
    ([a.x, a.y, b.x, b.y].map(f64::to_bits), layer)
}

/// A lane of a link that can be used, in one direction. A link that was replaced has its number, and other bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct UsableLane {
    /// The bits of the entry, the exit and the cost.
    bits: [u64; 5],
    /// The floors of the entry and of the exit.
    layers: [Option<u32>; 2],
    id: LaneId,
}

/// Returns the usable lanes of a mesh, ascending.
fn usable_lanes(mesh: &NavMesh) -> Vec<UsableLane> {
    let lane = |connection: &OffMeshConnection| {
        let OffMeshConnection { entry, exit, cost, entry_cells, exit_cells, .. } = connection;
        let layers =
            [entry_cells, exit_cells].map(|cells| cells.first().map(|&slot| mesh.layer(slot)));
        let bits = [entry.x, entry.y, exit.x, exit.y, *cost].map(f64::to_bits);
        UsableLane { bits, layers, id: connection.lane_id() }
    };
    let mut lanes: Vec<UsableLane> = mesh.off_mesh_connections().iter().map(lane).collect();
    lanes.merge_sort();
    lanes
}
