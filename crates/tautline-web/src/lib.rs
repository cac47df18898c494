//! The engine for JavaScript: the npm package `tautline`.
//!
//! This library converts arguments and results, and calls the facade. Modules in reading order:
//!
//! 1. `record` – plain objects as results.
//! 2. `failure` – errors of JavaScript.
//! 3. `arguments` – points, numbers and words.
//! 4. `options` – options objects.
//! 5. `shapes` – shapes and GeoJSON; `plain_shapes` – shapes alone.
//! 6. `query` – one path and many paths, on a mesh or on tiles.
//! 7. `path` – the class `Path`.
//! 8. `search` – the class `Search`; `trace` – the class `Trace`.
//! 9. `mesh` – the class `Mesh`: built, asked, listed.
//! 10. `field` – the class `DistanceField`; `path_tree` – the class `PathTree`.
//! 11. `keys` – keys as numbers.
//! 12. `live` – the class `LiveMesh`: edited in place.
//! 13. `crowd` – the class `Crowd`: agents, their steps and arrays.
//! 14. `radius_set` – the class `RadiusSet`: one map for agents of any size.
//! 15. `grid` – the class `Grid`.
//! 16. `surface` – the class `Surface`: heights.
//! 17. `files` – map files of every format.
//! 18. `types` – the types of arguments in TypeScript.

mod record;
mod failure;
mod arguments;
mod options;
#[cfg(feature = "geojson")]
mod shapes;
#[cfg(not(feature = "geojson"))]
mod plain_shapes;
mod query;
mod path;
mod search;
#[cfg(feature = "trace")]
mod trace;
mod mesh;
#[cfg(feature = "goals")]
mod field;
#[cfg(feature = "goals")]
mod path_tree;
#[cfg(feature = "live")]
mod keys;
#[cfg(feature = "live")]
mod live;
#[cfg(feature = "agents")]
mod crowd;
#[cfg(feature = "widths")]
mod radius_set;
#[cfg(feature = "tiles")]
mod grid;
#[cfg(feature = "heights")]
mod surface;
#[cfg(feature = "files")]
mod files;
mod types;
