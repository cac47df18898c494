//! The cost of a path where cells differ in cost, with the places in fractions.
//!
//! A leg is split at every place where it enters or leaves a cell. At each of these places a walker may change to any cell
//! that is joined there; on the pieces between them it stays in cells that hold the whole piece. Costs are sums in floats.

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::DVec2;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::MeshOracle;
use super::segment::Piece;
use crate::oracle::fractions::{Place, apart, cross, dot, place};
use crate::oracle::patches::Patches;

/// The cheapest known cost in each cell.
type Costs = BTreeMap<u32, f64>;

impl MeshOracle<'_> {
    /// The least cost of a walk along `waypoints`; `None` where there is none.
    ///
    /// Complexity: for each leg, the cells that it touches times the places where it enters or leaves one.
    #[must_use]
    pub fn cost_along(&self, waypoints: &[DVec2]) -> Option<f64> {
        let mut costs: Costs =
            self.cells_at(*waypoints.first()?).into_iter().map(|cell| (cell, 0.0)).collect();
        for leg in waypoints.windows(2) {
            costs = self.after_leg(costs, [leg[0], leg[1]]);
        }
        costs.into_values().min_by(f64::total_cmp)
    }

    fn after_leg(&self, mut costs: Costs, leg: [DVec2; 2]) -> Costs {
        let pieces: Vec<Piece> =
            self.mesh().slots().filter_map(|cell| self.piece_in(cell, leg)).collect();
        let ends = [BigRational::zero(), BigRational::one()];
        let places: BTreeSet<&BigRational> =
            pieces.iter().flat_map(|piece| &piece.shares).chain(&ends).collect();
        let mut before: Option<&BigRational> = None;
        for share in places {
            if let Some(before) = before {
                let length =
                    (share - before).to_f64().unwrap_or_default() * leg[0].distance(leg[1]);
                let holds =
                    |piece: &&Piece| &piece.shares[0] <= before && share <= &piece.shares[1];
                let cells = pieces.iter().filter(holds).map(|piece| piece.cell);
                let walked =
                    |cell: u32| Some((cell, costs.get(&cell)? + length * self.mesh().cost(cell)));
                costs = cells.filter_map(walked).collect();
            }
            self.change_cells(&mut costs, &on_leg(leg, share));
            before = Some(share);
        }
        costs
    }

    /// Lowers the costs of all cells to those of cells that are joined to them at a place.
    fn change_cells(&self, costs: &mut Costs, at: &Place) {
        let mut open: Vec<u32> = costs.keys().copied().collect();
        while let Some(cell) = open.pop() {
            let cost = costs[&cell];
            for (neighbor, ends) in self.portals(cell) {
                if holds(ends, at) && costs.get(&neighbor).is_none_or(|&known| cost < known) {
                    costs.insert(neighbor, cost);
                    open.push(neighbor);
                }
            }
        }
    }
}

fn on_leg([from, to]: [DVec2; 2], share: &BigRational) -> Place {
    let (from, along) = (place(from), apart(&place(from), &place(to)));
    [0, 1].map(|axis: usize| &from[axis] + &along[axis] * share)
}

/// True where a closed segment holds a place.
fn holds([a, b]: [DVec2; 2], at: &Place) -> bool {
    let [from_a, from_b] = [a, b].map(|end| apart(&place(end), at));
    cross(&from_a, &from_b).is_zero() && !dot(&from_a, &from_b).is_positive()
}
