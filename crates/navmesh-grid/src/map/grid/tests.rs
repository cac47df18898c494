use super::*;

#[test]
fn parsed_rows_start_at_y_zero() {
    let grid = Grid::from_rows(["..#.", "SG@T"]).unwrap();
    assert_eq!((grid.width(), grid.height(), grid.free_count()), (4, 2, 5));
    assert_eq!(grid.cost(0, 1), Some(1.0));
    assert!(grid.is_blocked(2, 0) && grid.is_blocked(2, 1) && grid.is_blocked(3, 1));
    assert_eq!(grid.center(1, 1), DVec2::new(1.5, 1.5));
}

#[test]
fn rows_of_different_length_and_sizes_out_of_range_are_refused() {
    let ragged = GridError::RowLength { row: 1, expected: 3, found: 2 };
    assert_eq!(Grid::from_rows(["...", "..", "..."]), Err(ragged));
    assert_eq!(Grid::from_rows([""; 2]), Err(GridError::Size { width: 0, height: 2 }));
    assert_eq!(Grid::from_rows::<&str>([]), Err(GridError::Size { width: 0, height: 0 }));
    assert!(Grid::new(0, 5).is_err() && Grid::new(u32::MAX, u32::MAX).is_err());
}

#[test]
fn tiles_outside_the_grid_stay_blocked() {
    let mut grid = Grid::new(2, 1).unwrap();
    grid.set_blocked(2, 0, false);
    assert!(grid.is_blocked(2, 0) && grid.is_blocked(0, 1) && grid.is_blocked(u32::MAX, u32::MAX));
    assert_eq!(grid.cost(2, 0), None);
    let outside = GridError::Outside { x: 0, y: 1, width: 2, height: 1 };
    assert_eq!(grid.set_cost(0, 1, 2.0), Err(outside));
}

#[test]
fn a_blocked_tile_keeps_its_cost_and_costs_out_of_range_are_refused() {
    let mut grid = Grid::new(2, 2).unwrap();
    grid.set_cost(1, 0, 3.5).unwrap();
    grid.set_blocked(1, 0, true);
    assert_eq!(grid.cost(1, 0), None);
    assert_eq!(grid.free_costs().count(), 3);
    grid.set_blocked(1, 0, false);
    assert_eq!((grid.cost(1, 0), grid.cost(0, 0)), (Some(3.5), Some(1.0)));
    assert_eq!(grid.free_costs().fold(0.0, f64::max), 3.5);
    for cost in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        assert!(grid.set_cost(0, 0, cost).is_err(), "{cost}");
    }
}

#[test]
fn a_point_on_a_lattice_line_belongs_to_the_tile_above_and_to_the_right() {
    let grid = Grid::new(3, 2).unwrap().with_origin([10.0, -4.0]).with_cell_size(2.0);
    assert_eq!(grid.tile_at([12.0, -4.0]), Some((1, 0)));
    assert_eq!(grid.tile_at([12.0, -2.0]), Some((1, 1)));
    assert_eq!(grid.tile_at([16.0, 0.0]), Some((2, 1)), "the far border belongs to the last tile");
    assert_eq!(grid.tile_at([16.1, 0.0]), None);
    assert_eq!(grid.tile_at([9.9, -3.0]), None);
    assert_eq!(grid.tile_at([f64::NAN, 0.0]), None);
}

#[test]
fn a_corner_belongs_to_its_tile_at_any_size_and_origin() {
    for (origin, size) in [(0.0, 0.1), (-7.3, 1.0 / 3.0), (5e6, 0.05), (0.0, 1e-20), (1e30, 1e28)] {
        let grid = Grid::new(50, 3).unwrap().with_origin([origin; 2]).with_cell_size(size);
        for x in 0..50 {
            assert_eq!(grid.tile_at(grid.corner(x, 1)), Some((x, 1)), "{origin} {size}");
            assert_eq!(grid.tile_at(grid.center(x, 1)), Some((x, 1)), "{origin} {size}");
            let below = DVec2::new(grid.corner(x + 1, 1).x.next_down(), grid.corner(x, 1).y);
            assert_eq!(grid.tile_at(below), Some((x, 1)), "{origin} {size}");
        }
    }
}

#[test]
fn unusable_sizes_and_origins_place_no_tile() {
    let placed = |size: f64, origin: f64| {
        let grid = Grid::new(4, 4).unwrap().with_cell_size(size).with_origin([origin, 0.0]);
        assert!(grid.is_placed() || grid.tile_at([1.5, 1.5]).is_none());
        grid.is_placed()
    };
    assert!(placed(2.5, -3.0));
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
        assert!(!placed(size, 0.0), "{size}");
    }
    for origin in [f64::NAN, f64::NEG_INFINITY, 1e300, 1e12] {
        assert!(!placed(1.0, origin), "{origin}");
    }
}
