//! Floors with an agent radius: the mesh contains exactly the places from which no ray of that length
//! meets a wall, on any floor.
//!
//! The rays are cast on the mesh built without a radius.

use navmesh_testkit::reduce::assert_holds;
use navmesh_testkit::{CorpusCase, SplitMix64, world, world_count};
use tautline::error::Terrain;
use tautline::{
    BuildError, BuildOptions, DVec2, FloorConnection, Floors, MeshFinder, NavMesh, Outline,
    Outlines, PathQuery, Place, Wall, build_floors,
};

/// The relative tolerance of measured distances.
const ROUNDING: f64 = 1e-9;
const TOLERANCE: f64 = 0.01;
/// The distance of ray ends before and behind a wall, relative to the length of the ray.
const BESIDE: f64 = 1e-7;

/// The floors built without a radius.
struct Whole {
    finder: MeshFinder,
    /// Every wall with its floor.
    walls: Vec<([DVec2; 2], u32)>,
    /// True if a floor connection is not a straight line.
    is_bent: bool,
}

impl Whole {
    fn of(floors: &Floors) -> Result<Self, BuildError> {
        let (mesh, _) = build_floors(floors, &BuildOptions::default())?;
        let mut walls = Vec::new();
        for slot in mesh.slots() {
            let corners: Vec<DVec2> = mesh.corners(slot).collect();
            for (i, edge) in mesh.edges()[mesh.edge_range(slot)].iter().enumerate() {
                if edge.is_wall() {
                    walls.push(([corners[i], corners[(i + 1) % corners.len()]], mesh.layer(slot)));
                }
            }
        }
        let is_bent = floors.connections.iter().any(|connection| {
            let [a, .., b] = connection.points[..] else { return false };
            connection
                .points
                .iter()
                .any(|&p| (p - a).perp_dot(b - a).abs() > 1e-9 * (b - a).length_squared())
        });
        Ok(Self { finder: MeshFinder::new(mesh), walls, is_bent })
    }

    /// Returns the distance of the nearest wall on the same floor, visible or not.
    fn distance_in_plan(&self, place: Place) -> f64 {
        let own = self.walls.iter().filter(|wall| Some(wall.1) == place.layer);
        let distances = own.map(|&([a, b], _)| nearest(a, b, place.point).distance(place.point));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// Returns the distance of the nearest visible wall within a radius; `None` off the mesh.
    fn clearance(&self, place: Place, radius: f64) -> Option<f64> {
        let mesh = self.finder.mesh();
        let location = mesh.nearest(place)?;
        if location.distance > mesh.bounds().max_abs() * 1e-14 {
            return None;
        }
        // A place on a floor connection may have been rounded to the other side of it.
        let place = Place { point: location.point, ..place };
        let mut least = f64::INFINITY;
        let mut queries = tautline::MeshQueries::new(mesh);
        for &([a, b], floor) in &self.walls {
            let foot = nearest(a, b, place.point);
            let distance = foot.distance(place.point);
            if distance > radius.min(least) {
                continue;
            }
            // The rays end just before and just behind the wall: a wall right behind a connection is on the
            // next floor, and a ray may pass a corner by rounding.
            for share in [1.0 - BESIDE, 1.0 + BESIDE] {
                let end = place.point + (foot - place.point) * share;
                let hit = queries.cast_ray(place, end).unwrap();
                let own = (mesh.layer(hit.cell.slot) == floor).then_some(distance);
                let met = hit.wall.map(|_| hit.distance).or(own);
                least = met.map_or(least, |met| least.min(met));
            }
        }
        Some(least)
    }
}

fn nearest(a: DVec2, b: DVec2, point: DVec2) -> DVec2 {
    let along = b - a;
    if along == DVec2::ZERO {
        return a;
    }
    a + along * ((point - a).dot(along) / along.length_squared()).clamp(0.0, 1.0)
}

/// Builds two floors above one another, connected along a line inside both, each with a pit behind it.
fn pits(seed: u64) -> Floors {
    let mut random = SplitMix64::new(seed);
    let [below, above] = [seed, seed + 1 + 13 * random.below(5) as u64].map(world);
    let size = below.points.iter().fold(1.0, |size: f64, p| p.abs().max_element().max(size));
    let from = *random.pick(&below.points) + DVec2::splat(size * *random.pick(&[0.0, 0.01]));
    let turned = *random.pick(&[DVec2::X, DVec2::Y, DVec2::new(0.6, 0.8), DVec2::new(-0.28, 0.96)]);
    let along = turned * (size * *random.pick(&[0.2, 0.4, 0.8]));
    let deep = along.perp().normalize() * (size * *random.pick(&[0.01, 0.1, 0.4]));
    let to = from + along;
    let bent = from + along * 0.5 + deep * *random.pick(&[0.0, 0.0, 0.3, -0.3]);
    let with_pit = |outlines: &Outlines, deep: DVec2| {
        let mut outlines = outlines.clone();
        outlines.obstacles.push(Outline::new([from, bent, to, to + deep, from + deep]));
        outlines
    };
    let floors = [with_pit(&below.outlines, -deep), with_pit(&above.outlines, deep)];
    let [below, above] = floors;
    Floors::default()
        .with_floor(0, below)
        .with_floor(1, above)
        .with_connection(FloorConnection::new([0, 1], [from, bent, to]))
}

#[derive(Debug, Default)]
struct Met {
    near: usize,
    far: usize,
    paths: usize,
    connected: usize,
    /// Places removed because of a wall that is hidden behind the bend of a connection.
    hidden: usize,
    /// Places reported as too close to a wall, and those with the wall on another floor.
    reported: [usize; 2],
    faults: Vec<String>,
}

impl Met {
    fn check(&mut self, whole: &Whole, mesh: &NavMesh, radius: f64) {
        mesh.assert_invariants();
        self.connected += mesh.layer_connections().len();
        self.check_places_on_mesh(whole, mesh, radius);
        self.check_places_removed(whole, mesh, radius);
    }

