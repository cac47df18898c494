//! A snap crosses no wall: locked rooms and thin walls far from the origin, against the drawn outlines.

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_core::backend::geom::ring::{holds, ring_sides, segments_touch};
use navmesh_testkit::{SplitMix64, world_count};
use tautline::agents::{AgentOptions, Crowd};
use tautline::{
    BuildOptions, DVec2, FieldQuery, Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline, Path,
    PathError, PathQuery, Place, Wall,
};

/// A hall with locked rooms, as drawn.
struct Rooms {
    finder: MeshFinder,
    hall: Vec<DVec2>,
    rooms: Vec<LockedRoom>,
    has_radius: bool,
}

/// A room: the ground within its inner ring. Its walls fill the rest of the outer ring; a wall without thickness has equal
/// rings.
struct LockedRoom {
    outer: Vec<DVec2>,
    inner: Vec<DVec2>,
    /// The ground around the room.
    around: Ground,
}

/// The piece of ground that holds a point, by the drawn rings.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ground {
    Hall,
    Inside(usize),
}

const COLUMNS: usize = 3;

/// Returns the corners of a square around `center`, turned by `angle`.
fn square(center: DVec2, half: f64, angle: f64) -> Vec<DVec2> {
    let turned = DVec2::from_angle(angle);
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|corner| center + turned.rotate(half * DVec2::from(corner)))
        .to_vec()
}

impl LockedRoom {
    fn built(
        builder: &mut NavMeshBuilder,
        center: DVec2,
        [half, thickness]: [f64; 2],
        angle: f64,
        around: Ground,
    ) -> Self {
        let inner = square(center, half, angle);
        if thickness == 0.0 {
            builder.add_wall(Wall::new(inner.iter().chain([&inner[0]]).copied()));
            return Self { outer: inner.clone(), inner, around };
        }
        let outer = square(center, half + thickness, angle);
        let walls = Outline::new(outer.clone()).with_hole(inner.iter().rev().copied());
        builder.add_obstacle(walls);
        Self { outer, inner, around }
    }
}

impl Rooms {
    /// Draws a world: 6 rooms with walls from no thickness to 1.3, some with a room within, somewhere up to 4·10⁶ from the origin.
    fn drawn(random: &mut SplitMix64) -> Self {
        let far = [0.0, 1e3, 388_096.0, 4e6][random.below(4)];
        let origin = DVec2::new(far * random.unit(), far);
        let has_radius = random.below(3) == 0;
        let angle = if random.below(2) == 0 { 0.0 } else { random.unit() };
        let hall = square(origin + 15.0, 25.0, 0.0);
        // By default walls move by up to 60 µm at 4·10⁶; the rooms are known exactly.
        let mut options = BuildOptions::default().weld(0.0);
        if has_radius {
            options = options.agent_radius(0.25);
        }
        let mut builder = NavMeshBuilder::new().with_options(options);
        builder.add_walkable(Outline::new(hall.clone()));
        let mut rooms = Vec::new();
        for number in 0..2 * COLUMNS {
            let place = DVec2::new((number % COLUMNS) as f64, (number / COLUMNS) as f64);
            let (center, half) = (origin + 15.0 * place + random.unit(), 2.0 + random.unit());
            let thickness = [0.0, 1e-8, 1e-3, 0.05, 0.3, 1.3][random.below(6)];
            let around = Ground::Inside(rooms.len());
            rooms.push(LockedRoom::built(
                &mut builder,
                center,
                [half, thickness],
                angle,
                Ground::Hall,
            ));
            if !has_radius && random.below(2) == 0 {
                // Another locked room within, a corridor's width from the walls.
                let thickness = [0.0, 1e-3, 0.3][random.below(3)];
                let half = half - thickness - 0.2 - 0.4 * random.unit();
                rooms.push(LockedRoom::built(
                    &mut builder,
                    center,
                    [half, thickness],
                    angle,
                    around,
                ));
            }
        }
        let finder = MeshFinder::new(builder.build_mesh().unwrap());
        Self { finder, hall, rooms, has_radius }
    }

    /// Returns a point near a wall, on either side or in it.
    fn point(&self, random: &mut SplitMix64) -> DVec2 {
        let room = &self.rooms[random.below(self.rooms.len())];
        let ring = match random.below(9) {
            0 => &self.hall,
            1..5 => &room.outer,
            _ => &room.inner,
        };
        let side = random.below(4);
        let (a, b) = (ring[side], ring[(side + 1) % 4]);
        let share = [0.0, random.unit(), random.unit(), random.unit()][random.below(4)];
        let across = (b - a).perp().normalize();
        let far = [0.0, 1e-9, 1e-7, 1e-4, 1e-2, 0.1, 0.24, 0.5, 0.8, 1.2][random.below(10)];
        a + (b - a) * share + across * (far * (2.0 * random.unit() - 1.0))
    }

