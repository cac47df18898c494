//! Ends of links near a local step.
//!
//! A whole build moves an end beside the walkable area onto it. The rounding of a cut can bend a border away from an
//! end on it, by less than a build moves ends; a patch alone would close the link.

use navmesh_core::backend::{MeshPatch, geom::Bounds};
use navmesh_core::{DVec2, Link, NavMesh};

use super::RebuildReason;
use super::step::Meanings;
use crate::cells::links::{farthest_move, place_links};
use crate::options::OffMeshLinks;

/// Checks that each end of a link lies where a whole build places it, once a patch is applied. `links` returns the links
/// after welding.
///
/// Complexity: linear in the patch and the links; linear in the mesh if an end is near the patch.
pub(super) fn check_ends(
    mesh: &NavMesh,
    meanings: Meanings<'_>,
    links: impl FnOnce() -> Vec<Link>,
    patch: &MeshPatch,
) -> Result<(), RebuildReason> {
    if mesh.links().is_empty() || are_far(mesh, meanings, patch) {
        return Ok(());
    }
    let mut after = mesh.clone();
    after.apply_patch(patch).map_err(|_| RebuildReason::Unsettled)?;
    match place_links(&links(), &after, OffMeshLinks::Close) {
        Ok((placed, _)) if placed == after.links() => Ok(()),
        _ => Err(RebuildReason::Links),
    }
}

/// True if a patch keeps the bounds of the mesh, and no end of a link is near its cells. Then a build places all ends
/// as before.
fn are_far(mesh: &NavMesh, meanings: Meanings<'_>, patch: &MeshPatch) -> bool {
    let removed = patch.removed.iter().flat_map(|cell| mesh.corners(cell.slot));
    let added = patch.cells.iter().flat_map(|cell| cell.corners.iter().copied());
    let Bounds { min, max } = Bounds::of(removed.chain(added));
    let all = mesh.bounds();
    if !(all.min.cmplt(min).all() && max.cmplt(all.max).all()) {
        return false;
    }
    let reach = farthest_move(mesh) + meanings.weld;
    let is_far = |at: DVec2| (at.cmplt(min - reach) | at.cmpgt(max + reach)).any();
    meanings.builder.shapes.of_kind::<Link>().all(|(_, link)| link.lanes().flatten().all(is_far))
}