    /// Checks corners of cells and points of paths.
    fn check_places_on_mesh(&mut self, whole: &Whole, mesh: &NavMesh, radius: f64) {
        let on_floor = |slot: u32| move |point| Place::new(point).on_layer(mesh.layer(slot));
        let mut places: Vec<Place> =
            mesh.slots().flat_map(|slot| mesh.corners(slot).map(on_floor(slot))).collect();
        let mut random = SplitMix64::new(5);
        let finder = MeshFinder::new(mesh.clone());
        for _ in 0..8 {
            let [start, goal] = [0; 2].map(|_| *random.pick(&places));
            let Ok(path) = finder.find_path(&PathQuery::new(start, goal)) else { continue };
            self.paths += 1;
            for stretch in path.by_floor(mesh) {
                for leg in stretch.points.windows(2) {
                    let point = leg[0].lerp(leg[1], random.unit());
                    places.push(Place::new(point).on_layer(stretch.layer));
                }
            }
        }
        for _ in 0..60.min(places.len()) {
            let place = *random.pick(&places);
            let nearest = whole.clearance(place, radius).unwrap_or(0.0);
            if nearest < radius * (1.0 - ROUNDING) {
                self.faults.push(format!("radius {radius}: {place:?} is {nearest} from a wall"));
            }
        }
    }

    /// Checks random places of the mesh built without a radius.
    fn check_places_removed(&mut self, whole: &Whole, mesh: &NavMesh, radius: f64) {
        let mut random = SplitMix64::new(7);
        let bounds = whole.finder.mesh().bounds();
        let enough = radius * (1.0 + TOLERANCE + ROUNDING);
        for _ in 0..40 {
            let point = bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit());
            for &layer in whole.finder.mesh().layers() {
                let place = Place::new(point).on_layer(layer);
                let Some(distance) = whole.clearance(place, enough) else { continue };
                let is_near = distance < radius * (1.0 - ROUNDING);
                let is_far = distance > enough && whole.distance_in_plan(place) > enough;
                self.near += usize::from(is_near);
                self.far += usize::from(is_far);
                if is_near {
                    self.check_near_wall(whole, mesh, place, distance);
                }
                match mesh.locate(place).is_some() {
                    false if is_far && whole.is_bent => self.hidden += 1,
                    is_left if is_near && is_left || is_far && !is_left => {
                        self.faults
                            .push(format!("radius {radius}: {place:?}, {distance}: {is_left}"));
                    }
                    _ => {}
                }
            }
        }
    }
}

impl Met {
    /// Checks the reported wall distance: any wall of the same floor counts, and visible walls of others.
    fn check_near_wall(&mut self, whole: &Whole, mesh: &NavMesh, place: Place, in_sight: f64) {
        let known = in_sight.min(whole.distance_in_plan(place));
        let reported = mesh.near_wall(place).map_or(f64::NAN, |near| near.distance);
        let error = (reported - known).abs() / whole.finder.mesh().bounds().max_abs();
        if error > ROUNDING || error.is_nan() {
            self.faults.push(format!("{place:?} is {known} from a wall, not {reported}"));
        }
        self.reported[0] += 1;
        self.reported[1] +=
            usize::from(in_sight < whole.distance_in_plan(place) * (1.0 - ROUNDING));
    }
}

