//! The node of a tile: one number per tile, and nothing is ever cleared.
//!
//! Source: P. Briggs, L. Torczon, "An Efficient Representation for Sparse Sets", 1993. A number may
//! be left over from an earlier search. It is valid if the node of that number belongs to the tile.
//!
//! A hash table would be smaller. A search, however, usually continues near its last node, and
//! there the numbers are near in memory as well: a square of four by four tiles shares a cache
//! line. Rows of squares are one square longer than necessary; otherwise the rows of a map as wide
//! as a power of two would compete for the same few places in the cache.

/// The numbers of nodes by tile.
#[derive(Debug, Default)]
pub(crate) struct TileIndex {
    /// The number of squares in a row.
    stride: usize,
    squares: Vec<Square>,
}

/// Sixteen tiles, row after row.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Square([u32; 16]);

impl TileIndex {
    /// Allocates space for a map of this size, if it is larger than all before; the caller must
    /// have removed the nodes of earlier searches.
    pub(crate) fn begin(&mut self, width: u32, height: u32) {
        self.stride = width as usize / 4 + 2;
        let count = self.stride * (height as usize / 4 + 1);
        if self.squares.len() < count {
            self.squares.resize(count, Square::default());
        }
    }

    /// Returns the number last assigned to a tile, by any search, for update.
    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn number_mut(&mut self, tile: (u32, u32)) -> &mut u32 {
        let square = self.square_of(tile);
        &mut self.squares[square].0[place_in_square(tile)]
    }

    /// Returns the number last assigned to a tile, by any search.
    pub(crate) fn get(&self, tile: (u32, u32)) -> Option<u32> {
        self.squares.get(self.square_of(tile)).map(|square| square.0[place_in_square(tile)])
    }

    #[inline(always)] // in the inner loop of jump point search
    fn square_of(&self, tile: (u32, u32)) -> usize {
        (tile.1 / 4) as usize * self.stride + (tile.0 / 4) as usize
    }
}

#[inline(always)] // in the inner loop of jump point search
fn place_in_square(tile: (u32, u32)) -> usize {
    (tile.1 % 4 * 4 + tile.0 % 4) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_keeps_its_number_until_the_nodes_change() {
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
