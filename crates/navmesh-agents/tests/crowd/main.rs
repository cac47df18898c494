//! Crowds on seeded worlds.
//!
//! 1. `scenes` – maps and crowds, and the run that checks every step.
//! 2. `laws` – nobody leaves the mesh, and the same calls give the same bits.
//! 3. `walking` – single agents: paths, links, following, arrival.
//! 4. `hostile` – heaps, walls and numbers that are none.
//! 5. `maps` – links, fields, doors and other maps.
//! 6. `live`, `tiles`, `floors` – live maps, tile maps, buildings.
//! 7. `throngs` – doors, gatherings, ranks.
//! 8. `jams`, `narrow` – ways around jams, and narrow places.
//! 9. `saved`, `twins` – saved crowds.
//! 10. `waiting` – agents without a path, and how rare searches are.

#![allow(clippy::expect_used, reason = "the helpers of a test are tests")]

mod scenes;
mod laws;
mod walking;
mod hostile;
mod maps;
mod live;
mod tiles;
mod classes;
mod floors;
mod throngs;
mod jams;
mod narrow;
mod saved;
mod turning;
mod twins;
mod waiting;
