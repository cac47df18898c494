use navmesh_core::backend::geom::ring::segments_touch;
use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, LiveMesh, NavMeshBuilder, Outline};

use navmesh_search::MeshQueries;

use super::*;

/// A square of 12 with obstacles on half-integer coordinates, so that many touch and line up.
fn crowded(seed: u64, rng: &mut SplitMix64) -> Option<LiveMesh> {
    let radius = if seed.is_multiple_of(2) { 0.2 } else { 0.0 };
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [12.0, 12.0]));
    for _ in 0..4 + rng.below(12) {
        builder.add_obstacle(obstacle(rng));
    }
    LiveMesh::new(builder).ok()
}

fn obstacle(rng: &mut SplitMix64) -> Outline {
    let mut half = |low: i64, high: i64| rng.between(low, high) as f64 / 2.0;
    let low = DVec2::new(half(0, 22), half(0, 22));
    let size = DVec2::new(half(1, 6), half(1, 6));
    Outline::rect(low, low + size)
}

#[test]
fn chords_kept_through_edits_are_those_of_a_fresh_search() {
    let (mut edits, mut local, mut count) = (0, 0, 0);
    for seed in 0..navmesh_testkit::worlds::world_count(40) {
        let mut rng = SplitMix64::new(seed);
        let Some(mut map) = crowded(seed, &mut rng) else { continue };
        let mut narrows = Narrows::find(map.mesh(), 0.5, Narrows::default());
        for _ in 0..12 {
            let key = map.add_obstacle(obstacle(&mut rng));
            if rng.chance(40)
                && let Ok(key) = key
            {
                narrows.note_change(map.report().walls());
                map.remove(key).expect("the obstacle is there");
            }
            narrows.note_change(map.report().walls());
            if rng.chance(30) {
                continue; // changes add up
            }
            narrows.update(ClassId::default(), map.mesh(), 0.5);
            let fresh = Narrows::find(map.mesh(), 0.5, Narrows::default());
            assert!(narrows.known.lines().eq(fresh.known.lines()), "seed {seed}");
            let lines = |narrows: &Narrows| -> Vec<_> {
                narrows.mouths.iter().map(|mouth| (mouth.line, mouth.stretch, mouth.room)).collect()
            };
            assert_eq!(lines(&narrows), lines(&fresh), "seed {seed}");
            let zones = |narrows: &Narrows| format!("{:?} {:?}", narrows.zones, narrows.exits);
            assert_eq!(zones(&narrows), zones(&fresh), "seed {seed}");
            edits += 1;
            local += usize::from(!map.report().walls().is_rebuild());
            count += fresh.mouths.len();
        }
    }
    assert!(edits > 200 && local > edits / 2 && count > 1_000, "{edits} {local} {count}");
}

#[test]
fn a_straight_way_that_crosses_no_chord_stays_in_its_region() {
    let (mut same, mut other) = (0, 0);
    for seed in 0..40 {
        let mut rng = SplitMix64::new(seed);
        let Some(map) = crowded(seed, &mut rng) else { continue };
        let (mesh, mut queries) = (map.mesh(), MeshQueries::new(map.mesh()));
        let narrows = Narrows::find(mesh, 0.5, Narrows::default());
        let chords = &narrows.chords;
        for _ in 0..300 {
            let mut random = || rng.next_u64();
            let Some(from) = queries.random_point(&mut random) else { continue };
            let Ok(to) = queries.random_point_around(from, 2.0, &mut random) else {
                continue;
            };
            if !queries.sees(from, to).expect("on the mesh") {
                continue;
            }
            let ends = [from.point, to.point];
            let crosses = chords.iter().any(|chord| segments_touch(chord.line, ends));
            let regions = [from, to].map(|place| narrows.regions.at(&place));
            assert!(regions.iter().all(Option::is_some), "seed {seed}: {from} {to}");
            assert!(crosses || regions[0] == regions[1], "seed {seed}: {from} {to} {regions:?}");
            same += usize::from(!crosses);
            other += usize::from(regions[0] != regions[1]);
        }
    }
    assert!(same > 2_000 && other > 500, "{same} {other}");
}

#[test]
fn the_mouths_of_a_door_lie_across_it_however_its_corners_are_rounded() {
    for arcs in [0.1, 0.07, 0.05, 0.03, 0.02, 0.015, 0.01, 0.007, 0.005] {
        let mut builder = NavMeshBuilder::new()
            .with_options(BuildOptions::default().agent_radius(0.5).arc_tolerance(arcs));
        builder.add_walkable(Outline::rect([0.0, 0.0], [49.0, 24.0]));
        builder.add_obstacle(Outline::rect([24.0, -1.0], [25.0, 11.4]));
        builder.add_obstacle(Outline::rect([24.0, 12.6], [25.0, 25.0]));
        let mesh = builder.build_mesh().expect("the hall is valid");
        let narrows = Narrows::find(&mesh, 0.5, Narrows::default());
        assert_eq!(narrows.mouths.len(), 2);
        for mouth in &narrows.mouths {
            let [a, b] = mouth.line;
            assert_eq!(a.x, b.x, "arcs {arcs}: {a} {b}");
            // Where the rounding of the corner begins, in the wall.
            let depth = if a.x < 24.5 { a.x - 23.5 } else { 25.5 - a.x };
            assert!((0.25..=0.5).contains(&depth), "arcs {arcs}: {depth}");
        }
    }
}
