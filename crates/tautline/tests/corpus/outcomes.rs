//! The expected outcomes in the files, against the exact survey and the builds.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_testkit::corpus::{Moved, Outcome};
use navmesh_testkit::{CorpusCase, Fill, Survey, survey};
use tautline::build::{MovedLink, Repair, RepairKind, SliverKind};
use tautline::{
    BuildError, BuildOptions, BuildReport, DVec2, NavMesh, Outline, Outlines, build_outlines,
};

use crate::cases;
use crate::soundness::{assert_sound, perimeter};

/// Returns the tolerance of an area: the rounding of sums, and the sides moved by rounded crossings.
pub(crate) fn slack(mesh: &NavMesh, rounded: usize) -> f64 {
    let snap = mesh.bounds().max_abs() * 4.0 * f64::EPSILON;
    let bent = if rounded > 0 { perimeter(mesh) * snap } else { 0.0 };
    1e-12 * mesh.area() + bent
}

/// Asserts the number of components. After slivers were removed, only components as thin as slivers
/// may be missing or added.
fn assert_components(name: &str, mesh: &NavMesh, report: &BuildReport, expected: usize) {
    let all = mesh.component_count();
    if report.slivers.is_empty() {
        assert_eq!(all, expected, "{name}");
        return;
    }
    let mut areas = vec![0.0; mesh.slot_count()];
    for slot in mesh.slots() {
        let edges = &mesh.edges()[mesh.edge_range(slot)];
        let at = |i: usize| edges[i % edges.len()].origin() - edges[0].origin();
        let twice: f64 = (0..edges.len()).map(|i| at(i).perp_dot(at(i + 1))).sum();
        areas[mesh.component(slot) as usize] += twice / 2.0;
    }
    let thin = slack(mesh, report.rounded_crossings.len());
    let wide = areas.iter().filter(|area| **area > thin).count();
    let lost = report.slivers.iter().filter(|s| s.kind == SliverKind::Ground).count();
    let possible = wide..=all + lost;
    assert!(possible.contains(&expected), "{name}: {expected} of {possible:?}");
}

/// Asserts the sizes of the areas, if the file has them.
fn assert_area_sizes(name: &str, mesh: &NavMesh, expected: &[(String, f64)], allowed: f64) {
    let sizes = || mesh.areas().iter().zip(mesh.area_sizes());
    for (area, share) in expected {
        let found: f64 = sizes().filter(|(kind, _)| kind.name == *area).map(|(_, a)| a).sum();
        assert!((found - share).abs() <= allowed, "{name}, {area}: {found} of {share}");
    }
}

/// Asserts that exactly the link ends in the file are moved, by the distances in the file.
fn assert_moved(name: &str, moved: &[MovedLink], expected: &[Moved]) {
    assert_eq!(moved.len(), expected.len(), "{name}: {moved:?}");
    for (moved, expected) in moved.iter().zip(expected) {
        let alike = (moved.distance - expected.distance).abs() <= 1e-12 * expected.distance;
        let same = (moved.link, moved.side) == (expected.link, expected.side);
        assert!(same && alike, "{name}: {moved:?}, not {expected:?}");
    }
}

/// Builds a file.
pub(crate) fn build(case: &CorpusCase) -> Result<(NavMesh, BuildReport), BuildError> {
    build_outlines(&case.outlines, &options(case))
}

/// Returns the build options of a file.
pub(crate) fn options(case: &CorpusCase) -> BuildOptions {
    let fill = match case.fill {
        Fill::NonZero => tautline::build::FillRule::NonZero,
        Fill::EvenOdd => tautline::build::FillRule::EvenOdd,
    };
    BuildOptions::default().weld(0.0).fill(fill).agent_radius(case.radius)
}

