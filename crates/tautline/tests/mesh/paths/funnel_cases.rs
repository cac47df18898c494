//! Small halls, on each of which a funnel that was wrong in one place took a way too long, or found none.
//!
//! One tile is one cell, so a row of tiles is a row of halls. Each test names what was wrong.

use navmesh_testkit::MeshOracle;
use navmesh_testkit::worlds::meshes::tile_mesh;
use tautline::mesh::RawMesh;
use tautline::{Grid, MeshFinder, NavMesh, NavMeshBuilder, Outline, PathQuery, Pathfinder};

/// The path over these tiles, there and back, is as long as a visibility graph says.
fn meets_the_oracle(rows: &[&str], start: [f64; 2], goal: [f64; 2]) {
    on_mesh_meets_the_oracle(tile_mesh(&Grid::from_rows(rows).unwrap()).unwrap(), start, goal);
}

fn on_mesh_meets_the_oracle(mesh: NavMesh, start: [f64; 2], goal: [f64; 2]) {
    let (length, _) = MeshOracle::new(&mesh).shortest(start, goal).unwrap();
    let finder = MeshFinder::new(mesh);
    let query = PathQuery::new(start, goal);
    for query in [query, query.reversed()] {
        let path = finder.find_path(&query).unwrap();
        let apart = (path.length() - length).abs();
        assert!(apart <= 1e-12 * length, "{} is not {length}: {path:?}", path.length());
    }
}

/// The ends of the portals along the wall at x = 1 are in line. Each was kept as one more bend; most are no corners, so
/// nobody turned there, and what lay behind the last was lost.
#[test]
fn a_wall_in_line_with_a_boundary_is_no_bend_of_it() {
    meets_the_oracle(&["..#", ".##", ".##", "..."], [2.0, 0.0], [2.5, 4.0]);
}

/// What is seen ends on a ray past a corner, short of the portal's end; the next portal ends on that ray. Its end was taken
/// for one beyond the ray, and nobody turned there.
#[test]
fn a_portal_that_ends_on_the_ray_is_seen_to_its_end() {
    meets_the_oracle(&["#..", "#.#", "..#", "..#", ".##"], [0.0, 5.0], [3.0, 0.5]);
}

/// Where a boundary bends, what the apex sees of the last portal ends before the portal does. Handed over as seen to its end,
/// that end was learnt to be nearer than it is, and the way around the bend was dropped.
#[test]
fn what_the_apex_hands_over_ends_where_a_boundary_bends() {
    meets_the_oracle(&["###.", "##..", "...."], [0.0, 3.0], [4.0, 0.0]);
}

/// The last bend sees the portal to its end, where the way may turn. Handed over as a ray that crosses the portal before, it
/// was an end that nobody turns at.
#[test]
fn the_last_bend_hands_over_the_end_of_the_portal() {
    meets_the_oracle(&["..", "..", ".#", ".."], [1.5, 4.0], [2.0, 0.0]);
}

/// The start is in line with the portal, so that one boundary has no bend at all. The portal was not left by.
#[test]
fn a_portal_in_line_with_the_start_is_left_from_its_nearer_end() {
    meets_the_oracle(&[".#", ".."], [1.0, 0.0], [2.0, 1.5]);
}

/// The goal is behind the last portal and around a bend. The bend was passed over, and the way led through the wall.
#[test]
fn a_goal_behind_the_last_portal_is_reached_around_the_bends_before_it() {
    meets_the_oracle(&["...", "##."], [3.0, 1.5], [0.0, 1.0]);
}

/// An end of the next portal is in line with the apex and a bend of the other boundary, behind it. Taken for seen past the bend,
/// it was learnt by a way that does not turn there.
#[test]
fn a_corner_touched_in_passing_is_a_bend() {
    let rows = ["#....###", "#.#.####", "#.#..###", "#..#.###", "##.#.###", "##.#.###", ".....###"];
    meets_the_oracle(&rows, [5.0, 0.0], [0.0, 6.0]);
}

/// The last portal is in line with the start and a straight wall, of which the portal before ends in the middle, where nobody
/// turns. Its far end was taken in before its near one, the wall's end, at which the way turns.
#[test]
fn a_portal_in_line_with_a_wall_is_left_from_the_end_of_the_wall() {
    let points =
        [[1, -1], [2, -1], [2, 0], [1, 0], [2, 2], [1, 2], [2, 4], [1, 4], [1, 3], [0, 4], [0, 3]];
    let mut raw = RawMesh {
        positions: points.map(|[x, y]| [f64::from(x), f64::from(y)].into()).to_vec(),
        ..RawMesh::default()
    };
    let cells: [&[u32]; 4] = [&[0, 1, 2, 3], &[3, 2, 4, 5], &[5, 4, 6, 7, 8], &[8, 7, 9, 10]];
    cells.into_iter().for_each(|cell| raw.push_cell(cell));
    raw.join_matching_edges();
    on_mesh_meets_the_oracle(NavMesh::from_raw(&raw).unwrap(), [1.0, -1.0], [0.0, 3.5]);
}

/// The right end of a portal is on the ray along the left boundary, and once its left end is taken in nothing of it is
/// seen. What was made of it all the same led through a wall.
#[test]
fn what_is_hidden_by_a_new_end_of_the_portal_is_not_seen() {
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
    on_mesh_meets_the_oracle(builder.build().unwrap().0, [0.5, 3.5], [4.5, 1.5]);
}
