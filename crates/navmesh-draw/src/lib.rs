//! Draws meshes, tile maps, corridors and paths as SVG and PNG.
//!
//! A [`Scene`] borrows its contents, in any order. The layers are always drawn in the same order, from below:
//! tiles and their tints, cells, tinted shapes, the corridor, cell borders, walls, doors, portals, corners, paths,
//! start and goal. The same scene gives the same bytes.
//!
//! The floors of a building are drawn side by side, each with its number. The other floors are light grey. A
//! sky-blue band is a floor connection, with the number of the other floor beside it.
//!
//! The page is about 1000 units wide or high at every scale of the map, so line widths do not depend on map units.
//!
//! | drawn as | is |
//! |---|---|
//! | grey | blocked |
//! | near-white | walkable |
//! | dark lines | walls |
//! | thin lines | borders between cells |
//! | pink lines | doors, dashed if they are open |
//! | violet arcs | links |
//! | pale grey, thin grey lines | walkable but within the agent's radius of a wall, its border |
//! | pale colours | areas, as in the legend with the cost of a unit of length |
//! | light yellow to blue | distances, as in the legend |
//! | green to light brown, brown lines | heights, as in the legend, and contour lines |
//! | blue | the corridor |
//! | orange | the path |
//! | a green disc, a purple diamond | the start, the goal |
//! | a dashed red line, a red ring | the gap to a place that no path reaches; the nearest place that one reaches |
//!
//! The strong colours are those of M. Okabe and K. Ito, "Color Universal Design", 2002, which colour-blind readers
//! can distinguish. Start and goal differ in shape too.
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
//! let points = [[1.0, 1.0], [3.0, 2.0]].map(Into::into);
//! let scene = Scene::new().mesh(&mesh).polyline(&points).start(points[0]).goal(points[1]);
//! assert!(scene.to_svg().starts_with("<svg"));
//! assert_eq!(scene.to_png(200)?[1..4], *b"PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Scene`] with a [surface](Scene::surface) shows its heights by colours, shades and contour lines; an [`Oblique`] view shows it from
//! the side.
//!
//! A [`Film`] draws agents that move: an animated SVG, or a PNG of six moments.

pub mod scene;
mod page;
mod pen;
mod style;
mod canvas;
mod stroke_font;
mod floors;
mod areas;
mod cells;
mod distances;
pub mod heights;
mod links;
mod route;
mod legend;
pub mod film;
pub mod pixels;

pub use distances::{DistanceArrow, DistanceMap, DistancePiece};
pub use film::Film;
pub use heights::Oblique;
pub use page::Axis;
pub use pixels::DrawError;
pub use scene::Scene;
pub use style::Tint;
