//! Chords against brute force over all pairs, rooms against Euler's formula, and cases worked out by hand.

use std::collections::BTreeSet;
use std::sync::Arc;

use navmesh_core::backend::geom::{Diameter, DiameterEnd, Turn, turn};
use navmesh_core::{DVec2, EdgeId, NavMesh};
use navmesh_testkit::world_count;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_of, mesh_queries, room};

use super::candidates::Walk;
use super::chord::Far;
use super::clear::all_chords;
use super::triangles::Triangles;
use super::walls::Walls;
use super::*;

/// Moves the vertices of a mesh; `None` if a cell is not convex afterwards.
fn mapped(mesh: &NavMesh, transform: impl Fn(DVec2) -> DVec2) -> Option<NavMesh> {
    let mut raw = mesh.to_raw();
    for point in &mut raw.positions {
        *point = transform(*point);
    }
    NavMesh::from_raw(&raw).ok()
}

/// Lattices with thin walls and pinches: plain, huge, tiny, far from the origin, and rotated.
fn meshes(seed: u64) -> impl Iterator<Item = NavMesh> {
    let mesh = jittered_lattice(seed);
    let turned = DVec2::new(0.6, 0.8);
    let transforms: [fn(DVec2, DVec2) -> DVec2; 5] = [
        |p, _| p,
        |p, _| p * 1e9 + 0.1,
        |p, _| p * 2f64.powi(-130),
        |p, _| p * 2f64.powi(190),
        |p, turned| p.rotate(turned),
    ];
    transforms.into_iter().filter_map(move |transform| mapped(&mesh, |p| transform(p, turned)))
}

/// The memory of a walk holds nothing of the walk before.
#[test]
fn the_candidates_of_a_walk_do_not_depend_on_the_walk_before() {
    let mut found = 0;
    for mesh in (0..world_count(100)).flat_map(meshes) {
        let walls = Walls::of(&mesh);
        let surface = Triangles::of(&walls);
        let mut walk = Walk::default();
        for half in surface.all() {
            let (mut ends, mut again) = (Vec::new(), Vec::new());
            walk.through(&surface, half, &mut |end| ends.push(end));
            Walk::default().through(&surface, half, &mut |end| again.push(end));
            assert_eq!(ends, again);
            found += ends.len();
        }
    }
    assert!(found > 1000, "{found}");
}

/// The far end of a chord, by vertex or wall.
type End = (u32, bool);

fn ends(mesh: &NavMesh, chord: &Chord) -> [End; 2] {
    let vertex = |edge: EdgeId| (mesh.edge(edge).vertex().0, true);
    let far = match chord.far {
        Far::Vertex(edge) => vertex(edge),
        Far::Wall(wall) => (wall.0, false),
    };
    [vertex(chord.corner), far]
}

/// True if the diameter enters the fan of a wall that begins at its start.
fn enters(walls: &Walls<'_>, leaving: EdgeId, disc: &Diameter) -> bool {
    let mesh = walls.mesh;
    walls.fan(leaving).any(|edge| {
        let after = mesh.edge_ends(edge)[1];
        let before = mesh.edge(mesh.previous_edge(edge)).origin();
        let within = disc.side(after) == Turn::Right && disc.side(before) == Turn::Left;
        within || disc.side(after) == Turn::Collinear && disc.is_ahead(after)
    })
}

/// Finds all chords by comparing every corner with every vertex and wall, and each disc with every wall.
fn brute_force(walls: &Walls<'_>) -> BTreeSet<[End; 2]> {
    let mesh = walls.mesh;
    let mut found = BTreeSet::new();
    let is_clear = |disc: &Diameter| {
        walls.all().map(|wall| mesh.edge_ends(wall)).all(|[a, b]| {
            let holds_foot = match disc.end {
                DiameterEnd::Point(_) => false,
                DiameterEnd::Foot([p, q]) => {
                    [a, b].iter().all(|&x| turn(p, q, x) == Turn::Collinear)
                }
            };
            holds_foot || !disc.is_met_by([a, b])
        })
    };
    for &corner in &walls.corners {
        let (start, vertex) = (mesh.edge(corner).origin(), mesh.edge(corner).vertex());
        for wall in walls.all() {
            let (point, other) = (mesh.edge(wall).origin(), mesh.edge(wall).vertex());
            let disc = Diameter { start, end: DiameterEnd::Point(point) };
            let back = Diameter { start: point, end: DiameterEnd::Point(start) };
            let is_first = !mesh.edge(wall).origin_is_corner() || vertex < other;
            if point != start
                && is_first
                && enters(walls, corner, &disc)
                && enters(walls, wall, &back)
                && is_clear(&disc)
            {
                found.insert([(vertex.0, true), (other.0, true)]);
            }
            let line = mesh.edge_ends(wall);
            let disc = Diameter { start, end: DiameterEnd::Foot(line) };
            let faces = turn(line[0], line[1], start) == Turn::Left && disc.foot_is_between();
            if faces && enters(walls, corner, &disc) && is_clear(&disc) {
                found.insert([(vertex.0, true), (wall.0, false)]);
            }
        }
    }
    found
}

