//! The kinds of worlds, each a function from random numbers to outlines.
//!
//! Coordinates are small multiples of a power of two, except where ulps are the point; so that
//! collinearity, shared corners and crossings are exact, and a world can be read.

use navmesh_core::{DVec2, Outline, Outlines, Wall};

use crate::rng::SplitMix64;

type Make = fn(&mut SplitMix64) -> Outlines;

/// Every kind, by name.
pub(super) const KINDS: [(&str, Make); 13] = [
    ("rooms", rooms),
    ("spiral", spiral),
    ("comb", comb),
    ("slivers", slivers),
    ("near-collinear walls", near_collinear),
    ("lattice", lattice),
    ("overlaps", overlaps),
    ("shared borders", shared_borders),
    ("islands", islands),
    ("thin walls", thin_walls),
    ("lines", lines),
    ("star", star),
    ("stairs", stairs),
];

fn rect(left: f64, bottom: f64, right: f64, top: f64) -> Outline {
    Outline::rect([left, bottom], [right, top])
}

/// The float `steps` ulps above (or below) a positive one.
fn ulps(value: f64, steps: i64) -> f64 {
    f64::from_bits(value.to_bits().wrapping_add_signed(steps))
}

/// Three by two rooms; each wall between two has a door, some of them shut.
fn rooms(rng: &mut SplitMix64) -> Outlines {
    let mut obstacles = Vec::new();
    for wall in [6.0, 12.0] {
        let doors = [rng.between(0, 4), rng.between(6, 10)].map(|y| y as f64);
        let open: Vec<f64> = doors.into_iter().filter(|_| !rng.chance(25)).collect();
        let mut low = 0.0;
        for door in open {
            obstacles.push(rect(wall, low, wall + 1.0, door));
            low = door + 1.0;
        }
        obstacles.push(rect(wall, low, wall + 1.0, 11.0));
    }
    for (left, right) in [(0.0, 6.0), (7.0, 12.0), (13.0, 19.0)] {
        if rng.chance(20) {
            obstacles.push(rect(left, 5.0, right, 6.0));
            continue;
        }
        let door = left + rng.between(0, 4) as f64;
        obstacles.push(rect(left, 5.0, door, 6.0));
        obstacles.push(rect(door + 1.0, 5.0, right, 6.0));
    }
    Outlines { walkable: vec![rect(0.0, 0.0, 19.0, 11.0)], obstacles, ..Outlines::default() }
}

/// A square spiral of walls that overlap at its corners.
fn spiral(rng: &mut SplitMix64) -> Outlines {
    let turns = [
        [0.0, 0.0],
        [10.0, 0.0],
        [10.0, 10.0],
        [0.0, 10.0],
        [0.0, 2.0],
        [8.0, 2.0],
        [8.0, 8.0],
        [2.0, 8.0],
        [2.0, 4.0],
        [6.0, 4.0],
        [6.0, 6.0],
        [4.0, 6.0],
    ];
    let half = *rng.pick(&[0.125, 0.25, 0.5]);
    let mirror = rng.chance(50);
    let point = |[x, y]: [f64; 2]| DVec2::new(if mirror { 10.0 - x } else { x }, y);
    let count = 6 + rng.below(6);
    let wall = |ends: &[[f64; 2]]| {
        let (a, b) = (point(ends[0]), point(ends[1]));
        Outline::rect(a.min(b) - half, a.max(b) + half)
    };
    let obstacles = turns.windows(2).take(count).map(wall).collect();
    Outlines { walkable: vec![rect(-2.0, -2.0, 12.0, 12.0)], obstacles, ..Outlines::default() }
}

/// Teeth from below and from above in turn: bars or spikes, some all the way across.
fn comb(rng: &mut SplitMix64) -> Outlines {
    let teeth = 4 + rng.below(5);
    let mut obstacles = Vec::new();
    for tooth in 0..teeth {
        let (left, depth) = ((2 * tooth + 1) as f64, rng.between(6, 16) as f64 / 2.0);
        let from_below = tooth % 2 == 0;
        let (root, tip) = if from_below { (0.0, depth) } else { (8.0, 8.0 - depth) };
        obstacles.push(if rng.chance(50) {
            rect(left, root, left + 1.0, tip)
        } else {
            Outline::new([[left, root], [left + 1.0, root], [left + 0.5, tip]])
        });
    }
    let width = (2 * teeth + 1) as f64;
    Outlines { walkable: vec![rect(0.0, 0.0, width, 8.0)], obstacles, ..Outlines::default() }
}

