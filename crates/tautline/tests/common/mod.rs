//! What the law tests share.

/// How many worlds a test meets: `TAUTLINE_WORLDS` for the long run, else a few hundred.
pub(crate) fn world_count(ordinary: u64) -> u64 {
    std::env::var("TAUTLINE_WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ordinary)
}
