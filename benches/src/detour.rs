//! The crate `navmesh-rs`: Detour in Rust, A* over polygons and then string pulling, in f32.
//!
//! It gets the polygons of the given mesh. Its own have at most six corners, so wider ones are cut
//! into fans; it walks in x and z with its polygons clockwise, so rings are turned around.

use navmesh_rs::detour::{
    DefaultFilter, NavMesh, NavMeshCreateParams, NavMeshQuery, PolyRef, Status, StraightPathPoint,
    VERTS_PER_POLYGON, create_nav_mesh_data_f32,
};
use tautline::io::read_mesh;
use tautline::mesh::RawMesh;
use tautline::{DVec2, NavMesh as OurMesh};

use crate::contender::{Finder, PreparedMap, length_of};
use crate::scenario::Scenario;

/// No corner, no neighbour.
const NONE: u16 = 0xffff;
/// Polygons from this number on would read as borders between tiles.
const MAX_POLYGONS: usize = 0x8000;
/// The most search nodes that a query can have: Detour's own limit.
const NODES: usize = 65_535;
/// The extents around an endpoint within which its polygon is looked for: ends are on the mesh, up to f32's rounding.
const NEARBY: [f32; 3] = [0.01, 1.0, 0.01];

/// A mesh of one tile.
#[expect(missing_debug_implementations, reason = "Detour's mesh has none")]
pub struct DetourMap {
    mesh: NavMesh,
    filter: DefaultFilter,
}

impl DetourMap {
    /// On the mesh that the scenario gives.
    ///
    /// # Errors
    ///
    /// A sentence, where the mesh has more corners or polygons than a tile can.
    pub fn on_given(scenario: &Scenario) -> Result<Self, String> {
        let raw = read_mesh(&scenario.mesh_text).map_err(|error| error.to_string())?;
        Self::new(&raw, |point| scenario.turned(point))
    }

    /// On a mesh of ours, with the costs of its cells as the costs of areas.
    ///
    /// # Errors
    ///
    /// A sentence, where the mesh has more corners or polygons than a tile can, or more costs than there are areas.
    pub fn on_mesh(mesh: &OurMesh) -> Result<Self, String> {
        Self::new(&mesh.to_raw(), |point| point)
    }

    /// Detour's mesh.
    pub(crate) fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    fn new(raw: &RawMesh, turned: impl Fn(DVec2) -> DVec2) -> Result<Self, String> {
        let pieces = with_few_corners(raw);
        let count = pieces.cell_count();
        if count >= MAX_POLYGONS {
            return Err(format!("{count} polygons are too many for a tile of Detour"));
        }
        let mut filter = DefaultFilter::default();
        let costs = distinct(&pieces.costs);
        if costs.len() > filter.area_cost.len() {
            return Err(format!("{} costs are too many for Detour", costs.len()));
        }
        for (area, &cost) in filter.area_cost.iter_mut().zip(&costs) {
            *area = cost as f32;
        }
        let area = |cost: &f64| costs.iter().position(|known| known == cost).unwrap_or(0) as u8;
        let mut areas: Vec<u8> = pieces.costs.iter().map(area).collect();
        areas.resize(count, 0);
        let positions: Vec<[f32; 2]> =
            raw.positions.iter().map(|&point| turned(point).as_vec2().to_array()).collect();
        let mesh = tile(&pieces, &positions, &areas).map_err(|error| error.to_string())?;
        Ok(Self { mesh, filter })
    }
}

/// The different values of some costs.
fn distinct(costs: &[f64]) -> Vec<f64> {
    let mut distinct = costs.to_vec();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    distinct
}

/// The same mesh with every wide cell cut into a fan of cells with few corners.
fn with_few_corners(raw: &RawMesh) -> RawMesh {
    let mut pieces = RawMesh::default();
    let mut walls = std::collections::BTreeSet::new();
    for (index, cell) in (0..raw.cell_count()).filter_map(|index| Some((index, raw.cell(index)?))) {
        let corners = cell.corners;
        for (i, _) in cell.neighbors.iter().enumerate().filter(|(_, n)| n.is_none()) {
            walls.insert((corners[i], corners[(i + 1) % corners.len()]));
        }
        let mut from = 1;
        while from + 1 < corners.len() {
            let to = (from + VERTS_PER_POLYGON - 1).min(corners.len());
            pieces.push_cell(&[&corners[..1], &corners[from..to]].concat());
            pieces.costs.extend(raw.costs.get(index));
            from = to - 1;
        }
    }
    pieces.join_matching_edges();
    for index in 0..pieces.cell_count() {
        let end = pieces.cell_ends[index] as usize;
        let first = index.checked_sub(1).map_or(0, |before| pieces.cell_ends[before] as usize);
        for i in first..end {
            let next = if i + 1 == end { first } else { i + 1 };
            if walls.contains(&(pieces.corners[i], pieces.corners[next])) {
                pieces.neighbors[i] = None;
            }
        }
    }
    pieces
}

