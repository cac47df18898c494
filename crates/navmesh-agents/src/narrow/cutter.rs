//! The cutting of a mesh along chords.

use std::sync::Arc;

use navmesh_core::{DVec2, EdgeId, NavMesh};

use super::chords::Chord;
use super::cuts::{Cut, IS_CUT, Regions, Shape};
use super::ground::share_at;

impl Regions {
    /// Cuts a mesh along chords. Cells that were cut alike before keep their forms.
    ///
    /// Complexity: linear in the cells' edges; O(n log n) in the cells of the chords.
    pub(super) fn new(mesh: &NavMesh, chords: &[Chord], before: &Self) -> Self {
        let mut cutter = Cutter::new(mesh, chords, before);
        cutter.join();
        cutter.finish()
    }
}

/// The mark of an edge on no chord.
const OPEN: u32 = u32::MAX;

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
    cuts: Vec<Arc<Shape>>,
    /// For each slot the number of its piece, or [`IS_CUT`] and the number of its cut.
    of_slot: Vec<u32>,
    /// For each cut the number of its first piece.
    first_piece: Vec<u32>,
    /// For each edge the last chord along it, or [`OPEN`].
    closed_by: Vec<u32>,
    parents: Vec<u32>,
    beside: Vec<Option<[u32; 2]>>,
}

impl<'a> Cutter<'a> {
    fn new(mesh: &'a NavMesh, chords: &'a [Chord], before: &Regions) -> Self {
        let mut crossed: Vec<Crossed> = Vec::new();
        for (index, chord) in chords.iter().enumerate() {
            let own = chord.ground(mesh).crossed.iter();
            crossed.extend(own.map(|&(slot, middle)| Crossed { slot, chord: index, middle }));
        }
        crossed.sort_by_key(|at| (at.slot, at.chord));
        let parents: Vec<u32> = (0..mesh.slot_count() as u32).collect();
        let mut cutter = Self {
            mesh,
            chords,
            cuts: Vec::new(),
            of_slot: parents.clone(),
            first_piece: Vec::new(),
            closed_by: vec![OPEN; mesh.edges().len()],
            parents,
            beside: vec![None; chords.len()],
        };
        for crossed in crossed.chunk_by(|a, b| a.slot == b.slot) {
            cutter.cut(crossed, before);
        }
        cutter.close_portals();
        cutter
    }

    /// Divides a cell by the chords that cross it, and notes the pieces beside each.
    fn cut(&mut self, crossed: &[Crossed], before: &Regions) {
        let slot = crossed[0].slot;
        let lines = crossed.iter().map(|at| self.chords[at.chord].line);
        let known = before.shape(self.mesh.cell_id(slot));
        let known = known.filter(|shape| shape.lines.iter().copied().eq(lines.clone()));
        let shape = known.map_or_else(
            || Arc::new(Shape::new(lines.zip(crossed.iter().map(|at| at.middle)))),
            Arc::clone,
        );
        let first = self.parents.len() as u32;
        self.parents.extend(first..first + shape.piece_count() as u32);
        for (at, sides) in crossed.iter().zip(&shape.beside) {
            self.note_beside(at.chord, sides.map(|piece| first + piece as u32));
        }
        self.of_slot[slot as usize] = self.cuts.len() as u32 | IS_CUT;
        self.first_piece.push(first);
        self.cuts.push(shape);
    }

    /// Notes pieces left and right of a chord. The ground along one side of a chord is connected, since no other chord
    /// crosses it.
    fn note_beside(&mut self, chord: usize, numbers: [u32; 2]) {
        let known = *self.beside[chord].get_or_insert(numbers);
        known.into_iter().zip(numbers).for_each(|(a, b)| self.unite(a, b));
    }

