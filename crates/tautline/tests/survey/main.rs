//! Questions about places, each against the oracle, on meshes of every kind of world.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

#[path = "../mesh/sites.rs"]
mod sites;

use std::sync::Arc;

use navmesh_testkit::SplitMix64;
use sites::{Site, sites};
use tautline::mesh::EdgeId;
use tautline::{ClosedDoors, DVec2, PathError};

mod nearest;
mod rays;
mod sight;
mod steps;
mod regions;
mod floors;

/// The sites, and as many again with doors and cells closed at random: walls of no thickness, and ground that is gone.
pub(crate) fn grounds(ordinary: u64) -> impl Iterator<Item = Site> {
    sites(ordinary / 2).enumerate().flat_map(|(number, site)| {
        let closed = closed(&site, number as u64);
        [site, closed]
    })
}

/// True where the answer is that a place has no ground, or that its ground is closed.
pub(crate) fn is_off_the_ground<T>(answer: Result<T, PathError>, point: DVec2) -> bool {
    match answer {
        Err(PathError::StartOutside { place } | PathError::OnClosedGround { place, .. }) => {
            place.point == point
        }
        _ => false,
    }
}

/// The site with some of its portals and cells closed, but never with all.
fn closed(site: &Site, seed: u64) -> Site {
    let mut rng = SplitMix64::new(seed);
    let (edge_percent, cell_percent) = (*rng.pick(&[3, 10, 40]), *rng.pick(&[0, 5, 15]));
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
