//! Validation of raw meshes.

mod twins;
mod overlap;

use super::{EdgeId, RawCell, RawMesh};
use crate::collections::NONE;
use crate::geom::{Turn, lexicographic, sanitized, turn};
use crate::outline::LinkSide;
use twins::Twins;

/// A defect of a raw mesh. Cells and corners are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshDefect {
    /// The mesh has no cell.
    #[error("the mesh has no cell")]
    Empty,
    /// There are more cells, corners, areas, links or bytes of their names than 32-bit ids allow.
    #[error("the mesh has more than 2³¹ corners, cells, areas, links or bytes of their names")]
    TooLarge,
    /// The arrays do not match.
    #[error("cell {cell} ends where the corner array does not")]
    BrokenArrays {
        /// The first such cell.
        cell: u32,
    },
    /// A coordinate is not finite, or it is not 0 and outside 2⁻¹⁴² to 2²⁰⁰ in magnitude.
    #[error(
        "position {position} has a coordinate that is not finite, or not 0 and outside 2^-142 to 2^200 in magnitude"
    )]
    BadPosition {
        /// The position's index.
        position: u32,
    },
    /// A corner refers to a position that does not exist.
    #[error("cell {cell}, corner {corner} refers to a position that does not exist")]
    NoSuchPosition {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell has fewer than three corners.
    #[error("cell {cell} has fewer than three corners")]
    TooFewCorners {
        /// The cell.
        cell: u32,
    },
    /// Two consecutive corners are the same point.
    #[error("cell {cell}, corner {corner} is the same point as the next corner")]
    RepeatedCorner {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell turns right: it is not convex, or runs clockwise.
    #[error("cell {cell} turns right at corner {corner}: not convex, or clockwise")]
    NotConvex {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell has no area, or winds around more than once.
    #[error("cell {cell} has no area, or winds around more than once")]
    NotSimple {
        /// The cell.
        cell: u32,
    },
    /// An edge's neighbour does not exist, or does not have the reversed edge with this cell as its
    /// neighbour.
    #[error("cell {cell}, edge {edge}: the neighbour does not share the edge")]
    NotReciprocal {
        /// The cell.
        cell: u32,
        /// Its edge, by its first corner.
        edge: u32,
    },
    /// A cell's cost is missing or outside 2⁻⁶⁴ to 2⁶⁴, or there are more costs than cells.
    #[error("cell {cell}: the cost is missing or outside 2^-64 to 2^64")]
    BadCost {
        /// The cell.
        cell: u32,
    },
    /// A cell's area is missing or unknown, or has another cost than the cell, or there are more areas
    /// than cells.
    #[error("cell {cell}: the area is missing or unknown, or has another cost than the cell")]
    BadArea {
        /// The cell.
        cell: u32,
    },
    /// There are floors, but not as many as cells.
    #[error("cell {cell}: the floor is missing, or there is no such cell")]
    BadLayer {
        /// The first cell without a floor, or floor without a cell.
        cell: u32,
    },
    /// An area's cost is outside 2⁻⁶⁴ to 2⁶⁴.
    #[error("area {area}: the cost is outside 2^-64 to 2^64")]
    BadAreaCost {
        /// The area.
        area: u32,
    },
    /// A door has an edge that does not exist.
    #[error("door {door} has an edge that does not exist")]
    BadDoor {
        /// The door.
        door: u32,
    },
    /// A link's cost is outside 0 to 2²⁰⁰.
    #[error("link {link}: the cost is outside 0 to 2^200")]
    BadLinkCost {
        /// The link.
        link: u32,
    },
    /// An end of a link lies in no cell of its floor.
    #[error("link {link}: the {side}{} lies in no cell of its floor", of_lane(*lane))]
    LinkOffMesh {
        /// The link.
        link: u32,
        /// The lane.
        lane: u32,
        /// The end.
        side: LinkSide,
    },
    /// The clearance has an unusable number, or rings or openings that do not match its corners.
    #[error(
        "the clearance has an unusable number, or rings or openings that do not match its corners"
    )]
    BadClearance,
}

