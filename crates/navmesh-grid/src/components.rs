//! Which tiles can be walked to from which.
//!
//! Source: the union of runs is A. Rosenfeld and J. L. Pfaltz's labelling, "Sequential Operations
//! in Digital Picture Processing", 1966. Each row is cut into runs of free tiles; runs of
//! neighbouring rows that touch are united; each tile gets the name of its run's set.
//!
//! We differ from it in: 1) names are kept current when one tile changes. A tile that becomes free
//! unites the sets around it. A tile that becomes blocked changes no name where its free neighbours
//! are joined among themselves, by the ring of eight around it; only elsewhere a set may have
//! fallen apart, and then the labelling is given up and made anew for the next question. 2) Where
//! corners may be cut past one free tile, that tile joins the two ends as well; so it takes
//! [`CornerRule::Always`] for corners to join what sides do not.

use navmesh_core::collections::DisjointSets;

use crate::bits::WORD;
use crate::grid::Grid;
use crate::moves::SIDES;
use crate::options::{CornerRule, GridOptions, Neighborhood};

/// What joins two free tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joining {
    /// A common side.
    Sides,
    /// A common side or corner.
    Corners,
    /// A common side of hexagons, odd rows moved right by half of one.
    Hexagons,
}

/// The name of a tile's component, so that an unreachable goal is known without a search.
#[derive(Debug, Clone)]
pub(crate) struct Components {
    joining: Joining,
    /// A name a tile; [`BLOCKED`] for blocked ones.
    labels: Vec<u32>,
    /// The names, those of one component in one set; the lowest stands for it.
    sets: DisjointSets,
    /// For each name a box of tiles; that of the lowest of a set holds the whole component.
    extents: Vec<Extent>,
}

/// A box of tiles, given by its lowest and its highest column and row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) low: (u32, u32),
    pub(crate) high: (u32, u32),
}

/// The label of blocked tiles; no component has it, there are fewer tiles.
const BLOCKED: u32 = u32::MAX;

impl Joining {
    /// What the rules come to.
    pub(crate) fn under(options: &GridOptions) -> Self {
        match (options.neighborhood, options.corners) {
            (Neighborhood::Eight, CornerRule::Always) => Self::Corners,
            _ => Self::Sides,
        }
    }

    /// True where two tiles beside one another are joined if both are free.
    fn joins(self, (x, y): (u32, u32), (column, row): (u32, u32)) -> bool {
        let [left, right] = self.reach(y);
        match row.abs_diff(y) {
            0 => column.abs_diff(x) == 1,
            1 => x <= column + left && column <= x + right,
            _ => false,
        }
    }

    /// How many columns to the left and to the right a tile of a row reaches in the rows beside.
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
    pub(crate) fn new(grid: &Grid, joining: Joining) -> Self {
        let mut labels = vec![BLOCKED; grid.tile_count()];
        let (mut sets, mut extents) = (DisjointSets::default(), Vec::new());
        let (mut above, mut row) = (Vec::new(), Vec::new());
        let mut runs_of_rows = Vec::new();
        for y in 0..grid.height() {
            runs_of(grid.free().line(y as usize + 1), &mut row);
            let first = sets.add(row.len());
            let first_above = first - above.len() as u32;
            // How far the row above reaches, of which there is none above the first.
            let reach = joining.reach(y.wrapping_sub(1));
            unite_touching(&mut sets, reach, (&above, first_above), (&row, first));
            extents
                .extend(row.iter().map(|&(from, to)| Extent { low: (from, y), high: (to - 1, y) }));
            runs_of_rows.extend(row.iter().map(|&run| (y, run)));
            std::mem::swap(&mut above, &mut row);
        }
        sets.settle();
        for (name, (y, (from, to))) in runs_of_rows.into_iter().enumerate() {
            let root = sets.lowest(name as u32);
            extents[root as usize] = extents[root as usize].with(extents[name]);
            let start = y as usize * grid.width() as usize;
            labels[start + from as usize..start + to as usize].fill(root);
        }
        Self { joining, labels, sets, extents }
    }

    /// The name of a tile's component; blocked tiles have one that no free tile has.
    #[inline]
    pub(crate) fn of(&self, slot: u32) -> u32 {
        match self.labels[slot as usize] {
            BLOCKED => BLOCKED,
            label => self.sets.lowest(label),
        }
    }

    /// A box that holds the component of a free tile; after edits it may be too large.
    pub(crate) fn extent_of(&self, slot: u32) -> Option<Extent> {
        self.extents.get(self.of(slot) as usize).copied()
    }

    /// All names of free tiles are below this.
    pub(crate) fn name_count(&self) -> usize {
        self.sets.len()
    }

