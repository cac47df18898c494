//! Tests of welding: what is drawn to touch does, and what is wider than twice the distance stays open.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod scenes;

use std::collections::BTreeSet;

use navmesh_build::{
    BuildError, BuildOptions, LiveOutlines, MeshChange, NavMeshBuilder, OutlineEdit, build_floors,
    build_outlines,
};
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::{
    Area, DVec2, Door, EdgeId, FloorConnection, Floors, NavMesh, Outline, Outlines, Wall,
};
use navmesh_testkit::{SplitMix64, world_count};
use scenes::{Expected, Frame, KINDS, Scene, gap_scene, scene};

/// True if cells join two points; `is_closed`: through no door and no area.
fn joins(mesh: &NavMesh, [from, to]: [DVec2; 2], is_closed: bool) -> bool {
    let doors: BTreeSet<u32> =
        mesh.doors().iter().flat_map(|door| &door.edges).map(|edge| edge.0).collect();
    let margins = mesh.doors().iter().flat_map(|door| door.margin.iter().copied());
    let margins: BTreeSet<u32> = margins.collect();
    let is_open =
        |slot: u32| !is_closed || mesh.area_of(slot).is_none() && !margins.contains(&slot);
    let cell = |at: DVec2| mesh.incidences_at(at).next().unwrap().cell.slot;
    let start = cell(from);
    let goal = cell(to);
    let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
    while let Some(slot) = open.pop() {
        for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            let is_door = |edge: EdgeId| {
                doors.contains(&edge.0)
                    || mesh.edge(edge).twin().is_some_and(|twin| doors.contains(&twin.0))
            };
            let Some(next) = mesh.edge(edge).neighbor_slot() else { continue };
            if is_open(next) && !(is_closed && is_door(edge)) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.contains(&goal)
}

/// True if the claim about a scene holds.
fn holds(scene: &Scene, options: &BuildOptions) -> bool {
    let (mesh, _) = build_outlines(&scene.outlines, options).unwrap();
    holds_on(&mesh, scene)
}

fn holds_on(mesh: &NavMesh, scene: &Scene) -> bool {
    let [open, closed] = [false, true].map(|is_closed| joins(mesh, scene.probes, is_closed));
    match scene.expected {
        Expected::Apart => !open,
        Expected::Joined => open,
        Expected::ApartIfClosed => open && !closed,
    }
}

/// True if the claim holds on a live map to which the shapes are added one by one, but for the first.
fn holds_live(scene: &Scene, options: &BuildOptions) -> bool {
    let mut outlines = scene.outlines.clone();
    let mut builder = NavMeshBuilder::new().with_options(*options);
    builder.add_walkable(outlines.walkable.remove(0));
    let (mut live, mut mesh, _) = LiveOutlines::new(builder).unwrap();
    let Outlines { walkable, obstacles, walls, areas, doors, .. } = outlines;
    let edits = walkable.into_iter().map(OutlineEdit::AddWalkable);
    let edits = edits.chain(obstacles.into_iter().map(OutlineEdit::AddObstacle));
    let edits = edits.chain(walls.into_iter().map(OutlineEdit::AddWall));
    let edits = edits.chain(areas.into_iter().map(OutlineEdit::AddArea));
    for edit in edits.chain(doors.into_iter().map(OutlineEdit::AddDoor)) {
        match live.apply(&mesh, &[edit]).unwrap().change {
            MeshChange::Patch(patch) => _ = mesh.apply_patch(&patch).unwrap(),
            MeshChange::Rebuilt { mesh: new, .. } => mesh = *new,
        }
    }
    holds_on(&mesh, scene)
}

#[test]
fn nothing_leaks_and_no_rooms_are_apart() {
    let mut random = SplitMix64::new(44);
    let mut wrong = [[0; 2]; KINDS];
    let worlds = world_count(200);
    for world in 0..worlds as usize {
        let frame = Frame::random(&mut random);
        for (kind, wrong) in wrong.iter_mut().enumerate() {
            let frame = frame.of_kind(kind);
            let w = scene(kind, &mut random.clone(), 0.0).placed(&frame).weld();
            let scene = scene(kind, &mut random, w / frame.scale()).placed(&frame);
            let radius = [0.0, 0.2 * frame.scale()][world % 2];
            let options = BuildOptions::default().agent_radius(radius);
            wrong[0] += usize::from(!holds(&scene, &options));
            wrong[0] += usize::from(!holds_live(&scene, &options));
            wrong[1] += usize::from(!holds(&scene, &options.weld(0.0)));
        }
    }
    println!("of {worlds} worlds a kind, wrong by default and without welding: {wrong:?}");
    assert!(wrong.iter().all(|wrong| wrong[0] == 0), "{wrong:?}");
    assert!(wrong.iter().any(|wrong| wrong[1] > worlds as usize / 4), "the scenes need no welding");
}

/// Lines that miss each other by the default distance; ten times more is left, and so is everything by `weld(0)`.
#[test]
fn the_report_tells_the_distance_and_what_it_moved() {
    for scale in [1e-3, 1.0, 3.0, 1e7] {
        let at = |x: f64, y: f64| DVec2::new(x, y) * scale;
        let largest = at(10.0, 8.0).max_element();
        let w = BuildOptions::default_weld(largest);
        assert!(largest / 2f64.powi(36) <= w && w < largest / 2f64.powi(35), "{w}");
        let room = Outline::rect([0.0, 0.0], at(10.0, 8.0));
        let foot = |gap: f64| Wall::new([at(5.0, 0.0) + DVec2::new(0.0, gap), at(5.0, 8.0)]);
        for (gap, weld, expected) in
            [(0.9 * w, None, 2), (10.0 * w, None, 1), (0.9 * w, Some(0.0), 1)]
        {
            let mut options = BuildOptions::default();
            options.weld = weld;
            let outlines = Outlines {
                walkable: vec![room.clone()],
                walls: vec![foot(gap)],
                ..Outlines::default()
            };
            let (mesh, report) = build_outlines(&outlines, &options).unwrap();
            assert_eq!((mesh.component_count(), report.weld), (expected, weld.unwrap_or(w)));
            assert_eq!(report.welds.len(), expected - 1, "{report:?}");
        }
    }
    assert_eq!([0.0, -1.0, f64::NAN, f64::INFINITY].map(BuildOptions::default_weld), [0.0; 4]);
}

#[test]
fn gaps_wider_than_twice_the_distance_stay_open() {
    let mut random = SplitMix64::new(45);
    let mut closed = 0;
    for _ in 0..world_count(2_000) {
        let frame = Frame::random(&mut random);
        let w = gap_scene(&mut random.clone(), 1.0).placed(&frame).weld();
        let gap = (2.05 + 6.0 * random.unit().powi(4)) * w / frame.scale();
        let scene = gap_scene(&mut random, gap).placed(&frame);
        let options = BuildOptions::default().weld(w);
        closed +=
            usize::from(!holds(&scene, &options)) + usize::from(!holds_live(&scene, &options));
    }
    assert_eq!(closed, 0);
}

/// Two floors whose borders overlap along a connection, which ends on both.
#[test]
fn connections_lie_on_the_borders_of_their_floors() {
    let mut random = SplitMix64::new(46);
    let mut wrong = [0; 2];
    let worlds = world_count(300);
    for world in 0..worlds {
        let frame = Frame::random(&mut random);
        let place = |[x, y]: [f64; 2]| frame.place(DVec2::new(x, y));
        let (low, high) = (1.0 + random.unit(), 5.0 + random.unit());
        let upper = [[10.0, low], [20.0, 1.0], [20.0, 7.0], [10.0, high]].map(place);
        let mut floors = [Outlines::default(), Outlines::default()];
        let lower = [[0.0, 0.0], [10.0, 0.0], [10.0, 8.0], [0.0, 8.0]].map(place);
        floors[0].walkable.push(Outline::new(lower));
        floors[1].walkable.push(Outline::new(upper));
        let line = [[10.0, low + 1.0], [10.0, 4.0], [10.0, high - 0.5]].map(place);
        let area = [[8.0, 3.0], [10.0, 3.0 + random.unit()], [10.0, 7.0], [8.0, 7.0]].map(place);
        floors[0].areas.push(Area::new(Outline::new(area), "mud", 2.0));
        let [lower, upper] = floors;
        let building = Floors::default().with_floor(0, lower).with_floor(1, upper);
        let building = building.with_connection(FloorConnection::new([0, 1], line));
        let largest = line.into_iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let weld = 2f64.powi(largest.log2().floor() as i32 - 34);
        let radius = [0.0, 0.2 * frame.scale()][(world % 2) as usize];
        let options = BuildOptions::default().agent_radius(radius);
        let length = |options: &BuildOptions| match build_floors(&building, options) {
            Ok((mesh, report)) if mesh.component_count() == 1 => report.connected_lengths[0],
            _ => 0.0,
        };
        // An inset leaves at least the whole line without a radius at either end.
        let least = line[0].distance(line[2]) - 2.1 * radius;
        wrong[0] += usize::from(length(&options.weld(weld)) < 0.999 * least);
        wrong[1] += usize::from(length(&options.weld(0.0)) < 0.999 * least);
    }
    println!("of {worlds} worlds, wrong with and without welding: {wrong:?}");
    assert!(wrong[0] == 0 && wrong[1] > worlds as usize / 4, "{wrong:?}");
}

/// Areas and doors within the distance of the border of the ground do not move it for agents with a radius.
#[test]
fn areas_and_doors_move_no_border_of_an_inset() {
    let mut random = SplitMix64::new(48);
    let options = BuildOptions::default().agent_radius(0.2).weld(0.01);
    for world in 0..world_count(50) {
        let kind = random.below(5);
        let mut scene = scene(kind, &mut random, 0.01);
        let areas = scene.outlines.areas.iter_mut().flat_map(|area| &mut area.outline.exterior);
        for point in areas.chain(scene.outlines.doors.iter_mut().flat_map(|door| &mut door.points))
        {
            *point += DVec2::new(random.unit(), random.unit()) * 0.005;
        }
        let bare = Outlines { areas: Vec::new(), doors: Vec::new(), ..scene.outlines.clone() };
        let [own, bare] =
            [&scene.outlines, &bare].map(|all| build_outlines(all, &options).unwrap().0);
        assert_eq!(own.clearance(), bare.clearance(), "world {world}, kind {kind}");
    }
}

/// Returns the least distance of a point from all lines.
fn distance(outlines: &Outlines, point: DVec2) -> f64 {
    let rings = outlines.walkable.iter().chain(&outlines.obstacles).flat_map(Outline::rings);
    let rings: Vec<&[DVec2]> = rings.collect();
    let closing = |ring: &[DVec2]| [ring[ring.len() - 1], ring[0]];
    let sides = rings.iter().map(|ring| closing(ring));
    let lines = outlines.walls.iter().map(|wall| wall.points.as_slice());
    let chains = rings.iter().copied().chain(lines);
    let sides =
        sides.chain(chains.flat_map(|chain| chain.windows(2).map(|pair| [pair[0], pair[1]])));
    sides.map(|side| distance_to_segment(side, point)).fold(f64::MAX, f64::min)
}

/// Obstacles, holes, slits and walls all over one walkable outline, a few distances wide. Places beyond the distance that
/// were separate or blocked stay so.
#[test]
fn nothing_opens_at_the_scale_of_the_distance() {
    let mut random = SplitMix64::new(49);
    let mut apart = 0;
    for world in 0..world_count(1_500) {
        let size = *random.pick(&[6.0, 12.0, 30.0]);
        let mut point = || DVec2::new(random.unit(), random.unit()) * size;
        let places: Vec<DVec2> = (0..14).map(|_| point()).collect();
        let probes: Vec<DVec2> = (0..24).map(|_| point()).collect();
        let mut thin = |count: usize| {
            // There and back at less than a distance.
            let there: Vec<DVec2> = (0..count).map(|_| *random.pick(&places)).collect();
            let back = there.iter().rev().map(|&p| p + DVec2::new(0.7, 0.4) * random.unit());
            there.iter().copied().chain(back).collect::<Vec<DVec2>>()
        };
        let corners = [[0.0, size], [0.0, 0.0], [size, 0.0], [size, size]].map(DVec2::from);
        let slit = thin(3).into_iter().chain(corners);
        let room = Outline::new(slit).with_hole(thin(2));
        let mut outlines = Outlines { walkable: vec![room], ..Outlines::default() };
        outlines.obstacles.extend([thin(2), thin(3)].map(Outline::new));
        outlines.walls.push(Wall::new(thin(2)[..2].to_vec()));
        let built =
            [0.0, 1.0].map(|weld| build_outlines(&outlines, &BuildOptions::default().weld(weld)));
        let [Ok((exact, _)), Ok((welded, _))] = built else { continue };
        let far: Vec<DVec2> =
            probes.into_iter().filter(|&at| distance(&outlines, at) > 1.0).collect();
        let component = |mesh: &NavMesh, at: DVec2| {
            mesh.incidences_at(at).next().map(|found| mesh.component(found.cell.slot))
        };
        for (i, &one) in far.iter().enumerate() {
            assert_eq!(
                component(&exact, one).is_some(),
                component(&welded, one).is_some(),
                "world {world}"
            );
            for &other in &far[..i] {
                let is_apart = |mesh: &NavMesh| component(mesh, one) != component(mesh, other);
                assert!(!is_apart(&exact) || is_apart(&welded), "world {world}: {one} and {other}");
                apart += usize::from(is_apart(&exact));
            }
        }
    }
    assert!(apart > 500, "{apart}");
}

/// Rings and lines all over one another, a few distances wide: a mesh comes out, whatever vanishes.
#[test]
fn crowds_at_the_scale_of_the_distance_build() {
    let mut random = SplitMix64::new(47);
    let mut built = 0;
    let worlds = world_count(1_000);
    for world in 0..worlds {
        let size = *random.pick(&[3.0, 8.0, 30.0]);
        let places: Vec<DVec2> =
            (0..12).map(|_| DVec2::new(random.unit(), random.unit()) * size).collect();
        let mut points =
            |count: usize| -> Vec<DVec2> { (0..count).map(|_| *random.pick(&places)).collect() };
        let mut outlines = Outlines::default();
        outlines.walkable.push(Outline::rect([0.0, 0.0], [size, size]));
        outlines.walkable.push(Outline::new(points(6)).with_hole(points(4)));
        outlines.obstacles.push(Outline::new(points(5)));
        outlines.areas.push(Area::new(Outline::new(points(5)), "mud", 2.0));
        outlines.walls.push(Wall::new(points(3)));
        outlines.doors.push(Door::new(points(3), "gate"));
        let radius = [0.0, 0.5][(world % 2) as usize];
        let options = BuildOptions::default().agent_radius(radius);
        match build_outlines(&outlines, &options.weld(1.0)) {
            Ok((mesh, _)) => {
                assert!(mesh.defects().is_empty());
                built += 1;
            }
            Err(BuildError::NothingWalkable { .. } | BuildError::TooNarrow { .. }) => {}
            Err(error) => panic!("world {world}: {error}"),
        }
    }
    assert!(built > worlds / 3, "{built}");
}
