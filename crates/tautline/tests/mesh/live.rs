//! Live maps: after any edits they answer as a fresh build of the outlines that stand.

mod edits;
mod laws;
mod costs;
mod history;
mod snapshots;
mod affected;
mod attachments;
mod doors;
mod refusals;
mod tiles;
mod links;
mod floors;
mod floor_paths;
mod transitions;
