//! Small meshes whose ground lies above itself: floors joined wherever two edges fit, and ramps that wind.

use navmesh_core::{DVec2, NavMesh, PathQuery, RawMesh};

use crate::rng::SplitMix64;

/// A tile of one floor: its cells, and which cell has each of its four sides, bottom, right, top, left.
struct Tile {
    sides: [(u32, usize); 4],
}

/// Two to four floors of lattice tiles, up to a quarter of them missing, some cut into triangles. Across a
/// line of the lattice tiles are joined mostly to those of their own floor, and often to another, at random:
/// so ground winds around some vertices twice and more. A linear map makes the lattice oblique.
#[must_use]
pub fn stacked_tiles(seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed);
    let (columns, rows, floors) = (2 + rng.below(3), 2 + rng.below(3), 2 + rng.below(3));
    let mut raw = RawMesh { positions: lattice(columns, rows, &mut rng), ..RawMesh::default() };
    let mut tiles: Vec<Option<Tile>> = Vec::new();
    let (missing, walls) = *rng.pick(&[(0, 0), (5, 3), (25, 8)]);
    for floor in 0..floors as u32 {
        for place in 0..columns * rows {
            let is_there = !rng.chance(missing) || (raw.cell_count() == 0);
            let a = (place / columns * (columns + 1) + place % columns) as u32;
            let corners = [a, a + 1, a + columns as u32 + 2, a + columns as u32 + 1];
            tiles.push(is_there.then(|| add_tile(&mut raw, corners, &mut rng)));
            raw.layers.resize(raw.cell_count(), floor);
        }
    }
    let swaps = *rng.pick(&[0, 15, 50]);
    for place in 0..columns * rows {
        for (beside, out, back) in [(place + 1, 1, 3), (place + columns, 2, 0)] {
            let is_inside = if out == 1 { beside % columns != 0 } else { beside < columns * rows };
            if is_inside {
                let of = |place: usize| {
                    let all = (0..floors).map(|floor| floor * columns * rows + place);
                    all.collect::<Vec<_>>()
                };
                let mut others = of(beside);
                if rng.chance(swaps) {
                    shuffle(&mut others, &mut rng);
                }
                for (own, other) in of(place).into_iter().zip(others) {
                    if let (Some(own), Some(other)) = (&tiles[own], &tiles[other])
                        && !rng.chance(walls)
                    {
                        join(&mut raw, own.sides[out], other.sides[back]);
                    }
                }
            }
        }
    }
    NavMesh::from_raw(&raw).expect("joined tiles are a valid mesh")
}

/// The corners of the tiles, at distances that vary, mapped linearly.
fn lattice(columns: usize, rows: usize, rng: &mut SplitMix64) -> Vec<DVec2> {
    let mut ends = |count: usize| {
        let mut at = 0;
        let steps = (0..=count).map(|_| {
            at += rng.between(1, 3);
            at as f64
        });
        steps.collect::<Vec<_>>()
    };
    let (xs, ys) = (ends(columns), ends(rows));
    let maps = [[1, 0, 0, 1], [2, 1, -1, 2], [1, 1, 0, 1], [3, -1, 1, 2]];
    let [a, b, c, d] = rng.pick(&maps).map(f64::from);
    let map = |x: f64, y: f64| DVec2::new(a * x + b * y, c * x + d * y);
    ys.iter().flat_map(|&y| xs.iter().map(move |&x| map(x, y))).collect()
}

fn add_tile(raw: &mut RawMesh, [a, b, c, d]: [u32; 4], rng: &mut SplitMix64) -> Tile {
    let first = raw.cell_count() as u32;
    let (cells, sides): (&[[u32; 3]], _) = match rng.below(3) {
        0 => (&[[a, b, c], [a, c, d]], [(0, 0), (0, 1), (1, 1), (1, 2)]),
        1 => (&[[a, b, d], [b, c, d]], [(0, 0), (1, 0), (1, 1), (0, 2)]),
        _ => {
            raw.push_cell(&[a, b, c, d]);
            return Tile { sides: [0, 1, 2, 3].map(|side| (first, side)) };
        }
    };
    cells.iter().for_each(|corners| raw.push_cell(corners));
    let halves =
        if sides[1].0 == 0 { [(first, 2), (first + 1, 0)] } else { [(first, 1), (first + 1, 2)] };
    join(raw, halves[0], halves[1]);
    Tile { sides: sides.map(|(cell, side)| (first + cell, side)) }
}

/// Joins two edges, each given by its cell and its place in it.
fn join(raw: &mut RawMesh, one: (u32, usize), other: (u32, usize)) {
    let edge = |raw: &RawMesh, (cell, side): (u32, usize)| {
        (cell as usize).checked_sub(1).map_or(0, |before| raw.cell_ends[before] as usize) + side
    };
    let [first, second] = [edge(raw, one), edge(raw, other)];
    raw.neighbors[first] = Some(other.0);
    raw.neighbors[second] = Some(one.0);
}

fn shuffle(items: &mut [usize], rng: &mut SplitMix64) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

/// A ramp of `quarters` square corners around a square pillar of side 2: each quarter is a corner tile and a
/// side tile of width 1, and all tiles of four quarters are one floor. It begins at (1, −2), to the east.
#[must_use]
pub fn helix(quarters: usize) -> NavMesh {
    // The four corners of a quarter's two tiles, before turning: along the south side, then the corner.
    let side = [[-1, -2], [1, -2], [1, -1], [-1, -1]];
    let corner = [[1, -2], [2, -2], [2, -1], [1, -1]];
    let mut raw = RawMesh::default();
    for quarter in 0..quarters {
        for tile in [side, corner] {
            let first = raw.positions.len() as u32;
            let turned = |[x, y]: [i32; 2]| {
                let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][quarter % 4];
                DVec2::new(f64::from(x), f64::from(y))
            };
            raw.positions.extend(tile.map(turned));
            raw.push_cell(&[first, first + 1, first + 2, first + 3]);
            raw.layers.push((quarter / 4) as u32);
        }
    }
    weld(&mut raw);
    for tile in 1..raw.cell_count() as u32 {
        // A side tile goes on over its right edge, a corner tile over its top.
        let out = if tile % 2 == 1 { 1 } else { 2 };
        join(&mut raw, (tile - 1, out), (tile, 3));
    }
    NavMesh::from_raw(&raw).expect("a helix is a valid mesh")
}

/// Gives equal positions one index.
fn weld(raw: &mut RawMesh) {
    let first = |index: u32| {
        let position = raw.positions[index as usize];
        raw.positions.iter().position(|&other| other == position).unwrap_or_default() as u32
    };
    raw.corners = raw.corners.iter().map(|&corner| first(corner)).collect();
}

/// Seeded queries between places on the floors of a mesh: corners, middles of edges and of cells.
#[must_use]
pub fn floor_queries(mesh: &NavMesh, count: usize, seed: u64) -> Vec<PathQuery> {
    let mut rng = SplitMix64::new(!seed);
    let slots: Vec<u32> = mesh.slots().collect();
    let mut place = || {
        let slot = *rng.pick(&slots);
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let (a, b) = (*rng.pick(&corners), *rng.pick(&corners));
        let share = *rng.pick(&[0.0, 0.5, 0.25]);
        let point = if rng.chance(30) { mesh.centroid(slot) } else { a + (b - a) * share };
        (point, mesh.layer(slot))
    };
    let query = |_| {
        let ((start, from), (goal, to)) = (place(), place());
        PathQuery::new(start, goal).snap(0.0).start_layer(from).goal_layer(to)
    };
    (0..count).map(query).collect()
}
