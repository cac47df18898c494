//! Galleries: cells with some seventy edges, with rooms beside most of them, on one floor or on several.
//!
//! All that is chosen comes from numbers below a limit, so bytes choose as well as a seed.

use std::collections::BTreeMap;

use navmesh_core::{DVec2, NavMesh, RawMesh};

use crate::rng::SplitMix64;

/// A random source: a number below its limit.
struct Choices<'a>(&'a mut dyn FnMut(usize) -> usize);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        (self.0)(limit)
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// True this number of times in sixteen.
    fn chance(&mut self, sixteenths: usize) -> bool {
        self.below(16) < sixteenths
    }
}

/// One floor: its cells, as numbers of positions, counter-clockwise.
#[derive(Default)]
struct Plan {
    positions: Vec<DVec2>,
    cells: Vec<Vec<u32>>,
}

/// Halls with rooms beside them, of which some are missing and some are divided: straight halls with up to
/// two rows of rooms, or one round hall. In some seeds the plan is that of two floors, joined at random.
#[must_use]
pub fn arcades(seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed ^ 0xA2CA);
    arcades_by(&mut |limit| rng.below(limit))
}

/// The same of bytes; where these end everything is the first of its kind.
#[must_use]
pub fn arcades_of_bytes(bytes: &[u8]) -> NavMesh {
    let mut bytes = bytes.iter().copied();
    arcades_by(&mut |limit| usize::from(bytes.next().unwrap_or(0)) % limit)
}

fn arcades_by(choose: &mut dyn FnMut(usize) -> usize) -> NavMesh {
    let mut choices = Choices(choose);
    let plan = match choices.below(3) {
        0 => round(&mut choices),
        _ => streets(&mut choices),
    };
    let floors = 1 + choices.below(4) / 3;
    let mesh = NavMesh::from_raw(&joined(plan, floors, &mut choices));
    mesh.expect("arcades are a valid mesh")
}

/// A round hall of 64 to 80 edges, with a ring of rooms around it.
fn round(choices: &mut Choices) -> Plan {
    const QUARTER: u32 = 20;
    let is_on_lattice = choices.chance(8);
    let scale = choices.pick(&[1.0, 2f64.powi(-40), 2f64.powi(30)]);
    let mut corners: Vec<DVec2> = Vec::new();
    let mut left_out = 0;
    for step in 0..4 * QUARTER {
        let t = f64::from(step % QUARTER) / f64::from(QUARTER);
        let one = DVec2::new(1.0 - t * t, 2.0 * t) * 16384.0 / (1.0 + t * t);
        let one = if is_on_lattice { one.round() } else { one };
        let turned = [one, one.perp(), -one, -one.perp()][(step / QUARTER) as usize];
        if left_out < 16 && choices.chance(2) {
            left_out += 1;
        } else {
            corners.push(turned * 4.0 * scale);
        }
    }
    let count = corners.len() as u32;
    let outer = corners.iter().map(|corner| *corner * 1.25);
    let positions = corners.iter().copied().chain(outer).collect();
    let mut plan = Plan { positions, cells: vec![(0..count).collect()] };
    for a in 0..count {
        let b = (a + 1) % count;
        plan.add_room([a, count + a, count + b, b], choices);
    }
    plan
}

/// Two or three halls above one another, of some seventy edges at least, with rooms between them, or none: there a hall
/// borders on a hall.
fn streets(choices: &mut Choices) -> Plan {
    let halls = 2 + choices.below(2);
    let (width, xs): (f64, Vec<Vec<f64>>) = rows_of(halls + 1, choices);
    // Powers of two, so that nothing is rounded.
    let are_whole = xs.iter().flatten().all(|x| *x * 8.0 == (*x * 8.0).round());
    let bend = if are_whole && choices.chance(6) { 2f64.powi(-16) } else { 0.0 };
    let bent = |x: f64| x * (width - x) * bend;
    let (mut plan, mut low) = (Plan::default(), 0.0);
    let mut floor = plan.line(&xs[0], |x| -bent(x));
    for xs in &xs[1..] {
        let high = low + choices.pick(&[1.0, 4.0, 0.125]);
        let ceiling = plan.line(xs, |x| high + bent(x));
        plan.cells.push(floor.iter().chain(ceiling.iter().rev()).copied().collect());
        let has_rooms = bend > 0.0 || choices.chance(11);
        low = if has_rooms { high + 2.0 } else { high };
        floor = if has_rooms { plan.line(xs, |x| low - bent(x)) } else { ceiling.clone() };
        for (below, above) in ceiling.windows(2).zip(floor.windows(2)).filter(|_| has_rooms) {
            plan.add_room([below[0], below[1], above[1], above[0]], choices);
        }
    }
    plan.transform(are_whole, choices);
    plan
}