    /// The rings around a piece of ground: its outer border, and those of the rooms within.
    fn borders(&self, ground: Ground) -> impl Iterator<Item = &[DVec2]> {
        let own = match ground {
            Ground::Hall => &self.hall,
            Ground::Inside(number) => &self.rooms[number].inner,
        };
        let within = self.rooms.iter().filter(move |room| room.around == ground);
        std::iter::once(&own[..]).chain(within.map(|room| &room.outer[..]))
    }

    fn pieces(&self) -> impl Iterator<Item = Ground> {
        (0..self.rooms.len()).map(Ground::Inside).chain([Ground::Hall])
    }

    /// The pieces of ground that hold a point: none in a wall, two on a wall without thickness.
    fn ground_at(&self, point: DVec2) -> Vec<Ground> {
        let is_in = |ring: &[DVec2]| holds(ring_sides(ring), point);
        let is_on = |ring: &[DVec2]| ring_sides(ring).any(|side| segments_touch(side, [point; 2]));
        let is_held = |ground: &Ground| {
            let mut rings = self.borders(*ground);
            rings.next().is_some_and(is_in) && rings.all(|ring| !is_in(ring) || is_on(ring))
        };
        self.pieces().filter(is_held).collect()
    }

    /// True if the straight way from a point off the ground to its end in some ground meets ground of another piece.
    fn is_beyond_ground(&self, way: [DVec2; 2], end: Ground) -> bool {
        let meets = |ring: &[DVec2]| ring_sides(ring).any(|side| segments_touch(side, way));
        self.pieces().any(|ground| ground != end && self.borders(ground).any(meets))
    }

    /// True if a place off the ground is near ground, and the nearest point of that ground is in sight.
    fn sees_near(&self, point: DVec2, ground: Ground, snap: f64) -> bool {
        let feet =
            self.borders(ground).flat_map(ring_sides).map(|[a, b]| nearest_on_segment(a, b, point));
        let foot = feet.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point))).unwrap();
        let is_near = foot.distance(point) <= snap * (1.0 - 1e-6);
        is_near && !self.is_beyond_ground([point, foot], ground)
    }

    /// Says what is wrong with a move from an asked place to a point on the mesh.
    fn fault_of_move(&self, asked: Place, end: DVec2) -> Option<String> {
        let (here, there) = (self.ground_at(asked.point), self.ground_at(end));
        let (moved, rounding) = (end.distance(asked.point), asked.rounding());
        if moved <= rounding * (1.0 + 1e-9) {
            return None;
        }
        let Some(&ground) = there.first() else { return Some("ends off the ground".into()) };
        if here.is_empty() {
            let is_hidden = there
                .iter()
                .all(|&end_ground| self.is_beyond_ground([asked.point, end], end_ground));
            return is_hidden.then(|| format!("moved by {moved} over ground to {ground:?}"));
        }
        let stays = here.iter().any(|ground| there.contains(ground));
        let is_still = self.has_radius || moved == 0.0; // a mesh with a radius lacks ground near walls
        (!stays || !is_still).then(|| format!("moved by {moved} from {here:?} to {there:?}"))
    }
}

/// The start and the end of a path with the asked places; both moves must be right.
fn check_path(rooms: &Rooms, query: &PathQuery, path: &Path) -> Result<(), String> {
    let ends = [path.waypoints()[0], path.waypoints()[path.waypoints().len() - 1]];
    for (asked, end) in [query.start_place(), query.goal_place()].into_iter().zip(ends) {
        if let Some(fault) = rooms.fault_of_move(asked, end) {
            return Err(fault);
        }
    }
    let offsets = [query.start_place(), query.goal_place()]
        .into_iter()
        .zip(ends)
        .map(|(a, b)| a.point.distance(b));
    let told = [path.start_offset(), path.goal_offset()];
    if !offsets.zip(told).all(|(real, told)| (real - told).abs() <= 1e-9) {
        return Err(format!("offsets {told:?} for ends {ends:?}"));
    }
    path.verify_answer(query, rooms.finder.mesh()).map_err(|defect| defect.to_string())
}

/// Asks every kind of question from a place to a goal; all agree with the path.
fn check_questions(rooms: &Rooms, query: &PathQuery) -> Result<bool, String> {
    let finder = &rooms.finder;
    let answer = finder.find_path(query);
    match &answer {
        Ok(path) => check_path(rooms, query, path)?,
        Err(
            PathError::Unreachable { .. }
            | PathError::StartOutside { .. }
            | PathError::GoalOutside { .. },
        ) => {}
        Err(error) => return Err(error.to_string()),
    }
    let (start, goals, expected) = (query.start_place(), [query.goal_place()], answer.is_ok());
    let many = |snap: Option<f64>| {
        let many = ManyQuery::new(start, &goals[..]);
        snap.map_or(many, |snap| many.snap(snap))
    };
    let many = many(query.snap);
    let reaches = finder.distances(&many).is_ok_and(|all| all[0].is_finite());
    let reaches_any = finder.path_to_any(&many.for_goals(Goals::Points(&goals))).is_ok();
    let field = FieldQuery::new(&goals);
    let field = query.snap.map_or(field, |snap| field.snap(snap));
    let leads = finder.distance_field(&field).is_ok_and(|field| match field.heading_at(start) {
        Ok(heading) => rooms.fault_of_move(start, heading.from.point).is_none(),
        Err(_) => false,
    });
    for (name, is_reached) in
        [("distances", reaches), ("path_to_any", reaches_any), ("field", leads)]
    {
        // The goal of a field stays where it is placed first.
        if is_reached != expected && !(name == "field" && expected) {
            return Err(format!("{name} say {is_reached}, the path {expected}"));
        }
    }
    Ok(expected)
}

