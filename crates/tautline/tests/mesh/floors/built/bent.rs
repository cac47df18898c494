//! Predicts how rounding moves the sides of a world that is cut along a line, from `docs/input.md` and
//! the crossings that a build reports.

use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::backend::geom::{Turn, is_farther_along, lexicographic, on_segment, turn};
use tautline::{DVec2, Outline, Outlines};

type Side = [DVec2; 2];

/// A world, a line across it, and the crossings that were rounded when the world was cut there.
pub(crate) struct Bent<'a> {
    pub(crate) world: &'a Outlines,
    pub(crate) line: Side,
    pub(crate) places: &'a [DVec2],
}

impl Bent<'_> {
    /// Returns the uncut world, with each side that crosses the line led through its rounded crossings
    /// and through the input points on it.
    pub(crate) fn world(&self) -> Outlines {
        let mut world = self.world.clone();
        for outline in world.walkable.iter_mut().chain(&mut world.obstacles) {
            for ring in std::iter::once(&mut outline.exterior).chain(&mut outline.holes) {
                *ring = sides(ring, true).flat_map(|side| self.bend(side)).collect();
            }
        }
        for wall in &mut world.walls {
            let led = sides(&wall.points, false).flat_map(|side| self.bend(side));
            wall.points = led.chain(wall.points.last().copied()).collect();
        }
        world
    }

    /// True for a point so close to a side that rounding may have moved the side past it. Corners are not
    /// moved.
    pub(crate) fn may_have_crossed_a_side(&self, point: DVec2) -> bool {
        let is_bent = |side: Side| self.places.iter().any(|&place| is_near(side, place));
        let is_beside = |side: &Side| !side.contains(&point) && is_near(*side, point);
        all_sides(self.world).any(|side| is_beside(&side) && is_bent(side))
    }

    /// Returns the points of a bent side without its last one.
    fn bend(&self, side: Side) -> Vec<DVec2> {
        let [from, to] = side;
        let sides = side.map(|end| turn(self.line[0], self.line[1], end));
        let crosses = sides[0] != Turn::Collinear && sides[0].reversed() == sides[1];
        let is_via = |place: &DVec2| is_near(side, *place) && is_near(self.line, *place);
        let places = self.places.iter().filter(|place| crosses && is_via(place));
        let mut vias: Vec<DVec2> = places.copied().collect();
        if !vias.is_empty() {
            let corners = all_sides(self.world).flatten();
            vias.extend(corners.filter(|&corner| on_segment(from, to, corner)));
        }
        vias.retain(|via| !side.contains(via));
        let is_before = |a: DVec2, b: DVec2| is_farther_along(side, a, b);
        vias.sort_by(|&a, &b| {
            is_before(b, a).cmp(&is_before(a, b)).then_with(|| lexicographic(a, b))
        });
        vias.dedup();
        vias.insert(0, from);
        vias
    }
}

/// True for a place within the rounding of crossings on this side.
fn is_near(side: Side, place: DVec2) -> bool {
    distance_to_segment(side, place) <= 4.0 * f64::EPSILON * place.abs().max_element()
}

fn all_sides(world: &Outlines) -> impl Iterator<Item = Side> {
    let rings = world.walkable.iter().chain(&world.obstacles).flat_map(Outline::rings);
    let walls = world.walls.iter().flat_map(|wall| sides(&wall.points, false));
    rings.flat_map(|ring| sides(ring, true)).chain(walls)
}

/// Returns the sides of a line or a ring.
fn sides(points: &[DVec2], is_ring: bool) -> impl Iterator<Item = Side> {
    let last = points.last().zip(points.first()).filter(|_| is_ring);
    let sides = points.windows(2).map(|side| [side[0], side[1]]);
    sides.chain(last.map(|(&from, &to)| [from, to]))
}
