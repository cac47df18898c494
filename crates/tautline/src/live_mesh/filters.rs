//! Filters on a live map.

use std::sync::{Arc, OnceLock};

use navmesh_core::{Filter, FilterError, FilterId};

use super::LiveMesh;
use super::changes::Change;

impl LiveMesh {
    /// Registers a filter, and returns its id for [`PathQuery::filter`](crate::PathQuery::filter).
    ///
    /// It holds on all later versions. The mesh that it leaves is made when the first query of a version uses it, in
    /// linear time. A rule for an area that is gone has no effect.
    ///
    /// Complexity: linear in the map.
    ///
    /// ```
    /// # use tautline::{Area, Filter, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0))?;
    /// let dry = map.add_filter(&Filter::new().forbid("water"))?;
    /// let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(dry);
    /// assert_eq!(map.finder().find_path(&query)?.length(), 8.0); // around the water
    /// map.add_obstacle(Outline::rect([7.0, 0.0], [8.0, 1.0]))?;
    /// assert_eq!(map.finder().find_path(&query)?.length(), 8.0); // on the next version too
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`FilterError`] if no area of the present mesh has a name of the filter, or a cost is out of range.
    pub fn add_filter(&mut self, filter: &Filter) -> Result<FilterId, FilterError> {
        let mut finder = self.finder();
        let id = finder.add_filter(filter)?;
        self.filters = finder.filtered;
        self.note(|| Change::AddFilter(filter.clone()));
        Ok(id)
    }

    /// Replaces a registered filter; its id stays.
    ///
    /// Complexity: linear in the map.
    ///
    /// ```
    /// # use tautline::{Area, Filter, LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0))?;
    /// let dry = map.add_filter(&Filter::new().forbid("water"))?;
    /// map.set_filter(dry, &Filter::new())?;
    /// let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(dry);
    /// assert_eq!(map.finder().find_path(&query)?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`LiveMesh::add_filter`], and [`FilterError::NotRegistered`]; nothing changes then.
    pub fn set_filter(&mut self, id: FilterId, filter: &Filter) -> Result<(), FilterError> {
        let mut finder = self.finder();
        finder.set_filter(id, filter)?;
        self.filters = finder.filtered;
        self.note(|| Change::SetFilter(id, filter.clone()));
        Ok(())
    }

    /// Removes a filter; returns false if the id is not registered.
    ///
    /// Complexity: linear in the number of filters.
    ///
    /// ```
    /// # use tautline::{Area, Filter, LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// map.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0))?;
    /// let dry = map.add_filter(&Filter::new().forbid("water"))?;
    /// assert!(map.remove_filter(dry) && !map.remove_filter(dry));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_filter(&mut self, id: FilterId) -> bool {
        let is_known = Arc::make_mut(&mut self.filters).remove(id).is_some();
        if is_known {
            self.note(|| Change::RemoveFilter(id));
        }
        is_known
    }

    /// Forgets the meshes that the filters leave of the present version.
    pub(super) fn forget_filtered(&mut self) {
        if self.filters.is_empty() {
            return;
        }
        for (_, registered) in Arc::make_mut(&mut self.filters).iter_mut() {
            registered.map = OnceLock::new();
        }
    }
}
