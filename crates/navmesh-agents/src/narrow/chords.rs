//! The search for chords: the shortest lines from corners of walls to walls opposite, where two agents cannot pass.

use navmesh_core::backend::geom::{Turn, lexicographic, nearest_on_segment, turn};
use navmesh_core::{Bounds, CellId, DVec2, EdgeId, NavMesh, Place};
use navmesh_search::MeshQueries;

use super::squares::Squares;

/// The distance of the middles of two chords of which one is left out, in radii.
const SAME: f64 = 0.5;

/// A line across a narrow place, from a corner of a wall to a wall opposite.
#[derive(Debug, Clone)]
pub(super) struct Chord {
    /// The corner, and the point opposite, which is rounded.
    pub(super) line: [DVec2; 2],
    pub(super) layer: Option<u32>,
    /// The cells that it touches, from the corner on.
    pub(super) cells: Vec<u32>,
}

impl Chord {
    pub(super) fn middle(&self) -> DVec2 {
        (self.line[0] + self.line[1]) * 0.5
    }

    fn length_squared(&self) -> f64 {
        self.line[0].distance_squared(self.line[1])
    }

    /// True if two chords cross, other than at an end of one.
    fn crosses(&self, other: &Self) -> bool {
        let side = |[a, b]: [DVec2; 2], p| turn(a, b, p);
        let splits = |by: &Self, it: &Self| {
            let [a, b] = it.line.map(|end| side(by.line, end));
            a != b && a != Turn::Collinear && b != Turn::Collinear
        };
        self.layer == other.layer && splits(self, other) && splits(other, self)
    }
}

/// Finds the chords of a mesh that are shorter than `width`, in an order that depends on their coordinates alone. Those
/// that cross a shorter one, or lie beside one, are left out.
///
/// Complexity: linear in the corners of walls, times the edges within the width.
pub(super) fn chords(mesh: &NavMesh, radius: f64, width: f64) -> Vec<Chord> {
    let mut found = all_chords(mesh, width);
    found.sort_by(|a, b| {
        let [by_corner, by_opposite] = [0, 1].map(|end| lexicographic(a.line[end], b.line[end]));
        let by_length = a.length_squared().total_cmp(&b.length_squared());
        by_length.then(by_corner).then(by_opposite).then(a.layer.cmp(&b.layer))
    });
    let mut squares = Squares::of_side(width);
    let mut kept: Vec<Chord> = Vec::new();
    for chord in found {
        let middle = chord.middle();
        let is_needed = squares.around(middle).all(|index| {
            let other = &kept[index];
            let is_beside = other.middle().distance(middle) < SAME * radius;
            !(is_beside && other.layer == chord.layer || chord.crosses(other))
        });
        if is_needed {
            squares.add(middle, kept.len());
            kept.push(chord);
        }
    }
    kept
}

fn all_chords(mesh: &NavMesh, width: f64) -> Vec<Chord> {
    let mut queries = MeshQueries::new(mesh);
    let mut is_known = vec![false; mesh.vertex_count()];
    let (mut found, mut cells) = (Vec::new(), Vec::new());
    for slot in mesh.slots() {
        for edge in mesh.edge_range(slot) {
            let edge = mesh.edge(EdgeId(edge as u32));
            let is_new = !std::mem::replace(&mut is_known[edge.vertex().index()], true);
            if is_new && edge.origin_is_corner() {
                let corner = mesh.place_in(slot, edge.origin());
                chords_from(corner, width, &mut queries, &mut cells, &mut found);
            }
        }
    }
    found
}

/// Adds the chords from a corner to the walls opposite.
fn chords_from(
    corner: Place,
    width: f64,
    queries: &mut MeshQueries<'_>,
    cells: &mut Vec<CellId>,
    found: &mut Vec<Chord>,
) {
    let (mesh, point) = (queries.mesh(), corner.point);
    let around = Bounds { min: point - width, max: point + width };
    mesh.each_cell_near(around, |slot| {
        for edge in mesh.edge_range(slot) {
            let edge = EdgeId(edge as u32);
            let [a, b] = mesh.edge_ends(edge);
            if !mesh.edge(edge).is_wall() || turn(a, b, point) != Turn::Left {
                continue;
            }
            let opposite = nearest_on_segment(a, b, point);
            if opposite.distance_squared(point) >= width * width {
                continue;
            }
            // The point opposite is rounded, so the ray may hit its wall just before.
            let Ok(hit) = queries.cast_ray_through(corner, opposite, cells) else { continue };
            if hit.wall.map_or(hit.point == opposite, |wall| wall.edge == edge) {
                let cells = cells.iter().map(|cell| cell.slot).collect();
                found.push(Chord { line: [point, opposite], layer: corner.layer, cells });
            }
        }
    });
}
