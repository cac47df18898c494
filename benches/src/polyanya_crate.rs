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

    /// On the cells of a mesh of ours: a layer for each cost, which scales lengths, stitched at common vertices.
    ///
    /// # Errors
    ///
    /// A sentence, where there are more costs than layers.
    #[cfg(feature = "layers")]
    pub fn on_layers(mesh: &tautline::NavMesh) -> Result<Self, String> {
        let mut layers: BTreeMap<u64, CostLayer> = BTreeMap::new();
        for slot in mesh.slots() {
            let layer = layers.entry(mesh.cost(slot).to_bits()).or_default();
            layer.push_cell(mesh.corners(slot).map(|corner| corner.as_vec2().to_array()));
        }
        if layers.len() > usize::from(u8::MAX) {
            return Err(format!("{} costs are too many for layers", layers.len()));
        }
        let all: Vec<&CostLayer> = layers.values().collect();
        let mut stitches = Vec::new();
        for (number, layer) in all.iter().enumerate() {
            for (other, beside) in all.iter().enumerate().skip(number + 1) {
                let common = |(at, &own): (&[u32; 2], &u32)| {
                    Some((own as usize, *beside.numbers.get(at)? as usize))
                };
                let common: Vec<(usize, usize)> = layer.numbers.iter().filter_map(common).collect();
                stitches.push(((number as u8, other as u8), common));
            }
        }
        let layer = |(&cost, layer): (&u64, &CostLayer)| {
            let mut own = polyanya::Layer::default();
            own.vertices.clone_from(&layer.vertices);
            own.polygons.clone_from(&layer.polygons);
            own.scale = [f64::from_bits(cost) as f32; 2].into();
            own
        };
        let layers = layers.iter().map(layer).collect();
        let mut mesh = Mesh { layers, ..Default::default() };
        // Its documentation asks for this order.
        mesh.bake();
        mesh.stitch_at_vertices(stitches, false);
        Ok(Self { mesh })
    }

    /// The waypoints of its path; `None` if it finds none or panics.
    #[must_use]
    pub fn waypoints(&self, start: DVec2, goal: DVec2) -> Option<Vec<DVec2>> {
        let ask = || self.mesh.path(start.as_vec2(), goal.as_vec2());
        let path = std::panic::catch_unwind(std::panic::AssertUnwindSafe(ask)).ok()??;
        let start = start.as_vec2().as_dvec2();
        Some(std::iter::once(start).chain(path.path.iter().map(|point| point.as_dvec2())).collect())
    }
}

/// The cells of one cost.
#[cfg(feature = "layers")]
#[derive(Debug, Default)]
struct CostLayer {
    vertices: Vec<polyanya::Vertex>,
    polygons: Vec<polyanya::Polygon>,
    /// The number of the vertex at the bits of a point.
    numbers: BTreeMap<[u32; 2], u32>,
}

#[cfg(feature = "layers")]
impl CostLayer {
    fn push_cell(&mut self, corners: impl Iterator<Item = [f32; 2]>) {
        let Self { vertices, polygons, numbers } = self;
        let number = |corner: [f32; 2]| {
            let number = *numbers.entry(corner.map(f32::to_bits)).or_insert_with(|| {
                vertices.push(polyanya::Vertex::new(corner.into(), Vec::new()));
                vertices.len() as u32 - 1
            });
            vertices[number as usize].polygons.push(polygons.len() as u32);
            number
        };
        let corners = corners.map(number).collect();
        polygons.push(polyanya::Polygon::new(corners, false));
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
