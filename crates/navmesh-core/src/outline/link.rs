//! Links: ways that are not walked, such as jumps, ladders and teleporters.

use glam::DVec2;

use crate::geom::MAX_COORDINATE;

/// A way between two places that is not walked: a jump, a ladder, a lift, a teleporter.
///
/// Whoever stands at one end may come out at the other, for a cost. It may be several *lanes* wide, side by side: then
/// one enters it at the end of any lane, and comes out at that lane's other end.
///
/// ```
/// use navmesh_core::{Link, LinkWay};
/// let ladder = Link::new([4.0, 1.0], [4.0, 1.0], "ladder").on_layers([0, 1]).cost(6.0);
/// let cliff = Link::new([1.0, 5.0], [1.0, 3.0], "cliff").one_way();
/// assert_eq!((ladder.cost, ladder.way), (6.0, LinkWay::TwoWay));
/// assert_eq!(cliff.cost, 2.0); // the straight distance, where nothing is said
/// let ledge = Link::new([0.0, 5.0], [0.0, 3.0], "ledge").wide([8.0, 5.0], [8.0, 3.0], 17);
/// assert_eq!((ledge.lanes().count(), ledge.slack()), (17, 0.5)); // all of 8 units, in lanes half a unit apart
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
    /// Its further lanes: of each, where it begins and where it ends, on the floors of the first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub beside: Vec<[DVec2; 2]>,
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
        Self { name: name.into(), from, to, beside: Vec::new(), cost, way: LinkWay::TwoWay }
    }

    /// The same link, so many lanes wide: the first from its own end to its own end, the last between these points,
    /// the others evenly between. Two at least. It costs as much as the longest of them is long; another
    /// [`cost`](Link::cost) is to be said after this.
    #[must_use]
    #[doc(alias("width", "segment"))]
    pub fn wide(mut self, from: impl Into<DVec2>, to: impl Into<DVec2>, lanes: u32) -> Self {
        let (first, last) = ([self.from.point, self.to.point], [from.into(), to.into()]);
        let steps = lanes.max(2) - 1;
        let lane = |number: u32| {
            let share = f64::from(number) / f64::from(steps);
            [0, 1].map(|end| first[end].lerp(last[end], share))
        };
        self.beside = (1..steps).map(lane).chain([last]).collect();
        self.cost = self.span();
        self
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

    /// One of its ends; of several lanes that of the first.
    #[must_use]
    pub fn end(&self, side: LinkSide) -> LinkEnd {
        match side {
            LinkSide::From => self.from,
            LinkSide::To => self.to,
        }
    }

    /// Its lanes, the first included: of each, where it begins and where it ends.
    pub fn lanes(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + '_ {
        (0..self.beside.len() + 1).map(|lane| match lane.checked_sub(1) {
            None => [self.from.point, self.to.point],
            Some(beside) => self.beside[beside],
        })
    }

    /// An end of one of its lanes, which are counted from 0; `None` where it has fewer.
    #[must_use]
    pub fn end_of_lane(&self, lane: u32, side: LinkSide) -> Option<LinkEnd> {
        let end = self.end(side);
        let Some(beside) = lane.checked_sub(1) else { return Some(end) };
        let [from, to] = *self.beside.get(beside as usize)?;
        Some(LinkEnd { point: if side == LinkSide::From { from } else { to }, ..end })
    }

    /// The points of all lanes, the first lane's first: where it begins, and then where it ends.
    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut DVec2> {
        let Self { from, to, beside, .. } = self;
        [&mut from.point, &mut to.point].into_iter().chain(beside.iter_mut().flatten())
    }

    /// How much dearer it is, at most, than if it could be entered anywhere between its lanes, where the ground
    /// between them is free: half of what two neighbours are apart at both ends together, in map units. 0 of a
    /// single lane.
    #[must_use]
    pub fn slack(&self) -> f64 {
        let apart = |([a, b], [c, d]): ([DVec2; 2], [DVec2; 2])| a.distance(c) + b.distance(d);
        let most = self.lanes().zip(self.lanes().skip(1)).map(apart).fold(0.0, f64::max);
        most * 0.5
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
        self.points_mut().for_each(|point| *point += DVec2::ZERO);
        self.cost += 0.0;
        self
    }

    /// How long the straight line between its ends is, as seen from above; of several lanes that of the longest.
    #[must_use]
    pub fn span(&self) -> f64 {
        self.lanes().map(|[from, to]| from.distance(to)).fold(0.0, f64::max)
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
