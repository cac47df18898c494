//! The nearest point, against the oracle.

use crate::open_and_closed_sites;
use crate::sites::Site;
use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::mesh::{EdgeId, Nearest};
use tautline::{DVec2, NavMesh};

/// Returns points in and around the bounds of the mesh, near and far.
fn beside(mesh: &NavMesh, seed: u64) -> impl Iterator<Item = DVec2> {
    let (bounds, mut random) = (mesh.bounds(), SplitMix64::new(seed));
    (0..24).map(move |i| {
        let wide = [1.0, 1.5, 40.0][i % 3];
        let share = DVec2::new(random.unit(), random.unit()) * wide - (wide - 1.0) / 2.0;
        bounds.min + bounds.size() * share
    })
}

pub(crate) fn assert_nearest(
    site: &Site,
    oracle: &MeshOracle<'_>,
    point: DVec2,
    from: Option<DVec2>,
    found: Nearest,
) {
    let place = format!("{}: {point:?} from {from:?}: {found:?}", site.name);
    assert!(oracle.cells_at(found.point).contains(&found.cell.slot), "{place}");
    assert_eq!(found.distance, found.point.distance(point), "{place}");
    let expected = oracle.distance_to_ground(point, from);
    let scale = site.mesh.bounds().max_abs().max(point.abs().max_element());
    let is_near = (found.distance - expected).abs() <= 4e-15 * scale;
    // In a cell thinner than an ulp, the nearest representable point may be as far as a corner.
    let is_in_thin_cell = || {
        let corner = oracle.way_to_thin_corner(point, expected, from);
        !has_representable_point_near(oracle, point)
            && corner.is_some_and(|corner| found.distance <= corner)
    };
    assert!(is_near || is_in_thin_cell(), "{place}, not {expected}");
}

/// True if a point at most two ulps away in each coordinate is on the mesh.
fn has_representable_point_near(oracle: &MeshOracle<'_>, point: DVec2) -> bool {
    let near =
        |v: f64| [v, v.next_up(), v.next_down(), v.next_up().next_up(), v.next_down().next_down()];
    let points = near(point.x).into_iter().flat_map(|x| near(point.y).map(|y| DVec2::new(x, y)));
    points.into_iter().any(|near| !oracle.cells_at(near).is_empty())
}

#[test]
fn the_nearest_point_is_as_near_as_the_oracles() {
    let mut moved = 0;
    for (seed, site) in open_and_closed_sites(300).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let points: Vec<DVec2> =
            site.points.iter().copied().chain(beside(&site.mesh, seed as u64)).collect();
        for (i, &point) in points.iter().enumerate() {
            let found = site.mesh.nearest(point).unwrap();
            assert_nearest(&site, &oracle, point, None, found);
            moved += u32::from(found.distance > 0.0);
            let is_on_mesh = !oracle.cells_at(point).is_empty();
            assert_eq!(found.distance == 0.0, is_on_mesh, "{}: {point:?}", site.name);
            let limit = found.distance * [0.5, 2.0][i % 2];
            let within = site.mesh.nearest_where(point, limit, |_| true);
            // Rounding into the cell may move the found point beyond the limit.
            let is_within = is_on_mesh || oracle.distance_to_ground(point, None) <= limit;
            assert_eq!(within.is_some(), is_within, "{}: {point:?}", site.name);

            let from = points[(i * 7 + 3) % points.len()];
            let components: Vec<u32> =
                oracle.cells_at(from).iter().map(|&slot| site.mesh.component(slot)).collect();
            let in_reach = |slot| components.contains(&site.mesh.component(slot));
            let reached = site.mesh.nearest_where(point, f64::INFINITY, in_reach);
            assert_eq!(reached.is_some(), !components.is_empty());
            if let Some(found) = reached {
                assert_nearest(&site, &oracle, point, Some(from), found);
            }
        }
    }
    assert!(moved > 5000, "{moved}");
}

/// Returns the distance of some cells from a point, over all their edges.
fn distance_to_cells(mesh: &NavMesh, point: DVec2, cells: impl Iterator<Item = u32>) -> f64 {
    let edges = cells.flat_map(|slot| mesh.edge_range(slot));
    let ends = edges.map(|edge| mesh.edge_ends(EdgeId(edge as u32)));
    let distances = ends.map(|[a, b]| nearest_on_segment(a, b, point).distance(point));
    distances.fold(f64::INFINITY, f64::min)
}

/// The accepted cells are random, or only far ones, so the accepted region ends at portals too.
#[test]
fn the_nearest_of_some_cells_is_as_near_as_their_nearest_edge() {
    let mut moved = 0;
    for (seed, site) in open_and_closed_sites(100).enumerate() {
        let (mesh, oracle) = (&site.mesh, MeshOracle::new(&site.mesh));
        let mut random = SplitMix64::new(seed as u64);
        for percent in [3, 30, 80] {
            let is_taken: Vec<bool> =
                (0..mesh.slot_count()).map(|_| random.chance(percent)).collect();
            let accept = |slot: u32| is_taken[slot as usize];
            for point in site.points.iter().copied().chain(beside(mesh, seed as u64)) {
                let place = format!("{}: {point:?} among {percent} %", site.name);
                let found = mesh.nearest_where(point, f64::INFINITY, accept);
                let Some(found) = found else {
                    assert!(!mesh.slots().any(accept), "{place}");
                    continue;
                };
                assert!(accept(found.cell.slot), "{place}");
                assert!(oracle.cells_at(found.point).contains(&found.cell.slot), "{place}");
                if oracle.cells_at(point).iter().any(|&slot| accept(slot)) {
                    assert_eq!(found.distance, 0.0, "{place}");
                    continue;
                }
                let expected = distance_to_cells(mesh, point, mesh.slots().filter(|&s| accept(s)));
                let scale = mesh.bounds().max_abs().max(point.abs().max_element());
                let is_near = (found.distance - expected).abs() <= 4e-15 * scale;
                // The nearest representable point of a very thin cell may be its corner.
                let mut corners = mesh.corners(found.cell.slot);
                let is_corner = corners.any(|corner| corner == found.point);
                assert!(is_near || is_corner, "{place}: {found:?}, not {expected}");
                moved += u32::from(is_near);
            }
        }
    }
    assert!(moved > 5000, "{moved}");
}