#[test]
fn chords_are_those_of_brute_force() {
    let mut met = 0;
    for seed in 0..world_count(120) {
        for (variant, mesh) in meshes(seed).enumerate() {
            let walls = Walls::of(&mesh);
            let chords = all_chords(&walls);
            let found: BTreeSet<[End; 2]> = chords.iter().map(|chord| ends(&mesh, chord)).collect();
            assert_eq!(found.len(), chords.len(), "seed {seed}, {variant}: a chord is found twice");
            assert_eq!(found, brute_force(&walls), "seed {seed}, {variant}");
            assert!(chords.is_sorted_by(|a, b| a.width >= b.width));
            met += chords.len();
        }
    }
    assert!(met > 2000, "{met}");
}

/// Returns the number of boundaries of the walkable area, as seen from inside.
fn boundary_count(walls: &Walls<'_>) -> usize {
    let mut left: BTreeSet<EdgeId> = walls.all().collect();
    let mut count = 0;
    while let Some(mut wall) = left.first().copied() {
        count += 1;
        while left.remove(&wall) {
            wall = walls.leaving(walls.vertex_after(wall)).unwrap();
        }
    }
    count
}

/// With every boundary drawn together to a point, a component is a sphere: V − E + F = 2.
#[test]
fn rooms_obey_the_formula_of_euler_so_each_is_a_disc() {
    for seed in 0..world_count(400) {
        for mesh in meshes(seed) {
            let mesh = Arc::new(mesh);
            let widths = Widths::of(&mesh);
            let boundaries = boundary_count(&Walls::of(&mesh));
            let expected = widths.chord_count() + 2 * mesh.component_count() - boundaries;
            assert_eq!(widths.room_count(), expected, "seed {seed}");
        }
    }
}

/// The clearance in the middle of a chord is half of its length, and its middle lies beside both of its rooms.
#[test]
fn a_choke_point_has_its_width_in_its_middle() {
    for seed in 0..world_count(200) {
        let mesh = Arc::new(jittered_lattice(seed));
        let widths = Widths::of(&mesh);
        for choke in widths.passages() {
            let [a, b] = choke.ends;
            let middle = widths.measure(a.midpoint(b)).unwrap();
            assert!(
                (2.0 * middle.clearance() - choke.width).abs() < 1e-12,
                "seed {seed}: {choke:?}"
            );
            let way = widths.widest_between(&middle, &middle).unwrap();
            assert!((way.width - choke.width).abs() < 1e-12);
        }
    }
}

/// Between three places the two narrower of the three widths are equal, unless an end limits them.
#[test]
fn widths_are_symmetric_and_an_ultrametric() {
    for seed in 0..world_count(100) {
        let mesh = Arc::new(jittered_lattice(seed));
        let widths = Widths::of(&mesh);
        let queries = mesh_queries(&mesh, 24, seed);
        let places: Vec<MeasuredPlace> =
            queries.iter().filter_map(|query| widths.measure(query.start).ok()).collect();
        let width = |a: &MeasuredPlace, b: &MeasuredPlace| {
            widths.widest_between(a, b).map_or(-1.0, |way| way.width)
        };
        for a in &places {
            for b in &places {
                assert_eq!(width(a, b), width(b, a), "seed {seed}");
                assert!(width(a, b) <= 2.0 * a.clearance().min(b.clearance()));
                for c in &places {
                    assert!(width(a, c) >= width(a, b).min(width(b, c)) || b.rooms().len() > 1);
                }
            }
        }
    }
}

