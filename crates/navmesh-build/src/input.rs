//! Stage 1: validates rings and lines, and welds them.

pub(crate) mod area_kinds;
pub(crate) mod proportion;
pub(crate) mod reaches;
pub(crate) mod near_misses;
pub(crate) mod weld;

use navmesh_core::backend::geom::{Turn, sanitized, turn};
use navmesh_core::{DVec2, Outline, Outlines, RawMesh};

use crate::error::{BuildError, InputPlace, Role};
use crate::options::{BuildOptions, FillRule};
use crate::plsg::{Drawing, Effect, Region, Source};
use crate::report::{BuildReport, Repair, RepairKind};

/// The largest number of points: a triangulation numbers six half-edges a point with 32 bits.
const MAX_POINTS: usize = 1 << 28;

/// Validated rings and lines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Drawings {
    /// The rings and lines that bound the walkable area: walkable outlines, obstacles and walls.
    pub(crate) ground: Drawing,
    /// The rings and lines within it: areas and doors.
    pub(crate) areas: Drawing,
    /// The places of all their chains in the input, first those of the ground.
    pub(crate) places: Vec<ChainPlace>,
}

/// The place of a chain in the input.
#[derive(Debug, Clone)]
pub(crate) struct ChainPlace {
    first: InputPlace,
    /// The index of each point in the input.
    vertices: Vec<usize>,
}

impl ChainPlace {
    /// Returns the place of a chain whose first point is at a place.
    pub(crate) fn of(chain: CleanChain, first: InputPlace) -> Self {
        Self { first, vertices: chain.vertices }
    }

    /// Returns the place of a point, by its index in the chain.
    pub(crate) fn vertex(&self, index: usize) -> InputPlace {
        InputPlace { vertex: self.vertices[index], ..self.first }
    }
}

/// Validates every number and drops repeated points. `kinds` holds the kind of each area.
pub(crate) fn clean(
    outlines: &Outlines,
    kinds: &[u32],
    options: &BuildOptions,
    report: &mut BuildReport,
) -> Result<Drawings, BuildError> {
    let Outlines { walkable, obstacles, walls, areas, doors, .. } = outlines;
    let (drawing, places) = (Drawing::default(), Vec::new());
    let mut cleaner = Cleaner { drawing, places, fill: options.fill, report };
    let rings = walkable.iter().chain(obstacles).flat_map(Outline::rings);
    cleaner.drawing.points.reserve(rings.map(<[DVec2]>::len).sum());
    let first = |role: Role, outline: usize| InputPlace { role, outline, ring: 0, vertex: 0 };
    for (index, outline) in walkable.iter().enumerate() {
        cleaner.outline(outline, Effect::Walkable, first(Role::Walkable, index))?;
    }
    for (index, outline) in obstacles.iter().enumerate() {
        cleaner.outline(outline, Effect::Obstacle, first(Role::Obstacle, index))?;
    }
    for (index, wall) in walls.iter().enumerate() {
        cleaner.line(&wall.points, Source::Wall, first(Role::Wall, index))?;
    }
    let ground = std::mem::take(&mut cleaner.drawing);
    for (index, (area, &kind)) in areas.iter().zip(kinds).enumerate() {
        let (cost, place) = (area.cost, first(Role::Area, index));
        if !RawMesh::COSTS.contains(&cost) {
            return Err(BuildError::BadCost { place, cost });
        }
        cleaner.outline(&area.outline, Effect::Area { kind }, place)?;
    }
    for (index, door) in doors.iter().enumerate() {
        let source = Source::Door { door: index as u32 };
        cleaner.line(&door.points, source, first(Role::Door, index))?;
    }
    let Cleaner { drawing: areas, places, .. } = cleaner;
    let points = ground.points.len() + areas.points.len();
    if points > MAX_POINTS {
        return Err(BuildError::TooLarge { points, limit: MAX_POINTS });
    }
    let [ground, areas] =
        [ground, areas].map(|drawing| drawing.with_max_intersections(options.max_intersections));
    Ok(Drawings { ground, areas, places })
}

/// Collects valid rings and lines, and notes repairs.
struct Cleaner<'a> {
    drawing: Drawing,
    places: Vec<ChainPlace>,
    fill: FillRule,
    report: &'a mut BuildReport,
}

/// A chain of points without equal neighbours.
#[derive(Default)]
pub(crate) struct CleanChain {
    pub(crate) points: Vec<DVec2>,
    /// The index of each point in the input.
    vertices: Vec<usize>,
}

