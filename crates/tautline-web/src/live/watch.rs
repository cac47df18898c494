//! Paths that a live mesh keeps while it changes.

use std::collections::BTreeSet;
use std::rc::Rc;

use slotmap::{Key, KeyData};
use tautline::live::WatchKey;
use tautline::{LivePaths, PathError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{LiveMesh, State};
use crate::failure::{JsResult, out_of_range};
use crate::keys::{key_of_number, number_of_key};
use crate::mesh::Ground;
use crate::options::Options;
use crate::path::Path;
use crate::query::Call;
use crate::types::{BudgetObject, QueryOptionsObject, object};

#[wasm_bindgen]
impl LiveMesh {
    /// Lets the path between two points be watched, and returns its number. The options are those of `Mesh.path`.
    ///
    /// Each edit finds out which watched paths it breaks or may shorten; `replan` plans these anew. A query without a path is
    /// watched too, until there is one. Throws a RangeError for a query that is not possible.
    pub fn watch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<f64> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let State { live, paths, .. } = &mut *self.state.borrow_mut();
        let found = live.finder().find_path(&query);
        let paths = paths.get_or_insert_with(|| LivePaths::of(live));
        let key = match found {
            Ok(path) => paths.add(live, &query, path),
            Err(error @ PathError::InvalidQuery { .. }) => return Err(out_of_range(error)),
            Err(_) => None,
        };
        let key = key.unwrap_or_else(|| paths.add_missing(&query));
        Ok(number_of_key(key.data().as_ffi()))
    }

    /// Returns a watched path, or undefined if there is none now.
    ///
    /// Until `replan` it is the path of before the last edits. Throws a RangeError for an unknown number.
    pub fn watched(&self, number: f64) -> JsResult<Option<Path>> {
        let state = self.state.borrow();
        let key = state.watched_key(number)?;
        let path = state.paths.as_ref().and_then(|paths| paths.paths().path(key));
        let path = path.filter(|path| !path.waypoints().is_empty()).cloned();
        let ground = || Rc::new(Ground::new(state.live.finder().current_mesh()));
        Ok(path.map(|path| Path::new(path, Some(ground()))))
    }

    /// Stops watching a path. Throws a RangeError for an unknown number.
    pub fn unwatch(&self, number: f64) -> JsResult<()> {
        let mut state = self.state.borrow_mut();
        let key = state.watched_key(number)?;
        if let Some(paths) = &mut state.paths {
            paths.remove(key);
        }
        state.affected.remove(&key);
        Ok(())
    }

    /// Plans anew the watched paths that edits have broken or may have shortened. Returns the numbers of those that have
    /// changed, also of those that have no path any more.
    ///
    /// `maxExpanded` limits the nodes of all searches; what they do not reach waits for the next call.
    pub fn replan(&self, options: Option<BudgetObject>) -> JsResult<Vec<f64>> {
        let options = Options::new(&object(options), &["maxExpanded"])?;
        let budget = options.count("maxExpanded")?.unwrap_or(u64::MAX);
        let State { live, paths, affected, .. } = &mut *self.state.borrow_mut();
        let Some(paths) = paths else { return Ok(Vec::new()) };
        let asked = std::mem::take(affected);
        let watch = paths.paths();
        let is_lacking = |key: &WatchKey| watch.cost(*key).is_some_and(f64::is_infinite);
        let lacking: BTreeSet<_> = asked.iter().copied().filter(is_lacking).collect();
        let broken: BTreeSet<_> =
            asked.iter().copied().filter(|&key| watch.is_broken(key)).collect();
        let answer = paths.replan(live, asked, budget);
        affected.extend(answer.unanswered);
        let changed = answer.paths.iter().filter(|path| {
            let is_new = lacking.contains(&path.key) && path.error.is_none();
            path.saved > 0.0 || broken.contains(&path.key) || is_new
        });
        Ok(changed.map(|path| number_of_key(path.key.data().as_ffi())).collect())
    }
}

impl State {
    /// Returns the key of a watched path.
    fn watched_key(&self, number: f64) -> JsResult<WatchKey> {
        let key = key_of_number(number).map(|key| WatchKey::from(KeyData::from_ffi(key)));
        let is_known = |key: &WatchKey| {
            self.paths.as_ref().is_some_and(|paths| paths.paths().query(*key).is_some())
        };
        key.filter(is_known)
            .ok_or_else(|| out_of_range(format_args!("no watched path has the number {number}")))
    }
}