/// Builds floors for a radius and checks them; panics with a minimized building on a failure.
fn check_radius(floors: &Floors, whole: &Whole, radius: f64, met: &mut Met) {
    let draw_in = |floors: &Floors, radius: f64, whole: &Whole, met: &mut Met| match build_floors(
        floors,
        &BuildOptions::default().agent_radius(radius).arc_tolerance(TOLERANCE),
    ) {
        Ok((mesh, _)) => met.check(whole, &mesh, radius),
        Err(BuildError::TooNarrow { .. }) => {}
        Err(error) => met.faults.push(format!("radius {radius}: {error}")),
    };
    draw_in(floors, radius, whole, met);
    if met.faults.is_empty() {
        return;
    }
    let title = String::from("Floors one above the other");
    let case = CorpusCase { title, building: floors.clone(), radius, ..CorpusCase::default() };
    assert_holds(&case, |CorpusCase { building, radius, .. }| {
        let Ok(whole) = Whole::of(building) else { return };
        let mut met = Met::default();
        draw_in(building, *radius, &whole, &mut met);
        assert!(met.faults.is_empty(), "{}", met.faults[0]);
    });
}

#[test]
fn connected_floors_keep_the_radius_from_visible_walls_only() {
    let mut met = Met::default();
    // In the last one a wall is one unit behind the connection.
    for seed in (0..world_count(100)).chain([1502]) {
        let floors = pits(seed);
        let Ok(whole) = Whole::of(&floors) else { continue };
        let size = whole.finder.mesh().bounds().size().max_element();
        for share in [0.004, 0.02, 0.05, 0.15] {
            let radius = size * share;
            check_radius(&floors, &whole, radius, &mut met);
            assert!(met.faults.is_empty(), "seed {seed}: {:#?}", met.faults);
        }
        let again = || build_floors(&floors, &BuildOptions::default().agent_radius(size * 0.05));
        if let [Ok((one, _)), Ok((other, _))] = [again(), again()] {
            assert_eq!(one.to_raw(), other.to_raw(), "seed {seed}");
        }
    }
    assert!(met.near > 500 && met.far > 1000 && met.paths > 200 && met.connected > 10, "{met:?}");
    assert!(met.hidden < 10 && met.reported[0] > 500 && met.reported[1] > 0, "{met:?}");
}

/// Builds flights around a point, each a quarter turn; four flights form a closed ring.
fn turns(flights: u32) -> Floors {
    let mut stair = Floors::default();
    for flight in 0..flights {
        let turned = |x: f64, y: f64| {
            let quarters = [[x, y], [-y, x], [-x, -y], [y, -x]];
            DVec2::from(quarters[flight as usize % 4])
        };
        let outline =
            Outline::new([turned(0.0, 0.0), turned(9.0, 0.0), turned(9.0, 9.0), turned(0.0, 9.0)]);
        stair =
            stair.with_floor(flight, Outlines { walkable: vec![outline], ..Outlines::default() });
        let next = if flight + 1 == flights && flights.is_multiple_of(4) { 0 } else { flight + 1 };
        if next < flights {
            stair = stair.with_connection(FloorConnection::new(
                [flight, next],
                [turned(0.0, 0.0), turned(0.0, 9.0)],
            ));
        }
    }
    stair
}

#[test]
fn flights_around_a_point_keep_the_radius_beyond_a_full_turn() {
    for flights in [3, 4, 5, 6, 7, 8, 9, 12] {
        let (mesh, report) =
            build_floors(&turns(flights), &BuildOptions::default().agent_radius(1.0)).unwrap();
        mesh.assert_invariants();
        let nearest = mesh.slots().flat_map(|slot| mesh.corners(slot).collect::<Vec<_>>());
        let nearest = nearest.map(DVec2::length).fold(f64::INFINITY, f64::min);
        match flights {
            4 => assert!(mesh.locate(Place::new([0.5, 0.5]).on_layer(0)).is_some(), "a full turn"),
            _ => assert!((1.0..1.02).contains(&nearest) || flights == 3, "{flights}: {nearest}"),
        }
        let connected = report.connected_lengths.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(connected > 5.9, "{flights}: {connected}");
        let mut met = Met::default();
        let mut whole = Whole::of(&turns(flights)).unwrap();
        let around = (0..flights).filter(|_| flights != 4);
        whole.walls.extend(around.map(|flight| ([DVec2::ZERO; 2], flight)));
        met.check(&whole, &mesh, 1.0);
        assert!(met.faults.is_empty() && met.near > 0 && met.far > 0, "{flights}: {met:?}");
    }
}

