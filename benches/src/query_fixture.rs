//! Maps to bench on: generated ones, and those of a folder where there is one.

use std::path::PathBuf;

use navmesh_testkit::SplitMix64;
use tautline::grid::GridError;
use tautline::io::read_mesh;
use tautline::{
    BuildOptions, DVec2, Grid, MeshFinder, NavMesh, Outlines, PathQuery, build_outlines, trace,
};

use crate::scenario::{Options, Scenario};

/// A map with queries that all have an answer.
#[derive(Debug, Clone)]
pub struct QueryFixture {
    /// Its name.
    pub name: String,
    /// The source of the fixture.
    pub outlines: Outlines,
    /// The mesh that we build from them.
    pub mesh: NavMesh,
    /// Start and goal of each query.
    pub queries: Vec<[DVec2; 2]>,
}

/// The number of queries an fixture asks.
const QUERIES: usize = 64;

/// All fixtures: a hall of boxes and a cave, and `dao/arena` and `sc1/Aurora` where the environment
/// variable `TAUTLINE_DATA` names a folder that has them.
#[must_use]
pub fn all() -> Vec<QueryFixture> {
    let generated = [("generated/boxes", boxes(256, 1)), ("generated/cave", cave(256, 2))];
    let generated =
        generated.into_iter().filter_map(|(name, grid)| QueryFixture::generated(name, &grid.ok()?));
    let given = ["dao/arena", "sc1/Aurora"].into_iter().filter_map(QueryFixture::given);
    generated.chain(given).collect()
}

/// The meshes that we build for [`all`], and `sc1/Aurora` as its own mesh file gives it where there is
/// one.
#[must_use]
pub fn meshes() -> Vec<(String, NavMesh)> {
    let given = std::env::var_os("TAUTLINE_DATA").and_then(|data| {
        let path = PathBuf::from(data).join("movingai/sc1/Aurora.mesh");
        let text = std::fs::read_to_string(path).ok()?;
        Some(("given/sc1/Aurora".to_owned(), NavMesh::from_raw(&read_mesh(&text).ok()?).ok()?))
    });
    all().into_iter().map(|fixture| (fixture.name, fixture.mesh)).chain(given).collect()
}

impl QueryFixture {
    /// Seeded queries on a tile map; `None` where it has no free tile.
    fn generated(name: &str, grid: &Grid) -> Option<Self> {
        let outlines = trace(grid);
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).ok()?;
        let finder = MeshFinder::new(mesh.clone());
        let mut random = SplitMix64::new(3);
        let mut queries = Vec::new();
        let mut tile = |side: u32| random.below(side as usize) as f64 + 0.5;
        // A map of which less than a hundredth can be walked is none to bench on.
        for _ in 0..100 * 100 * QUERIES {
            let mut point = || DVec2::new(tile(grid.width()), tile(grid.height()));
            let [start, goal] = [point(), point()];
            if finder.find_path(&PathQuery::new(start, goal)).is_ok() {
                queries.push([start, goal]);
            }
            if queries.len() == QUERIES {
                break;
            }
        }
        Some(Self { name: name.to_owned(), outlines, mesh, queries })
    }

    /// A map of the folder; `None` without the folder or the map.
    fn given(name: &str) -> Option<Self> {
        let data = PathBuf::from(std::env::var_os("TAUTLINE_DATA")?);
        let options = Options { limit: Some(QUERIES), ..Options::default() };
        let Scenario { outlines, queries, .. } = Scenario::read(&data, name, &options).ok()?;
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).ok()?;
        Some(Self { name: name.to_owned(), outlines, mesh, queries })
    }
}

/// A square hall with boxes of many sizes in it.
///
/// # Errors
///
/// [`GridError::Size`] where the side is 0 or huge.
pub fn boxes(side: u32, seed: u64) -> Result<Grid, GridError> {
    let mut random = SplitMix64::new(seed);
    grid_where(side, |blocked| {
        for _ in 0..side * side / 64 {
            let [x, y] = [0, 1].map(|_| random.below(side as usize));
            let [width, height] = [0, 1].map(|_| 1 + random.below(8));
            for row in blocked.iter_mut().skip(y).take(height) {
                row.iter_mut().skip(x).take(width).for_each(|tile| *tile = true);
            }
        }
    })
}

/// A cave: random rock, each tile of which then takes the side of most of its neighbours, five times.
///
/// # Errors
///
/// As [`boxes`].
pub fn cave(side: u32, seed: u64) -> Result<Grid, GridError> {
    let mut random = SplitMix64::new(seed);
    grid_where(side, |blocked| {
        blocked.iter_mut().flatten().for_each(|tile| *tile = random.chance(42));
        for _ in 0..5 {
            let before = blocked.clone();
            for (y, row) in blocked.iter_mut().enumerate() {
                for (x, tile) in row.iter_mut().enumerate() {
                    *tile = rock_around(&before, x, y) > 4;
                }
            }
        }
    })
}

/// The number of blocked tiles among the nine around one; tiles beyond the map are blocked.
fn rock_around(blocked: &[Vec<bool>], x: usize, y: usize) -> usize {
    let near = |at: usize| [at.wrapping_sub(1), at, at + 1];
    let rock = |x: usize, y: usize| {
        blocked.get(y).and_then(|row| row.get(x)).is_none_or(|&blocked| blocked)
    };
    near(y).iter().map(|&y| near(x).iter().filter(|&&x| rock(x, y)).count()).sum()
}

/// A square map whose tiles are blocked as told.
fn grid_where(side: u32, block: impl FnOnce(&mut Vec<Vec<bool>>)) -> Result<Grid, GridError> {
    let mut blocked = vec![vec![false; side as usize]; side as usize];
    block(&mut blocked);
    let rows = blocked.iter().map(|row| row.iter().map(|&b| if b { '#' } else { '.' }).collect());
    Grid::from_rows::<String>(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_maps_have_all_their_queries_and_many_cells() {
        for (name, grid) in [("boxes", boxes(96, 1)), ("cave", cave(96, 2))] {
            let fixture = QueryFixture::generated(name, &grid.unwrap()).unwrap();
            assert_eq!(fixture.queries.len(), QUERIES);
            assert!(fixture.mesh.cell_count() > 50, "{name}: {}", fixture.mesh.cell_count());
        }
    }
}
