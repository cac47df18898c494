//! The exact any-angle search: the shortest of all paths across a mesh.
//!
//! Source: M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh",
//! IJCAI 2017 (Polyanya). A search node is an interval of an edge that its root, the last turning point,
//! sees as a whole. An expansion projects the interval through the next cell: parts that the root sees
//! keep the root, parts around a corner get the corner as their root. Nodes are expanded in the order of
//! a lower bound, so the first path that no bound beats is the shortest.
//!
//! We differ from it in:
//!
//! 1. every side test is exact: two input points define a ray (`search::node`); interpolated points serve
//!    the lower bound alone (`pruning::interval_bound`);
//! 2. the search stays in the biconnected blocks between start and goal (`blocks`,
//!    `pruning::block_route`);
//! 3. the lower bound uses the distances from a few landmarks (`index::landmarks`);
//! 4. an interval is pruned if a known path along its edge is shorter at every point
//!    (`pruning::vertex_dominance`);
//! 5. an interval is pruned if another root sees all of it and is nearer everywhere; this is tested once
//!    intervals are congested (`pruning::interval_dominance`);
//! 6. a path turns at a vertex only if its free angle exceeds π; the mesh decides this once;
//! 7. a successor better than all open nodes is expanded at once, without the queue;
//! 8. a cell with one exit moves the node in place (`successors::degree_two`); if the path may turn, one
//!    sweep passes all such cells that follow (`successors::funnel`);
//! 9. a start that sees the goal needs no search (`successors::line_of_sight`);
//! 10. endpoints may lie on edges, on vertices and on pinches: the search starts from every fan.
//!
//! Read the folders in this order:
//!
//! | module | contents |
//! |---|---|
//! | `session` | one query from its endpoints to its path; searches in slices |
//! | `objective` | the goals: one point, the nearest of several, each of many, a distance field |
//! | `search` | nodes, the queue, the workspace and the main loop |
//! | `successors` | the expansion of an interval into the next cell |
//! | `pruning` | lower bounds, dominance, the block route |
//! | `index` | what is computed once for a mesh: predicates, portals, landmarks |
//! | `live` | the index of a mesh that is patched |
//! | `off_mesh` | links (off-mesh connections) |
//!
//! Functions of the hot loop are `#[inline(always)]`. With `#[inline]` alone, point queries take 14 % more
//! instructions on dao/lak400d, 16 % on dao/brc503d and 20 % on bg512/AR0700SR (callgrind, 300 queries each).
//! The functions of `session` that each query calls once are inlined too; without that, short queries take
//! up to 3 % more.

mod finder;
mod live;
mod session;
mod objective;
mod search;
mod successors;
mod pruning;
mod index;
mod off_mesh;

pub(crate) use finder::AnyAngle;
pub use live::IndexRefresh;
pub(crate) use objective::distance_field::FieldRun;
pub(crate) use objective::nearest_goal::NearestRun;
pub(crate) use objective::one_to_many::{Many, ManyRun, Tree};
pub use search::event::SeenInterval;
pub(crate) use search::workspace::Workspace;
pub(crate) use session::point_run::PointRun;

#[cfg(test)]
mod tests;
