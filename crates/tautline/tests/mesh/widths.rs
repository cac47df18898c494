//! Widths against the connectivity of meshes built for a radius.
//!
//! Such a mesh contains no place nearer to a wall than the radius r, and every place farther than r · (1 + t). So it
//! connects two places only if the way between them is wider than 2r, and always if it is wider than 2r · (1 + t).

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::{SplitMix64, world, world_count};
use tautline::widths::{MeasuredPlace, Narrowest};
use tautline::{
    Area, BuildError, BuildOptions, ClosedDoors, DVec2, Door, Filter, Link, NavMesh,
    NavMeshBuilder, Outline, Outlines, Place, Wall, Widths, build_outlines,
};

/// The tolerance of the arcs around corners.
const TOLERANCE: f64 = 1e-3;

/// Two places that a mesh for a radius connects, or not; the width of the way between them.
#[derive(Debug, Default)]
struct Met {
    open: usize,
    closed: usize,
    /// Pairs whose width is within the tolerance.
    undecided: usize,
}

fn built(outlines: &Outlines, radius: f64) -> Option<NavMesh> {
    let options = BuildOptions::default().agent_radius(radius).arc_tolerance(TOLERANCE);
    match build_outlines(outlines, &options) {
        Ok((mesh, _)) => Some(mesh),
        Err(BuildError::TooNarrow { .. } | BuildError::BadRadius { .. }) => None,
        Err(error) => panic!("radius {radius}: {error}"),
    }
}

fn components(mesh: &NavMesh, point: DVec2) -> Vec<u32> {
    mesh.incidences(point).map(|at| mesh.component(at.cell.slot)).collect()
}

/// Compares the widths between all places with the mesh for a radius.
fn compare(name: &str, widths: &Widths, places: &[MeasuredPlace], mesh: &NavMesh, met: &mut Met) {
    let radius = mesh.agent_radius();
    let parts: Vec<Vec<u32>> = places.iter().map(|place| components(mesh, place.point())).collect();
    for (a, of_a) in places.iter().zip(&parts) {
        for (b, of_b) in places.iter().zip(&parts) {
            let is_open = of_a.iter().any(|part| of_b.contains(part));
            let way = widths.widest_between(a, b);
            let width = way.map_or(0.0, |way| way.width);
            let place =
                || format!("{name}, radius {radius}: {} to {}, {way:?}", a.point(), b.point());
            if is_open {
                assert!(width > 2.0 * radius, "open in the mesh: {}", place());
                met.open += 1;
            } else if width > 2.0 * radius * (1.0 + TOLERANCE) * (1.0 + 1e-12) {
                panic!("closed in the mesh: {}", place());
            } else {
                met.closed += usize::from(width <= 2.0 * radius);
                met.undecided += usize::from(width > 2.0 * radius);
            }
        }
    }
}

/// Radii at random, and around half of some passages: exactly, an ulp off, and off by the tolerance.
fn radii(widths: &Widths, size: f64, random: &mut SplitMix64) -> Vec<f64> {
    let mut radii: Vec<f64> = (0..2).map(|_| size * 0.2 * random.unit()).collect();
    let passages: Vec<f64> = widths.passages().map(|choke| choke.width).collect();
    for _ in 0..2.min(passages.len()) {
        let half = random.pick(&passages) / 2.0;
        radii.extend([half, half.next_up(), half.next_down(), half / (1.0 + 2.0 * TOLERANCE)]);
    }
    radii.retain(|&radius| radius > 0.0);
    radii
}

