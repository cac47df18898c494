//! Small maps on which a defect of the funnel once gave a path that was too long, or none.
//!
//! One tile is one cell. The comment of each test describes the defect.

use navmesh_testkit::MeshOracle;
use navmesh_testkit::worlds::meshes::tile_mesh;
use tautline::mesh::RawMesh;
use tautline::{Grid, MeshFinder, NavMesh, NavMeshBuilder, Outline, PathQuery};

/// Asserts that the paths there and back are as long as those of a visibility graph.
fn assert_shortest(rows: &[&str], start: [f64; 2], goal: [f64; 2]) {
    assert_shortest_on_mesh(tile_mesh(&Grid::from_rows(rows).unwrap()).unwrap(), start, goal);
}

fn assert_shortest_on_mesh(mesh: NavMesh, start: [f64; 2], goal: [f64; 2]) {
    let (length, _) = MeshOracle::new(&mesh).shortest(start, goal).unwrap();
    let finder = MeshFinder::new(mesh);
    let query = PathQuery::new(start, goal);
    for query in [query, query.reversed()] {
        let path = finder.find_path(&query).unwrap();
        let error = (path.length() - length).abs();
        assert!(error <= 1e-12 * length, "{} is not {length}: {path:?}", path.length());
    }
}

/// The ends of the portals along the wall at x = 1 are collinear. Each became a bend of the boundary,
/// although most are no corners, and the cells behind the last bend were lost.
#[test]
fn collinear_portal_ends_are_no_bends_of_a_boundary() {
    assert_shortest(&["..#", ".##", ".##", "..."], [2.0, 0.0], [2.5, 4.0]);
}

/// The visible part of a portal ends on a ray past a corner, and the next portal ends on that ray.
/// Its end was taken as beyond the ray, and the path did not turn there.
#[test]
fn a_portal_that_ends_on_the_ray_is_visible_to_its_end() {
    assert_shortest(&["#..", "#.#", "..#", "..#", ".##"], [0.0, 5.0], [3.0, 0.5]);
}

/// At a bend of a boundary, the apex does not see the last portal to its end. The interval was emitted
/// as visible to its end; that end got too small a distance, and the path around the bend was pruned.
#[test]
fn the_interval_of_the_apex_ends_at_a_bend_of_the_boundary() {
    assert_shortest(&["###.", "##..", "...."], [0.0, 3.0], [4.0, 0.0]);
}

/// The last bend sees the portal to its end, where the path may turn. The interval ended at a ray that
/// crosses the previous portal instead, and the path could not turn there.
#[test]
fn the_interval_of_the_last_bend_ends_at_the_end_of_the_portal() {
    assert_shortest(&["..", "..", ".#", ".."], [1.5, 4.0], [2.0, 0.0]);
}

/// The start is collinear with the portal, so one boundary has no bend. No interval was emitted
/// behind the portal.
#[test]
fn a_portal_collinear_with_the_start_is_left_from_its_nearer_end() {
    assert_shortest(&[".#", ".."], [1.0, 0.0], [2.0, 1.5]);
}

/// The goal is behind the last portal and around a bend. The bend was skipped, and the path led
/// through the wall.
#[test]
fn a_goal_behind_the_last_portal_is_reached_around_the_bends_before_it() {
    assert_shortest(&["...", "##."], [3.0, 1.5], [0.0, 1.0]);
}

/// An end of the next portal is collinear with the apex and a bend of the other boundary. It was taken
/// as visible past the bend, and got the distance of a path that does not turn there.
#[test]
fn a_touched_corner_is_a_bend() {
    let rows = ["#....###", "#.#.####", "#.#..###", "#..#.###", "##.#.###", "##.#.###", ".....###"];
    assert_shortest(&rows, [5.0, 0.0], [0.0, 6.0]);
}

/// The last portal is collinear with the start and a straight wall, and the previous portal ends in
/// the middle of that wall. The far end of the last portal was processed before its near end, the end
/// of the wall, where the path turns.
#[test]
fn a_portal_collinear_with_a_wall_is_left_from_the_end_of_the_wall() {
    let points =
        [[1, -1], [2, -1], [2, 0], [1, 0], [2, 2], [1, 2], [2, 4], [1, 4], [1, 3], [0, 4], [0, 3]];
    let mut raw = RawMesh {
        positions: points.map(|[x, y]| [f64::from(x), f64::from(y)].into()).to_vec(),
        ..RawMesh::default()
    };
    let cells: [&[u32]; 4] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[5, 4, 6, 7, 8], &[8, 7, 9, 10]];
    for cell in cells {
        raw.push_cell(cell);
    }
    raw.join_matching_edges();
    assert_shortest_on_mesh(NavMesh::from_raw(&raw).unwrap(), [1.0, -1.0], [0.0, 3.5]);
}

/// The right end of a portal is on the ray along the left boundary; after its left end is processed,
/// no part of it is visible. The interval that was emitted all the same led through a wall.
#[test]
fn a_portal_hidden_by_its_own_end_is_not_visible() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [5.0, 5.0]));
    let obstacles = [
        [1.0, 2.0, 2.0, 3.0],
        [3.0, 1.0, 4.0, 2.0],
        [4.0, 3.0, 6.0, 4.0],
        [4.0, 3.0, 6.0, 5.0],
        [4.0, 2.0, 6.0, 3.0],
    ];
    for [left, low, right, high] in obstacles {
        builder.add_obstacle(Outline::rect([left, low], [right, high]));
    }
    assert_shortest_on_mesh(builder.build().unwrap().0, [0.5, 3.5], [4.5, 1.5]);
}
