//! Links: ways that are not walked, such as jumps, ladders and teleporters.

use glam::DVec2;

use crate::geom::MAX_COORDINATE;

/// A way between two places that is not walked: a jump, a ladder, a lift, a teleporter.
///
/// Whoever stands at one end may come out at the other, for a cost. Between two points only: one wide link is
/// several narrow ones side by side.
///
/// ```
/// use navmesh_core::{Link, LinkWay};
/// let ladder = Link::new([4.0, 1.0], [4.0, 1.0], "ladder").on_layers([0, 1]).cost(6.0);
/// let cliff = Link::new([1.0, 5.0], [1.0, 3.0], "cliff").one_way();
/// assert_eq!((ladder.cost, ladder.way), (6.0, LinkWay::TwoWay));
/// assert_eq!(cliff.cost, 2.0); // the straight distance, where nothing is said
/// ```
#[doc(alias("OffMeshConnection", "NavMeshLink", "NavLink", "portal", "jump", "teleporter"))]
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Link {
    /// What users call it; may be empty. Links of one name open and close together.
    #[cfg_attr(feature = "serde", serde(default))]
    pub name: String,
    /// Where it begins.
    pub from: LinkEnd,
    /// Where it ends.
    pub to: LinkEnd,
    /// What using it costs once, either way, in map units of plain ground: from 0 to 2²⁰⁰.
    pub cost: f64,
    /// Whether it leads back, too.
    #[cfg_attr(feature = "serde", serde(default))]
    pub way: LinkWay,
}

/// An end of a link: a place on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkEnd {
    /// Its point, in map units.
    pub point: DVec2,
    /// The number of its floor.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layer: u32,
}

/// Which ways a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum LinkWay {
    /// There and back.
    #[default]
    TwoWay,
    /// From its first end to its second one only.
    OneWay,
}

/// One of a link's two ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum LinkSide {
    /// Where it begins.
    From,
    /// Where it ends.
    To,
}

impl Link {
    /// The costs that a link may have.
    pub const COSTS: std::ops::RangeInclusive<f64> = 0.0..=MAX_COORDINATE;

    /// The link from one point to another and back, on floor 0, that costs as much as the straight line
    /// between them is long.
    #[must_use]
    pub fn new(from: impl Into<DVec2>, to: impl Into<DVec2>, name: impl Into<String>) -> Self {
        let [from, to] = [from.into(), to.into()].map(|point| LinkEnd { point, layer: 0 });
        let cost = from.point.distance(to.point);
        Self { name: name.into(), from, to, cost, way: LinkWay::TwoWay }
    }

    /// The same link at another cost.
    #[must_use]
    pub fn cost(mut self, cost: f64) -> Self {
        self.cost = cost;
        self
    }

    /// The same link, from its first end to its second one only.
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.way = LinkWay::OneWay;
        self
    }

    /// The same link, its ends on these floors.
    #[must_use]
    pub fn on_layers(mut self, [from, to]: [u32; 2]) -> Self {
        (self.from.layer, self.to.layer) = (from, to);
        self
    }

    /// One of its ends.
    #[must_use]
    pub fn end(&self, side: LinkSide) -> LinkEnd {
        match side {
            LinkSide::From => self.from,
            LinkSide::To => self.to,
        }
    }

    /// The ends at which it may be entered.
    pub fn entries(&self) -> impl Iterator<Item = LinkSide> + use<> {
        let back = matches!(self.way, LinkWay::TwoWay).then_some(LinkSide::To);
        std::iter::once(LinkSide::From).chain(back)
    }

    /// True where it may be entered at an end.
    #[must_use]
    pub fn may_be_entered(&self, side: LinkSide) -> bool {
        self.entries().any(|entry| entry == side)
    }

    /// The same link, its zeros positive as those of a mesh's points are: equal points, equal bits.
    pub(crate) fn sound(mut self) -> Self {
        self.from.point += DVec2::ZERO;
        self.to.point += DVec2::ZERO;
        self.cost += 0.0;
        self
    }

    /// How long the straight line between its ends is, as seen from above.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.from.point.distance(self.to.point)
    }
}

impl LinkSide {
    /// The other end.
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
