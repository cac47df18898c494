//! The time of local edits on a wide field, by hand: `cargo test --release --test live -- --ignored --nocapture`.

use std::time::Instant;

use navmesh_build::{LiveOutlines, MeshChange, NavMeshBuilder, OutlineEdit};
use navmesh_core::{DVec2, Outline};
use navmesh_testkit::SplitMix64;

/// A field of octagons, some 30,000 points.
fn field() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    let side = 60;
    builder.add_walkable(Outline::rect([0.0, 0.0], DVec2::splat(f64::from(side) * 8.0)));
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        let centre = DVec2::new(f64::from(x), f64::from(y)) * 8.0 + 4.0;
        let corner =
            |i: i32| centre + 2.5 * DVec2::from_angle(f64::from(i) * std::f64::consts::FRAC_PI_4);
        builder.add_obstacle(Outline::new((0..8).map(corner)));
    }
    builder
}

#[test]
#[ignore = "prints times"]
fn times_of_crates_on_a_field() {
    let (mut outlines, mut mesh, _) = LiveOutlines::new(field()).unwrap();
    let mut random = SplitMix64::new(1);
    let (mut steps, mut patches, mut rebuilt) = (Vec::new(), Vec::new(), 0);
    let mut undo = Vec::new();
    let count = 2000;
    for number in 0..2 * count {
        let edits = if number % 2 == 1 {
            std::mem::take(&mut undo)
        } else {
            let low = DVec2::new(random.between(1, 476) as f64, random.between(1, 476) as f64);
            let size = DVec2::new(random.between(1, 3) as f64, random.between(1, 3) as f64);
            vec![OutlineEdit::AddObstacle(Outline::rect(low, low + size))]
        };
        let begun = Instant::now();
        let step = outlines.apply(&mesh, &edits).unwrap();
        steps.push(begun.elapsed().as_secs_f64() * 1e6);
        undo = step.inverse;
        match step.change {
            MeshChange::Patch(patch) => {
                let begun = Instant::now();
                mesh.apply_patch(&patch).unwrap();
                patches.push(begun.elapsed().as_secs_f64() * 1e6);
            }
            MeshChange::Rebuilt { mesh: new, reason } => {
                println!("{reason:?}");
                rebuilt += 1;
                mesh = *new;
            }
        }
    }
    for (name, mut times) in [("outlines", steps), ("mesh", patches)] {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!("{name}: median {:.1}, p99 {:.1}, worst {:.1} µs", at(0.5), at(0.99), at(1.0));
    }
    println!("rebuilt {rebuilt} of {}", 2 * count);
}
