//! The meshes that a set keeps, by radius.
//!
//! A class is built outside of the lock, by the first thread that needs it. It counts once it is built, and only if it
//! still belongs to the present map.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use navmesh_build::BuildError;
use navmesh_core::backend::ScratchPool;

use super::{MapSource, RadiusOptions};
use crate::mesh_finder::{LiveVersion, MeshFinder};

/// The map and the classes of a set.
pub(super) struct Classes {
    pub(super) source: Arc<MapSource>,
    /// The version of the live map that the source is from.
    version: Option<LiveVersion>,
    /// By the bits of the radius. Radii are not negative, so bits have their order.
    all: BTreeMap<u64, Entry>,
    memory: usize,
    uses: u64,
    builds: u64,
}

/// A class that is kept, or in the making.
struct Entry {
    class: Arc<Class>,
    /// Its memory; 0 in the making.
    memory: usize,
    /// The number of the last use.
    used: u64,
}

/// The mesh for one radius.
pub(super) struct Class {
    source: Arc<MapSource>,
    radius: f64,
    finder: OnceLock<Result<MeshFinder, BuildError>>,
}

/// The memory of a class beside its mesh and index, in bytes: the entry, its share of the tree, and an error.
const ENTRY_BYTES: usize = 1024;

impl Class {
    fn new(source: &Arc<MapSource>, radius: f64) -> Self {
        Self { source: Arc::clone(source), radius: radius + 0.0, finder: OnceLock::new() }
    }

    pub(super) fn source(&self) -> &Arc<MapSource> {
        &self.source
    }

    /// Returns the finder, or builds it and calls `settle`.
    pub(super) fn finder_or_build(
        &self,
        options: &RadiusOptions,
        pool: &Arc<ScratchPool>,
        settle: impl FnOnce(),
    ) -> &Result<MeshFinder, BuildError> {
        if let Some(finder) = self.finder.get() {
            return finder;
        }
        let mut is_builder = false;
        let finder = self.finder.get_or_init(|| {
            is_builder = true;
            let mesh = self.source.build(options.build, self.radius)?;
            let mut finder = MeshFinder::new(mesh);
            finder.pool = Arc::clone(pool);
            Ok(finder)
        });
        if is_builder {
            settle();
        }
        finder
    }

    fn memory(&self) -> usize {
        let finder = self.finder.get().and_then(|finder| finder.as_ref().ok());
        ENTRY_BYTES + finder.map_or(0, MeshFinder::memory)
    }
}

impl Classes {
    pub(super) fn new(source: Arc<MapSource>) -> Self {
        Self { source, version: None, all: BTreeMap::new(), memory: 0, uses: 0, builds: 0 }
    }

    /// Returns the class of a radius, and marks it as used. That of an unusable radius holds an error, and is not kept.
    pub(super) fn class(&mut self, radius: f64) -> Arc<Class> {
        if !radius.is_finite() || radius < 0.0 {
            return Arc::new(Class::new(&self.source, radius));
        }
        self.uses += 1;
        let source = &self.source;
        let entry = self.all.entry(key(radius)).or_insert_with(|| Entry {
            class: Arc::new(Class::new(source, radius)),
            memory: 0,
            used: 0,
        });
        entry.used = self.uses;
        Arc::clone(&entry.class)
    }

    /// Returns the class of a radius on a map, which is not kept if the map is a former one.
    pub(super) fn class_on(&mut self, source: &Arc<MapSource>, radius: f64) -> Arc<Class> {
        if Arc::ptr_eq(&self.source, source) {
            self.class(radius)
        } else {
            Arc::new(Class::new(source, radius))
        }
    }

    /// Counts a class that was just built.
    pub(super) fn settle(&mut self, class: &Arc<Class>, budget: usize) {
        self.builds += 1;
        self.weigh(class, budget);
    }

    /// Measures a class again, and drops the classes that were not used for the longest time until all fit the budget.
    pub(super) fn weigh(&mut self, class: &Arc<Class>, budget: usize) {
        let entry = self.all.get_mut(&key(class.radius));
        // It may have been dropped, or belong to a former map.
        let Some(entry) = entry.filter(|entry| Arc::ptr_eq(&entry.class, class)) else { return };
        let memory = class.memory();
        self.memory = self.memory - entry.memory + memory;
        entry.memory = memory;
        while self.memory > budget {
            let built = self.all.iter().filter(|(_, entry)| entry.memory > 0);
            let Some((&oldest, _)) = built.min_by_key(|(_, entry)| entry.used) else { return };
            self.memory -= self.all.remove(&oldest).map_or(0, |entry| entry.memory);
        }
    }

    /// Replaces the map, and drops all classes.
    pub(super) fn replace(&mut self, source: Arc<MapSource>, version: Option<LiveVersion>) {
        self.all.clear();
        (self.source, self.version, self.memory) = (source, version, 0);
    }

    /// True if the map is this version of a live map.
    pub(super) fn is_version(&self, version: &LiveVersion) -> bool {
        self.version.as_ref() == Some(version)
    }

    pub(super) fn is_built(&self, radius: f64) -> bool {
        self.all.get(&key(radius)).is_some_and(|entry| entry.memory > 0)
    }

    pub(super) fn radii(&self) -> Vec<f64> {
        let built = self.all.iter().filter(|(_, entry)| entry.memory > 0);
        built.map(|(&bits, _)| f64::from_bits(bits)).collect()
    }

    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    pub(super) fn build_count(&self) -> u64 {
        self.builds
    }
}

/// Returns the key of a radius; −0 is 0.
fn key(radius: f64) -> u64 {
    (radius + 0.0).to_bits()
}
