//! The engine for JavaScript: the npm package `tautline`.
//!
//! This library converts arguments and results, and calls the facade. Modules in reading order:
//!
//! 1. `failure` – errors of JavaScript.
//! 2. `options` – options objects.
//! 3. `arguments` – points and words.
//! 4. `query` – one path and many paths, on a mesh or on tiles.
//! 5. `path` – the classes `Path` and `Paths`.
//! 6. `trace` – the classes `Search` and `Trace`.
//! 7. `mesh` – the class `Mesh`: built, asked, listed.
//! 8. `field` – the class `DistanceField`.
//! 9. `grid` – the class `Grid`.
//! 10. `files` – map files of every format.
//! 11. `types` – the types of arguments in TypeScript.

mod failure;
mod options;
mod arguments;
mod query;
mod path;
mod trace;
mod mesh;
mod field;
mod grid;
mod files;
mod types;
