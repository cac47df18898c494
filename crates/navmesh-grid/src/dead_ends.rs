//! Which tiles no optimal way between two tiles can touch.
//!
//! Source: the block-cut tree of a graph, J. Hopcroft and R. Tarjan, "Algorithm 447: Efficient
//! Algorithms for Graph Manipulation", 1973; looking at nothing off the way through it is what our
//! mesh search does, too. Cut the map into runs of free tiles, row by row. Between two tiles of one
//! run no way is as cheap as the straight one, so an optimal way never leaves a run and comes back to
//! it: it is a simple path in the graph of runs. Simple paths between two runs keep to the *blocks*
//! on the way between them in the tree: to runs that hang together in more ways than one, and to the
//! runs that hold such parts together. What hangs off that way is a dead end, however wide.
//!
//! We differ from it in: 1) all this is done for rows and for columns, and a tile must pass both: each
//! sees dead ends that the other does not. 2) A tile that changes makes blocks be united, never parted,
//! so that nothing is closed that should be open ([`patch`](Lines::patch)). 3) Most tiles of most maps
//! are in the largest block of both trees, which most trails pass: for those one bit is the answer.

mod blocks;
mod patch;
mod run_names;

use run_names::RunNames;

use crate::bits::BitMap;
use crate::components::Joining;
use crate::grid::Grid;

/// The dead ends of a map, for whichever two tiles.
///
/// Holds where tiles cost the same and a straight step costs less than a diagonal one, if there are any.
#[derive(Debug, Clone)]
pub(crate) struct DeadEnds {
    rows: Lines,
    columns: Lines,
    /// The tiles that are in the largest block of both; some are left out after edits.
    core: BitMap,
}

/// The runs of all rows, or of all columns, and how they hang together.
#[derive(Debug, Clone)]
struct Lines {
    /// Tiles in a line, and how many lines there are.
    size: [u32; 2],
    joining: Joining,
    names: RunNames,
    /// For each run, the block in which it is not the parent.
    homes: Vec<u32>,
    /// For each run, whether a block hung on it when the blocks were found; no block hangs on a run that
    /// is newer.
    holds: Vec<bool>,
    blocks: Vec<Block>,
    /// For each block the one that stands for it, itself where it was not united; empty where none was.
    united: Vec<u32>,
    /// For each block, how long a chain of those may lead to it; empty as above.
    ranks: Vec<u8>,
    /// The block of most runs, when the blocks were found.
    largest: u32,
}

/// Runs that hang together in more ways than one, or two neighbouring runs.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// The run that this block hangs on in the tree; [`NONE`] at the top.
    parent: u32,
    /// The home of that run, when the blocks were found; [`NONE`] at the top.
    above: u32,
    /// How many blocks are above.
    depth: u32,
}

/// No run.
const NONE: u32 = u32::MAX;

/// What is open to a search between two tiles: its room in the scratch.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    rows: Marks,
    columns: Marks,
    /// True where the way passes the largest block of both trees.
    has_core: bool,
}

/// The blocks on the way through one tree, stamped with the number of the search.
#[derive(Debug, Default)]
struct Marks {
    stamps: Vec<u32>,
    generation: u32,
    /// The one run on the way that may be in no stamped block but as its parent.
    top: u32,
}

/// A map's dead ends for the two tiles of a trail; nothing is a dead end where none are known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Open<'a> {
    pub(crate) dead_ends: Option<&'a DeadEnds>,
    pub(crate) trail: &'a Trail,
}

impl DeadEnds {
    /// Finds all blocks; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, joining: Joining) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let turned = grid.free().transposed(width, height);
        let (rows, mut core) = Lines::new(grid.free(), [width, height], joining);
        let (columns, beside) = Lines::new(&turned, [height, width], joining);
        core.intersect(&beside.transposed(height, width));
        Self { rows, columns, core }
    }

    /// Brings the blocks up to date after tile (x, y) became free or blocked.
    ///
    /// False where that would take long; the blocks are then void. Complexity: constant, or linear in the
    /// length of a run that is in several blocks.
    pub(crate) fn patch(&mut self, (x, y): (u32, u32), is_free: bool) -> bool {
        self.core.set(x, y, false);
        self.rows.patch(y, x, is_free) && self.columns.patch(x, y, is_free)
    }
}