#[test]
fn widths_agree_with_meshes_built_for_a_radius() {
    let mut met = Met::default();
    for seed in 0..world_count(200) {
        let world = world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        let mesh = Arc::new(mesh);
        let widths = Widths::of(&mesh);
        let mut random = SplitMix64::new(seed);
        let bounds = mesh.bounds();
        let share = |random: &mut SplitMix64| DVec2::new(random.unit(), random.unit());
        let inside = (0..24).map(|_| bounds.min + bounds.size() * share(&mut random));
        let points: Vec<DVec2> = world.points.iter().copied().take(16).chain(inside).collect();
        let on_mesh = points.into_iter().filter(|&point| mesh.locate(point).is_some());
        let places: Vec<MeasuredPlace> =
            on_mesh.map(|point| widths.measure(point).unwrap()).collect();
        for radius in radii(&widths, bounds.size().max_element(), &mut random) {
            if let Some(inset) = built(&world.outlines, radius) {
                compare(&world.name, &widths, &places, &inset, &mut met);
            }
        }
    }
    assert!(met.open > 20_000 && met.closed > 20_000, "{met:?}");
    assert!(met.undecided * 10 < met.closed, "{met:?}");
}

/// A passage of exactly 2r is closed to everyone. An ulp below, widths call it open; a mesh is still closed, since its
/// margin for rounding is larger than an ulp, and surely open from its arc tolerance on.
///
/// The law is checked at every passage of each world that limits the way between two places with more room.
#[test]
fn half_of_each_passage_is_closed_and_an_ulp_less_is_open() {
    let (mut all, mut passages, mut meshes) = (0, 0, 0);
    for seed in 0..world_count(200) {
        let world = world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        let widths = Widths::of(&Arc::new(mesh));
        all += widths.passages().filter(|choke| choke.width > 0.0).count();
        for (half, [from, to]) in limiting_passages(&widths, &world.points) {
            let passes = |radius: f64| {
                widths.widest_between(&from, &to).is_some_and(|way| way.lets_pass(radius))
            };
            let below = half / (1.0 + 2.0 * TOLERANCE);
            let radii = [half, half.next_up(), half.next_down(), below];
            let context = format!("{}, {half}: {} to {}", world.name, from.point(), to.point());
            assert_eq!(radii.map(passes), [false, false, true, true], "{context}");
            passages += 1;
            for (radius, is_open) in radii.into_iter().zip([false, false, false, true]) {
                let Some(mesh) = built(&world.outlines, radius) else { continue };
                let [own, other] = [&from, &to].map(|end| components(&mesh, end.point()));
                let connects = own.iter().any(|part| other.contains(part));
                assert_eq!(connects, is_open, "radius {radius}: {context}");
                meshes += 1;
            }
        }
    }
    let context = format!("{passages} of {all} passages, {meshes} meshes");
    // Passages are left out whose rooms have hardly more room than they, such as those of corridors of constant width.
    assert!(passages > 100 && meshes > 400 && passages * 5 > all * 2, "{context}");
}

/// Returns half of the width of each passage that limits the way between two places, and such places: some of the points,
/// or places in front of the passages.
fn limiting_passages(widths: &Widths, points: &[DVec2]) -> Vec<(f64, [MeasuredPlace; 2])> {
    let in_front = widths.passages().flat_map(|choke| {
        // Along the medial axis: the parabola of a corner and a wall, or the straight line of two corners. The clearance
        // grows on it, until another wall is near.
        let ([a, b], steps) = (choke.ends, [0.02, -0.02, 0.1, -0.1, 0.3, -0.3, 1.0, -1.0]);
        steps.into_iter().flat_map(move |step| {
            let beside = a.midpoint(b) + (b - a).perp() * step;
            [0.0, 0.5, -0.5].map(|bend| beside + (a - b) * bend * step * step)
        })
    });
    let all = points.iter().copied().chain(in_front);
    let on_mesh = all.filter(|&point| widths.mesh().locate(point).is_some());
    let places: Vec<MeasuredPlace> = on_mesh.map(|point| widths.measure(point).unwrap()).collect();
    let mut found = BTreeMap::new();
    for from in &places {
        for to in &places {
            let Some(way) = widths.widest_between(from, to) else { continue };
            let Narrowest::Passage(choke) = way.narrowest else { continue };
            let clear = 2.0 * from.clearance().min(to.clearance());
            // An end that is exactly as wide as the passage may be closed by its own rounding.
            if way.width > 0.0 && clear > way.width * 1.000_001 {
                let passage = choke.ends.map(|end| end.to_array().map(f64::to_bits));
                found
                    .entry(passage)
                    .or_insert_with(|| (way.width / 2.0, [from.clone(), to.clone()]));
            }
        }
    }
    found.into_values().collect()
}

