//! Links, or off-mesh connections: jumps, ladders, lifts and teleporters.

use glam::DVec2;

use crate::geom::{Bounds, IntoPoint, MAX_COORDINATE};

/// The largest cost of a link, in diagonals of the bounds of the mesh.
const MAX_COST_IN_DIAGONALS: f64 = (1 << 20) as f64;

/// A connection between two points that is not walked: a jump, a ladder, a lift or a teleporter.
///
/// An agent at one end gets to the other end for a cost. A wide link has several *lanes* side by
/// side. An agent enters it at an end of any lane, and leaves it at the other end of that lane.
///
/// ```
/// use navmesh_core::{Link, LinkWay};
/// let ladder = Link::new([4.0, 1.0], [4.0, 1.0], "ladder").on_layers([0, 1]).cost(6.0);
/// let cliff = Link::new([1.0, 5.0], [1.0, 3.0], "cliff").one_way();
/// assert_eq!((ladder.cost, ladder.way), (6.0, LinkWay::TwoWay));
/// assert_eq!(cliff.cost, 2.0); // the straight distance is the default
/// let ledge = Link::new([0.0, 5.0], [0.0, 3.0], "ledge").wide([8.0, 5.0], [8.0, 3.0], 17);
/// assert_eq!((ledge.lanes().count(), ledge.slack()), (17, 0.5)); // 8 units wide, in lanes half a unit apart
/// ```
#[doc(alias("OffMeshConnection", "NavMeshLink", "NavLink", "portal", "jump", "teleporter"))]
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// The user's name for it; may be empty. Links with one name open and close together.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// The first end.
    pub from: LinkEnd,
    /// The second end.
    pub to: LinkEnd,
    /// The two ends of each further lane, on the floors of the first lane.
    #[cfg_attr(feature = "serde", serde(default))]
    pub beside: Vec<[DVec2; 2]>,
    /// The cost of using it once, in either direction: from 0 to [`Link::max_cost`]. A map unit walked at cost 1
    /// costs 1.
    pub cost: f64,
    /// The directions in which it can be used.
    #[cfg_attr(feature = "serde", serde(default))]
    pub way: LinkWay,
}

/// An end of a link: a point on the mesh.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkEnd {
    /// The point, in map units.
    pub point: DVec2,
    /// The number of the floor.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layer: u32,
}

/// The directions in which a link can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum LinkWay {
    /// In both directions.
    #[default]
    TwoWay,
    /// Only from the first end to the second.
    OneWay,
}

/// One of the two ends of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum LinkSide {
    /// The first end.
    From,
    /// The second end.
    To,
}

impl Link {
    /// The largest number of lanes of all links of a mesh together, not counting the first lane of each.
    ///
    /// Where one cell holds the ends of all lanes, a search may compare every exit with every entry. At this limit these
    /// are 2²⁴ pairs.
    pub const MAX_LANES: usize = 1 << 11;

    /// The valid costs of a link.
    pub const COSTS: std::ops::RangeInclusive<f64> = 0.0..=MAX_COORDINATE;

    /// Returns the largest cost of a link on a mesh with these bounds: 2²⁰ times their diagonal, in map units.
    ///
    /// Paths behind a link of cost C are told apart to C · 2⁻⁵², so to 2⁻³² of the diagonal on every mesh. A link that
    /// nobody may use is better closed.
    #[must_use]
    pub fn max_cost(bounds: Bounds) -> f64 {
        let diagonal = bounds.min.distance(bounds.max);
        (MAX_COST_IN_DIAGONALS * diagonal).min(MAX_COORDINATE)
    }

    /// Creates a two-way link on floor 0. Its cost is the straight distance.
    #[must_use]
    pub fn new(from: impl IntoPoint, to: impl IntoPoint, name: impl Into<String>) -> Self {
        let [from, to] =
            [from.into_point(), to.into_point()].map(|point| LinkEnd { point, layer: 0 });
        let cost = from.point.distance(to.point);
        Self { name: name.into(), from, to, beside: Vec::new(), cost, way: LinkWay::TwoWay }
    }

