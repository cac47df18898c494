//! Asking a finder, and asking again with memory that has been used.

use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};

use super::{Breach, Law};

/// A finder with a scratch and a path that every question so far has passed through.
pub(super) struct Asker<'a> {
    finder: &'a dyn Pathfinder,
    scratch: Scratch,
    path: Path,
    before: Option<PathQuery>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(finder: &'a dyn Pathfinder) -> Self {
        Self { finder, scratch: Scratch::new(), path: Path::default(), before: None }
    }

    /// The answer, found with used memory.
    pub(super) fn ask(&mut self, query: &PathQuery) -> Result<Path, PathError> {
        let answer = self.finder.find_path_into(query, &mut self.scratch, &mut self.path);
        answer.map(|()| self.path.clone())
    }

    /// The path left by the last query with a used scratch.
    pub(super) fn left(&self) -> &Path {
        &self.path
    }

    /// Asks with used memory, with fresh memory, and with memory that another query (a reversed
    /// one, and one that fails) was answered in; all must say the same, to the last bit.
    pub(super) fn ask_again(&mut self, query: &PathQuery) -> Result<(), Breach> {
        let used = self.words(query);
        let fresh = Self { scratch: Scratch::new(), path: Path::default(), ..*self }.words(query);
        demand_same(&used, &fresh, "used and fresh memory")?;
        let other = self.before.replace(*query).unwrap_or(*query).reversed();
        let _ = self.ask(&other);
        let _ = self.ask(&PathQuery::new([f64::NAN, 0.0], query.goal));
        let again = self.words(query);
        demand_same(&used, &again, "before and after another query")?;
        let plain = match self.finder.find_path(query) {
            Ok(path) => format!("Ok(()) {path:?}"),
            // find_path cannot give the partial answer of a failure.
            Err(error) => return demand_start(&used, &format!("{:?}", Err::<(), _>(error))),
        };
        demand_same(&used, &plain, "find_path_into and find_path")
    }

    /// Everything that an answer says, as text: floats print so that different bits read different.
    fn words(&mut self, query: &PathQuery) -> String {
        let answer = self.finder.find_path_into(query, &mut self.scratch, &mut self.path);
        format!("{answer:?} {:?}", self.path)
    }
}

fn demand_same(one: &str, other: &str, what: &str) -> Result<(), Breach> {
    Law::Determinism.demand(one == other, || format!("{what} differ:\n  {one}\n  {other}"))
}

fn demand_start(whole: &str, start: &str) -> Result<(), Breach> {
    let said = || format!("find_path_into and find_path differ:\n  {whole}\n  {start}");
    Law::Determinism.demand(whole.starts_with(start), said)
}
