use super::*;

/// Returns cells with the given corners, joined along their edges.
fn joined<const N: usize>(points: [[f64; 2]; N], cells: [&[u32]; 3]) -> RawMesh {
    let positions = points.map(Into::into).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    for corners in cells {
        raw.push_cell(corners);
    }
    raw.join_matching_edges();
    raw
}

/// The corners of two unit squares side by side.
const TWO_SQUARES: [[f64; 2]; 6] =
    [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];

/// Two unit squares side by side, and a third that touches the first only at (0, 0).
fn three_squares() -> RawMesh {
    let [a, b, c, d, e, f] = TWO_SQUARES;
    let points = [a, b, c, d, e, f, [-1.0, -1.0], [0.0, -1.0], [-1.0, 0.0]];
    joined(points, [&[0, 1, 4, 5], &[1, 2, 3, 4], &[6, 7, 0, 8]])
}

#[test]
fn a_pinch_is_two_vertices_on_one_position() {
    let mesh = NavMesh::from_raw(&three_squares()).unwrap();
    mesh.assert_invariants();
    assert_eq!((mesh.position_count(), mesh.vertex_count()), (9, 10));
    assert_eq!(mesh.component_count(), 2);
    assert_eq!((mesh.cell_count(), mesh.triangle_count()), (3, 6));
    assert_eq!(mesh.area(), 3.0);
}

#[test]
fn location_gives_every_cell_around_a_point() {
    let mesh = NavMesh::from_raw(&three_squares()).unwrap();
    let slots = |p: [f64; 2]| -> Vec<u32> {
        mesh.locate(p).map_or(vec![], |l| l.cells().iter().map(|c| c.slot).collect())
    };
    assert_eq!(slots([0.5, 0.5]), [0]);
    assert_eq!(slots([1.0, 0.5]), [0, 1]);
    assert_eq!(slots([0.0, 0.0]), [0, 2]);
    assert!(slots([-0.5, 0.5]).is_empty());
    assert!(slots([f64::NAN, 0.5]).is_empty());
    assert!(matches!(mesh.locate([1.0, 0.0]), Some(Location::OnVertex(_))));
    assert!(matches!(mesh.locate([0.0, 0.5]), Some(Location::OnEdge(_))));
}

#[test]
fn the_nearest_point_is_inside_its_cell() {
    let mesh = NavMesh::from_raw(&three_squares()).unwrap();
    let nearest = mesh.nearest([-0.25, 0.5]).unwrap();
    assert_eq!((nearest.point, nearest.distance), (DVec2::new(0.0, 0.5), 0.25));
    assert_eq!(mesh.nearest([0.5, 0.5]).unwrap().distance, 0.0);
    assert_eq!(mesh.nearest([1e9, 1e9]).unwrap().point, DVec2::new(2.0, 1.0));
    assert!(mesh.nearest([f64::INFINITY, 0.0]).is_none());
    assert!(mesh.nearest_where(DVec2::new(3.0, 0.5), 0.9, |_| true).is_none());
    assert_eq!(mesh.nearest_where(DVec2::new(3.0, 0.5), 9.0, |s| s == 2).unwrap().cell.slot, 2);
}

/// Three squares joined in an L have one corner, the inner one.
#[test]
fn a_vertex_is_a_corner_if_its_walkable_angle_exceeds_half_a_turn() {
    let [a, b, c, d, e, f] = TWO_SQUARES;
    let points = [a, b, c, d, e, f, [1.0, 2.0], [0.0, 2.0]];
    let raw = joined(points, [&[0, 1, 4, 5], &[1, 2, 3, 4], &[5, 4, 6, 7]]);
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let mut corners: Vec<DVec2> =
        mesh.edges().iter().filter(|e| e.origin_is_corner()).map(Edge::origin).collect();
    corners.dedup();
    assert!(corners.iter().all(|&c| c == DVec2::ONE) && !corners.is_empty());
}

