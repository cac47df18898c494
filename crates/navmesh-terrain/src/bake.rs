//! The stages of a bake in their order.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use navmesh_core::{Level, Surface};
use rerecast::{DetailNavmesh, Heightfield};

use crate::contours::borders;
use crate::error::BakeError;
use crate::field::{Kinds, TriangleCounts, opened, sampled};
use crate::frame::Frame;
use crate::jumps::{Solids, with_jumps};
use crate::observer::Observer;
use crate::options::{BakeOptions, CellCounts};
use crate::polygons::{areas, tile};
use crate::stage::BakeStage;
use crate::tiles::cells::surface;
use crate::tiles::seams::{Lattice, join};
use crate::tiles::tile::Tile;

/// A baked level.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Baked {
    /// The mesh and its heights.
    pub surface: Surface,
    /// The counts of the bake.
    pub report: BakeReport,
}

/// The counts of a bake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BakeReport {
    /// The triangles that can be walked on by their slope.
    pub walkable: usize,
    /// The triangles that are too steep.
    pub too_steep: usize,
    /// The triangles that would be walkable from below.
    pub face_down: usize,
    /// The triangles without area.
    pub flat: usize,
    /// The triangles of a blocked material.
    pub blocked: usize,
    /// The cells of the height field in the plan.
    pub field_cells: usize,
    /// The portals between the polygons, by Recast's count: one for each side.
    pub portals: usize,
    /// The links of [`BakeOptions::jumps`].
    pub links: usize,
}

/// Bakes a level.
///
/// # Errors
///
/// Any [`BakeError`] but `Stopped`.
pub fn bake(level: &Level, options: &BakeOptions) -> Result<Baked, BakeError> {
    bake_with(level, options, &mut |_, _| ControlFlow::Continue(()))
}

/// Bakes a level, and calls `observe` with each stage and the share of it that is done; it may stop the bake.
///
/// A height is within half a cell height of level triangles. On a slope the height field rounds up by the rise over a cell, and
/// the surface keeps to it up to [`BakeOptions::detail_error`] where it was sampled.
///
/// Complexity: linear in the cells that the triangles touch, and cubic in the corners of a region.
///
/// # Errors
///
/// Any [`BakeError`]. The size of the height field is checked before it is made. A panic of `rerecast` becomes
/// [`BakeError::Recast`], where panics unwind.
pub fn bake_with(
    level: &Level,
    options: &BakeOptions,
    observe: &mut dyn FnMut(BakeStage, f64) -> ControlFlow<()>,
) -> Result<Baked, BakeError> {
    let mut observer = Observer { observe, stage: BakeStage::Sample };
    let counts = CellCounts::of(options)?;
    let frame = Frame::of(level, options, &counts)?;
    without_panic(&mut observer, |observer| baked(level, frame, options, &counts, observer))
}

/// Turns a panic of `rerecast` into an error.
pub(crate) fn without_panic<T>(
    observer: &mut Observer<'_>,
    run: impl FnOnce(&mut Observer<'_>) -> Result<T, BakeError>,
) -> Result<T, BakeError> {
    match catch_unwind(AssertUnwindSafe(|| run(observer))) {
        Ok(done) => done,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied());
            Err(BakeError::of_recast(observer.stage, &text.unwrap_or("a panic")))
        }
    }
}

fn baked(
    level: &Level,
    frame: Frame,
    options: &BakeOptions,
    counts: &CellCounts,
    observer: &mut Observer<'_>,
) -> Result<Baked, BakeError> {
    let corner = |corner: u32| frame.to_recast(level.positions[corner as usize]);
    let kinds = Kinds::of(level, options, counts, |triangle| triangle.map(corner));
    let all: Vec<usize> = (0..level.triangles.len()).collect();
    let place = [0, 0];
    let one = bake_field(
        Field { level, kinds: &kinds, triangles: &all, frame, place },
        options,
        counts,
        observer,
    )?;
    observer.call(BakeStage::Mesh, 0.0)?;
    let lattice = Lattice { origin: frame.place(0, 0), size: counts.size.into() };
    joined(&[&one], kinds.counts, lattice, options, counts, f64::INFINITY)
}

