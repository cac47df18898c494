//! Location, nearest point, rays.

use std::hint::black_box;

use tautline::mesh::CellId;
use tautline::{DVec2, MeshQueries, NavMesh, Place};

use super::{Bar, Row, best_pass, points};

/// The number of places are asked about: few enough to be known by heart, and many.
const FEW: usize = 1000;
const MANY: usize = 100_000;

/// From how many cells on a ray is long.
const LONG: usize = 15;

pub(super) fn rows(mesh: &NavMesh) -> Vec<Row> {
    let locate = |point: DVec2| mesh.incidences(point).count() as f64;
    let nearest = |point: DVec2| mesh.nearest(point).map_or(0.0, |near| near.distance);
    let [few, many] = [FEW, MANY].map(|count| points(mesh, 1, count));
    let row = |question, value, bar| Row { question, value, unit: "ns", bar };
    let mut rows = vec![
        row("location, 1,000 places", each(&few, locate), Bar::AtMost(100.0)),
        row("location, 100,000 places", each(&many, locate), Bar::None),
        row("nearest point, 1,000 places", each(&few, nearest), Bar::AtMost(400.0)),
        row("nearest point, 100,000 places", each(&many, nearest), Bar::AtMost(400.0)),
    ];
    let (all, long) = (Rays::drawn(mesh, 1), Rays::drawn(mesh, LONG));
    let (found, known) = (all.time(mesh), all.time_from_known_cells(mesh));
    rows.push(row("ray, a cell", found / all.crossed, Bar::AtMost(25.0)));
    rows.push(row("ray from a known cell, a cell", known / all.crossed, Bar::AtMost(25.0)));
    if long.crossed > all.crossed {
        let longer = long.time(mesh);
        rows.push(row("ray of 15 cells or more, a cell", longer / long.crossed, Bar::AtMost(25.0)));
        let further = (longer - found) / (long.crossed - all.crossed);
        rows.push(row("ray, each further cell", further, Bar::AtMost(25.0)));
    }
    rows
}

/// Nanoseconds a question, asked of each place.
fn each(places: &[DVec2], ask: impl Fn(DVec2) -> f64) -> f64 {
    let pass = || {
        black_box(places.iter().map(|&place| ask(place)).sum::<f64>());
    };
    best_pass(pass) * 1e9 / places.len() as f64
}

/// Rays from the mesh to anywhere.
struct Rays {
    ends: Vec<[DVec2; 2]>,
    /// The cell that each begins in.
    first: Vec<CellId>,
    /// The number of cells a ray crosses, in the mean.
    crossed: f64,
}

impl Rays {
    /// Some that cross at least so many cells, where a map has such; none else.
    fn drawn(mesh: &NavMesh, least: usize) -> Self {
        let mut survey = MeshQueries::new(mesh);
        let (mut ends, mut first, mut crossed) = (Vec::new(), Vec::new(), 0);
        let mut cells = Vec::new();
        let pairs = points(mesh, 2, MANY).into_iter().zip(points(mesh, 3, MANY));
        for (from, to) in pairs {
            let hit = survey.cast_ray_through(from, to, &mut cells);
            if hit.is_ok() && cells.len() >= least && ends.len() < FEW {
                ends.push([from, to]);
                first.push(cells[0]);
                crossed += cells.len();
            }
        }
        let crossed = crossed as f64 / ends.len().max(1) as f64;
        Self { ends, first, crossed }
    }

    /// Nanoseconds a ray.
    fn time(&self, mesh: &NavMesh) -> f64 {
        let mut survey = MeshQueries::new(mesh);
        let pass = || {
            let hits = self.ends.iter().filter_map(|&[from, to]| survey.cast_ray(from, to).ok());
            black_box(hits.map(|hit| hit.distance).sum::<f64>());
        };
        best_pass(pass) * 1e9 / self.ends.len() as f64
    }

    /// The same where the first cell need not be found.
    fn time_from_known_cells(&self, mesh: &NavMesh) -> f64 {
        let mut survey = MeshQueries::new(mesh);
        let pass = || {
            let rays = self.ends.iter().zip(&self.first);
            let hits = rays.filter_map(|(&[from, to], &cell)| {
                survey.cast_ray(Place::new(from).in_cell(cell), to).ok()
            });
            black_box(hits.map(|hit| hit.distance).sum::<f64>());
        };
        best_pass(pass) * 1e9 / self.ends.len() as f64
    }
}