/// The corners of rows of rooms of one width.
fn rows_of(rows: usize, choices: &mut Choices) -> (f64, Vec<Vec<f64>>) {
    let count = 34 + choices.below(4);
    let width = 4.0 * count as f64;
    let spread = choices.below(3);
    let mut row = || {
        let mut xs = vec![0.0, 1.0f64];
        for place in 2..count {
            let (last, even) = (xs[place - 1], 4.0 * place as f64);
            xs.push(match spread {
                0 => even,
                1 => even + choices.below(16) as f64 / 8.0,
                _ if choices.chance(5) => last.next_up(),
                _ => last.floor() + 1.0 + choices.below(3) as f64,
            });
        }
        xs.push(width);
        xs
    };
    (width, (0..rows).map(|_| row()).collect())
}

impl Plan {
    /// Adds points from left to right; returns their numbers.
    fn line(&mut self, xs: &[f64], y: impl Fn(f64) -> f64) -> Vec<u32> {
        let first = self.positions.len() as u32;
        self.positions.extend(xs.iter().map(|&x| DVec2::new(x, y(x))));
        (first..first + xs.len() as u32).collect()
    }

    /// Adds a room of four corners, or two halves of it, or none.
    fn add_room(&mut self, [a, b, c, d]: [u32; 4], choices: &mut Choices) {
        match choices.below(8) {
            0..5 => self.cells.push(vec![a, b, c, d]),
            5 => self.cells.extend([vec![a, b, c], vec![a, c, d]]),
            6 => self.cells.extend([vec![a, b, d], vec![b, c, d]]),
            _ => {}
        }
    }

    /// Turns and scales all points, so that nothing is rounded.
    fn transform(&mut self, are_whole: bool, choices: &mut Choices) {
        let scale = choices.pick(&[1.0, 1.0, 2f64.powi(-60), 2f64.powi(90)]);
        let maps = [[1, 0, 0, 1], [0, -1, 1, 0], [2, 1, -1, 2], [3, -1, 1, 2]];
        let maps = if are_whole { &maps[..] } else { &maps[..2] };
        let [a, b, c, d] = choices.pick(maps).map(f64::from);
        for p in &mut self.positions {
            *p = DVec2::new(a * p.x + b * p.y, c * p.x + d * p.y) * scale;
        }
    }
}

/// Several floors of one plan. Cells that share a side are joined on each floor, or to another one's.
fn joined(plan: Plan, floors: usize, choices: &mut Choices) -> RawMesh {
    let mut raw = RawMesh { positions: plan.positions, ..RawMesh::default() };
    let edges: usize = plan.cells.iter().map(Vec::len).sum();
    let count = plan.cells.len() as u32;
    for floor in 0..floors as u32 {
        plan.cells.iter().for_each(|cell| raw.push_cell(cell));
        raw.layers.resize(raw.cell_count(), floor);
    }
    let mut sides: BTreeMap<[u32; 2], (usize, u32)> = BTreeMap::new();
    let (walls, swaps) = (choices.pick(&[0, 3, 8]), choices.pick(&[1, 4, 8]));
    let mut edge = 0;
    for (cell, corners) in (0..).zip(&plan.cells) {
        for (place, &a) in corners.iter().enumerate() {
            let b = corners[(place + 1) % corners.len()];
            if let Some((other, neighbor)) = sides.get(&[b, a]).filter(|_| !choices.chance(walls)) {
                let shift = if floors > 1 && choices.chance(swaps) { 1 } else { 0 };
                for floor in 0..floors {
                    let theirs = (floor + shift) % floors;
                    let at = |floor: usize, cell: u32| Some(floor as u32 * count + cell);
                    raw.neighbors[floor * edges + edge] = at(theirs, *neighbor);
                    raw.neighbors[theirs * edges + other] = at(floor, cell);
                }
            }
            sides.insert([a, b], (edge, cell));
            edge += 1;
        }
    }
    if floors == 1 {
        raw.layers.clear();
    }
    raw
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of cells with 64 edges or more.
    fn high_degree_cells(mesh: &NavMesh) -> usize {
        mesh.slots().filter(|&slot| mesh.edge_range(slot).len() >= 64).count()
    }

    #[test]
    fn every_seed_has_a_high_degree_cell_and_some_have_floors_and_corners_a_float_apart() {
        let [mut floors, mut saddles, mut near] = [0; 3];
        for seed in 0..200 {
            let mesh = arcades(seed);
            mesh.assert_invariants();
            assert!(high_degree_cells(&mesh) > 0, "seed {seed}");
            floors += usize::from(mesh.has_layers());
            saddles += mesh.saddles().len();
            let is_near = |slot: u32| {
                let corners: Vec<DVec2> = mesh.corners(slot).collect();
                corners.windows(2).any(|ends| ends[1].x == ends[0].x.next_up())
            };
            near += usize::from(mesh.slots().any(is_near));
        }
        assert!(floors > 20 && saddles > 100 && near > 20, "{floors} {saddles} {near}");
    }

    #[test]
    fn any_bytes_are_a_mesh_with_a_high_degree_cell() {
        let mut rng = SplitMix64::new(1);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
            assert!(high_degree_cells(&arcades_of_bytes(&bytes)) > 0, "{bytes:?}");
        }
    }
}
