//! All contenders, prepared for one map.

use tautline::Search;

use crate::contender::Contender;
use crate::detour::DetourMap;
use crate::ours::Ours;
use crate::polyanya_crate::{PolyanyaMap, outline_of_queries};
use crate::scenario::Scenario;

/// The tolerance of our lengths: both sides sum up rounded legs, in f64.
pub const EXACT: f64 = 1e-9;
/// The tolerance of lengths found in f32.
pub const SINGLE: f64 = 1e-4;

/// Every contender; the first is the one that the others are compared with.
#[must_use]
pub fn prepare(scenario: &Scenario) -> Vec<Contender> {
    // Which outline the crate gets is none of its building.
    let outline = outline_of_queries(scenario);
    vec![
        Contender::prepare("tautline optimal, given mesh", EXACT, || {
            Ours::on_given(scenario, Search::Optimal)
        }),
        Contender::prepare("tautline optimal, own mesh", EXACT, || {
            Ours::on_built(scenario, Search::Optimal)
        }),
        Contender::prepare("tautline corridor, given mesh", EXACT, || {
            Ours::on_given(scenario, Search::Corridor)
        }),
        Contender::prepare("polyanya, given mesh", SINGLE, || PolyanyaMap::on_given(scenario)),
        Contender::prepare("polyanya, own mesh", SINGLE, || {
            outline.as_ref().map(PolyanyaMap::on_built).map_err(Clone::clone)
        }),
        Contender::prepare("navmesh-rs (Detour), given mesh", SINGLE, || {
            DetourMap::on_given(scenario)
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::samples::sample;
    use crate::{passes, report::Race};

    const WALL: [&str; 4] = [".....", "..#..", "..#..", "....."];

    #[test]
    fn everybody_goes_around_a_wall_at_any_angle() {
        let around = 2.0 * (1.5f64 * 1.5 + 0.5 * 0.5).sqrt() + 1.0;
        for rotate in [0.0, 1.0] {
            let mut scenario =
                sample(&WALL, rotate, &[([0.5, 0.5], [4.5, 0.5]), ([0.5, 1.5], [4.5, 1.5])]);
            scenario.reference = vec![4.0, around];
            let contenders = prepare(&scenario);
            let answers = passes::run(&scenario.queries, &contenders, 2);
            let race = Race::of("sample", &scenario.reference, &contenders, &answers);
            for row in race.rows {
                let score = row.score.unwrap();
                assert_eq!((score.optimal, score.failed), (2, 0), "{}, {rotate} rad", row.name);
            }
        }
    }

    #[test]
    fn the_crate_builds_the_one_outline_that_is_asked_on() {
        let islands = ["..#..", "..#.."];
        let left = ([0.5, 0.5], [1.5, 1.5]);
        let right = ([3.5, 0.5], [4.5, 1.5]);
        let one = outline_of_queries(&sample(&islands, 0.0, &[right])).unwrap();
        assert!(one.exterior.iter().all(|point| point.x >= 3.0));
        assert!(outline_of_queries(&sample(&islands, 1.0, &[left, right])).is_err());
    }
}
