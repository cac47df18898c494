//! The build of one floor: all stages in order.

use navmesh_core::backend::geom::Bounds;
use navmesh_core::{NavMesh, Outlines};

use crate::cells::MeshParts;
use crate::cells::doors::note_idle_doors;
use crate::error::BuildError;
use crate::ground::Ground;
use crate::input::area_kinds::area_kinds;
use crate::input::clean;
use crate::input::proportion::far_coordinate;
use crate::input::weld::{WeldedMap, weld};
use crate::inset::inset_ground;
use crate::inset::offset::OffsetRadius;
use crate::options::BuildOptions;
use crate::report::BuildReport;
use crate::split::Crossings;

/// Builds the mesh of one floor.
///
/// The mesh covers every point that a walkable outline covers and no obstacle does. Walls separate
/// its cells, areas give them kinds and costs, and edges run along doors.
///
/// # Errors
///
/// [`BuildError`]: invalid input, or no walkable area. The error names the place in the input.
pub fn build_outlines(
    outlines: &Outlines,
    options: &BuildOptions,
) -> Result<(NavMesh, BuildReport), BuildError> {
    let mut report = BuildReport::default();
    let (kinds, kind_of_area) = area_kinds(&outlines.areas);
    let drawings = clean(outlines, &kind_of_area, options, &mut report)?;
    if let Some((_, error)) = far_coordinate(&[outlines]) {
        return Err(error);
    }
    let bounds = Bounds::of(drawings.ground.points.iter().copied());
    let offset = OffsetRadius::of(options, bounds, 0.0)?;
    let links = outlines.links.clone();
    let mut map = WeldedMap { floors: vec![drawings], links, ..WeldedMap::default() };
    let welds = weld(&mut map, options)?;
    report.weld = welds.distance;
    report.welds = welds.united();
    let WeldedMap { floors, links, .. } = map;
    let (ground, areas) =
        floors.into_iter().map(|own| (own.ground, own.areas)).next().unwrap_or_default();
    let (walkable, obstacles) = (outlines.walkable.len(), outlines.obstacles.len());
    let nothing = BuildError::NothingWalkable { walkable, obstacles };
    let (ground, clearance) = match offset {
        None => (
            Ground::drawn(ground.with(areas), Crossings::Rare, &mut report)?
                .or_if_empty(nothing)?,
            None,
        ),
        Some(offset) => {
            // Areas wait until the inset border is known.
            let whole =
                Ground::drawn(ground, Crossings::Rare, &mut report)?.or_if_empty(nothing)?;
            report.repairs.extend(&whole.without_effect);
            let (ground, clearance) = inset_ground(whole, areas, &offset)?;
            (ground, Some(clearance))
        }
    };
    let ground = ground.without_inner_points();
    report.triangles = ground.triangles;
    report.repairs.extend(&ground.without_effect);
    let Ground { cells, points, .. } = ground;
    let doors = outlines.doors.iter().collect();
    let parts = MeshParts { cells, points, kinds, clearance, doors, links: &links };
    let (mesh, moved_links) = parts.into_mesh(options)?;
    report.cells = mesh.cell_count();
    note_idle_doors(mesh.doors(), &mut report.repairs);
    report.moved_links = moved_links;
    Ok((mesh, report))
}
