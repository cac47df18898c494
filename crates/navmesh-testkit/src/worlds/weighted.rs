//! Seeded ground whose areas differ in cost, on fields of 100 by 100 units.
//!
//! - `study` – the four kinds of [`Ground::STUDY`], whose areas are disjoint or share whole sides.
//! - `hard` – areas that overlap, nest, have holes, touch at vertices, share sides, or differ by powers of two.
//! - `shapes` – stars and placed discs.
//!
//! The same seed gives the same bits on every machine: only + − × ÷ and square roots are used.

mod hard;
mod shapes;
mod study;

use navmesh_core::backend::geom::Bounds;
use navmesh_core::{DVec2, Outline, Outlines};

use super::{Transform, World, mapped, rotated};
use crate::oracle::{Coverage, covers};
use crate::rng::SplitMix64;

/// The width and height of a field.
pub const FIELD: f64 = 100.0;

/// The number of points of a world.
const POINTS: usize = 64;

/// A kind of ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Twelve areas of cost 3 and twelve obstacles, all disjoint.
    Mud,
    /// Twelve areas of costs from 0.5 to 5 and twelve obstacles, all disjoint.
    Mixed,
    /// A zigzag road of cost 0.5, twelve areas of cost 3 and twelve obstacles, all disjoint.
    Road,
    /// A lattice of 49 quadrangles of many costs, some of them blocked. Four meet at each inner vertex.
    Patchwork,
    /// Areas and obstacles that overlap one another and the border of the field.
    Overlapping,
    /// Areas within areas.
    Nested,
    /// Areas with holes; some holes hold an area, others an obstacle.
    Holes,
    /// Areas that touch at single vertices.
    Touching,
    /// Areas that share sides, with few different costs, so that some neighbours cost the same.
    Shared,
    /// Long thin areas across one another.
    Strips,
    /// Areas whose costs are powers of two from 2⁻⁶⁴ to 2⁶⁴.
    Extreme,
}

impl Ground {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Mud,
        Self::Mixed,
        Self::Road,
        Self::Patchwork,
        Self::Overlapping,
        Self::Nested,
        Self::Holes,
        Self::Touching,
        Self::Shared,
        Self::Strips,
        Self::Extreme,
    ];

    /// The kinds that are measured.
    pub const STUDY: [Self; 4] = [Self::Mud, Self::Mixed, Self::Road, Self::Patchwork];

    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mud => "mud",
            Self::Mixed => "mixed",
            Self::Road => "road",
            Self::Patchwork => "patchwork",
            Self::Overlapping => "overlapping",
            Self::Nested => "nested",
            Self::Holes => "holes",
            Self::Touching => "touching",
            Self::Shared => "shared",
            Self::Strips => "strips",
            Self::Extreme => "extreme",
        }
    }

    /// The outlines of a field of this kind.
    fn outlines(self, rng: &mut SplitMix64) -> Outlines {
        match self {
            Self::Mud => study::mud(rng),
            Self::Mixed => study::mixed(rng),
            Self::Road => study::road(rng),
            Self::Patchwork => study::patchwork(rng),
            Self::Overlapping => hard::overlapping(rng),
            Self::Nested => hard::nested(rng),
            Self::Holes => hard::holes(rng),
            Self::Touching => hard::touching(rng),
            Self::Shared => hard::shared(rng),
            Self::Strips => hard::strips(rng),
            Self::Extreme => hard::extreme(rng),
        }
    }
}

/// The field of a kind and a seed. Its points are seeded points of the ground, in general position.
#[must_use]
pub fn weighted_field(ground: Ground, seed: u64) -> World {
    let mut rng = SplitMix64::new(seed);
    let outlines = ground.outlines(&mut rng);
    let points = (0..POINTS).map(|_| on_ground(&outlines, &mut rng)).collect();
    World { name: format!("{}, seed {seed}", ground.name()), seed, outlines, points }
}

/// The world of a seed. Seeds in a row cycle through the kinds, then through turned and scaled variants.
///
/// Three in eight points are vertices, middles of sides, or in line with a side. The rest is in general position.
#[must_use]
pub fn weighted_world(seed: u64) -> World {
    let mut rng = SplitMix64::new(seed);
    let count = Ground::ALL.len() as u64;
    let ground = Ground::ALL[(seed % count) as usize];
    let (variant, transform) = VARIANTS[(seed / count % VARIANTS.len() as u64) as usize];
    let outlines = mapped(ground.outlines(&mut rng), transform);
    let point = |i| match i % 8 {
        0..3 => degenerate(&outlines, &mut rng),
        _ => on_ground(&outlines, &mut rng),
    };
    let points = (0..POINTS).map(point).collect();
    World { name: format!("{}, {variant}, seed {seed}", ground.name()), seed, outlines, points }
}

/// Adds seeded areas of costs from 0.5 to 5 to a map: stars, anywhere within the bounds of its walkable outlines.
///
/// `radius` is the largest one, in map units.
#[must_use]
pub fn with_areas(mut outlines: Outlines, count: usize, radius: f64, seed: u64) -> Outlines {
    let mut rng = SplitMix64::new(seed);
    let bounds = bounds_of(&outlines);
    for _ in 0..count {
        let center = anywhere(bounds, &mut rng);
        let radius = radius * shapes::between(&mut rng, 0.4, 1.0);
        let cost = *rng.pick(&study::COSTS);
        outlines.areas.push(shapes::area(shapes::star(&mut rng, center, radius), cost));
    }
    outlines
}

/// The transformations of a world's coordinates.
const VARIANTS: [(&str, Transform); 6] = [
    ("plain", |p| p),
    ("turned", rotated),
    ("times 1e6", |p| p * 1e6),
    ("turned, times 1e-6", |p| rotated(p) * 1e-6),
    ("turned twice, times 1e3 and shifted", |p| rotated(rotated(p)) * 1e3 + 0.1),
    ("times 1e-6", |p| p * 1e-6),
];

fn bounds_of(outlines: &Outlines) -> Bounds {
    Bounds::of(outlines.walkable.iter().flat_map(|outline| outline.exterior.iter().copied()))
}

fn anywhere(bounds: Bounds, rng: &mut SplitMix64) -> DVec2 {
    bounds.min + bounds.size() * DVec2::new(rng.unit(), rng.unit())
}

/// A point within walkable ground; any point of the bounds if a thousand tries find none.
fn on_ground(outlines: &Outlines, rng: &mut SplitMix64) -> DVec2 {
    let bounds = bounds_of(outlines);
    let mut point = anywhere(bounds, rng);
    for _ in 0..1000 {
        if covers(outlines, point) == Coverage::Inside {
            break;
        }
        point = anywhere(bounds, rng);
    }
    point
}

/// A vertex, the middle of a side, or a point in line with a side, of any ring.
fn degenerate(outlines: &Outlines, rng: &mut SplitMix64) -> DVec2 {
    let areas = outlines.areas.iter().map(|area| &area.outline);
    let all = outlines.walkable.iter().chain(&outlines.obstacles).chain(areas);
    let rings: Vec<&[DVec2]> = all.flat_map(Outline::rings).collect();
    let ring = rng.pick(&rings);
    let place = rng.below(ring.len());
    let (a, b) = (ring[place], ring[(place + 1) % ring.len()]);
    a + (b - a) * *rng.pick(&[0.0, 0.5, 0.25, -0.5, 1.5])
}

#[cfg(test)]
mod tests;
