//! Small games on the library: items 1 to 5, 7 and 8.

use tautline::grid::PathEnds;
use tautline::{
    BuildOptions, Grid, GridFinder, GridOptions, Guarantee, MeshFinder, NavMeshBuilder, Outline,
    PathError, PathQuery, PathStatus,
};

use super::page;

/// A room of 20 by 10 with a pillar of 4 by 4 in the middle of its lower half.
fn room(radius: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([8.0, 2.0], [12.0, 6.0]));
    MeshFinder::new(builder.build_mesh().unwrap())
}

#[test]
fn an_agent_with_a_size_keeps_its_radius_from_every_corner() {
    let query = PathQuery::new([3.0, 4.0], [17.0, 4.0]);
    let point = room(0.0).find_path(&query).unwrap();
    let agent = room(0.5).find_path(&query).unwrap();
    // Over two corners of the pillar: 2 * sqrt(5^2 + 2^2) + 4.
    assert!((point.length() - (2.0 * 29.0_f64.sqrt() + 4.0)).abs() < 1e-12);
    assert!(agent.length() > point.length());
    let corners = [[8.0, 2.0], [12.0, 2.0], [8.0, 6.0], [12.0, 6.0]].map(tautline::DVec2::from);
    let places = (0..=100).filter_map(|i| agent.point_at(agent.length() * f64::from(i) / 100.0));
    let nearest = places
        .flat_map(|place| corners.map(|corner| place.distance(corner)))
        .fold(f64::INFINITY, f64::min);
    assert!(nearest >= 0.5, "{nearest}");
}

#[test]
fn a_start_pushed_into_the_margin_moves_and_the_path_says_so() {
    let agent = room(0.5);
    let pushed = PathQuery::new([0.5 - 1e-5, 5.0], [17.0, 5.0]);
    let path = agent.find_path(&pushed).unwrap();
    assert!(path.is_moved() && (path.start_offset() - 1e-5).abs() < 1e-9);
    let exact = agent.find_path(&pushed.snap(0.0)).unwrap_err();
    assert!(matches!(exact, PathError::StartOutside { .. }), "{exact}");
}

#[test]
fn points_of_f32_are_taken_and_returned() {
    let finder = room(0.0);
    let doubles = finder.find_path(&PathQuery::new([3.0, 4.5], [17.0, 4.5])).unwrap();
    let path = finder.find_path(&PathQuery::new([3.0_f32, 4.5], (17.0_f32, 4.5_f32))).unwrap();
    assert_eq!(path, doubles);
    let rounded: Vec<[f32; 2]> = path.waypoints_f32().collect();
    assert_eq!(rounded, [[3.0, 4.5], [8.0, 6.0], [12.0, 6.0], [17.0, 4.5]]);
}

#[test]
fn tiles_with_a_radius_become_a_mesh_in_one_call() {
    let grid = Grid::from_rows(["........", "........", "........"]).unwrap();
    let options = BuildOptions::default().agent_radius(0.5);
    let finder = MeshFinder::from_grid(&grid, &options).unwrap();
    assert!((finder.mesh().area() - 14.0).abs() < 1e-9); // 7 by 2
    let matrix = finder.distance_matrix(&[[1.0, 1.0], [4.0, 1.0]], &[[4.0, 1.0], [6.0, 1.0]]);
    assert_eq!(matrix.unwrap(), [[3.0, 5.0], [0.0, 2.0]]);
}

#[test]
fn the_compact_form_of_a_path_has_its_points_length_and_guarantee() {
    let finder = room(0.0);
    let path = finder.find_path(&PathQuery::new([3.0, 4.0], [17.0, 4.0])).unwrap();
    let record = path.record(finder.mesh());
    assert_eq!(record.points, path.waypoints());
    assert_eq!((record.length, record.guarantee), (path.length(), Guarantee::Optimal));
}

#[test]
fn paths_on_tiles_may_begin_and_end_at_the_points_of_the_query() {
    let grid = || Grid::from_rows([".....", "....."]).unwrap();
    let query = PathQuery::new([0.75, 0.25], [4.25, 1.5]);
    let between_points = GridOptions::default().ends(PathEnds::Points);
    let path = GridFinder::new(grid()).with_options(between_points).find_path(&query).unwrap();
    let ends = [path.waypoints()[0], *path.waypoints().last().unwrap()];
    assert_eq!(ends, [query.start, query.goal]);
    assert_eq!((path.status(), path.goal_offset()), (PathStatus::Complete, 0.0));
    let between_centres = GridFinder::new(grid()).find_path(&query).unwrap();
    assert_eq!(between_centres.goal_offset(), 0.25, "the distance to the centre of the tile");
}

#[test]
fn the_front_page_has_a_program_and_a_table_of_tasks() {
    let front = page("crates/tautline/src/lib.rs");
    let program = front.find("//! ```\n").unwrap();
    let tasks = front.find("//! | I want … | use … |").unwrap();
    let modules = front.find("//! | module | contents |").unwrap();
    assert!(program < tasks && tasks < modules);
    for task in ["agent_radius", "add_door", "build_floors", "StartPolicy", "MeshQueries"] {
        assert!(front[tasks..modules].contains(task), "{task}");
    }
}