/// The triangles of a height field, and its place.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) level: &'a Level,
    pub(crate) kinds: &'a Kinds,
    /// The numbers of the triangles.
    pub(crate) triangles: &'a [usize],
    pub(crate) frame: Frame,
    /// The columns and rows of tiles before it.
    pub(crate) place: [i32; 2],
}

/// The polygons of a height field.
#[derive(Debug)]
pub(crate) struct BakedField {
    pub(crate) tile: Tile,
    frame: Frame,
    /// The number of cells in the plan.
    cells: usize,
    /// The spans of all triangles, if jumps are looked for.
    solids: Option<Heightfield>,
}

/// Bakes the triangles of one height field.
pub(crate) fn bake_field(
    field: Field<'_>,
    options: &BakeOptions,
    counts: &CellCounts,
    observer: &mut Observer<'_>,
) -> Result<BakedField, BakeError> {
    let Field { level, kinds, triangles, frame, place } = field;
    let field = sampled(level, kinds, triangles, frame, options, counts, observer)?;
    let cells = field.spans.len();
    let solids = options.jumps.map(|_| field.clone());
    let mut ground = opened(field, frame, options, counts, observer)?;
    observer.call(BakeStage::Regions, 0.0)?;
    ground.build_distance_field();
    observer.call(BakeStage::Regions, 0.5)?;
    let divided = ground.build_regions(frame.border, counts.min_region, counts.merge_region);
    divided.map_err(|error| BakeError::of_recast(BakeStage::Regions, &error))?;
    observer.call(BakeStage::Polygons, 0.0)?;
    let contours = borders(&mut ground, frame, counts)?;
    observer.call(BakeStage::Polygons, 0.5)?;
    let polygons = contours.into_polygon_mesh(counts.polygon_corners);
    let polygons = polygons.map_err(|error| BakeError::of_recast(BakeStage::Polygons, &error))?;
    observer.call(BakeStage::Heights, 0.0)?;
    let detail = if options.detail_distance < 0.9 || polygons.polygon_count() == 0 {
        DetailNavmesh::default()
    } else {
        let [distance, error] = [
            options.detail_distance as f32 * counts.size,
            options.detail_error as f32 * counts.height,
        ];
        let detail = DetailNavmesh::new(&polygons, &ground, distance, error);
        detail.map_err(|error| BakeError::of_recast(BakeStage::Heights, &error))?
    };
    let step = f64::from(counts.step) * f64::from(counts.height);
    Ok(BakedField { tile: tile(&polygons, &detail, frame, place, step), frame, cells, solids })
}

/// Joins the polygons of height fields, which are tiles of a side in map units.
pub(crate) fn joined(
    fields: &[&BakedField],
    kinds: TriangleCounts,
    lattice: Lattice,
    options: &BakeOptions,
    counts: &CellCounts,
    side: f64,
) -> Result<Baked, BakeError> {
    let TriangleCounts { walkable, too_steep, face_down, flat, blocked } = kinds;
    let tiles: Vec<&Tile> = fields.iter().map(|field| &field.tile).collect();
    if tiles.iter().all(|tile| tile.polygons.is_empty()) {
        let triangles = walkable + too_steep + face_down + flat;
        return Err(BakeError::NoGround { triangles, too_steep, face_down, flat, blocked });
    }
    let (surface, portals) =
        surface::<BakeError>(&tiles, &join(&tiles, lattice), &areas(&options.rules))?;
    let (surface, links) = match options.jumps {
        Some(rule) => {
            let all = fields.iter().filter_map(|field| {
                Some((field.tile.place, (field.frame, field.solids.as_ref()?)))
            });
            let solids = Solids { fields: all.collect(), side, counts: *counts };
            with_jumps(surface, &rule, &solids)?
        }
        None => (surface, 0),
    };
    let field_cells = fields.iter().map(|field| field.cells).sum();
    let report =
        BakeReport { walkable, too_steep, face_down, flat, blocked, field_cells, portals, links };
    Ok(Baked { surface, report })
}
