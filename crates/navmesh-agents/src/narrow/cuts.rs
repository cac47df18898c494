//! The mesh cut along chords: regions between which every way leads over a chord.
//!
//! A chord runs from wall to wall, so it divides each cell that it crosses. No two chords cross, so the pieces of a cell
//! differ by the sides of its chords on which they lie. Pieces that share part of a portal off the chords are one region.

use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{CellId, DVec2, EdgeId, NavMesh, Place};

use super::chords::Chord;

/// The mark of a cell with chords; the rest of the number is that of its cut.
const IS_CUT: u32 = 1 << 31;

/// The pieces of a cell that chords cross.
#[derive(Debug)]
struct Cut {
    /// The chords' lines.
    lines: Vec<[DVec2; 2]>,
    /// The pieces: for each line whether they lie left of it, and their region. Sorted.
    pieces: Vec<(Vec<bool>, u32)>,
}

impl Cut {
    /// Returns the sides of a point.
    fn sides(&self, point: DVec2) -> impl Iterator<Item = bool> + '_ {
        self.lines.iter().map(move |&[a, b]| turn(a, b, point) == Turn::Left)
    }

    /// Returns the index of the piece that holds a point; the first one if rounding has put it into none.
    fn piece_at(&self, point: DVec2) -> usize {
        let find = |(sides, _): &(Vec<bool>, u32)| sides.iter().copied().cmp(self.sides(point));
        self.pieces.binary_search_by(find).unwrap_or(0)
    }
}

/// A part of a cell between chords.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) region: u32,
    pub(super) slot: u32,
    /// The chords' lines, and whether the piece lies left of each.
    lines: Vec<([DVec2; 2], bool)>,
}

impl Piece {
    /// Returns the corners, each with whether the edge after it is part of a wall.
    pub(super) fn corners(&self, mesh: &NavMesh) -> Vec<(DVec2, bool)> {
        let edges = mesh.edge_range(self.slot).map(|edge| mesh.edge(EdgeId(edge as u32)));
        let mut corners: Vec<_> = edges.map(|edge| (edge.origin(), edge.is_wall())).collect();
        for &(line, is_left) in &self.lines {
            let line = if is_left { line } else { [line[1], line[0]] };
            corners = left_part(&corners, line);
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
    cells: Vec<u32>,
    cuts: Vec<Cut>,
    /// For each slot the id of its cell, or of its last one.
    pub(super) ids: Vec<CellId>,
    /// The number of regions.
    pub(super) count: usize,
    /// For each chord the regions left and right of it; `None` for one that divides nothing.
    pub(super) beside: Vec<Option<[u32; 2]>>,
}

impl Regions {
    /// Cuts a mesh along chords.
    ///
    /// Complexity: O(n log n) in the cells' edges and the cells of the chords.
    pub(super) fn new(mesh: &NavMesh, chords: &[Chord]) -> Self {
        let mut cutter = Cutter::new(mesh, chords);
        cutter.join();
        cutter.finish()
    }

    /// Returns all pieces, sorted by their regions.
    pub(super) fn pieces(&self, mesh: &NavMesh) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for slot in mesh.slots() {
            let cell = self.cells[slot as usize];
            if cell & IS_CUT == 0 {
                pieces.push(Piece { region: cell, slot, lines: Vec::new() });
                continue;
            }
            let cut = &self.cuts[(cell & !IS_CUT) as usize];
            pieces.extend(cut.pieces.iter().map(|(sides, region)| {
                let lines = cut.lines.iter().copied().zip(sides.iter().copied()).collect();
                Piece { region: *region, slot, lines }
            }));
        }
        pieces.sort_by_key(|piece| piece.region);
        pieces
    }

    /// Returns the region of a piece, if it is one of these regions.
    pub(super) fn of(&self, piece: &Piece) -> Option<u32> {
        let cell = *self.cells.get(piece.slot as usize)?;
        if cell & IS_CUT == 0 {
            return piece.lines.is_empty().then_some(cell);
        }
        let cut = &self.cuts[(cell & !IS_CUT) as usize];
        let sides = || piece.lines.iter().map(|line| line.1);
        let is_cut_alike = cut.lines.iter().eq(piece.lines.iter().map(|line| &line.0));
        let find = |at: &(Vec<bool>, u32)| at.0.iter().copied().cmp(sides());
        let at = cut.pieces.binary_search_by(find).ok().filter(|_| is_cut_alike)?;
        Some(cut.pieces[at].1)
    }

    /// Returns the region of a place on the mesh; `None` if its cell is unknown.
    pub(super) fn at(&self, place: &Place) -> Option<u32> {
        let cell = *self.cells.get(place.cell?.slot as usize)?;
        if cell & IS_CUT == 0 {
            return Some(cell);
        }
        let cut = &self.cuts[(cell & !IS_CUT) as usize];
        Some(cut.pieces[cut.piece_at(place.point)].1)
    }
}

/// A cell that a chord crosses, with the middle of the chord's part there.
#[derive(Debug, Clone, Copy)]
struct Crossed {
    slot: u32,
    chord: usize,
    middle: DVec2,
}

/// Regions in the making. Each piece has a number: a whole cell that of its slot, the pieces of cuts those behind.
struct Cutter<'a> {
    mesh: &'a NavMesh,
    chords: &'a [Chord],
    cuts: Vec<Cut>,
    /// For each slot the number of its piece, or [`IS_CUT`] and the number of its cut.
    of_slot: Vec<u32>,
    /// For each cut the number of its first piece.
    first_piece: Vec<u32>,
    /// Portals that lie on a chord, with the chord. Sorted.
    closed: Vec<(u32, usize)>,
    parents: Vec<u32>,
    beside: Vec<Option<[u32; 2]>>,
}

