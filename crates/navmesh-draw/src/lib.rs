//! Pictures of what the engine sees: meshes, tile maps, corridors and paths as SVG and PNG.
//!
//! A [`Scene`] borrows what is to be drawn, in any order; the layers always lie the same way, from
//! the ground up: tiles and their tints, cells, tinted shapes, the corridor, inner edges, walls, doors,
//! portals, corners, paths, start and goal. It reads only, and the same scene gives the same bytes.
//!
//! The floors of a building stand side by side, each in its own place with its number; light grey is the ground of
//! the others, and a band of sky blue leads to the floor whose number stands beside it.
//!
//! The page is about 1000 units wide or high whatever the map's scale, so line widths do not depend
//! on the map's units. Grey is blocked, near-white is ground, dark lines are walls, thin lines join
//! cells, pink ones are doors, dashed where they are open; blue is the corridor, orange the path; a green
//! disc is the start, a purple diamond the goal. The colours are those of M. Okabe and K. Ito, "Color Universal Design", 2002, which
//! colour-blind people can tell apart; start and goal differ in shape too.
//!
//! ```
//! use navmesh_core::{NavMesh, RawMesh};
//! use navmesh_draw::Scene;
//!
//! let mut raw = RawMesh::default();
//! raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
//! raw.push_cell(&[0, 1, 2, 3]);
//! let mesh = NavMesh::from_raw(&raw)?;
//!
//! let way = [[1.0, 1.0], [3.0, 2.0]].map(Into::into);
//! let scene = Scene::new().mesh(&mesh).way(&way).start(way[0]).goal(way[1]);
//! assert!(scene.to_svg().starts_with("<svg"));
//! assert_eq!(scene.to_png(200)?[1..4], *b"PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod scene;
mod page;
mod sheet;
mod pen;
mod style;
mod canvas;
mod lettering;
mod floors;
mod ground;
mod links;
mod route;
pub mod pixels;

pub use page::Axis;
pub use pixels::DrawError;
pub use scene::Scene;
pub use style::Tint;
