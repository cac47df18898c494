//! The open list: a 4-ary heap of bounds and nodes.

/// An open node: its bound, then its number, so that ties are popped in the order of creation.
///
/// Both in one integer: bounds are never negative, and such floats are ordered as their bits are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open(u128);

impl Open {
    #[inline(always)]
    pub(super) fn new(f: f64, node: u32) -> Self {
        Self(u128::from(f.to_bits()) << 32 | u128::from(node))
    }

    #[inline(always)]
    pub(super) fn f(self) -> f64 {
        f64::from_bits((self.0 >> 32) as u64)
    }

    #[inline(always)]
    pub(super) fn node(self) -> u32 {
        self.0 as u32
    }
}

/// A 4-ary min-heap; lower and flatter than a binary one, so fewer cache lines a pop.
#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: Vec<Open>,
}

impl Queue {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    pub(super) fn push(&mut self, item: Open) {
        let mut hole = self.heap.len();
        self.heap.push(item);
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if item >= self.heap[parent] {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = item;
    }

    /// The first to come out.
    pub(super) fn peek(&self) -> Option<&Open> {
        self.heap.first()
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else { return Some(last) };
        let heap = self.heap.as_mut_slice();
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            if first >= heap.len() {
                break;
            }
            let children = &heap[first..(first + 4).min(heap.len())];
            let (mut best, mut least) = (0, children[0]);
            for (i, &child) in children.iter().enumerate().skip(1) {
                (best, least) = if child < least { (i, child) } else { (best, least) };
            }
            if least >= last {
                break;
            }
            heap[hole] = least;
            hole = first + best;
        }
        heap[hole] = last;
        Some(top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_out_by_bound_then_by_number() {
        let mut queue = Queue::default();
        let mut state = 9u64;
        let mut expected = Vec::new();
        for node in 0..500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let f = (state >> 58) as f64;
            queue.push(Open::new(f, node));
            expected.push((f as u64, node));
        }
        expected.sort_unstable();
        let popped: Vec<(u64, u32)> =
            std::iter::from_fn(|| queue.pop()).map(|open| (open.f() as u64, open.node())).collect();
        assert_eq!(popped, expected);
    }
}
