//! Saved watches: the paths under their keys, without the index, which follows from the mesh.

use thiserror::Error;

use super::{PathWatch, State, WatchKey, Watched};
use crate::collections::Slots;
use crate::mesh::NavMesh;
use crate::path::Path;
use crate::query::PathQuery;

/// The state of a [`PathWatch`], to save and to load. On the same mesh it has the same future.
///
/// The feature `serde` makes it serializable.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathWatchState(Slots<WatchKey, SavedPath>);

#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedPath {
    query: PathQuery,
    /// `None` for a query without a path.
    known: Option<Known>,
}

/// See [`Watched`].
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Known {
    path: Path,
    cost: f64,
    bound: f64,
    least: f64,
    is_broken: bool,
}

/// A path of a [`PathWatchState`] does not belong to the mesh: it cannot be walked, or its costs are no numbers. The state
/// was changed, or is of another mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the saved path {key:?} is not one of this mesh")]
pub struct ForeignPath {
    /// Its key.
    pub key: WatchKey,
}

impl PathWatch {
    /// Returns the state of the watch.
    ///
    /// Complexity: linear in the paths.
    #[must_use]
    pub fn state(&self) -> PathWatchState {
        PathWatchState(self.paths.clone().map(|watched| {
            let Watched { query, path, cost, bound, least, state, .. } = watched;
            let is_broken = state == State::Broken;
            let known = Known { path, cost, bound, least, is_broken };
            SavedPath { query, known: (state != State::Missing).then_some(known) }
        }))
    }

    /// Creates a watch from its state, on the mesh on which it was saved. All keys are valid again.
    ///
    /// Complexity: that of [`PathWatch::add`] for each path.
    ///
    /// # Errors
    ///
    /// [`ForeignPath`] names the first path that does not belong to the mesh.
    pub fn from_state(state: PathWatchState, mesh: &NavMesh) -> Result<Self, ForeignPath> {
        let mut watch = Self { paths: state.0.map(Watched::from), ..Self::default() };
        for (key, watched) in watch.paths.iter_mut() {
            if watched.state == State::Missing {
                continue;
            }
            let costs = [watched.cost, watched.bound, watched.least];
            if !costs.iter().all(|cost| (0.0..f64::INFINITY).contains(cost)) {
                return Err(ForeignPath { key });
            }
            if watched.state == State::Whole {
                let legs = watched.walk(key, mesh).map_err(|_| ForeignPath { key })?;
                for (slot, leg) in legs {
                    watch.index.add(slot, leg);
                }
                if !watched.path.links().is_empty() {
                    watch.over_links.insert(key);
                }
            }
        }
        Ok(watch)
    }
}

impl From<SavedPath> for Watched {
    fn from(saved: SavedPath) -> Self {
        let missing = Self::missing(&saved.query);
        let Some(Known { path, cost, bound, least, is_broken }) = saved.known else {
            return missing;
        };
        let state = if is_broken { State::Broken } else { State::Whole };
        Self { path, cost, bound, least, state, ..missing }
    }
}
