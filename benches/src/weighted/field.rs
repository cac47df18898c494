//! A map with areas, the finders on it, and its queries.

use std::sync::Arc;

use navmesh_testkit::World;
use navmesh_testkit::worlds::weighted::with_areas;
use tautline::mesh::MeshArea;
use tautline::{BuildOptions, DVec2, Filter, MeshFinder, NavMesh, Outlines, build_outlines};

use crate::scenario::Scenario;

/// The number of areas on a published map.
const AREAS: usize = 200;

/// The radius of the largest of them, as a part of the longer side of the map.
const RADIUS: f64 = 0.04;

/// The number of goals that share a start on a seeded field, so that the oracle floods once for all.
const GOALS: usize = 7;

/// A map with areas.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its mesh.
    pub mesh: Arc<NavMesh>,
    /// The finder that is measured.
    pub finder: MeshFinder,
    /// An exact finder on the mesh without the cells that cost more than 1, where all else costs 1.
    pub avoiding: MeshFinder,
    /// Start and goal of each query. Queries with the same start follow one another.
    pub queries: Vec<[DVec2; 2]>,
}

impl Field {
    /// A seeded field with up to 56 queries between its points.
    ///
    /// # Errors
    ///
    /// A sentence, if the outlines cannot be built.
    pub fn of_world(world: &World, queries: usize) -> Result<Self, String> {
        let groups = world.points.chunks(GOALS + 1);
        let pairs = groups.flat_map(|group| group[1..].iter().map(|&goal| [group[0], goal]));
        Self::new(world.name.clone(), &world.outlines, pairs.take(queries).collect())
    }

    /// A published map with seeded areas over it, and queries of its scenario.
    ///
    /// # Errors
    ///
    /// A sentence, if the outlines cannot be built.
    pub fn of_map(scenario: &Scenario) -> Result<Self, String> {
        let side = bounds_of(&scenario.outlines);
        let outlines = with_areas(scenario.outlines.clone(), AREAS, side * RADIUS, 1);
        Self::new(scenario.name.clone(), &outlines, scenario.queries.clone())
    }

    fn new(name: String, outlines: &Outlines, queries: Vec<[DVec2; 2]>) -> Result<Self, String> {
        let built = build_outlines(outlines, &BuildOptions::default());
        let (mesh, _) = built.map_err(|error| format!("{name}: {error}"))?;
        let mesh = Arc::new(mesh);
        let rule = |filter: Filter, area: &MeshArea| match area.cost > 1.0 {
            true => filter.forbid(&area.name),
            false => filter.cost(&area.name, 1.0),
        };
        let filter = mesh.areas().iter().fold(Filter::new(), rule);
        let plain = mesh.filtered(&filter).map_err(|error| format!("{name}: {error}"))?;
        let (finder, avoiding) = (MeshFinder::new(Arc::clone(&mesh)), MeshFinder::new(plain));
        Ok(Self { name, mesh, finder, avoiding, queries })
    }
}

/// The longer side of the walkable area.
fn bounds_of(outlines: &Outlines) -> f64 {
    let points = outlines.walkable.iter().flat_map(|outline| outline.exterior.iter().copied());
    let [low, high] = points.fold([DVec2::INFINITY, DVec2::NEG_INFINITY], |[low, high], point| {
        [low.min(point), high.max(point)]
    });
    (high - low).max_element()
}
