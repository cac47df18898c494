//! Paths to the cheapest of several goals, against a scan of every tile.

use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{
    DVec2, Goals, Guarantee, IncrementalSearch, Path, PathError, PathQuery, PathStatus, PathToGoal,
    Place, ProgressHook, Stage,
};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, Neighborhood};
use navmesh_testkit::worlds::tiles::{lattice_grid, weighted_grid};
use navmesh_testkit::{SplitMix64, TileOracle};
use std::ops::ControlFlow;

type Tile = (u32, u32);

/// True if the closed square of a tile touches a segment: neither an axis nor the segment separates
/// them.
fn touches(grid: &Grid, tile: Tile, [a, b]: [DVec2; 2]) -> bool {
    let (x, y) = tile;
    let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| grid.corner(x, y));
    let (min, max) = (corners[0], corners[2]);
    let boxes_meet = a.min(b).cmple(max).all() && min.cmple(a.max(b)).all();
    let separates = |side| corners.iter().all(|&corner| turn(a, b, corner) == side);
    boxes_meet && !separates(Turn::Left) && !separates(Turn::Right)
}

/// True if a ring contains a point on a side or inside, by counting the sides that a ray to the
/// right crosses.
fn contains(ring: &[DVec2], point: DVec2) -> bool {
    let sides = || (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]);
    let crosses = |[a, b]: [DVec2; 2]| {
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        low.y <= point.y && high.y > point.y && turn(low, high, point) == Turn::Left
    };
    sides().any(|[a, b]| on_segment(a, b, point))
        || sides().filter(|&side| crosses(side)).count() % 2 == 1
}

/// The indices of the goals that contain or touch a free tile; `None` for the inside of a polygon.
fn goals_of(grid: &Grid, tile: Tile, goals: &Goals<'_>) -> Vec<Option<usize>> {
    let found: Vec<usize> = match goals {
        Goals::Points(points) => {
            (0..points.len()).filter(|&i| may_stand_for(grid, tile, points[i].point)).collect()
        }
        _ => (0..goals.len())
            .filter(|&i| touches(grid, tile, goals.sides().nth(i).unwrap()))
            .collect(),
    };
    if let Goals::Polygon(ring) = goals
        && found.is_empty()
        && contains(
            &ring.iter().map(|corner| corner.point).collect::<Vec<_>>(),
            grid.center(tile.0, tile.1),
        )
    {
        return vec![None];
    }
    found.into_iter().map(Some).collect()
}

/// True if a point may stand for a tile: the tile is within the default snap, or within the rounding
/// of an `f32` if the point is in a free tile.
fn may_stand_for(grid: &Grid, tile: Tile, point: DVec2) -> bool {
    let (x, y) = tile;
    let near = point.clamp(grid.corner(x, y), grid.corner(x + 1, y + 1));
    let bounds = grid.bounds();
    let rounding = bounds.max_abs() / f64::from(1 << 22);
    let is_free = grid.tile_at(point).is_some_and(|(x, y)| !grid.is_blocked(x, y));
    let of_map = bounds.size().max_element() / f64::from(1 << 16);
    near.distance(point) <= if is_free { rounding } else { rounding.max(of_map) }
}

struct World {
    grid: Grid,
    options: GridOptions,
    points: Vec<DVec2>,
}

impl World {
    /// A random map, options for it, and points: corners and centres of tiles, points around the
    /// map and far away.
    fn new(seed: u64, random: &mut SplitMix64) -> Self {
        let grid = if seed.is_multiple_of(2) { weighted_grid(seed) } else { lattice_grid(seed) };
        let grid = if seed.is_multiple_of(3) {
            grid
        } else {
            grid.with_origin([-1.5, 0.25]).with_cell_size(0.3)
        };
        let corners = *random.pick(&[CornerRule::Never, CornerRule::OneFree, CornerRule::Always]);
        let neighborhood = *random.pick(&[Neighborhood::Four, Neighborhood::Eight]);
        let (straight, diagonal) = *random.pick(&[(1.0, 2f64.sqrt()), (10.0, 14.0), (1.0, 0.25)]);
        let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
        let options = options.straight(straight).diagonal(diagonal);
        let points = (0..8).map(|_| Self::point(&grid, random)).collect();
        Self { grid, options, points }
    }

