//! The traits that mesh and grid backends share.

use std::fmt;
use std::sync::Arc;

use crate::{Corridor, NavMesh, Path, PathError, PathQuery, Place, Scratch};

/// Pulls a path tight in a corridor, as `pull` of navmesh-funnel does.
///
/// The package that searches is given one, since searches and string pulling do not depend on each other.
pub type StringPuller = fn(&Corridor, &mut Scratch, &mut Path);

/// Finds paths on one map. It can be shared between threads and used as `Arc<dyn Pathfinder>`.
///
/// # Laws
///
/// The test suite in `navmesh-testkit` checks them on every backend:
///
/// 1. A path stays on the walkable area, starts and ends as given, and its length is the sum of its legs. On
///    a grid it starts and ends at tile centres and reports the offsets.
/// 2. The reversed query has the same length up to rounding.
/// 3. No path is shorter than the oracle's, and an [`Optimal`](crate::Guarantee) path has the same length.
/// 4. The same query gives identical bits, whatever the scratch was used for in between.
/// 5. A [`PathError`] agrees with connectivity.
/// 6. A section of an optimal path between two of its waypoints is optimal, and
///    `lower_bound ≤ oracle ≤ length`.
/// 7. On the same tile map without corner cutting, any-angle (mesh) ≤ octile (grid) ≤ Manhattan (grid), and
///    both agree on reachability.
///
/// Implementations never panic on a query, whatever its numbers.
#[doc(alias("dtNavMeshQuery", "NavMeshQuery", "PathPlanner"))]
pub trait Pathfinder: Send + Sync {
    /// Answers `query` into `path`, with `scratch` as working memory.
    ///
    /// Later calls with the same map, scratch and path do not allocate.
    ///
    /// # Errors
    ///
    /// A [`PathError`] if there is no path. `path` then holds the best partial path, or is empty.
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError>;

    /// Answers `query`; keeps the best partial path if there is no path.
    fn answer(&self, query: &PathQuery) -> Answer {
        self.answer_with(query, &mut Scratch::new())
    }

    /// Answers `query` as [`answer`](Pathfinder::answer) does, with `scratch` as working memory.
    fn answer_with(&self, query: &PathQuery, scratch: &mut Scratch) -> Answer {
        let mut path = Path::default();
        let result = self.find_path_into(query, scratch, &mut path);
        Answer { result, path }
    }

    /// Answers `query`; without a path the error says why.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path_into`].
    #[doc(alias("findPath", "CalculatePath", "getPath", "map_get_path"))]
    fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        self.answer(query).into_path()
    }
}

/// A pathfinder together with the mesh on which its paths are walked.
pub trait MeshPathfinder: Pathfinder {
    /// Returns the mesh, with the closed doors as walls.
    fn current_mesh(&self) -> Arc<NavMesh>;
}

/// The answer to a query: a path, or an error and the best partial path.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// `Ok` for a path, or the reason why there is none.
    pub result: Result<(), PathError>,
    /// The path; after an error the best partial path if there is one, else empty.
    pub path: Path,
}

impl Answer {
    /// Returns the path if it is complete, as [`Pathfinder::find_path`] does.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub fn into_path(self) -> Result<Path, PathError> {
        self.result.map(|()| self.path)
    }
}

/// Paths to goals that many agents share. Distance fields of meshes and flow fields of tiles have them.
pub trait SharedGoals: Send + Sync + fmt::Debug {
    /// Writes the path from a place to the nearest goal into `path`, which is cleared first.
    ///
    /// # Errors
    ///
    /// Every reason for which no path is known, as a [`PathError`].
    fn path_from_into(&self, place: Place, path: &mut Path) -> Result<(), PathError>;
}

macro_rules! forward_pathfinder {
    ($($pointer:ty),*) => {$(
        impl<T: Pathfinder + ?Sized> Pathfinder for $pointer {
            fn find_path_into(
                &self,
                query: &PathQuery,
                scratch: &mut Scratch,
                path: &mut Path,
            ) -> Result<(), PathError> {
                (**self).find_path_into(query, scratch, path)
            }

            fn answer(&self, query: &PathQuery) -> Answer {
                (**self).answer(query)
            }
        }

        impl<T: MeshPathfinder + ?Sized> MeshPathfinder for $pointer {
            fn current_mesh(&self) -> Arc<NavMesh> {
                (**self).current_mesh()
            }
        }
    )*};
}

forward_pathfinder!(&T, Box<T>, Arc<T>);
