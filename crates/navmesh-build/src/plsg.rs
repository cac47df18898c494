//! What all stages up to the triangles work on: segments between distinct points.

mod first_uses;
pub(crate) mod spatial_order;
pub(crate) mod group;

use navmesh_core::DVec2;
use navmesh_core::geom::lexicographic;

use crate::options::FillRule;
use crate::plsg::first_uses::first_uses;
use crate::plsg::group::grouped;
use crate::plsg::spatial_order::spatial_order;

/// Everything drawn as one heap of segments between distinct points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Soup {
    /// No two are equal.
    pub(crate) points: Vec<DVec2>,
    pub(crate) segments: Vec<Segment>,
    /// The ends of what each segment is a piece of, once any was cut; empty while none was.
    pub(crate) origins: Vec<[u32; 2]>,
    pub(crate) sources: Vec<Source>,
    pub(crate) outlines: Vec<Region>,
}

/// What an outline is for, and what its rings cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) effect: Effect,
    pub(crate) fill: Fill,
}

/// What an outline says of what it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Walkable,
    Obstacle,
    /// Ground is of this kind, unless an outline after this one says otherwise.
    Area {
        kind: u32,
    },
}

/// A directed piece of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Segment {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) source: u32,
}

/// What a segment is a piece of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The ring around an outline.
    Exterior { outline: u32 },
    /// A ring around what an outline lacks.
    Hole { outline: u32 },
    /// A wall: it covers nothing, and is not closed.
    Wall,
    /// Where floors are joined: it covers nothing, parts nothing, and is not closed.
    Seam { seam: u32, leg: u32 },
    /// A door: a wall only while it is closed.
    Door { door: u32 },
}

impl Source {
    /// The same source where outlines are numbered from `first` on.
    fn moved(self, first: u32) -> Self {
        match self {
            Self::Exterior { outline } => Self::Exterior { outline: first + outline },
            Self::Hole { outline } => Self::Hole { outline: first + outline },
            line => line,
        }
    }

    /// True for what goes around something.
    fn is_ring(self) -> bool {
        matches!(self, Self::Exterior { .. } | Self::Hole { .. })
    }
}

/// What a ring covers, by its winding number.
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
    /// Where each chain ends in `points`, and its source.
    chains: Vec<(usize, u32)>,
    sources: Vec<Source>,
    outlines: Vec<Region>,
}

impl Drawing {
    /// Adds an outline without rings, and says its number.
    pub(crate) fn add_outline(&mut self, region: Region) -> u32 {
        self.outlines.push(region);
        self.outlines.len() as u32 - 1
    }

    /// Adds a source without chains, and says its number.
    pub(crate) fn add_source(&mut self, source: Source) -> u32 {
        self.sources.push(source);
        self.sources.len() as u32 - 1
    }

    /// Adds a chain of a source; neighbouring points differ.
    pub(crate) fn add_chain(&mut self, points: impl IntoIterator<Item = DVec2>, source: u32) {
        self.points.extend(points);
        self.chains.push((self.points.len(), source));
    }

    /// Adds an outline that covers what all of these rings together wind around positively.
    pub(crate) fn add_rings(
        &mut self,
        effect: Effect,
        rings: impl IntoIterator<Item = Vec<DVec2>>,
    ) {
        let outline = self.add_outline(Region { effect, fill: Fill::Positive });
        let source = self.add_source(Source::Exterior { outline });
        rings.into_iter().for_each(|ring| self.add_chain(ring, source));
    }

    /// Both drawings as one, the outlines of `top` after those of this one.
    pub(crate) fn with(mut self, top: Self) -> Self {
        let (points, sources) = (self.points.len(), self.sources.len() as u32);
        let outlines = self.outlines.len() as u32;
        self.points.extend(top.points);
        self.chains.extend(top.chains.iter().map(|&(end, s)| (points + end, sources + s)));
        self.sources.extend(top.sources.iter().map(|source| source.moved(outlines)));
        self.outlines.extend(top.outlines);
        self
    }
}

impl Soup {
    /// Numbers equal points alike, in the order of their first use, and links the chains to segments.
    ///
    /// Complexity: O(n log n).
    pub(crate) fn of(drawing: Drawing) -> Self {
        let Drawing { points, chains, sources, outlines } = drawing;
        let (points, numbers) = numbered(points);
        let mut soup = Self { points, sources, outlines, ..Self::default() };
        let mut start = 0;
        soup.segments.reserve(numbers.len());
        for &(end, source) in &chains {
            let chain = &numbers[start..end];
            let steps = chain.windows(2).map(|pair| (pair[0], pair[1]));
            soup.segments.extend(steps.map(|(from, to)| Segment { from, to, source }));
            let closes = soup.sources[source as usize].is_ring();
            if let (Some(&to), Some(&from), true) = (chain.first(), chain.last(), closes) {
                soup.segments.push(Segment { from, to, source });
            }
            start = end;
        }
        soup
    }

    /// Numbers the points anew, so that what is near on the map is near in memory, and puts the segments in the
    /// order of the points where they begin.
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
        let origins = self.origins.iter().map(|ends| ends.map(moved));
        self.origins = grouped(numbers.len(), firsts().zip(origins)).1;
        let segments = self.segments.iter().map(|&Segment { from, to, source }| {
            (moved(from), Segment { from: moved(from), to: moved(to), source })
        });
        self.segments = grouped(numbers.len(), segments).1;
    }

    /// Returns the ends of a segment, the lexicographically lower one first: cuts must not depend on its direction.
    pub(crate) fn ordered_ends(&self, segment: u32) -> [DVec2; 2] {
        let Segment { from, to, .. } = self.segments[segment as usize];
        let [from, to] = [from, to].map(|point| self.points[point as usize]);
        if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] }
    }

    /// What a segment is a piece of.
    pub(crate) fn source(&self, segment: u32) -> Source {
        self.sources[self.segments[segment as usize].source as usize]
    }
}

/// The distinct among these points in the order of their first use, and the number that each of all has among them.
///
/// Complexity: O(n log n).
pub(crate) fn numbered(mut points: Vec<DVec2>) -> (Vec<DVec2>, Vec<u32>) {
    let mut numbers = first_uses(&points);
    let mut count = 0;
    for i in 0..points.len() {
        let first = numbers[i] as usize;
        numbers[i] = if first == i {
            points[count] = points[i];
            count += 1;
            count as u32 - 1
        } else {
            numbers[first]
        };
    }
    points.truncate(count);
    (points, numbers)
}
