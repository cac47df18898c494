//! The arcs of each node of a tube.

use super::parts::TubeArc;

/// The arcs of each node.
#[derive(Debug, Default)]
pub(super) struct Ranges {
    first: Vec<u32>,
    arcs: Vec<u32>,
}

impl Ranges {
    /// Groups arcs by one of their ends.
    pub(super) fn group(&mut self, nodes: usize, arcs: &[TubeArc], end: impl Fn(&TubeArc) -> u32) {
        self.first.clear();
        self.first.resize(nodes + 1, 0);
        for arc in arcs {
            self.first[end(arc) as usize + 1] += 1;
        }
        for node in 0..nodes {
            self.first[node + 1] += self.first[node];
        }
        self.arcs.clear();
        self.arcs.resize(arcs.len(), 0);
        for (number, arc) in arcs.iter().enumerate().rev() {
            let place = &mut self.first[end(arc) as usize + 1];
            *place -= 1;
            self.arcs[*place as usize] = number as u32;
        }
        // Each entry was moved back to the begin of its own group.
        self.first.rotate_left(1);
        if let Some(last) = self.first.last_mut() {
            *last = arcs.len() as u32;
        }
    }

    pub(super) fn of(&self, node: u32) -> &[u32] {
        let [first, end] = [self.first[node as usize], self.first[node as usize + 1]];
        &self.arcs[first as usize..end as usize]
    }
}
