//! Triangles → the open ground as spans of cells.

use std::ops::ControlFlow;

use glam::Vec3A;
use navmesh_core::Level;
use rerecast::{AreaType, CompactHeightfield, Heightfield, HeightfieldBuilder};

use crate::error::BakeError;
use crate::frame::Frame;
use crate::observer::Observer;
use crate::options::{BakeOptions, CellCounts};
use crate::rules::volumes::mark_volumes;
use crate::rules::{AreaRule, GROUND, RuleGround, number};
use crate::stage::BakeStage;

/// The most floors above one another, by Recast's six bits for the floor of a neighbour.
const MOST_FLOORS: usize = 62;

/// The number of triangles between two calls of the observer.
const SLICE: usize = 4096;

/// The kinds of triangles.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TriangleCounts {
    pub(crate) walkable: usize,
    pub(crate) too_steep: usize,
    pub(crate) face_down: usize,
    pub(crate) flat: usize,
    pub(crate) blocked: usize,
}

/// The numbers of the ground of all triangles.
pub(crate) struct Kinds {
    areas: Vec<AreaType>,
    pub(crate) counts: TriangleCounts,
}

impl Kinds {
    /// Finds the kind of each triangle. `corners` returns its corners in Recast's coordinates.
    pub(crate) fn of(
        level: &Level,
        options: &BakeOptions,
        counts: &CellCounts,
        corners: impl Fn([u32; 3]) -> [Vec3A; 3],
    ) -> Self {
        let steep: Vec<f32> = options.rules.iter().map(AreaRule::steepness).collect();
        let rule = |triangle, up: f32| {
            let material = level.material(triangle);
            let is_of = |(rule, &limit): (&AreaRule, &f32)| match &rule.ground {
                RuleGround::Material(name) => material == Some(name),
                _ => up < limit,
            };
            options.rules.iter().zip(&steep).rposition(is_of)
        };
        let mut kinds = TriangleCounts::default();
        let areas = level.triangles.iter().enumerate().map(|(index, &triangle)| {
            let up = kinds.count(corners(triangle), counts.slope);
            let mut area = AreaType(if up.is_some() { GROUND } else { 0 });
            if let Some(rule) = up.and_then(|up| rule(index, up)) {
                area = number(rule, &options.rules);
                kinds.blocked += usize::from(!area.is_walkable());
            }
            area
        });
        let areas = areas.collect();
        Self { areas, counts: kinds }
    }
}

/// Samples triangles of a level, given by their numbers.
pub(crate) fn sampled(
    level: &Level,
    kinds: &Kinds,
    triangles: &[usize],
    frame: Frame,
    options: &BakeOptions,
    counts: &CellCounts,
    observer: &mut Observer<'_>,
) -> Result<Heightfield, BakeError> {
    let builder = HeightfieldBuilder {
        aabb: frame.bounds,
        cell_size: counts.size,
        cell_height: counts.height,
    };
    let failed = |error: &dyn std::fmt::Display| BakeError::of_recast(BakeStage::Sample, error);
    let mut field = builder.build().map_err(|error| failed(&error))?;
    let limit = options.max_cells.saturating_mul(4);
    for (done, &index) in triangles.iter().enumerate() {
        if done % SLICE == 0 {
            observer.call(BakeStage::Sample, done as f64 / triangles.len() as f64)?;
        }
        let corners =
            level.triangles[index].map(|corner| frame.to_recast(level.positions[corner as usize]));
        let added = field.rasterize_triangle(corners, kinds.areas[index], counts.step);
        added.map_err(|error| failed(&error))?;
        if field.allocated_spans.len() as u64 > limit {
            return Err(BakeError::TooManySpans { limit });
        }
    }
    Ok(field)
}

impl TriangleCounts {
    /// Counts a triangle. Returns the cosine of its slope if it can be walked on.
    fn count(&mut self, [a, b, c]: [Vec3A; 3], least: f32) -> Option<f32> {
        let up = (b - a).cross(c - a).normalize_or_zero().y;
        let kind = match up {
            _ if up > least => &mut self.walkable,
            _ if up < -least => &mut self.face_down,
            _ if (b - a).cross(c - a) == Vec3A::ZERO => &mut self.flat,
            _ => &mut self.too_steep,
        };
        *kind += 1;
        (up > least).then_some(up)
    }
}

/// Finds the open ground above the spans, and leaves out what is too near to its border.
pub(crate) fn opened(
    mut field: Heightfield,
    frame: Frame,
    options: &BakeOptions,
    counts: &CellCounts,
    observer: &mut Observer<'_>,
) -> Result<CompactHeightfield, BakeError> {
    observer.call(BakeStage::Filter, 0.0)?;
    field.filter_low_hanging_walkable_obstacles(counts.step);
    field.filter_ledge_spans(counts.agent_height, counts.step);
    field.filter_walkable_low_height_spans(counts.agent_height);
    check_floors(&field, frame)?;
    let compact = field.into_compact(counts.agent_height, counts.step);
    let mut compact = compact.map_err(|error| BakeError::of_recast(BakeStage::Filter, &error))?;
    observer.call(BakeStage::Filter, 0.5)?;
    mark_volumes(&mut compact, &options.rules, frame);
    compact.erode_walkable_area(counts.radius);
    Ok(compact)
}

/// Checks the number of floors in each column, which Recast counts in eight bits.
fn check_floors(field: &Heightfield, frame: Frame) -> Result<(), BakeError> {
    let columns = (0..field.height).flat_map(|z| (0..field.width).map(move |x| (x, z)));
    let check = |(x, z)| {
        let spans = std::iter::successors(field.span_at(x, z), |span| Some(field.span(span.next?)));
        let count = spans.filter(|span| span.area.is_walkable()).count();
        match count <= MOST_FLOORS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(BakeError::TooManyFloors { at: frame.place(x, z), count }),
        }
    };
    match columns.into_iter().try_for_each(check) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error),
    }
}
