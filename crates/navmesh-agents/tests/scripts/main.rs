//! Scripts of random commands. The fuzz target `crowd` runs the same.

#![allow(clippy::expect_used, reason = "the helpers of a test are tests")]
#![allow(unreachable_pub, reason = "the fuzz target shares the module")]

mod script;

use navmesh_testkit::rng::SplitMix64;

#[test]
fn scripts_of_random_bytes_leave_everyone_on_the_mesh() {
    let mut rng = SplitMix64::new(5);
    for length in 0..150 {
        let bytes: Vec<u8> = (0..4 * length).map(|_| rng.below(256) as u8).collect();
        script::run(&bytes);
    }
}
