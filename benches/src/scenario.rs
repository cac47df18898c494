//! A map as files give it, its queries, and the length of each one's shortest path.

use std::fs;
use std::path::{Path, PathBuf};

use tautline::io::{read_map, read_reference, read_scen};
use tautline::{DVec2, Outlines, trace};

/// One map with everything that is asked on it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its suite and name, such as `dao/arena`.
    pub name: String,
    /// The given mesh, as the file has it: each contender reads and turns it by itself.
    pub mesh_text: String,
    /// The free tiles as outlines, turned.
    pub outlines: Outlines,
    /// Start and goal of each query, turned.
    pub queries: Vec<[DVec2; 2]>,
    /// The length of the shortest path of each query; turning a map does not change it.
    pub reference: Vec<f64>,
    /// The direction of the rotated x axis.
    turn: DVec2,
}

/// The selection of a scenario's queries.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Options {
    /// The angle that the map is turned by, in radians.
    pub rotate: f64,
    /// About the number of queries, spread evenly over the file; `None` takes all.
    pub limit: Option<usize>,
}

/// The endings of the files that a map has beside its `.map`.
pub const FILES: [&str; 3] = ["mesh", "map.scen", "ref.csv"];

impl Scenario {
    /// Reads the four files of a map in `data/movingai`.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn read(data: &Path, name: &str, options: &Options) -> Result<Self, String> {
        let file = |ending: &str| data.join("movingai").join(format!("{name}.{ending}"));
        let (sin, cos) = options.rotate.sin_cos();
        let grid = parsed(&file("map"), read_map)?;
        let lines = parsed(&file("map.scen"), read_scen)?;
        let reference = parsed(&file("ref.csv"), read_reference)?;
        if reference.len() < lines.len() {
            return Err(format!("{name}: fewer lengths than queries"));
        }
        let mut scenario = Self {
            name: name.to_owned(),
            mesh_text: text(&file("mesh"))?,
            outlines: trace(&grid),
            queries: Vec::new(),
            reference: Vec::new(),
            turn: DVec2::new(cos, sin),
        };
        let step = options.limit.map_or(1, |limit| lines.len().div_ceil(limit.max(1)));
        for (line, length) in lines.iter().zip(reference).step_by(step.max(1)) {
            let ends = [line.start_point(), line.goal_point()];
            scenario.queries.push(ends.map(|point| scenario.turned(point)));
            scenario.reference.push(length);
        }
        scenario.turn_outlines();
        Ok(scenario)
    }

    /// A point of the file, turned as everything is; bit for bit the same where nothing is turned.
    #[must_use]
    pub fn turned(&self, point: DVec2) -> DVec2 {
        if self.turn == DVec2::X { point } else { self.turn.rotate(point) }
    }

    fn turn_outlines(&mut self) {
        let mut outlines = std::mem::take(&mut self.outlines);
        for outline in outlines.walkable.iter_mut().chain(&mut outlines.obstacles) {
            for point in outline.exterior.iter_mut().chain(outline.holes.iter_mut().flatten()) {
                *point = self.turned(*point);
            }
        }
        self.outlines = outlines;
    }
}

/// The maps in `data/movingai` that have files of all these endings, in order.
///
/// # Errors
///
/// A sentence, where the folder cannot be read.
pub fn names(data: &Path, endings: &[&str]) -> Result<Vec<String>, String> {
    let folder = data.join("movingai");
    let mut found = Vec::new();
    for suite in entries(&folder)? {
        if !suite.is_dir() {
            continue;
        }
        for file in entries(&suite)? {
            // Only one file of a map counts, so that each is found once.
            let is_map = file.extension().is_some_and(|extension| extension == "map");
            if is_map && endings.iter().all(|ending| file.with_extension(ending).is_file()) {
                let name = file.strip_prefix(&folder).unwrap_or(&file).with_extension("");
                found.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(listing.filter_map(|entry| Some(entry.ok()?.path())).collect())
}

fn text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

pub(crate) fn parsed<T, E: std::fmt::Display>(
    file: &Path,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, String> {
    read(&text(file)?).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
pub(crate) mod samples {
    use tautline::{BuildOptions, Grid, build_outlines, io::write_mesh};

    use super::*;

    /// A small map as a scenario, its mesh built by us; lengths are the caller's.
    pub(crate) fn sample(rows: &[&str], rotate: f64, queries: &[([f64; 2], [f64; 2])]) -> Scenario {
        let outlines = trace(&Grid::from_rows(rows).unwrap());
        let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
        let (sin, cos) = rotate.sin_cos();
        let mut scenario = Scenario {
            name: "sample".to_owned(),
            mesh_text: write_mesh(&mesh).unwrap(),
            outlines,
            queries: Vec::new(),
            reference: vec![0.0; queries.len()],
            turn: DVec2::new(cos, sin),
        };
        let ends = |(start, goal): &([f64; 2], [f64; 2])| [*start, *goal].map(DVec2::from);
        scenario.queries =
            queries.iter().map(|q| ends(q).map(|point| scenario.turned(point))).collect();
        scenario.turn_outlines();
        scenario
    }
}