impl<'a> Cutter<'a> {
    fn new(mesh: &'a NavMesh, chords: &'a [Chord]) -> Self {
        let mut crossed: Vec<Crossed> = Vec::new();
        let mut closed = Vec::new();
        for (index, chord) in chords.iter().enumerate() {
            for slot in chord.cells.iter().map(|cell| cell.slot) {
                if let Some(middle) = overlap(mesh, slot, chord.line) {
                    crossed.push(Crossed { slot, chord: index, middle });
                }
                for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                    let ([a, b], [from, to]) = (mesh.edge_ends(edge), chord.line);
                    if [a, b].iter().all(|&end| on_segment(from, to, end)) {
                        closed.push((edge.0, index));
                        closed.extend(mesh.edge(edge).twin().map(|twin| (twin.0, index)));
                    }
                }
            }
        }
        // The last of several chords along one portal counts.
        closed.sort();
        closed.dedup_by(|next, last| {
            let is_same = next.0 == last.0;
            if is_same {
                *last = *next;
            }
            is_same
        });
        crossed.sort_by_key(|at| (at.slot, at.chord));
        crossed.dedup_by_key(|at| (at.slot, at.chord));
        let parents: Vec<u32> = (0..mesh.slot_count() as u32).collect();
        let mut cutter = Self {
            mesh,
            chords,
            cuts: Vec::new(),
            of_slot: parents.clone(),
            first_piece: Vec::new(),
            closed,
            parents,
            beside: vec![None; chords.len()],
        };
        for crossed in crossed.chunk_by(|a, b| a.slot == b.slot) {
            cutter.cut(crossed);
        }
        cutter.close_portals();
        cutter
    }

    /// Divides a cell by the chords that cross it, and notes the pieces beside each.
    fn cut(&mut self, crossed: &[Crossed]) {
        let lines: Vec<_> = crossed.iter().map(|at| self.chords[at.chord].line).collect();
        let mut cut = Cut { lines, pieces: Vec::new() };
        let mut beside = Vec::new();
        for (index, &Crossed { chord, middle, .. }) in crossed.iter().enumerate() {
            let sides = [true, false].map(|is_left| {
                let mut sides: Vec<bool> = cut.sides(middle).collect();
                sides[index] = is_left;
                sides
            });
            cut.pieces.extend(sides.iter().map(|sides| (sides.clone(), 0)));
            beside.push((chord, sides));
        }
        cut.pieces.sort();
        cut.pieces.dedup();
        let first = self.parents.len() as u32;
        self.parents.extend(first..first + cut.pieces.len() as u32);
        for (chord, sides) in beside {
            let piece = |sides: &Vec<bool>| cut.pieces.binary_search_by(|at| at.0.cmp(sides));
            let numbers = sides.each_ref().map(|sides| first + piece(sides).unwrap_or(0) as u32);
            let known = *self.beside[chord].get_or_insert(numbers);
            // The ground along one side of a chord is connected, since no other chord crosses it.
            known.into_iter().zip(numbers).for_each(|(a, b)| self.unite(a, b));
        }
        self.of_slot[crossed[0].slot as usize] = self.cuts.len() as u32 | IS_CUT;
        self.first_piece.push(first);
        self.cuts.push(cut);
    }

    /// Notes the pieces on both sides of the chords that lie along portals.
    fn close_portals(&mut self) {
        for (edge, chord) in self.closed.clone() {
            let edge = EdgeId(edge);
            let ([a, b], [from, to]) = (self.mesh.edge_ends(edge), self.chords[chord].line);
            let Some(twin) = self.mesh.edge(edge).twin().filter(|_| (b - a).dot(to - from) > 0.0)
            else {
                continue;
            };
            // A cell lies left of its edges.
            let middle = (a + b) * 0.5;
            let numbers =
                [edge, twin].map(|edge| self.piece_at(self.mesh.edge(edge).cell_slot(), middle));
            let known = *self.beside[chord].get_or_insert(numbers);
            known.into_iter().zip(numbers).for_each(|(a, b)| self.unite(a, b));
        }
    }

    /// Joins the pieces that share part of a portal.
    fn join(&mut self) {
        let mesh = self.mesh;
        for slot in mesh.slots() {
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                let Some(twin) = mesh.edge(edge).twin().filter(|twin| edge < *twin) else {
                    continue;
                };
                if self.closed.binary_search_by_key(&edge.0, |at| at.0).is_ok() {
                    continue;
                }
                let slots = [slot, mesh.edge(twin).cell_slot()];
                if slots.iter().all(|&slot| self.of_slot[slot as usize] & IS_CUT == 0) {
                    self.unite(slots[0], slots[1]);
                    continue;
                }
                for middle in self.parts(mesh.edge_ends(edge), slots) {
                    let [a, b] = slots.map(|slot| self.piece_at(slot, middle));
                    self.unite(a, b);
                }
            }
        }
    }

    /// Returns the middles of the parts of a portal between the chords of both cells.
    fn parts(&self, [a, b]: [DVec2; 2], slots: [u32; 2]) -> Vec<DVec2> {
        let numbers = slots.iter().map(|&slot| self.of_slot[slot as usize]);
        let cuts = numbers.filter(|number| number & IS_CUT != 0);
        let lines = cuts.flat_map(|number| &self.cuts[(number & !IS_CUT) as usize].lines);
        let mut shares: Vec<f64> = lines.filter_map(|&line| share_at(line, [a, b])).collect();
        shares.extend([0.0, 1.0]);
        shares.sort_by(f64::total_cmp);
        shares
            .windows(2)
            .filter(|pair| pair[0] < pair[1])
            .map(|pair| a.lerp(b, (pair[0] + pair[1]) * 0.5))
            .collect()
    }

    /// Returns the number of the piece of a cell that holds a point.
    fn piece_at(&self, slot: u32, point: DVec2) -> u32 {
        let number = self.of_slot[slot as usize];
        if number & IS_CUT == 0 {
            return number;
        }
        let cut = (number & !IS_CUT) as usize;
        self.first_piece[cut] + self.cuts[cut].piece_at(point) as u32
    }

    fn root(&mut self, mut piece: u32) -> u32 {
        while self.parents[piece as usize] != piece {
            let parent = self.parents[piece as usize];
            self.parents[piece as usize] = self.parents[parent as usize];
            piece = parent;
        }
        piece
    }

    fn unite(&mut self, a: u32, b: u32) {
        let [a, b] = [self.root(a), self.root(b)];
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Numbers the regions in the order of their first pieces.
    fn finish(mut self) -> Regions {
        let mut numbers = vec![u32::MAX; self.parents.len()];
        let mut count = 0;
        let mut region = |cutter: &mut Self, piece: u32| {
            let number = &mut numbers[cutter.root(piece) as usize];
            if *number == u32::MAX {
                *number = count;
                count += 1;
            }
            *number
        };
        let mut cells = vec![0; self.mesh.slot_count()];
        for slot in self.mesh.slots() {
            let number = self.of_slot[slot as usize];
            if number & IS_CUT == 0 {
                cells[slot as usize] = region(&mut self, number);
                continue;
            }
            cells[slot as usize] = number;
            let cut = (number & !IS_CUT) as usize;
            for piece in 0..self.cuts[cut].pieces.len() {
                let of_piece = self.first_piece[cut] + piece as u32;
                self.cuts[cut].pieces[piece].1 = region(&mut self, of_piece);
            }
        }
        let mut beside = std::mem::take(&mut self.beside);
        for piece in beside.iter_mut().flatten().flatten() {
            *piece = region(&mut self, *piece);
        }
        let ids = (0..cells.len() as u32).map(|slot| self.mesh.cell_id(slot)).collect();
        Regions { cells, cuts: self.cuts, ids, count: count as usize, beside }
    }
}

