//! Queries on a mesh with closed doors or under a filter.
//!
//! Such a query is answered on a copy of the (filtered) mesh in which the closed doors are walls.
//! Each scratch keeps copies of the last few meshes that it served. A copy is brought up to date
//! with the doors of the finder before each query, so only doors that changed cost time. A copy of an
//! earlier version of a live map follows the patches since then.

use std::sync::Arc;

use navmesh_core::{NavMesh, PathError, PathQuery, Scratch};
use navmesh_search::SearchMap;

use super::{MeshFinder, Origin};

/// The copies that one scratch keeps, oldest first.
#[derive(Debug, Default)]
struct CopyCache(Vec<MapCopy>);

/// A copy of a map, in which closed doors are walls.
#[derive(Debug)]
struct MapCopy {
    /// The mesh that was copied, all doors open.
    original: Arc<NavMesh>,
    /// The live map of the mesh.
    origin: Option<Arc<Origin>>,
    copy: SearchMap,
}

/// The greatest number of copies in one scratch; the oldest is dropped for the next.
const MAX_COPIES: usize = 8;

impl MeshFinder {
    /// The mesh with the finder's closed doors as walls.
    ///
    /// It serves [`Path::still_valid`](crate::Path::still_valid), [`PathError::explain`] and
    /// [`MeshQueries`](crate::MeshQueries). For a query with a filter use
    /// [`MeshFinder::mesh_for_query`].
    ///
    /// Complexity: linear if a door is closed, for a copy; else O(1).
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, MeshQueries, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?); // two rooms with a gate between them
    /// finder.close_door("gate")?;
    /// let (from, to) = ([1.0, 6.0], [9.0, 6.0]);
    /// assert!(!MeshQueries::new(&finder.current_mesh()).sees(from, to)?); // the gate is a wall
    /// assert!(MeshQueries::new(finder.mesh()).sees(from, to)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn current_mesh(&self) -> Arc<NavMesh> {
        Arc::clone(self.current_map().mesh())
    }

    /// The mesh that answers a query: [`MeshFinder::current_mesh`] under the query's filter.
    ///
    /// Complexity: linear if a door is closed, for a copy; else O(1).
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] if the filter is not registered.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]); // across a ditch
    /// let dry = query.filter(finder.add_filter(&Filter::new().forbid("water"))?);
    /// let shores = finder.mesh_for_query(&dry)?;
    /// assert!(!finder.find_path(&query)?.still_valid(&shores));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mesh_for_query(&self, query: &PathQuery) -> Result<Arc<NavMesh>, PathError> {
        Ok(Arc::clone(self.with_doors_closed(self.filtered_map(query)?).mesh()))
    }

    /// Runs `work` with the query's mesh, and with the query without its filter.
    #[inline(always)]
    pub(super) fn on<R>(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        work: impl FnOnce(&SearchMap, &PathQuery, &mut Scratch) -> Result<R, PathError>,
    ) -> Result<R, PathError> {
        if query.filter.is_none() && self.doors.is_empty() {
            return work(&self.map, query, scratch);
        }
        let map = self.filtered_map(query)?;
        let unfiltered = without_filter(query);
        self.with_copy(map, scratch, |copy, scratch| work(copy, &unfiltered, scratch))
    }

    /// The query's mesh, and the query without its filter.
    ///
    /// Complexity: linear if a door is closed, for a copy.
    pub(super) fn restricted(
        &self,
        query: &PathQuery,
    ) -> Result<(SearchMap, PathQuery), PathError> {
        Ok((self.with_doors_closed(self.filtered_map(query)?), without_filter(query)))
    }

    /// Runs `work` on the current mesh.
    pub(crate) fn with_current_mesh<R>(&self, work: impl FnOnce(&NavMesh) -> R) -> R {
        self.with_current_map(|map, _| work(map.mesh()))
    }

    /// Runs `work` on the current mesh with its indexes.
    pub(super) fn with_current_map<R>(
        &self,
        work: impl FnOnce(&SearchMap, &mut Scratch) -> R,
    ) -> R {
        self.pool.with(|scratch| {
            if self.doors.is_empty() {
                work(&self.map, scratch)
            } else {
                self.with_copy(&self.map, scratch, work)
            }
        })
    }

    /// Returns the current mesh with its indexes. Complexity: linear if a door is closed, for a copy.
    pub(super) fn current_map(&self) -> SearchMap {
        self.with_doors_closed(&self.map)
    }

    /// Copies a map and closes the finder's doors on the copy.
    fn with_doors_closed(&self, map: &SearchMap) -> SearchMap {
        let mut map = map.clone();
        if !self.doors.is_empty() {
            map.set_doors(&self.doors);
        }
        map
    }

    /// Runs `work` with the scratch's copy of a map, after its doors are brought up to date.
    fn with_copy<R>(
        &self,
        map: &SearchMap,
        scratch: &mut Scratch,
        work: impl FnOnce(&SearchMap, &mut Scratch) -> R,
    ) -> R {
        // The search borrows the scratch, so the cache is taken out of it and put back.
        let mut cache: CopyCache = std::mem::take(scratch.workspace());
        let copy = cache.copy_of(map, self.origin.as_ref());
        let all_open = self.doors.is_empty() && copy.mesh().opened().is_none();
        if !all_open {
            copy.set_doors(&self.doors);
        }
        let result = work(copy, scratch);
        *scratch.workspace() = cache;
        result
    }
}

impl CopyCache {
    /// Returns the copy of a map, and makes it on first use.
    ///
    /// A copy of a live map replaces those of its former versions, so that they do not stay in memory.
    fn copy_of(&mut self, map: &SearchMap, origin: Option<&Arc<Origin>>) -> &mut SearchMap {
        let found = self.0.iter().position(|copy| Arc::ptr_eq(&copy.original, map.mesh()));
        #[cfg(feature = "live")]
        let found = found.or_else(|| self.follow(map));
        let index = found.unwrap_or_else(|| {
            if let Some(origin) = origin {
                self.0.retain(|copy| !copy.is_former(map, origin));
            }
            if self.0.len() == MAX_COPIES {
                self.0.remove(0);
            }
            let original = Arc::clone(map.mesh());
            self.0.push(MapCopy { original, origin: origin.cloned(), copy: map.clone() });
            self.0.len() - 1
        });
        &mut self.0[index].copy
    }
}

#[cfg(feature = "live")]
impl CopyCache {
    /// Brings a copy of an earlier version of a map up to date. Returns its place, if there is one that can follow.
    fn follow(&mut self, map: &SearchMap) -> Option<usize> {
        let place = self.0.iter().position(|copy| copy.is_earlier_version(map))?;
        let copy = &mut self.0[place];
        if copy.copy.follow(map) {
            copy.original = Arc::clone(map.mesh());
            return Some(place);
        }
        self.0.remove(place);
        None
    }
}

impl MapCopy {
    /// True for a copy with closed doors of an earlier version of a map.
    #[cfg(feature = "live")]
    fn is_earlier_version(&self, map: &SearchMap) -> bool {
        let own = &self.copy;
        own.is_version_of(map) && own.mesh().revision() < map.mesh().revision()
    }

    /// True for a copy of another version of the same live map.
    fn is_former(&self, map: &SearchMap, origin: &Arc<Origin>) -> bool {
        let is_same = self.origin.as_ref().is_some_and(|own| Arc::ptr_eq(own, origin));
        is_same && self.original.revision() != map.mesh().revision()
    }
}

fn without_filter(query: &PathQuery) -> PathQuery {
    let mut unfiltered = *query;
    unfiltered.filter = None;
    unfiltered
}
