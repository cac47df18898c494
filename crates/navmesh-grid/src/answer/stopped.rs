//! A search that stopped, as its memory keeps it.

use std::sync::{Arc, Weak};

use super::Asked;
use crate::finder::GridFinder;
use crate::options::GridOptions;
use crate::search::Outcome;
use crate::search::plan::{Leg, Standing};
use crate::survey::Survey;

/// A search that has not come to its end, and what it was asked.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// What was known of the map; another one, or gone, once the map has changed.
    survey: Weak<Survey>,
    options: GridOptions,
    /// The slots of start and goal.
    ends: [u32; 2],
    standing: Standing,
}

impl Stopped {
    /// What is to be kept of a search; `None` where it has come to its end.
    pub(crate) fn new(finder: &GridFinder, asked: &Asked<'_>, standing: &Standing) -> Option<Self> {
        let is_done = matches!(standing.outcome, Outcome::Found | Outcome::NoWay);
        (!is_done).then(|| Self {
            survey: Arc::downgrade(&finder.survey),
            options: *finder.options(),
            ends: [asked.plan.start, asked.plan.goal],
            standing: *standing,
        })
    }

    /// How to go on towards what is asked now; `None` where that is another question.
    pub(crate) fn leg(&self, finder: &GridFinder, asked: &Asked<'_>) -> Option<Leg> {
        let is_same_map = self.survey.as_ptr() == Arc::as_ptr(&finder.survey);
        let is_same = is_same_map
            && self.options == *finder.options()
            && self.ends == [asked.plan.start, asked.plan.goal];
        is_same.then(|| asked.go_on(&self.standing, u64::MAX))
    }
}
