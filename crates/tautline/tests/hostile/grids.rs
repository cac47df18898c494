//! Tile maps from random bytes, with all options.

use navmesh_testkit::worlds::tiles::tile_queries;
use navmesh_testkit::{LawSuite, TileOracle};
use tautline::{CornerRule, Grid, GridFinder, GridOptions, Neighborhood};

const MOST_TILES: usize = 144;

/// Checks the laws on the tile map that bytes describe.
///
/// The first byte gives the width and the options; each other byte is a tile.
pub(crate) fn check(bytes: &[u8]) {
    let Some((&head, tiles)) = bytes.split_first() else { return };
    let width = usize::from(head & 7) + 1;
    let tiles = &tiles[..tiles.len().min(MOST_TILES)];
    let rows = tiles.chunks_exact(width).map(|row| {
        row.iter().map(|tile| if tile % 3 == 0 { '#' } else { '.' }).collect::<String>()
    });
    let Ok(mut grid) = Grid::from_rows(rows) else { return };
    for (place, &tile) in tiles.iter().enumerate() {
        let (x, y) = ((place % width) as u32, (place / width) as u32);
        // A third of the maps has costs; an incomplete last row is dropped.
        if head >= 168 && tile % 3 != 0 && y < grid.height() {
            grid.set_cost(x, y, 1.0 + f64::from(tile / 64)).unwrap();
        }
    }
    let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];
    let neighborhoods = [Neighborhood::Four, Neighborhood::Eight];
    let options = GridOptions::default()
        .corners(corners[usize::from(head >> 3) % 3])
        .neighborhood(neighborhoods[usize::from(head >> 6) % 2]);
    let oracle = TileOracle::new(&grid, options);
    let finder = GridFinder::new(grid.clone()).with_options(options);
    let queries = tile_queries(&grid, 6, u64::from(head));
    LawSuite::new("a map of bytes", &finder, &oracle).assert_holds(&queries);
}
