//! Many walls that cross one another, added and removed in random order, against fresh builds.

use navmesh_build::{BuildOptions, LiveKey, LiveOutlines, NavMeshBuilder, OutlineEdit};
use navmesh_core::{Outline, Wall};
use navmesh_testkit::{SplitMix64, world_count};

use crate::same::{assert_same, lines};
use crate::sequences::{Tally, apply};

/// The places of walls.
#[derive(Debug, Clone, Copy)]
enum Pattern {
    /// Walls through about one point, which rounding moves apart.
    Star,
    /// Walls through one point exactly, some of which end there.
    Hub,
    /// Horizontal and vertical walls.
    Grid,
    /// Ends on a lattice, so that walls touch, overlap and cross at one point.
    Lattice,
    /// Ends anywhere.
    Lines,
    /// Nearly parallel walls a few units apart.
    Bundle,
}

const SIZE: f64 = 16.0;

/// Returns the ends of a wall.
fn wall(random: &mut SplitMix64, pattern: Pattern) -> [[f64; 2]; 2] {
    let mut lattice = || random.below(SIZE as usize + 1) as f64;
    match pattern {
        Pattern::Star => {
            let y = SIZE * random.unit();
            [[0.0, y], [SIZE - 0.1, SIZE - y]]
        }
        Pattern::Hub => {
            let (x, y, far) = (lattice(), lattice(), random.chance(70));
            let end = if far { [SIZE - x, SIZE - y] } else { [SIZE / 2.0; 2] };
            [[x, y], end]
        }
        Pattern::Grid => {
            let (at, low, high) = (SIZE * random.unit(), random.unit(), SIZE - random.unit());
            if random.chance(50) { [[at, low], [at, high]] } else { [[low, at], [high, at]] }
        }
        Pattern::Lattice => [[lattice(), lattice()], [lattice(), lattice()]],
        Pattern::Lines => {
            let mut at = || SIZE * random.unit();
            [[at(), at()], [at(), at()]]
        }
        Pattern::Bundle => {
            let mut at = |from: f64| from * (1.0 + random.below(9) as f64 * f64::EPSILON);
            [[at(0.3), at(1.7)], [at(15.1), at(13.3)]]
        }
    }
}

fn run(seed: u64, pattern: Pattern, tally: &mut Tally) {
    let mut random = SplitMix64::new(seed);
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().weld(0.0));
    builder.add_walkable(Outline::rect([0.0, 0.0], [SIZE, SIZE]));
    // Bundles need many rounds of cuts.
    let (walls, steps) = if matches!(pattern, Pattern::Bundle) { (6, 8) } else { (30, 40) };
    for _ in 0..random.below(walls) {
        builder.add_wall(Wall::new(wall(&mut random, pattern)));
    }
    let Ok((mut outlines, mut mesh, _)) = LiveOutlines::new(builder) else { return };
    let mut standing: Vec<LiveKey> = Vec::new();
    let mut drawn = vec![wall(&mut random, pattern)];
    for step in 0..steps {
        let what = format!("seed {seed} {pattern:?} step {step}");
        let mut edits = Vec::new();
        for _ in 0..1 + random.below(3) / 2 {
            let ends = match random.below(8) {
                0 => drawn[random.below(drawn.len())],
                1 => wall(&mut random, Pattern::Lines),
                _ => wall(&mut random, pattern),
            };
            drawn.push(ends);
            if ends[0] != ends[1] {
                edits.push(OutlineEdit::AddWall(Wall::new(ends)));
            }
        }
        if !standing.is_empty() && random.chance(35) {
            let key = standing.swap_remove(random.below(standing.len()));
            edits.push(OutlineEdit::Remove(key));
        }
        let before = lines(&mesh);
        let Some(inverse) = apply(&mut outlines, &mut mesh, &edits, tally, &what) else { continue };
        let fresh = outlines.builder().build_mesh().unwrap();
        assert_same(&mesh, &fresh, &what);
        if random.chance(25) {
            let redo = apply(&mut outlines, &mut mesh, &inverse, tally, &what).unwrap();
            assert_eq!(lines(&mesh), before, "{what}: undo");
            apply(&mut outlines, &mut mesh, &redo, tally, &what).unwrap();
            assert_eq!(lines(&mesh), lines(&fresh), "{what}: redo");
        }
        standing.extend(inverse.iter().filter_map(|edit| match edit {
            OutlineEdit::Remove(key) => Some(*key),
            _ => None,
        }));
    }
}

#[test]
fn crossing_walls_come_and_go_as_in_a_fresh_build() {
    use Pattern::{Bundle, Grid, Hub, Lattice, Lines, Star};
    for pattern in [Star, Hub, Grid, Lattice, Lines, Bundle] {
        let mut tally = Tally::default();
        for seed in 0..world_count(12) {
            run(seed, pattern, &mut tally);
        }
        println!("{pattern:?}: {tally:?}");
        let rebuilds: usize = tally.rebuilds.values().sum();
        assert!(tally.patches > 3 * rebuilds, "{pattern:?}: {tally:?}");
    }
}
