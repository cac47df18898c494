//! Random buildings of several floors, and a vertical line through all of their triangles.

use std::collections::BTreeMap;

use navmesh_testkit::SplitMix64;
use tautline::mesh::RawMesh;
use tautline::surface::{DVec3, SurfaceDetail};
use tautline::{DVec2, MeshFinder, NavMesh, Surface};

/// The number of tiles of a floor along each axis.
const SIDE: u32 = 6;

/// A building of three floors above one another with random heights, and ramps between them on the outside.
pub(super) struct Building {
    pub(super) surface: Surface,
    pub(super) finder: MeshFinder,
    /// The triangles of each cell, from its corners and its detail alone.
    pub(super) triangles: Vec<(u32, [DVec3; 3])>,
}

/// Cells as they are laid down.
#[derive(Default)]
struct Cells {
    raw: RawMesh,
    heights: Vec<f64>,
    known: BTreeMap<[i64; 3], u32>,
}

impl Cells {
    /// The number of the node at a place of a floor, with a random height above 10 times the floor.
    fn node(&mut self, floor: i64, x: i64, y: i64, height: f64) -> u32 {
        let next = self.raw.positions.len() as u32;
        let number = *self.known.entry([floor, x, y]).or_insert(next);
        if number == next {
            self.raw.positions.push(DVec2::new(x as f64, y as f64));
            self.heights.push(height);
        }
        number
    }

    fn push(&mut self, corners: &[u32], layer: u32) {
        self.raw.push_cell(corners);
        self.raw.layers.push(layer);
    }
}

pub(super) fn building(seed: u64) -> Building {
    let mut rng = SplitMix64::new(seed);
    let mut cells = Cells::default();
    for floor in 0..3_i64 {
        floor_of(&mut cells, &mut rng, floor);
    }
    for floor in 0..2_i64 {
        ramp(&mut cells, floor);
    }
    cells.raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&cells.raw).unwrap();
    let heights: Vec<f64> =
        cells.raw.corners.iter().map(|&corner| cells.heights[corner as usize]).collect();
    let detail =
        if seed.is_multiple_of(3) { SurfaceDetail::default() } else { detail(&cells, &mut rng) };
    let triangles = triangles(&cells, &detail);
    let surface = Surface::with_detail(mesh.clone(), heights, detail).unwrap();
    Building { surface, finder: MeshFinder::new(mesh), triangles }
}

/// Lays the tiles of a floor: quads, halves of quads, and two quads as one with straight corners.
fn floor_of(cells: &mut Cells, rng: &mut SplitMix64, floor: i64) {
    let mut is_taken = false;
    for y in 0..i64::from(SIDE) {
        for x in 0..i64::from(SIDE) {
            let mut at = |x: i64, y: i64| {
                let height = 10.0 * floor as f64 + 2.0 * rng.unit();
                cells.node(floor, x, y, height)
            };
            let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
            let is_border = x + 1 == i64::from(SIDE);
            if std::mem::take(&mut is_taken) {
                continue;
            }
            let layer = floor as u32;
            match rng.below(6) {
                0 if !is_border => {}
                1 => [[a, b, c], [a, c, d]].iter().for_each(|half| cells.push(half, layer)),
                2 if x + 2 < i64::from(SIDE) => {
                    let mut at = |x: i64, y: i64| {
                        let height = 10.0 * floor as f64 + 2.0 * rng.unit();
                        cells.node(floor, x, y, height)
                    };
                    let [e, f] = [at(x + 2, y), at(x + 2, y + 1)];
                    cells.push(&[a, b, e, f, c, d], layer);
                    is_taken = true;
                }
                _ => cells.push(&[a, b, c, d], layer),
            }
        }
    }
}

/// Lays three tiles outside of the floors, from the south of one to the north of the next.
fn ramp(cells: &mut Cells, floor: i64) {
    let (side, base) = (i64::from(SIDE), 10.0 * floor as f64);
    let far = side + 2 + floor;
    let mut out = |x: i64, y: i64| cells.node(10 + floor, x, y, base + 2.0 * y as f64);
    let [a, b, c, d] = [out(far, 0), out(far, 1), out(far - 1, 1), out(far - 1, side - 1)];
    let [e, f] = [out(far, side - 1), out(far, side)];
    let low = [0, 1].map(|y| cells.node(floor, side, y, 0.0));
    let high = [side - 1, side].map(|y| cells.node(floor + 1, side, y, 0.0));
    let layer = 3 + floor as u32;
    cells.push(&[low[0], a, b, c, low[1]], layer);
    cells.push(&[c, b, e, d], layer);
    cells.push(&[high[0], d, e, f, high[1]], layer);
}

