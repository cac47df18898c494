//! Hexagons by axial coordinates.
//!
//! Source: A. Patel, "Hexagonal Grids" (Red Blob Games), 2013. With s = −q − r the coordinates
//! (q, r) form three axes whose differences measure distances.

/// A hexagon by its two axial coordinates: q grows to the right, r downwards and to the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hex {
    /// The coordinate along the row.
    pub q: i32,
    /// The row.
    pub r: i32,
}

impl Hex {
    /// Returns the six neighbours, counter-clockwise from +q where rows run upwards.
    #[must_use]
    pub fn neighbors(self) -> [Self; 6] {
        const AROUND: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        AROUND.map(|(q, r)| Self { q: self.q.wrapping_add(q), r: self.r.wrapping_add(r) })
    }

    /// Returns the number of steps between two hexagons on a map without obstacles.
    #[must_use]
    pub fn distance(self, other: Self) -> u64 {
        let q = i64::from(self.q) - i64::from(other.q);
        let r = i64::from(self.r) - i64::from(other.r);
        // Each step changes two of the three coordinates by one.
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }
}
