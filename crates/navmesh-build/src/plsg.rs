//! The planar straight-line graph (PSLG): segments between distinct points, with their sources.

pub(crate) mod intersection_budget;
pub(crate) mod spatial_order;
pub(crate) mod bent_chain;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::counting_sort;
use navmesh_core::backend::geom::{distinct_points, lexicographic};

use crate::options::FillRule;
use crate::plsg::bent_chain::{BentChain, Leg};
use crate::plsg::intersection_budget::IntersectionBudget;
use crate::plsg::spatial_order::spatial_order;

/// Segments between distinct points, and what they are pieces of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plsg {
    /// The points, no two of which are equal.
    pub(crate) points: Vec<DVec2>,
    pub(crate) segments: Vec<Segment>,
    /// The ends, as given, of the segment that each segment is a piece of. Empty if all are as given.
    pub(crate) origins: Vec<[DVec2; 2]>,
    pub(crate) sources: Vec<Source>,
    pub(crate) outlines: Vec<Region>,
    pub(crate) budget: IntersectionBudget,
    /// The largest distance by which welding moved segments; 0 without welding.
    pub(crate) weld: f64,
}

/// The effect of an outline, and its fill rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) effect: Effect,
    pub(crate) fill: Fill,
}

/// The effect of an outline on what it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Walkable,
    Obstacle,
    /// The walkable area has this kind, unless a later outline says otherwise.
    Area {
        kind: u32,
    },
    /// The walkable area belongs to the margin of this door. Margins may overlap.
    Margin {
        door: u32,
    },
}

/// A directed piece of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Segment {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) source: u32,
}

/// The source of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The exterior ring of an outline.
    Exterior { outline: u32 },
    /// A hole of an outline.
    Hole { outline: u32 },
    /// A wall. It covers nothing, and is not closed.
    Wall,
    /// A floor connection. It covers and separates nothing, and is not closed.
    Seam { seam: u32, leg: u32 },
    /// A door. It is a wall only while it is closed.
    Door { door: u32 },
    /// A segment of a local step whose effect is known by other means. It is not closed.
    Border,
}

impl Source {
    /// Returns the same source with outlines numbered from `first` on.
    fn moved(self, first: u32) -> Self {
        match self {
            Self::Exterior { outline } => Self::Exterior { outline: first + outline },
            Self::Hole { outline } => Self::Hole { outline: first + outline },
            line => line,
        }
    }

    /// True for rings.
    pub(crate) fn is_ring(self) -> bool {
        matches!(self, Self::Exterior { .. } | Self::Hole { .. })
    }
}

/// Fill rules: what a ring covers, by its winding number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fill {
    NonZero,
    EvenOdd,
    Positive,
}

impl From<FillRule> for Fill {
    fn from(rule: FillRule) -> Self {
        match rule {
            FillRule::NonZero => Self::NonZero,
            FillRule::EvenOdd => Self::EvenOdd,
        }
    }
}

impl Fill {
    pub(crate) fn covers(self, winding: i32) -> bool {
        match self {
            Self::NonZero => winding != 0,
            Self::EvenOdd => winding % 2 != 0,
            Self::Positive => winding > 0,
        }
    }
}

/// Chains of points, each a ring or a line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawing {
    pub(crate) points: Vec<DVec2>,
    /// The end of each chain in `points`, and its source.
    chains: Vec<(usize, u32)>,
    sources: Vec<Source>,
    outlines: Vec<Region>,
    /// The largest number of intersections; `None` for the default.
    max_intersections: Option<usize>,
    /// The side as given, of which the side that begins at each point is a piece. Empty if all are as given.
    given: Vec<[DVec2; 2]>,
    /// The largest distance by which welding moved sides; 0 without welding.
    weld: f64,
}

impl Drawing {
    /// Sets the largest number of intersections; `None` for the default.
    pub(crate) fn with_max_intersections(self, max_intersections: Option<usize>) -> Self {
        Self { max_intersections, ..self }
    }