/// Random points on some edges, and in each cell; the triangles lie around the latter.
fn detail(cells: &Cells, rng: &mut SplitMix64) -> SurfaceDetail {
    let mut detail = SurfaceDetail::default();
    let mut on_edges: BTreeMap<[u32; 2], Option<DVec3>> = BTreeMap::new();
    for index in 0..cells.raw.cell_count() {
        let corners = cells.raw.cell(index).unwrap().corners;
        let at = |corner: u32| {
            cells.raw.positions[corner as usize].extend(cells.heights[corner as usize])
        };
        let (mut points, mut ring) = (Vec::new(), Vec::new());
        for (number, &corner) in corners.iter().enumerate() {
            let next = corners[(number + 1) % corners.len()];
            let [a, b] = [corner.min(next), corner.max(next)];
            let middle = *on_edges.entry([a, b]).or_insert_with(|| {
                let middle = 0.5 * (at(a) + at(b)) + DVec3::Z * rng.unit();
                rng.chance(50).then_some(middle)
            });
            ring.push(number as u32);
            if let Some(middle) = middle {
                ring.push((corners.len() + points.len()) as u32);
                points.push(middle);
            }
        }
        let center = (corners.len() + points.len()) as u32;
        let mean = corners.iter().map(|&corner| at(corner)).sum::<DVec3>() / corners.len() as f64;
        points.push(mean + DVec3::Z * rng.unit());
        let ends = ring.iter().zip(ring.iter().cycle().skip(1));
        let around: Vec<[u32; 3]> = ends.map(|(&a, &b)| [a, b, center]).collect();
        detail.push_cell(&points, &around);
    }
    detail
}

/// The triangles of all cells, by the definition.
fn triangles(cells: &Cells, detail: &SurfaceDetail) -> Vec<(u32, [DVec3; 3])> {
    let mut all = Vec::new();
    for index in 0..cells.raw.cell_count() {
        let layer = cells.raw.layers[index];
        let corners = cells.raw.cell(index).unwrap().corners.iter();
        let at = |&corner: &u32| {
            cells.raw.positions[corner as usize].extend(cells.heights[corner as usize])
        };
        let mut points: Vec<DVec3> = corners.map(at).collect();
        let count = points.len();
        if detail.point_ends.is_empty() {
            let mean = points.iter().sum::<DVec3>() / count as f64;
            match points[..] {
                [a, b, c] => all.push((layer, [a, b, c])),
                _ => all.extend(
                    (0..count).map(|i| (layer, [points[i], points[(i + 1) % count], mean])),
                ),
            }
            continue;
        }
        let start = |ends: &[u32]| index.checked_sub(1).map_or(0, |before| ends[before] as usize);
        points.extend(&detail.points[start(&detail.point_ends)..detail.point_ends[index] as usize]);
        let own = start(&detail.triangle_ends)..detail.triangle_ends[index] as usize;
        all.extend(detail.triangles[own].iter().map(|t| (layer, t.map(|i| points[i as usize]))));
    }
    all
}

/// The floors and heights where a vertical line meets triangles, by plain arithmetic with a margin.
pub(super) fn ray(triangles: &[(u32, [DVec3; 3])], point: DVec2, margin: f64) -> Vec<(u32, f64)> {
    let cross = |a: DVec3, b: DVec3| (b - a).truncate().perp_dot(point - a.truncate());
    let hit = |&(layer, [a, b, c]): &(u32, [DVec3; 3])| {
        let parts = [cross(b, c), cross(c, a), cross(a, b)];
        let whole: f64 = parts.iter().sum();
        let is_in = parts.iter().all(|part| part / whole >= margin);
        let height = (parts[0] * a.z + parts[1] * b.z + parts[2] * c.z) / whole;
        is_in.then_some((layer, height))
    };
    triangles.iter().filter_map(hit).collect()
}
