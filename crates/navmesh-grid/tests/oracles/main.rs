//! What walks on tiles, against plain twins on seeded grids.

mod worlds;
mod sight;
mod smooth;
mod goals;
mod field;