    /// Adds an outline without rings, and returns its number.
    pub(crate) fn add_outline(&mut self, region: Region) -> u32 {
        self.outlines.push(region);
        self.outlines.len() as u32 - 1
    }

    /// Adds a source without chains, and returns its number.
    pub(crate) fn add_source(&mut self, source: Source) -> u32 {
        self.sources.push(source);
        self.sources.len() as u32 - 1
    }

    /// Adds a chain of a source. Neighbouring points differ.
    pub(crate) fn add_chain(&mut self, points: impl IntoIterator<Item = DVec2>, source: u32) {
        self.points.extend(points);
        self.chains.push((self.points.len(), source));
    }

    /// Adds a side of a line as a chain.
    pub(crate) fn add_leg(&mut self, leg: Leg, source: u32) {
        if leg.ends != leg.given || !self.given.is_empty() {
            self.fill_given();
            self.given.extend([leg.given; 2]);
        }
        self.add_chain(leg.ends, source);
    }

    /// Returns the drawing after welding by a distance, with a new chain in place of each for which there is one. Chains
    /// of one point become empty.
    pub(crate) fn welded(self, weld: f64, bent: Vec<Option<BentChain>>) -> Self {
        if bent.iter().all(Option::is_none) {
            return Self { weld, ..self };
        }
        let sources = self.chains.iter().map(|&(_, source)| source);
        let whole = self.lines().zip(sources).zip(bent).map(|(((kind, points), source), bent)| {
            let as_given = || BentChain::as_given(points.to_vec(), kind.is_ring());
            (bent.unwrap_or_else(as_given), source)
        });
        let (mut points, mut given) = (Vec::with_capacity(self.points.len()), Vec::new());
        let mut chains = Vec::with_capacity(self.chains.len());
        for (chain, source) in whole {
            if chain.points.len() > 1 {
                points.extend(chain.points);
                given.extend(chain.given);
            }
            chains.push((points.len(), source));
        }
        Self { points, chains, given, weld, ..self }
    }

    /// Notes the sides as given, if all are.
    fn fill_given(&mut self) {
        if self.given.is_empty() {
            let chain = |(kind, points): (Source, &[DVec2])| {
                BentChain::as_given(points.to_vec(), kind.is_ring()).given
            };
            self.given = self.lines().flat_map(chain).collect();
        }
    }

    /// Adds an outline that covers where all of these rings together have a positive winding number.
    pub(crate) fn add_rings(
        &mut self,
        effect: Effect,
        rings: impl IntoIterator<Item = Vec<DVec2>>,
    ) {
        let outline = self.add_outline(Region { effect, fill: Fill::Positive });
        let source = self.add_source(Source::Exterior { outline });
        rings.into_iter().for_each(|ring| self.add_chain(ring, source));
    }

    /// Iterates over the chains, each with its source.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Source, &[DVec2])> {
        let starts = std::iter::once(0).chain(self.chains.iter().map(|&(end, _)| end));
        let lines = starts.zip(&self.chains).map(|(start, &(end, source))| (start..end, source));
        lines.map(|(range, source)| (self.sources[source as usize], &self.points[range]))
    }

    /// Iterates over the sides of each chain, with its source.
    pub(crate) fn sides(&self) -> impl Iterator<Item = (Source, Vec<Leg>)> {
        let mut first = 0;
        self.lines().map(move |(source, points)| {
            let given = self.given.get(first..first + points.len()).unwrap_or_default();
            first += points.len();
            let closing = points.first().filter(|_| source.is_ring());
            let next = points.iter().skip(1).chain(closing);
            let sides = points.iter().zip(next).enumerate().map(|(place, (&from, &to))| {
                let ends = [from, to];
                Leg { ends, given: given.get(place).copied().unwrap_or(ends) }
            });
            (source, sides.collect())
        })
    }

    /// Iterates over the doors and their lines.
    pub(crate) fn doors(&self) -> impl Iterator<Item = (u32, &[DVec2])> {
        self.lines().filter_map(|(source, points)| match source {
            Source::Door { door } => Some((door, points)),
            _ => None,
        })
    }

    /// Appends another drawing. Its outlines come after those of this one. The larger limit counts.
    pub(crate) fn with(mut self, mut top: Self) -> Self {
        let (points, sources) = (self.points.len(), self.sources.len() as u32);
        let outlines = self.outlines.len() as u32;
        if !(self.given.is_empty() && top.given.is_empty()) {
            self.fill_given();
            top.fill_given();
            self.given.extend(top.given);
        }
        self.weld = self.weld.max(top.weld);
        self.points.extend(top.points);
        self.chains.extend(top.chains.iter().map(|&(end, s)| (points + end, sources + s)));
        self.sources.extend(top.sources.iter().map(|source| source.moved(outlines)));
        self.outlines.extend(top.outlines);
        self.max_intersections = self.max_intersections.max(top.max_intersections);
        self
    }
}