/// Triangles a few ulps thin: obstacles in a room, and ground that leans on its wall.
fn slivers(rng: &mut SplitMix64) -> Outlines {
    let mut outlines = Outlines { walkable: vec![rect(0.0, 0.0, 8.0, 8.0)], ..Outlines::default() };
    for _ in 0..6 {
        let place = |rng: &mut SplitMix64| {
            DVec2::new(rng.between(4, 28) as f64 / 4.0, rng.between(4, 28) as f64 / 4.0)
        };
        let (a, b) = (place(rng), place(rng));
        let mut apex = (a + b) / 2.0;
        apex.y = ulps(apex.y, rng.between(-4, 4));
        outlines.obstacles.push(Outline::new([a, b, apex]));
    }
    let left = rng.between(1, 5) as f64;
    let apex = [left + 1.0, ulps(8.0, rng.between(1, 4))];
    outlines.walkable.push(Outline::new([[left, 8.0], [left + 2.0, 8.0], apex]));
    outlines
}

/// Blocks on both sides of one slanted line, their corners on it or a few ulps off.
fn near_collinear(rng: &mut SplitMix64) -> Outlines {
    let slope = rng.between(-2, 2) as f64 / 4.0;
    let mut obstacles = Vec::new();
    for column in 1..9 {
        let (left, right) = (column as f64, column as f64 + 1.0);
        let mut on_line = |x: f64| ulps(8.0 + slope * x, rng.between(-3, 3).clamp(-2, 2));
        let (a, b) = ([left, on_line(left)], [right, on_line(right)]);
        match rng.below(3) {
            0 => obstacles.push(Outline::new([a, b, [right, 14.0], [left, 14.0]])),
            1 => obstacles.push(Outline::new([[left, 2.0], [right, 2.0], b, a])),
            _ => {}
        }
    }
    Outlines { walkable: vec![rect(0.0, 0.0, 10.0, 16.0)], obstacles, ..Outlines::default() }
}

/// An integer lattice with blocked unit squares: shared borders, and corners that only touch.
fn lattice(rng: &mut SplitMix64) -> Outlines {
    let size = 4 + rng.below(3);
    let mut obstacles = Vec::new();
    for y in 0..size {
        for x in 0..size {
            if rng.chance(35) && obstacles.len() < 14 {
                let (x, y) = (x as f64, y as f64);
                obstacles.push(rect(x, y, x + 1.0, y + 1.0));
            }
        }
    }
    Outlines {
        walkable: vec![rect(0.0, 0.0, size as f64, size as f64)],
        obstacles,
        ..Outlines::default()
    }
}

/// Triangles and quadrangles on integers that cross one another and themselves.
fn overlaps(rng: &mut SplitMix64) -> Outlines {
    let mut shape = |corners: usize, size: i64| {
        Outline::new(
            (0..corners)
                .map(|_| DVec2::new(rng.between(0, size) as f64, rng.between(0, size) as f64)),
        )
    };
    let walkable = vec![rect(2.0, 2.0, 11.0, 10.0), shape(3, 12), shape(4, 12)];
    let obstacles = vec![shape(3, 12), shape(3, 12), shape(4, 12), shape(4, 8)];
    Outlines { walkable, obstacles, ..Outlines::default() }
}

/// Blocks on a coarse lattice that share sides and corners with one another and with the walls of
/// two grounds that join at half a side.
fn shared_borders(rng: &mut SplitMix64) -> Outlines {
    let walkable = vec![rect(0.0, 0.0, 8.0, 8.0), rect(8.0, 2.0, 12.0, 12.0)];
    let mut obstacles = Vec::new();
    for _ in 0..8 {
        let (x, y) = (2.0 * rng.between(0, 5) as f64, 2.0 * rng.between(0, 5) as f64);
        let (wide, high) = (rng.between(1, 2) as f64, rng.between(1, 2) as f64);
        obstacles.push(if rng.chance(70) {
            rect(x, y, x + wide, y + high)
        } else {
            Outline::new([[x, y], [x + 2.0, y], [x, y + 2.0]])
        });
    }
    Outlines { walkable, obstacles, ..Outlines::default() }
}

/// Ground in a hole in ground in a hole; bridges, corners that touch, rings either way round.
fn islands(rng: &mut SplitMix64) -> Outlines {
    let square = |low: f64, high: f64| [[low, low], [high, low], [high, high], [low, high]];
    let touch = *rng.pick(&[0.0, 0.0, 0.5, 1.0]);
    let mut walkable = vec![
        rect(0.0, 0.0, 16.0, 16.0).with_hole(square(2.0, 14.0)),
        // With `touch` 1 the island's corner is the hole's corner.
        rect(4.0 - 2.0 * touch, 4.0 - 2.0 * touch, 12.0, 12.0).with_hole(square(6.0, 10.0)),
        rect(7.0, 7.0, 9.0, 9.0),
    ];
    if rng.chance(60) {
        walkable.push(rect(12.0, 7.0, 14.0, 9.0));
    }
    if rng.chance(60) {
        walkable.push(rect(6.0, 7.5, 7.0, 8.0));
    }
    for outline in &mut walkable {
        let rings = std::iter::once(&mut outline.exterior).chain(&mut outline.holes);
        rings.filter(|_| rng.chance(50)).for_each(|ring| ring.reverse());
    }
    // An obstacle with a hole leaves the ground in its hole; another lies across an island's corner.
    let [x, y] = [rng.between(60, 76), rng.between(150, 180)].map(|v| v as f64 / 16.0);
    let obstacles = vec![
        rect(0.5, 5.0, 1.5, 8.0).with_hole([[0.75, 6.0], [1.25, 6.0], [1.25, 7.0], [0.75, 7.0]]),
        rect(x, y, x + 1.0, y + 1.0),
    ];
    Outlines { walkable, obstacles, ..Outlines::default() }
}

