//! Spatial queries: rays, walls, slides, cells in a region, random points, visibility.
//!
//! A [`MeshQueries`] answers them on one mesh. It keeps working memory, so use one a thread. Creating it
//! costs nothing, and after the first query of a kind only the returned values are allocated.
//!
//! All queries share five rules:
//!
//! - **The walkable area is closed.** Walls, corners and both sides of a portal belong to it. A ray may graze
//!   a corner and run along a wall. Two cells that touch only at a point, or along a wall, are not joined:
//!   no ray, slide or line of sight passes between them. A place on both without a cell is in either of them.
//! - **Side tests are exact** ([`navmesh_core::backend::geom::turn`]), on coordinates that were given. A computed point,
//!   such as the end of a ray at a wall, is rounded to one that lies in its cell by the exact test.
//! - **Closed doors and filtered cells are not walkable.** For a filter use the mesh of `MeshFinder::ground`;
//!   for doors, one whose doors were set ([`NavMesh::set_doors`]).
//! - **A place off the mesh is moved onto it,** if it is no farther away than the snap distance. Endpoints of
//!   paths are moved likewise.
//! - **A negative or NaN distance contains nothing,** except, in queries that begin at a place, that place.
//!
//! On a mesh with floors a place is on its own floor ([`Place::on_layer`](navmesh_core::Place::on_layer)), else on the floor of the queries
//! ([`MeshQueries::on_layer`]), else on the lowest floor that is walkable there. From there a ray, slide or
//! line of sight continues wherever floors are joined.
//!
//! A place with a cell ([`Place::in_cell`](navmesh_core::Place::in_cell)) is on that cell's side of a wall, and needs no search for it.
//! Hits, moves and random points are such places ([`RayHit::place`](ray::RayHit::place)), so the next query goes on from them.

mod locate;
mod cell_queue;
pub mod ray;
pub mod slide;
pub mod nearest_wall;
pub mod region;
pub mod random_point;
pub mod visibility;

use navmesh_core::backend::Ruler;
use navmesh_core::{Incidence, NavMesh};

use cell_queue::CellQueue;
use random_point::RandomPointWorkspace;
use ray::RayWorkspace;
use visibility::VisibilityWorkspace;

/// Answers spatial queries on one mesh, with memory of its own.
///
/// ```
/// use navmesh_search::MeshQueries;
/// # let mesh = navmesh_testkit::worlds::meshes::room();
/// // A room of 4 by 3.
/// let mut queries = MeshQueries::new(&mesh);
/// assert!(queries.sees([1.0, 1.0], [3.0, 2.0])?);
/// let hit = queries.cast_ray([1.0, 1.0], [9.0, 1.0])?;
/// assert_eq!(hit.point, [4.0, 1.0].into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MeshQueries<'m> {
    mesh: &'m NavMesh,
    snap: Option<f64>,
    layer: Option<u32>,
    /// The cells that hold the place of the current query.
    located: Vec<Incidence>,
    queue: CellQueue,
    ray: RayWorkspace,
    random_point: RandomPointWorkspace,
    visibility: VisibilityWorkspace,
    /// Cells that are joined around a wall's nearest point.
    joined: Vec<u32>,
    ruler: Ruler,
}

/// The working memory of [`MeshQueries`] between two meshes, or two borrows of one.
#[derive(Debug, Clone, Default)]
pub struct QueryMemory {
    located: Vec<Incidence>,
    queue: CellQueue,
    ray: RayWorkspace,
    visibility: VisibilityWorkspace,
    joined: Vec<u32>,
    ruler: Ruler,
}

impl<'m> MeshQueries<'m> {
    /// Creates queries on `mesh`.
    ///
    /// Complexity: O(1).
    #[must_use]
    pub fn new(mesh: &'m NavMesh) -> Self {
        Self {
            mesh,
            snap: None,
            layer: None,
            located: Vec::new(),
            queue: CellQueue::default(),
            ray: RayWorkspace::default(),
            random_point: RandomPointWorkspace::default(),
            visibility: VisibilityWorkspace::default(),
            joined: Vec::new(),
            ruler: Ruler::default(),
        }
    }

