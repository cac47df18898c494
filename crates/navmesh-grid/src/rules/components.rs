//! The connected components of a map: the sets of tiles that legal steps connect.
//!
//! Source: A. Rosenfeld and J. L. Pfaltz, "Sequential Operations in Digital Picture Processing",
//! 1966, label components by runs. Each row is cut into runs of free tiles, runs of neighbouring
//! rows that touch are united, and each tile gets the label of its run's set.
//!
//! We differ from it in: 1) an edit updates the labels. A freed tile unites the sets around it. A
//! blocked tile changes no label where its free neighbours are connected within the ring of eight
//! around it. Elsewhere a component may be split; the labels are then invalid, and the next query
//! computes them again. 2) Where corners are cut past one free tile, that tile connects the two
//! ends as well. Only [`CornerRule::Always`] therefore connects tiles at corners that no sides
//! connect.

use navmesh_core::backend::collections::DisjointSets;

use super::choices::{CornerRule, Neighborhood};
use super::moves::SIDES;
use super::options::GridOptions;
use crate::map::grid::Grid;
use crate::map::row::{TileRun, each_touching, runs_of};

/// The relation that connects two free tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Adjacency {
    /// The tiles share a side.
    Sides,
    /// The tiles share a side or a corner.
    Corners,
    /// The tiles are hexagons that share a side; odd rows are shifted right by half a hexagon.
    Hexagons,
}

/// The component of every tile, so that an unreachable goal is known without a search.
#[derive(Debug, Clone)]
pub(crate) struct Components {
    adjacency: Adjacency,
    /// The label of each tile; [`BLOCKED`] for blocked ones.
    labels: Vec<u32>,
    /// The sets of labels that stand for one component; the lowest label is its name.
    sets: DisjointSets,
    /// A box of tiles for each label; that of a component's name contains the component.
    boxes: Vec<TileBox>,
}

/// A box of tiles, by its lowest and its highest (column, row).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TileBox {
    pub(crate) low: (u32, u32),
    pub(crate) high: (u32, u32),
}

/// The label of blocked tiles. No component has it, since there are fewer tiles.
const BLOCKED: u32 = u32::MAX;

impl Adjacency {
    /// Returns the relation under these options.
    pub(crate) fn under(options: &GridOptions) -> Self {
        match (options.neighborhood, options.corners) {
            (Neighborhood::Eight, CornerRule::Always) => Self::Corners,
            _ => Self::Sides,
        }
    }

    /// Returns true if two neighbouring tiles are connected if both are free.
    fn connects(self, a: (u32, u32), b: (u32, u32)) -> bool {
        let [left, right] = self.reach(a.1);
        match a.1.abs_diff(b.1) {
            0 => a.0.abs_diff(b.0) == 1,
            1 => a.0 <= b.0 + left && b.0 <= a.0 + right,
            _ => false,
        }
    }

    /// Returns how many columns a tile of a row reaches to the left and to the right in the rows
    /// beside.
    fn reach(self, row: u32) -> [u32; 2] {
        match self {
            Self::Sides => [0, 0],
            Self::Corners => [1, 1],
            Self::Hexagons => [1 - row % 2, row % 2],
        }
    }
}

impl Components {
    /// Labels all tiles; linear in their number.
    pub(crate) fn new(grid: &Grid, adjacency: Adjacency) -> Self {
        let mut labels = vec![BLOCKED; grid.tile_count()];
        let (mut sets, mut boxes) = (DisjointSets::default(), Vec::new());
        let (mut above, mut row) = (Vec::new(), Vec::new());
        let mut all_runs = Vec::new();
        for y in 0..grid.height() {
            runs_of(grid.free().line(y as usize + 1), &mut row);
            let first = sets.add(row.len());
            let first_above = first - above.len() as u32;
            // There is no row above the first one.
            let reach = adjacency.reach(y.wrapping_sub(1));
            each_touching(&above, &row, reach, |a, b| {
                sets.unite(first_above + a as u32, first + b as u32);
            });
            for &TileRun { from, to } in &row {
                boxes.push(TileBox { low: (from, y), high: (to - 1, y) });
            }
            all_runs.extend_from_slice(&row);
            std::mem::swap(&mut above, &mut row);
        }
        sets.settle();
        for (label, TileRun { from, to }) in all_runs.into_iter().enumerate() {
            let start = boxes[label].low.1 as usize * grid.width() as usize;
            let name = sets.lowest(label as u32);
            boxes[name as usize] = boxes[name as usize].with(boxes[label]);
            labels[start + from as usize..start + to as usize].fill(name);
        }
        Self { adjacency, labels, sets, boxes }
    }

