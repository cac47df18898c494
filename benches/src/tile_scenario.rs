//! A tile map as files give it, its queries, and the cost of each one's cheapest path.

use std::path::Path;

use tautline::io::{read_map, read_scen};
use tautline::{DVec2, Grid};

use crate::scenario::parsed;

/// One tile map with everything that is asked on it.
#[derive(Debug, Clone)]
pub struct TileScenario {
    /// Its suite and name, such as `dao/arena`.
    pub name: String,
    /// The map.
    pub grid: Grid,
    /// The centres of each query's start and goal tile.
    pub queries: Vec<[DVec2; 2]>,
    /// The length of each query's cheapest path on tiles, no corner cut, as the file has it.
    pub reference: Vec<f64>,
}

impl TileScenario {
    /// Reads the two files of a map in `data/movingai`.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn read(data: &Path, name: &str) -> Result<Self, String> {
        let file = |ending: &str| data.join("movingai").join(format!("{name}.{ending}"));
        let grid = parsed(&file("map"), read_map)?;
        let lines = parsed(&file("map.scen"), read_scen)?;
        let queries = lines.iter().map(|line| [line.start_point(), line.goal_point()]).collect();
        let reference = lines.iter().map(|line| line.optimal).collect();
        Ok(Self { name: name.to_owned(), grid, queries, reference })
    }

    /// About this number of the queries, spread evenly.
    #[must_use]
    pub fn sampled(&self, limit: usize) -> Self {
        let step = self.queries.len().div_ceil(limit.max(1)).max(1);
        let queries = self.queries.iter().step_by(step).copied().collect();
        let reference = self.reference.iter().step_by(step).copied().collect();
        Self { queries, reference, ..self.clone() }
    }
}
