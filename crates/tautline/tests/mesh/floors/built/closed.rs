//! Doors and filters on floors: a world cut in two answers as the uncut world.

use navmesh_testkit::{SplitMix64, world, world_count};
use tautline::{
    Area, BuildOptions, DVec2, Door, Filter, FloorConnection, Floors, MeshFinder, NavMesh, Outline,
    Outlines, PathQuery, build_floors, build_outlines,
};

use super::cuts::{chord, cut};
use super::{SEEDS, floor};
use crate::rounding::are_equal;

/// Adds axis-parallel doors of one name and a patch of mud to a world.
fn with_doors_and_mud(outlines: &Outlines, points: &[DVec2], rng: &mut SplitMix64) -> Outlines {
    let mut outlines = outlines.clone();
    for _ in 0..3 {
        let (a, b) = (*rng.pick(points), *rng.pick(points));
        let end = if rng.chance(50) { DVec2::new(a.x, b.y) } else { DVec2::new(b.x, a.y) };
        if a != end {
            outlines.doors.push(Door::new([a, end], "all"));
        }
    }
    let (a, b) = (*rng.pick(points), *rng.pick(points));
    if a.x != b.x && a.y != b.y {
        outlines.areas = vec![Area::new(Outline::rect(a, b), "mud", 1.0)];
    }
    outlines
}

/// Returns the lengths without restrictions, with closed doors, without mud, and with both.
fn lengths(mesh: NavMesh, query: &PathQuery) -> [Option<f64>; 4] {
    let mut finder = MeshFinder::new(mesh);
    let dry = match finder.mesh().areas() {
        [] => None,
        _ => Some(finder.add_filter(&Filter::new().forbid("mud")).unwrap()),
    };
    let mut answers = [None; 4];
    for closed in [false, true] {
        if closed {
            finder.close_door("all").unwrap();
        }
        for (index, filter) in [None, dry].into_iter().enumerate() {
            let mut query = *query;
            query.filter = filter;
            let path = finder.find_path(&query);
            let mesh = finder.mesh_for_query(&query).unwrap();
            if let Ok(path) = &path {
                path.verify_answer(&query, &mesh).unwrap();
            }
            answers[2 * usize::from(closed) + index] = path.ok().map(|path| path.length());
        }
    }
    answers
}

#[test]
fn doors_and_filters_apply_to_a_cut_world_as_to_the_uncut_one() {
    let (mut compared, mut closed, mut longer) = (0, 0, 0);
    for seed in 0..world_count(SEEDS) {
        let world = world(seed);
        if ["slivers", "stairs"].iter().any(|thin| world.name.starts_with(thin)) {
            continue; // a rounded crossing may open or close gaps as thin as rounding
        }
        let mut rng = SplitMix64::new(seed);
        let mut outlines = with_doors_and_mud(&world.outlines, &world.points, &mut rng);
        let [from, to] = chord(&world.points, &mut rng);
        if rng.chance(50) {
            // A door on the cut, drawn on either floor or on both.
            outlines.doors.push(Door::new([from, to], "all"));
        }
        let mut building = cut(&outlines, from, to);
        let forgetful = rng.below(3);
        if forgetful < 2 && outlines.doors.last().is_some_and(|door| door.points == [from, to]) {
            building.floors[forgetful].outlines.doors.pop();
        }
        let Ok((whole, report)) = build_outlines(&outlines, &BuildOptions::default().weld(0.0))
        else {
            continue;
        };
        let Ok((mesh, floors)) = build_floors(&building, &BuildOptions::default().weld(0.0)) else {
            continue;
        };
        let rounded =
            |(_, floor): &(u32, tautline::BuildReport)| !floor.rounded_crossings.is_empty();
        if floors.floors.iter().any(rounded) || !report.rounded_crossings.is_empty() {
            continue; // rounding moved the borders of the two worlds differently
        }
        mesh.assert_invariants();
        if mesh.doors().is_empty() {
            continue;
        }
        for query in world.queries(24).iter().map(|query| query.snap(0.0)) {
            let is_inside = |point| mesh.incidences(point).count() == 1;
            if !is_inside(query.start) || !is_inside(query.goal) {
                continue; // on the cut, the lower floor is used
            }
            let [found, known] = [&mesh, &whole].map(|mesh| lengths(mesh.clone(), &query));
            for (found, known) in found.iter().zip(known) {
                let is_same = match (found, known) {
                    (Some(found), Some(known)) => are_equal(*found, known),
                    (found, known) => found.is_none() && known.is_none(),
                };
                assert!(is_same, "{}, {from} {to}: {query:?}: {found:?} {known:?}", world.name);
            }
            compared += 1;
            closed += usize::from(known[0].is_some() && known[2].is_none());
            longer += usize::from(known[2].is_some() && known[2] > known[0]);
        }
    }
    assert!(compared > 1000 && closed > 200 && longer > 80, "{compared} {closed} {longer}");
}

