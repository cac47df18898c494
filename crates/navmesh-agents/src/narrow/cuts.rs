//! The mesh cut along chords: regions between which every way leads over a chord.
//!
//! A chord runs from wall to wall, so it divides each cell that it crosses. No two chords cross, so the pieces of a cell
//! differ by the sides of its chords on which they lie. Pieces that share part of a portal off the chords are one region.

use std::sync::Arc;

use navmesh_core::backend::collections::{Groups, counting_sort};
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{CellId, DVec2, EdgeId, NavMesh, Place};

use super::ground::share_at;

/// The mark of a cell with chords; the rest of the number is that of its cut.
pub(super) const IS_CUT: u32 = 1 << 31;

/// The form of a cell that chords cross.
#[derive(Debug)]
pub(super) struct Shape {
    /// The chords' lines.
    pub(super) lines: Vec<[DVec2; 2]>,
    /// The pieces: for each line whether they lie left of it. Sorted.
    pieces: Vec<Vec<bool>>,
    /// For each line the pieces left and right of it, somewhere in the cell.
    pub(super) beside: Vec<[usize; 2]>,
}

impl Shape {
    /// Divides a cell by lines, each with a point on it inside the cell.
    pub(super) fn new(crossed: impl Iterator<Item = ([DVec2; 2], DVec2)>) -> Self {
        let (lines, middles): (Vec<_>, Vec<_>) = crossed.unzip();
        let mut shape = Self { lines, pieces: Vec::new(), beside: Vec::new() };
        let on_both_sides = |(index, &middle): (usize, &DVec2)| {
            [true, false].map(|is_left| {
                let mut sides: Vec<bool> =
                    shape.lines.iter().map(|&line| self::is_left(line, middle)).collect();
                sides[index] = is_left;
                sides
            })
        };
        let beside: Vec<_> = middles.iter().enumerate().map(on_both_sides).collect();
        shape.pieces = beside.iter().flatten().cloned().collect();
        shape.pieces.sort();
        shape.pieces.dedup();
        let piece = |sides: &Vec<bool>| shape.pieces.binary_search(sides).unwrap_or(0);
        shape.beside = beside.iter().map(|sides| sides.each_ref().map(piece)).collect();
        shape
    }

    pub(super) fn piece_count(&self) -> usize {
        self.pieces.len()
    }

    /// Returns the index of the piece that holds a point. If rounding has put it into none, it is the first of those that
    /// agree with most lines.
    pub(super) fn piece_at(&self, point: DVec2) -> usize {
        let mut range = 0..self.pieces.len();
        for (index, &line) in self.lines.iter().enumerate() {
            if range.len() == 1 {
                break;
            }
            let pieces = &self.pieces[range.clone()];
            let middle = range.start + pieces.partition_point(|sides| !sides[index]);
            let half = if is_left(line, point) { middle..range.end } else { range.start..middle };
            if !half.is_empty() {
                range = half;
            }
        }
        range.start
    }
}

fn is_left([a, b]: [DVec2; 2], point: DVec2) -> bool {
    turn(a, b, point) == Turn::Left
}

/// A cell that chords cross, with the region of each of its pieces.
#[derive(Debug)]
pub(super) struct Cut {
    pub(super) shape: Arc<Shape>,
    pub(super) regions: Vec<u32>,
}

/// A part of a cell between chords.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) region: u32,
    pub(super) slot: u32,
    /// Its number among the pieces of its cell.
    part: u32,
}

impl Piece {
    /// Returns the corners, each with whether the edge after it is part of a wall.
    pub(super) fn corners(&self, mesh: &NavMesh, regions: &Regions) -> Vec<(DVec2, bool)> {
        let edges = mesh.edge_range(self.slot).map(|edge| mesh.edge(EdgeId(edge as u32)));
        let mut corners: Vec<_> = edges.map(|edge| (edge.origin(), edge.is_wall())).collect();
        if let Some(Cut { shape, .. }) = regions.cut(self.slot) {
            for (&line, is_left) in shape.lines.iter().zip(&shape.pieces[self.part as usize]) {
                let line = if *is_left { line } else { [line[1], line[0]] };
                corners = left_part(&corners, line);
            }
        }
        corners
    }
}

/// Returns the part of a polygon left of a line.
fn left_part(corners: &[(DVec2, bool)], [a, b]: [DVec2; 2]) -> Vec<(DVec2, bool)> {
    let mut part = Vec::new();
    for (index, &(from, is_wall)) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()].0;
        let [starts, ends] = [from, to].map(|point| turn(a, b, point) == Turn::Left);
        let crossing = || share_at([a, b], [from, to]).map_or(from, |share| from.lerp(to, share));
        match (starts, ends) {
            (true, true) => part.push((from, is_wall)),
            (true, false) => part.extend([
                (from, is_wall),
                (share_at([a, b], [from, to]).map_or(to, |share| from.lerp(to, share)), false),
            ]),
            (false, true) => part.push((crossing(), is_wall)),
            (false, false) => {}
        }
    }
    part
}

/// The regions of a mesh.
#[derive(Debug, Default)]
pub(super) struct Regions {
    /// For each slot its region, or [`IS_CUT`] and the number of its cut.
    pub(super) cells: Vec<u32>,
    pub(super) cuts: Vec<Cut>,
    /// For each slot the id of its cell, or of its last one.
    pub(super) ids: Vec<CellId>,
    /// The number of regions.
    pub(super) count: usize,
    /// For each chord the regions left and right of it; `None` for one that divides nothing.
    pub(super) beside: Vec<Option<[u32; 2]>>,
}

impl Regions {
    /// Returns all pieces, by their regions.
    ///
    /// Complexity: linear.
    pub(super) fn pieces(&self, mesh: &NavMesh) -> Groups<Piece> {
        let of_slot = |slot: u32| {
            let whole = std::slice::from_ref(&self.cells[slot as usize]);
            let regions = self.cut(slot).map_or(whole, |cut| &cut.regions);
            (0..).zip(regions).map(move |(part, &region)| (region, Piece { region, slot, part }))
        };
        counting_sort(self.count, mesh.slots().flat_map(of_slot))
    }

    /// Returns how a cell is cut, if chords cross it.
    fn cut(&self, slot: u32) -> Option<&Cut> {
        let cell = self.cells.get(slot as usize).filter(|&cell| cell & IS_CUT != 0)?;
        Some(&self.cuts[(cell & !IS_CUT) as usize])
    }

    /// Returns the form of a cell that chords cross, if the mesh still has that cell.
    pub(super) fn shape(&self, cell: CellId) -> Option<&Arc<Shape>> {
        let is_known = self.ids.get(cell.slot as usize) == Some(&cell);
        Some(&self.cut(cell.slot).filter(|_| is_known)?.shape)
    }

    /// Returns the region that a piece of other regions is here, if its cell is cut alike.
    pub(super) fn of(&self, piece: &Piece, regions: &Self) -> Option<u32> {
        match (self.cut(piece.slot), regions.cut(piece.slot)) {
            (None, None) => self.cells.get(piece.slot as usize).copied(),
            (Some(own), Some(other)) => {
                let is_same = Arc::ptr_eq(&own.shape, &other.shape);
                is_same.then(|| own.regions[piece.part as usize])
            }
            _ => None,
        }
    }

    /// Returns the region of a place on the mesh; `None` if its cell is unknown.
    pub(super) fn at(&self, place: &Place) -> Option<u32> {
        let slot = place.cell?.slot;
        match self.cut(slot) {
            Some(cut) => Some(cut.regions[cut.shape.piece_at(place.point)]),
            None => self.cells.get(slot as usize).copied(),
        }
    }
}
