//! Tests of docs/input.md: repairs, errors and fill rules.

use navmesh_build::{
    BuildError, BuildOptions, BuildReport, FillRule, RepairKind, build_floors, build_outlines,
};
use navmesh_core::backend::geom::MIN_COORDINATE;
use navmesh_core::{DVec2, FloorConnection, Floors, NavMesh, Outline, Outlines, Wall};

fn build(walkable: Vec<Outline>, fill: FillRule) -> (NavMesh, BuildReport) {
    let outlines = Outlines { walkable, ..Outlines::default() };
    let (mesh, report) = build_outlines(&outlines, &BuildOptions::default().fill(fill)).unwrap();
    mesh.assert_invariants();
    (mesh, report)
}

/// Returns the repairs of one outline, as ring, vertex and kind, and its area.
fn repairs_of(outline: Outline) -> (Vec<(usize, usize, RepairKind)>, f64) {
    let (mesh, report) = build(vec![outline], FillRule::NonZero);
    let told = |r: &navmesh_build::Repair| (r.place.ring, r.place.vertex, r.kind);
    (report.repairs.iter().map(told).collect(), mesh.area())
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

#[test]
fn a_ring_may_be_open_or_closed_and_run_either_way() {
    let closed = SQUARE.into_iter().chain([SQUARE[0]]);
    assert_eq!(repairs_of(Outline::new(SQUARE)), (vec![], 16.0));
    assert_eq!(repairs_of(Outline::new(closed)), (vec![], 16.0));
    assert_eq!(repairs_of(Outline::new(SQUARE.into_iter().rev())), (vec![], 16.0));
}

#[test]
fn every_repair_has_its_ring_and_vertex() {
    use RepairKind::{FlatRing, RepeatedPoint, Spike, StraightRun, Underflow};
    let repeated = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    assert_eq!(repairs_of(Outline::new(repeated)), (vec![(0, 2, RepeatedPoint)], 16.0));
    let spike = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [9.0, 4.0], [0.0, 4.0]];
    assert_eq!(repairs_of(Outline::new(spike)), (vec![(0, 3, Spike)], 16.0));
    // Two points within one straight side are one run, also across the ring's first point.
    let runs = [[1.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 1.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];
    let expected = vec![(0, 0, StraightRun), (0, 3, StraightRun)];
    assert_eq!(repairs_of(Outline::new(runs)), (expected.clone(), 16.0));
    let closed = runs.into_iter().chain([runs[0]]);
    assert_eq!(repairs_of(Outline::new(closed)), (expected, 16.0));
    let tiny = [[1e-300, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    assert_eq!(repairs_of(Outline::new(tiny)), (vec![(0, 0, Underflow)], 16.0));
    let flat_hole = Outline::new(SQUARE).with_hole([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]);
    assert_eq!(repairs_of(flat_hole), (vec![(1, 0, FlatRing)], 16.0));
}

#[test]
fn a_connection_that_repeats_a_piece_connects_it_once() {
    let room = |x: f64| Outlines {
        walkable: vec![Outline::rect([x, 0.0], [x + 4.0, 4.0])],
        ..Outlines::default()
    };
    let there_and_back = [[0.0, 0.0], [0.0, 3.0], [0.0, 1.0], [0.0, 2.0]];
    let building = Floors::default()
        .with_floor(0, room(-4.0))
        .with_floor(1, room(0.0))
        .with_connection(FloorConnection::new([0, 1], there_and_back));
    let (mesh, report) = build_floors(&building, &BuildOptions::default()).unwrap();
    mesh.assert_invariants();
    assert_eq!(
        (&report.connected_lengths[..], mesh.layer_connections()),
        (&[3.0][..], vec![([0, 1], 3.0)])
    );
}

/// A vertex that both underflows and repeats is two repairs. A valid connection has none.
#[test]
fn every_repair_of_a_connection_names_its_vertex() {
    let room = |x: f64| Outlines {
        walkable: vec![Outline::rect([x, 0.0], [x + 4.0, 4.0])],
        ..Outlines::default()
    };
    let odd = [[0.0, 0.0], [0.0, 2.0], [0.0, 2.0], [1e-300, 2.0], [-1e-300, 3.0], [0.0, 4.0]];
    let building = Floors::default()
        .with_floor(0, room(-4.0))
        .with_floor(1, room(0.0))
        .with_floor(2, room(4.0))
        .with_connection(FloorConnection::new([1, 2], [[4.0, 0.0], [4.0, 4.0]]))
        .with_connection(FloorConnection::new([0, 1], odd));
    let (mesh, report) = build_floors(&building, &BuildOptions::default()).unwrap();
    mesh.assert_invariants();
    assert_eq!((mesh.component_count(), &report.connected_lengths[..]), (1, &[4.0, 4.0][..]));
    let told: Vec<String> = report.connection_repairs.iter().map(ToString::to_string).collect();
    let expected = [
        "floor connection 1, vertex 2: repeats the point before it and was left out",
        "floor connection 1, vertex 3: a coordinate too small to compute with became 0",
        "floor connection 1, vertex 3: repeats the point before it and was left out",
        "floor connection 1, vertex 4: a coordinate too small to compute with became 0",
    ];
    assert_eq!(told, expected);
    assert!(report.floors.iter().all(|(_, floor)| floor.repairs.is_empty()), "{report:?}");
}

#[test]
fn a_ring_of_less_than_three_points_is_left_out_as_a_flat_one() {
    for hole in [&[[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]][..], &[[1.0, 1.0]], &[]] {
        let outline = Outline::new(SQUARE).with_hole(hole.iter().copied());
        assert_eq!(repairs_of(outline), (vec![(1, 0, RepairKind::FlatRing)], 16.0), "{hole:?}");
    }
    let alone = Outlines { walkable: vec![Outline::default()], ..Outlines::default() };
    let error = build_outlines(&alone, &BuildOptions::default()).unwrap_err();
    assert_eq!(error, BuildError::NothingWalkable { walkable: 1, obstacles: 0 });
}

#[test]
fn holes_of_a_flat_exterior_are_checked_as_all_others() {
    let flat = || Outline::new([[0.0, 0.0], [4.0, 0.0], [2.0, 0.0]]);
    let build = |hole: [[f64; 2]; 4]| {
        let walkable = vec![Outline::new(SQUARE), flat().with_hole(hole)];
        let outlines = Outlines { walkable, ..Outlines::default() };
        build_outlines(&outlines, &BuildOptions::default())
    };
    let (mesh, report) = build([[1.0, 1.0], [2.0, 1.0], [2.0, 1.0], [1.0, 2.0]]).unwrap();
    let kinds: Vec<RepairKind> = report.repairs.iter().map(|repair| repair.kind).collect();
    assert_eq!((kinds, mesh.area()), (vec![RepairKind::FlatRing, RepairKind::RepeatedPoint], 16.0));
    let error = build([[1.0, 1.0], [2.0, f64::NAN], [2.0, 1.0], [1.0, 2.0]]).unwrap_err();
    assert!(error.to_string().starts_with("walkable outline 1, ring 1, vertex 1:"), "{error}");
}

#[test]
fn a_pentagram_has_its_middle_or_not() {
    let star = [[0.0, 3.0], [8.0, 3.0], [1.0, -2.0], [4.0, 6.0], [7.0, -2.0]];
    let (whole, _) = build(vec![Outline::new(star)], FillRule::NonZero);
    let (points, _) = build(vec![Outline::new(star)], FillRule::EvenOdd);
    let middle = [4.0, 2.0];
    assert!(whole.locate(middle).is_some() && points.locate(middle).is_none());
    assert!(points.locate([4.0, 5.0]).is_some());
    // Two outlines never cancel, even if one has a hole covered twice.
    let twice = vec![Outline::new(SQUARE), Outline::new(SQUARE)];
    assert_eq!(build(twice, FillRule::EvenOdd).0.area(), 16.0);
}

/// A hole within a hole, with a room of walls on either side of it.
#[test]
fn overlapping_holes_are_both_blocked() {
    let square = |low: f64, high: f64| [[low, low], [high, low], [high, high], [low, high]];
    let holes = Outline::new(square(0.0, 20.0)).with_hole(square(2.0, 18.0));
    let walkable = vec![holes.with_hole(square(8.0, 12.0))];
    let room = |low| Wall::new((0..5).map(|i| square(low, low + 2.0)[i % 4]));
    let outlines =
        Outlines { walkable, walls: [4.0, 14.0].map(room).into(), ..Outlines::default() };
    let (mesh, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
    assert_eq!(mesh.area(), 144.0);
}

/// Two sides cross nearer to the origin than the smallest coordinate. Their crossing becomes the
/// origin.
#[test]
fn a_crossing_below_the_smallest_coordinate_is_one_of_the_mesh() {
    for steps in 0..60 {
        let scale = MIN_COORDINATE * 2f64.powi(steps / 10);
        let off = 2f64.powi(-1 - steps % 10);
        let triangle =
            |corners: [[f64; 2]; 3]| Outline::new(corners.map(|p| DVec2::from(p) * scale));
        let walkable = vec![
            triangle([[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
            triangle([[-1.0, 1.0], [1.0, off - 1.0], [1.0, 1.0]]),
        ];
        let (mesh, report) = build(walkable, FillRule::NonZero);
        assert_eq!(mesh.component_count(), 1);
        assert_eq!(report.exact_crossings + report.rounded_crossings.len(), 1);
    }
}
