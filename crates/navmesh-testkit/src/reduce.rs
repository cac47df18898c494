//! A test-case reducer: the smallest world or building that still fails, as a file for the corpus.
//!
//! Source: the idea of D. R. MacIver, A. F. Donaldson, "Test-Case Reduction via Test-Case
//! Generation", 2020, and of A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
//! Input", 2002: try to leave out, then to simplify, whatever may be; keep what still fails.
//! We differ from it in: 1) things are left out one by one, since worlds are small; 2) a number is
//! simpler when it is shorter to write; 3) what stands at several places, as the corners of floors do that are joined,
//! is changed at all of them at once, too.

mod failure;
mod lists;
mod numbers;
mod print;

pub use failure::{Failure, assert_holds, failure};
pub use print::Rust;

use crate::corpus::CorpusCase;

/// The smallest case found, from `case` downwards, for which `fails` still says true.
///
/// Drops floors, joins, queries, outlines, walls, areas, doors, links, holes, points and lanes, then rounds numbers to
/// fewer digits, one change at a time; so no single such change of the result still fails. Comes back unchanged where
/// `case` itself does not fail.
///
/// Complexity: linear in the number of things and numbers, counted in calls of `fails`, for each time that one
/// change makes another possible; mostly these are few.
#[must_use]
pub fn reduce(case: &CorpusCase, mut fails: impl FnMut(&CorpusCase) -> bool) -> CorpusCase {
    let mut best = case.clone();
    let mut is_smaller = fails(&best);
    while is_smaller {
        is_smaller = false;
        for change in lists::CHANGES.into_iter().chain(numbers::CHANGES) {
            is_smaller |= reduce_by(change, &mut best, &mut fails);
        }
    }
    best
}

/// The change of a number, counted from 0, of all of one kind.
type Change = fn(&mut CorpusCase, usize) -> Tried;

/// The result of changing a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// It is smaller now.
    Smaller,
    /// It would not be smaller.
    Not,
    /// There is no such change, and none of a higher number.
    Ended,
}

/// Makes all changes of a kind after which it still fails; true where there are any.
fn reduce_by(
    change: Change,
    best: &mut CorpusCase,
    fails: &mut impl FnMut(&CorpusCase) -> bool,
) -> bool {
    let (mut is_smaller, mut number) = (false, 0);
    loop {
        let mut tried = best.clone();
        match change(&mut tried, number) {
            Tried::Ended => return is_smaller,
            Tried::Smaller if fails(&tried) => {
                // What was of the next number is of this one now.
                *best = tried;
                is_smaller = true;
            }
            _ => number += 1,
        }
    }
}

#[cfg(test)]
mod tests;
