//! Recast's detail → finer triangles that fit together.
//!
//! Recast samples the height along edges and inside of polygons. Its own triangles may have no area, or leave out a sample that
//! the polygon beside has. So the samples of both sides of an edge are joined, and each polygon is divided anew: a fan around
//! its middle, into which inner samples are inserted, and whose edges are flipped until they are Delaunay's.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, DVec3};
use navmesh_core::SurfaceDetail;
use navmesh_core::backend::geom::{Turn, is_in_circle, turn};

/// A sample this near to an edge lies on it, in cells. Inner samples are farther than 0.4, others within rounding.
const ON_EDGE: f64 = 0.25;

/// The most times that all edges are looked at. More flips would make the triangles finer, not the surface whole.
const PASSES: usize = 32;

/// Samples of the height on edges, by the share of the edge from the lower corner on.
type EdgeSamples = BTreeMap<[u32; 2], Vec<(f64, f64)>>;

/// A polygon with samples of the height.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sampled<'a> {
    /// The numbers of its corners.
    pub(crate) corners: &'a [u32],
    /// Points of Recast's detail: first corners, then samples.
    pub(crate) samples: &'a [DVec3],
    /// The number of those that are corners.
    pub(crate) first: usize,
    /// Recast's triangles of these points.
    pub(crate) triangles: &'a [[u8; 3]],
}

/// Returns the finer triangles of all polygons; none if nothing was sampled. `points` are those of the corners, `cell` is the size
/// of Recast's cells.
pub(crate) fn relief(polygons: &[Sampled<'_>], points: &[DVec3], cell: f64) -> SurfaceDetail {
    let near = ON_EDGE * cell;
    let mut on_edges = EdgeSamples::new();
    let mut patches = Vec::with_capacity(polygons.len());
    for &Sampled { corners, samples, first, triangles } in polygons {
        let mut inner = Vec::new();
        for &sample in samples.iter().skip(first) {
            let edge = edges(corners).min_by(|a, b| {
                distance(points, *a, sample).total_cmp(&distance(points, *b, sample))
            });
            match edge.filter(|&edge| distance(points, edge, sample) < near) {
                Some(edge) => {
                    on_edges.entry(edge).or_default().push((share(points, edge, sample), sample.z))
                }
                None => inner.push(sample),
            }
        }
        let middle = mean(corners, points);
        let height = height_at(samples, triangles, middle.truncate()).unwrap_or(middle.z);
        patches.push((middle.with_z(height), inner));
    }
    for samples in on_edges.values_mut() {
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        samples.dedup_by(|a, b| a.0 == b.0);
        samples.retain(|sample| 0.0 < sample.0 && sample.0 < 1.0);
    }
    let mut relief = SurfaceDetail::default();
    for (&Sampled { corners, .. }, (middle, inner)) in polygons.iter().zip(&patches) {
        let mut patch = Patch::around(corners, points, &on_edges, *middle);
        if patch.points.len() == corners.len() + 1 && inner.is_empty() {
            relief.push_cell(&[], &[]);
            continue;
        }
        inner.iter().for_each(|&sample| patch.insert(sample));
        patch.flip_edges();
        relief.push_cell(&patch.points[corners.len()..], &patch.triangles);
    }
    relief
}

/// Iterates over the edges of a polygon, each from the lower number to the higher.
fn edges(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> + '_ {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    ends.map(|(&a, &b)| [a.min(b), a.max(b)])
}

fn ends(points: &[DVec3], edge: [u32; 2]) -> [DVec2; 2] {
    edge.map(|corner| points[corner as usize].truncate())
}

/// Returns the distance of a sample from the line of an edge.
fn distance(points: &[DVec3], edge: [u32; 2], sample: DVec3) -> f64 {
    let [a, b] = ends(points, edge);
    ((b - a).perp_dot(sample.truncate() - a) / a.distance(b)).abs()
}

/// Returns the share of an edge at a sample.
fn share(points: &[DVec3], edge: [u32; 2], sample: DVec3) -> f64 {
    let [a, b] = ends(points, edge);
    (sample.truncate() - a).dot(b - a) / a.distance_squared(b)
}

fn mean(corners: &[u32], points: &[DVec3]) -> DVec3 {
    corners.iter().map(|&corner| points[corner as usize]).sum::<DVec3>() / corners.len() as f64
}

/// Returns the height of Recast's triangles at a point: that of the triangle that holds it best.
fn height_at(samples: &[DVec3], triangles: &[[u8; 3]], point: DVec2) -> Option<f64> {
    let height = |triangle: &[u8; 3]| {
        let [a, b, c] = triangle.map(|corner| samples[usize::from(corner)]);
        let part = |a: DVec3, b: DVec3| (b - a).truncate().perp_dot(point - a.truncate());
        let parts = [part(b, c), part(c, a), part(a, b)];
        let whole: f64 = parts.iter().sum();
        let shares = parts.map(|part| part / whole);
        let least = shares.into_iter().fold(f64::INFINITY, f64::min);
        (least.is_finite()).then_some((least, shares[0] * a.z + shares[1] * b.z + shares[2] * c.z))
    };
    let best = triangles.iter().filter_map(height).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, height)| height)
}

