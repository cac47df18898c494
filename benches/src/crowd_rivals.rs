//! Crowds side by side with other engines: overlap, arrival, calm, jitter and time, in the same scenes.
//!
//! 1. [`scene`] – maps, agents and limits.
//! 2. [`simulation`] – the trait of a contender, and [`measure`] – a run of it, measured at each step.
//! 3. [`ours`], [`dodgy`], [`detour_crowd`] – the contenders.
//! 4. [`exact_paths`] – the steering of contenders that only avoid.
//! 5. [`buckets`] – pairs of agents that are near each other.
//! 6. [`table`] – the measures as rows of a page.

pub mod scene;
pub mod simulation;
pub mod measure;
pub mod ours;
pub mod exact_paths;
pub mod dodgy;
pub mod detour_crowd;
pub mod buckets;
pub mod table;
