//! Detour's tile cache, by the crate `navmesh-rs`, on the same edit: the tiles that a box touches are built anew from cells.

use std::time::Instant;

use navmesh_rs::detour::{DefaultFilter, NavMesh, NavMeshParams, NavMeshQuery};
use navmesh_rs::tilecache::{
    DefaultMeshProcess, LayerHeader, ObstacleShape, RawCompressor, TileCache, TileCacheParams,
    build_layer,
};
use navmesh_rs::{Error, Limits, Workspace};
use tautline::{DVec2, NavMesh as OurMesh, Outline};

use super::rival::Rebuilt;

/// The sides of cells in map units: half of the smallest crate, and what Recast's guide advises for agents of radius 0.5.
pub const CELLS: [f64; 2] = [0.5, 0.25];

/// The cells along a side of a tile, as in Detour's demo.
const SIDE: usize = 48;

/// The area of walkable cells.
const WALKABLE: u8 = 63;

/// The neighbours of a cell in the order of the bits of its connections.
const AROUND: [[isize; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/// The most nodes of a query: Detour's own limit.
const NODES: usize = 65_535;

/// A map as tiles whose cells are kept.
#[expect(missing_debug_implementations, reason = "Detour's mesh has none")]
pub struct TileCacheMap {
    cache: TileCache,
    mesh: NavMesh,
    low: DVec2,
}

impl TileCacheMap {
    /// Cuts the ground of a mesh into cells of a side, and builds all tiles. A cell is walkable if its middle is.
    ///
    /// # Errors
    ///
    /// A sentence, where the crate refuses the map.
    pub fn new(mesh: &OurMesh, side: f64) -> Result<Self, String> {
        let cells = Cells::of(mesh, side);
        Self::of_cells(&cells).map_err(|error| format!("the tile cache: {error}"))
    }

    fn of_cells(cells: &Cells) -> Result<Self, Error> {
        let tiles = [cells.columns, cells.rows].map(|count| count.div_ceil(SIDE));
        let count = tiles[0] * tiles[1];
        let side = SIDE as u8;
        let mut params = TileCacheParams::new(side, side, cells.side as f32, 0.5, count, 1024);
        // A point, as our map without a radius is for.
        (params.walkable_radius, params.walkable_climb) = (0.0, 0.5);
        let width = (SIDE as f64 * cells.side) as f32;
        let grid = NavMeshParams {
            orig: [0.0; 3],
            tile_width: width,
            tile_height: width,
            max_tiles: count as i32,
            max_polys: 1 << 9,
        };
        let mut cache =
            TileCache::new(params, RawCompressor, DefaultMeshProcess, Limits::default())?;
        let mut mesh = NavMesh::new(&grid)?;
        let mut workspace = Workspace::new();
        for row in 0..tiles[1] {
            for column in 0..tiles[0] {
                cache.add_tile(cells.layer(&mut workspace, [column, row])?)?;
                cache.build_nav_mesh_tiles_at(column as i32, row as i32, &mut mesh)?;
            }
        }
        Ok(Self { cache, mesh, low: cells.low })
    }

    /// Adds the bounding box of an obstacle, asks for a path, and removes the box again.
    ///
    /// # Errors
    ///
    /// A sentence, where the crate refuses one of them.
    pub fn edit(&mut self, obstacle: &Outline, ends: [DVec2; 2]) -> Result<Rebuilt, String> {
        self.added(obstacle, ends).map_err(|error| format!("the tile cache: {error}"))
    }

    fn added(&mut self, obstacle: &Outline, ends: [DVec2; 2]) -> Result<Rebuilt, Error> {
        let start = obstacle.exterior[0];
        let corners = obstacle.exterior.iter();
        let [low, high] = corners.fold([start; 2], |[low, high], &at| [low.min(at), high.max(at)]);
        let [min, max] = [low, high].map(|at| (at - self.low).as_vec2());
        let shape = ObstacleShape::Box { bmin: [min.x, -1.0, min.y], bmax: [max.x, 2.0, max.y] };
        let begun = Instant::now();
        let obstacle = self.cache.add_obstacle(shape)?;
        while !self.cache.update(0.1, &mut self.mesh)? {}
        let edit = begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        self.ask(ends)?;
        let query = begun.elapsed().as_secs_f64() * 1e3;
        self.cache.remove_obstacle(obstacle)?;
        while !self.cache.update(0.1, &mut self.mesh)? {}
        Ok(Rebuilt { edit, query })
    }

    fn ask(&self, ends: [DVec2; 2]) -> Result<(), Error> {
        let mut query = NavMeshQuery::new(&self.mesh, NODES)?;
        let filter = DefaultFilter::default();
        let [from, to] = ends.map(|end| {
            let at = (end - self.low).as_vec2();
            [at.x, 0.0, at.y]
        });
        let near = [2.0, 4.0, 2.0];
        let (first, from, _) = query.find_nearest_poly(&from, &near, &filter)?;
        let (last, to, _) = query.find_nearest_poly(&to, &near, &filter)?;
        let (mut polygons, mut points) = (Vec::new(), Vec::new());
        query.find_path(first, last, &from, &to, &filter, &mut polygons, NODES)?;
        query.find_straight_path(&from, &to, &polygons, &mut points, NODES, 0)?;
        Ok(())
    }
}

/// The cells of a map, row by row.
struct Cells {
    /// The side of a cell in map units.
    side: f64,
    low: DVec2,
    columns: usize,
    rows: usize,
    is_walkable: Vec<bool>,
}

impl Cells {
    fn of(mesh: &OurMesh, side: f64) -> Self {
        let bounds = mesh.bounds();
        let size = ((bounds.max - bounds.min) / side).ceil();
        let (columns, rows) = (size.x as usize, size.y as usize);
        let middle = |cell: usize| {
            let at = DVec2::new((cell % columns) as f64, (cell / columns) as f64);
            bounds.min + (at + 0.5) * side
        };
        let is_walkable =
            (0..columns * rows).map(|cell| mesh.incidences(middle(cell)).next().is_some());
        Self { side, low: bounds.min, columns, rows, is_walkable: is_walkable.collect() }
    }

    fn is_walkable(&self, column: isize, row: isize) -> bool {
        let is_inside =
            (0..self.columns as isize).contains(&column) && (0..self.rows as isize).contains(&row);
        is_inside && self.is_walkable[row as usize * self.columns + column as usize]
    }

    /// Returns the layer of a tile. Bits tell the walkable neighbours of each cell, those in other tiles as portals.
    fn layer(&self, workspace: &mut Workspace, tile: [usize; 2]) -> Result<Vec<u8>, Error> {
        let first = tile.map(|number| (number * SIDE) as isize);
        let mut header = LayerHeader::new(SIDE as u8, SIDE as u8);
        (header.tx, header.ty) = (tile[0] as i32, tile[1] as i32);
        let [x, y] = first.map(|cell| (cell as f64 * self.side) as f32);
        let side = (SIDE as f64 * self.side) as f32;
        (header.bmin, header.bmax) = ([x, 0.0, y], [x + side, 1.0, y + side]);
        let (mut areas, mut connections) = (vec![0; SIDE * SIDE], vec![0; SIDE * SIDE]);
        for (number, (area, bits)) in areas.iter_mut().zip(&mut connections).enumerate() {
            let at = [first[0] + (number % SIDE) as isize, first[1] + (number / SIDE) as isize];
            if !self.is_walkable(at[0], at[1]) {
                continue;
            }
            *area = WALKABLE;
            for (direction, step) in AROUND.iter().enumerate() {
                let next = [at[0] + step[0], at[1] + step[1]];
                let is_own =
                    (0..2).all(|axis| (0..SIDE as isize).contains(&(next[axis] - first[axis])));
                if self.is_walkable(next[0], next[1]) {
                    *bits |= 1 << if is_own { direction } else { direction + 4 };
                }
            }
        }
        build_layer(workspace, &RawCompressor, &header, &[0; SIDE * SIDE], &areas, &connections)
    }
}
