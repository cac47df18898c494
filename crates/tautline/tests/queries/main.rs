//! Spatial queries against the oracle, on random worlds of every kind.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

#[path = "../mesh/sites.rs"]
mod sites;

use std::sync::Arc;

use navmesh_testkit::SplitMix64;
use sites::{Site, sites};
use tautline::mesh::EdgeId;
use tautline::{ClosedDoors, DVec2, PathError};

mod nearest;
mod proportion;
mod rays;
mod sight;
mod moves;
mod regions;
mod floors;
mod surface;

/// Returns the sites, and each again with random edges and cells closed.
pub(crate) fn open_and_closed_sites(ordinary: u64) -> impl Iterator<Item = Site> {
    sites(ordinary / 2).enumerate().flat_map(|(number, site)| {
        let closed = closed(&site, number as u64);
        [site, closed]
    })
}

/// True if the answer is an error that `point` is off the mesh or in a closed cell.
pub(crate) fn is_off_mesh<T>(answer: Result<T, PathError>, point: DVec2) -> bool {
    match answer {
        Err(PathError::StartOutside { place } | PathError::OnClosedCell { place, .. }) => {
            place.point == point
        }
        _ => false,
    }
}

/// Closes random portals and cells of a site, but not its first cell.
fn closed(site: &Site, seed: u64) -> Site {
    let mut rng = SplitMix64::new(seed);
    let edge_percent = *rng.pick(&[3, 10, 40]);
    let cell_percent = *rng.pick(&[0, 5, 15]);
    let mut mesh = site.mesh.clone();
    let mut doors = ClosedDoors::new(&Arc::new(mesh.clone()));
    for (index, edge) in mesh.edges().iter().enumerate() {
        if !edge.is_wall() && rng.chance(edge_percent) {
            doors.close_edge(EdgeId(index as u32)).unwrap();
        }
    }
    for slot in mesh.slots().skip(1) {
        if rng.chance(cell_percent) {
            doors.close_cell(mesh.cell_id(slot)).unwrap();
        }
    }
    mesh.set_doors(&doors).unwrap();
    Site { name: format!("{}, closed {seed}", site.name), mesh, points: site.points.clone() }
}