/// Returns a mention of a lane other than the first.
fn of_lane(lane: u32) -> String {
    if lane == 0 { String::new() } else { format!(" of lane {lane}") }
}

/// All defects of a raw mesh; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeshDefects(pub Vec<MeshDefect>);

impl std::fmt::Display for MeshDefects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 5;
        for (i, defect) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{defect}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for MeshDefects {}

impl RawMesh {
    /// Returns all defects; empty for a valid mesh.
    ///
    /// Complexity: O(n log n) in the number of corners.
    #[must_use]
    pub fn defects(&self) -> Vec<MeshDefect> {
        self.checked().err().unwrap_or_default()
    }

    /// Returns the twin of every edge, [`NONE`] at walls.
    ///
    /// # Errors
    ///
    /// All defects.
    pub(super) fn checked(&self) -> Result<Vec<u32>, Vec<MeshDefect>> {
        if self.cell_count() == 0 {
            return Err(vec![MeshDefect::Empty]);
        }
        let limit = 1 << 31;
        let names = self.areas.iter().map(|area| area.name.len()).sum::<usize>()
            + self.doors.iter().map(|door| door.name.len()).sum::<usize>()
            + self.links.iter().map(|link| link.name.len()).sum::<usize>();
        let counts = [self.corners.len(), self.cell_count(), self.positions.len()];
        let counts = counts.into_iter().chain([self.links.len()]);
        if counts.chain([self.areas.len(), names]).any(|n| n >= limit) {
            return Err(vec![MeshDefect::TooLarge]);
        }
        if let Some(cell) = self.first_broken_end() {
            return Err(vec![MeshDefect::BrokenArrays { cell }]);
        }
        let mut defects = Vec::new();
        self.check_positions(&mut defects);
        self.check_corners(&mut defects);
        self.check_costs(&mut defects);
        self.check_areas(&mut defects);
        let layers = self.layers.len();
        if layers != 0 && layers != self.cell_count() {
            let cell = layers.min(self.cell_count()) as u32;
            defects.push(MeshDefect::BadLayer { cell });
        }
        self.check_doors(&mut defects);
        if self.clearance.as_ref().is_some_and(|clearance| !clearance.is_valid()) {
            defects.push(MeshDefect::BadClearance);
        }
        let twins = if defects.is_empty() { self.check_cells(&mut defects) } else { Vec::new() };
        if defects.is_empty() { Ok(twins) } else { Err(defects) }
    }

    fn cells(&self) -> impl Iterator<Item = (u32, RawCell<'_>)> {
        (0..self.cell_count()).filter_map(|index| Some((index as u32, self.cell(index)?)))
    }

    fn first_broken_end(&self) -> Option<u32> {
        let out_of_order = self.cell_ends.windows(2).position(|ends| ends[0] > ends[1]);
        let last = self.cell_ends.len() - 1;
        let total = self.cell_ends[last] as usize;
        let mismatch = total != self.corners.len() || total != self.neighbors.len();
        out_of_order.map(|before| before as u32 + 1).or(mismatch.then_some(last as u32))
    }

    fn check_positions(&self, defects: &mut Vec<MeshDefect>) {
        for (index, &point) in self.positions.iter().enumerate() {
            if sanitized(point) != Some(point) {
                defects.push(MeshDefect::BadPosition { position: index as u32 });
            }
        }
    }

    fn check_corners(&self, defects: &mut Vec<MeshDefect>) {
        for (cell, raw) in self.cells() {
            if raw.corners.len() < 3 {
                defects.push(MeshDefect::TooFewCorners { cell });
            }
            for (i, &position) in raw.corners.iter().enumerate() {
                if position as usize >= self.positions.len() {
                    defects.push(MeshDefect::NoSuchPosition { cell, corner: i as u32 });
                }
            }
        }
    }

