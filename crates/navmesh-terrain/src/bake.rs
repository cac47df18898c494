//! The stages of a bake in their order.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use glam::DVec3;
use navmesh_core::{Level, MeshDefects, NavMesh, RawMesh, Surface, SurfaceDetail, SurfaceError};
use rerecast::DetailNavmesh;

use crate::contours::borders;
use crate::error::BakeError;
use crate::field::{TriangleCounts, opened, sampled};
use crate::floors::floors;
use crate::frame::Frame;
use crate::jumps::{Solids, with_jumps};
use crate::observer::Observer;
use crate::options::{BakeOptions, CellCounts};
use crate::polygons::{sampled_polygons, to_raw};
use crate::relief::relief;
use crate::stage::BakeStage;

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
    let run = AssertUnwindSafe(|| baked(level, frame, options, &counts, &mut observer));
    match catch_unwind(run) {
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
    let (field, kinds) = sampled(level, frame, options, counts, observer)?;
    let field_cells = field.spans.len();
    let solids =
        options.jumps.map(|rule| (rule, Solids { field: field.clone(), frame, counts: *counts }));
    let mut ground = opened(field, frame, options, counts, observer)?;
    observer.call(BakeStage::Regions, 0.0)?;
    ground.build_distance_field();
    observer.call(BakeStage::Regions, 0.5)?;
    let divided = ground.build_regions(0, counts.min_region, counts.merge_region);
    divided.map_err(|error| BakeError::of_recast(BakeStage::Regions, &error))?;
    observer.call(BakeStage::Polygons, 0.0)?;
    let contours = borders(&mut ground, frame, counts)?;
    observer.call(BakeStage::Polygons, 0.5)?;
    let polygons = contours.into_polygon_mesh(counts.polygon_corners);
    let polygons = polygons.map_err(|error| BakeError::of_recast(BakeStage::Polygons, &error))?;
    if polygons.polygon_count() == 0 {
        let TriangleCounts { too_steep, face_down, flat, blocked, .. } = kinds;
        return Err(BakeError::NoGround {
            triangles: level.triangles.len(),
            too_steep,
            face_down,
            flat,
            blocked,
        });
    }
    observer.call(BakeStage::Heights, 0.0)?;
    let (raw, points) = to_raw(&polygons, frame, options);
    let detail = if options.detail_distance < 0.9 {
        DetailNavmesh::default()
    } else {
        let [distance, error] = [
            options.detail_distance as f32 * counts.size,
            options.detail_error as f32 * counts.height,
        ];
        let detail = DetailNavmesh::new(&polygons, &ground, distance, error);
        detail.map_err(|error| BakeError::of_recast(BakeStage::Heights, &error))?
    };
    observer.call(BakeStage::Mesh, 0.0)?;
    let detail = relief(&sampled_polygons(&polygons, &detail, frame), &points, counts.size.into());
    let portals = raw.neighbors.iter().flatten().count();
    let surface = on_floors::<BakeError>(raw, &points, detail)?;
    let (surface, links) = match solids {
        Some((rule, solids)) => with_jumps(surface, &rule, &solids)?,
        None => (surface, 0),
    };
    let TriangleCounts { walkable, too_steep, face_down, flat, blocked } = kinds;
    let report =
        BakeReport { walkable, too_steep, face_down, flat, blocked, field_cells, portals, links };
    Ok(Baked { surface, report })
}

/// Makes the surface of cells, each on its floor.
pub(crate) fn on_floors<E: From<MeshDefects> + From<SurfaceError>>(
    mut raw: RawMesh,
    points: &[DVec3],
    detail: SurfaceDetail,
) -> Result<Surface, E> {
    let mut mesh = NavMesh::from_raw(&raw)?;
    let height = |&corner: &u32| points[corner as usize].z;
    let lowest = |cell| {
        let corners = raw.cell(cell).map_or(&[][..], |cell| cell.corners);
        corners.iter().map(height).fold(f64::INFINITY, f64::min)
    };
    let lowest: Vec<f64> = (0..raw.cell_count()).map(lowest).collect();
    raw.layers = floors(&mesh, &raw, &lowest);
    if !raw.layers.is_empty() {
        mesh = NavMesh::from_raw(&raw)?;
    }
    Ok(Surface::with_detail(mesh, raw.corners.iter().map(height).collect(), detail)?)
}
