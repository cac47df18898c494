//! Heights of a surface: from above, and seen from the side.
//!
//! 1. `relief`: colours, shades and contour lines of triangles.
//! 2. `oblique`: a picture from the side.

pub(crate) mod relief;
mod oblique;

pub use oblique::Oblique;

#[cfg(test)]
mod tests;
