//! The home side: `MeshFinder`, with one scratch and one path for all queries.

use tautline::build::mend_cells;
use tautline::io::read_mesh;
use tautline::{
    BuildOptions, DVec2, MeshFinder, Path, PathQuery, PathStatus, Scratch, Search, build_outlines,
};

use crate::contender::{Finder, PreparedMap};
use crate::scenario::Scenario;

/// A mesh, its index, and the search that is asked for.
#[derive(Debug)]
pub struct Ours {
    finder: MeshFinder,
    search: Search,
}

impl Ours {
    /// On the mesh that the scenario gives.
    ///
    /// # Errors
    ///
    /// A sentence, where the file holds no valid mesh.
    pub fn on_given(scenario: &Scenario, search: Search) -> Result<Self, String> {
        let mut raw = read_mesh(&scenario.mesh_text).map_err(|error| error.to_string())?;
        for position in &mut raw.positions {
            *position = scenario.turned(*position);
        }
        let (mesh, _) = mend_cells(&raw).map_err(|error| error.to_string())?;
        Ok(Self { finder: MeshFinder::new(mesh), search })
    }

    /// On the mesh that we build from the scenario's outlines.
    ///
    /// # Errors
    ///
    /// A sentence, where they cannot be built.
    pub fn on_built(scenario: &Scenario, search: Search) -> Result<Self, String> {
        let result = build_outlines(&scenario.outlines, &BuildOptions::default());
        let (mesh, _) = result.map_err(|error| error.to_string())?;
        Ok(Self { finder: MeshFinder::new(mesh), search })
    }
}

impl PreparedMap for Ours {
    fn finder(&self) -> Box<dyn Finder + '_> {
        Box::new(Asking {
            ours: self,
            scratch: Scratch::new(),
            path: Path::default(),
            is_found: false,
        })
    }
}

struct Asking<'a> {
    ours: &'a Ours,
    scratch: Scratch,
    path: Path,
    is_found: bool,
}

impl Finder for Asking<'_> {
    fn find(&mut self, start: DVec2, goal: DVec2) {
        let query = PathQuery::new(start, goal).search(self.ours.search);
        let result = self.ours.finder.find_path_into(&query, &mut self.scratch, &mut self.path);
        self.is_found = result.is_ok();
    }

    fn length(&mut self) -> Option<f64> {
        let is_complete = self.is_found && self.path.status() == PathStatus::Complete;
        is_complete.then(|| self.path.length())
    }
}
