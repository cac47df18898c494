//! Working memory that callers lend to searches.

use std::any::Any;
use std::sync::{Mutex, PoisonError};

/// Opaque working memory, kept between queries so that searches do not allocate.
///
/// Any backend accepts any scratch, so one per thread serves all maps. Results never depend on
/// earlier uses of a scratch.
#[doc(alias("dtNodePool", "nodePool"))]
#[derive(Default)]
pub struct Scratch {
    workspaces: Vec<Box<dyn Any + Send + Sync>>,
}

impl Scratch {
    /// Creates an empty scratch. The first search of each kind fills it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the workspace of a backend, created on first use; for implementors of a backend.
    ///
    /// Complexity: linear in the number of different backends that used the scratch.
    pub fn workspace<T: Any + Send + Sync + Default>(&mut self) -> &mut T {
        let found = self.workspaces.iter().position(|workspace| workspace.is::<T>());
        let index = found.unwrap_or_else(|| {
            self.workspaces.push(Box::<T>::default());
            self.workspaces.len() - 1
        });
        match self.workspaces[index].downcast_mut() {
            Some(workspace) => workspace,
            None => unreachable!("the workspace at this index was found or made with this type"),
        }
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").field("workspaces", &self.workspaces.len()).finish()
    }
}

/// A pool of scratches for callers that bring none.
///
/// Each query borrows a scratch and returns it. The pool holds as many as were ever in use at once.
#[derive(Debug, Default)]
pub struct ScratchPool {
    idle: Mutex<Vec<Scratch>>,
}

impl ScratchPool {
    /// Runs `work` with a scratch of the pool. If `work` panics, that scratch is dropped.
    pub fn with<R>(&self, work: impl FnOnce(&mut Scratch) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let borrowed = idle().pop();
        let mut scratch = borrowed.unwrap_or_default();
        let result = work(&mut scratch);
        idle().push(scratch);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_backend_finds_its_own_workspace_again() {
        let mut scratch = Scratch::new();
        scratch.workspace::<Vec<u32>>().push(7);
        scratch.workspace::<String>().push('x');
        assert_eq!(scratch.workspace::<Vec<u32>>(), &vec![7]);
        assert_eq!(scratch.workspace::<String>(), "x");
    }

    #[test]
    fn a_pool_reuses_returned_scratches() {
        let pool = ScratchPool::default();
        pool.with(|s| s.workspace::<Vec<u32>>().push(1));
        assert_eq!(pool.with(|s| s.workspace::<Vec<u32>>().len()), 1);
        pool.with(|outer| {
            outer.workspace::<Vec<u32>>();
            assert_eq!(pool.with(|inner| inner.workspace::<Vec<u32>>().len()), 0);
        });
    }
}
