//! The engine as a C library. `include/tautline.h` is made from these sources.
//!
//! The contract of the crate, which every function with pointers expects of its caller: a pointer is null, or points to as
//! many elements as the call says, until the call returns; a text ends with a zero byte; a struct with a size is that long.
//! Nothing else is expected. Handles and ids are numbers that are looked up; a wrong one is an error.
//!
//! - No panic crosses the border. It becomes a status, and the object is out of use.
//! - Every function may be called from any thread. Calls on one map, crowd or scratch wait for each other.
//! - Nothing is printed.
//!
//! Read the modules in this order:
//!
//! 1. `status`, `border` and `message` – failures; the caller's memory, with nearly all unsafe code; the last message.
//! 2. `types` and `handles` – points, places, handles and their table.
//! 3. `shapes`, `map`, `edits` and `files` – live maps.
//! 4. `finder`, `filters`, `scratch`, `many` and `spatial` – queries.
//! 5. `crowd` – agents, with its parts `moves`, `step` and `arrays`.
//! 6. `tiles` – tile maps.

// The names of Rust are those of C.
#![allow(non_camel_case_types)]
// The contract is one for all functions, and stands above.
#![allow(clippy::missing_safety_doc)]

pub mod status;
mod border;
pub mod message;
pub mod types;
mod handles;
pub mod shapes;
pub mod map;
pub mod edits;
pub mod files;
pub mod finder;
pub mod filters;
pub mod scratch;
pub mod many;
pub mod spatial;
pub mod crowd;
pub mod tiles;
