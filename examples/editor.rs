//! A map editor: walls are drawn, moved and removed on a live map, and each step can be undone and redone.
//!
//! `cargo run -p examples --example editor`

use std::error::Error;

use tautline::{LiveMesh, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let mut map = LiveMesh::new(builder)?;
    let query = PathQuery::new([2.0, 5.0], [18.0, 5.0]);
    let length = |map: &LiveMesh| map.finder().find_path(&query).map(|path| path.length());

    // Three steps: a wall, its move, a second wall.
    let mut lengths = vec![length(&map)?];
    let wall = map.add_obstacle(Outline::rect([8.0, 0.0], [9.0, 6.0]))?;
    lengths.push(length(&map)?);
    map.move_by(wall, [0.0, 2.0])?;
    lengths.push(length(&map)?);
    let other = map.add_obstacle(Outline::rect([12.0, 0.0], [13.0, 6.0]))?;
    lengths.push(length(&map)?);
    println!("after each step: {lengths:.2?}");

    // Undo restores each state before, bit for bit, and redo each state after.
    for &before in lengths.iter().rev().skip(1) {
        assert!(map.undo()?);
        assert_eq!(length(&map)?, before);
    }
    assert!(!map.undo()?, "nothing is left to undo");
    for &after in &lengths[1..] {
        assert!(map.redo()?);
        assert_eq!(length(&map)?, after);
    }

    // Keys are those from before the undo. An edit after an undo ends what could be redone.
    map.remove(other)?;
    assert_eq!(length(&map)?, lengths[2]);
    assert!(map.undo()?);
    map.remove(wall)?;
    assert!(!map.redo()?, "the removal of the second wall is forgotten");
    println!("with the second wall only: {:.2}", length(&map)?);

    // An edit that would leave nothing walkable is refused, and changes nothing.
    let before = length(&map)?;
    assert!(map.add_obstacle(Outline::rect([-1.0, -1.0], [21.0, 11.0])).is_err());
    assert_eq!(length(&map)?, before);
    Ok(())
}
