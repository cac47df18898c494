//! Stage 5, for agents with a size: the ground that is left within their radius of no wall.

pub(crate) mod border;
pub(crate) mod offset;
mod chains;
pub(crate) mod divide_and_conquer;

use navmesh_core::Clearance;
use navmesh_core::geom::Bounds;

use crate::error::BuildError;
use crate::ground::Ground;
use crate::plsg::Drawing;
use crate::report::BuildReport;
use crate::split::{Crossings, crosses_itself};
use border::Border;
use offset::{OffsetRadius, offset_border};

/// Stage 5: what is left of ground for agents with a size, told apart by areas, and the border that it had before.
pub(crate) fn inset_ground(
    whole: Ground,
    areas: Drawing,
    offset: &OffsetRadius,
) -> Result<(Ground, Clearance), BuildError> {
    let border = Border::of(&whole.cells, &whole.points);
    drop(whole);
    let too_narrow = BuildError::TooNarrow { radius: offset.radius };
    // Nowhere in it is farther from its border than half of its width.
    let bounds = Bounds::of(border.corners.iter().map(|corner| corner.point));
    if bounds.size().min_element() < 2.0 * offset.radius {
        return Err(too_narrow);
    }
    let ground = remaining_ground(&border, areas, offset)?.or_if_bare(too_narrow)?;
    Ok((ground, border.into_clearance(offset.radius)))
}

/// The ground that is left within a border. Where its moved copy crosses itself is nothing to report.
fn remaining_ground(
    border: &Border,
    areas: Drawing,
    offset: &OffsetRadius,
) -> Result<Ground, BuildError> {
    let unread = &mut BuildReport::default();
    let mut drawn = |drawing, crossings| Ground::drawn(drawing, crossings, unread);
    let moved = offset_border(border, offset);
    let Some(rough) = divide_and_conquer::with_margin(offset) else {
        return drawn(moved.with(areas), Crossings::Likely);
    };
    let most = divide_and_conquer::most_crossings(moved.points.len());
    match drawn(moved.clone().with(areas.clone()), Crossings::AtMost(most)) {
        // What is left must not depend on areas.
        Err(BuildError::TooManyIntersections { .. }) if crosses_itself(moved.clone(), most) => {
            drawn(divide_and_conquer::remaining(border, &rough)?.with(areas), Crossings::Likely)
        }
        Err(BuildError::TooManyIntersections { .. }) => drawn(moved.with(areas), Crossings::Likely),
        ground => ground,
    }
}
