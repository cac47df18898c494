//! Tile maps.

use navmesh_io::{ImageRules, read_image};
use tautline::grid::{Sight, tiles_touched, tiles_under};
use tautline::hex::{HexFinder, HexGrid};
use tautline::{CornerRule, Goals, Grid, GridFinder, GridOptions, Path, PathQuery, Place};

use super::{answer, each_real, named, outcome};

fn tiles() -> Grid {
    Grid::from_rows(["........", "...##...", "...##...", "........"]).unwrap()
}

fn query() -> PathQuery {
    PathQuery::new([0.5, 0.5], [7.5, 3.5])
}

#[test]
fn tiles_lie_and_cost_anything_or_are_refused() {
    each_real("Grid::with_cell_size, Grid::with_origin", |x| {
        let placed = [tiles().with_cell_size(x), tiles().with_origin([x, 0.0])];
        placed.map(|grid| {
            let to = if grid.is_placed() { grid.center(1, 1) } else { [1.0, 1.0].into() };
            let found = GridFinder::new(grid).find_path(&PathQuery::new(to, to));
            named(outcome(found), "the grid's cell size or origin")
        })
    });
    each_real(
        "Grid::set_cost, GridFinder::set_cost, HexFinder::set_cost, Grid::tile_at, tiles_under, tiles_touched, \
         Sight::between_points, ImageRules::blocked_up_to",
        |x| {
            let (mut grid, mut finder) = (tiles(), GridFinder::new(tiles()));
            [
                outcome(grid.set_cost(1, 1, x)),
                outcome(finder.set_cost(1, 1, x)),
                outcome(HexFinder::new(HexGrid::new(tiles())).set_cost(1, 1, x)),
                answer(grid.tile_at([x, 1.0])),
                answer(tiles_under(&grid, [x, 1.0])),
                answer(tiles_touched(&grid, [x, 1.0], [1.0, 1.0])),
                answer(tiles_touched(&grid, [1.0, 1.0], [1.0, x])),
                answer(Sight::new(&grid, CornerRule::Never).between_points([x, 1.0], [1.0, 1.0])),
                outcome(
                    read_image(b"P2 1 1 2 1", &ImageRules::default().blocked_up_to(x))
                        .map(|grid| grid.free_count() > 0),
                ),
            ]
        },
    );
}

#[test]
fn searches_on_tiles_take_any_real() {
    each_real("GridOptions::straight, GridOptions::diagonal, GridOptions::heuristic_scale", |x| {
        let options = GridOptions::default();
        let options = [options.straight(x), options.diagonal(x), options.heuristic_scale(x)];
        options.map(|options| {
            let found = GridFinder::new(tiles()).with_options(options).find_path(&query());
            named(outcome(found), "the grid's step costs")
        })
    });
    each_real(
        "GridFinder::path_to_any, GridFinder::begin_path_to_any, FlowField::path_from_into",
        |x| {
            let finder = GridFinder::new(tiles());
            let (bad, good) = ([Place::new([x, 1.0])], [Place::new([7.5, 3.5])]);
            let flow = finder.flow_field(&[(0, 0)]).unwrap();
            [
                outcome(finder.path_to_any([0.5, 0.5], &Goals::Points(&bad))),
                outcome(finder.path_to_any(bad[0], &Goals::Points(&good))),
                outcome(finder.begin_path_to_any(bad[0], &Goals::Points(&good)).map(|_| "begun")),
                outcome(finder.begin_path_to_any(good[0], &Goals::Points(&bad)).map(|_| "begun")),
                outcome(flow.path_from_into(bad[0], &mut Path::default())),
            ]
        },
    );
}
