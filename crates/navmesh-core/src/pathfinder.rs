//! The one trait that a mesh and a grid share.

use std::sync::Arc;

use crate::{Path, PathError, PathQuery, Scratch};

/// Finds paths on one map; shared by threads, swapped at run time as `Arc<dyn Pathfinder>`.
///
/// # Laws
///
/// The suite in `navmesh-testkit` runs them on every backend:
///
/// 1. A path stays on walkable ground, starts and ends where it was asked to (a grid: at the centre
///    of the asked tile; offsets are reported), and its length is the sum of its legs.
/// 2. Reversed, the query gives the same length up to rounding.
/// 3. No answer is shorter than the oracle's, and a path that says [`Optimal`](crate::Guarantee)
///    equals it.
/// 4. The same query twice gives identical bits, whatever the scratch was used for in between.
/// 5. A [`PathError`] agrees with connectivity.
/// 6. An optimal path's stretch between two of its own waypoints is optimal, and
///    `lower_bound ≤ oracle ≤ length`.
/// 7. On the same tile map without corner cutting, any-angle (mesh) ≤ octile (grid) ≤ Manhattan
///    (grid), and both agree on what is reachable.
///
/// Implementations never panic on a query, whatever its numbers.
#[doc(alias("dtNavMeshQuery", "NavMeshQuery", "PathPlanner"))]
pub trait Pathfinder: Send + Sync {
    /// Answers `query` into `path`, with `scratch` as working memory.
    ///
    /// After the first call with the same map, scratch and path nothing is allocated.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path, as a [`PathError`]. `path` then holds the best
    /// partial answer where there is one, and is empty otherwise.
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError>;

    /// Answers `query` with memory of its own.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`].
    #[doc(alias("findPath", "CalculatePath", "getPath", "map_get_path"))]
    fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.find_path_into(query, &mut Scratch::new(), &mut path)?;
        Ok(path)
    }
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

            fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
                (**self).find_path(query)
            }
        }
    )*};
}

forward_pathfinder!(&T, Box<T>, Arc<T>);
