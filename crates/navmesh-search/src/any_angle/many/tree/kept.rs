//! Some links of chains, numbered anew.

use super::super::super::node::NONE;

/// Which links are kept.
pub(super) struct Kept {
    /// For each old number the new one.
    numbers: Vec<u32>,
    /// The old numbers in the order of the new ones, each with the new number of the link before it.
    links: Vec<(u32, u32)>,
    chain: Vec<u32>,
}

impl Kept {
    /// None of so many.
    pub(super) fn of(count: usize) -> Self {
        Self { numbers: vec![NONE; count], links: Vec::new(), chain: Vec::new() }
    }

    /// Keeps a link and all before it; returns its new number.
    pub(super) fn keep(&mut self, last: u32, previous: impl Fn(u32) -> u32) -> u32 {
        let mut link = last;
        while link != NONE && self.numbers[link as usize] == NONE {
            self.chain.push(link);
            link = previous(link);
        }
        let mut before = if link == NONE { NONE } else { self.numbers[link as usize] };
        while let Some(link) = self.chain.pop() {
            self.links.push((link, before));
            before = self.links.len() as u32 - 1;
            self.numbers[link as usize] = before;
        }
        before
    }

    /// The old number of each link kept, and the new number of the one before it.
    pub(super) fn links(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.links.iter().copied()
    }
}
