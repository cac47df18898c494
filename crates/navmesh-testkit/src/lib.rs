//! Test support for tautline: oracles, seeded worlds, laws, and a reducer.
//!
//! Nothing here is quick, published, or shared with the engine: each part is as plain as it can be,
//! so that reading it is enough to believe it. It depends on the vocabulary (`navmesh-core`, of which
//! it trusts the exact predicate) and on the tiles of `navmesh-grid`; what was asked of the engine it
//! finds out anew.
//!
//! 1. [`rng`] – random numbers from a seed.
//! 2. [`allocations`] – an allocator that counts.
//! 3. [`oracle`] – the truth: which legs are legal, which path is shortest, what outlines mean.
//! 4. [`worlds`] – small maps of every kind that breaks pathfinders, and where to ask on them.
//! 5. [`laws`] – the property suite that any [`Pathfinder`](navmesh_core::Pathfinder) plugs into.
//! 6. [`corpus`] – outlines that broke somebody's builder, as texts with their stories.
//! 7. [`reduce`] – from a world or a building that fails to the smallest that does, as a text for the corpus.
//!
//! Use it from the tests of a package: make a map, make its oracle, and hold the finder against it.
//!
//! ```
//! use navmesh_core::backend::{WritePath, Endpoints, PathSummary};
//! use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};
//! use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
//! use navmesh_testkit::{LawSuite, MeshOracle};
//!
//! /// The engine under test; here it is the oracle itself.
//! struct Finder<'a>(&'a MeshOracle<'a>);
//!
//! impl Pathfinder for Finder<'_> {
//!     fn find_path_into(
//!         &self,
//!         query: &PathQuery,
//!         _: &mut Scratch,
//!         path: &mut Path,
//!     ) -> Result<(), PathError> {
//!         path.clear();
//!         let mut ends = Endpoints::default();
//!         ends.place(self.0.mesh(), query)?;
//!         let (start, goal) = (ends.start.point, ends.goal.point);
//!         let (_, points) =
//!             self.0.shortest(start, goal).ok_or_else(|| ends.disconnected(self.0.mesh()))?;
//!         points.iter().for_each(|&point| path.push_waypoint(point));
//!         self.0.cells_along(&points).into_iter().flatten().for_each(|cell| path.push_cell(cell));
//!         let (start_offset, goal_offset) = (ends.start.offset, ends.goal.offset);
//!         path.finish(PathSummary { start_offset, goal_offset, ..PathSummary::default() });
//!         Ok(())
//!     }
//! }
//!
//! let mesh = jittered_lattice(7);
//! let oracle = MeshOracle::new(&mesh);
//! let finder = Finder(&oracle);
//! let report = LawSuite::new("lattice 7", &finder, &oracle).assert_holds(&mesh_queries(&mesh, 8, 7));
//! assert_eq!(report.queries, 8);
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a package for tests: a panic is the test's verdict"
)]

pub mod rng;
pub mod allocations;
pub mod oracle;
pub mod worlds;
pub mod laws;
pub mod corpus;
pub mod reduce;

pub use corpus::CorpusCase;
pub use laws::{
    Backends, Law, LawReport, LawSuite, LawViolation, LineOracle, Spot, Standing, Subject,
    check_backends,
};
pub use oracle::{
    Coverage, Fill, LinkOracle, MeshOracle, SurfaceOracle, Survey, TileOracle, TilePath, covers,
    survey,
};
pub use rng::SplitMix64;
pub use worlds::{World, world, world_count};
