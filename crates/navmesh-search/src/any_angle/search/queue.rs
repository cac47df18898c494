//! The queue of open nodes: a 4-ary heap of bounds.

/// The number of low bits of a bound that a key omits. The sign is always 0, so a key keeps 32 of
/// 63 bits: the exponent and 21 bits of the fraction.
const LEFT_OUT: u32 = 31;

/// An open node: its bound, rounded down by at most 2⁻²¹ of it, then its index. Ties leave the
/// queue in the order of creation.
///
/// One integer holds both: non-negative floats are ordered as their bits are, and a lower bound
/// rounded down is a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Open(u64);

impl Open {
    #[inline(always)]
    pub(crate) fn new(f: f64, node: u32) -> Self {
        Self((f.to_bits() >> LEFT_OUT) << 32 | u64::from(node))
    }

    #[inline(always)]
    pub(crate) fn f(self) -> f64 {
        f64::from_bits((self.0 >> 32) << LEFT_OUT)
    }

    #[inline(always)]
    pub(crate) fn node(self) -> u32 {
        self.0 as u32
    }
}

/// A 4-ary min-heap: it has half the levels of a binary one, so a pop touches fewer cache lines.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    heap: Vec<Open>,
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
    }

    pub(crate) fn push(&mut self, item: Open) {
        let mut hole = self.heap.len();
        self.heap.push(item);
        let heap = self.heap.as_mut_slice();
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if item >= heap[parent] {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = item;
    }

    /// The number of open nodes.
    pub(crate) fn len(&self) -> usize {
        self.heap.len()
    }

    /// The node with the least key.
    #[inline(always)]
    pub(crate) fn peek(&self) -> Option<&Open> {
        self.heap.first()
    }

    pub(crate) fn pop(&mut self) -> Option<Open> {
        let last = self.heap.pop()?;
        let Some(&top) = self.heap.first() else { return Some(last) };
        let heap = self.heap.as_mut_slice();
        let mut hole = 0;
        loop {
            let first = 4 * hole + 1;
            let Some((least, at)) = least_child(heap, first) else { break };
            if least >= last {
                break;
            }
            heap[hole] = least;
            hole = at;
        }
        heap[hole] = last;
        Some(top)
    }
}

/// The least of up to four children from `first` on, and its index.
#[inline(always)]
fn least_child(heap: &[Open], first: usize) -> Option<(Open, usize)> {
    if let Some(&[a, b, c, d]) = heap.get(first..first + 4).and_then(|four| four.first_chunk()) {
        let less = |x: (Open, usize), y: (Open, usize)| if y.0 < x.0 { y } else { x };
        let (ab, cd) = (less((a, first), (b, first + 1)), less((c, first + 2), (d, first + 3)));
        return Some(less(ab, cd));
    }
    let rest = heap.get(first..)?;
    rest.iter().copied().zip(first..).min()
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    #[test]
    fn nodes_come_out_by_bound_then_by_number() {
        let mut queue = Queue::default();
        let mut rng = SplitMix64::new(9);
        let mut expected = Vec::new();
        for node in 0..500 {
            let f = (rng.next_u64() >> 58) as f64;
            queue.push(Open::new(f, node));
            expected.push((f as u64, node));
        }
        expected.sort_unstable();
        let popped: Vec<(u64, u32)> =
            std::iter::from_fn(|| queue.pop()).map(|open| (open.f() as u64, open.node())).collect();
        assert_eq!(popped, expected);
    }

    #[test]
    fn a_key_is_never_above_its_bound_and_little_below() {
        for f in [0.0, 2f64.powi(-300), 0.1, 1.0, 1e9 + 0.3, 2f64.powi(201)] {
            let key = Open::new(f, 7);
            assert!(key.f() <= f && f <= key.f() * (1.0 + 5e-7), "{f}");
            assert_eq!(key.node(), 7);
        }
    }
}