#[test]
fn every_kind_of_defect_is_reported() {
    let broken = |change: fn(&mut RawMesh)| {
        let mut raw = three_squares();
        change(&mut raw);
        raw.defects()
    };
    assert_eq!(RawMesh::default().defects(), [MeshDefect::Empty]);
    assert_eq!(broken(|r| r.cell_ends[2] = 99), [MeshDefect::BrokenArrays { cell: 2 }]);
    assert_eq!(broken(|r| r.cell_ends[0] = 10), [MeshDefect::BrokenArrays { cell: 1 }]);
    assert_eq!(broken(|r| r.positions[3].x = f64::NAN), [MeshDefect::BadPosition { position: 3 }]);
    assert_eq!(broken(|r| r.positions[3].x = 1e300), [MeshDefect::BadPosition { position: 3 }]);
    let missing = MeshDefect::NoSuchPosition { cell: 1, corner: 2 };
    assert_eq!(broken(|r| r.corners[6] = 77), [missing]);
    assert_eq!(broken(|r| r.costs = vec![1.0, -1.0, 1.0]), [MeshDefect::BadCost { cell: 1 }]);
    assert_eq!(broken(|r| r.costs = vec![1.0; 4]), [MeshDefect::BadCost { cell: 3 }]);
    assert_eq!(
        broken(|r| r.neighbors[0] = Some(1)),
        [MeshDefect::NotReciprocal { cell: 0, edge: 0 }]
    );
    let turned = MeshDefect::NotConvex { cell: 2, corner: 1 };
    assert_eq!(broken(|r| r.corners[8..12].reverse()), [turned]);
    assert_eq!(
        broken(|r| r.positions[7] = r.positions[6]),
        [MeshDefect::RepeatedCorner { cell: 2, corner: 0 }]
    );
}

#[test]
fn a_cell_that_winds_twice_or_is_flat_is_not_simple() {
    let one_cell = |points: &[[f64; 2]]| {
        let positions = points.iter().map(|&p| p.into()).collect();
        let mut raw = RawMesh { positions, ..RawMesh::default() };
        raw.push_cell(&(0..points.len() as u32).collect::<Vec<_>>());
        raw.defects()
    };
    let pentagram = [[0.0, 3.0], [-2.0, -3.0], [3.0, 1.0], [-3.0, 1.0], [2.0, -3.0]];
    assert_eq!(one_cell(&pentagram), [MeshDefect::NotSimple { cell: 0 }]);
    let flat = [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
    assert_eq!(one_cell(&flat), [MeshDefect::NotSimple { cell: 0 }]);
    let straight_corner = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 2.0]];
    assert_eq!(one_cell(&straight_corner), []);
}

#[test]
fn a_mesh_comes_back_from_its_raw_form() {
    let mesh = NavMesh::from_raw(&three_squares()).unwrap();
    let raw = mesh.to_raw();
    assert_eq!(raw.neighbors, three_squares().neighbors);
    assert_eq!(raw.positions.len(), mesh.position_count());
    let points = |raw: &RawMesh| -> Vec<DVec2> {
        raw.corners.iter().map(|&corner| raw.positions[corner as usize]).collect()
    };
    assert_eq!(points(&raw), points(&three_squares()));
    assert_eq!(NavMesh::from_raw(&raw).unwrap().to_raw(), raw);
}

#[test]
fn cells_beyond_the_arrays_stay_unjoined_and_are_reported() {
    let mut raw = three_squares();
    raw.cell_ends.push(99);
    raw.neighbors.fill(None);
    raw.join_matching_edges();
    assert_eq!(raw.neighbors, three_squares().neighbors);
    assert!(NavMesh::from_raw(&raw).is_err());
}