/// Detour's tile of these polygons.
fn tile(
    pieces: &RawMesh,
    positions: &[[f32; 2]],
    areas: &[u8],
) -> Result<NavMesh, navmesh_rs::Error> {
    let vertices: Vec<f32> = positions.iter().flat_map(|&[x, y]| [x, 0.0, y]).collect();
    let (mut low, mut high) = ([f32::MAX; 2], [f32::MIN; 2]);
    for point in positions {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    let size = (high[0] - low[0]).max(high[1] - low[1]);
    let count = pieces.cell_count();
    let data = create_nav_mesh_data_f32(
        &NavMeshCreateParams {
            vert_count: positions.len() as i32,
            polys: &polygons(pieces),
            poly_flags: &vec![1; count],
            poly_areas: areas,
            poly_count: count as i32,
            nvp: VERTS_PER_POLYGON as i32,
            bmin: [low[0], -1.0, low[1]],
            bmax: [high[0], 1.0, high[1]],
            walkable_height: 1.0,
            walkable_climb: 0.5,
            // The boxes of its search tree are counted in cells, of which there may be 65,535.
            cs: size / 60_000.0,
            ch: 0.1,
            build_bv_tree: true,
            ..NavMeshCreateParams::default()
        },
        &vertices,
    )?;
    Ok(NavMesh::new_single(data)?.0)
}

/// For each polygon its corners, clockwise, then its neighbours; both filled up with [`NONE`].
fn polygons(pieces: &RawMesh) -> Vec<u16> {
    let mut all = Vec::with_capacity(pieces.cell_count() * 2 * VERTS_PER_POLYGON);
    for cell in (0..pieces.cell_count()).filter_map(|index| pieces.cell(index)) {
        let count = cell.corners.len();
        let mut record = [NONE; 2 * VERTS_PER_POLYGON];
        for i in 0..count {
            record[i] = cell.corners[count - 1 - i] as u16;
            // Backwards, the edge after corner `j` is the one that led to it.
            let edge = (2 * count - 2 - i) % count;
            record[VERTS_PER_POLYGON + i] = cell.neighbors[edge].map_or(NONE, |n| n as u16);
        }
        all.extend(record);
    }
    all
}

impl PreparedMap for DetourMap {
    fn finder(&self) -> Box<dyn Finder + '_> {
        Box::new(Asking {
            query: NavMeshQuery::new(&self.mesh, NODES).ok(),
            filter: self.filter.clone(),
            polygons: Vec::new(),
            points: Vec::new(),
            is_found: false,
        })
    }
}

struct Asking<'a> {
    query: Option<NavMeshQuery<'a>>,
    filter: DefaultFilter,
    polygons: Vec<PolyRef>,
    points: Vec<StraightPathPoint>,
    is_found: bool,
}

impl Asking<'_> {
    /// Fills in polygons and points; `None` where the goal is not reached.
    fn ask(&mut self, start: DVec2, goal: DVec2) -> Option<()> {
        let query = self.query.as_mut()?;
        let [from, to] = [start, goal].map(|p| [p.x as f32, 0.0, p.y as f32]);
        let (first, ..) = query.find_nearest_poly(&from, &NEARBY, &self.filter).ok()?;
        let (last, ..) = query.find_nearest_poly(&to, &NEARBY, &self.filter).ok()?;
        let status = query
            .find_path(first, last, &from, &to, &self.filter, &mut self.polygons, NODES)
            .ok()?;
        if status.has_detail(Status::PARTIAL_RESULT) {
            return None;
        }
        query
            .find_straight_path(&from, &to, &self.polygons, &mut self.points, NODES, 0)
            .ok()
            .filter(|status| !status.has_detail(Status::PARTIAL_RESULT))
            .map(|_| ())
    }
}

impl Finder for Asking<'_> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        self.is_found = false;
        self.is_found = self.ask(start, goal).is_some();
    }

    fn length(&mut self) -> Option<f64> {
        let points = self.points.iter().map(|p| DVec2::new(p.pos[0].into(), p.pos[2].into()));
        self.is_found.then(|| length_of(points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_cell_becomes_a_fan_and_keeps_its_walls() {
        let mut raw = RawMesh::default();
        raw.push_cell(&(0..12).collect::<Vec<u32>>());
        let pieces = with_few_corners(&raw);
        let corners = (0..3).map(|i| pieces.cell(i).unwrap().corners.len());
        assert_eq!(corners.collect::<Vec<_>>(), [6, 6, 4]);
        assert_eq!(pieces.neighbors.iter().filter(|n| n.is_none()).count(), 12);
    }

    #[test]
    fn polygons_run_clockwise_with_each_neighbour_behind_its_own_edge() {
        let mut raw = RawMesh::default();
        raw.push_cell(&[0, 1, 2]);
        raw.push_cell(&[1, 3, 2]);
        raw.join_matching_edges();
        let records = polygons(&raw);
        let (first, second) = records.split_at(2 * VERTS_PER_POLYGON);
        // The shared edge runs from 2 to 1 in the first, and from 1 to 2 in the second.
        assert_eq!((&first[..4], &first[6..9]), (&[2, 1, 0, NONE][..], &[1, NONE, NONE][..]));
        assert_eq!((&second[..4], &second[6..9]), (&[2, 3, 1, NONE][..], &[NONE, NONE, 0][..]));
    }
}
