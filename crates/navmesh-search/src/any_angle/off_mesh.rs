//! Links (off-mesh connections): from their entries the search continues at their exits.

pub(super) mod connection_index;
pub(super) mod connection_state;
pub(super) mod traversal;
pub(super) mod shortcut_blocks;
