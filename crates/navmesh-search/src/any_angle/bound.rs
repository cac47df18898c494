//! The lower bound: how long the way from a root through an interval to the goal is at least.
//!
//! The only place where interpolated points are used. The bound bends at the end of the interval
//! that is in the way; where that end is where a ray crosses the edge at too small an angle to be
//! computed well, it does not bend at all, and is lower than it could be.

use navmesh_core::geom::nearest_on_segment;
use navmesh_core::{DVec2, Endpoints, NavMesh};

use super::node::End;

/// A crossing is trusted where the sine of its angle exceeds this; where it does not the bound is merely
/// weaker.
const TRUSTED_SINE: f64 = 1.0 / (1 << 10) as f64;

/// What a bound may be too high by, as a share of the largest coordinate: a crossing that is off by 2⁻⁵²
/// of it over the trusted sine, with room to spare. And as a share of the bound itself: the sum of the legs of a
/// way that winds so long that coordinates are small beside it.
const BOUND_ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// What the product of two ways across a mesh may be off by, of its largest coordinate times its size: each
/// end is off by a few units in the last place of a coordinate.
const CROSS_ROUNDING: f64 = 1.0 / (1u64 << 45) as f64;

/// What the bounds of a search may be off by.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rounding {
    /// What a bound may be too high by, in map units.
    slack: f64,
    /// See [`Target::blur`].
    pub(super) blur: f64,
}

impl Rounding {
    /// Of a search between these points of a mesh.
    pub(super) fn of(mesh: &NavMesh, ends: &Endpoints) -> Self {
        let largest = [ends.start.point, ends.goal.point]
            .iter()
            .fold(mesh.bounds().max_abs(), |largest, end| largest.max(end.abs().max_element()));
        Self { slack: largest * BOUND_ROUNDING, blur: blur_of(mesh) }
    }

    /// The part of a bound that holds whatever was rounded on the way to it: only this may end a search.
    #[inline(always)]
    pub(super) fn surely(self, bound: f64) -> f64 {
        (bound * (1.0 - BOUND_ROUNDING) - self.slack).max(0.0)
    }
}

/// How long the straight line between the endpoints is; no way is shorter.
pub(super) fn straight(ends: &Endpoints) -> f64 {
    ends.start.point.distance(ends.goal.point) * (1.0 - 4.0 * f64::EPSILON)
}

/// The straight edge that an interval is part of: right end, left end, as seen from the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) right: DVec2,
    pub(super) left: DVec2,
}

/// What a bound is asked for: a place, and how little beside a ray its side is no more than chance.
///
/// The place may be an image, or the middle of a door: rounded. Taken to be on the wrong side of a ray that
/// it is on the line of, it would be gone to by the far end of an edge, and the bound would be none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) point: DVec2,
    /// Twice the area that a ray's direction must span with the place.
    pub(super) blur: f64,
}

/// The [blur](Target::blur) of every place on a mesh.
pub(super) fn blur_of(mesh: &NavMesh) -> f64 {
    let bounds = mesh.bounds();
    CROSS_ROUNDING * bounds.max_abs() * bounds.size().element_sum()
}

/// A lower bound on the way from the root through the interval to a target.
#[inline(always)]
pub(super) fn bound(root: DVec2, span: Span, right: End, left: End, target: Target) -> f64 {
    let Target { point, blur } = target;
    let along = span.left - span.right;
    let off = along.perp_dot(point - span.right);
    // The root is on the left of right → left. A place on the same side is as far as its image.
    let image =
        if off > 0.0 { point - along.perp() * (2.0 * off / along.length_squared()) } else { point };
    let to_image = image - root;
    if right.direction(root).perp_dot(to_image) < -blur {
        return bend(root, right_point(right, span, root), image);
    }
    if left.direction(root).perp_dot(to_image) > blur {
        return bend(root, left_point(left, span, root), image);
    }
    to_image.length()
}

/// How far an interval is from the root.
///
/// The foot of the perpendicular lies on the edge, so only an end within the edge can be in its way. Where
/// the root is all but on the edge's line the foot's direction is nothing but rounding, and so is never
/// asked about an end of the edge, which may be far.
#[inline(always)]
pub(super) fn gap(root: DVec2, span: Span, right: End, left: End) -> f64 {
    let foot = nearest_on_segment(span.right, span.left, root);
    let to_foot = foot - root;
    let end = if !right.is_at_vertex() && right.direction(root).perp_dot(to_foot) < 0.0 {
        crossing(right, span, root)
    } else if !left.is_at_vertex() && left.direction(root).perp_dot(to_foot) > 0.0 {
        crossing(left, span, root)
    } else {
        None
    };
    end.unwrap_or(foot).distance(root)
}

