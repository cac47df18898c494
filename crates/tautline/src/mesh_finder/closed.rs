//! Ground that is not for everybody: doors that open and close, and filters.
//!
//! A filter is applied once, when it is registered: what it leaves is a mesh with an index of its own, so
//! that queries are as quick there as anywhere. Doors change often and differ from agent to agent, so they
//! are a small set of their own ([`ClosedDoors`]); each scratch keeps a copy of the map that catches up with the
//! set of the finder that is asked.

use std::sync::Arc;

use navmesh_core::{
    ClosedDoors, DoorName, Filter, FilterError, FilterId, InvalidQuery, NavMesh, PathError,
    PathQuery, Scratch, UnknownDoor,
};
use navmesh_search::AnyAngle;

use super::{IncrementalMeshSearch, MeshFinder};

/// The maps that a scratch has seen with closed doors.
#[derive(Debug, Default)]
struct Views(Vec<View>);

/// A map with all doors open, and a finder on a copy that follows the doors: to that finder, what is closed is
/// gone, and all that is left is open.
#[derive(Debug)]
struct View {
    open: Arc<NavMesh>,
    own: MeshFinder,
}

/// How many maps a scratch keeps copies of: those that it saw first are dropped for others.
const MOST_VIEWS: usize = 8;

impl MeshFinder {
    /// The doors as they stand.
    #[must_use]
    pub fn doors(&self) -> &ClosedDoors {
        &self.doors
    }