    fn point(grid: &Grid, random: &mut SplitMix64) -> DVec2 {
        let column = random.below(grid.width() as usize) as u32;
        let row = random.below(grid.height() as usize) as u32;
        match random.below(8) {
            0..3 => grid.center(column, row),
            3..6 => grid.corner(column, row),
            6 => {
                let size = grid.bounds().size() * 1.5;
                grid.origin() + size * DVec2::new(random.unit(), random.unit()) - size * 0.2
            }
            _ => grid.center(column, row) * 1e9,
        }
    }

    fn free_tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        let tiles = (0..self.grid.tile_count() as u32).map(|slot| self.grid.tile(slot));
        tiles.filter(|&(x, y)| !self.grid.is_blocked(x, y))
    }

    /// The cost of the cheapest path from a tile to a tile of the goals, and whether the goals have
    /// a free tile.
    fn cheapest(&self, from: Tile, goals: &Goals<'_>) -> (Option<f64>, bool) {
        let oracle = TileOracle::new(&self.grid, self.options);
        let of_goals: Vec<Tile> = self
            .free_tiles()
            .filter(|&tile| !goals_of(&self.grid, tile, goals).is_empty())
            .collect();
        let costs = of_goals.iter().filter_map(|&to| Some(oracle.cheapest(from, to)?.cost));
        (costs.min_by(f64::total_cmp), !of_goals.is_empty())
    }
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b)
}

/// Checks every property of a path to the cheapest goal, and that an incremental search finds the
/// same.
fn check(world: &World, finder: &GridFinder, start: DVec2, goals: &Goals<'_>, slice: u64) -> bool {
    let World { grid, options, .. } = world;
    let context = || format!("{start} to {goals:?} on {grid:?} {options:?}");
    let from = grid.tile_at(start).filter(|&(x, y)| !grid.is_blocked(x, y));
    let answer = finder.path_to_any(start, goals);
    let Some(from) = from else {
        let is_near = world.free_tiles().any(|tile| may_stand_for(grid, tile, start));
        let outside = matches!(answer, Err(PathError::StartOutside { .. }));
        assert_eq!(outside, !is_near, "{}", context());
        return false;
    };
    let (expected, any) = world.cheapest(from, goals);
    let PathToGoal { path, goal } = match answer {
        Ok(found) => found,
        Err(error) => {
            let is_correct = match error {
                PathError::Unreachable { .. } => any,
                PathError::GoalOutside { .. } => !any,
                _ => false,
            };
            assert!(is_correct && expected.is_none(), "{error}: {}", context());
            return false;
        }
    };
    // The query decides for which tile near a point it stands; another test covers that.
    let snapped =
        matches!(goals, Goals::Points(_)) && expected.is_some_and(|cost| path.cost() > cost);
    assert!(snapped || expected.is_some_and(|cost| same(path.cost(), cost)), "{}", context());
    assert_eq!((path.status(), path.guarantee()), (PathStatus::Complete, Guarantee::Optimal));
    let tiles: Vec<Tile> = path.cells().iter().map(|cell| grid.tile(cell.slot)).collect();
    let oracle = TileOracle::new(grid, *options);
    let along = oracle.cost_along(&tiles).unwrap();
    assert!(same(along, path.cost()), "{}", context());
    let end = tiles[tiles.len() - 1];
    let ends_at = goals_of(grid, end, goals);
    let is_correct = match goals {
        Goals::Points(_) => ends_at.contains(&goal),
        _ => ends_at.first() == Some(&goal),
    };
    assert!(is_correct, "{goal:?} of {ends_at:?}: {}", context());
    check_slices(world, finder, start, goals, &path, slice);
    tiles.len() > 1
}

