//! The fixtures and contenders of the build benchmark.
//!
//! `cargo run --release -p benches --bin build_rivals -- --data DIR` runs it.

use std::fs;
use std::path::Path;
use std::time::Instant;

use navmesh_testkit::SplitMix64;
use polyanya::Triangulation;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};
use tautline::io::read_map;
use tautline::{BuildOptions, DVec2, Outline, Outlines, build_outlines, trace};

/// Outlines to build from.
#[derive(Debug, Clone)]
pub struct BuildFixture {
    /// Its name.
    pub name: String,
    /// The outlines.
    pub outlines: Outlines,
}

/// The obstacles on a field, with eight corners each.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Obstacle {
    /// A regular octagon: all of its corners are on one circle.
    Octagon,
    /// A star, its corners at any distance and angle: no four are on one circle.
    Star,
}

/// A builder and its output.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Builder {
    /// Our build, down to the validated and indexed mesh, for agents of this radius.
    Ours {
        /// The radius; 0 is none.
        radius: f64,
    },
    /// The crate `spade`: the triangulation alone, of the same points and constraints in bulk.
    Spade,
    /// The crate `polyanya`: triangulated, merged to the end and baked, each outline a mesh.
    Polyanya {
        /// The radius; 0 is none.
        radius: f64,
    },
}

impl BuildFixture {
    /// The free region of a tile map in `data/movingai`, all its parts.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn of_map(data: &Path, name: &str) -> Result<Self, String> {
        let file = data.join("movingai").join(format!("{name}.map"));
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(&file).map_err(|error| told(&error))?;
        let grid = read_map(&text).map_err(|error| told(&error))?;
        Ok(Self { name: name.to_owned(), outlines: trace(&grid) })
    }

    /// The same without all but its largest walkable outline: the crate `polyanya` cannot inflate
    /// those that vanish.
    #[must_use]
    pub fn largest(mut self) -> Self {
        let doubled_area = |outline: &Outline| {
            let ring = &outline.exterior;
            (0..ring.len()).map(|i| ring[i].perp_dot(ring[(i + 1) % ring.len()])).sum::<f64>().abs()
        };
        let outlines = std::mem::take(&mut self.outlines.walkable).into_iter();
        let largest = outlines.max_by(|a, b| doubled_area(a).total_cmp(&doubled_area(b)));
        self.outlines.walkable.extend(largest);
        self.name += ", its largest outline";
        self
    }

    /// A square field with about this number of vertices: obstacles on a lattice, each of its own size and
    /// moved from its place.
    #[must_use]
    pub fn field(vertices: usize, obstacle: Obstacle) -> Self {
        let mut random = SplitMix64::new(vertices as u64);
        let side = ((vertices / 8) as f64).sqrt().round() as u32;
        let size = f64::from(side);
        let mut outlines = Outlines::default();
        outlines.walkable.push(Outline::rect([-1.0, -1.0], [size, size]));
        for place in 0..side * side {
            let mut share = || random.below(1 << 20) as f64 / f64::from(1 << 20);
            let radius = 0.1 + 0.2 * share();
            let moved = DVec2::new(share(), share()) * 0.3;
            let center = DVec2::new(f64::from(place % side), f64::from(place / side)) + moved;
            let corners = match obstacle {
                Obstacle::Octagon => octagon(),
                Obstacle::Star => star(&mut share),
            };
            let corners = corners.map(|corner| center + corner * radius);
            outlines.obstacles.push(Outline::new(corners));
        }
        Self { name: format!("field of {} vertices", 4 + 8 * side * side), outlines }
    }

    /// The number of vertices of its rings.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.rings().map(<[DVec2]>::len).sum()
    }

    fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        self.outlines.walkable.iter().chain(&self.outlines.obstacles).flat_map(Outline::rings)
    }
}

