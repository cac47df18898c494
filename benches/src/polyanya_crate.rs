//! The crate `polyanya`: the same search as ours in f32, with tolerances instead of exact tests.
//!
//! Everything is as its documentation has it: meshes are baked, those that it builds itself are
//! merged until nothing merges any more, and the search delta and steps are its defaults.

use std::collections::BTreeMap;

use navmesh_testkit::{Coverage, covers};
use polyanya::{Mesh, PolyanyaFile, Triangulation};
use tautline::{BuildOptions, DVec2, Outline, Outlines, build_outlines};

use crate::contender::{Finder, PreparedMap, length_of};
use crate::scenario::Scenario;

/// A mesh of the crate's.
#[derive(Debug)]
pub struct PolyanyaMap {
    mesh: Mesh,
}

impl PolyanyaMap {
    /// On the mesh that the scenario gives, read by the crate itself.
    ///
    /// # Errors
    ///
    /// A sentence, where the crate refuses it.
    pub fn on_given(scenario: &Scenario) -> Result<Self, String> {
        let mut file = PolyanyaFile::from_bytes(scenario.mesh_text.as_bytes());
        for vertex in &mut file.vertices {
            vertex.coords = scenario.turned(vertex.coords.as_dvec2()).as_vec2();
        }
        let mut mesh = Mesh::try_from(file).map_err(|error| error.to_string())?;
        mesh.bake();
        Ok(Self { mesh })
    }

    /// On the mesh that the crate builds from an outline: it takes one outline a mesh.
    #[must_use]
    pub fn on_built(outline: &Outline) -> Self {
        let ring = |ring: &[DVec2]| ring.iter().map(|p| p.as_vec2()).collect::<Vec<_>>();
        let mut triangulation = Triangulation::from_outer_edges(&ring(&outline.exterior));
        triangulation.add_obstacles(outline.holes.iter().map(|hole| ring(hole)));
        let mut mesh = triangulation.as_navmesh();
        while mesh.merge_polygons() {}
        mesh.bake();
        Self { mesh }
    }
}

/// The one outline that every query of the scenario is on, though the map may have others.
///
/// # Errors
///
/// A sentence, where the queries are on several.
pub fn outline_of_queries(scenario: &Scenario) -> Result<Outline, String> {
    let result = build_outlines(&scenario.outlines, &BuildOptions::default());
    let (mesh, _) = result.map_err(|error| error.to_string())?;
    let mut starts = BTreeMap::new();
    for [start, _] in &scenario.queries {
        let cell = mesh.incidences(*start).next().ok_or("a query starts off the mesh")?;
        starts.entry(mesh.component(cell.cell.slot)).or_insert(*start);
    }
    let starts: Vec<DVec2> = starts.into_values().collect();
    match starts[..] {
        [start] => outline_at(&scenario.outlines, start)
            .ok_or_else(|| "no outline holds the queries".to_owned()),
        _ => Err(format!(
            "its triangulation takes one outline, and the queries are on {} separate ones",
            starts.len()
        )),
    }
}

/// The walkable outline that holds a point.
#[must_use]
pub fn outline_at(outlines: &Outlines, point: DVec2) -> Option<Outline> {
    let holds = |outline: &&Outline| {
        let alone = Outlines { walkable: vec![(*outline).clone()], ..Outlines::default() };
        covers(&alone, point) != Coverage::Outside
    };
    outlines.walkable.iter().find(holds).cloned()
}

impl PreparedMap for PolyanyaMap {
    fn finder(&self) -> Box<dyn Finder + '_> {
        Box::new(Asking { mesh: &self.mesh, start: DVec2::ZERO, path: None })
    }
}

struct Asking<'a> {
    mesh: &'a Mesh,
    start: DVec2,
    path: Option<polyanya::Path>,
}

impl Finder for Asking<'_> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        self.start = start;
        // So that a panic leaves no answer, rather than the last one.
        self.path = None;
        self.path = self.mesh.path(start.as_vec2(), goal.as_vec2());
    }

    fn length(&mut self) -> Option<f64> {
        let path = self.path.as_ref()?;
        let start = self.start.as_vec2().as_dvec2();
        let points = path.path.iter().map(|point| point.as_dvec2());
        Some(length_of(std::iter::once(start).chain(points)))
    }
}
