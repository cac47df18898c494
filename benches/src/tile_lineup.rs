//! The contenders on tile maps, under the usual and other rules.

use tautline::{Grid, GridOptions, GridSearch};

use crate::contender::Contender;
use crate::graph_crate::graph_crate;
use crate::tile_contenders::{jumping_crate, ours};
use crate::tile_rules::{Always, Four, Never, OneFree, Steps, Weighed};

/// Those who are quick enough to be asked everything; the first is the one that the others are
/// compared with.
#[must_use]
pub fn quick(grid: &Grid) -> Vec<Contender> {
    vec![
        ours("tautline, jump points", grid, by(GridSearch::JumpPoints)),
        ours("tautline, jump tables", grid, by(GridSearch::JumpTables)),
        jumping_crate(grid),
    ]
}

/// Those who are asked a sample.
#[must_use]
pub fn thorough(grid: &Grid) -> Vec<Contender> {
    vec![
        ours("tautline, jump points", grid, by(GridSearch::JumpPoints)),
        ours("tautline, A*", grid, by(GridSearch::AStar)),
        graph_crate::<Never>(grid),
    ]
}

fn by(engine: GridSearch) -> GridOptions {
    GridOptions::default().engine(engine)
}

/// One set of rules, and who takes part under it.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The rules.
    pub name: &'static str,
    lineup: fn(&Grid) -> Vec<Contender>,
}

/// All rules beside the usual ones.
pub const OTHER_RULES: [Rules; 4] = [
    Rules { name: "four neighbours", lineup: contenders::<Four> },
    Rules { name: "corners cut past one free tile", lineup: contenders::<OneFree> },
    Rules { name: "corners always cut", lineup: contenders::<Always> },
    Rules { name: "tiles of cost 1 to 5, in squares of 8 by 8", lineup: contenders::<Weighed> },
];

impl Rules {
    /// Those who take part; costs are compared with those of the last of them.
    #[must_use]
    pub fn contenders(&self, grid: &Grid) -> Vec<Contender> {
        (self.lineup)(grid)
    }
}

fn contenders<S: Steps>(grid: &Grid) -> Vec<Contender> {
    let (grid, options) = (S::on(grid), S::options());
    vec![
        ours("tautline, its own choice", &grid, options),
        ours("tautline, A*", &grid, options.engine(GridSearch::AStar)),
        graph_crate::<S>(&grid),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes;
    use tautline::DVec2;

    #[test]
    fn all_who_cut_no_corner_find_the_same_length() {
        let grid = Grid::from_rows([".....", "..#..", "..#..", "....."]).unwrap();
        let queries = [[DVec2::new(0.5, 1.5), DVec2::new(4.5, 1.5)]];
        for contenders in [quick(&grid), thorough(&grid)] {
            let answers = passes::run(&queries, &contenders, 1);
            for (contender, answers) in contenders.iter().zip(&answers) {
                let length = answers[0].length.unwrap();
                let cuts = contender.name.contains("cuts corners");
                let expected = if cuts { 8f64.sqrt() + 2.0 } else { 2f64.sqrt() * 2.0 + 2.0 };
                assert!((length - expected).abs() < 1e-9, "{}: {length}", contender.name);
            }
        }
    }

    #[test]
    fn under_all_rules_all_find_the_same_cost() {
        let rows = [".......", "..#.#..", ".#.....", "..##.#.", "......."];
        let grid = Grid::from_rows(rows).unwrap();
        let queries = [[DVec2::new(0.5, 0.5), DVec2::new(6.5, 4.5)]];
        let costs = OTHER_RULES.map(|rules| {
            let contenders = rules.contenders(&grid);
            let answers = passes::run(&queries, &contenders, 1);
            let costs: Vec<f64> = answers.iter().map(|of| of[0].length.unwrap()).collect();
            assert!(costs.iter().all(|cost| (cost - costs[0]).abs() < 1e-4), "{costs:?}");
            costs[0]
        });
        assert!(costs[0] > costs[1] && costs[1] >= costs[2], "{costs:?}");
    }
}
