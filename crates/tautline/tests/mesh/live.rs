//! Live maps: after any edits they answer as a fresh build of the outlines that stand.

pub(crate) mod edits;
mod laws;
pub(crate) mod costs;
mod history;
mod snapshots;
pub(crate) mod affected;
mod attachments;
mod doors;
mod refusals;
mod tiles;
mod links;
mod floors;
mod floor_paths;
mod transitions;
mod combined;
mod saved;
mod games;
