//! The lattice of the cells of a file.

use glam::DVec2;

use super::error::{RecastFault, RecastFileError};
use super::tile::Stored;
use crate::tiles::seams::Lattice;

/// The largest distance of a vertex from a corner of cells, in cells: more than the rounding of Recast's floats.
const OFF: f64 = 0.125;

/// Finds the lattice on which all vertices lie.
pub(super) fn lattice(tiles: &[Stored]) -> Result<Lattice, RecastFileError> {
    let all = || tiles.iter().flat_map(|stored| &stored.tile.vertices);
    let Some(first) = all().next() else { return Ok(Lattice { origin: DVec2::ZERO, size: 1.0 }) };
    let inverse = tiles[0].cells_per_unit;
    let sizes = tiles.iter().map(|tile| 1.0 / tile.cells_per_unit);
    let is_right = |size: f32| size > 0.0 && size.is_finite() && size == 1.0 / inverse;
    if let Some((tile, size)) = sizes.enumerate().find(|&(_, size)| !is_right(size)) {
        return Err(RecastFileError::Tile { tile, fault: RecastFault::CellSize { size } });
    }
    // The float that fits best, among those whose inverse is that of the file.
    let near = 1.0 / inverse;
    let near = [
        near.next_down().next_down(),
        near.next_down(),
        near,
        near.next_up(),
        near.next_up().next_up(),
    ];
    let largest = all().fold(1.0f64, |most, point| most.max(point.abs().max_element()));
    // Its multiples and those of the size are exact as coordinates.
    let unit = largest.log2().ceil().exp2() * 2f64.powi(-51);
    let origin = (first.truncate() / unit).round() * unit;
    let fits = near.into_iter().filter(|&size| 1.0 / size == inverse);
    let lattices = fits.map(|size| Lattice { origin, size: size.into() });
    let error =
        |lattice: &Lattice| all().map(|point| lattice.error(point.truncate())).fold(0.0, f64::max);
    let best = lattices.min_by(|a, b| error(a).total_cmp(&error(b)));
    let lattice = best.unwrap_or(Lattice { origin, size: near[2].into() });
    for (tile, stored) in tiles.iter().enumerate() {
        let off = |point: &&glam::DVec3| lattice.error(point.truncate()) > OFF;
        let mut vertices = stored.tile.vertices.iter();
        if let Some(vertex) = vertices.position(|point| off(&point)) {
            let at = stored.tile.vertices[vertex].truncate();
            let fault = RecastFault::OffLattice { vertex, at, size: lattice.size as f32 };
            return Err(RecastFileError::Tile { tile, fault });
        }
    }
    Ok(lattice)
}