/// Formats an error as in the files: its kind in kebab-case, and its place.
pub(crate) fn error_text(error: &BuildError) -> String {
    match error {
        BuildError::OnLayer { layer, error } => format!("floor {layer}, {}", error_text(error)),
        BuildError::RepeatedLayer { layer } => format!("repeated-layer: {layer}"),
        BuildError::BadConnection { connection, .. } => format!("bad-join: {connection}"),
        BuildError::Fold { connection, .. } => format!("fold: join {connection}"),
        BuildError::Fork { connection, other, layer, .. } => {
            format!("fork: joins {other} and {connection}, floor {layer}")
        }
        BuildError::ConnectionInside { connection, layer, .. } => {
            format!("join-inside: {connection}, floor {layer}")
        }
        BuildError::BadCoordinate { place, .. } => format!("bad-coordinate: {place}"),
        BuildError::TooFar { place, .. } => format!("too-far: {place}"),
        BuildError::BadLinkCost { place, .. } => format!("bad-link-cost: {place}"),
        BuildError::TooManyLanes { place, .. } => format!("too-many-lanes: {place}"),
        BuildError::LinkOffMesh { place, .. } => format!("link-off-mesh: {place}"),
        BuildError::BadCost { place, .. } => format!("bad-cost: {place}"),
        BuildError::BadRadius { .. } => "bad-radius".to_owned(),
        BuildError::BadTolerance { .. } => "bad-tolerance".to_owned(),
        BuildError::TooNarrow { .. } => "too-narrow".to_owned(),
        BuildError::NothingWalkable { .. } => "nothing-walkable".to_owned(),
        other => other.to_string(),
    }
}

/// Formats a repair as in the files.
pub(crate) fn repair_text(Repair { kind, place }: &Repair) -> String {
    format!("{}: {place}", kebab(*kind))
}