    /// Makes the link `lanes` lanes wide, at least two.
    ///
    /// A mesh takes [`Link::MAX_LANES`] lanes beside the first ones. A number beyond that makes a link that every build
    /// refuses, with one lane more than the limit.
    ///
    /// The first lane is the link itself, the last one joins the given points, and the others are evenly
    /// spaced in between. The cost becomes the length of the longest lane, so set another
    /// [`cost`](Link::cost) after this.
    #[must_use]
    #[doc(alias("width", "segment"))]
    pub fn wide(mut self, from: impl IntoPoint, to: impl IntoPoint, lanes: u32) -> Self {
        let (first, last) =
            ([self.from.point, self.to.point], [from.into_point(), to.into_point()]);
        let steps = lanes.clamp(2, Self::MAX_LANES as u32 + 2) - 1;
        let lane = |number: u32| {
            let share = f64::from(number) / f64::from(steps);
            [0, 1].map(|end| first[end].lerp(last[end], share))
        };
        self.beside = (1..steps).map(lane).chain([last]).collect();
        self.cost = self.span();
        self
    }

    /// Sets the cost.
    #[must_use]
    pub fn cost(mut self, cost: f64) -> Self {
        self.cost = cost;
        self
    }

    /// Makes the link usable only from the first end to the second.
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.way = LinkWay::OneWay;
        self
    }

    /// Sets the floors of the two ends.
    #[must_use]
    pub fn on_layers(mut self, [from, to]: [u32; 2]) -> Self {
        (self.from.layer, self.to.layer) = (from, to);
        self
    }

    /// Returns an end of the first lane.
    #[must_use]
    pub fn end(&self, side: LinkSide) -> LinkEnd {
        match side {
            LinkSide::From => self.from,
            LinkSide::To => self.to,
        }
    }

    /// Iterates over the two ends of each lane, the first lane included.
    pub fn lanes(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + '_ {
        (0..self.beside.len() + 1).map(|lane| match lane.checked_sub(1) {
            None => [self.from.point, self.to.point],
            Some(beside) => self.beside[beside],
        })
    }

    /// Returns an end of a lane, counted from 0; `None` if there is no such lane.
    #[must_use]
    pub fn end_of_lane(&self, lane: u32, side: LinkSide) -> Option<LinkEnd> {
        let end = self.end(side);
        let Some(beside) = lane.checked_sub(1) else { return Some(end) };
        let [from, to] = *self.beside.get(beside as usize)?;
        Some(LinkEnd { point: if side == LinkSide::From { from } else { to }, ..end })
    }

    /// Iterates over the ends of all lanes, lane after lane.
    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut DVec2> {
        let Self { from, to, beside, .. } = self;
        [&mut from.point, &mut to.point].into_iter().chain(beside.iter_mut().flatten())
    }

    /// Returns a bound on the extra cost due to lanes, in map units, for a link that could be entered
    /// anywhere.
    ///
    /// It is half the largest distance of two neighbouring lanes, at both ends together, and assumes no
    /// obstacles between them. It is 0 for a single lane.
    #[must_use]
    pub fn slack(&self) -> f64 {
        let apart = |([a, b], [c, d]): ([DVec2; 2], [DVec2; 2])| a.distance(c) + b.distance(d);
        let most = self.lanes().zip(self.lanes().skip(1)).map(apart).fold(0.0, f64::max);
        most * 0.5
    }

    /// Returns the index of the first link with which these links have more than [`Link::MAX_LANES`] lanes beside their
    /// first ones; `None` if all are within the limit.
    #[must_use]
    pub fn first_beyond_max_lanes(links: &[Self]) -> Option<usize> {
        let mut further = 0;
        links.iter().position(|link| {
            further += link.beside.len();
            further > Self::MAX_LANES
        })
    }

    /// Iterates over the ends where it may be entered.
    pub fn entries(&self) -> impl Iterator<Item = LinkSide> + use<> {
        let back = matches!(self.way, LinkWay::TwoWay).then_some(LinkSide::To);
        std::iter::once(LinkSide::From).chain(back)
    }

    /// True if it may be entered at an end.
    #[must_use]
    pub fn may_be_entered(&self, side: LinkSide) -> bool {
        self.entries().any(|entry| entry == side)
    }

    /// Makes negative zeros positive, so that equal points have equal bits.
    pub(crate) fn with_positive_zeros(mut self) -> Self {
        for point in self.points_mut() {
            *point += DVec2::ZERO;
        }
        self.cost += 0.0;
        self
    }

    /// Returns the straight distance between its ends in the plane; that of the longest lane.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.lanes().map(|[from, to]| from.distance(to)).fold(0.0, f64::max)
    }
}

impl LinkSide {
    /// Returns the other end.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::From => Self::To,
            Self::To => Self::From,
        }
    }
}

impl std::fmt::Display for LinkSide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::From => "first end",
            Self::To => "second end",
        })
    }
}
