//! A gallery that has portals beside a few of its edges alone.

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Path, PathQuery, Scratch};
use navmesh_testkit::worlds::meshes::mesh_of;

use crate::any_angle::AnyAngle;

/// A gallery 61 long and 1 high, entered at the left end of its floor from a room that is entered by a slit. Its last three
/// edges but one are portals into rooms in a row above; left of these is one more.
fn behind_a_slit() -> NavMesh {
    let hall = |low: f64, high: f64| vec![[low, 1.0], [high, 1.0], [high, 3.0], [low, 3.0]];
    let floor = (0..62).map(|x| [f64::from(x), 0.0]);
    let ceiling = [61.0, 3.0, 2.0, 0.0].map(|x| [x, 1.0]);
    mesh_of([
        vec![[0.4, -2.0], [0.6, -2.0], [0.6, -1.0], [0.4, -1.0]],
        vec![[0.4, -1.0], [0.6, -1.0], [1.0, 0.0], [0.0, 0.0]],
        floor.chain(ceiling).collect(),
        hall(3.0, 61.0),
        hall(2.0, 3.0),
        vec![[0.0, 1.0], [2.0, 1.0], [2.0, 3.0], [0.0, 3.0], [0.0, 2.0]],
        vec![[-1.0, 2.0], [0.0, 2.0], [0.0, 3.0], [-1.0, 3.0]],
    ])
}

/// What the start sees ends within the entry, and the first portal lies right of it: with the fourth from there on the edges
/// have come around to the entry.
#[test]
fn of_the_last_four_edges_some_are_seen() {
    let finder = AnyAngle::new(Arc::new(behind_a_slit()));
    let query = PathQuery::new([0.6, -2.0], [-0.9, 2.05]);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    finder.find_path_into(&query, &mut scratch, &mut path).unwrap();
    let corner = DVec2::new(0.0, 2.0);
    let length = query.start.distance(corner) + corner.distance(query.goal);
    assert!((path.length() - length).abs() < 1e-12, "{} {length}", path.length());
}