/// Checks a point against a goal in the hall and one in a room, as both ends, as `f64` and as `f32`.
fn check_point(rooms: &Rooms, point: DVec2, snap: Option<f64>, answered: &mut [usize; 2]) {
    let room = &rooms.rooms[0].inner;
    // In the corridor around a room within.
    let share = if rooms.has_radius { 0.5 } else { 0.02 };
    let goals = [rooms.hall[0] + 3.0, room[0].lerp(room[2], share)];
    let rounded = point.as_vec2();
    for (goal, ground) in goals.into_iter().zip([Ground::Hall, Ground::Inside(0)]) {
        for place in [Place::from(point), Place::from(rounded)] {
            for query in [PathQuery::new(place, goal), PathQuery::new(goal, place)] {
                let query = snap.map_or(query, |snap| query.snap(snap));
                let reached = check_questions(rooms, &query)
                    .unwrap_or_else(|fault| panic!("{query:?}: {fault}"));
                answered[usize::from(reached)] += 1;
                let is_there = rooms.ground_at(point).contains(&ground) && !rooms.has_radius;
                let may_move = !place.is_f32 || snap.is_none();
                assert!(reached || !is_there || !may_move, "{query:?}: no path in one room");
                let snap = place.snap(snap, rooms.finder.mesh().default_snap());
                let is_off = rooms.ground_at(place.point).is_empty() && !rooms.has_radius;
                let must_move = is_off && rooms.sees_near(place.point, ground, snap);
                assert!(reached || !must_move, "{query:?}: no path from a place in sight");
            }
        }
    }
}

#[test]
fn no_endpoint_moves_through_a_wall() {
    let mut answered = [0; 2];
    for seed in 0..world_count(60) {
        let mut random = SplitMix64::new(seed);
        let rooms = Rooms::drawn(&mut random);
        for _ in 0..16 {
            let point = rooms.point(&mut random);
            let snaps = if rooms.has_radius { [None, Some(0.2)] } else { [None, Some(2.0)] };
            check_point(&rooms, point, snaps[random.below(2)], &mut answered);
        }
    }
    assert!(answered.iter().all(|&count| count > 1000), "{answered:?}");
}

/// A room of 6 by 4 with walls 0.3 thick, in UTM coordinates, where every fourth of a unit is an `f32`.
fn utm_locked_room() -> MeshFinder {
    let (west, south) = (388_096.0, 3_948_996.0);
    let at = |x: f64, y: f64| [west + x, south + y];
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect(at(0.0, 0.0), at(20.0, 10.0)));
    let inner = [at(7.3, 3.3), at(7.3, 6.7), at(12.7, 6.7), at(12.7, 3.3)];
    builder.add_obstacle(Outline::rect(at(7.0, 3.0), at(13.0, 7.0)).with_hole(inner));
    MeshFinder::new(builder.build_mesh().unwrap())
}

#[test]
fn a_goal_in_a_locked_room_in_utm_coordinates_is_unreachable() {
    let finder = utm_locked_room();
    let (start, goal) = ([388_098.0, 3_949_001.0], [388_103.8, 3_949_001.0]); // 0.8 behind the wall
    let unreachable = finder.find_path(&PathQuery::new(start, goal));
    assert!(matches!(unreachable, Err(PathError::Unreachable { .. })), "{unreachable:?}");
    let distances = finder.distances(&ManyQuery::new(start, &[goal])).unwrap();
    assert_eq!(distances, [f64::INFINITY]);
    assert_eq!(finder.distance_matrix(&[start], &[goal]).unwrap(), [[f64::INFINITY]]);
    let field = finder.distance_field(&FieldQuery::new(&[goal])).unwrap();
    assert_eq!(field.distance_at(start), None);
    let mut crowd = Crowd::new(finder);
    let agent = crowd.add(start, AgentOptions::default().radius(0.1)).unwrap();
    crowd.go_to(agent, goal).unwrap();
    crowd.step(0.1, 10_000).unwrap();
    assert!(crowd.path(agent).is_none_or(|path| path.waypoints().is_empty()));
}