/// Checks that an incremental search returns identical bits, and that its bounds hold.
fn check_slices(
    world: &World,
    finder: &GridFinder,
    start: DVec2,
    goals: &Goals<'_>,
    whole: &Path,
    slice: u64,
) {
    let mut search = finder.begin_path_to_any(start, goals).unwrap();
    let oracle = TileOracle::new(&world.grid, world.options);
    let (mut path, mut spent, mut farthest) = (Path::default(), 0, f64::INFINITY);
    while search.advance(slice) == Stage::InProgress {
        spent += slice;
        let progress = search.progress();
        assert!(progress.expanded <= spent && progress.lower_bound <= whole.cost() * (1.0 + 1e-12));
        let error = search.answer_into(&mut path).unwrap_err();
        let PathError::BudgetExhausted { lower_bound, .. } = error else { panic!("{error}") };
        assert_eq!(lower_bound, progress.lower_bound);
        let tiles: Vec<Tile> = path.cells().iter().map(|cell| world.grid.tile(cell.slot)).collect();
        assert!(same(oracle.cost_along(&tiles).unwrap(), path.cost()));
        if path.status() == PathStatus::Partial {
            assert!(path.goal_offset() <= farthest);
            farthest = path.goal_offset();
        } else {
            assert!(
                path.lower_bound() <= whole.cost() && whole.cost() <= path.cost() * (1.0 + 1e-12)
            );
        }
    }
    search.answer_into(&mut path).unwrap();
    assert_eq!(&path, whole);
    let mut search = finder.begin_path_to_any(start, goals).unwrap();
    let mut stop = |progress: &navmesh_core::Progress| {
        if progress.expanded >= slice { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match search.finish_with_hook(ProgressHook::every(1, &mut stop), &mut path) {
        Err(PathError::Cancelled { expanded, .. }) => assert_eq!(expanded, slice),
        result => assert_eq!((result, &path), (Ok(()), whole)),
    }
    assert_eq!(&search.finish().unwrap(), whole);
}

#[test]
fn the_cheapest_of_points_segments_and_polygons_agrees_with_a_scan_of_every_tile() {
    let mut random = SplitMix64::new(91);
    let mut found = 0;
    for seed in 0..600 {
        let world = World::new(seed, &mut random);
        let finder = GridFinder::new(world.grid.clone()).with_options(world.options);
        let p: Vec<Place> = world.points.iter().map(|&point| point.into()).collect();
        for goals in [
            Goals::Points(&p[1..4]),
            Goals::Segments(&[[p[1], p[2]]]),
            Goals::Segments(&[[p[3], p[4]], [p[5], p[5]]]),
            Goals::Polygon(&p[2..6]),
        ] {
            found += usize::from(check(&world, &finder, world.points[0], &goals, 1 + seed % 4));
        }
    }
    assert!(found > 300, "only {found} paths were found");
}

#[test]
fn a_path_to_a_single_goal_equals_the_path_to_it() {
    let mut random = SplitMix64::new(92);
    let mut compared = 0;
    for seed in 0..400 {
        let world = World::new(seed, &mut random);
        let finder = GridFinder::new(world.grid.clone()).with_options(world.options);
        let [start, goal] = [world.points[0], world.points[1]];
        let tile = world.grid.tile_at(start).and_then(|(x, y)| world.grid.slot(x, y));
        let path = finder.find_path(&PathQuery::new(start, goal)).ok();
        // A query may move a start near a lattice line.
        if let Some(path) = path.filter(|path| tile == Some(path.cells()[0].slot)) {
            if path.guarantee() != Guarantee::Optimal {
                continue;
            }
            let any = finder.path_to_any(start, &Goals::Points(&[goal.into()])).unwrap().path;
            assert!(same(any.cost(), path.cost()), "{start} to {goal} on {:?}", world.grid);
            assert_eq!(any.goal_offset(), path.goal_offset());
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn missing_and_unreachable_goals_are_errors() {
    let finder = GridFinder::new(Grid::from_rows(["..#..", "..#.."]).unwrap());
    let ask = |start: [f64; 2], points: &[Place]| {
        finder.path_to_any(start, &Goals::Points(points)).unwrap_err().kind()
    };
    assert_eq!(ask([0.5, 0.5], &[]), "invalid-query");
    assert_eq!(ask([0.5, 0.5], &[DVec2::NAN.into()]), "invalid-query");
    assert_eq!(ask([9.5, 0.5], &[DVec2::ONE.into()]), "start-outside");
    assert_eq!(ask([0.5, 0.5], &[DVec2::new(2.5, 0.5).into()]), "goal-outside");
    assert_eq!(ask([0.5, 0.5], &[DVec2::new(3.5, 0.5).into()]), "unreachable");
}
