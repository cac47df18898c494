//! Seeded maps and edits.

use navmesh_build::{LiveKey, LiveShape, NavMeshBuilder, OutlineEdit};
use navmesh_core::{Area, DVec2, Door, Outline, Wall};
use navmesh_testkit::{SplitMix64, world_count};

/// The kinds of places for the points of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Points {
    Lattice,
    Halves,
    Anywhere,
}

/// A seeded scene: an affine frame and a kind of points.
pub(crate) struct Scene {
    pub(crate) random: SplitMix64,
    points: Points,
    turn: DVec2,
    shift: DVec2,
    /// Shapes drawn so far; some are drawn again.
    drawn: Vec<Vec<DVec2>>,
}

pub(crate) const SIZE: i64 = 24;

impl Scene {
    pub(crate) fn new(seed: u64, points: Points, angle: f64, scale: f64) -> Self {
        let turn = DVec2::from_angle(angle) * scale;
        let shift = if angle == 0.0 { DVec2::ZERO } else { DVec2::new(3.7, -1.3) * scale };
        Self { random: SplitMix64::new(seed), points, turn, shift, drawn: Vec::new() }
    }

    pub(crate) fn place(&self, point: DVec2) -> DVec2 {
        self.turn.rotate(point) + self.shift
    }

    fn point(&mut self) -> DVec2 {
        let (x, y) = (self.random.between(0, SIZE), self.random.between(0, SIZE));
        let offset = match self.points {
            Points::Lattice => DVec2::ZERO,
            Points::Halves => {
                0.5 * DVec2::new(self.random.below(2) as f64, self.random.below(2) as f64)
            }
            Points::Anywhere => DVec2::new(self.random.unit(), self.random.unit()),
        };
        DVec2::new(x as f64, y as f64) + offset
    }

    pub(crate) fn placed_point(&mut self) -> DVec2 {
        let point = self.point();
        self.place(point)
    }

    pub(crate) fn rect(&mut self, most: i64) -> Vec<DVec2> {
        let low = self.point();
        let size =
            DVec2::new(self.random.between(1, most) as f64, self.random.between(1, most) as f64);
        let high = low + size;
        [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
            .map(|p| self.place(p))
            .into()
    }

    /// Returns a ring; many share points, sides or all with earlier ones.
    pub(crate) fn ring(&mut self) -> Vec<DVec2> {
        let ring = match self.random.below(12) {
            0..=4 => self.rect(3),
            5 => self.rect(9),
            6 => (0..3).map(|_| self.placed_point()).collect(),
            7 => {
                let centre = self.point();
                let corner = |i: i32| {
                    centre
                        + 1.5 * DVec2::from_angle(f64::from(i) * std::f64::consts::FRAC_PI_4 + 0.1)
                };
                (0..8).map(|i| self.place(corner(i))).collect()
            }
            8 => {
                // A sliver.
                let (a, b) = (self.point(), self.point());
                let tip = a.lerp(b, 0.5) + DVec2::new(0.01, -0.02);
                [a, b, tip].map(|p| self.place(p)).into()
            }
            9 if !self.drawn.is_empty() => {
                let pick = self.random.below(self.drawn.len());
                self.drawn[pick].clone()
            }
            10 if !self.drawn.is_empty() => {
                // One side of an earlier ring, and another point.
                let pick = self.random.below(self.drawn.len());
                let side = self.random.below(self.drawn[pick].len() - 1);
                let tip = self.point();
                vec![self.drawn[pick][side], self.drawn[pick][side + 1], self.place(tip)]
            }
            _ => {
                // A thin wall at any angle.
                let (a, b) = (self.point(), self.point());
                let across = (b - a).perp().normalize_or_zero() * 0.25;
                [a - across, b - across, b + across, a + across].map(|p| self.place(p)).into()
            }
        };
        self.drawn.push(ring.clone());
        ring
    }

    fn line(&mut self) -> Vec<DVec2> {
        let count = 2 + self.random.below(3);
        (0..count).map(|_| self.placed_point()).collect()
    }

    /// Returns a builder with ground, obstacles and walls.
    pub(crate) fn builder(&mut self) -> NavMeshBuilder {
        let mut builder = NavMeshBuilder::new();
        let size = SIZE as f64;
        let corners =
            [DVec2::ZERO, DVec2::new(size, 0.0), DVec2::splat(size), DVec2::new(0.0, size)];
        let yard: Vec<DVec2> = corners.map(|p| self.place(p)).into();
        self.drawn.push(yard.clone());
        builder.add_walkable(Outline::new(yard));
        for _ in 0..self.random.below(3) {
            let ring = self.rect(9);
            builder.add_walkable(Outline::new(ring));
        }
        for _ in 0..self.random.below(10) {
            let ring = self.ring();
            builder.add_obstacle(Outline::new(ring));
        }
        for _ in 0..self.random.below(3) {
            let line = self.line();
            builder.add_wall(Wall::new(line));
        }
        builder
    }

    /// Returns an edit; `standing` holds what may be removed.
    pub(crate) fn edit(&mut self, standing: &[LiveKey], with_areas: bool) -> OutlineEdit {
        let choice = self.random.below(if with_areas { 16 } else { 12 });
        let some = (!standing.is_empty()).then(|| *self.random.pick(standing));
        match (choice, some) {
            (0..=2, Some(key)) => OutlineEdit::Remove(key),
            (3, Some(key @ LiveKey::Outline(_))) => {
                OutlineEdit::Replace(key, LiveShape::Outline(Outline::new(self.ring())))
            }
            (4, _) => OutlineEdit::AddWalkable(Outline::new(self.ring())),
            (5, _) => OutlineEdit::AddWall(Wall::new(self.line())),
            (6, _) => {
                let hole = self.rect(2);
                OutlineEdit::AddObstacle(Outline::new(self.rect(9)).with_hole(hole))
            }
            (14.., _) => {
                let name = *self.random.pick(&["gate", "hatch"]);
                OutlineEdit::AddDoor(Door::new(self.line(), name))
            }
            (12.., _) => {
                let (name, cost) = *self.random.pick(&[("mud", 3.0), ("road", 0.5), ("mud", 4.0)]);
                OutlineEdit::AddArea(Area::new(Outline::new(self.ring()), name, cost))
            }
            _ => OutlineEdit::AddObstacle(Outline::new(self.ring())),
        }
    }
}

/// Calls `run` with seeds, kinds of points, angles and scales. Panics with every failure, not only with the first one.
pub(crate) fn each_world(worlds: u64, mut run: impl FnMut(u64, Points, f64, f64)) {
    let mut failures = Vec::new();
    for seed in 0..world_count(worlds) {
        for (points, angle, scale) in [
            (Points::Lattice, 0.0, 1.0),
            (Points::Halves, 0.0, 0.25),
            (Points::Anywhere, 0.0, 1.0),
            (Points::Lattice, 0.7, 1.0),
            (Points::Lattice, 1.3, 1e-6),
            (Points::Anywhere, 0.4, 1e7),
        ] {
            let mut sequence = || run(seed, points, angle, scale);
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(&mut sequence));
            failures.extend(done.err().map(|_| (seed, points, angle, scale)));
        }
    }
    assert!(failures.is_empty(), "{} failures: {failures:?}", failures.len());
}