#[test]
fn the_two_zeros_are_one_coordinate() {
    let mut raw = RawMesh::default();
    let points =
        [[-1.0, 0.0], [0.0, 0.0], [-0.0, 1.0], [0.0, 2.0], [-1.0, 2.0], [-1.0, -0.0], [-2.0, 0.0]];
    raw.positions = points.map(Into::into).to_vec();
    raw.push_cell(&[0, 1, 2, 3, 4]);
    raw.push_cell(&[6, 5, 4]);
    let mesh = NavMesh::from_raw(&raw).unwrap();
    assert_eq!(mesh.position_count(), 6);
    mesh.assert_invariants();
}

/// Thousands of thin triangles around one corner, each as long as the map.
#[test]
fn a_fan_of_thin_cells_is_indexed_in_little_memory() {
    let mut raw = RawMesh::default();
    raw.positions.push(DVec2::ZERO);
    let count = 20_000;
    raw.positions
        .extend((0..=count).map(|i| DVec2::new(1e5, f64::from(i) * 10.0 / f64::from(count))));
    for i in 1..=count as u32 {
        raw.push_cell(&[0, i, i + 1]);
    }
    raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let listed: usize = mesh.locator.buckets().map(<[_]>::len).sum();
    assert!(listed <= 33 * count as usize, "{listed} entries");
    assert!(matches!(mesh.locate([5e4, 2.0001]), Some(Location::Inside(_))));
    assert_eq!(mesh.nearest([2e5, 5.0]).unwrap().point.x, 1e5);
}

/// A cluster of squares, and one square so far away that the cluster is tiny on the map.
#[test]
fn points_are_located_in_a_cluster_on_a_map_with_a_distant_square() {
    let mut raw = RawMesh::default();
    let mut lower_left = vec![DVec2::ZERO];
    lower_left.extend(
        (0..2500)
            .map(|i| DVec2::new(5e5 + 3.0 * f64::from(i % 50), 5.4e6 + 3.0 * f64::from(i / 50))),
    );
    for &corner in &lower_left {
        let first = raw.positions.len() as u32;
        let around = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        raw.positions.extend(around.map(|step| corner + 2.0 * step));
        raw.push_cell(&[0, 1, 2, 3].map(|i| first + i));
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let fullest = mesh.locator.buckets().map(<[_]>::len).max();
    assert!(fullest <= Some(16), "{fullest:?}");
    let cluster = DVec2::new(5e5, 5.4e6);
    let far = [[-1e7, 0.0], [2.5e5, 2.7e6], [9.0, -4.0], [1e7, 1e7], [5e5, -1e6], [1.0, 1.0]];
    let near = (0..900).map(|i| {
        cluster + DVec2::new(f64::from(i % 30), f64::from(i / 30)) * DVec2::new(5.3, 5.6) - 4.0
    });
    for point in far.map(DVec2::from).into_iter().chain(near) {
        let distance = |corner: &DVec2| point.distance(point.clamp(*corner, *corner + 2.0));
        let expected = lower_left.iter().map(distance).fold(f64::INFINITY, f64::min);
        let found = mesh.nearest(point).unwrap();
        assert_eq!(found.distance, expected, "{point}");
        assert_eq!(mesh.locate(point).is_some(), expected == 0.0, "{point}");
    }
}

/// Tiny clusters of squares at the corners of a map, with a smaller cluster within one of them.
#[test]
fn points_are_located_in_distant_clusters() {
    let mut raw = RawMesh::default();
    let cluster = |corner: [f64; 2], size: f64, sides: u32| {
        (0..sides * sides).map(move |i| {
            let at = DVec2::new(f64::from(i % sides), f64::from(i / sides));
            Bounds {
                min: DVec2::from(corner) + at * size,
                max: DVec2::from(corner) + (at + 0.75) * size,
            }
        })
    };
    let clusters = [([-1e6, -1e6], 1e-3, 25), ([1e6, 1e6], 1e-3, 25), ([1e6, -1e6], 2.0, 25)];
    let mut squares: Vec<Bounds> =
        clusters.iter().flat_map(|&(at, size, sides)| cluster(at, size, sides)).collect();
    squares.extend(cluster([1e6 + 1.5, -1e6], 1e-4, 20));
    for Bounds { min, max } in &squares {
        let first = raw.positions.len() as u32;
        raw.positions.extend([*min, DVec2::new(max.x, min.y), *max, DVec2::new(min.x, max.y)]);
        raw.push_cell(&[0, 1, 2, 3].map(|i| first + i));
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    for (i, &Bounds { min, max }) in squares.iter().enumerate() {
        let size = max - min;
        // Inside of the square and around it.
        let share = DVec2::new(0.618_034, 0.414_214) * i as f64;
        let point = min + size * share.fract() * 2.0 - size / 2.0;
        let holds = |square: &&Bounds| crate::geom::within_box(square.min, square.max, point);
        let expected = squares.iter().filter(holds).count();
        assert_eq!(mesh.incidences(point).count(), expected, "{point}");
        let (tested, _) = mesh.locator.candidates(point);
        assert!(tested.len() < 64, "{} cells at {point}", tested.len());
        let distance = |square: &Bounds| point.distance(point.clamp(square.min, square.max));
        let nearest = squares.iter().map(distance).fold(f64::INFINITY, f64::min);
        assert_eq!(mesh.nearest(point).unwrap().distance, nearest, "{point}");
        let around = Bounds { min: point - size, max: point + size };
        let mut near = Vec::new();
        mesh.each_cell_near(around, |slot| near.push(slot));
        let touches = |square: &Bounds| {
            square.min.cmple(around.max).all() && around.min.cmple(square.max).all()
        };
        let mut touching = squares.iter().zip(0..).filter(|(square, _)| touches(square));
        assert!(touching.all(|(_, slot)| near.contains(&slot)));
        let ends = [point - 3.0 * size, point + size];
        near.clear();
        mesh.each_cell_near_segment(ends, |slot| near.push(slot));
        let along = |square: &Bounds| {
            let Bounds { min, max } = *square;
            let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
            let sides = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]);
            let has_end = crate::geom::within_box(min, max, ends[0]);
            has_end || sides.into_iter().any(|side| crate::geom::ring::segments_touch(side, ends))
        };
        let mut touching = squares.iter().zip(0..).filter(|(square, _)| along(square));
        assert!(touching.all(|(_, slot)| near.contains(&slot)));
    }
}

