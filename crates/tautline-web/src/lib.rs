//! The engine for JavaScript: the npm package `tautline`.
//!
//! This library converts arguments and results, and calls the facade. Modules in reading order:
//!
//! 1. `record` – plain objects as results.
//! 2. `failure` – errors of JavaScript.
//! 3. `arguments` – points, numbers and words.
//! 4. `options` – options objects.
//! 5. `shapes` – shapes and GeoJSON.
//! 6. `query` – one path and many paths, on a mesh or on tiles.
//! 7. `path` – the class `Path`.
//! 8. `trace` – the classes `Search` and `Trace`.
//! 9. `mesh` – the class `Mesh`: built, asked, listed.
//! 10. `field` – the class `DistanceField`.
//! 11. `live` – the class `LiveMesh`: edited in place.
//! 12. `crowd` – the class `Crowd`: agents, their steps and arrays.
//! 13. `radius_set` – the class `RadiusSet`: one map for agents of any size.
//! 14. `grid` – the class `Grid`.
//! 15. `files` – map files of every format.
//! 16. `types` – the types of arguments in TypeScript.

mod record;
mod failure;
mod arguments;
mod options;
mod shapes;
mod query;
mod path;
mod trace;
mod mesh;
mod field;
mod live;
mod crowd;
mod radius_set;
mod grid;
mod files;
mod types;