impl Trail {
    /// Opens what optimal ways between two tiles may touch. The tiles must be free and joined.
    ///
    /// Complexity: linear in the number of blocks on the way.
    pub(crate) fn lead(&mut self, dead_ends: &DeadEnds, from: (u32, u32), to: (u32, u32)) {
        let DeadEnds { rows, columns, .. } = dead_ends;
        self.rows.mark(rows, [rows.run(from.1, from.0), rows.run(to.1, to.0)]);
        self.columns.mark(columns, [columns.run(from.0, from.1), columns.run(to.0, to.1)]);
        self.has_core = self.rows.has(rows.root(rows.largest))
            && self.columns.has(columns.root(columns.largest));
    }
}

impl Open<'_> {
    /// False where a free tile is on no optimal way.
    #[inline(always)]
    pub(crate) fn admits(&self, (x, y): (u32, u32)) -> bool {
        let Some(DeadEnds { rows, columns, core }) = self.dead_ends else { return true };
        if self.trail.has_core && core.get(x, y) {
            return true;
        }
        self.trail.rows.admit(rows, rows.run(y, x))
            & self.trail.columns.admit(columns, columns.run(x, y))
    }
}

impl Lines {
    #[inline(always)]
    fn run(&self, line: u32, place: u32) -> u32 {
        self.names.of(line, place)
    }

    /// The block that a run is in without being its parent.
    #[inline(always)]
    fn home(&self, run: u32) -> u32 {
        self.root(self.homes[run as usize])
    }

    /// The block that stands for the one that this one is a part of by now.
    ///
    /// Complexity: logarithmic in the number of blocks that edits united.
    #[inline(always)]
    fn root(&self, mut block: u32) -> u32 {
        while let Some(&upper) = self.united.get(block as usize).filter(|&&upper| upper != block) {
            block = upper;
        }
        block
    }
}

/// One end of a way that is followed up the tree.
#[derive(Debug, Clone, Copy)]
struct Climber {
    run: u32,
    home: u32,
    /// What is known of the home.
    block: Block,
}

impl Climber {
    fn at(lines: &Lines, run: u32) -> Self {
        let home = lines.home(run);
        Self { run, home, block: lines.blocks[home as usize] }
    }
}

impl Marks {
    /// Stamps the blocks on the way between two runs.
    ///
    /// Where both are the same one, its home is open as well: an edit may have parted the run.
    fn mark(&mut self, lines: &Lines, runs: [u32; 2]) {
        self.begin(lines.blocks.len());
        let [mut a, mut b] = runs.map(|run| Climber::at(lines, run));
        // The deeper one climbs, until they meet.
        while if a.block.depth >= b.block.depth {
            self.climb(lines, &mut a, &b)
        } else {
            self.climb(lines, &mut b, &a)
        } {}
    }

    /// Climbs past a block; false where the way ends at the run above it.
    #[inline(always)]
    fn climb(&mut self, lines: &Lines, one: &mut Climber, other: &Climber) -> bool {
        self.stamps[one.home as usize] = self.generation;
        one.run = one.block.parent;
        if one.home == other.home || one.run == other.run || one.run == NONE {
            self.top = one.run;
            return false;
        }
        one.home = lines.root(one.block.above);
        one.block = lines.blocks[one.home as usize];
        true
    }

    #[inline(always)]
    fn has(&self, block: u32) -> bool {
        self.stamps[block as usize] == self.generation
    }

    #[inline(always)]
    fn admit(&self, lines: &Lines, run: u32) -> bool {
        self.has(lines.home(run)) | (run == self.top)
    }

    /// Forgets all stamps in constant time, except once in 2³² searches.
    fn begin(&mut self, block_count: usize) {
        if self.stamps.len() < block_count {
            self.stamps.resize(block_count, 0);
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.stamps.fill(0);
            self.generation = 1;
        }
    }
}

#[cfg(test)]
mod tests;