/// Rooms of 10 by 10, with walls of 1 and gaps of these widths between them.
fn row_of_rooms(gaps: &[f64]) -> Outlines {
    let walls = gaps.iter().enumerate().flat_map(|(i, gap)| {
        let x = 11.0 * i as f64 + 10.0;
        let lower = Outline::rect([x, 0.0], [x + 1.0, 5.0 - gap / 2.0]);
        [lower, Outline::rect([x, 5.0 + gap / 2.0], [x + 1.0, 10.0])]
    });
    Outlines {
        obstacles: walls.collect(),
        walkable: vec![Outline::rect([0.0, 0.0], [11.0 * gaps.len() as f64 + 10.0, 10.0])],
        ..Outlines::default()
    }
}

fn widths_of(outlines: &Outlines) -> Widths {
    Widths::of(&Arc::new(NavMeshBuilder::from_outlines(outlines.clone()).build_mesh().unwrap()))
}

#[test]
fn choke_points_come_in_the_order_of_their_widths() {
    let widths = widths_of(&row_of_rooms(&[3.0, 1.0, 2.0]));
    let chokes = widths.choke_points([5.0, 5.0], [38.0, 5.0]).unwrap();
    let all: Vec<f64> = chokes.iter().map(|choke| choke.width).collect();
    assert_eq!(all, [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
    assert_eq!(widths.widest([5.0, 5.0], [38.0, 5.0]).unwrap().unwrap().width, 1.0);
    assert_eq!(widths.widest([5.0, 5.0], [16.0, 5.0]).unwrap().unwrap().width, 3.0);
    assert_eq!(widths.passages().next().unwrap().width, 1.0);
}

#[test]
fn a_closed_door_is_a_wall_of_its_mesh() {
    let mut outlines = row_of_rooms(&[3.0, 1.0]);
    let line = [[10.5, 3.5], [10.5, 5.5]]; // leaves 1 of the gap of 3
    outlines.doors.push(Door::new(line, "door"));
    let mesh = Arc::new(NavMeshBuilder::from_outlines(outlines.clone()).build_mesh().unwrap());
    let mut doors = ClosedDoors::new(&mesh);
    let width =
        |widths: &Widths| widths.widest([5.0, 5.0], [16.0, 5.0]).unwrap().map(|way| way.width);
    assert_eq!(width(&Widths::of(&mesh)), Some(3.0));
    doors.close("door").unwrap();
    let closed = Widths::of(&Arc::new(mesh.with_doors(&doors).unwrap()));
    assert_eq!(width(&closed), Some(1.0));
    outlines.doors.clear();
    outlines.walls.push(Wall::new(line));
    assert_eq!(width(&widths_of(&outlines)), Some(1.0));
}

#[test]
fn a_forbidden_area_narrows_the_mesh_of_its_filter() {
    let mut outlines = row_of_rooms(&[4.0]);
    let mud = Outline::rect([9.0, 3.0], [12.0, 5.0]); // half of the gap
    outlines.areas.push(Area::new(mud, "mud", 2.0));
    let mesh = Arc::new(NavMeshBuilder::from_outlines(outlines).build_mesh().unwrap());
    let width = |mesh: &Arc<NavMesh>| {
        Widths::of(mesh).widest([5.0, 5.0], [16.0, 5.0]).unwrap().map(|way| way.width)
    };
    assert_eq!(width(&mesh), Some(4.0));
    let filter = Filter::new().forbid("mud");
    let filtered = Arc::new(mesh.filtered(&filter).unwrap());
    assert_eq!(width(&filtered), Some(2.0));
}

/// Two floors of 10 by 10 above each other. A connection of 2 at x = 10 joins the lower one to a landing, which is on
/// the upper floor.
#[test]
fn a_floor_connection_is_as_wide_as_its_line() {
    use tautline::{FloorConnection, Floors, build_floors};
    let ground = |rects: &[[[f64; 2]; 2]]| Outlines {
        walkable: rects.iter().map(|&[min, max]| Outline::rect(min, max)).collect(),
        ..Outlines::default()
    };
    let lower = ground(&[[[0.0, 0.0], [10.0, 10.0]]]);
    let upper = ground(&[[[10.0, 0.0], [20.0, 10.0]], [[0.0, 20.0], [9.0, 30.0]]]);
    let line = FloorConnection::new([0, 1], [[10.0, 4.0], [10.0, 6.0]]);
    let floors = Floors::default().with_floor(0, lower).with_floor(1, upper).with_connection(line);
    let (mesh, _) = build_floors(&floors, &BuildOptions::default()).unwrap();
    let widths = Widths::of(&Arc::new(mesh));
    let at = |x: f64, y: f64, layer: u32| Place::new([x, y]).on_layer(layer);
    let way = widths.widest(at(5.0, 5.0, 0), at(15.0, 5.0, 1)).unwrap().unwrap();
    assert_eq!(way.width, 2.0);
    assert_eq!(widths.widest(at(5.0, 5.0, 0), at(5.0, 25.0, 1)).unwrap(), None);
}

/// Three rooms in a row with walls between them. Links lead from the first to the second, and over to the third.
fn linked_rooms(links: Vec<Link>) -> Widths {
    let room = |x: f64| Outline::rect([x, 0.0], [x + 10.0, 10.0]);
    widths_of(&Outlines {
        walkable: [0.0, 20.0, 40.0].map(room).to_vec(),
        links,
        ..Outlines::default()
    })
}

#[test]
fn a_link_is_as_wide_as_the_places_at_its_ends() {
    let ladder = Link::new([8.0, 5.0], [21.0, 5.0], "ladder");
    let widths = linked_rooms(vec![ladder.clone(), Link::new([27.0, 5.0], [43.0, 5.0], "lift")]);
    let width =
        |from: [f64; 2], to: [f64; 2]| widths.widest(from, to).unwrap().map(|way| way.width);
    assert_eq!(width([5.0, 5.0], [25.0, 5.0]), Some(2.0), "the exit is 1 from a wall");
    assert_eq!(width([25.0, 5.0], [5.0, 5.0]), Some(2.0));
    assert_eq!(width([25.0, 5.0], [45.0, 5.0]), Some(6.0));
    assert_eq!(width([5.0, 5.0], [45.0, 5.0]), Some(2.0));
    assert_eq!(width([5.0, 0.5], [45.0, 5.0]), Some(1.0), "the start is nearer");
    let way = widths.widest([5.0, 5.0], [45.0, 5.0]).unwrap().unwrap();
    let Narrowest::Link(narrow) = way.narrowest else { panic!("{way:?}") };
    assert_eq!((narrow.end, narrow.wall), (DVec2::new(21.0, 5.0), DVec2::new(20.0, 5.0)));
    assert!(widths.choke_points([5.0, 5.0], [45.0, 5.0]).unwrap().is_empty());

    let one_way = linked_rooms(vec![ladder.one_way(), Link::new([27.0, 5.0], [43.0, 5.0], "lift")]);
    let width =
        |from: [f64; 2], to: [f64; 2]| one_way.widest(from, to).unwrap().map(|way| way.width);
    assert_eq!(width([5.0, 5.0], [45.0, 5.0]), Some(2.0));
    assert_eq!(width([45.0, 5.0], [5.0, 5.0]), None);
    assert_eq!(width([25.0, 5.0], [45.0, 5.0]), Some(6.0));
}

/// The naive twin: a flood over the links, in order of their widths.
#[test]
fn widths_over_links_are_those_of_a_flood() {
    let (mut walked, mut linked, mut none) = (0, 0, 0);
    for seed in 0..world_count(120) {
        let world = world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        let bare = Widths::of(&Arc::new(mesh.clone()));
        let widths = Widths::of(&Arc::new(with_links(mesh, seed)));
        let mesh = widths.mesh();
        let measured = |point: DVec2| bare.measure(point).unwrap();
        let lanes: Vec<[MeasuredPlace; 2]> = mesh
            .off_mesh_connections()
            .iter()
            .map(|lane| [measured(lane.entry), measured(lane.exit)])
            .collect();
        let on_mesh = world.points.iter().filter(|&&point| mesh.locate(point).is_some());
        let points: Vec<DVec2> = on_mesh.copied().take(8).collect();
        for &from in &points {
            for &to in &points {
                let ours = widths.widest(from, to).unwrap().map(|way| way.width);
                let naive = over_lanes(&bare, &measured(from), &measured(to), &lanes);
                assert_eq!(ours, naive, "{}: {from} to {to}", world.name);
                let direct = bare.widest(from, to).unwrap().map(|way| way.width);
                *(match ours {
                    None => &mut none,
                    Some(_) if ours == direct => &mut walked,
                    Some(_) => &mut linked,
                }) += 1;
            }
        }
    }
    assert!(walked > 500 && linked > 50 && none > 50, "{walked} {linked} {none}");
}

/// Finds the widest way by improving the width at each lane's exit until nothing changes.
fn over_lanes(
    bare: &Widths,
    from: &MeasuredPlace,
    to: &MeasuredPlace,
    lanes: &[[MeasuredPlace; 2]],
) -> Option<f64> {
    let walk =
        |a: &MeasuredPlace, b: &MeasuredPlace| bare.widest_between(a, b).map(|way| way.width);
    let mut at_exits: Vec<Option<f64>> = vec![None; lanes.len()];
    for _ in 0..=lanes.len() {
        for (lane, [entry, exit]) in lanes.iter().enumerate() {
            let over = |before: &[MeasuredPlace; 2], width: Option<f64>| {
                Some(width?.min(walk(&before[1], entry)?).min(2.0 * exit.clearance()))
            };
            let first = walk(from, entry).map(|width| width.min(2.0 * exit.clearance()));
            let others = lanes.iter().zip(&at_exits).map(|(before, &width)| over(before, width));
            let all = others.chain([first, at_exits[lane]]).flatten();
            let best = all.max_by(f64::total_cmp);
            at_exits[lane] = best;
        }
    }
    let last = |(lane, width): (&[MeasuredPlace; 2], &Option<f64>)| {
        Some((*width)?.min(walk(&lane[1], to)?))
    };
    let linked = lanes.iter().zip(&at_exits).filter_map(last);
    linked.chain(walk(from, to)).max_by(f64::total_cmp)
}

/// A bar stands on the border up to rounding, and ends 1 before the opposite side. The gap below it is below 1e-14.
#[test]
fn a_gap_of_a_rounding_error_is_a_passage() {
    for turn in 0..60 {
        let turned = |corners: [[f64; 2]; 2]| {
            let mut outline = Outline::rect(corners[0], corners[1]);
            let turn = DVec2::from_angle(f64::from(turn));
            outline.exterior = outline.exterior.iter().map(|&point| turn.rotate(point)).collect();
            outline
        };
        let at = |x: f64, y: f64| DVec2::from_angle(f64::from(turn)).rotate(DVec2::new(x, y));
        let widths = widths_of(&Outlines {
            walkable: vec![turned([[0.0, 0.0], [11.0, 9.0]])],
            obstacles: vec![turned([[5.0, 0.0], [6.0, 8.0]])],
            ..Outlines::default()
        });
        let way = widths.widest(at(2.5, 4.5), at(8.5, 4.5)).unwrap().unwrap();
        assert!((way.width - 1.0).abs() < 1e-12, "turned by {turn}: {way:?}");
    }
}
