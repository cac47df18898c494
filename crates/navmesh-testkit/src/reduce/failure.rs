//! A failing case, reduced and printed, from a check that panics.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use super::reduce;
use crate::corpus::CorpusCase;

/// The smallest case found that fails as the one that was checked.
///
/// Prints as what is wrong and, below, a text for the corpus: give it a story.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The failure.
    pub message: String,
    /// The case.
    pub case: CorpusCase,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { message, case } = self;
        write!(f, "{message}\n\nwhat is left of it, for the corpus:\n\n{case}")
    }
}

/// Checks a case; where that panics it is reduced, and panics with what is left.
///
/// # Panics
///
/// With the [`Failure`], where there is one.
pub fn assert_holds(case: &CorpusCase, check: impl FnMut(&CorpusCase)) {
    if let Some(failure) = failure(case, check) {
        panic!("{failure}");
    }
}

/// Checks a case; where that panics, the smallest case found with which it panics as it does with this one:
/// with the same words, whatever the numbers among them.
#[must_use]
pub fn failure(case: &CorpusCase, mut check: impl FnMut(&CorpusCase)) -> Option<Failure> {
    let words_of = |message: &str| -> String { message.split(is_no_word).collect() };
    let words = words_of(&message_of(case, &mut check)?);
    let mut fails_so = |smaller: &CorpusCase| {
        message_of(smaller, &mut check).is_some_and(|message| words_of(&message) == words)
    };
    let case = quietly(|| reduce(case, &mut fails_so));
    let message = quietly(|| message_of(&case, &mut check))?;
    Some(Failure { message, case })
}

/// True for what numbers and lists of them are made of.
fn is_no_word(letter: char) -> bool {
    !letter.is_alphabetic() || letter == 'e'
}

/// The panic message of a check, if it panics.
fn message_of(case: &CorpusCase, check: &mut impl FnMut(&CorpusCase)) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(|| check(case))).err()?;
    let text = panic.downcast_ref::<String>().cloned();
    Some(text.or(panic.downcast_ref().map(|&text: &&str| text.to_owned())).unwrap_or_default())
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Lets a thread panic without a word, thousands of times.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                loud(panic);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = work();
    IS_QUIET.set(false);
    result
}