    fn check_costs(&self, defects: &mut Vec<MeshDefect>) {
        if self.costs.is_empty() {
            return;
        }
        let good = |cost: &f64| Self::COSTS.contains(cost);
        for cell in 0..self.cell_count().max(self.costs.len()) {
            let extra = cell >= self.cell_count();
            if extra || !self.costs.get(cell).is_some_and(good) {
                defects.push(MeshDefect::BadCost { cell: cell as u32 });
            }
        }
    }

    fn check_areas(&self, defects: &mut Vec<MeshDefect>) {
        let unusable = |area: &usize| !Self::COSTS.contains(&self.areas[*area].cost);
        let bad = (0..self.areas.len()).filter(unusable);
        defects.extend(bad.map(|area| MeshDefect::BadAreaCost { area: area as u32 }));
        if self.areas.is_empty() && self.cell_areas.is_empty() {
            return;
        }
        let cost = |cell: usize| self.costs.get(cell).copied().unwrap_or(1.0);
        for cell in 0..self.cell_count().max(self.cell_areas.len()) {
            let is_valid = match self.cell_areas.get(cell) {
                _ if cell >= self.cell_count() => false,
                None => false,
                Some(None) => true,
                Some(Some(area)) => {
                    self.areas.get(*area as usize).is_some_and(|area| area.cost == cost(cell))
                }
            };
            if !is_valid {
                defects.push(MeshDefect::BadArea { cell: cell as u32 });
            }
        }
    }

    fn check_doors(&self, defects: &mut Vec<MeshDefect>) {
        let known = |edge: &EdgeId| edge.index() < self.corners.len();
        let bad = self.doors.iter().enumerate().filter(|(_, door)| !door.edges.iter().all(known));
        defects.extend(bad.map(|(door, _)| MeshDefect::BadDoor { door: door as u32 }));
    }

    /// Checks each cell. Returns the twins of all edges.
    fn check_cells(&self, defects: &mut Vec<MeshDefect>) -> Vec<u32> {
        let mut known = vec![NONE; self.corners.len()];
        let twins = Twins::of(self);
        for (cell, raw) in self.cells() {
            self.check_shape(cell, raw, defects);
            let first = self.range(cell as usize).start;
            for (edge, &neighbor) in raw.neighbors.iter().enumerate() {
                let index = first + edge;
                if neighbor.is_none() || known[index] != NONE {
                    continue;
                }
                match twins.of_edge(cell, index).filter(|_| neighbor != Some(cell)) {
                    Some(twin) => (known[index], known[twin as usize]) = (twin, index as u32),
                    None => {
                        let edge = edge as u32;
                        defects.push(MeshDefect::NotReciprocal { cell, edge });
                    }
                }
            }
        }
        known
    }

    /// Checks convexity by signs: no right turn, some left turn, and one turn in all.
    ///
    /// The cell turns once if its edges change between lexicographically rising and falling exactly twice.
    fn check_shape(&self, cell: u32, raw: RawCell<'_>, defects: &mut Vec<MeshDefect>) {
        let count = raw.corners.len();
        let point = |i: usize| self.positions[raw.corners[i] as usize];
        let (mut left_turns, mut changes) = (0, 0);
        let (mut a, mut b) = (point(0), point(1));
        let mut did_rise = lexicographic(a, b).is_lt();
        for (i, after) in (2..count).chain(0..2).enumerate() {
            let c = point(after);
            let corner = if i + 1 == count { 0 } else { i + 1 } as u32;
            if a == b {
                defects.push(MeshDefect::RepeatedCorner { cell, corner: i as u32 });
                return;
            }
            match turn(a, b, c) {
                Turn::Right => {
                    defects.push(MeshDefect::NotConvex { cell, corner });
                    return;
                }
                Turn::Left => left_turns += 1,
                Turn::Collinear => {}
            }
            let rises = lexicographic(b, c).is_lt();
            changes += usize::from(rises != std::mem::replace(&mut did_rise, rises));
            (a, b) = (b, c);
        }
        if left_turns == 0 || changes != 2 {
            defects.push(MeshDefect::NotSimple { cell });
        }
    }
}
