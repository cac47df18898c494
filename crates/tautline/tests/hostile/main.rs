//! Random bytes as worlds and as tile maps: what is built is right, and so is every path on it.
//!
//! The fuzzer of `fuzz/` runs the same checks, guided by coverage; see docs/fuzzing.md.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod grids;
mod outlines;

use proptest::prelude::*;

/// Bytes of which most mean something: shapes with a few points.
fn world_bytes() -> impl Strategy<Value = Vec<u8>> {
    let shape = (any::<u8>(), prop::collection::vec(any::<u8>(), 6..14));
    let shapes = prop::collection::vec(shape, 1..7);
    (any::<u8>(), shapes).prop_map(|(variant, shapes)| {
        let mut bytes = vec![variant];
        for (head, points) in shapes {
            // The head asks for as many points as follow.
            let count = points.len() / 2 - 2;
            // Of walls, the upper bits make doors and links.
            let kind = usize::from(head >> 6);
            let coded = (0..32).find(|n| n % 6 == count && n >> 3 == kind).unwrap_or(count);
            bytes.push((head & 7) | ((coded as u8) << 3));
            bytes.extend(&points[..2 * (count + 2)]);
        }
        bytes
    })
}

/// A run of the fuzzer reported a start that was moved too far; it was not seen again.
#[test]
fn what_the_fuzzer_reported_keeps_the_laws() {
    outlines::check(&[0, 186, 232, 160, 136, 174, 255, 255, 255, 186, 232, 2, 138, 54]);
}

proptest! {
    // A failure becomes an exhibit of the museum, not a file of seeds.
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn outlines_of_any_bytes_become_the_ground_that_the_survey_finds(bytes in world_bytes()) {
        outlines::check(&bytes);
    }

    #[test]
    fn tile_maps_of_any_bytes_keep_the_laws(bytes in prop::collection::vec(any::<u8>(), 1..40)) {
        grids::check(&bytes);
    }
}
