//! The tolerance of the arcs around corners: the cost of a mesh for a radius, and by how much its paths are longer.

use std::path::Path as FilePath;
use std::time::Instant;

use tautline::io::{read_map, read_scen};
use tautline::{
    BuildError, BuildOptions, DVec2, MeshFinder, Outlines, Path, PathQuery, Scratch,
    build_outlines, trace,
};

use crate::scenario::parsed;

/// A map, and queries on it.
#[derive(Debug)]
pub struct Map {
    outlines: Outlines,
    queries: Vec<[DVec2; 2]>,
}

/// The figures of one radius and one tolerance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// The least time of a build, in milliseconds.
    pub build_ms: f64,
    /// The number of vertices of the mesh.
    pub vertices: usize,
    /// The mean over the queries of the least time of each, in microseconds.
    pub query_us: f64,
    /// The mean number of waypoints.
    pub waypoints: f64,
    /// The mean of the excess over the first tolerance, as a share of the length.
    pub mean_excess: f64,
    /// The largest excess.
    pub largest_excess: f64,
    /// The number of queries that have a path at every tolerance.
    pub queries: usize,
}

/// The lengths of all paths for one tolerance, and their time.
struct Run {
    figures: Figures,
    /// The length, waypoints and microseconds of each query; `None` without a path between the given ends.
    answers: Vec<Option<(f64, usize, f64)>>,
}

impl Map {
    /// Reads a tile map and about `count` queries of its scenario.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn read(data: &FilePath, name: &str, count: usize) -> Result<Self, String> {
        let file = |ending: &str| data.join("movingai").join(format!("{name}.{ending}"));
        let outlines = trace(&parsed(&file("map"), read_map)?);
        let lines = parsed(&file("map.scen"), read_scen)?;
        let step = lines.len().div_ceil(count.max(1)).max(1);
        let queries = lines.iter().step_by(step);
        let queries = queries.map(|line| [line.start_point(), line.goal_point()]).collect();
        Ok(Self { outlines, queries })
    }

    /// Measures each tolerance for a radius, and then the mesh for points. Paths are compared with those of the first
    /// tolerance.
    ///
    /// `None` if no mesh has room for the radius.
    ///
    /// # Errors
    ///
    /// A sentence, if a mesh cannot be built for another reason.
    pub fn figures(
        &self,
        radius: f64,
        tolerances: &[f64],
        repeat: u32,
    ) -> Result<Option<Vec<Figures>>, String> {
        let mut runs = Vec::new();
        for &tolerance in tolerances {
            let options = BuildOptions::default().agent_radius(radius).arc_tolerance(tolerance);
            match self.run(&options, repeat) {
                Ok(run) => runs.push(run),
                Err(BuildError::TooNarrow { .. }) => return Ok(None),
                Err(error) => return Err(error.to_string()),
            }
        }
        let points = self.run(&BuildOptions::default(), repeat);
        runs.push(points.map_err(|error| error.to_string())?);
        Ok(Some(compared(&runs)))
    }

    fn run(&self, options: &BuildOptions, repeat: u32) -> Result<Run, BuildError> {
        let mut figures = Figures { build_ms: f64::INFINITY, ..Figures::default() };
        let mut last = None;
        for _ in 0..repeat.max(1) {
            let begun = Instant::now();
            let mesh = build_outlines(&self.outlines, options)?.0;
            figures.build_ms = figures.build_ms.min(begun.elapsed().as_secs_f64() * 1e3);
            last = Some(mesh);
        }
        let mut answers = Vec::new();
        if let Some(mesh) = last {
            figures.vertices = mesh.vertex_count();
            let finder = MeshFinder::new(mesh);
            let (mut scratch, mut path) = (Scratch::new(), Path::default());
            let mut ask = |[start, goal]: [DVec2; 2]| {
                let query = PathQuery::new(start, goal).snap(0.0);
                let mut least = f64::INFINITY;
                for _ in 0..repeat.max(1) {
                    let begun = Instant::now();
                    finder.find_path_into(&query, &mut scratch, &mut path).ok()?;
                    least = least.min(begun.elapsed().as_secs_f64() * 1e6);
                }
                Some((path.length(), path.waypoints().len(), least))
            };
            answers.extend(self.queries.iter().map(|&ends| ask(ends)));
        }
        Ok(Run { figures, answers })
    }
}

/// Compares the paths of the queries that have one in every run.
fn compared(runs: &[Run]) -> Vec<Figures> {
    let Some(finest) = runs.first() else { return Vec::new() };
    let is_found = |&query: &usize| runs.iter().all(|run| run.answers[query].is_some());
    let found: Vec<usize> = (0..finest.answers.len()).filter(is_found).collect();
    let count = found.len().max(1) as f64;
    let of = |run: &Run| {
        let mut figures = run.figures;
        figures.queries = found.len();
        for &query in &found {
            let (Some((best, _, _)), Some((length, waypoints, us))) =
                (finest.answers[query], run.answers[query])
            else {
                continue;
            };
            let excess = if best > 0.0 { length / best - 1.0 } else { 0.0 };
            figures.mean_excess += excess / count;
            figures.largest_excess = figures.largest_excess.max(excess);
            figures.waypoints += waypoints as f64 / count;
            figures.query_us += us / count;
        }
        figures
    };
    runs.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline::Outline;

    #[test]
    fn coarser_arcs_have_fewer_vertices_and_longer_paths() {
        let outlines = Outlines {
            walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
            obstacles: vec![Outline::rect([4.0, 2.0], [6.0, 8.0])],
            ..Outlines::default()
        };
        let queries = vec![[DVec2::new(1.0, 6.0), DVec2::new(9.0, 6.0)], [DVec2::ZERO, DVec2::ONE]];
        let map = Map { outlines, queries };
        let figures = map.figures(0.9, &[0.001, 0.2], 1).unwrap().unwrap();
        assert_eq!([figures[0].queries, figures[1].queries], [1, 1]);
        assert!(figures[0].vertices > figures[1].vertices);
        assert!(figures[2].largest_excess == 0.0 && figures[2].mean_excess < 0.0, "points");
        assert!(figures[0].largest_excess == 0.0 && figures[1].largest_excess > 1e-4);
        assert_eq!(map.figures(5.0, &[0.1], 1), Ok(None));
    }
}
