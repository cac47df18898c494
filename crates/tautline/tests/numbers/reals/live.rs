//! Edits of live maps.

use tautline::build::{LiveShape, OutlineEdit};
use tautline::{Area, BuildOptions, Door, Grid, Link, LiveMesh, LiveTiles, Outline, Wall};

use super::{Outcome, each_real, outcome, ring};
use crate::builder;

/// Edits a live map; an edit that fails leaves the map as it was.
fn edited<T: std::fmt::Debug, E: std::fmt::Display>(
    edit: impl FnOnce(&mut LiveMesh) -> Result<T, E>,
) -> Outcome {
    let mut map = LiveMesh::new(builder()).unwrap();
    outcome(edit(&mut map).map(|_| map.mesh().area()))
}

#[test]
fn live_maps_take_any_coordinate_or_refuse_it() {
    each_real("LiveMesh::add_walkable, LiveMesh::add_obstacle", |x| {
        let line = [[1.0, 1.0], [x, 3.0]];
        [
            edited(|map| map.add_walkable(ring(x))),
            edited(|map| map.add_obstacle(ring(x))),
            edited(|map| map.add_obstacle(Outline::rect([x, 2.0], [3.0, 3.0]))),
            edited(|map| map.add_area(Area::new(ring(3.0), "mud", x))),
            edited(|map| map.add_wall(Wall::new(line))),
            edited(|map| map.add_door(Door::new(line, "hatch"))),
            edited(|map| map.add_link(Link::new([1.0, 1.0], [19.0, 1.0], "jump").cost(x))),
            edited(|map| map.add_link(Link::new([1.0, x], [19.0, 1.0], "jump"))),
            edited(|map| map.apply(&[OutlineEdit::AddObstacle(ring(x))]).map(|_| ())),
        ]
    });
    each_real("LiveFloor::add_walkable, LiveFloor::add_obstacle", |x| {
        [
            edited(|map| map.on_layer(1).add_walkable(ring(x))),
            edited(|map| map.on_layer(0).add_obstacle(ring(x))),
        ]
    });
    each_real("LiveTiles::set_cost", |x| {
        let grid = Grid::from_rows(["....", "...."]).unwrap();
        let mut tiles = LiveTiles::new(grid, &BuildOptions::default()).unwrap();
        [outcome(tiles.set_cost(1, 1, x).map(|_| ()))]
    });
}

#[test]
fn shapes_of_live_maps_move_anywhere_or_stay() {
    each_real("LiveMesh::move_by, LiveMesh::move_obstacle, LiveShape::moved_by", |x| {
        let house = || Outline::rect([2.0, 2.0], [3.0, 3.0]);
        let moved = |by: [f64; 2]| {
            edited(|map| map.add_obstacle(house()).and_then(|key| map.move_by(key, by)))
        };
        [
            moved([x, 0.0]),
            moved([0.0, x]),
            edited(|map| map.add_obstacle(house()).and_then(|key| map.move_obstacle(key, ring(x)))),
            edited(|map| {
                let key = map.add_obstacle(house())?;
                map.replace(key, LiveShape::from(ring(x)).moved_by([-x, x]))
            }),
        ]
    });
}