/// Walls from 2⁻¹⁰ to 2⁻⁴⁰ thick that touch the outer wall, one another, or leave a slit as wide.
fn thin_walls(rng: &mut SplitMix64) -> Outlines {
    let mut obstacles = Vec::new();
    for _ in 0..7 {
        let thickness = *rng.pick(&[10, 20, 30, 40]);
        let thickness = 1.0 / (1u64 << thickness) as f64;
        let slit = if rng.chance(30) { thickness } else { rng.between(0, 3) as f64 };
        let (place, start) = (rng.between(1, 7) as f64, rng.between(0, 3) as f64);
        obstacles.push(if rng.chance(50) {
            rect(place, start, place + thickness, 8.0 - slit)
        } else {
            rect(start, place, 8.0 - slit, place + thickness)
        });
    }
    Outlines { walkable: vec![rect(0.0, 0.0, 8.0, 8.0)], obstacles, ..Outlines::default() }
}

/// Walls of no thickness on integers, around two blocks: they cross and touch one another, run along
/// sides, end in corners or in the open, leave the ground, and close rooms off.
fn lines(rng: &mut SplitMix64) -> Outlines {
    let place =
        |rng: &mut SplitMix64| DVec2::new(rng.between(-1, 9) as f64, rng.between(-1, 9) as f64);
    let mut walls = Vec::new();
    for _ in 0..4 {
        let mut points = vec![place(rng)];
        for _ in 0..1 + rng.below(3) {
            let last = points[points.len() - 1];
            let next = place(rng);
            points.push(match rng.below(3) {
                0 => DVec2::new(next.x, last.y),
                1 => DVec2::new(last.x, next.y),
                _ => next,
            });
        }
        points.dedup();
        if points.len() > 2 && rng.chance(25) {
            points.push(points[0]);
        }
        if points.len() > 1 {
            walls.push(Wall::new(points));
        }
    }
    let obstacles =
        vec![rect(2.0, 2.0, 4.0, 3.0), Outline::new([[5.0, 4.0], [7.0, 6.0], [5.0, 7.0]])];
    Outlines { walkable: vec![rect(0.0, 0.0, 8.0, 8.0)], obstacles, walls, ..Outlines::default() }
}

/// Bars through one point of a lattice, some of them a few ulps past it: many crossings in one place.
fn star(rng: &mut SplitMix64) -> Outlines {
    let mut obstacles = Vec::new();
    for _ in 0..5 {
        let half = DVec2::new(rng.between(-6, 6) as f64, rng.between(1, 6) as f64);
        let (from, mut to) = (DVec2::splat(8.0) - half, DVec2::splat(8.0) + half);
        if rng.chance(50) {
            to.x = ulps(to.x, rng.between(-3, 3));
        }
        let beside = if rng.chance(50) { DVec2::new(0.5, 0.0) } else { DVec2::new(0.0, 0.25) };
        obstacles.push(Outline::new([from, to, to + beside]));
    }
    Outlines { walkable: vec![rect(0.0, 0.0, 16.0, 16.0)], obstacles, ..Outlines::default() }
}

/// Two floors whose facing sides climb by an ulp or none a step, touch, overlap and gape.
fn stairs(rng: &mut SplitMix64) -> Outlines {
    let mut side = |corners: [[f64; 2]; 2]| {
        let steps = (0..9).map(|x| [f64::from(x), ulps(4.0, rng.between(-2, 2).clamp(-1, 1))]);
        Outline::new(steps.chain(corners))
    };
    let walkable = vec![side([[8.0, 8.0], [0.0, 8.0]]), side([[8.0, 0.0], [0.0, 0.0]])];
    let mut block = |low: i64| {
        let [x, y] = [rng.between(low, low + 2), rng.between(1, 6)].map(|v| v as f64);
        rect(x, y, x + 1.0, y + rng.between(1, 3) as f64)
    };
    let obstacles = vec![block(0), block(2), block(5)];
    Outlines { walkable, obstacles, ..Outlines::default() }
}
