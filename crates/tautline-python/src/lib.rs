//! The compiled part of the Python package `pytautline`.
//!
//! Python code in `python/pytautline` names the public classes, converts shapes to arrays and holds plain
//! results. This library calls the engine. Modules in reading order:
//!
//! 1. `arguments` – points, arrays and words from Python.
//! 2. `arrays` – arrays and results for Python.
//! 3. `threads` – the pool of threads of a batch.
//! 4. `map` – the map of a query: a mesh or a grid.
//! 5. `failure` – errors of queries as Python exceptions.
//! 6. `query` – one path and many paths, on a mesh or on tiles; the classes `Search` and `PathTree`.
//! 7. `path` – the class `Path`.
//! 8. `files` – map files of every format.
//! 9. `outlines` – the input of a build.
//! 10. `mesh` – the class `Mesh`: built, opened, asked, drawn.
//! 11. `field` – the class `DistanceField`.
//! 12. `live` – the class `LiveMesh`: edited in place.
//! 13. `crowd` – the class `Crowd`: agents, their steps and arrays.
//! 14. `radius_set` – the class `RadiusSet`: one map for agents of any size.
//! 15. `surface` – the classes `Surface` and `Level`: heights, and bakes of levels.
//! 16. `grid` – the class `Grid`.

mod arguments;
mod arrays;
mod threads;
mod map;
mod failure;
mod query;
mod path;
mod files;
mod outlines;
mod mesh;
mod field;
mod live;
mod crowd;
mod radius_set;
mod surface;
mod grid;

/// The classes of `pytautline` that are written in Rust.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::crowd::Crowd;
    #[pymodule_export]
    use super::failure::Failure;
    #[pymodule_export]
    use super::field::DistanceField;
    #[pymodule_export]
    use super::grid::Grid;
    #[pymodule_export]
    use super::live::LiveMesh;
    #[pymodule_export]
    use super::mesh::Mesh;
    #[pymodule_export]
    use super::path::Path;
    #[pymodule_export]
    use super::query::{PathTree, Search};
    #[pymodule_export]
    use super::radius_set::RadiusSet;
    #[pymodule_export]
    use super::surface::{Level, Surface};
}
