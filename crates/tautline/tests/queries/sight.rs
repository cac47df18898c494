//! Visible regions, against the oracle.

use crate::open_and_closed_sites;
use navmesh_core::backend::geom::{Turn, turn, within_box};
use navmesh_testkit::{Coverage, MeshOracle, SplitMix64, covers};
use tautline::queries::VisibleRegion;
use tautline::{DVec2, MeshQueries, NavMesh, Outline, Outlines};

/// True if a point is inside the region, `None` if it is too close to the border to decide.
pub(crate) fn holds(region: &VisibleRegion, point: DVec2, slack: f64) -> Option<bool> {
    let ring = &region.ring;
    let near = |i: usize| {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        navmesh_core::backend::geom::nearest_on_segment(a, b, point).distance(point) < slack
    };
    if (0..ring.len()).any(near) {
        return None;
    }
    let outline = Outline::new(ring.iter().copied());
    let outlines = Outlines { walkable: vec![outline], ..Outlines::default() };
    Some(covers(&outlines, point) == Coverage::Inside)
}

/// True if the line of sight touches a corner; then only the line itself may be visible.
pub(crate) fn touches_a_corner(mesh: &NavMesh, from: DVec2, to: DVec2) -> bool {
    let on_way =
        |v: DVec2| v != from && turn(from, to, v) == Turn::Collinear && within_box(from, to, v);
    mesh.edges().iter().any(|edge| on_way(edge.origin()))
}

#[test]
fn the_visible_region_contains_the_points_that_the_oracle_sees() {
    let (mut seen, mut hidden) = (0, 0);
    for (seed, site) in open_and_closed_sites(200).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
        let (bounds, mut random) = (site.mesh.bounds(), SplitMix64::new(seed as u64));
        let slack = bounds.max_abs() * 1e-13;
        for &eye in site.points.iter().step_by(3) {
            let Ok(region) = queries.visible_from(eye) else {
                assert!(oracle.cells_at(eye).is_empty(), "{}: {eye}", site.name);
                continue;
            };
            assert_eq!(region.ring.len(), region.walls.len());
            let anywhere = (0..16)
                .map(|_| bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit()));
            for target in anywhere.chain(site.points.iter().copied()).collect::<Vec<_>>() {
                let Some(is_inside) = holds(&region, target, slack) else { continue };
                let is_seen = oracle.is_legal_leg(eye, target);
                let line_only = is_seen && !is_inside && touches_a_corner(&site.mesh, eye, target);
                let place = || format!("{}: from {eye:?} to {target:?}", site.name);
                assert!(is_seen == is_inside || line_only, "{}: seen {is_seen}", place());
                *if is_seen { &mut seen } else { &mut hidden } += 1;
            }
        }
    }
    assert!(seen > 10_000 && hidden > 10_000, "{seen} seen, {hidden} hidden");
}

/// Sums the area from triangles, one for each gap between the directions of corners.
fn area_by_rays(oracle: &MeshOracle<'_>, eye: DVec2) -> f64 {
    let mesh = oracle.mesh();
    let far = mesh.bounds().size().length() * 2.0;
    let directions = mesh.edges().iter().map(|e| e.origin() - eye).filter(|d| d.length() > 0.0);
    let mut angles: Vec<f64> = directions.map(|d| d.y.atan2(d.x)).collect();
    angles.sort_by(f64::total_cmp);
    angles.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let mut sum = 0.0;
    for i in 0..angles.len() {
        let (from, mut to) = (angles[i], angles[(i + 1) % angles.len()]);
        if to <= from {
            to += std::f64::consts::TAU;
        }
        // Three rays within the gap hit the same wall; the outer two give its line.
        let hit = |share: f64| {
            let ray = DVec2::from_angle(from + (to - from) * share) * far;
            ray * oracle.legal_share(eye, eye + ray).unwrap()
        };
        let (a, b) = (hit(0.25), hit(0.75));
        let reach = |angle: f64| {
            let ray = DVec2::from_angle(angle);
            ray * (a.perp_dot(b - a) / ray.perp_dot(b - a))
        };
        let area = reach(from).perp_dot(reach(to)) / 2.0;
        sum += if a.distance(b) > 0.0 && area.is_finite() { area } else { 0.0 };
    }
    sum
}

#[test]
fn the_area_of_a_visible_region_is_the_sum_of_its_triangles() {
    for site in open_and_closed_sites(120)
        .filter(|site| !site.name.contains("slivers") && !site.name.contains("near"))
    {
        let oracle = MeshOracle::new(&site.mesh);
        let mut queries = MeshQueries::new(&site.mesh).snap(0.0);
        for &eye in site.points.iter().step_by(9) {
            let Ok(region) = queries.visible_from(eye) else { continue };
            let expected = area_by_rays(&oracle, eye);
            let size = site.mesh.bounds().size();
            assert!(
                (region.area() - expected).abs() <= 1e-5 * size.x * size.y,
                "{}: from {eye:?}: {}, not {expected}",
                site.name,
                region.area()
            );
        }
    }
}
