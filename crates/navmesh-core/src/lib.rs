//! The vocabulary of tautline: what every other package speaks of, and nothing that searches.
//!
//! Read the modules in this order, which is also the way data flows through the engine:
//!
//! 1. [`geom`] – the one exact side test that decides every left, right and collinear question; beside it
//!    [`double`], for sums that must round once, and [`ring`], for rings as areas.
//! 2. [`outline`] – the walkable outlines, obstacles and walls that people draw.
//!    Beside them [`link`] – ways that are not walked: jumps, ladders, teleporters.
//! 3. [`buckets`] – an index over the plane: which few shapes can touch a place. Beside it [`collections`] – small
//!    containers over numbers.
//! 4. [`mesh`] – [`NavMesh`]: convex cells, joined along their edges; validated once, then trusted.
//! 5. [`place`] and [`query`] – what is asked: from here to there, and how.
//! 6. [`endpoints`] – where a query's two points stand on the mesh.
//! 7. [`corridor`] – the cells and portals between them: a search's answer, a funnel's question.
//! 8. [`path`] – the answer: waypoints, length, and what is promised about them.
//! 9. [`error`] – the other answer: which part failed, and (on demand) what would have worked.
//! 10. [`short`] – numbers in messages, short whatever their size.
//! 11. [`scratch`] and [`pathfinder`] – the working memory and the one trait that backends share.
//! 12. [`incremental`] – searches in slices, called off, and observed.
//!
//! Units are map units and radians; outlines and cells run counter-clockwise, y up. Points are
//! [`glam::DVec2`]; whatever converts into one (arrays, tuples, `Vec2`) is taken at the door.
//!
//! Features, all off by default: `serde` (queries, paths, outlines and reports as serde values), `geo`
//! (outlines from the polygons of `geo-types`, paths to its lines), `mint` (its points and vectors taken
//! at the door).
//!
//! ```
//! use navmesh_core::{NavMesh, RawMesh};
//!
//! // Two squares side by side, joined along x = 1.
//! let mut raw = RawMesh::default();
//! for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
//!     raw.positions.push(point.into());
//! }
//! raw.push_cell(&[0, 1, 4, 5]);
//! raw.push_cell(&[1, 2, 3, 4]);
//! raw.join_matching_edges();
//! let mesh = NavMesh::from_raw(&raw)?;
//! assert_eq!(mesh.cell_count(), 2);
//! assert_eq!(mesh.component_count(), 1);
//! # Ok::<(), navmesh_core::MeshDefects>(())
//! ```

pub mod geom;
pub mod double;
pub mod ring;
pub mod outline;
pub mod link;
pub mod floors;
pub mod buckets;
pub mod collections;
pub mod mesh;
pub mod place;
pub mod query;
mod goals;
pub mod endpoints;
pub mod corridor;
pub mod path;
pub mod error;
pub mod short;
pub mod scratch;
pub mod pathfinder;
pub mod incremental;
#[cfg(feature = "geo")]
mod geography;

pub use corridor::{Corridor, CorridorLink, CorridorWalk, Portal};
pub use endpoints::{Endpoint, Endpoints};
pub use error::{Explanation, Gap, InvalidQuery, NearWall, PathError, QuerySide, Terrain};
pub use floors::{Floor, FloorConnection, Floors};
pub use geom::{Bounds, Turn};
pub use glam::DVec2;
pub use goals::Goals;
pub use incremental::{
    IncrementalPathfinder, IncrementalSearch, Observer, Progress, ProgressHook, Stage, Stop,
};
pub use link::{Link, LinkEnd, LinkSide, LinkWay};
pub use mesh::{
    AreaId, CellId, Clearance, ClosedDoors, DoorId, DoorName, Edge, EdgeId, Fan, Feature, Filter,
    FilterError, FilterId, Incidence, LaneId, LinkId, Location, MeshArea, MeshDefect, MeshDefects,
    MeshDoor, NavMesh, Nearest, OffMeshConnection, Parts, RawMesh, Sense, UnknownDoor, VertexId,
};
pub use outline::{Area, Door, Outline, Outlines, Wall};
pub use path::{
    Guarantee, LinkUse, Path, PathDefect, PathSection, PathStatus, PathSummary, SearchStats,
};
pub use pathfinder::Pathfinder;
pub use place::Place;
pub use query::{GoalPolicy, PathQuery, Search, StartPolicy};
pub use scratch::{Scratch, ScratchPool};
pub use short::Short;
