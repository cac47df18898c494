//! The refinement of a chain on given borders.
//!
//! Each point is moved along its border to the least sum of the legs beside it, in turns. A move that would lead a leg out
//! of its region is shortened. Then all points are moved at once by [Newton's method](crate::weighted::snell).

use std::ops::Range;

use navmesh_core::DVec2;

use super::{Chain, On, Point};
use crate::weighted::ground::{Ground, point_at};
use crate::weighted::snell::least_share;

/// The most turns in which the points are moved one by one.
const MAX_TURNS: usize = 12;

/// The relative improvement by a turn below which the turns end.
const ENOUGH: f64 = 1e-6;

/// The most steps in which all points are moved at once.
const MAX_STEPS: usize = 4;

/// The most times that vertices are passed on another side.
const MAX_PASSES: usize = 8;

impl Chain {
    /// Moves the points along their borders until the cost hardly falls any more.
    ///
    /// Vertices are passed on another side where that is cheaper.
    pub(in crate::weighted) fn refine(&mut self, ground: &Ground) {
        for _ in 0..MAX_PASSES {
            self.settle(ground);
            if !self.pass_vertices(ground) {
                break;
            }
        }
    }

    /// Moves the points along the given borders.
    fn settle(&mut self, ground: &Ground) {
        self.take_turns(ground, 1..self.points.len().saturating_sub(1));
        for _ in 0..MAX_STEPS {
            if !self.polish(ground) {
                break;
            }
        }
    }

    /// Moves some points one by one, in turns.
    pub(super) fn take_turns(&mut self, ground: &Ground, points: Range<usize>) {
        for _ in 0..MAX_TURNS {
            let gain: f64 = points.clone().map(|index| self.move_point(ground, index)).sum();
            if gain <= ENOUGH * self.cost(ground) {
                break;
            }
        }
    }

    /// Moves all points at once by a step of Newton's method. False if that gains nothing.
    fn polish(&mut self, ground: &Ground) -> bool {
        let known = self.cost(ground);
        self.newton.begin();
        for point in &self.points {
            self.newton.add_point(
                point.at,
                match point.on {
                    On::Border { border, share } if share > 0.0 && share < 1.0 => {
                        let [a, b] = ground.borders[border as usize].ends;
                        b - a
                    }
                    _ => DVec2::ZERO,
                },
            );
        }
        if !self.newton.solve(self.legs.iter().map(|leg| leg.rate())) {
            return false;
        }
        self.saved.clone_from(&self.points);
        for (point, step) in self.points.iter_mut().zip(self.newton.steps()) {
            if let On::Border { border, share } = &mut point.on {
                *share = (*share + step).clamp(0.0, 1.0);
                point.at = point_at(ground.borders[*border as usize].ends, *share);
            }
        }
        let is_better = self.cost(ground) < known && self.first_unclear_leg(ground).is_none();
        if !is_better {
            self.points.clone_from(&self.saved);
        }
        is_better
    }

    /// Moves a point to where its two legs cost the least. Returns by how much the cost fell.
    fn move_point(&mut self, ground: &Ground, index: usize) -> f64 {
        let Point { at, on: On::Border { border, share } } = self.points[index] else { return 0.0 };
        let [before, after] = [self.points[index - 1].at, self.points[index + 1].at];
        let [into, out] = [self.legs[index - 1], self.legs[index]];
        let ends = ground.borders[border as usize].ends;
        let rates = [into, out].map(|leg| leg.rate());
        let cost = |at: DVec2| rates[0] * before.distance(at) + rates[1] * at.distance(after);
        let mut next = least_share(ends, [before, after], rates);
        let known = cost(at);
        for _ in 0..6 {
            let point = point_at(ends, next);
            let gain = known - cost(point);
            if gain <= 0.0 {
                return 0.0;
            }
            let moved = Point { at: point, on: On::Border { border, share: next } };
            if self.is_clear_at(ground, index, moved) {
                self.points[index] = moved;
                return gain;
            }
            next = 0.5 * (next + share);
        }
        0.0
    }
}