/// Returns the middle of the part of a chord that crosses a cell; `None` if it only touches the cell.
fn overlap(mesh: &NavMesh, slot: u32, [from, to]: [DVec2; 2]) -> Option<DVec2> {
    let edges = || mesh.edge_range(slot).map(|edge| mesh.edge_ends(EdgeId(edge as u32)));
    let mut is_beside = [false; 2];
    let mut part = [0.0_f64, 1.0];
    for [a, b] in edges() {
        let corner = turn(from, to, a);
        is_beside[0] |= corner == Turn::Left;
        is_beside[1] |= corner == Turn::Right;
        let [starts, ends] = [from, to].map(|point| turn(a, b, point) == Turn::Left);
        match (starts, ends) {
            (false, false) => return None,
            (true, true) => {}
            (is_inside, _) => {
                let share =
                    share_at([a, b], [from, to]).unwrap_or(if is_inside { 1.0 } else { 0.0 });
                if is_inside {
                    part[1] = part[1].min(share);
                } else {
                    part[0] = part[0].max(share);
                }
            }
        }
    }
    is_beside.iter().all(|&is| is).then(|| from.lerp(to, (part[0] + part[1]) * 0.5))
}

/// Returns the share of a segment at which a line crosses it, if both ends are apart from the line.
fn share_at([a, b]: [DVec2; 2], [from, to]: [DVec2; 2]) -> Option<f64> {
    let [start, end] = [from, to].map(|point| (b - a).perp_dot(point - a));
    let share = start / (start - end);
    (start * end < 0.0 && share > 0.0 && share < 1.0).then_some(share)
}
