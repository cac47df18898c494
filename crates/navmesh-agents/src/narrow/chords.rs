//! The search for chords: the shortest lines from corners of walls to walls opposite, where two agents cannot pass.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use navmesh_core::backend::geom::{Turn, lexicographic, nearest_on_segment, turn};
use navmesh_core::{Bounds, CellId, DVec2, EdgeId, NavMesh, Place};
use navmesh_search::MeshQueries;

use super::ground::Ground;
use crate::neighbors::Numbers;

/// The distance of the middles of two chords of which one is left out, in radii.
const SAME: f64 = 1.0;

/// A line across a narrow place, from a corner of a wall to a wall opposite.
#[derive(Debug, Clone)]
pub(super) struct Chord {
    /// The corner, and the point opposite, which is rounded.
    pub(super) line: [DVec2; 2],
    pub(super) layer: Option<u32>,
    length_squared: f64,
    /// The cells that it touches, from the corner on.
    pub(super) cells: Arc<[CellId]>,
    /// Its way over them, for one that divides the mesh.
    ground: Arc<OnceLock<Ground>>,
    /// Whether it divides the mesh; `None` as long as that is not decided.
    is_kept: Option<bool>,
}

/// All chords of a mesh.
#[derive(Debug, Default)]
pub(super) struct KnownChords {
    chords: Vec<Chord>,
    /// The middles of those that divided the mesh and are gone since the last decision.
    gone: Vec<DVec2>,
    /// True if they are those of an earlier state of the mesh.
    is_known: bool,
}

impl Chord {
    fn new(line: [DVec2; 2], layer: Option<u32>, cells: &[CellId]) -> Self {
        let length_squared = line[0].distance_squared(line[1]);
        let (cells, ground) = (cells.into(), Arc::default());
        Self { line, layer, length_squared, cells, ground, is_kept: None }
    }

    /// Returns its way over the cells.
    pub(super) fn ground(&self, mesh: &NavMesh) -> &Ground {
        self.ground.get_or_init(|| Ground::of(mesh, self.line, &self.cells))
    }

    pub(super) fn middle(&self) -> DVec2 {
        (self.line[0] + self.line[1]) * 0.5
    }

    fn corner(&self) -> CornerKey {
        key_of(self.line[0], self.layer)
    }

    /// Compares two chords: the shorter one first, then by coordinates and floors.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let [by_corner, by_opposite] =
            [0, 1].map(|end| lexicographic(self.line[end], other.line[end]));
        let by_length = self.length_squared.total_cmp(&other.length_squared);
        by_length.then(by_corner).then(by_opposite).then(self.layer.cmp(&other.layer))
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

impl KnownChords {
    /// Finds the chords of a mesh that are shorter than `width`, in an order that depends on their coordinates alone.
    /// `changes` are boxes around the walls that have changed.
    ///
    /// A chord depends on the walls within the width of its corner, so those far from all changes stay.
    ///
    /// Complexity: linear in the chords; for each corner near a change linear in the edges within the width.
    pub(super) fn update(&mut self, mesh: &NavMesh, width: f64, changes: &[Bounds]) {
        let grown = |bounds: &Bounds| Bounds { min: bounds.min - width, max: bounds.max + width };
        let changes: Vec<Bounds> = changes.iter().map(grown).collect();
        let has_changed = |point: DVec2| {
            let holds = |at: &Bounds| point.cmpge(at.min).all() && point.cmple(at.max).all();
            changes.iter().any(holds)
        };
        // Ground that was divided anew has other cells.
        let is_lost = |chord: &Chord| !chord.cells.iter().all(|&cell| mesh.has_cell(cell));
        let lost = self.chords.iter().filter(|chord| is_lost(chord)).map(Chord::corner);
        let lost: BTreeSet<_> = lost.collect();
        self.chords.retain(|chord| {
            let stays = !has_changed(chord.line[0]) && !lost.contains(&chord.corner());
            if !stays && chord.is_kept == Some(true) {
                self.gone.push(chord.middle());
            }
            stays
        });
        let mut slots: Vec<u32> = Vec::new();
        if std::mem::replace(&mut self.is_known, true) {
            let at_corner = |&(bits, _): &CornerKey| DVec2::from(bits.map(f64::from_bits));
            let corners = lost.iter().map(at_corner).map(|at| Bounds { min: at, max: at });
            for bounds in changes.iter().copied().chain(corners) {
                mesh.each_cell_near(bounds, |slot| slots.push(slot));
            }
            slots.sort_unstable();
            slots.dedup();
            add_chords(mesh, width, slots, &mut self.chords, |corner| {
                has_changed(corner.point) || lost.contains(&key_of(corner.point, corner.layer))
            });
        } else {
            slots.extend(mesh.slots());
            add_chords(mesh, width, slots, &mut self.chords, |_| true);
        }
        self.chords.sort_by(Chord::order);
        // Several walls may end at the point opposite.
        self.chords.dedup_by(|a, b| a.line == b.line && a.layer == b.layer);
    }

