//! Tests of areas: names and costs, against boolean geometry and winding numbers.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use navmesh_build::{
    BuildError, BuildOptions, BuildReport, InputPlace, Merge, NavMeshBuilder, RepairKind, Role,
    build_outlines,
};
use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_core::{Area, DVec2, NavMesh, Outline, Outlines, Wall};
use navmesh_testkit::oracle::{Coverage, covers};
use navmesh_testkit::{SplitMix64, world, world_count};

type Contours = Vec<Vec<[f64; 2]>>;

/// Returns a triangle, quadrilateral or rectangle of either orientation; it may cross itself.
fn shape(rng: &mut SplitMix64, on_lattice: bool) -> Outline {
    let mut number = || {
        let number = rng.unit() * 9.0;
        if on_lattice { number.floor() } else { number }
    };
    let points: Vec<DVec2> = (0..4).map(|_| DVec2::new(number(), number())).collect();
    let outline = match rng.below(3) {
        0 => Outline::rect(points[0], points[1]),
        1 => Outline::new(points.iter().copied().take(3)),
        _ => Outline::new(points),
    };
    if area_of(&contours([&outline])) > 0.5 { outline } else { shape(rng, on_lattice) }
}

fn scene(seed: u64) -> Outlines {
    let mut rng = SplitMix64::new(seed);
    let on_lattice = seed.is_multiple_of(2);
    let mut draw = |least: usize, most: usize| -> Vec<Outline> {
        let count = least + rng.below(most + 1 - least);
        (0..count).map(|_| shape(&mut rng, on_lattice)).collect()
    };
    let (walkable, obstacles) = (draw(1, 4), draw(0, 2));
    // Every area has its own cost and is therefore a kind of its own.
    let areas = draw(1, 4).into_iter().zip([2.0, 0.25, 1.0, 10.0]);
    let areas = areas.map(|(outline, cost)| Area::new(outline, "area", cost)).collect();
    Outlines { walkable, obstacles, areas, ..Outlines::default() }
}

/// Returns the points that each outline covers alone, counter-clockwise, so that outlines never
/// cancel.
fn contours<'a>(outlines: impl IntoIterator<Item = &'a Outline>) -> Contours {
    let alone = |outline: &Outline| {
        let ring: Contours = vec![outline.exterior.iter().map(DVec2::to_array).collect()];
        overlay(&ring, OverlayRule::Subject, &Contours::new())
    };
    outlines.into_iter().flat_map(alone).collect()
}

fn overlay(subject: &Contours, rule: OverlayRule, clip: &Contours) -> Contours {
    let shapes = subject.overlay_as::<i64>(clip, rule, FillRule::NonZero);
    shapes.into_iter().flatten().collect()
}

fn area_of(contours: &Contours) -> f64 {
    let doubled = |ring: &Vec<[f64; 2]>| -> f64 {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|(&a, &b)| DVec2::from(a).perp_dot(b.into())).sum()
    };
    contours.iter().map(doubled).sum::<f64>() / 2.0
}

/// Computes the walkable area of each area by boolean geometry.
fn expected_grounds(outlines: &Outlines) -> Vec<f64> {
    let obstacles = contours(&outlines.obstacles);
    let ground = overlay(&contours(&outlines.walkable), OverlayRule::Difference, &obstacles);
    let areas: Vec<&Outline> = outlines.areas.iter().map(|area| &area.outline).collect();
    let visible = |i: usize| {
        let above = contours(areas[i + 1..].iter().copied());
        let visible = overlay(&contours([areas[i]]), OverlayRule::Difference, &above);
        area_of(&overlay(&visible, OverlayRule::Intersect, &ground))
    };
    (0..areas.len()).map(visible).collect()
}

/// Places nearer to an area's border than this are not tested, because crossings are rounded.
const NEAR: f64 = 1e-12;

fn to_border(area: &Area, point: DVec2) -> f64 {
    let ring = &area.outline.exterior;
    let next = ring.iter().cycle().skip(1);
    let sides = ring.iter().zip(next);
    let to_side = |(&a, &b)| nearest_on_segment(a, b, point).distance(point);
    sides.map(to_side).fold(f64::INFINITY, f64::min)
}

