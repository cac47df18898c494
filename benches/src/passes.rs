//! The order of passes over the contenders, and their answers.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::DVec2;

use crate::contender::{Contender, Finder};

/// The result of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// The path's length; `None` where none was found, or where the contender panicked.
    pub length: Option<f64>,
    /// The fastest of all passes.
    pub nanoseconds: u64,
}

/// Asks every contender every query in every pass; gives a list of answers a contender, empty for
/// one that does not take part.
///
/// A pass asks one contender all queries, in an order shuffled anew for each round, the same for
/// all: so no query always meets the caches that its neighbour in the file left. The rounds take
/// turns, so that a slow minute of the machine hits everybody.
#[must_use]
pub fn run(queries: &[[DVec2; 2]], contenders: &[Contender], repeat: u32) -> Vec<Vec<Answer>> {
    let mut finders: Vec<Option<Box<dyn Finder + '_>>> =
        contenders.iter().map(|c| c.map.as_ref().ok().map(|g| g.finder())).collect();
    let unasked = Answer { length: None, nanoseconds: u64::MAX };
    let mut answers: Vec<Vec<Answer>> = finders
        .iter()
        .map(|finder| vec![unasked; finder.as_ref().map_or(0, |_| queries.len())])
        .collect();
    let mut order: Vec<usize> = (0..queries.len()).collect();
    let mut random = SplitMix64::new(0);
    // A rival's panic is counted, not printed.
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    for _ in 0..repeat.max(1) {
        shuffle(&mut order, &mut random);
        for (finder, answers) in finders.iter_mut().zip(&mut answers) {
            let Some(finder) = finder else { continue };
            pass(queries, finder.as_mut(), &order, answers);
        }
    }
    set_hook(hook);
    answers
}

fn pass(queries: &[[DVec2; 2]], finder: &mut dyn Finder, order: &[usize], answers: &mut [Answer]) {
    for &index in order {
        let [start, goal] = queries[index];
        let begun = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| finder.find(start, goal)));
        let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let answer = &mut answers[index];
        answer.nanoseconds = answer.nanoseconds.min(nanoseconds);
        answer.length = result.ok().and_then(|()| finder.length());
    }
}

/// R. Fisher and F. Yates's exchanges.
fn shuffle(order: &mut [usize], random: &mut SplitMix64) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}
