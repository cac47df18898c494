//! One floor of outlines to a mesh: the stages one after the other.

use navmesh_core::geom::Bounds;
use navmesh_core::{Clearance, NavMesh, Outlines};

use crate::border::Border;
use crate::clean::{Drawings, clean};
use crate::crowds;
use crate::doors::idle;
use crate::error::BuildError;
use crate::finish::Unfinished;
use crate::ground::Ground;
use crate::kinds::kinds_of;
use crate::options::BuildOptions;
use crate::report::BuildReport;
use crate::shrink::{Reach, shrink};
use crate::soup::Drawing;
use crate::split::{Crossings, crosses_itself};

/// Builds the mesh of everything that a walkable outline covers and no obstacle does, parted by walls,
/// told apart by areas, with an edge wherever a door can close, and with links.
///
/// # Errors
///
/// As [`NavMeshBuilder::build`](crate::NavMeshBuilder::build).
pub fn build_outlines(
    outlines: &Outlines,
    options: &BuildOptions,
) -> Result<(NavMesh, BuildReport), BuildError> {
    let mut report = BuildReport::default();
    let (kinds, kind_of_area) = kinds_of(&outlines.areas);
    let Drawings { ground, areas } = clean(outlines, &kind_of_area, options.fill, &mut report)?;
    let (walkable, obstacles) = (outlines.walkable.len(), outlines.obstacles.len());
    let nothing = BuildError::NothingWalkable { walkable, obstacles };
    let reach = Reach::of(options, Bounds::of(ground.points.iter().copied()), 0.0)?;
    let (ground, clearance) = match reach {
        None => (
            Ground::drawn(ground.with(areas), Crossings::Rare, &mut report)?.or_if_bare(nothing)?,
            None,
        ),
        Some(reach) => {
            // Areas wait until it is known where the ground will end.
            let whole = Ground::drawn(ground, Crossings::Rare, &mut report)?.or_if_bare(nothing)?;
            let (ground, clearance) = drawn_in(whole, areas, &reach)?;
            (ground, Some(clearance))
        }
    };
    let ground = ground.without_inner_points();
    report.triangles = ground.triangles;
    let Ground { cells, points, .. } = ground;
    let doors = outlines.doors.iter().collect();
    let unfinished = Unfinished { cells, points, kinds, clearance, doors, links: &outlines.links };
    let (mesh, moved_links) = unfinished.finish(options.merge)?;
    report.cells = mesh.cell_count();
    report.idle_doors = idle(mesh.doors());
    report.moved_links = moved_links;
    Ok((mesh, report))
}

/// Stage 5: what is left of ground for agents with a size, told apart by areas, and the border that it had before.
fn drawn_in(
    whole: Ground,
    areas: Drawing,
    reach: &Reach,
) -> Result<(Ground, Clearance), BuildError> {
    let border = Border::of(&whole.cells, &whole.points);
    drop(whole);
    let too_narrow = BuildError::TooNarrow { radius: reach.radius };
    // Nowhere in it is farther from its border than half of its width.
    let bounds = Bounds::of(border.corners.iter().map(|corner| corner.point));
    if bounds.size().min_element() < 2.0 * reach.radius {
        return Err(too_narrow);
    }
    let ground = what_is_left(&border, areas, reach)?.or_if_bare(too_narrow)?;
    Ok((ground, border.into_clearance(reach.radius)))
}

/// The ground that is left within a border. Where its moved copy crosses itself is nothing to report.
fn what_is_left(border: &Border, areas: Drawing, reach: &Reach) -> Result<Ground, BuildError> {
    let unread = &mut BuildReport::default();
    let mut drawn = |drawing, crossings| Ground::drawn(drawing, crossings, unread);
    let moved = shrink(border, reach);
    let Some(rough) = crowds::reach(reach) else {
        return drawn(moved.with(areas), Crossings::Likely);
    };
    let most = crowds::most_crossings(moved.points.len());
    match drawn(moved.clone().with(areas.clone()), Crossings::AtMost(most)) {
        // What is left must not depend on areas.
        Err(BuildError::TooManyMeetings { .. }) if crosses_itself(moved.clone(), most) => {
            drawn(crowds::left(border, &rough)?.with(areas), Crossings::Likely)
        }
        Err(BuildError::TooManyMeetings { .. }) => drawn(moved.with(areas), Crossings::Likely),
        ground => ground,
    }
}