/// Checks the middle and the corners of every cell against its area; returns the number of checks.
fn assert_cells_are_within_their_areas(name: &str, mesh: &NavMesh, outlines: &Outlines) -> usize {
    let mut probed = 0;
    let coverage = |area: &Area, point: DVec2| {
        let walkable = vec![area.outline.clone()];
        covers(&Outlines { walkable, ..Outlines::default() }, point)
    };
    for slot in mesh.slots() {
        let cost_at = |point: DVec2| {
            let mut down = outlines.areas.iter().rev();
            down.find(|area| coverage(area, point) == Coverage::Inside).map_or(1.0, |a| a.cost)
        };
        let middle = mesh.centroid(slot);
        for probe in mesh.corners(slot).map(|corner| middle.lerp(corner, 0.99)).chain([middle]) {
            if outlines.areas.iter().all(|area| to_border(area, probe) > NEAR) {
                assert_eq!(cost_at(probe), mesh.cost(slot), "{name}, cell {slot} at {probe}");
                probed += 1;
            }
        }
        let cost = mesh.area_of(slot).map_or(1.0, |area| mesh.areas()[area.index()].cost);
        assert_eq!(cost, mesh.cost(slot), "{name}, cell {slot}");
    }
    probed
}

fn built(outlines: &Outlines) -> (NavMesh, BuildReport) {
    build_outlines(outlines, &BuildOptions::default().weld(0.0)).unwrap()
}

fn room(areas: Vec<Area>) -> Outlines {
    let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 10.0])];
    Outlines { walkable, areas, ..Outlines::default() }
}

fn area(corner: [f64; 2], opposite: [f64; 2], name: &str, cost: f64) -> Area {
    Area::new(Outline::rect(corner, opposite), name, cost)
}

#[test]
fn the_size_of_every_area_matches_boolean_geometry() {
    let (mut compared, mut probed) = (0, 0);
    let scenes = world_count(600) as usize;
    for seed in 0..scenes as u64 {
        let outlines = scene(seed);
        let expected = expected_grounds(&outlines);
        for merge in [Merge::LongestEdgeFirst, Merge::None] {
            match build_outlines(&outlines, &BuildOptions::default().weld(0.0).merge(merge)) {
                Ok((mesh, _)) => {
                    mesh.assert_invariants();
                    for (&found, &expected) in mesh.area_sizes().iter().zip(&expected) {
                        let difference = (found - expected).abs();
                        assert!(
                            difference <= 1e-9 * expected.max(1.0),
                            "{seed}: {found} {expected}"
                        );
                        compared += usize::from(expected > 0.0);
                    }
                    probed +=
                        assert_cells_are_within_their_areas(&seed.to_string(), &mesh, &outlines);
                }
                Err(BuildError::NothingWalkable { .. }) => {}
                Err(error) => panic!("{seed}: {error}"),
            }
        }
    }
    assert!(
        compared > 3 * scenes / 2 && probed > 80 * scenes,
        "only {compared} areas, {probed} places"
    );
}

#[test]
fn areas_do_not_change_the_walkable_area_or_its_corners() {
    let mut exact = 0;
    for seed in 0..200 {
        let world = world(seed);
        let mut rng = SplitMix64::new(seed);
        let mut outlines = world.outlines.clone();
        let plain = built(&outlines).0;
        let areas = [2.0, 0.5].map(|cost| Area::new(shape(&mut rng, true), "area", cost));
        outlines.areas = areas.to_vec();
        let (mesh, report) = built(&outlines);
        mesh.assert_invariants();
        let difference = (mesh.area() - plain.area()).abs();
        assert!(difference <= 1e-9 * plain.area(), "{}", world.name);
        assert_cells_are_within_their_areas(&world.name, &mesh, &outlines);
        let corners = |mesh: &NavMesh| {
            let corners = mesh.edges().iter().filter(|edge| edge.origin_is_corner());
            let mut bits: Vec<_> =
                corners.map(|e| [e.origin().x.to_bits(), e.origin().y.to_bits()]).collect();
            bits.sort_unstable();
            bits.dedup();
            bits
        };
        // A rounded crossing may connect or separate slivers.
        if report.rounded_crossings.is_empty() {
            assert_eq!(mesh.component_count(), plain.component_count(), "{}", world.name);
            exact += 1;
            assert_eq!(corners(&mesh), corners(&plain), "{}", world.name);
        }
    }
    assert!(exact > 30, "only {exact} worlds were compared exactly");
}

