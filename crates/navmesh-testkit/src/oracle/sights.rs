//! Ways through the part of a portal that two rays leave open, in fractions of any length.

use navmesh_core::DVec2;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use super::fractions::{Place, apart, cross, dot, place, root};

/// The part of a portal that a root sees: between two rays from it, each at most as far out as the portal reaches.
#[derive(Debug, Clone)]
pub struct Sight {
    root: Place,
    /// The portal's right end, and from there to its left end.
    right: Place,
    along: Place,
    /// Which shares of the portal are seen: from the right end on.
    from: BigRational,
    to: BigRational,
}

impl Sight {
    /// From `root` through the portal with a right and a left end, between rays in the directions from the first
    /// to the second point of each pair.
    ///
    /// `None` where the root is not on the left of the line from the right end to the left one, or nothing is
    /// seen, or a ray does not meet the portal.
    #[must_use]
    pub fn through(from: DVec2, portal: [DVec2; 2], rays: [[DVec2; 2]; 2]) -> Option<Self> {
        let [root, right, left] = [from, portal[0], portal[1]].map(place);
        let along = apart(&right, &left);
        if !cross(&along, &apart(&right, &root)).is_positive() {
            return None;
        }
        let to_root = apart(&right, &root);
        let share = |[from, to]: [DVec2; 2]| {
            let direction = apart(&place(from), &place(to));
            // The ray goes towards the portal's line, and so meets it ahead.
            let turns = cross(&direction, &along);
            let met = turns.is_positive().then(|| cross(&direction, &to_root) / turns)?;
            (!met.is_negative() && met <= BigRational::one()).then_some(met)
        };
        let [from, to] = [share(rays[0])?, share(rays[1])?];
        (from <= to).then_some(Self { root, right, along, from, to })
    }

    /// The shares of the portal at which what is seen begins and ends, rounded.
    #[must_use]
    pub fn shares(&self) -> [f64; 2] {
        [&self.from, &self.to].map(|share| share.to_f64().unwrap_or_default())
    }

    /// The length of the shortest way to the part that is seen; rounded once.
    #[must_use]
    pub fn gap(&self) -> f64 {
        let foot =
            dot(&self.along, &apart(&self.right, &self.root)) / dot(&self.along, &self.along);
        let nearest = apart(&self.root, &self.at(&self.clamped(foot)));
        root(&dot(&nearest, &nearest))
    }

    /// The length of the shortest way through the part that is seen to a target on any side: two legs, each
    /// rounded once, or one.
    #[must_use]
    pub fn way_to(&self, target: DVec2) -> f64 {
        let target = place(target);
        // How far along the portal and how far off it root and target are, in units of the portal.
        let [near, far] = [&self.root, &target].map(|point| {
            let from_right = apart(&self.right, point);
            let length_sq = dot(&self.along, &self.along);
            (
                dot(&self.along, &from_right) / &length_sq,
                cross(&self.along, &from_right) / length_sq,
            )
        });
        let (off_near, off_far) = (near.1.abs(), far.1.abs());
        // The way is straight to the target or to its image behind the portal.
        let straight = (&near.0 * &off_far + &far.0 * &off_near) / (&off_near + &off_far);
        let via = self.clamped(straight.clone());
        let is_straight = via == straight && !far.1.is_positive();
        let via = self.at(&via);
        let length = |from: &Place, to: &Place| {
            let leg = apart(from, to);
            root(&dot(&leg, &leg))
        };
        if is_straight {
            length(&self.root, &target)
        } else {
            length(&self.root, &via) + length(&via, &target)
        }
    }

    fn clamped(&self, share: BigRational) -> BigRational {
        share.max(self.from.clone()).min(self.to.clone())
    }

    fn at(&self, share: &BigRational) -> Place {
        [0, 1].map(|axis: usize| &self.right[axis] + &self.along[axis] * share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From (0, 0) to a portal from (4, −2) to (4, 2), a third of which is hidden on the right.
    fn sight() -> Sight {
        let rays = [[[0.0, 0.0], [6.0, -1.0]], [[-4.0, -2.0], [0.0, 0.0]]];
        let portal = [[4.0, -2.0], [4.0, 2.0]].map(DVec2::from);
        Sight::through(DVec2::ZERO, portal, rays.map(|ray| ray.map(DVec2::from))).unwrap()
    }

    #[test]
    fn ways_are_straight_or_bend_at_the_end_of_what_is_seen() {
        let sight = sight();
        assert_eq!((sight.shares(), sight.gap()), ([1.0 / 3.0, 1.0], 4.0));
        assert_eq!(sight.way_to([8.0, 2.0].into()), 68f64.sqrt());
        let hidden = (16.0 + 4.0 / 9.0f64).sqrt() + (16.0 + 100.0 / 9.0f64).sqrt();
        assert!((sight.way_to([8.0, -4.0].into()) - hidden).abs() < 1e-14);
        assert_eq!(sight.way_to([1.0, 0.0].into()), 7.0, "there and back");
        assert_eq!(sight.way_to([4.0, 2.0].into()), 20f64.sqrt());
    }

    #[test]
    fn what_is_not_seen_is_no_sight() {
        let see = |root: [f64; 2], rays: [[[f64; 2]; 2]; 2]| {
            let portal = [[4.0, -2.0], [4.0, 2.0]].map(DVec2::from);
            Sight::through(root.into(), portal, rays.map(|ray| ray.map(DVec2::from))).is_some()
        };
        let (low, high) = ([[0.0, 0.0], [4.0, -1.0]], [[0.0, 0.0], [4.0, 1.0]]);
        assert!(see([0.0, 0.0], [low, high]) && !see([0.0, 0.0], [high, low]));
        assert!(!see([0.0, 0.0], [low, [[4.0, 1.0], [0.0, 0.0]]]), "it looks the other way");
        assert!(!see([0.0, 0.0], [low, [[0.0, 0.0], [4.0, 3.0]]]), "beyond the portal");
        assert!(!see([8.0, 0.0], [low, high]) && !see([4.0, 0.0], [low, high]));
    }
}
