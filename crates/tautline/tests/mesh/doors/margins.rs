//! Closed doors keep agents with a radius at a distance, as walls do.

use navmesh_core::backend::geom::{nearest_on_segment, ring::segments_touch};
use navmesh_testkit::{SplitMix64, World, world, world_count};
use tautline::{
    BuildError, BuildOptions, DVec2, Door, FloorConnection, Floors, GoalPolicy, MeshFinder,
    NavMeshBuilder, Outline, Outlines, Path, PathError, PathQuery, StartPolicy, Wall, build_floors,
    build_outlines,
};

use super::random_lines;

const TOLERANCE: f64 = 0.01;

fn finder(outlines: &Outlines, options: BuildOptions) -> Option<MeshFinder> {
    match build_outlines(outlines, &options) {
        Ok((mesh, _)) => Some(MeshFinder::new(mesh)),
        Err(BuildError::TooNarrow { .. } | BuildError::Unresolved { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn distance([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> f64 {
    if segments_touch([a, b], [c, d]) {
        return 0.0;
    }
    let to = |[p, q]: [DVec2; 2], point: DVec2| nearest_on_segment(p, q, point).distance(point);
    let ends = [to([a, b], c), to([a, b], d), to([c, d], a), to([c, d], b)];
    ends.into_iter().fold(f64::INFINITY, f64::min)
}

/// The least distance of a path from some lines.
fn clearance(path: &Path, lines: &[Vec<DVec2>]) -> f64 {
    let points = path.waypoints();
    let point = points.first().map(|&point| [point; 2]);
    let legs = || path.legs().chain(point);
    let sides = lines.iter().flat_map(|line| line.windows(2).map(|side| [side[0], side[1]]));
    let distances = sides.flat_map(|side| legs().map(move |leg| distance(leg, side)));
    distances.fold(f64::INFINITY, f64::min)
}

/// The same world without doors, with doors, and with walls in their place: walls for a slightly smaller and a slightly
/// larger radius, so that their meshes hold and are held by that of the closed doors.
struct Meshes {
    plain: MeshFinder,
    doors: MeshFinder,
    roomier: MeshFinder,
    tighter: Option<MeshFinder>,
}

impl Meshes {
    fn of(world: &World, lines: &[Vec<DVec2>], radius: f64) -> Option<Self> {
        let given = &world.outlines;
        let door = |line: &Vec<DVec2>| Door::new(line.iter().copied(), "all");
        let walls = lines.iter().map(|line| Wall::new(line.iter().copied()));
        let walls = given.walls.iter().cloned().chain(walls).collect();
        let walled = Outlines { walls, ..given.clone() };
        let doors = Outlines { doors: lines.iter().map(door).collect(), ..given.clone() };
        let options = BuildOptions::default().weld(0.0).arc_tolerance(TOLERANCE);
        let fine = options.arc_tolerance(1e-4).agent_radius(radius * (1.0 - 1e-4));
        let larger = radius * (1.0 + TOLERANCE) * (1.0 + 1e-9);
        Some(Self {
            plain: finder(given, options.agent_radius(radius))?,
            doors: finder(&doors, options.agent_radius(radius))?,
            roomier: finder(&walled, fine)?,
            tighter: finder(&walled, options.agent_radius(larger)),
        })
    }
}

#[test]
fn closed_doors_are_as_far_from_paths_as_walls_and_open_ones_change_nothing() {
    let (mut longer, mut walled) = (0, 0);
    for seed in 0..world_count(300) {
        let mut rng = SplitMix64::new(seed);
        let world = world(seed);
        let lines = random_lines(&world.outlines, &world.points, &mut rng);
        if lines.is_empty() {
            continue;
        }
        let (plain, _) =
            build_outlines(&world.outlines, &BuildOptions::default().weld(0.0)).unwrap();
        let size = plain.bounds().size().max_element();
        let radius = *rng.pick(&[0.01, 0.03, 0.0625]) * size;
        let Some(mut meshes) = Meshes::of(&world, &lines, radius) else { continue };
        meshes.doors.mesh().assert_invariants();
        let open = meshes.doors.clone();
        meshes.doors.close_door("all").unwrap();
        let closed = meshes.doors.clone();
        closed.current_mesh().assert_invariants();
        meshes.doors.open_door("all").unwrap();
        for pair in world.points.windows(2).take(12) {
            let query = PathQuery::new(pair[0], pair[1]).snap(0.0);
            let described = format!("{} {radius} {lines:?} {query:?}", world.name);
            let length = |finder: &MeshFinder| finder.find_path(&query).map(|path| path.length());
            let at_most = |a: f64, b: f64| a <= b * (1.0 + 1e-9);
            match (length(&open), length(&meshes.plain)) {
                (Ok(a), Ok(b)) => assert!(at_most(a, b) && at_most(b, a), "{described}: {a} {b}"),
                (a, b) => assert_eq!(a.is_ok(), b.is_ok(), "{described}"),
            }
            assert_eq!(meshes.doors.find_path(&query), open.find_path(&query), "{described}");
            let found = closed.find_path(&query);
            if let Ok(path) = &found {
                let clearance = clearance(path, &lines);
                assert!(clearance >= radius * (1.0 - 1e-9), "{described}: {clearance}");
                assert_eq!(path.verify(&closed.current_mesh()), Ok(()), "{described}");
                let least = length(&meshes.roomier);
                assert!(least.is_ok_and(|least| at_most(least, path.length())), "{described}");
                longer += usize::from(length(&open).is_ok_and(|open| path.length() > open));
            } else {
                walled += usize::from(length(&open).is_ok());
            }
            if let Some(Ok(most)) = meshes.tighter.as_ref().map(length) {
                let length = found.map(|path| path.length());
                assert!(length.is_ok_and(|length| at_most(length, most)), "{described}: {most}");
            }
            let near = query
                .start_policy(StartPolicy::NearestReachable)
                .goal_policy(GoalPolicy::NearestReachable);
            if let Ok(path) = closed.find_path(&near) {
                let clearance = clearance(&path, &lines);
                assert!(clearance >= radius * (1.0 - 1e-9), "{described}: {clearance}");
            }
        }
    }
    assert!(longer > 20 && walled > 20, "{longer} {walled}");
}

/// A hall of 20 by 10, for agents with radius 1.
fn hall(doors: &[([[f64; 2]; 2], &str)]) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(1.0).arc_tolerance(TOLERANCE);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for &(line, name) in doors {
        builder.add_door(Door::new(line, name));
    }
    MeshFinder::new(builder.build().unwrap().0)
}

/// The path turned exactly on the free end of the door.
#[test]
fn a_path_keeps_the_radius_from_the_free_end_of_a_closed_door() {
    let mut finder = hall(&[([[10.0, 0.0], [10.0, 6.0]], "gate")]);
    let query = PathQuery::new([5.0, 2.0], [15.0, 2.0]);
    assert_eq!(finder.find_path(&query).unwrap().length(), 10.0);
    finder.close_door("gate").unwrap();
    let path = finder.find_path(&query).unwrap();
    let end = DVec2::new(10.0, 6.0);
    let nearest = path.legs().map(|[a, b]| nearest_on_segment(a, b, end).distance(end));
    let nearest = nearest.fold(f64::INFINITY, f64::min);
    assert!((1.0 - 1e-9..=1.01).contains(&nearest), "{nearest}");
    // Two tangents to the circle around the end, and the arc between them.
    let to_end = DVec2::new(5.0, 4.0);
    let tangent = (to_end.length_squared() - 1.0).sqrt();
    let turned = (4.0f64 / 5.0).atan() + (1.0 / to_end.length()).asin();
    let exact = 2.0 * (tangent + turned);
    assert!((exact..exact + 0.05).contains(&path.length()), "{} {exact}", path.length());
}

#[test]
fn an_endpoint_in_the_margin_of_a_closed_door_is_an_error_that_names_the_distance() {
    let mut finder = hall(&[([[10.0, 0.0], [10.0, 6.0]], "gate")]);
    finder.close_door("gate").unwrap();
    let query = PathQuery::new([9.7, 3.0], [5.0, 3.0]);
    let error = finder.find_path(&query).unwrap_err();
    assert!(matches!(error, PathError::OnClosedCell { .. }), "{error}");
    let text = error.explain(&finder).to_string();
    assert!(text.contains("0.30 from a closed door, agent radius 1.00"), "{text}");
    for moved in [query.snap(0.75), query.start_policy(StartPolicy::NearestReachable)] {
        let path = finder.find_path(&moved).unwrap();
        assert!((path.start_offset() - 0.7).abs() < 1e-9 && path.length() < 4.01, "{path:?}");
    }
}

/// The door lies within the radius of a wall, so no edge of the mesh runs along it.
#[test]
fn a_door_beside_a_wall_has_a_margin_only() {
    let mut finder = hall(&[([[8.0, 0.5], [12.0, 0.5]], "hatch")]);
    let mesh = finder.mesh();
    assert!(mesh.doors()[0].edges.is_empty() && !mesh.doors()[0].margin.is_empty());
    let query = PathQuery::new([2.0, 1.25], [18.0, 1.25]);
    assert_eq!(finder.find_path(&query).unwrap().length(), 16.0);
    finder.close_door("hatch").unwrap();
    assert!(finder.find_path(&query).unwrap().length() > 16.0);
}

#[test]
fn margins_overlap_and_a_shared_cell_opens_with_the_last_door() {
    let line = |x: f64| [[x, 0.0], [x, 10.0]];
    let mut finder = hall(&[(line(10.0), "one"), (line(10.5), "other"), (line(10.5), "third")]);
    let at = PathQuery::new([10.25, 5.0], [10.25, 6.0]);
    let across = PathQuery::new([5.0, 5.0], [15.0, 5.0]);
    for door in ["one", "other", "third"] {
        finder.close_door(door).unwrap();
    }
    for door in ["other", "one", "third"] {
        assert_eq!(finder.find_path(&at).unwrap_err().kind(), "on-closed-cell");
        assert_eq!(finder.find_path(&across).unwrap_err().kind(), "closed-off");
        finder.open_door(door).unwrap();
    }
    assert_eq!(finder.find_path(&at).unwrap().length(), 1.0);
    assert_eq!(finder.find_path(&across).unwrap().length(), 10.0);
}

/// Two floors side by side, joined along x = 10, with a line on the first.
fn floors(line: [[f64; 2]; 2], add: impl Fn(&mut Outlines, [[f64; 2]; 2])) -> MeshFinder {
    let floor = |from: f64, to: f64| Outlines {
        walkable: vec![Outline::rect([from, 0.0], [to, 6.0])],
        ..Outlines::default()
    };
    let mut first = floor(0.0, 10.0);
    add(&mut first, line);
    let building = Floors::default()
        .with_floor(0, first)
        .with_floor(1, floor(10.0, 20.0))
        .with_connection(FloorConnection::new([0, 1], [[10.0, 0.0], [10.0, 6.0]]));
    let (mesh, _) = build_floors(&building, &BuildOptions::default().agent_radius(1.0)).unwrap();
    MeshFinder::new(mesh)
}

/// In the last case the door lies along the connection.
#[test]
fn the_margin_of_a_door_continues_across_a_floor_connection() {
    for x in [9.0, 9.5, 10.0] {
        let line = [[x, 0.0], [x, 3.0]];
        let mut doors = floors(line, |outlines, line| outlines.doors.push(Door::new(line, "gate")));
        let walls = floors(line, |outlines, line| outlines.walls.push(Wall::new(line)));
        let query = PathQuery::new([5.0, 1.5], [15.0, 1.5]);
        assert_eq!(doors.find_path(&query).unwrap().length(), 10.0);
        doors.close_door("gate").unwrap();
        let (closed, walled) = (doors.find_path(&query).unwrap(), walls.find_path(&query).unwrap());
        let difference = (closed.length() - walled.length()).abs();
        assert!(difference <= 0.05, "{x}: {closed:?} {walled:?}");
        let end = DVec2::new(x, 3.0);
        let nearest = closed.legs().map(|[a, b]| nearest_on_segment(a, b, end).distance(end));
        assert!(nearest.fold(f64::INFINITY, f64::min) >= 1.0 - 1e-9, "{x}: {closed:?}");
        let beyond = PathQuery::new([x + 0.95, 1.5], [15.0, 1.5]);
        let is_on_second = x + 0.95 > 10.0;
        let beyond = if is_on_second { beyond.start_layer(1) } else { beyond };
        let exact = beyond.snap(0.0);
        assert_eq!(doors.find_path(&exact).unwrap_err().kind(), "on-closed-cell", "{x}");
        let path = doors.find_path(&beyond).unwrap(); // the default snap is 1/16 of the radius
        assert!((path.start_offset() - 0.05).abs() < 1e-9, "{x}: {path:?}");
        doors.open_door("gate").unwrap();
        assert_eq!(doors.find_path(&query).unwrap().length(), 10.0);
    }
}