    #[cfg(test)]
    pub(super) fn lines(&self) -> impl Iterator<Item = ([DVec2; 2], Option<u32>)> + '_ {
        self.chords.iter().map(|chord| (chord.line, chord.layer))
    }

    /// Returns the chords without those that cross a shorter one, or lie beside one.
    ///
    /// A chord stays or goes by the shorter ones within `width`, its greatest length. It is decided again near those that
    /// are new, gone, or were decided otherwise.
    ///
    /// Complexity: linear in the chords; for each that is decided linear in those within the width.
    pub(super) fn planar(&mut self, radius: f64, width: f64) -> Vec<Chord> {
        let gone = std::mem::take(&mut self.gone);
        let middles: Vec<DVec2> = self.chords.iter().map(Chord::middle).collect();
        let mut near = Numbers::over(middles.iter().copied(), width);
        let mut changes = Changes::over(&gone, &middles, width);
        let mut kept = Vec::new();
        for (index, &middle) in middles.iter().enumerate() {
            let chord = &self.chords[index];
            let before = chord.is_kept.filter(|_| !changes.reach(middle));
            let is_kept = before.unwrap_or_else(|| {
                near.near(middle, width).all(|number| {
                    let other = &self.chords[number as usize];
                    let is_beside = middles[number as usize].distance(middle) < SAME * radius;
                    !(is_beside && other.layer == chord.layer || chord.crosses(other))
                })
            });
            if is_kept != chord.is_kept.unwrap_or(false) {
                changes.add(gone.len() + index, middle);
            }
            self.chords[index].is_kept = Some(is_kept);
            if is_kept {
                near.add(index, middle);
                kept.push(self.chords[index].clone());
            }
        }
        kept
    }
}

/// The middles of chords that are gone, or that are new or decided otherwise than before.
struct Changes {
    numbers: Numbers,
    /// The box around them.
    around: Option<Bounds>,
    width: f64,
}

impl Changes {
    /// Begins with those that are gone. The others will be among `middles`.
    fn over(gone: &[DVec2], middles: &[DVec2], width: f64) -> Self {
        let all: Vec<DVec2> = gone.iter().chain(middles).copied().collect();
        let numbers = Numbers::over(all.into_iter(), width);
        let mut changes = Self { numbers, around: None, width };
        gone.iter().enumerate().for_each(|(number, &middle)| changes.add(number, middle));
        changes
    }

    fn add(&mut self, number: usize, middle: DVec2) {
        self.numbers.add(number, middle);
        let around = self.around.get_or_insert(Bounds { min: middle, max: middle });
        *around = Bounds { min: around.min.min(middle), max: around.max.max(middle) };
    }

    /// True for points within the width of a change, and for some that are farther.
    fn reach(&self, point: DVec2) -> bool {
        let [low, high] = [point - self.width, point + self.width];
        let is_near = |at: &Bounds| at.min.cmple(high).all() && at.max.cmpge(low).all();
        self.around.as_ref().is_some_and(is_near)
            && self.numbers.near(point, self.width).next().is_some()
    }
}

/// A corner, to compare and to sort.
type CornerKey = ([u64; 2], Option<u32>);

fn key_of(point: DVec2, layer: Option<u32>) -> CornerKey {
    (point.to_array().map(f64::to_bits), layer)
}

/// Adds the chords from the corners of cells that `is_asked` accepts.
fn add_chords(
    mesh: &NavMesh,
    width: f64,
    slots: Vec<u32>,
    found: &mut Vec<Chord>,
    is_asked: impl Fn(&Place) -> bool,
) {
    let mut queries = MeshQueries::new(mesh);
    let mut cells = Vec::new();
    for slot in slots {
        for edge in mesh.edge_range(slot) {
            let edge = mesh.edge(EdgeId(edge as u32));
            // One wall begins at each corner of walls; a corner of an area has none.
            if edge.origin_is_corner() && edge.is_wall() {
                let corner = mesh.place_in(slot, edge.origin());
                if is_asked(&corner) {
                    chords_from(corner, width, &mut queries, &mut cells, found);
                }
            }
        }
    }
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
            if !mesh.edge(edge).is_wall() {
                continue;
            }
            let [a, b] = mesh.edge_ends(edge);
            let opposite = nearest_on_segment(a, b, point);
            let is_near = opposite.distance_squared(point) < width * width;
            if !is_near || turn(a, b, point) != Turn::Left {
                continue;
            }
            // The point opposite is rounded, so the ray may hit its wall just before.
            let Ok(hit) = queries.cast_ray_through(corner, opposite, cells) else { continue };
            if hit.wall.map_or(hit.point == opposite, |wall| wall.edge == edge) {
                found.push(Chord::new([point, opposite], corner.layer, cells));
            }
        }
    });
}
