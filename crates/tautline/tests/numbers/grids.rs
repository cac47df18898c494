//! Tile maps, hexagons and their searches.

use std::hint::black_box;
use std::ops::ControlFlow;

use tautline::grid::{Isometric, Sight, Smoothing, Steps, smooth, tiles_touched, tiles_under};
use tautline::hex::{Hex, HexFinder, HexGrid};
use tautline::incremental::{IncrementalPathfinder, ProgressHook};
use tautline::{
    BuildOptions, CornerRule, Grid, GridFinder, GridOptions, LiveTiles, Path, PathQuery, Scratch,
    trace,
};

use crate::each_count;

fn tiles() -> Grid {
    Grid::from_rows(["........", "...##...", "...##...", "........"]).unwrap()
}

fn query() -> PathQuery {
    PathQuery::new([0.5, 0.5], [7.5, 3.5])
}

#[test]
fn grids_of_any_size_are_made_or_refused() {
    each_count("Grid::new", |n| {
        let is_made = Grid::new(n.short, n.short).is_ok();
        assert_eq!(is_made, n.wide == 1);
        assert_eq!(Grid::new(n.short, 1).is_ok(), n.wide == 1);
        assert_eq!(Grid::new(1, n.short).is_ok(), n.wide == 1);
    });
}

#[test]
fn tiles_of_any_number_have_answers() {
    each_count(
        "Grid::is_blocked, Grid::cost, Grid::slot, Grid::center, Grid::corner, Grid::tile, Grid::set_blocked, \
         Grid::set_cost, Sight::between, Sight::cost_between, smooth, GridFinder::set_blocked, \
         GridFinder::set_cost, GridFinder::connected, GridFinder::costs_to, GridFinder::flow_field, \
         GridFinder::flow_field_into, FlowField::cost, FlowField::next, FlowField::direction, FlowField::tiles_from, \
         FlowField::turns_from, LiveTiles::set_blocked, LiveTiles::set_cost",
        |n| {
            let (mut grid, tile) = (tiles(), (n.short, n.short));
            black_box((grid.is_blocked(n.short, 0), grid.cost(0, n.short), grid.slot(n.short, 1)));
            black_box((grid.center(n.short, 0), grid.corner(0, n.short), grid.tile(n.short)));
            grid.set_blocked(n.short, n.short, true);
            assert_eq!(grid.set_cost(n.short, n.short, 2.0).is_ok(), n.wide <= 1);
            let sight = Sight::new(&grid, CornerRule::Never);
            black_box((sight.between(tile, (0, 0)), sight.cost_between((0, 0), tile)));
            black_box(smooth(&sight, &[(0, 0), tile, (1, 0)], Smoothing::FixedPoint));
            black_box((
                tiles_touched(&grid, [0.5, 0.5], [n.real, n.real]),
                tiles_under(&grid, [n.real; 2]),
            ));
            let mut finder = GridFinder::new(grid.clone());
            finder.set_blocked(n.short, n.short, false);
            assert_eq!(finder.set_cost(n.short, n.short, 1.0).is_ok(), n.wide <= 1);
            black_box((finder.connected(tile, (0, 0)), finder.connected((0, 0), tile)));
            assert!(
                finder.costs_to(tile, &[tile]).is_ok() && finder.costs_to((0, 0), &[tile]).is_ok()
            );
            let mut field = finder.flow_field(&[tile, (7, 3)]).unwrap();
            finder.flow_field_into(&[tile, (7, 3)], &mut field).unwrap();
            black_box((
                field.cost(n.short, n.short),
                field.next(n.short, 0),
                field.direction(0, n.short),
            ));
            assert!(field.tiles_from(tile).count() < 40 && field.turns_from(tile).count() < 40);
            let mut live = LiveTiles::new(grid, &BuildOptions::default()).unwrap();
            black_box(live.set_blocked(n.short, n.short, true).is_ok());
            black_box(live.set_cost(n.short, n.short, 2.0).is_ok());
        },
    );
}

#[test]
fn tiles_and_steps_of_any_length_have_answers() {
    each_count("Steps::between", |n| {
        for grid in [tiles().with_cell_size(n.real), tiles().with_origin([n.real, -n.real])] {
            black_box(trace(&grid));
            black_box((tiles_touched(&grid, [0.5; 2], [n.real; 2]), grid.tile_at([n.real; 2])));
            black_box(GridFinder::new(grid).find_path(&query())).ok();
        }
        let options = GridOptions::default();
        for options in
            [options.straight(n.real), options.diagonal(n.real), options.heuristic_scale(n.real)]
        {
            black_box(GridFinder::new(tiles()).with_options(options).find_path(&query())).ok();
        }
        let steps = Steps::between((0, 0), (n.short, n.short));
        black_box((steps.octile(1.0, n.real), steps.manhattan(n.real), steps.euclidean(n.real)));
        let view = Isometric { width: n.real, height: n.real, top: [n.real; 2].into() };
        black_box(view.to_map(view.to_screen([n.real; 2])));
    });
}

#[test]
fn searches_on_tiles_take_any_budget() {
    each_count(
        "PathQuery::max_expanded, GridFinder::nearest, IncrementalSearch::advance, ProgressHook::every",
        |n| {
            let finder = GridFinder::new(tiles());
            assert_eq!(finder.find_path(&query().max_expanded(n.wide)).is_ok(), n.wide > 1);
            assert_eq!(finder.find_path(&query().max_cost(n.real)).is_ok(), n.wide > 1);
            let places = [(7, 3), (0, 0), (3, 1)];
            assert_eq!(finder.nearest((1, 1), &places, n.size).unwrap().len(), n.size.min(2));
            let mut search = finder.begin_boxed(&query()).unwrap();
            black_box((search.advance(n.wide), search.progress()));
            let mut calls = 0_u32;
            let mut count = |_: &_| {
                calls += 1;
                ControlFlow::Continue(())
            };
            let hook = ProgressHook::every(n.wide, &mut count);
            let found = finder.find_path_with_hook(
                &query(),
                &mut Scratch::new(),
                &mut Path::default(),
                hook,
            );
            assert!(found.is_ok() && (calls > 0) == (n.wide <= 1), "{calls}");
        },
    );
}

#[test]
fn hexagons_of_any_number_have_answers() {
    each_count(
        "HexGrid::hex, HexGrid::center, HexGrid::neighbors, HexGrid::sees, HexFinder::set_blocked, \
         HexFinder::set_cost, HexFinder::connected, HexFinder::find_path",
        |n| {
            let (map, tile) = (HexGrid::new(tiles()), (n.short, n.short));
            let hex = Hex { q: n.short as i32, r: i32::MIN };
            black_box((
                HexGrid::hex(n.short, n.short),
                HexGrid::center(n.short, n.short),
                map.tile(hex),
            ));
            black_box((
                map.neighbors(n.short, n.short).count(),
                map.sees(tile, (0, 0)),
                map.sees((0, 0), tile),
            ));
            black_box((hex.distance(Hex { q: 0, r: 0 }), hex.neighbors()));
            let mut finder = HexFinder::new(map);
            finder.set_blocked(n.short, n.short, false);
            assert_eq!(finder.set_cost(n.short, n.short, 1.0).is_ok(), n.wide <= 1);
            black_box((finder.connected(tile, (0, 0)), finder.find_path((0, 0), tile).is_some()));
        },
    );
}