/// Two floors end to end, and one above both. The second has a post behind the connection, the third
/// a wall closer to it.
#[test]
fn endpoints_too_close_to_a_wall_are_reported_on_every_floor_and_through_connections() {
    let room = |x: f64, post: Option<f64>| {
        let mut outlines = Outlines::default();
        outlines.walkable.push(Outline::rect([x, 0.0], [x + 10.0, 4.0]));
        outlines.walls.extend(post.map(|x| Wall::new([[x, 1.5], [x, 2.5]])));
        outlines
    };
    let building = Floors::default()
        .with_floor(4, room(0.0, None))
        .with_floor(5, room(10.0, Some(10.2)))
        .with_floor(6, room(5.0, Some(9.8)))
        .with_connection(FloorConnection::new([4, 5], [[10.0, 0.0], [10.0, 4.0]]));
    let (mesh, _) = build_floors(&building, &BuildOptions::default().agent_radius(0.5)).unwrap();
    let finder = MeshFinder::new(mesh);
    let near_wall = |point: [f64; 2], layer: Option<u32>| {
        let start = Place { layer, ..Place::new(point) };
        let error = finder.find_path(&PathQuery::new(start, [1.0, 1.0])).unwrap_err();
        error.explain(&finder).near_wall.map(|near| near.to_string())
    };
    let near = |distance: &str| Some(format!("{distance} from a wall, agent radius 0.50"));
    assert_eq!(near_wall([9.9, 2.0], Some(4)), near("0.30"), "the post behind the connection");
    assert_eq!(near_wall([9.9, 2.0], Some(6)), near("0.10"), "the wall above");
    assert_eq!(near_wall([2.0, 0.12], Some(4)), near("0.12"));
    assert_eq!(near_wall([2.0, 0.12], None), near("0.12"));
    assert_eq!(near_wall([10.1, 2.0], Some(5)), near("0.10"));
    assert_eq!(near_wall([2.0, 0.12], Some(6)), None, "off the mesh");
    assert_eq!(near_wall([2.0, 4.12], Some(4)), None);
}

/// Builds a room with walls around its center, as one floor and as two connected floors.
fn room_whole_and_split(random: &mut SplitMix64) -> [Floors; 2] {
    let (low, high) = (random.between(36, 44), random.between(36, 44));
    let place = |x: i64, y: i64| DVec2::new(x as f64, y as f64) * 0.25;
    let [low, high] = [place(low, 0), place(high, 40)];
    let [west, east] =
        [[place(0, 0), low, high, place(0, 40)], [low, place(80, 0), place(80, 40), high]];
    let walls: Vec<Wall> = (0..6)
        .map(|_| {
            let from = [random.between(32, 48), random.between(2, 38)];
            let way = [random.between(-5, 5), random.between(-5, 5)];
            Wall::new([place(from[0], from[1]), place(from[0] + way[0], from[1] + way[1])])
        })
        .filter(|wall| wall.points[0] != wall.points[1])
        .collect();
    let floor = |rings: &[[DVec2; 4]]| Outlines {
        walkable: rings.iter().map(|&ring| Outline::new(ring)).collect(),
        walls: walls.clone(),
        ..Outlines::default()
    };
    let floors = Floors::default().with_floor(0, floor(&[west])).with_floor(1, floor(&[east]));
    let connection = FloorConnection::new([0, 1], [low, high]);
    [Floors::default().with_floor(0, floor(&[west, east])), floors.with_connection(connection)]
}

/// On one floor the nearest wall is always visible, so it is equally far on two floors.
#[test]
fn walls_behind_a_connection_are_as_far_as_on_one_floor() {
    let (mut compared, mut of_other_floor) = (0, 0);
    for seed in 0..world_count(200) {
        let mut random = SplitMix64::new(seed);
        let rooms = room_whole_and_split(&mut random);
        let options = BuildOptions::default().agent_radius(0.3);
        let [whole, floors] = rooms.each_ref().map(|room| build_floors(room, &options).unwrap().0);
        // Without the walls of the other floor.
        let bare = [1, 0].map(|other: usize| {
            let mut room = rooms[1].clone();
            room.floors[other].outlines.walls.clear();
            build_floors(&room, &options).unwrap().0
        });
        let [low, .., high] = rooms[1].connections[0].points[..] else { unreachable!() };
        for _ in 0..60 {
            let point = low.lerp(high, random.unit()) + DVec2::X * (random.unit() - 0.5) * 2.0;
            let layer = u32::from((high - low).perp_dot(point - low) < 0.0);
            let wall_distance = |mesh: &NavMesh, layer| {
                let clearance = mesh.clearance().unwrap();
                clearance.wall_distance(Place::new(point).on_layer(layer)).unwrap()
            };
            let (known, found) = (wall_distance(&whole, 0), wall_distance(&floors, layer));
            assert!((known - found).abs() < 1e-12, "seed {seed}, {point}: {known}, not {found}");
            assert!(
                floors.locate(Place::new(point).on_layer(layer)).is_none() || known >= 0.3,
                "seed {seed}, {point}: {known}"
            );
            compared += 1;
            of_other_floor += usize::from(wall_distance(&bare[layer as usize], layer) > found);
        }
    }
    assert!(of_other_floor > compared / 10, "{of_other_floor} of {compared}");
}
