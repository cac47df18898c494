//! Registering filters.
//!
//! A filter is applied once, when it is registered. The result is a mesh with an index of its own,
//! so queries under a filter are as fast as others.

use std::sync::{Arc, OnceLock};

use navmesh_core::{Filter, FilterError, FilterId, InvalidQuery, PathError, PathQuery};
use navmesh_funnel::pull;
use navmesh_search::SearchMap;

use super::MeshFinder;

/// A registered filter, and the mesh that it leaves with its index.
#[derive(Debug, Clone)]
pub(crate) struct RegisteredFilter {
    pub(crate) filter: Filter,
    /// Made when first used on a new version of a live map.
    pub(crate) map: OnceLock<SearchMap>,
}

impl MeshFinder {
    /// Registers a filter and returns its id for [`PathQuery::filter`].
    ///
    /// Clones made later have the filter too. Each clone adds, changes and removes its own filters
    /// from then on. [`Search::Auto`](crate::Search::Auto) is exact where all cells that the filter
    /// leaves cost 1, and proves the gap of the query elsewhere.
    ///
    /// ```
    /// use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 5.0));
    /// let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// let path = finder.find_path(&PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(dry))?;
    /// assert_eq!(path.length(), 8.0); // down one bank and up the other
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: linear; the finder keeps a mesh and an index for each filter.
    ///
    /// # Errors
    ///
    /// [`FilterError`] if no area has a name of the filter, or a cost is out of range.
    pub fn add_filter(&mut self, filter: &Filter) -> Result<FilterId, FilterError> {
        let registered = self.apply_filter(filter)?;
        Ok(Arc::make_mut(&mut self.filtered).insert(registered))
    }

    /// Replaces a registered filter; its id stays.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let boots = finder.add_filter(&Filter::new().forbid("water"))?;
    /// let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(boots);
    /// assert_eq!(finder.find_path(&query)?.length(), 8.0); // around the water
    /// finder.set_filter(boots, &Filter::new())?;
    /// assert_eq!(finder.find_path(&query)?.length(), 2.0);
    /// assert!(finder.remove_filter(boots));
    /// assert_eq!(finder.find_path(&query).unwrap_err().kind(), "invalid-query");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: linear, as for [`add_filter`](MeshFinder::add_filter).
    ///
    /// # Errors
    ///
    /// [`FilterError`] if no area has a name of the filter, a cost is out of range, or the id is
    /// not registered. The registered filter then stays unchanged.
    pub fn set_filter(&mut self, id: FilterId, filter: &Filter) -> Result<(), FilterError> {
        let registered = self.apply_filter(filter)?;
        let all = Arc::make_mut(&mut self.filtered);
        *all.get_mut(id).ok_or(FilterError::NotRegistered { filter: id })? = registered;
        Ok(())
    }

    /// Removes a filter with its mesh and index; returns false if the id is not registered.
    ///
    /// The id is never used again for another filter of this finder.
    ///
    /// Complexity: O(1); linear in the number of filters if a clone shares them. A scratch frees
    /// its copy of the filter's mesh after it has served a few other meshes.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// assert!(finder.remove_filter(dry));
    /// assert!(!finder.remove_filter(dry)); // removed already
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_filter(&mut self, id: FilterId) -> bool {
        Arc::make_mut(&mut self.filtered).remove(id).is_some()
    }

    /// Returns a finder on the mesh that a registered filter leaves, with the same closed doors.
    ///
    /// Use it for distance fields, distances and paths to many goals under the filter. Its mesh has
    /// the same ids.
    ///
    /// Complexity: O(1); it shares the filter's mesh and index.
    ///
    /// ```
    /// # use tautline::{Area, Filter, ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build_mesh()?);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// let goal = [[6.0, 5.0]]; // across a ditch that reaches down to y = 2
    /// assert_eq!(finder.distances(&ManyQuery::new([4.0, 5.0], &goal))?, [2.0]);
    /// assert_eq!(finder.filtered(dry)?.distances(&ManyQuery::new([4.0, 5.0], &goal))?, [8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`] if the filter is not registered.
    pub fn filtered(&self, filter: FilterId) -> Result<Self, PathError> {
        let map = self.registered(filter)?;
        Ok(Self { map: map.clone(), filtered: Arc::default(), ..self.clone() })
    }

    /// The index of the mesh that the query's filter leaves; that of the whole mesh without one.
    pub(super) fn filtered_map(&self, query: &PathQuery) -> Result<&SearchMap, PathError> {
        query.filter.map_or(Ok(&self.map), |filter| self.registered(filter))
    }

    fn registered(&self, filter: FilterId) -> Result<&SearchMap, PathError> {
        let reason = InvalidQuery::Filter { filter };
        let registered = self.filtered.get(filter).ok_or(PathError::InvalidQuery { reason })?;
        let make = || self.map.filtered(&registered.filter);
        Ok(registered.map.get_or_init(make))
    }

    fn apply_filter(&self, filter: &Filter) -> Result<RegisteredFilter, FilterError> {
        let map = SearchMap::new(Arc::new(self.mesh().filtered(filter)?), pull);
        Ok(RegisteredFilter { filter: filter.clone(), map: OnceLock::from(map) })
    }
}
