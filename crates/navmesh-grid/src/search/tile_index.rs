//! Which node stands for which tile: one number a tile, and nothing is ever cleared.
//!
//! Source: P. Briggs, L. Torczon, "An Efficient Representation for Sparse Sets", 1993. A number may be
//! left over from an earlier search; it counts where the node of that number is one of this tile.
//!
//! A hash table would be smaller. But a search goes on from where it has just been, and there the
//! numbers are near in memory, too: a square of four by four tiles shares a line of the cache. Rows are
//! a line longer than they need be; else those of maps as wide as a power of two would all compete for
//! the same few places in it.

/// Numbers of nodes by their tiles.
#[derive(Debug, Default)]
pub(crate) struct TileIndex {
    /// Squares in a row of squares.
    stride: usize,
    squares: Vec<Square>,
}

/// Sixteen tiles, row after row.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Square([u32; 16]);

impl TileIndex {
    /// Makes room for a map of this size; in constant time, except where there was less before.
    ///
    /// All tiles of earlier searches are forgotten where the caller forgot all nodes.
    pub(crate) fn begin(&mut self, width: u32, height: u32) {
        self.stride = width as usize / 4 + 2;
        let count = self.stride * (height as usize / 4 + 1);
        if self.squares.len() < count {
            self.squares.resize(count, Square::default());
        }
    }

    /// The number that a tile got last, in whichever search, to be changed.
    #[inline(always)]
    pub(crate) fn number_mut(&mut self, tile: (u32, u32)) -> &mut u32 {
        let (square, place) = self.place(tile);
        &mut self.squares[square].0[place]
    }

    /// The number that a tile got last, in whichever search.
    pub(crate) fn get(&self, tile: (u32, u32)) -> Option<u32> {
        let (square, place) = self.place(tile);
        self.squares.get(square).map(|square| square.0[place])
    }

    #[inline(always)]
    fn place(&self, (x, y): (u32, u32)) -> (usize, usize) {
        let square = (y / 4) as usize * self.stride + (x / 4) as usize;
        (square, (y % 4 * 4 + x % 4) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_keeps_its_number_until_the_nodes_are_others() {
        let mut index = TileIndex::default();
        for (width, height) in [(1, 1), (7, 5), (3, 8), (64, 2), (2, 3)] {
            index.begin(width, height);
            let mut nodes = Vec::new();
            let tiles = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            for round in 0..2 {
                for (number, tile) in (0..).zip(tiles()) {
                    let known = index.number_mut(tile);
                    let is_node = nodes.get(*known as usize) == Some(&tile);
                    assert_eq!(
                        is_node.then_some(*known),
                        (round == 1).then_some(number),
                        "{tile:?}"
                    );
                    *known = number;
                    assert_eq!(index.get(tile), Some(number));
                    if round == 0 {
                        nodes.push(tile);
                    }
                }
            }
        }
    }
}
