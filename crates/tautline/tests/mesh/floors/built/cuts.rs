//! Cuts worlds into two floors, connected along the cut.

use navmesh_testkit::reduce::{Failure, failure};
use navmesh_testkit::{CorpusCase, SplitMix64};
use tautline::{DVec2, FloorConnection, Floors, Outline, Outlines};

/// Cuts a world along a line into two floors, connected along that line.
pub(crate) fn cut(world: &Outlines, from: DVec2, to: DVec2) -> Floors {
    let aside = (to - from).perp() * 4.0;
    let without = |aside: DVec2| {
        let mut outlines = world.clone();
        outlines.obstacles.push(Outline::new([from, to, to + aside, from + aside]));
        outlines
    };
    Floors::default()
        .with_floor(3, without(-aside))
        .with_floor(7, without(aside))
        .with_connection(FloorConnection::new([3, 7], [from, to]))
}

/// Runs a check on a cut world; on a panic, minimizes the world and panics with it.
pub(crate) fn assert_holds_cut(
    world: &CorpusCase,
    [from, to]: [DVec2; 2],
    check: impl FnMut(&CorpusCase),
) {
    if let Some(Failure { message, case }) = failure(world, check) {
        let building = cut(&case.outlines, from, to);
        let case = CorpusCase { outlines: Outlines::default(), building, ..case };
        panic!("{}", Failure { message, case });
    }
}

/// Picks a line across the world: vertical or horizontal through one of its points or beside it, or
/// oblique.
pub(crate) fn chord(points: &[DVec2], rng: &mut SplitMix64) -> [DVec2; 2] {
    let reach = points.iter().fold(1.0, |reach, point| point.abs().max_element().max(reach)) * 4.0;
    let at = *rng.pick(points) + DVec2::splat(*rng.pick(&[0.0, 0.5, 0.3]));
    let along = *rng.pick(&[DVec2::X, DVec2::Y, DVec2::new(1.0, 2.0), DVec2::new(-3.0, 1.0)]);
    [at - along * reach, at + along * reach]
}
