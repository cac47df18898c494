//! One query from its endpoints to its path: placed, searched in slices, reconstructed.

pub(super) mod point_run;
pub(super) mod slice;
pub(super) mod pause;
pub(super) mod observe;
pub(super) mod reconstruct;