fn square(x: f64, y: f64, width: f64, height: f64) -> Vec<[f64; 2]> {
    vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

fn widths_of(cells: impl IntoIterator<Item = Vec<[f64; 2]>>) -> Widths {
    Widths::of(&Arc::new(mesh_of(cells)))
}

fn width(widths: &Widths, a: [f64; 2], b: [f64; 2]) -> f64 {
    widths.widest(a, b).unwrap().map_or(0.0, |way| way.width)
}

/// A passage of 1 by 4 between two rooms of 4 by 4.
fn two_rooms() -> Widths {
    let left = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 1.0], [4.0, 2.0], [4.0, 4.0], [0.0, 4.0]];
    let right = vec![[8.0, 0.0], [12.0, 0.0], [12.0, 4.0], [8.0, 4.0], [8.0, 2.0], [8.0, 1.0]];
    widths_of([left, square(4.0, 1.0, 4.0, 1.0), right])
}

#[test]
fn a_corridor_of_constant_width_has_a_chord_at_each_mouth() {
    let widths = two_rooms();
    assert_eq!((widths.chord_count(), widths.room_count()), (2, 3));
    let way = widths.widest([2.0, 2.0], [10.0, 2.0]).unwrap().unwrap();
    let Narrowest::Passage(choke) = way.narrowest else { panic!("{way:?}") };
    assert_eq!((way.width, choke.width), (1.0, 1.0));
    assert!(choke.ends[0].x == choke.ends[1].x && [4.0, 8.0].contains(&choke.ends[0].x));
    assert_eq!(widths.choke_points([2.0, 2.0], [10.0, 2.0]).unwrap().len(), 2);
}

/// Exactly 2r is closed, as on a mesh for the radius r.
#[test]
fn a_passage_of_exactly_the_diameter_is_closed() {
    let widths = two_rooms();
    let passes = |radius| widths.can_pass([2.0, 2.0], [10.0, 2.0], radius).unwrap();
    assert!(!passes(0.5) && !passes(0.5f64.next_up()) && passes(0.5f64.next_down()) && passes(0.0));
}

#[test]
fn an_end_inside_a_narrow_place_limits_the_way() {
    let widths = two_rooms();
    let way = widths.widest([6.0, 1.25], [10.0, 2.0]).unwrap().unwrap();
    assert_eq!((way.width, way.narrowest), (0.5, Narrowest::Start([6.0, 1.0].into())));
    assert_eq!(width(&widths, [5.0, 1.5], [7.0, 1.5]), 1.0);
    assert_eq!(width(&widths, [0.0, 0.0], [10.0, 2.0]), 0.0);
    assert!(widths.can_pass([0.0, 0.0], [10.0, 2.0], 0.0).unwrap());
}

/// Squares that meet only at (2, 2).
#[test]
fn a_pinch_connects_nothing() {
    let widths = widths_of([square(0.0, 0.0, 2.0, 2.0), square(2.0, 2.0, 2.0, 2.0)]);
    assert_eq!(widths.widest([1.0, 1.0], [3.0, 3.0]).unwrap(), None);
    assert_eq!(widths.widest([2.0, 2.0], [3.0, 3.0]).unwrap().unwrap().width, 0.0);
    assert!(!widths.can_pass([1.0, 1.0], [3.0, 3.0], 0.0).unwrap());
}

/// The corners of the gap at (2, 2) are on one circle with those of its mouths: a square of four corners.
#[test]
fn of_four_corners_on_one_circle_no_diagonal_is_a_chord() {
    let cross = [
        square(1.0, 0.0, 1.0, 1.0),
        square(0.0, 1.0, 1.0, 1.0),
        square(1.0, 1.0, 1.0, 1.0),
        square(2.0, 1.0, 1.0, 1.0),
        square(1.0, 2.0, 1.0, 1.0),
    ];
    let widths = widths_of(cross);
    assert_eq!((widths.chord_count(), widths.room_count()), (4, 5));
    assert_eq!(width(&widths, [1.5, 0.5], [1.5, 2.5]), 1.0);
    assert_eq!(width(&widths, [1.5, 0.5], [0.5, 1.5]), 1.0);
}