#[test]
fn areas_cover_an_inset_mesh_too() {
    let mut drawn_in = 0;
    for seed in 0..300 {
        let outlines = scene(seed);
        let options = BuildOptions::default().agent_radius(0.25);
        let Some((mesh, _)) = built_if_any(&outlines, &options) else { continue };
        drawn_in += 1;
        mesh.assert_invariants();
        assert_cells_are_within_their_areas(&seed.to_string(), &mesh, &outlines);
        let plain = Outlines { areas: Vec::new(), ..outlines.clone() };
        let plain = build_outlines(&plain, &options).unwrap().0;
        let difference = (mesh.area() - plain.area()).abs();
        assert!(difference <= 1e-9 * plain.area().max(1.0), "{seed}");
        let costs = mesh.slots().map(|slot| mesh.cost(slot));
        assert_eq!(mesh.lowest_cost(), costs.fold(f64::INFINITY, f64::min));
    }
    assert!(drawn_in > 100, "only {drawn_in} scenes have ground left");
}

/// Builds the outlines; returns `None` if the walkable area is empty.
fn built_if_any(outlines: &Outlines, options: &BuildOptions) -> Option<(NavMesh, BuildReport)> {
    match build_outlines(outlines, options) {
        Ok(built) => Some(built),
        Err(BuildError::NothingWalkable { .. } | BuildError::TooNarrow { .. }) => None,
        Err(error) => panic!("{error}: {outlines:?}"),
    }
}

#[test]
fn the_later_area_lies_on_top() {
    let (low, high) = ([0.0, 0.0], [10.0, 10.0]);
    let [mud, road] = [area(low, [6.0, 6.0], "mud", 3.0), area([4.0, 4.0], high, "road", 0.5)];
    let (mesh, report) = built(&room(vec![mud.clone(), road.clone()]));
    assert_eq!(mesh.area_sizes(), [32.0, 36.0]);
    assert_eq!(report.exact_crossings, 2);
    assert_eq!(mesh.areas()[1].name, "road");
    let (mesh, _) = built(&room(vec![road, mud]));
    assert_eq!(mesh.area_sizes(), [32.0, 36.0], "now the road lies below, and comes first");
    assert_eq!((mesh.areas()[0].name.as_str(), mesh.lowest_cost()), ("road", 0.5));
}

#[test]
fn areas_of_one_name_and_cost_are_one_area_and_merge() {
    let left = area([0.0, 0.0], [5.0, 10.0], "mud", 3.0);
    let right = area([5.0, 0.0], [10.0, 10.0], "mud", 3.0);
    let (mesh, _) = built(&room(vec![left.clone(), right.clone()]));
    assert_eq!((mesh.areas().len(), mesh.cell_count()), (1, 1));
    for other in [Area { cost: 4.0, ..right.clone() }, Area { name: "bog".into(), ..right }] {
        let (mesh, _) = built(&room(vec![left.clone(), other]));
        assert_eq!((mesh.areas().len(), mesh.cell_count()), (2, 2));
    }
}

#[test]
fn an_area_equal_to_the_walkable_area_covers_all_of_it() {
    for cost in [1.0, 7.0] {
        let (mesh, report) = built(&room(vec![area([0.0, 0.0], [10.0, 10.0], "all", cost)]));
        assert_eq!((mesh.area_sizes(), mesh.cell_count()), (vec![100.0], 1));
        assert_eq!((mesh.cost(0), mesh.is_uniform()), (cost, cost == 1.0));
        assert!(report.repairs.is_empty() && report.exact_crossings == 0);
    }
}

#[test]
fn an_area_outside_the_walkable_area_is_listed() {
    let (mesh, _) = built(&room(vec![area([20.0, 0.0], [30.0, 10.0], "moat", 7.0)]));
    assert_eq!((mesh.area_sizes(), mesh.cell_count()), (vec![0.0], 1));
    assert_eq!(mesh.area_of(0), None);
    assert!(mesh.is_uniform());
}

#[test]
fn an_area_is_clipped_to_the_walkable_area() {
    let mut outlines = room(vec![area([-5.0, 4.0], [15.0, 6.0], "band", 2.0)]);
    outlines.obstacles.push(Outline::rect([4.0, 3.0], [6.0, 7.0]));
    outlines.walls.push(Wall::new([[2.0, 1.0], [2.0, 9.0]]));
    let (mesh, report) = built(&outlines);
    assert_eq!((mesh.area(), mesh.area_sizes()), (92.0, vec![16.0]));
    assert_eq!(report.exact_crossings, 4 + 4 + 2);
    assert_eq!(mesh.component_count(), 1);
    mesh.assert_invariants();
}