impl Plsg {
    /// Gives equal points one number, in the order of their first use, and turns chains into segments.
    ///
    /// Complexity: O(n log n).
    pub(crate) fn of(drawing: Drawing) -> Self {
        let Drawing { points, chains, sources, outlines, max_intersections, given, weld } = drawing;
        let budget = IntersectionBudget::of(max_intersections, points.len());
        let (points, numbers) = distinct_points(points);
        let mut plsg = Self { points, sources, outlines, budget, weld, ..Self::default() };
        let mut start = 0;
        plsg.segments.reserve(numbers.len());
        for &(end, source) in &chains {
            let chain = &numbers[start..end];
            let steps = chain.windows(2).map(|pair| (pair[0], pair[1]));
            plsg.segments.extend(steps.map(|(from, to)| Segment { from, to, source }));
            let closes = plsg.sources[source as usize].is_ring();
            if let (Some(&to), Some(&from), true) = (chain.first(), chain.last(), closes) {
                plsg.segments.push(Segment { from, to, source });
            }
            if !given.is_empty() {
                let last = if closes { end } else { end.max(start + 1) - 1 };
                plsg.origins.extend(&given[start..last]);
            }
            start = end;
        }
        plsg
    }

    /// Numbers the points in spatial order, and sorts the segments by their first points.
    ///
    /// Complexity: O(n log n).
    pub(crate) fn put_in_spatial_order(&mut self) {
        let order = spatial_order(&self.points);
        let mut numbers = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&(_, old), new)| numbers[old as usize] = new);
        self.points.clear();
        self.points.extend(order.into_iter().map(|(point, _)| point));
        let moved = |point: u32| numbers[point as usize];
        let firsts = || self.segments.iter().map(|segment| moved(segment.from));
        let origins = std::mem::take(&mut self.origins);
        self.origins = counting_sort(numbers.len(), firsts().zip(origins)).into_items();
        let segments = self.segments.iter().map(|&Segment { from, to, source }| {
            (moved(from), Segment { from: moved(from), to: moved(to), source })
        });
        self.segments = counting_sort(numbers.len(), segments).into_items();
    }

    /// Returns the ends of a segment, the lexicographically lower one first: cuts must not depend on its direction.
    pub(crate) fn ordered_ends(&self, segment: u32) -> [DVec2; 2] {
        let Segment { from, to, .. } = self.segments[segment as usize];
        let [from, to] = [from, to].map(|point| self.points[point as usize]);
        if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] }
    }

    /// The source of a segment.
    pub(crate) fn source(&self, segment: u32) -> Source {
        self.sources[self.segments[segment as usize].source as usize]
    }
}

/// The bits of a point, as a key. Points are equal exactly if their keys are.
pub(crate) type PointKey = [u64; 2];

pub(crate) fn point_key(point: DVec2) -> PointKey {
    point.to_array().map(f64::to_bits)
}

/// Drops the points of a ring that equal the point before them.
pub(crate) fn drop_repeated(ring: &mut Vec<DVec2>) {
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
}
