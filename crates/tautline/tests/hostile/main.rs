//! Worlds and tile maps from random bytes: builds and paths are checked against oracles.
//!
//! The fuzzer of `fuzz/` runs the same checks, guided by coverage; see docs/fuzzing.md.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod inset;
mod floor_areas;
mod floors;
mod grids;
mod live_edits;
mod outlines;
mod shown;
mod texts;

use navmesh_testkit::allocations::{CountingAllocator, allocations};
use navmesh_testkit::corpus;
use proptest::prelude::*;
use shown::Shown;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Returns bytes that describe shapes with a few points.
fn world_bytes() -> impl Strategy<Value = Shown> {
    let shape = (any::<u8>(), prop::collection::vec(any::<u8>(), 6..14));
    let shapes = prop::collection::vec(shape, 1..7);
    (any::<u8>(), shapes).prop_map(|(variant, shapes)| {
        let mut bytes = vec![variant];
        for (head, points) in shapes {
            // The first byte is the number of points that follow.
            let count = points.len() / 2 - 2;
            // The upper bits of a wall make it a door or a link.
            let kind = usize::from(head >> 6);
            let coded = (0..32).find(|n| n % 6 == count && n >> 3 == kind).unwrap_or(count);
            bytes.push((head & 7) | ((coded as u8) << 3));
            bytes.extend(&points[..2 * (count + 2)]);
        }
        Shown::world(bytes)
    })
}

/// Walkable outlines thinner than the distance within which a build joins points by default.
#[test]
fn a_triangle_thinner_than_the_default_weld_is_ground() {
    outlines::check(&[0xf5, 0x12, 0x7e, 0x21, 0x4e, 0x05, 0x7a, 0x02]);
}

/// Connections and borders that run back and forth along one line. Each point that was copied from floor
/// to floor once split all the others again.
#[test]
fn connections_back_and_forth_on_one_line_split_each_other_once() {
    let before = allocations();
    floors::check(&[
        185, 42, 255, 43, 20, 251, 0, 0, 0, 255, 160, 66, 64, 50, 160, 160, 6, 0, 160, 160, 160,
        253, 160, 66, 64, 45, 10,
    ]);
    floors::check(&[
        185, 42, 255, 43, 28, 0, 0, 0, 0, 0, 255, 0, 0, 0, 255, 160, 66, 64, 45, 160, 12, 0, 0, 0,
        253, 160, 66, 64, 64, 0,
    ]);
    let made = allocations() - before;
    assert!(made < 40_000, "{made} allocations");
}

/// Points of a connection one ulp apart, whose order rounding cannot keep on both floors; they were
/// rejected once.
#[test]
fn connections_with_points_an_ulp_apart_are_split_alike() {
    floors::check(&[
        0, 9, 160, 65, 45, 8, 35, 126, 18, 0, 196, 196, 0, 25, 42, 196, 0, 130, 123, 130, 130, 2,
        255, 41, 45, 73, 170, 130, 255, 170, 186, 162, 139,
    ]);
    floors::check(&[
        64, 128, 254, 255, 255, 158, 158, 95, 158, 158, 158, 255, 4, 1, 23, 8, 1, 116, 23, 116, 1,
        169, 0, 5, 0, 211, 255, 120, 255, 0, 211, 255, 36, 255, 43, 255, 255, 87, 87, 0, 0, 0, 243,
    ]);
}

/// Cells on one side of an obstacle without width, and a connection on the other. A query at a corner of
/// one side must not be answered for the other.
#[test]
fn cells_that_touch_at_a_disconnected_point_are_distinguished() {
    floors::check(&[
        0, 0, 0, 10, 196, 196, 192, 228, 47, 59, 33, 40, 254, 255, 255, 255, 0, 34, 0, 185, 90,
        210, 210, 0, 4, 2, 185, 90, 210, 210, 0, 4, 2, 162,
    ]);
    floors::check(&[
        203, 210, 1, 210, 252, 90, 90, 0, 0, 0, 0, 0, 64, 170, 106, 28, 0, 0, 90, 90, 81, 32, 210,
        126, 170, 2, 180, 210, 210, 102, 0, 2, 126, 210, 170, 17, 180, 210, 210, 102, 10, 37, 237,
        233,
    ]);
}

/// Returns bytes that describe two or three floors with rooms and connections.
fn building_bytes() -> impl Strategy<Value = Shown> {
    let shape = (any::<u8>(), any::<u8>(), prop::collection::vec(any::<u8>(), 14));
    let shapes = prop::collection::vec(shape, 1..6);
    (any::<[u8; 2]>(), shapes).prop_map(|(head, shapes)| {
        let mut bytes = head.to_vec();
        // A large room on each floor first.
        for (floor, corner) in [(0, 20), (1, 24), (2, 28)] {
            bytes.extend([floor, 16, 0, 0, corner, 0, corner, corner, 0, corner]);
        }
        for (floor, head, points) in shapes {
            let count = 2 + usize::from(head >> 3) % 6;
            bytes.extend([floor, head]);
            bytes.extend(&points[..2 * count]);
        }
        Shown::building(bytes)
    })
}