#[test]
fn a_long_segment_visits_the_cells_beside_it_and_not_all_in_its_box() {
    const SIDE: u32 = 100;
    let mut raw = RawMesh::default();
    let corner = |i: u32| [f64::from(i % (SIDE + 1)), f64::from(i / (SIDE + 1))].into();
    raw.positions = (0..(SIDE + 1) * (SIDE + 1)).map(corner).collect();
    for cell in 0..SIDE * SIDE {
        let first = cell % SIDE + cell / SIDE * (SIDE + 1);
        raw.push_cell(&[first, first + 1, first + SIDE + 2, first + SIDE + 1]);
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let mut visits = 0;
    let ends = [[0.3, 0.7], [99.2, 98.9]].map(DVec2::from);
    mesh.each_cell_near_segment(ends, |_| visits += 1);
    assert!((SIDE..20 * SIDE).contains(&visits), "{visits} of {}", SIDE * SIDE);
}

#[test]
fn the_debug_form_is_short_however_large_the_mesh() {
    let mut raw = RawMesh::default();
    let corner = |i: u32| [f64::from(i / 2), f64::from(i % 2)].into();
    raw.positions = (0..2002).map(corner).collect();
    for i in 0..1000 {
        raw.push_cell(&[2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1]);
    }
    let text = format!("{:?}", NavMesh::from_raw(&raw).unwrap());
    assert!(text.starts_with("NavMesh { cells: 1000, ") && text.len() < 200);
}