#[test]
fn a_hole_in_an_area_is_plain_ground() {
    let hole = Outline::rect([2.0, 2.0], [4.0, 4.0]).exterior;
    let ring = Outline::rect([1.0, 1.0], [5.0, 5.0]).with_hole(hole);
    let (mesh, _) = built(&room(vec![Area::new(ring, "ring", 2.0)]));
    assert_eq!(mesh.area_sizes(), [12.0]);
}

#[test]
fn a_border_between_areas_is_no_wall() {
    let (mesh, _) = built(&room(vec![area([2.0, 2.0], [8.0, 8.0], "mud", 3.0)]));
    assert_eq!(mesh.component_count(), 1);
    assert!(
        mesh.edges().iter().all(|edge| !edge.origin_is_corner()),
        "a convex room has no corner"
    );
    assert!(mesh.edges().iter().any(|edge| edge.origin() == DVec2::new(2.0, 2.0)));
}

#[test]
fn a_flat_area_is_repaired_and_an_invalid_one_is_an_error() {
    let fine = area([1.0, 1.0], [2.0, 2.0], "fine", 2.0);
    let flat = Area::new(Outline::new([[0.0, 0.0], [5.0, 5.0], [9.0, 9.0]]), "flat", 2.0);
    let place = InputPlace { role: Role::Area, outline: 1, ring: 0, vertex: 0 };
    let (mesh, report) = built(&room(vec![fine.clone(), flat]));
    assert_eq!((report.repairs[0].place, report.repairs[0].kind), (place, RepairKind::FlatRing));
    assert_eq!(mesh.area_sizes(), [1.0, 0.0]);
    let fails = |bad: Area| {
        build_outlines(&room(vec![fine.clone(), bad]), &BuildOptions::default()).unwrap_err()
    };
    for cost in [0.0, -1.0, f64::INFINITY, 1e-20, 2e19] {
        let error = fails(Area { cost, ..fine.clone() });
        assert_eq!(error, BuildError::BadCost { place, cost });
        assert!(error.to_string().starts_with("area 1, ring 0, vertex 0: the area's cost"));
    }
    assert!(matches!(fails(Area { cost: f64::NAN, ..fine.clone() }), BuildError::BadCost { .. }));
    let point = Area { outline: Outline::new([[1.0, 1.0]]), ..fine.clone() };
    let (mesh, report) = built(&room(vec![fine.clone(), point]));
    assert_eq!((report.repairs[0].place, report.repairs[0].kind), (place, RepairKind::FlatRing));
    assert_eq!(mesh.area_sizes(), [1.0]);
    let mut far = fine.clone();
    far.outline.exterior[2].x = f64::NAN;
    let at = InputPlace { vertex: 2, ..place };
    assert!(matches!(fails(far), BuildError::BadCoordinate { place, .. } if place == at));
}

#[test]
fn the_same_areas_give_the_same_bits_and_their_own_order_counts_only_where_they_overlap() {
    let mut compared = 0;
    for seed in 0..50 {
        let mut outlines = scene(seed);
        let Some((mesh, report)) = built_if_any(&outlines, &BuildOptions::default().weld(0.0))
        else {
            continue;
        };
        compared += 1;
        let again = built(&outlines);
        assert_eq!((mesh.to_raw(), report), (again.0.to_raw(), again.1), "{seed}");
        outlines.walkable.reverse();
        outlines.obstacles.reverse();
        outlines.areas.iter_mut().for_each(|area| area.outline.exterior.reverse());
        let turned = built(&outlines).0;
        assert_eq!(turned.component_count(), mesh.component_count(), "{seed}");
        for (a, b) in turned.area_sizes().iter().zip(mesh.area_sizes()) {
            assert!((a - b).abs() <= 1e-9, "{seed}: {a} {b}");
        }
    }
    assert!(compared > 25, "only {compared} scenes have ground");
}

#[test]
fn a_builder_takes_areas_out_again() {
    let mut builder = NavMeshBuilder::from_outlines(room(vec![area([0.0; 2], [1.0; 2], "a", 2.0)]));
    let key = builder.add_area(area([0.0; 2], [2.0; 2], "b", 3.0));
    assert_eq!(builder.build().unwrap().0.area_sizes(), [0.0, 4.0]);
    assert_eq!(builder.remove_area(key).map(|area| area.name), Some("b".to_owned()));
    assert_eq!(builder.remove_area(key), None);
    assert_eq!(builder.build().unwrap().0.area_sizes(), [1.0]);
}