/// Reads the files with an extension in a folder.
fn texts_in(folder: &std::path::Path, ending: &str) -> Vec<String> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == ending));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// Returns one of these texts with some characters replaced, removed or inserted.
fn mutated(texts: Vec<String>) -> impl Strategy<Value = String> {
    let letter = prop::sample::select("0123456789-.eE+ \n,:[]{}\"nulp".chars().collect::<Vec<_>>());
    let change = (any::<prop::sample::Index>(), 0..3, letter);
    let changes = prop::collection::vec(change, 0..6);
    (prop::sample::select(texts), changes).prop_map(|(text, changes)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, what, letter) in changes {
            let place = place.index(letters.len().max(1));
            match what {
                _ if letters.is_empty() => letters.push(letter),
                0 => letters[place] = letter,
                1 => drop(letters.remove(place)),
                _ => letters.insert(place, letter),
            }
        }
        letters.into_iter().collect()
    })
}

fn cases() -> Vec<String> {
    [corpus::folder(), corpus::buildings()].iter().flat_map(|all| texts_in(all, "txt")).collect()
}

fn geojson() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data");
    texts_in(&root, "geojson")
}

/// Two rooms above one another, a link of two lanes from the lower room, and a free link from the upper
/// room to a third. Only the links connect the floors.
#[test]
fn paths_over_links_between_floors_agree_with_the_oracle() {
    let room = |floor: u8| [floor, 16, 0, 0, 20, 0, 20, 20, 0, 20];
    let [up, on] = [[0, 213, 3, 3, 4, 4, 9, 9, 17, 16], [1, 213, 9, 2, 4, 19, 1, 1, 7, 8]];
    let bytes = [room(0), room(1), room(2), up, on].concat();
    let over_links: usize = [0, 1, 2, 4, 5]
        .map(|variant| floors::check(&[&[variant, 1], &bytes[..]].concat()).over_links)
        .iter()
        .sum();
    assert!(over_links > 12, "{over_links}");
}

#[test]
fn paths_in_random_high_degree_cells_agree_with_the_oracle() {
    let mut rng = navmesh_testkit::SplitMix64::new(255);
    for length in [0, 50, 150, 400] {
        let random = (0..length).map(|_| rng.next_u64() as u8);
        let bytes: Vec<u8> = [255, length as u8].into_iter().chain(random).collect();
        floors::check(&bytes);
    }
}

/// Two rooms side by side on two connected floors, with mud across the connection on both, a road over it
/// on one, and an area with a hole on the other.
#[test]
fn areas_on_floors_have_the_drawn_sizes() {
    let bytes = [
        vec![0, 16, 0, 0, 10, 0, 10, 20, 0, 20, 1, 16, 10, 0, 20, 0, 20, 20, 10, 20],
        vec![128, 0, 10, 0, 10, 20],
        vec![64, 17, 4, 4, 16, 5, 15, 13, 5, 12, 65, 17, 4, 4, 16, 5, 15, 13, 5, 12],
        vec![80, 17, 0, 8, 10, 7, 10, 9, 0, 10, 113, 17, 11, 3, 19, 3, 19, 15, 12, 14],
        vec![113, 15, 13, 5, 17, 6, 15, 11],
    ];
    let bytes = bytes.concat();
    let checked = |variant| floors::check(&[&[variant, 12], &bytes[..]].concat()).in_areas;
    let in_areas: usize = [0, 1, 2, 4, 5].map(checked).iter().sum();
    assert!(in_areas > 100, "{in_areas}");
}

/// A filter that forbids every cell.
#[test]
fn floors_without_open_cells_have_no_paths() {
    floors::check(&[
        64, 255, 75, 130, 155, 180, 171, 233, 170, 0, 36, 17, 170, 170, 170, 170, 8, 8, 8, 8, 175,
        2, 175, 3, 0, 0, 0, 0, 0, 0, 75, 59, 0, 17, 59, 8, 75, 0,
    ]);
}

/// Two slivers that touch at a point, one of them without a representable point inside. A start on it
/// moves to the common point, which belongs to the other sliver too; the laws once rejected that.
#[test]
fn a_start_on_a_sliver_may_move_to_its_common_point_with_another() {
    outlines::check(&[186, 186, 138, 111, 138, 209, 170, 170, 170, 171]);
    outlines::check(&[0, 186, 232, 160, 136, 174, 255, 255, 255, 186, 232, 2, 138, 54]);
}

proptest! {
    // Failures are added to the regression corpus, not to a file of seeds.
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn outlines_from_bytes_have_the_area_of_the_exact_survey(world in world_bytes()) {
        outlines::check(&world.bytes);
    }

    #[test]
    fn live_edits_from_bytes_agree_with_fresh_builds(
        commands in prop::collection::vec(1_u8..=255, 1..8),
        world in world_bytes(),
    ) {
        live_edits::check(&[&commands[..], &[0], &world.bytes].concat());
    }

    #[test]
    fn floors_from_bytes_are_built_and_searched_correctly(building in building_bytes()) {
        floors::check(&building.bytes);
    }

    #[test]
    fn mutated_fixtures_are_built_or_rejected(text in mutated(cases())) {
        texts::check_case(&text);
    }

    #[test]
    fn mutated_geojson_is_built_or_rejected(text in mutated(geojson())) {
        texts::check_geojson(&text);
    }

    #[test]
    fn tile_maps_from_bytes_keep_the_laws(bytes in prop::collection::vec(any::<u8>(), 1..40)) {
        grids::check(&bytes);
    }
}