/// The ends of an interval; where a crossing is not trusted, the end of the edge behind it.
pub(super) fn ends(root: DVec2, span: Span, right: End, left: End) -> [DVec2; 2] {
    let right = right_point(right, span, root).unwrap_or(span.right);
    [right, left_point(left, span, root).unwrap_or(span.left)]
}

#[inline(always)]
fn bend(root: DVec2, via: Option<DVec2>, target: DVec2) -> f64 {
    match via {
        Some(via) => root.distance(via) + via.distance(target),
        None => root.distance(target),
    }
}

#[inline(always)]
fn right_point(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    if end.is_at_vertex() { Some(span.right) } else { crossing(end, span, root) }
}

#[inline(always)]
fn left_point(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    if end.is_at_vertex() { Some(span.left) } else { crossing(end, span, root) }
}

/// Where the end's ray crosses the edge; `None` where the angle is too small to say.
#[inline(always)]
fn crossing(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    let (direction, along) = (end.direction(root), span.left - span.right);
    let cross = direction.perp_dot(along);
    if cross * cross
        <= TRUSTED_SINE * TRUSTED_SINE * direction.length_squared() * along.length_squared()
    {
        return None;
    }
    let share = direction.perp_dot(root - span.right) / cross;
    Some(span.right + along * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doors of a wall of no thickness, turned by one radian: its two faces are a rounding apart.
    const POST: DVec2 = DVec2::new(3.480_947_462_136_730_2, 7.272_070_184_330_547);
    const FAR_POST: DVec2 = DVec2::new(0.115_063_521_618_758_99, 9.433_279_407_523_386);

    #[test]
    fn a_place_on_the_line_of_a_ray_is_not_gone_to_by_the_far_end_of_the_edge() {
        let span = Span { right: FAR_POST, left: POST };
        let (right, left) = (End::vertex(FAR_POST), End::past(FAR_POST).prolonged(true));
        let middle = DVec2::new(1.798_005_492_269_202_4, 8.352_674_795_675_615);
        let target = Target { point: middle, blur: CROSS_ROUNDING * 100.0 };
        let bound = bound(POST, span, right, left, target);
        assert!(bound <= POST.distance(middle) + 10.0 * BOUND_ROUNDING, "{bound}");
    }

    #[test]
    fn an_interval_beside_its_root_is_not_as_far_as_the_end_of_its_edge() {
        let root = DVec2::new(-1.567_878_446_710_157_2, 10.513_884_019_540_15);
        let right = DVec2::new(1.798_005_492_521_428_8, 8.352_674_796_067_591);
        let left = DVec2::new(-2.409_349_431_518_054, 11.054_186_325_408_29);
        let gap = gap(root, Span { right, left }, End::vertex(right), End::vertex(left));
        assert!(gap < 1e-9, "{gap}");
    }
    /// The least of many ways through an edge that is seen whole: no less than the shortest.
    fn sampled(root: DVec2, span: Span, goal: DVec2) -> f64 {
        let way = |share: f64| {
            let via = span.right + (span.left - span.right) * share;
            root.distance(via) + via.distance(goal)
        };
        let close = (0..200).map(|power| 0.8f64.powi(power));
        close.flat_map(|share| [way(share), way(1.0 - share)]).fold(way(0.0), f64::min)
    }

    #[test]
    fn a_bound_is_below_the_shortest_way_however_long_the_edge() {
        let mut random = navmesh_testkit::SplitMix64::new(7);
        let mut near = || f64::from(random.below(2000) as u32) / 1000.0 - 1.0;
        for power in 0..3600 {
            let size = 2f64.powi(power % 60 - 30);
            let long = 2f64.powi(power % 40);
            let (root, right) =
                (DVec2::new(near(), near()) * size, DVec2::new(near(), near()) * size);
            let left = right + DVec2::new(near(), near()) * (size * long);
            if right.perp_dot(left - right) == 0.0 || (left - right).perp_dot(root - right) <= 0.0 {
                continue; // the root is on the left of right → left
            }
            let goal = DVec2::new(near(), near()) * size;
            let span = Span { right, left };
            let largest = [root, right, left, goal].map(|p| p.abs().max_element());
            let largest = largest.into_iter().fold(0.0, f64::max);
            let rounding = Rounding { slack: largest * BOUND_ROUNDING, blur: 0.0 };
            let target = Target { point: goal, blur: CROSS_ROUNDING * largest * largest };
            let bound = bound(root, span, End::vertex(right), End::vertex(left), target);
            let shortest = sampled(root, span, goal);
            assert!(rounding.surely(bound) <= shortest, "{power}: {bound} {shortest}");
        }
    }
}