fn kebab(kind: RepairKind) -> String {
    let mut text = String::new();
    for letter in format!("{kind:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

#[test]
fn every_build_has_the_outcome_in_its_file() {
    for (name, case) in cases() {
        let built = build(&case);
        match (case.outcome.unwrap(), built) {
            (Outcome::Error(expected), Err(error)) => {
                assert_eq!(error_text(&error), expected, "{name}")
            }
            (Outcome::Mesh(expected), Ok((mesh, report))) => {
                assert_sound(&name, &mesh);
                let repairs: Vec<String> = report.repairs.iter().map(repair_text).collect();
                assert_eq!(repairs, expected.repairs, "{name}");
                assert_components(&name, &mesh, &report, expected.components);
                let areas = [mesh.area(), expected.area];
                let rounding = slack(&mesh, report.rounded_crossings.len());
                // Arcs are approximated by polygons outside them, which remove a little more area.
                let arcs = perimeter(&mesh) * case.radius * BuildOptions::default().arc_tolerance;
                let allowed = rounding + arcs;
                assert!((areas[0] - areas[1]).abs() <= allowed, "{name}: {areas:?}");
                assert_area_sizes(&name, &mesh, &expected.shares, allowed);
                assert_moved(&name, &report.moved_links, &expected.moved);
            }
            (expected, built) => panic!("{name}: {expected:?}, but {:?}", built.map(|b| b.1)),
        }
    }
}

#[test]
fn every_file_agrees_with_the_exact_survey() {
    for (name, case) in cases() {
        let surveyed = survey(&case.outlines, case.fill);
        if case.radius != 0.0 {
            continue; // the survey does not support radii
        }
        match case.outcome.unwrap() {
            Outcome::Error(kind) if kind == "nothing-walkable" => {
                assert_eq!(surveyed.unwrap().components, 0, "{name}");
            }
            Outcome::Error(_) => {}
            Outcome::Mesh(expected) => {
                let Survey { area, components, exact_crossings, rounded_crossings } =
                    surveyed.unwrap();
                assert!((area - expected.area).abs() <= 1e-12 * expected.area, "{name}: {area}");
                let crossings = [exact_crossings.len(), rounded_crossings.len()];
                assert_eq!(
                    crossings,
                    [expected.exact_crossings, expected.rounded_crossings],
                    "{name}"
                );
                // A rounded crossing may close a very thin region.
                if expected.rounded_crossings == 0 {
                    assert_eq!(components, expected.components, "{name}");
                }
            }
        }
    }
}

#[test]
fn crossings_are_reported_at_their_positions() {
    // The survey does not support areas, whose borders cross too.
    let plain = |(_, case): &(String, CorpusCase)| case.outlines.areas.is_empty();
    for (name, case) in cases().into_iter().filter(plain) {
        let built = build(&case);
        if let Ok((_, report)) = built {
            assert_crossings(&name, &report, &case.outlines);
        }
    }
}

/// Asserts that exactly the crossings without representable coordinates are reported as rounded, and
/// that sides cross or nearly touch at each of them.
pub(crate) fn assert_crossings(name: &str, report: &BuildReport, outlines: &Outlines) {
    let Survey { exact_crossings, rounded_crossings, .. } =
        survey(outlines, Fill::NonZero).unwrap();
    let found = &report.rounded_crossings;
    if rounded_crossings.is_empty() {
        assert_eq!((report.exact_crossings, found.len()), (exact_crossings.len(), 0), "{name}");
    }
    for point in &rounded_crossings {
        let is_near = |f: &DVec2| f.distance(*point) <= nearby(*point);
        assert!(found.iter().any(is_near), "{name}: unreported crossing at {point}");
    }
    let all = outlines.walkable.iter().chain(&outlines.obstacles);
    let rings: Vec<&[DVec2]> = all.flat_map(Outline::rings).collect();
    let walls = || outlines.walls.iter().flat_map(|wall| wall.points.iter().zip(&wall.points[1..]));
    let sides = || rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let sides = || sides().chain(walls());
    for &point in found {
        let ends = sides().flat_map(|(a, b)| [a, b]).filter(|&&end| end == point).count();
        let touches = |&(a, b): &(&DVec2, &DVec2)| {
            nearest_on_segment(*a, *b, point).distance(point) <= nearby(a.abs().max(b.abs()))
        };
        let touching = sides().filter(touches).count();
        assert!(touching > ends && touching > 1, "{name}: nothing crosses at {point}");
    }
}

/// Returns the tolerance of a reported crossing: a side may be moved twice by four ulps.
fn nearby(point: DVec2) -> f64 {
    64.0 * f64::EPSILON * point.abs().max_element()
}

/// Computes the walkable area with another library, which works on an integer lattice: the union of the
/// walkable outlines less the obstacles, each with its holes.
fn overlay_area(Outlines { walkable, obstacles, .. }: &Outlines, rule: Fill) -> f64 {
    let fill = match rule {
        Fill::NonZero => FillRule::NonZero,
        Fill::EvenOdd => FillRule::EvenOdd,
    };
    type Shapes = Vec<Vec<Vec<[f64; 2]>>>;
    let contour = |ring: &[DVec2]| -> Vec<[f64; 2]> { ring.iter().map(|&p| p.into()).collect() };
    let less = |a: &Shapes, b: &Shapes, rule| a.overlay_as::<i64>(b, rule, fill);
    let covered = |list: &[Outline]| -> Shapes {
        list.iter().fold(Vec::new(), |all, outline| {
            let exterior: Shapes = vec![vec![contour(&outline.exterior)]];
            let one = outline.holes.iter().fold(exterior, |left, hole| {
                less(&left, &vec![vec![contour(hole)]], OverlayRule::Difference)
            });
            less(&all, &one, OverlayRule::Union)
        })
    };
    let walkable = less(&covered(walkable), &covered(obstacles), OverlayRule::Difference);
    let doubled = |ring: &Vec<[f64; 2]>| -> f64 {
        // Relative to the first point of the ring, so that products stay small far from the origin.
        let from_first = |p: &[f64; 2]| DVec2::from(*p) - DVec2::from(ring[0]);
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(a, b)| from_first(a).perp_dot(from_first(b))).sum()
    };
    walkable.iter().flatten().map(doubled).sum::<f64>() / 2.0
}

/// That library rounds to about 2⁻³⁰ of the width, so the tolerance is a fraction of the perimeter.
#[test]
fn another_library_finds_the_same_areas() {
    let mut compared = 0;
    for (name, case) in cases().into_iter().filter(|(_, case)| case.radius == 0.0) {
        let Ok((mesh, _)) = build(&case) else {
            continue;
        };
        let expected = overlay_area(&case.outlines, case.fill);
        let resolution = mesh.bounds().size().max_element() / f64::from(1 << 28);
        let allowed = 1e-9 * expected + perimeter(&mesh) * resolution;
        assert!((mesh.area() - expected).abs() <= allowed, "{name}: {} {expected}", mesh.area());
        compared += 1;
    }
    assert!(compared >= 60, "only {compared} were compared");
}
