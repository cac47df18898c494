//! The cones of a view that are still to be followed.
//!
//! A segment sees an edge through several sequences of portals: one for each way around the vertices in between. Many
//! vertices close together, such as those of the margin around a door, make more of them than can be followed. So
//! after [`APART`] cones through an edge, one that contains them all takes their place.

use std::collections::BTreeMap;

use super::{Cone, Eye, Limits, Segment, certain_turn};
use navmesh_core::DVec2;
use navmesh_core::backend::geom::Turn;

/// The cones of a view that are followed before those through an edge are counted.
const FREE: usize = 1 << 10;

/// The cones through an edge that are followed one by one.
const APART: u32 = 8;

/// The cones of a view.
#[derive(Debug, Default)]
pub(in crate::weighted) struct Cones {
    pub(super) open: Vec<Cone>,
    followed: usize,
    through: BTreeMap<u32, Through>,
}

/// The cones through one edge.
#[derive(Debug)]
struct Through {
    count: u32,
    /// A cone that contains them.
    all: Cone,
}

impl Cones {
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.through.clear();
        self.followed = 0;
    }

    /// Returns the next cone.
    pub(super) fn next(&mut self, _: Eye) -> Option<Cone> {
        self.open.pop()
    }

    /// Returns the next cone; one that contains it, after many through its edge.
    pub(super) fn next_joined(&mut self, eye: Eye) -> Option<Cone> {
        while let Some(cone) = self.open.pop() {
            self.followed += 1;
            if self.followed <= FREE {
                return Some(cone);
            }
            let all = Through { count: 0, all: cone };
            let through = self.through.entry(cone.edge.0).or_insert(all);
            let all = through.all.joined(eye, &cone);
            let is_new = through.count <= APART || all != through.all;
            through.all = all;
            through.count += 1;
            if is_new {
                return Some(if through.count <= APART { cone } else { all });
            }
        }
        None
    }
}

impl Cone {
    /// Returns a cone through the same edge that contains both.
    fn joined(&self, eye: Eye, other: &Self) -> Self {
        let part = match eye.part {
            Some(part) => self.part.joined(part, &other.part),
            None => Limits::default(),
        };
        Self { edge: self.edge, whole: self.whole.joined(eye.whole, &other.whole), part }
    }
}

impl Limits {
    fn joined(&self, eye: Segment, other: &Self) -> Self {
        let wider = |from: DVec2, a: Option<DVec2>, b: Option<DVec2>, outwards: Turn| {
            let (a, b) = (a?, b?);
            match certain_turn(from, a, b, eye.rounding) {
                _ if a == b => Some(a),
                Turn::Collinear if eye.rounding == 0.0 => Some(a),
                Turn::Collinear => None,
                turn => Some(if turn == outwards { b } else { a }),
            }
        };
        Self {
            right: wider(eye.left, self.right, other.right, Turn::Right),
            left: wider(eye.right, self.left, other.left, Turn::Left),
        }
    }
}
