//! Rays, against the oracle.

use crate::sites::Site;
use crate::{is_off_mesh, open_and_closed_sites};
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_testkit::MeshOracle;
use tautline::mesh::CellId;
use tautline::queries::RayHit;
use tautline::{DVec2, MeshQueries, Place};

/// Counters of the cases that were met.
#[derive(Debug, Default)]
struct Tally {
    reached: u32,
    walls: u32,
    corners: u32,
    outside: u32,
}

fn check(site: &Site, from: DVec2, to: DVec2, tally: &mut Tally) {
    let Site { name, mesh, .. } = site;
    let place = || format!("{name}: from {from:?} to {to:?}");
    let oracle = MeshOracle::new(mesh);
    let mut queries = MeshQueries::new(mesh).snap(0.0);
    let mut cells = Vec::new();
    let answer = queries.cast_ray_through(from, to, &mut cells);
    let Some(share) = oracle.legal_share(from, to) else {
        assert!(is_off_mesh(answer, from), "{}: {answer:?}", place());
        tally.outside += 1;
        return;
    };
    let hit = answer.unwrap();
    check_sides(&oracle, [from, to], &hit, &place());
    let legal = oracle.is_legal_leg(from, to);
    assert_eq!(hit.wall.is_none(), legal, "{}: {hit:?}, legal {share}", place());
    assert!(oracle.cells_at(hit.point).contains(&hit.cell.slot), "{}: {hit:?}", place());
    let expected = from + (to - from) * share;
    let scale = mesh.bounds().max_abs().max(from.distance(to));
    let is_near = hit.point.distance(expected) <= 1e-12 * scale;
    let nowhere_near = || !has_representable_point_near(&oracle, &cells, expected);
    assert!(is_near || nowhere_near(), "{}: {hit:?}, not {expected}", place());
    assert_eq!(hit.distance, from.distance(hit.point));
    check_cells(&oracle, &hit, [from, to], &cells, &place());
    let Some(wall) = hit.wall else {
        assert_eq!(hit.point, to);
        tally.reached += 1;
        return;
    };
    let ends = mesh.edge_ends(wall.edge);
    assert!(oracle.leg_meets_wall(from, to, ends), "{}: {hit:?}", place());
    assert!((wall.normal.length() - 1.0).abs() < 1e-12, "{}", place());
    assert!(wall.normal.dot(ends[1] - ends[0]).abs() <= 1e-9 * ends[0].distance(ends[1]));
    *if ends.contains(&hit.point) { &mut tally.corners } else { &mut tally.walls } += 1;
}

/// Checks that the ray is the longest of those from the cells at its beginning, and that other cells are
/// ignored.
fn check_sides(oracle: &MeshOracle<'_>, [from, to]: [DVec2; 2], hit: &RayHit, place: &str) {
    let mesh = oracle.mesh();
    let mut queries = MeshQueries::new(mesh).snap(0.0);
    let mut cast =
        |slot| queries.cast_ray(Place::new(from).in_cell(mesh.cell_id(slot)), to).unwrap();
    let here = oracle.cells_at(from);
    let farthest = here.iter().map(|&slot| cast(slot).distance).fold(0.0, f64::max);
    assert_eq!(farthest, hit.distance, "{place}");
    for slot in mesh.slots().take(2).filter(|slot| !here.contains(slot)) {
        assert_eq!(cast(slot), *hit, "{place}, from cell {slot}");
    }
}

/// True if one of the cells contains a point at most two ulps away in each coordinate.
fn has_representable_point_near(oracle: &MeshOracle<'_>, cells: &[CellId], point: DVec2) -> bool {
    let near =
        |v: f64| [v, v.next_up(), v.next_down(), v.next_up().next_up(), v.next_down().next_down()];
    let held = |p: DVec2| {
        oracle.cells_at(p).iter().any(|&slot| cells.iter().any(|cell| cell.slot == slot))
    };
    near(point.x).into_iter().any(|x| near(point.y).into_iter().any(|y| held(DVec2::new(x, y))))
}

/// Asserts that the cells contain the ray up to its end, each adjacent to the next. If the end was
/// rounded off the ray, the whole leg must touch the cells.
fn check_cells(
    oracle: &MeshOracle<'_>,
    hit: &RayHit,
    [from, to]: [DVec2; 2],
    cells: &[CellId],
    place: &str,
) {
    assert_eq!(cells.last(), Some(&hit.cell), "{place}");
    let mesh = oracle.mesh();
    if turn(from, to, hit.point) == Turn::Collinear {
        assert!(oracle.holds_path(cells, &[from, hit.point]), "{place}: {cells:?}");
    } else {
        let joined = |pair: &[CellId]| {
            let edges = &mesh.edges()[mesh.edge_range(pair[0].slot)];
            edges.iter().any(|edge| edge.neighbor_slot() == Some(pair[1].slot))
        };
        assert!(cells.windows(2).all(joined), "{place}: {cells:?}");
        let along = oracle.reached_along(from, to);
        assert!(cells.iter().all(|cell| along.contains(&cell.slot)), "{place}: {cells:?}");
    }
}

#[test]
fn rays_end_at_the_oracles_point() {
    let mut tally = Tally::default();
    for site in open_and_closed_sites(400) {
        for pair in site.points.chunks_exact(2) {
            check(&site, pair[0], pair[1], &mut tally);
            check(&site, pair[1], pair[0], &mut tally);
        }
    }
    println!("{tally:?}");
    let Tally { reached, walls, corners, outside } = tally;
    assert!(reached.min(walls).min(corners).min(outside) > 1000, "{tally:?}");
}

#[test]
fn vertices_see_the_same_vertices_as_the_oracle() {
    let mut tally = Tally::default();
    for site in open_and_closed_sites(30) {
        let mut vertices: Vec<DVec2> = site.mesh.edges().iter().map(|e| e.origin()).collect();
        vertices.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        vertices.dedup();
        for &from in vertices.iter().step_by(1 + vertices.len() / 24) {
            for &to in &vertices {
                check(&site, from, to, &mut tally);
            }
        }
    }
    println!("{tally:?}");
}