    /// Returns the name of a tile's component; the names of blocked and of free tiles differ.
    #[inline]
    pub(crate) fn of(&self, slot: u32) -> u32 {
        match self.labels[slot as usize] {
            BLOCKED => BLOCKED,
            label => self.sets.lowest(label),
        }
    }

    /// Returns a box that contains the component of a free tile; after edits it may be too large.
    pub(crate) fn box_of(&self, slot: u32) -> Option<TileBox> {
        self.boxes.get(self.of(slot) as usize).copied()
    }

    /// Returns the number of labels, which is above the names of all components.
    pub(crate) fn label_count(&self) -> usize {
        self.sets.len()
    }

    /// Updates the labels after tile (x, y) of the grid became free or blocked; returns false if
    /// the labels are invalid and must be computed again.
    pub(crate) fn patch(&mut self, grid: &Grid, x: u32, y: u32) -> bool {
        let (slot, around) =
            (y as usize * grid.width() as usize + x as usize, grid.free().around(x, y));
        if !grid.free().get(x, y) {
            self.labels[slot] = BLOCKED;
            return groups_around(around, self.adjacency, y) <= 1;
        }
        let near = (y.saturating_sub(1)..grid.height().min(y + 2)).flat_map(|row| {
            let columns = x.saturating_sub(1)..grid.width().min(x + 2);
            columns.map(move |column| (column, row))
        });
        let adjacency = self.adjacency;
        for (column, row) in near.filter(|&other| adjacency.connects((x, y), other)) {
            let label = self.labels[row as usize * grid.width() as usize + column as usize];
            match (self.labels[slot], label) {
                (_, BLOCKED) => {}
                (BLOCKED, _) => self.labels[slot] = self.sets.lowest(label),
                (own, other) => self.unite(own, other),
            }
        }
        let own = TileBox { low: (x, y), high: (x, y) };
        if self.labels[slot] == BLOCKED {
            self.labels[slot] = self.sets.add(1);
            self.boxes.push(own);
        }
        let name = self.sets.lowest(self.labels[slot]) as usize;
        self.boxes[name] = self.boxes[name].with(own);
        // Edits leave unused labels behind; new labels drop them.
        self.sets.len() <= grid.tile_count()
    }

    /// Makes two components one.
    fn unite(&mut self, a: u32, b: u32) {
        let both = [a, b].map(|label| self.boxes[self.sets.lowest(label) as usize]);
        self.sets.unite(a, b);
        let name = self.sets.lowest(a) as usize;
        self.boxes[name] = both[0].with(both[1]);
    }
}

impl TileBox {
    /// Returns the box of all tiles of a grid.
    pub(crate) fn of(grid: &Grid) -> Self {
        Self { low: (0, 0), high: (grid.width() - 1, grid.height() - 1) }
    }

    /// Returns the smallest box that contains both.
    fn with(self, other: Self) -> Self {
        Self {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }
}

/// Returns the number of groups into which the ring of eight divides the free neighbours of a tile.
///
/// With adjacency by sides, corners without a free side next to them do not count.
fn groups_around(around: u8, adjacency: Adjacency, row: u32) -> u32 {
    let side = |number: usize| around >> (number % SIDES) & 1 != 0;
    let corner = |number: usize| around >> (number % SIDES + SIDES) & 1 != 0;
    let sides = (0..SIDES).filter(|&number| side(number)).count() as u32;
    match adjacency {
        // A side that leads to the next one, across the corner between, is not the end of a group.
        Adjacency::Sides => {
            let is_link = |&number: &usize| side(number) && corner(number) && side(number + 1);
            let links = (0..SIDES).filter(is_link).count() as u32;
            // Four links close the ring.
            if links == 4 { 1 } else { sides - links }
        }
        // Two neighbouring sides touch; a lone corner touches no side.
        Adjacency::Corners => {
            let links =
                (0..SIDES).filter(|&number| side(number) && side(number + 1)).count() as u32;
            let is_lone = |&number: &usize| corner(number) && !side(number) && !side(number + 1);
            let lone = (0..SIDES).filter(is_lone).count() as u32;
            if links == 4 { 1 } else { sides - links + lone }
        }
        // Each hexagon of the ring touches the next one, so that every group has one end.
        Adjacency::Hexagons => {
            let ring = HEXAGON_RINGS[row as usize % 2].map(|direction| around >> direction & 1);
            (0..ring.len()).filter(|&at| ring[at] > ring[(at + 1) % ring.len()]).count() as u32
        }
    }
}

/// The directions of a hexagon's neighbours in turn, in even rows and in odd ones.
const HEXAGON_RINGS: [[u8; 6]; 2] = [[0, 1, 5, 2, 6, 3], [0, 4, 1, 2, 3, 7]];

#[cfg(test)]
mod tests;