/// A regular octagon of radius 1; the sine of 45° is the cosine too.
fn octagon() -> [DVec2; 8] {
    let near = std::f64::consts::FRAC_1_SQRT_2;
    let corners = [
        [1.0, 0.0],
        [near, near],
        [0.0, 1.0],
        [-near, near],
        [-1.0, 0.0],
        [-near, -near],
        [0.0, -1.0],
        [near, -near],
    ];
    corners.map(DVec2::from)
}

/// A star within a circle of radius 1; `share` is random numbers from 0 to 1.
fn star(share: &mut impl FnMut() -> f64) -> [DVec2; 8] {
    let turned = share();
    std::array::from_fn(|corner| {
        let eighths = corner as f64 + turned + 0.3 * share();
        DVec2::from_angle(eighths * std::f64::consts::FRAC_PI_4) * (0.6 + 0.4 * share())
    })
}

impl Builder {
    /// The name of the contender.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours { .. } => "tautline",
            Self::Spade => "`spade` 2.15, bulk load",
            Self::Polyanya { .. } => "`polyanya` 0.18",
        }
    }

    /// Builds once, and says how many milliseconds it took and how many cells came out.
    ///
    /// Preparation (copying the input into each one's form, dropping the mesh) is not timed.
    ///
    /// # Errors
    ///
    /// A sentence, where there is no mesh.
    pub fn run(self, fixture: &BuildFixture) -> Result<(f64, usize), String> {
        match self {
            Self::Ours { radius } => ours(fixture, radius),
            Self::Spade => spade(fixture),
            Self::Polyanya { radius } => Ok(polyanya(fixture, radius)),
        }
    }
}

fn milliseconds(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

fn ours(fixture: &BuildFixture, radius: f64) -> Result<(f64, usize), String> {
    let options = BuildOptions::default().agent_radius(radius);
    let begun = Instant::now();
    let result = build_outlines(&fixture.outlines, &options);
    let time = milliseconds(begun);
    let (mesh, _) = result.map_err(|error| error.to_string())?;
    Ok((time, mesh.cell_count()))
}

fn spade(fixture: &BuildFixture) -> Result<(f64, usize), String> {
    let mut points = Vec::new();
    let mut edges = Vec::new();
    for ring in fixture.rings() {
        let first = points.len();
        points.extend(ring.iter().map(|p| Point2::new(p.x, p.y)));
        let count = ring.len();
        edges.extend((0..count).map(|i| [first + i, first + (i + 1) % count]));
    }
    let begun = Instant::now();
    let result = ConstrainedDelaunayTriangulation::<Point2<f64>>::bulk_load_cdt(points, edges);
    let time = milliseconds(begun);
    let triangulation = result.map_err(|error| error.to_string())?;
    Ok((time, triangulation.num_inner_faces()))
}

fn polyanya(fixture: &BuildFixture, radius: f64) -> (f64, usize) {
    let single = |ring: &[DVec2]| ring.iter().map(|p| p.as_vec2()).collect::<Vec<_>>();
    let (mut time, mut cells) = (0.0, 0);
    for outline in &fixture.outlines.walkable {
        let exterior = single(&outline.exterior);
        let obstacles = fixture.outlines.obstacles.iter().map(|o| single(&o.exterior));
        let holes: Vec<_> =
            outline.holes.iter().map(|hole| single(hole)).chain(obstacles).collect();
        let begun = Instant::now();
        let mut triangulation = Triangulation::from_outer_edges(&exterior);
        if radius > 0.0 {
            triangulation.set_agent_radius(radius as f32);
            // Obstacles only: inflating the outer ring too leaves 5 cells of this map.
            triangulation.agent_radius_on_outer_edge(false);
        }
        triangulation.add_obstacles(holes);
        let mut mesh = triangulation.as_navmesh();
        while mesh.merge_polygons() {}
        mesh.bake();
        time += milliseconds(begun);
        cells += mesh.layers.iter().map(|layer| layer.polygons.len()).sum::<usize>();
    }
    (time, cells)
}
