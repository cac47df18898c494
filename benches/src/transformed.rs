//! Whole scenarios in other coordinates: scaled, shifted and turned, and built again from outlines.
//!
//! None of these changes bends a path: what was the shortest path still is, its length times the
//! scale, up to the rounding of coordinates. (That rounding is largest where a map is shifted by a
//! million: 6 · 10⁻¹¹ a coordinate, so under 2 · 10⁻¹⁰ of a leg that is a tile long.) So the lengths of
//! the reference file are the truth here too.

use navmesh_testkit::MeshOracle;
use tautline::io::{read_map, read_reference, read_scen};
use tautline::{
    BuildOptions, DVec2, Grid, MeshFinder, Outlines, Path, PathQuery, PathStatus, Scratch,
    build_outlines, trace,
};

use crate::scenario::parsed;
use crate::setting::Setting;

/// A transformation of all coordinates, and its effect on lengths.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// As people write it.
    pub name: &'static str,
    /// The image of a point.
    pub apply: fn(DVec2) -> DVec2,
    /// The image of a length of 1.
    pub scale: f64,
}

/// The changes, and none at all.
pub const CHANGES: [Change; 6] = [
    Change { name: "as it is", apply: |p| p, scale: 1.0 },
    Change { name: "× 1e-3", apply: |p| p * 1e-3, scale: 1e-3 },
    Change { name: "× 1e-6", apply: |p| p * 1e-6, scale: 1e-6 },
    Change { name: "× 1e6", apply: |p| p * 1e6, scale: 1e6 },
    Change { name: "+ 1e6 + 0.1", apply: |p| p + (1e6 + 0.1), scale: 1.0 },
    Change { name: "by 1 rad", apply: |p| DVec2::from_angle(1.0).rotate(p), scale: 1.0 },
];

/// A tile map with its queries and the lengths of their shortest paths.
#[derive(Debug, Clone)]
pub struct TileScenario {
    grid: Grid,
    queries: Vec<([DVec2; 2], f64)>,
}

/// The answers of a scenario after a transformation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Verdict {
    /// The number of queries asked.
    pub queries: usize,
    /// The number of complete paths.
    pub complete: usize,
    /// The number of these paths that lie in their chain of cells.
    pub legal: usize,
    /// The largest relative error of a length.
    pub worst: f64,
    /// The relative error of the mesh's area against the free tiles.
    pub area_error: f64,
}

/// The head of the table.
pub const HEAD: &str = "| map | coordinates | queries | complete | legal | worst length | area | |\n\
                        |---|---|---|---|---|---|---|---|\n";

/// A line of the table: a map's scenario after a change.
#[must_use]
pub fn line(map: &str, change: &Change, verdict: &Verdict) -> String {
    let Verdict { queries, complete, legal, worst, area_error } = verdict;
    let (change, mark) = (change.name, if verdict.is_clean() { "" } else { "**wrong**" });
    format!(
        "| {map} | {change} | {queries} | {complete} | {legal} | {worst:.1e} | {area_error:.1e} | {mark} |\n"
    )
}

/// The whole page.
#[must_use]
pub fn page(lines: &str, setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# The same queries in other coordinates\n\n\
         `{command}`\n\n\
         - machine: {machine}\n- compiler: {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Every map is scaled, shifted or turned and built again from its outlines. *Legal* are paths that are held by \
         their cells, each joined to the next; *worst length* is how far any is off the published optimum times the scale, \
         relative to it, and *area* how far the mesh's is off that of the free tiles. A row with anything else than all \
         complete, all legal and errors of rounding is marked wrong.\n\n{HEAD}{lines}"
    )
}

/// The tolerance of lengths and areas: rounding of coordinates and of sums.
pub const TOLERANCE: f64 = 1e-9;

impl Verdict {
    /// True where nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let all = self.queries == self.complete && self.queries == self.legal;
        all && self.worst <= TOLERANCE && self.area_error <= TOLERANCE
    }
}

impl TileScenario {
    /// Reads a map, its scenario and its reference lengths; about `limit` queries of them, spread
    /// evenly.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn read(data: &std::path::Path, name: &str, limit: Option<usize>) -> Result<Self, String> {
        let file = |ending: &str| data.join("movingai").join(format!("{name}.{ending}"));
        let grid = parsed(&file("map"), read_map)?;
        let lines = parsed(&file("map.scen"), read_scen)?;
        let reference = parsed(&file("ref.csv"), read_reference)?;
        if reference.len() < lines.len() {
            return Err(format!("{name}: fewer lengths than queries"));
        }
        let step = limit.map_or(1, |limit| lines.len().div_ceil(limit.max(1))).max(1);
        let all = lines.iter().zip(reference).step_by(step);
        let queries = all.map(|(l, length)| ([l.start_point(), l.goal_point()], length)).collect();
        Ok(Self { grid, queries })
    }

    /// Changes every coordinate, builds the mesh from outlines, and asks every query.
    ///
    /// # Errors
    ///
    /// A sentence, where no mesh can be built.
    pub fn judge(&self, change: &Change) -> Result<Verdict, String> {
        let outlines = changed(trace(&self.grid), change);
        let built = build_outlines(&outlines, &BuildOptions::default());
        let (mesh, _) = built.map_err(|error| format!("{}: {error}", change.name))?;
        let expected = self.grid.free_count() as f64 * change.scale * change.scale;
        let area_error = (mesh.area() / expected - 1.0).abs();
        let finder = MeshFinder::new(mesh.clone());
        let oracle = MeshOracle::new(&mesh);
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let mut verdict = Verdict { area_error, ..Verdict::default() };
        for (ends, length) in &self.queries {
            let [start, goal] = ends.map(change.apply);
            verdict.queries += 1;
            let answer =
                finder.find_path_into(&PathQuery::new(start, goal), &mut scratch, &mut path);
            if answer.is_err() || path.status() != PathStatus::Complete {
                continue;
            }
            verdict.complete += 1;
            let legal = oracle.holds_path(path.cells(), path.waypoints());
            verdict.legal += usize::from(legal);
            let optimum = length * change.scale;
            let error =
                if optimum > 0.0 { (path.length() / optimum - 1.0).abs() } else { path.length() };
            verdict.worst = verdict.worst.max(error);
        }
        Ok(verdict)
    }
}

fn changed(mut outlines: Outlines, change: &Change) -> Outlines {
    for outline in outlines.walkable.iter_mut().chain(&mut outlines.obstacles) {
        for point in outline.exterior.iter_mut().chain(outline.holes.iter_mut().flatten()) {
            *point = (change.apply)(*point);
        }
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_map_is_the_same_in_every_change_and_a_wrong_length_is_seen() {
        let grid = Grid::from_rows([".....", ".###.", "..#..", "....#"]).unwrap();
        let around = 2.0 * 0.5f64.hypot(0.5) + 1.0;
        let query = ([DVec2::new(0.5, 1.5), DVec2::new(1.5, 0.5)], 2f64.sqrt());
        let past = ([DVec2::new(0.5, 0.5), DVec2::new(2.5, 0.5)], 2.0);
        let mut scenario = TileScenario { grid, queries: vec![query, past] };
        for change in &CHANGES {
            let verdict = scenario.judge(change).unwrap();
            assert!(verdict.is_clean(), "{}: {verdict:?}", change.name);
        }
        scenario.queries[1].1 = around;
        assert!(!scenario.judge(&CHANGES[0]).unwrap().is_clean());
    }
}
