//! A tile map that a player digs: a mesh that follows each tile, and a live path of the tile search.
//!
//! `cargo run -p examples --example dig`

use std::error::Error;

use tautline::{BuildOptions, Grid, GridFinder, GridWatch, LiveTiles, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    // Two caves with rock between them, and a tunnel along the bottom.
    let grid = Grid::from_rows([
        ".....####.....",
        ".....####.....",
        ".....####.....",
        ".....####.....",
        "..............",
    ])?;
    let query = PathQuery::new([1.5, 0.5], [12.5, 0.5]);

    // The same tiles twice: paths at any angle on a live mesh, and paths along tiles with a watch.
    let mut mesh = LiveTiles::new(grid.clone(), &BuildOptions::default())?;
    let mut tiles = GridFinder::new(grid);
    let mut watch = GridWatch::new();
    let around = tiles.find_path(&query)?;
    println!("around the rock: {:.2} along tiles", around.length());
    let key = watch.add(&query, around, &tiles);

    // The player digs from the left. The watch names the path at each tile that may shorten it; the last one does.
    for x in 5..9 {
        mesh.set_blocked(x, 0, false)?;
        let change = tiles.set_blocked(x, 0, false);
        let affected = watch.follow(&change, &tiles);
        for gain in &affected.gains {
            let path = tiles.find_path(&query)?;
            println!("column {x} is dug: {:.2} along tiles", path.length());
            watch.replace(gain.key, path, &tiles);
        }
        assert!(affected.broken.is_empty());
    }
    let through = mesh.map().finder().find_path(&query)?;
    assert_eq!(through.length(), 11.0);
    assert_eq!(watch.path(key).map(|path| path.length()), Some(11.0));
    println!("straight through: {}", through.length());

    // A rock falls into the passage: the watch names the path, and the mesh closes locally.
    mesh.set_blocked(6, 0, true)?;
    let change = tiles.set_blocked(6, 0, true);
    let affected = watch.follow(&change, &tiles);
    assert_eq!(affected.broken[0].key, key);
    assert!(mesh.map().finder().find_path(&query)?.length() > 11.0);
    println!("a rock falls; leg {} of the path is blocked", affected.broken[0].leg);

    // The tiles and the mesh go back together.
    assert!(mesh.undo()?);
    assert!(!mesh.grid().is_blocked(6, 0));
    assert_eq!(mesh.map().finder().find_path(&query)?.length(), 11.0);
    Ok(())
}