    /// Closes a door, or every door and every link of a name, for this finder; its clones keep theirs.
    ///
    /// ```
    /// use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build()?.0);
    /// let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    /// assert_eq!(finder.find_path(&query)?.length(), 8.0);
    /// finder.close_door("gate")?;
    /// assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: of the change itself as [`ClosedDoors::close`], and a copy of the set, a bit an edge, where a clone shares
    /// it. The next query on each scratch patches the cells around
    /// the doors that have changed since that scratch was last used, and finds the components of what is open, which
    /// is linear; the first one copies the map.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`], [`UnknownDoor::Door`].
    #[doc(alias("setPolyFlags", "NavMeshObstacle"))]
    pub fn close_door<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        Arc::make_mut(&mut self.doors).close(door)
    }

    /// Opens a door, or every door and every link of a name. Complexity: as [`close_door`](MeshFinder::close_door).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::Name`], [`UnknownDoor::Door`].
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build()?.0); // two rooms, and a gate between them
    /// finder.close_door("gate")?;
    /// finder.open_door("gate")?;
    /// assert!(finder.find_path(&PathQuery::new([1.0, 6.0], [9.0, 6.0])).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open_door<'a>(&mut self, door: impl Into<DoorName<'a>>) -> Result<(), UnknownDoor> {
        Arc::make_mut(&mut self.doors).open(door)
    }

    /// The same finder with other doors closed. A clone with doors of its own is how each query, or each
    /// agent with its keys, has them its own way: clones share the map.
    ///
    /// Complexity: O(1); what closed doors cost then says [`close_door`](MeshFinder::close_door).
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] where they are not of this finder's mesh, nor, where it is [filtered](MeshFinder::filtered),
    /// of the one without the filter.
    ///
    /// ```
    /// # use tautline::{Door, ClosedDoors, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let finder = MeshFinder::new(builder.build()?.0); // two rooms, and a gate between them
    /// let mut doors = ClosedDoors::new(finder.mesh());
    /// doors.close("gate")?;
    /// let without_key = finder.clone().with_doors(doors)?;
    /// let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    /// assert_eq!(without_key.find_path(&query).unwrap_err().kind(), "closed-off");
    /// assert_eq!(finder.find_path(&query)?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_doors(mut self, doors: impl Into<Arc<ClosedDoors>>) -> Result<Self, UnknownDoor> {
        let doors = doors.into();
        let own = [self.mesh(), self.doors.mesh()];
        if !own.iter().any(|mesh| Arc::ptr_eq(doors.mesh(), mesh)) {
            return Err(UnknownDoor::OtherMesh);
        }
        self.doors = doors;
        Ok(self)
    }

    /// Registers a filter; [`PathQuery::filter`] names it by the id. Clones made later know it too, and each adds,
    /// changes and removes its own from then on.
    ///
    /// [`Search::Auto`](crate::Search::Auto) gives the exact optimum where all ground that the filter leaves
    /// costs 1.
    ///
    /// ```
    /// use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 5.0));
    /// let mut finder = MeshFinder::new(builder.build()?.0);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// let path = finder.find_path(&PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(dry))?;
    /// assert_eq!(path.length(), 8.0); // down one bank, and up the other
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: linear; it keeps a mesh and an index.
    ///
    /// # Errors
    ///
    /// [`FilterError`], for names that no area has and costs that are none.
    pub fn add_filter(&mut self, filter: &Filter) -> Result<FilterId, FilterError> {
        let map = self.seen_through(filter)?;
        Ok(Arc::make_mut(&mut self.filtered).insert(map))
    }

    /// Puts another filter in the place of one that is registered: queries that name it are answered by the new one.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build()?.0);
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
    /// Complexity: as [`add_filter`](MeshFinder::add_filter).
    ///
    /// # Errors
    ///
    /// [`FilterError`]; then the filter stays what it was.
    pub fn set_filter(&mut self, id: FilterId, filter: &Filter) -> Result<(), FilterError> {
        let map = self.seen_through(filter)?;
        let all = Arc::make_mut(&mut self.filtered);
        *all.get_mut(id).ok_or(FilterError::NotRegistered { filter: id })? = map;
        Ok(())
    }

    /// Takes a filter out again, with its mesh and index; false where the finder has none of this id. The id is never
    /// given to another filter of this finder.
    ///
    /// Complexity: O(1), and linear in the number of filters where a clone shares them. A scratch lets go of its copy once it
    /// has met some other maps.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build()?.0);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// assert!(finder.remove_filter(dry));
    /// assert!(!finder.remove_filter(dry)); // it is gone
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_filter(&mut self, id: FilterId) -> bool {
        Arc::make_mut(&mut self.filtered).remove(id).is_some()
    }

    fn seen_through(&self, filter: &Filter) -> Result<AnyAngle, FilterError> {
        Ok(AnyAngle::new(Arc::new(self.mesh().filtered(filter)?)))
    }

    /// A finder to which what a registered filter leaves is all the ground, with the doors as they stand: it asks
    /// fields, distances and paths to many under the filter. Its mesh is the filter's, with the same ids.
    ///
    /// Complexity: O(1); it shares the filter's mesh and index.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build()?.0);
    /// let dry = finder.add_filter(&Filter::new().forbid("water"))?;
    /// let goal = [[6.0, 5.0]]; // across a ditch that reaches down to y = 2
    /// assert_eq!(finder.distances_from([4.0, 5.0], &goal)?, [2.0]);
    /// assert_eq!(finder.filtered(dry)?.distances_from([4.0, 5.0], &goal)?, [8.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for a filter that is not registered.
    pub fn filtered(&self, filter: FilterId) -> Result<Self, PathError> {
        let map = self.map_of(&PathQuery::new([0.0; 2], [0.0; 2]).filter(filter))?;
        Ok(Self { any_angle: map.clone(), filtered: Arc::default(), ..self.clone() })
    }

    /// The mesh with the doors as they stand, for [`Path::still_valid`](crate::Path::still_valid),
    /// [`PathError::explain`] and [`MeshQueries`](crate::MeshQueries). Under a filter it is that of [`MeshFinder::filtered`], or
    /// [`MeshFinder::ground_of`] a query.
    ///
    /// Complexity: linear where a door is closed, for a copy.
    ///
    /// ```
    /// # use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, MeshQueries, Wall};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 5.0]]));
    /// # builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    /// let mut finder = MeshFinder::new(builder.build()?.0); // two rooms, and a gate between them
    /// finder.close_door("gate")?;
    /// let (from, to) = ([1.0, 6.0], [9.0, 6.0]);
    /// assert!(!MeshQueries::new(&finder.ground()).sees(from, to)?); // the gate is a wall
    /// assert!(MeshQueries::new(finder.mesh()).sees(from, to)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ground(&self) -> Arc<NavMesh> {
        Arc::clone(self.map_as_it_stands().mesh())
    }

    /// The mesh that a query is answered on: [`MeshFinder::ground`], as the query's filter shows it.
    ///
    /// Complexity: linear where a door is closed, for a copy.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for a filter that is not registered.
    ///
    /// ```
    /// # use tautline::{Area, Filter, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    /// # let mut finder = MeshFinder::new(builder.build()?.0);
    /// let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]); // across a ditch
    /// let dry = query.filter(finder.add_filter(&Filter::new().forbid("water"))?);
    /// let shores = finder.ground_of(&dry)?;
    /// assert!(!finder.find_path(&query)?.still_valid(&shores));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ground_of(&self, query: &PathQuery) -> Result<Arc<NavMesh>, PathError> {
        Ok(Arc::clone(self.standing_as(self.map_of(query)?).mesh()))
    }

    /// Runs `ask` on the mesh without a filter, with the doors as they stand.
    pub(super) fn on_standing_ground<R>(&self, ask: impl FnOnce(&NavMesh) -> R) -> R {
        self.on_open_ground(|map, _| ask(map.mesh()))
    }

    /// True where all ground is open to the query, at its own cost.
    pub(super) fn is_open_for(&self, query: &PathQuery) -> bool {
        query.filter.is_none() && self.doors.is_empty()
    }

    /// Runs `work` with a finder to which the query, without its filter, is all open.
    pub(super) fn on_ground_of<R>(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        work: impl FnOnce(&Self, &PathQuery, &mut Scratch) -> Result<R, PathError>,
    ) -> Result<R, PathError> {
        let map = self.map_of(query)?;
        let mut plain = *query;
        plain.filter = None;
        self.as_doors_stand(map, scratch, |own, scratch| {
            own.options = self.options;
            work(own, &plain, scratch)
        })
    }

    /// Begins a search on a copy of its own. Complexity: linear where a door is closed.
    pub(super) fn begin_on_closed(
        &self,
        query: &PathQuery,
    ) -> Result<IncrementalMeshSearch, PathError> {
        let mut plain = *query;
        plain.filter = None;
        let map = self.standing_as(self.map_of(query)?);
        Self::searching(map).with_options(self.options).begin(&plain)
    }

    /// Runs `work`, without a filter, on the map as the doors leave it.
    pub(super) fn on_open_ground<R>(&self, work: impl FnOnce(&AnyAngle, &mut Scratch) -> R) -> R {
        self.pool.with(|scratch| match self.doors.is_empty() {
            true => work(&self.any_angle, scratch),
            false => self.as_doors_stand(&self.any_angle, scratch, |own, scratch| {
                work(&own.any_angle, scratch)
            }),
        })
    }

    /// The map as the doors leave it, to keep. Complexity: linear where a
    /// door is closed.
    pub(super) fn map_as_it_stands(&self) -> AnyAngle {
        self.standing_as(&self.any_angle)
    }

    /// A copy of a map with the doors as they stand.
    fn standing_as(&self, map: &AnyAngle) -> AnyAngle {
        let mut map = map.clone();
        if !self.doors.is_empty() {
            follow(&mut map, &self.doors);
        }
        map
    }

    /// The map as the query's filter shows it.
    fn map_of(&self, query: &PathQuery) -> Result<&AnyAngle, PathError> {
        let Some(filter) = query.filter else { return Ok(&self.any_angle) };
        let reason = InvalidQuery::Filter { filter };
        self.filtered.get(filter).ok_or(PathError::InvalidQuery { reason })
    }

    /// Runs `work` with a finder on the scratch's copy of a map, after that has caught up with the doors.
    fn as_doors_stand<R>(
        &self,
        map: &AnyAngle,
        scratch: &mut Scratch,
        work: impl FnOnce(&mut Self, &mut Scratch) -> R,
    ) -> R {
        // The views are taken out of the scratch, which the search borrows too, and put back.
        let mut views: Views = std::mem::take(scratch.workspace());
        let own = views.copy_of(map);
        if !(self.doors.is_empty() && own.any_angle.mesh().opened().is_none()) {
            follow(&mut own.any_angle, &self.doors);
        }
        let result = work(own, scratch);
        *scratch.workspace() = views;
        result
    }
}

impl Views {
    /// The finder on the copy of a map; made on first use.
    fn copy_of(&mut self, map: &AnyAngle) -> &mut MeshFinder {
        let found = self.0.iter().position(|view| Arc::ptr_eq(&view.open, map.mesh()));
        let index = found.unwrap_or_else(|| {
            if self.0.len() == MOST_VIEWS {
                self.0.remove(0);
            }
            let own = MeshFinder::searching(map.clone());
            self.0.push(View { open: Arc::clone(map.mesh()), own });
            self.0.len() - 1
        });
        &mut self.0[index].own
    }
}

/// Closes and opens doors on a copy of a map.
fn follow(map: &mut AnyAngle, doors: &ClosedDoors) {
    let result = map.set_doors(doors);
    debug_assert!(result.is_ok(), "a finder's doors are of its mesh, and filters keep its edges");
}