/// Builds two floors end to end, connected along x = 10 from y = 2 to 8, with doors on either.
fn two_floors(doors: [Option<Door>; 2]) -> Floors {
    let mut floors = [floor([0.0, 0.0], [10.0, 10.0]), floor([10.0, 0.0], [20.0, 10.0])];
    for (floor, door) in floors.iter_mut().zip(doors) {
        floor.doors.extend(door);
    }
    let [west, east] = floors;
    Floors::default()
        .with_floor(8, west)
        .with_floor(3, east)
        .with_connection(FloorConnection::new([8, 3], [[10.0, 2.0], [10.0, 8.0]]))
}

#[test]
fn a_door_on_a_floor_connection_may_be_drawn_on_either_floor() {
    let gate = || Some(Door::new([[10.0, 0.0], [10.0, 10.0]], "gate"));
    for doors in [[gate(), None], [None, gate()], [gate(), gate()]] {
        let count = doors.iter().flatten().count();
        let (mesh, report) = build_floors(&two_floors(doors), &BuildOptions::default()).unwrap();
        assert!(report.floors.iter().all(|(_, floor)| floor.repairs.is_empty()));
        assert_eq!(mesh.doors().len(), count);
        let mut finder = MeshFinder::new(mesh);
        let query = PathQuery::new([5.0, 5.0], [15.0, 5.0]);
        assert_eq!(finder.find_path(&query).unwrap().length(), 10.0);
        finder.close_door("gate").unwrap();
        assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    }
}

#[test]
fn a_closed_cell_differs_from_a_floor_without_a_cell() {
    let mut floors = two_floors([None, None]);
    floors.floors[0].outlines.areas =
        vec![Area::new(Outline::rect([0.0, 0.0], [2.0, 10.0]), "mud", 1.0)];
    let (mesh, _) = build_floors(&floors, &BuildOptions::default()).unwrap();
    let mut finder = MeshFinder::new(mesh);
    let dry = finder.add_filter(&Filter::new().forbid("mud")).unwrap();
    let query = PathQuery::new([1.0, 5.0], [15.0, 5.0]).filter(dry);
    let kind = |query: PathQuery| finder.find_path(&query).unwrap_err().kind();
    assert_eq!(kind(query), "on-closed-cell");
    assert_eq!(kind(query.start_layer(8)), "on-closed-cell");
    let never = "that floor has no cell there";
    assert_eq!(kind(query.start_layer(3)), "start-outside", "{never}");
}

#[test]
fn doors_belong_to_their_floor_and_unused_ones_are_reported_there() {
    let across = |x: f64| Some(Door::new([[x, 0.0], [x, 10.0]], "gate"));
    let (mesh, report) =
        build_floors(&two_floors([across(5.0), across(5.0)]), &BuildOptions::default()).unwrap();
    let told: Vec<String> = report
        .floors
        .iter()
        .flat_map(|(layer, floor)| {
            floor.repairs.iter().map(move |repair| format!("{layer}: {repair}"))
        })
        .collect();
    assert_eq!(told, ["3: door 0, vertex 0: it has no effect on the walkable area"]);
    let crossed = mesh.doors().iter().map(|door| !door.edges.is_empty()).collect::<Vec<_>>();
    assert_eq!(crossed, [false, true], "in the order of the floor numbers");
    let on_west = mesh.doors()[1].edges.iter().map(|&edge| mesh.layer(mesh.edge(edge).cell_slot()));
    assert!(on_west.into_iter().all(|layer| layer == 8));
}