    /// Closes the portals along chords, and notes the pieces on both sides. The last of several chords along one portal
    /// counts.
    fn close_portals(&mut self) {
        let (mesh, chords) = (self.mesh, self.chords);
        let along = || {
            let each = |(index, chord): (u32, &'a Chord)| {
                chord.ground(mesh).along.iter().map(move |&edge| (index, edge))
            };
            (0..).zip(chords).flat_map(each)
        };
        for (chord, edge) in along() {
            self.closed_by[edge.index()] = chord;
            if let Some(twin) = mesh.edge(edge).twin() {
                self.closed_by[twin.index()] = chord;
            }
        }
        for (chord, edge) in along() {
            let twin = mesh.edge(edge).twin();
            let Some(twin) = twin.filter(|_| self.closed_by[edge.index()] == chord) else {
                continue;
            };
            let ([a, b], [from, to]) = (mesh.edge_ends(edge), chords[chord as usize].line);
            // A cell lies left of its edges.
            let sides = if (b - a).dot(to - from) > 0.0 { [edge, twin] } else { [twin, edge] };
            let middle = (a + b) * 0.5;
            let numbers = sides.map(|edge| self.piece_at(mesh.edge(edge).cell_slot(), middle));
            self.note_beside(chord as usize, numbers);
        }
    }

    /// Joins the pieces that share part of a portal.
    fn join(&mut self) {
        let mesh = self.mesh;
        let (mut shares, mut parts) = (Vec::new(), Vec::new());
        for slot in mesh.slots() {
            for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
                let Some(twin) = mesh.edge(edge).twin().filter(|twin| edge < *twin) else {
                    continue;
                };
                if self.closed_by[edge.index()] != OPEN {
                    continue;
                }
                let slots = [slot, mesh.edge(twin).cell_slot()];
                if slots.iter().all(|&slot| self.of_slot[slot as usize] & IS_CUT == 0) {
                    self.unite(slots[0], slots[1]);
                    continue;
                }
                self.shares(mesh.edge_ends(edge), slots, &mut shares);
                parts.clear();
                parts.extend(shares.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| {
                    let [a, b] = mesh.edge_ends(edge);
                    a.lerp(b, (pair[0] + pair[1]) * 0.5)
                }));
                for &middle in &parts {
                    let [a, b] = slots.map(|slot| self.piece_at(slot, middle));
                    self.unite(a, b);
                }
            }
        }
    }

    /// Finds the shares of a portal at which the chords of both cells and its ends divide it.
    fn shares(&self, portal: [DVec2; 2], slots: [u32; 2], shares: &mut Vec<f64>) {
        let numbers = slots.iter().map(|&slot| self.of_slot[slot as usize]);
        let cuts = numbers.filter(|number| number & IS_CUT != 0);
        let lines = cuts.flat_map(|number| &self.cuts[(number & !IS_CUT) as usize].lines);
        shares.clear();
        shares.extend(lines.filter_map(|&line| share_at(line, portal)));
        shares.extend([0.0, 1.0]);
        shares.sort_by(f64::total_cmp);
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
        let mut cuts = Vec::with_capacity(self.cuts.len());
        for slot in self.mesh.slots() {
            let number = self.of_slot[slot as usize];
            if number & IS_CUT == 0 {
                cells[slot as usize] = region(&mut self, number);
                continue;
            }
            cells[slot as usize] = number;
            let cut = (number & !IS_CUT) as usize;
            let (first, shape) = (self.first_piece[cut], Arc::clone(&self.cuts[cut]));
            let pieces = first..first + shape.piece_count() as u32;
            let regions = pieces.map(|piece| region(&mut self, piece)).collect();
            cuts.push(Cut { shape, regions });
        }
        let mut beside = std::mem::take(&mut self.beside);
        for piece in beside.iter_mut().flatten().flatten() {
            *piece = region(&mut self, *piece);
        }
        let ids = (0..cells.len() as u32).map(|slot| self.mesh.cell_id(slot)).collect();
        Regions { cells, cuts, ids, count: count as usize, beside }
    }
}
