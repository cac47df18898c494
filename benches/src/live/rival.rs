//! Our live map and the crate `polyanya` on the same edit. The crate triangulates its layer anew.

use std::time::Instant;

use polyanya::Triangulation;
use tautline::{DVec2, LiveMesh, Outline, Path, PathQuery, Scratch};

/// The times of an edit in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Rebuilt {
    /// The edit.
    pub edit: f64,
    /// The query after it.
    pub query: f64,
}

/// Adds an obstacle to a live map, asks for a path, and removes the obstacle again.
///
/// # Errors
///
/// A sentence, where an edit is refused.
pub fn ours(map: &mut LiveMesh, obstacle: &Outline, ends: [DVec2; 2]) -> Result<Rebuilt, String> {
    let obstacle = obstacle.clone();
    let begun = Instant::now();
    let key = map.add_obstacle(obstacle).map_err(|error| error.to_string())?;
    let edit = begun.elapsed().as_secs_f64() * 1e3;
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let query = PathQuery::new(ends[0], ends[1]);
    let begun = Instant::now();
    // An end under the obstacle has no path.
    let _ = map.finder().find_path_into(&query, &mut scratch, &mut path);
    let query = begun.elapsed().as_secs_f64() * 1e3;
    map.remove(key).map_err(|error| error.to_string())?;
    Ok(Rebuilt { edit, query })
}

/// Rebuilds the layer of an outline with one more obstacle, baked and not merged, and asks for a path.
#[must_use]
pub fn polyanya(outline: &Outline, obstacle: &Outline, ends: [DVec2; 2]) -> Rebuilt {
    let ring = |ring: &[DVec2]| ring.iter().map(|point| point.as_vec2()).collect::<Vec<_>>();
    let begun = Instant::now();
    let mut triangulation = Triangulation::from_outer_edges(&ring(&outline.exterior));
    let holes = outline.holes.iter().map(|hole| ring(hole));
    triangulation.add_obstacles(holes.chain([ring(&obstacle.exterior)]));
    let mut mesh = triangulation.as_navmesh();
    mesh.bake();
    let edit = begun.elapsed().as_secs_f64() * 1e3;
    let begun = Instant::now();
    let _path = mesh.path(ends[0].as_vec2(), ends[1].as_vec2());
    Rebuilt { edit, query: begun.elapsed().as_secs_f64() * 1e3 }
}
