//! Paths along the tiles of a map, and any-angle paths on the mesh of its free region.
//!
//! `cargo run -p examples --example tile_map`

use std::error::Error;

use tautline::{Grid, GridFinder, MeshFinder, NavMeshBuilder, Neighborhood, PathQuery, trace};

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::from_rows([
        "..........", //
        ".########.",
        ".#......#.",
        ".#.####.#.",
        "...#..#...",
        "......#...",
    ])?;
    let outlines = trace(&grid);
    let (mesh, report) = NavMeshBuilder::from_outlines(outlines).build()?;
    println!("{} free tiles became {} convex cells", grid.free_count(), report.cells);

    let octile = GridFinder::new(grid);
    let four_ways = octile.options().neighborhood(Neighborhood::Four);
    let manhattan = octile.clone().with_options(four_ways);
    let any_angle = MeshFinder::new(mesh);
    let query = PathQuery::new([0.5, 5.5], [9.5, 5.5]);
    let lengths = [
        any_angle.find_path(&query)?.length(),
        octile.find_path(&query)?.length(),
        manhattan.find_path(&query)?.length(),
    ];
    println!(
        "any angle {:.4} <= octile {:.4} <= four neighbors {:.4}",
        lengths[0], lengths[1], lengths[2]
    );
    assert!(lengths.is_sorted(), "fewer restrictions never make the path longer");
    Ok(())
}