    /// Brings the labels up to date after tile (x, y) of the grid changed between free and blocked.
    ///
    /// False where that cannot be told from the tiles around it; the labels are then void.
    pub(crate) fn patch(&mut self, grid: &Grid, x: u32, y: u32) -> bool {
        let (slot, around) =
            (y as usize * grid.width() as usize + x as usize, grid.free().around(x, y));
        if !grid.free().get(x, y) {
            self.labels[slot] = BLOCKED;
            return groups_around(around, self.joining, y) <= 1;
        }
        let near = (y.saturating_sub(1)..grid.height().min(y + 2)).flat_map(|row| {
            let columns = x.saturating_sub(1)..grid.width().min(x + 2);
            columns.map(move |column| (column, row))
        });
        let joining = self.joining;
        for (column, row) in near.filter(|&other| joining.joins((x, y), other)) {
            let label = self.labels[row as usize * grid.width() as usize + column as usize];
            match (self.labels[slot], label) {
                (_, BLOCKED) => {}
                (BLOCKED, _) => self.labels[slot] = self.sets.lowest(label),
                (own, other) => self.unite(own, other),
            }
        }
        let own = Extent { low: (x, y), high: (x, y) };
        if self.labels[slot] == BLOCKED {
            self.labels[slot] = self.sets.add(1);
            self.extents.push(own);
        }
        let root = self.sets.lowest(self.labels[slot]) as usize;
        self.extents[root] = self.extents[root].with(own);
        // Names of sets that were blocked away pile up; a fresh labelling drops them.
        self.sets.len() <= grid.tile_count()
    }

    /// Makes two components one.
    fn unite(&mut self, a: u32, b: u32) {
        let both = [a, b].map(|name| self.extents[self.sets.lowest(name) as usize]);
        self.sets.unite(a, b);
        let root = self.sets.lowest(a) as usize;
        self.extents[root] = both[0].with(both[1]);
    }
}

impl Extent {
    /// All tiles of a grid.
    pub(crate) fn of(grid: &Grid) -> Self {
        Self { low: (0, 0), high: (grid.width() - 1, grid.height() - 1) }
    }

    /// The smallest box that holds both.
    fn with(self, other: Self) -> Self {
        Self {
            low: (self.low.0.min(other.low.0), self.low.1.min(other.low.1)),
            high: (self.high.0.max(other.high.0), self.high.1.max(other.high.1)),
        }
    }
}

/// Lists the runs of a line's set bits, each by its first column and the column after its last.
pub(crate) fn runs_of(line: &[u64], runs: &mut Vec<(u32, u32)>) {
    runs.clear();
    let mut before = 0;
    for (index, &word) in line.iter().enumerate() {
        // Every place where a bit differs from the one before it begins or ends a run.
        let mut changes = word ^ (word << 1 | before);
        before = word >> (WORD - 1);
        while changes != 0 {
            let column = (index * WORD) as u32 + changes.trailing_zeros() - 1;
            changes &= changes - 1;
            match runs.last_mut() {
                Some(run) if run.1 == 0 => run.1 = column,
                _ => runs.push((column, 0)),
            }
        }
    }
}

/// Unites the runs of two neighbouring rows that touch; each row with the name of its first run. `reach`
/// is that of the row above.
fn unite_touching(
    sets: &mut DisjointSets,
    [left, right]: [u32; 2],
    (above, first_above): (&[(u32, u32)], u32),
    (below, first_below): (&[(u32, u32)], u32),
) {
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (above.get(i), below.get(j)) {
        if a.0 < b.1 + left && b.0 < a.1 + right {
            sets.unite(first_above + i as u32, first_below + j as u32);
        }
        if a.1 < b.1 {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// In how many parts the free neighbours of a tile of a row are joined among themselves, within the ring
/// around it; corners that no side of the ring leads to are left out where only sides join.
fn groups_around(around: u8, joining: Joining, row: u32) -> u32 {
    let side = |number: usize| around >> (number % SIDES) & 1 != 0;
    let corner = |number: usize| around >> (number % SIDES + SIDES) & 1 != 0;
    let sides = (0..SIDES).filter(|&number| side(number)).count() as u32;
    match joining {
        // Each side of the ring that leads on to the next one, by the corner between, is no end.
        Joining::Sides => {
            let joins = |&number: &usize| side(number) && corner(number) && side(number + 1);
            let links = (0..SIDES).filter(joins).count() as u32;
            // Four links close the ring.
            if links == 4 { 1 } else { sides - links }
        }
        // Two neighbouring sides touch; a corner alone is joined by no side.
        Joining::Corners => {
            let links =
                (0..SIDES).filter(|&number| side(number) && side(number + 1)).count() as u32;
            let alone = |&number: &usize| corner(number) && !side(number) && !side(number + 1);
            let alone = (0..SIDES).filter(alone).count() as u32;
            if links == 4 { 1 } else { sides - links + alone }
        }
        // Each hexagon of the ring touches the next one, so that every part has one end.
        Joining::Hexagons => {
            let ring = HEXAGON_RINGS[row as usize % 2].map(|direction| around >> direction & 1);
            (0..ring.len()).filter(|&at| ring[at] > ring[(at + 1) % ring.len()]).count() as u32
        }
    }
}

/// The directions of a hexagon's neighbours in turn, in even rows and in odd ones.
const HEXAGON_RINGS: [[u8; 6]; 2] = [[0, 1, 5, 2, 6, 3], [0, 4, 1, 2, 3, 7]];

#[cfg(test)]
mod tests;