/// A thin wall from (4, 4) down to (4, 1) in a room of 8 by 4: its tip is 1 from the floor.
#[test]
fn the_tip_of_a_thin_wall_is_a_corner() {
    let mut raw = mesh_of([
        square(0.0, 1.0, 4.0, 3.0),
        square(4.0, 1.0, 4.0, 3.0),
        vec![[0.0, 0.0], [8.0, 0.0], [8.0, 1.0], [4.0, 1.0], [0.0, 1.0]],
    ])
    .to_raw();
    for neighbor in &mut raw.neighbors[0..8] {
        *neighbor = neighbor.filter(|&cell| cell == 2);
    }
    let mesh = Arc::new(NavMesh::from_raw(&raw).unwrap());
    let widths = Widths::of(&mesh);
    assert_eq!((widths.chord_count(), widths.room_count()), (1, 2));
    assert_eq!(width(&widths, [2.0, 2.0], [6.0, 2.0]), 1.0);
    assert_eq!(width(&widths, [2.0, 2.0], [2.5, 2.0]), 3.0);
}

/// The distances of a place from the two sides of a thin wall are equal, and differ when they are rounded.
#[test]
fn a_place_beside_a_thin_wall_is_in_the_room_of_its_side() {
    for scale in [1.0, 0.1, 1.0 / 3.0, 1e-6] {
        let cells: [&[[f64; 2]]; 3] = [
            &[[0.0, 8.0], [0.0, 5.0], [1.0, 7.0], [1.0, 8.0]],
            &[[0.0, 5.0], [0.0, 3.0], [4.0, 3.0], [4.0, 7.0], [1.0, 7.0]],
            &[[1.0, 7.0], [4.0, 7.0], [4.0, 8.0], [1.0, 8.0]],
        ];
        let mesh = mesh_of(cells.map(|cell| cell.to_vec()));
        let mut raw = mesh.to_raw();
        raw.neighbors[1] = None;
        raw.neighbors[8] = None;
        for point in &mut raw.positions {
            *point *= scale;
        }
        let widths = Widths::of(&Arc::new(NavMesh::from_raw(&raw).unwrap()));
        assert_eq!((widths.chord_count(), widths.room_count()), (1, 2));
        let at = |x: f64, y: f64| [x * scale, y * scale];
        for (x, y) in (0..90).flat_map(|x| (0..90).map(move |y| (x, y))) {
            let place = at(1.0 + f64::from(x) / 64.0, 5.0 + f64::from(y) / 64.0);
            let way = widths.widest(place, at(3.0, 5.0)).unwrap().unwrap();
            assert!(!matches!(way.narrowest, Narrowest::Passage(_)), "{scale}, {place:?}: {way:?}");
        }
    }
}

/// Around a square obstacle of 2 in a room of 12 by 6, 1 above it and 3 below it.
#[test]
fn of_two_ways_around_an_obstacle_the_wider_one_counts() {
    let widths = widths_of([
        vec![[0.0, 0.0], [12.0, 0.0], [12.0, 3.0], [7.0, 3.0], [5.0, 3.0], [0.0, 3.0]],
        square(0.0, 3.0, 5.0, 2.0),
        square(7.0, 3.0, 5.0, 2.0),
        vec![[0.0, 5.0], [5.0, 5.0], [7.0, 5.0], [12.0, 5.0], [12.0, 6.0], [0.0, 6.0]],
    ]);
    assert_eq!(width(&widths, [2.5, 2.5], [9.5, 2.5]), 3.0);
    assert_eq!(width(&widths, [6.0, 5.5], [9.5, 2.5]), 1.0);
}

#[test]
fn a_room_without_corners_has_no_chord() {
    let widths = Widths::of(&Arc::new(room()));
    assert_eq!((widths.chord_count(), widths.room_count()), (0, 1));
    assert_eq!(width(&widths, [2.0, 1.5], [1.0, 1.0]), 2.0);
    assert!(widths.choke_points([2.0, 1.5], [1.0, 1.0]).unwrap().is_empty());
}

#[test]
fn a_place_off_the_mesh_is_named_by_its_side() {
    let widths = two_rooms();
    let error = |from: [f64; 2], to: [f64; 2]| widths.widest(from, to).unwrap_err();
    assert!(matches!(error([-5.0, 0.0], [1.0, 1.0]), PathError::StartOutside { .. }));
    assert!(matches!(error([1.0, 1.0], [-5.0, 0.0]), PathError::GoalOutside { .. }));
    let reason = error([1.0, 1.0], [f64::NAN, 0.0]).to_string();
    assert!(reason.contains("goal"), "{reason}");
}