impl CleanChain {
    /// Rounds tiny coordinates to 0, drops repeated points, and notes both.
    ///
    /// # Errors
    ///
    /// The index of the first point with an invalid coordinate.
    pub(crate) fn of(
        given: &[DVec2],
        mut place: InputPlace,
        repairs: &mut Vec<Repair>,
    ) -> Result<Self, usize> {
        let mut chain = Self::default();
        for (vertex, &given) in given.iter().enumerate() {
            place.vertex = vertex;
            let point = sanitized(given).ok_or(vertex)?;
            if point != given {
                repairs.push(Repair { place, kind: RepairKind::Underflow });
            }
            if chain.points.last() == Some(&point) {
                repairs.push(Repair { place, kind: RepairKind::RepeatedPoint });
            } else {
                chain.points.push(point);
                chain.vertices.push(vertex);
            }
        }
        Ok(chain)
    }
}

impl Cleaner<'_> {
    fn outline(
        &mut self,
        outline: &Outline,
        effect: Effect,
        mut place: InputPlace,
    ) -> Result<(), BuildError> {
        let number = self.drawing.add_outline(Region { effect, fill: self.fill.into() });
        let mut is_nothing = false;
        for (index, ring) in outline.rings().enumerate() {
            place.ring = index;
            let chain = self.ring(ring, place)?;
            is_nothing |= index == 0 && chain.points.is_empty();
            if is_nothing || chain.points.is_empty() {
                continue; // the holes of nothing are checked too
            }
            match index {
                0 => self.keep(chain, Source::Exterior { outline: number }, place),
                _ => self.keep(chain, Source::Hole { outline: number }, place),
            }
        }
        Ok(())
    }

    /// Returns the ring without repeated points; empty if it covers nothing.
    fn ring(&mut self, ring: &[DVec2], place: InputPlace) -> Result<CleanChain, BuildError> {
        let CleanChain { mut points, mut vertices } = self.chain(ring, place)?;
        // A closed ring may repeat its first point at its end. That is no repair.
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
            vertices.pop();
        }
        if is_flat(&points) {
            self.note(RepairKind::FlatRing, place);
            return Ok(CleanChain::default());
        }
        for (i, &vertex) in vertices.iter().enumerate() {
            if let Some(kind) = straight(&points, i) {
                self.note(kind, InputPlace { vertex, ..place });
            }
        }
        Ok(CleanChain { points, vertices })
    }

    fn line(
        &mut self,
        points: &[DVec2],
        source: Source,
        place: InputPlace,
    ) -> Result<(), BuildError> {
        let chain = self.chain(points, place)?;
        if chain.points.len() < 2 {
            self.note(RepairKind::NoLine, place);
            self.drawing.add_source(source); // sources count as given
            return Ok(());
        }
        self.keep(chain, source, place);
        Ok(())
    }

    fn chain(&mut self, given: &[DVec2], place: InputPlace) -> Result<CleanChain, BuildError> {
        CleanChain::of(given, place, &mut self.report.repairs).map_err(|vertex| {
            let (place, DVec2 { x, y }) = (InputPlace { vertex, ..place }, given[vertex]);
            BuildError::BadCoordinate { place, x, y }
        })
    }

    fn keep(&mut self, chain: CleanChain, source: Source, first: InputPlace) {
        let source = self.drawing.add_source(source);
        self.drawing.add_chain(chain.points, source);
        self.places.push(ChainPlace { first, vertices: chain.vertices });
    }

    fn note(&mut self, kind: RepairKind, place: InputPlace) {
        self.report.repairs.push(Repair { place, kind });
    }
}

/// True if the points lie on one line; neighbours differ.
fn is_flat(points: &[DVec2]) -> bool {
    let [a, b, ref more @ ..] = *points else { return true };
    more.iter().all(|&p| turn(a, b, p) == Turn::Collinear)
}

/// Returns the repair to note for a point at which the ring does not turn: each spike, and the
/// first point of each straight run.
fn straight(points: &[DVec2], i: usize) -> Option<RepairKind> {
    let n = points.len();
    let goes = |i: usize| {
        let [before, at, after] = [n - 1, 0, 1].map(|step| points[(i + step) % n]);
        let is_straight = turn(before, at, after) == Turn::Collinear;
        is_straight.then(|| (before - at).dot(after - at) > 0.0)
    };
    if goes(i)? {
        Some(RepairKind::Spike)
    } else if goes((i + n - 1) % n) == Some(false) {
        None
    } else {
        Some(RepairKind::StraightRun)
    }
}