    /// Creates queries on `mesh` with the working memory of earlier ones, so that they allocate nothing.
    ///
    /// A program that owns its mesh keeps the memory between its queries, and not the queries, which borrow the mesh.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// use navmesh_search::{MeshQueries, QueryMemory};
    /// let mut memory = QueryMemory::default();
    /// for x in [1.0, 2.0] {
    ///     let mut queries = MeshQueries::with_memory(&mesh, memory); // 4 by 3
    ///     assert!(queries.sees([x, 1.0], [3.0, 2.0])?);
    ///     memory = queries.into_memory();
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_memory(mesh: &'m NavMesh, memory: QueryMemory) -> Self {
        let QueryMemory { located, queue, ray, visibility, joined, ruler } = memory;
        Self { located, queue, ray, visibility, joined, ruler, ..Self::new(mesh) }
    }

    /// Returns the working memory, for [`with_memory`](Self::with_memory).
    #[must_use]
    pub fn into_memory(self) -> QueryMemory {
        let Self { located, queue, ray, visibility, joined, ruler, .. } = self;
        QueryMemory { located, queue, ray, visibility, joined, ruler }
    }

    /// Goes on with another mesh, with the same memory, snap distance and floor.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use navmesh_testkit::worlds::meshes;
    /// # let (room, other) = (meshes::room(), meshes::room());
    /// let mut queries = navmesh_search::MeshQueries::new(&room);
    /// assert!(queries.sees([1.0, 1.0], [3.0, 2.0])?);
    /// queries.set_mesh(&other);
    /// assert!(queries.sees([1.0, 1.0], [3.0, 2.0])?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_mesh(&mut self, mesh: &'m NavMesh) {
        self.mesh = mesh;
        self.random_point = RandomPointWorkspace::default();
    }

    /// Sets the snap distance, in map units: places off the mesh by no more than it are moved onto the mesh.
    ///
    /// The default is [`NavMesh::default_snap`], and at least the rounding of a place that came as `f32`. With 0, places are not moved. A negative distance or NaN is an error of every
    /// question about a place.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh).snap(0.5); // 4 by 3
    /// assert_eq!(queries.cast_ray([4.25, 1.0], [2.0, 1.0])?.distance, 2.0); // from (4, 1)
    /// assert!(queries.snap(0.0).cast_ray([4.25, 1.0], [2.0, 1.0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn snap(mut self, distance: f64) -> Self {
        self.snap = Some(distance);
        self
    }

    /// Chooses a floor: places without a floor are on it, and only its cells and points are returned.
    ///
    /// If the mesh has no such floor, all places without a floor are off the mesh.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3, on floor 0
    /// assert!(queries.clone().on_layer(0).sees([1.0, 1.0], [2.0, 2.0])?);
    /// assert!(queries.clone().on_layer(1).sees([1.0, 1.0], [2.0, 2.0]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_layer(mut self, layer: u32) -> Self {
        self.layer = Some(layer);
        self.random_point = RandomPointWorkspace::default();
        self
    }

    /// Returns the mesh.
    #[must_use]
    pub fn mesh(&self) -> &'m NavMesh {
        self.mesh
    }

    /// Returns the cells that hold the place of the last query.
    pub(crate) fn located(&self) -> &[Incidence] {
        &self.located
    }

    /// True if a cell is on the chosen floor, or none was chosen.
    fn is_on_layer(&self, slot: u32) -> bool {
        self.layer.is_none_or(|layer| self.mesh.layer(slot) == layer)
    }

    /// Begins a breadth-first search with the located cells.
    fn begin_queue(&mut self) {
        self.queue.begin(self.mesh.slot_count());
        for incidence in &self.located {
            self.queue.push(incidence.cell.slot);
        }
    }
}