/// The triangles of a polygon.
struct Patch {
    /// The corners, the samples on the edges, the middle, and inner samples.
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Patch {
    /// Makes a fan around the middle of a polygon, through the samples on its edges.
    fn around(corners: &[u32], points: &[DVec3], on_edges: &EdgeSamples, middle: DVec3) -> Self {
        let mut own: Vec<DVec3> = corners.iter().map(|&corner| points[corner as usize]).collect();
        let mut ring = Vec::new();
        for (number, (&corner, edge)) in corners.iter().zip(edges(corners)).enumerate() {
            ring.push(number as u32);
            let samples = on_edges.get(&edge).map_or(&[][..], Vec::as_slice);
            let [a, b] = ends(points, edge);
            let first = own.len();
            own.extend(samples.iter().map(|&(share, height)| (a + (b - a) * share).extend(height)));
            let added = first as u32..own.len() as u32;
            match corner == edge[0] {
                true => ring.extend(added),
                false => ring.extend(added.rev()),
            }
        }
        let center = own.len() as u32;
        own.push(middle);
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let triangles = sides.map(|(&a, &b)| [a, b, center]).collect();
        Self { points: own, triangles }
    }

    fn at(&self, point: u32) -> DVec2 {
        self.points[point as usize].truncate()
    }

    fn is_left(&self, [a, b, c]: [u32; 3]) -> bool {
        turn(self.at(a), self.at(b), self.at(c)) == Turn::Left
    }

    /// Divides the triangle that holds a sample inside; leaves out a sample on an edge, and one that rounding put outside.
    fn insert(&mut self, sample: DVec3) {
        let own = self.points.len() as u32;
        self.points.push(sample);
        let parts = |[a, b, c]: [u32; 3]| [[a, b, own], [b, c, own], [c, a, own]];
        let holds =
            |triangle: &[u32; 3]| parts(*triangle).into_iter().all(|part| self.is_left(part));
        match self.triangles.iter().position(holds) {
            Some(index) => {
                let [first, rest @ ..] = parts(self.triangles[index]);
                self.triangles[index] = first;
                self.triangles.extend(rest);
            }
            None => drop(self.points.pop()),
        }
    }

    /// Flips edges until no triangle's circle holds the corner across an edge.
    fn flip_edges(&mut self) {
        for _ in 0..PASSES {
            let sides: BTreeMap<[u32; 2], usize> = self.sides().collect();
            let mut changed = BTreeSet::new();
            for (&[a, b], &index) in &sides {
                let Some(&other) = sides.get(&[b, a]).filter(|_| a < b) else { continue };
                if changed.contains(&index) || changed.contains(&other) {
                    continue;
                }
                let across = |triangle: [u32; 3]| triangle.into_iter().find(|&c| c != a && c != b);
                let (Some(c), Some(d)) =
                    (across(self.triangles[index]), across(self.triangles[other]))
                else {
                    continue;
                };
                let flipped = [[a, d, c], [d, b, c]];
                let is_better = is_in_circle([a, b, c].map(|point| self.at(point)), self.at(d));
                if is_better && flipped.iter().all(|&triangle| self.is_left(triangle)) {
                    [self.triangles[index], self.triangles[other]] = flipped;
                    changed.extend([index, other]);
                }
            }
            if changed.is_empty() {
                break;
            }
        }
    }

    /// Iterates over the sides of the triangles, with the index of the triangle on their left.
    fn sides(&self) -> impl Iterator<Item = ([u32; 2], usize)> + '_ {
        let of = |(index, &[a, b, c]): (usize, &[u32; 3])| {
            [([a, b], index), ([b, c], index), ([c, a], index)]
        };
        self.triangles.iter().enumerate().flat_map(of)
    }
}
