//! Headless apps: every component, change, event and error, and the wishes that users of navigation plugins write most often.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod game;
mod shapes;
mod agents;
mod maps;
mod bits;
mod soak;
mod wishes;
mod questions;
#[cfg(feature = "gizmos")]
mod gizmos;
#[cfg(feature = "reflect")]
mod reflect;
#[cfg(feature = "serde")]
mod saves;
#[cfg(feature = "asset")]
mod files;
#[cfg(all(feature = "sprite", feature = "mesh2d"))]
mod pictures;
