//! Stage 6, for agents with a radius: the walkable area inset by that radius.

pub(crate) mod border;
pub(crate) mod offset;
pub(crate) mod door_margins;
mod chains;
pub(crate) mod divide_and_conquer;

use navmesh_core::Clearance;
use navmesh_core::backend::geom::Bounds;

use crate::error::BuildError;
use crate::ground::Ground;
use crate::plsg::Drawing;
use crate::report::BuildReport;
use crate::split::{Crossings, crosses_itself};
use border::Border;
use door_margins::door_margins;
use offset::{OffsetRadius, offset_border};

/// Insets the walkable area by the radius and inserts the areas, and the margins of doors. Returns
/// the border before the inset too.
pub(crate) fn inset_ground(
    whole: Ground,
    areas: Drawing,
    offset: &OffsetRadius,
) -> Result<(Ground, Clearance), BuildError> {
    let border = Border::of(&whole.cells, &whole.points);
    drop(whole);
    let too_narrow = BuildError::TooNarrow { radius: offset.radius };
    // No point is farther from the border than half the width of its bounds.
    let bounds = Bounds::of(border.corners.iter().map(|corner| corner.point));
    if bounds.size().min_element() < 2.0 * offset.radius {
        return Err(too_narrow);
    }
    let margins = door_margins(&areas, offset);
    let ground = remaining_ground(&border, areas.with(margins), offset)?.or_if_empty(too_narrow)?;
    Ok((ground, border.into_clearance(offset.radius)))
}

/// Builds the walkable area within the inset border. Crossings of that border are not reported.
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
        // The inset must not depend on areas.
        Err(BuildError::TooManyIntersections { .. }) if crosses_itself(moved.clone(), most) => {
            drawn(divide_and_conquer::remaining(border, &rough)?.with(areas), Crossings::Likely)
        }
        Err(BuildError::TooManyIntersections { .. }) => drawn(moved.with(areas), Crossings::Likely),
        ground => ground,
    }
}
