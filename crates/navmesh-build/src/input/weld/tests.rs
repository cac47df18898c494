use std::collections::BTreeSet;

use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::backend::geom::{Turn, lexicographic, on_segment, turn};
use navmesh_core::{Area, Outline, Outlines, Wall};
use navmesh_testkit::{SplitMix64, world_count};

use super::*;
use crate::input::clean;
use crate::report::BuildReport;

/// The weld distance of all crowds.
const W: f64 = 1.0 / 1024.0;

/// A ring or line of a crowd, and its class.
#[derive(Debug, Clone)]
struct Given {
    points: Vec<DVec2>,
    is_ring: bool,
    is_area: bool,
}

/// Draws rings and lines with corners on a few places, a few weld distances apart or exactly on one another.
fn crowd(random: &mut SplitMix64) -> Vec<Given> {
    let spread = *random.pick(&[1.0, 2.0, 5.0, 20.0]);
    let lattice = *random.pick(&[0.0, 0.0, 0.75 * W, 2.0 * W]);
    let mut places: Vec<DVec2> = Vec::new();
    for _ in 0..3 + random.below(16) {
        let on_one = places.len() > 1 && random.below(4) == 0;
        places.push(if on_one {
            random.pick(&places).lerp(*random.pick(&places), random.unit())
        } else {
            let place = DVec2::new(random.unit(), random.unit()) * spread * 3.0 * W;
            if lattice > 0.0 { (place / lattice).round() * lattice } else { place }
        });
    }
    let count = 1 + random.below(5);
    let shape = |_| {
        let is_ring = random.below(3) > 0;
        let count = if is_ring { 3 + random.below(4) } else { 2 + random.below(3) };
        let points = (0..count).map(|_| *random.pick(&places)).collect();
        Given { points, is_ring, is_area: is_ring && random.below(4) == 0 }
    };
    (0..count).map(shape).filter(is_drawn).collect()
}

fn is_drawn(given: &Given) -> bool {
    let mut points = given.points.clone();
    points.dedup();
    let first = points[0];
    let is_flat =
        points.iter().all(|&p| turn(first, points[points.len() - 1], p) == Turn::Collinear);
    points.len() > 1
        && (!given.is_ring || points.len() > 2 && points.first() != points.last() && !is_flat)
}

fn outlines(given: &[Given]) -> Outlines {
    let mut all = Outlines::default();
    for Given { points, is_ring, is_area } in given {
        match (is_ring, is_area) {
            (true, true) => all.areas.push(Area::new(Outline::new(points.clone()), "mud", 2.0)),
            (true, false) => all.walkable.push(Outline::new(points.clone())),
            _ => all.walls.push(Wall::new(points.clone())),
        }
    }
    all
}

/// The chains of a map before and after welding; `None` for invalid input.
type Chains = Vec<(bool, Vec<DVec2>)>;

fn welded(outlines: &Outlines) -> Option<(Chains, Chains, Vec<Weld>)> {
    let options = BuildOptions::default().weld(W);
    let kinds = vec![0; outlines.areas.len()];
    let drawings = clean(outlines, &kinds, &options, &mut BuildReport::default()).ok()?;
    let chains = |map: &WeldedMap| {
        let floor = &map.floors[0];
        let lines = floor.ground.lines().chain(floor.areas.lines());
        let lines = lines.filter(|(_, points)| !points.is_empty()); // they became a point
        lines.map(|(source, points)| (source.is_ring(), points.to_vec())).collect::<Chains>()
    };
    let mut map = WeldedMap { floors: vec![drawings], ..WeldedMap::default() };
    let before = chains(&map);
    let welds = weld(&mut map, &options).ok()?.united();
    Some((before, chains(&map), welds))
}

fn sides((is_ring, points): &(bool, Vec<DVec2>)) -> Vec<[DVec2; 2]> {
    let closing = is_ring.then(|| [points[points.len() - 1], points[0]]);
    points.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing).collect()
}

/// A side as given, and the points that replace it.
type SideChain = ([DVec2; 2], Vec<DVec2>);

/// The rule, literally: every point and every side is compared with all points. Returns the sides of each chain.
fn naive(before: &Chains, given: &[Given]) -> Vec<Vec<SideChain>> {
    let is_area: Vec<bool> = chain_order(given).iter().map(|own| own.is_area).collect();
    let class = |area: bool| if area { Class::Other } else { Class::Ground };
    let all = before.iter().zip(&is_area);
    let all = all.flat_map(|((_, points), &area)| points.iter().map(move |&p| (p, class(area))));
    let (points, classes): (Vec<DVec2>, Vec<Class>) = all.unzip();
    let budget = IntersectionBudget::default();
    let known = Leaders::of(points, &classes, W, budget).unwrap();
    let mut order: Vec<u32> = (0..known.points.len() as u32).collect();
    order.sort_by_key(|&point| known.priority(point));
    let mut lead: Vec<u32> = Vec::new();
    let apart = |a: u32, b: u32| known.at(a).distance(known.at(b));
    for &point in &order {
        if lead.iter().all(|&leader| apart(leader, point) > W) {
            lead.push(point);
        }
    }
    let leader = |at: DVec2| {
        let own = known.points.iter().position(|&point| point == at).unwrap() as u32;
        let may = |&&leader: &&u32| known.classes[leader as usize] <= known.classes[own as usize];
        let found = lead.iter().filter(may).min_by(|&&a, &&b| {
            apart(a, own).total_cmp(&apart(b, own)).then(lexicographic(known.at(a), known.at(b)))
        });
        known.at(*found.unwrap())
    };
    let lead: Vec<DVec2> = lead.iter().map(|&point| known.at(point)).collect();
    before
        .iter()
        .map(|chain| {
            sides(chain).into_iter().map(|side| (side, run(side, leader, &lead))).collect()
        })
        .collect()
}

/// Returns the points that replace a side.
fn run([from, to]: [DVec2; 2], leader: impl Fn(DVec2) -> DVec2, lead: &[DVec2]) -> Vec<DVec2> {
    let [low, high] = if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] };
    let ends = [leader(from), leader(to)];
    let near = lead.iter().copied().filter(|&p| distance_to_segment([low, high], p) <= W);
    let mut near: Vec<DVec2> = near.filter(|p| !ends.contains(p)).collect();
    if ends == [from, to] && near.iter().all(|&p| on_segment(low, high, p)) {
        return vec![from, to];
    }
    let along = |p: DVec2| (p - low).dot(high - low);
    near.sort_by(|&a, &b| along(a).total_cmp(&along(b)).then(lexicographic(a, b)));
    if from != low {
        near.reverse();
    }
    [vec![ends[0]], near, vec![ends[1]]].concat()
}

/// Returns the shapes in the order of their chains: walkable outlines, walls, areas.
fn chain_order(given: &[Given]) -> Vec<Given> {
    let mut order = given.to_vec();
    order.sort_by_key(|own| (own.is_area, !own.is_ring));
    order
}

fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = |a, b, c, d| {
        turn(a, b, c) == turn(a, b, d) || [c, d].iter().any(|&p| turn(a, b, p) == Turn::Collinear)
    };
    on_segment(a, b, c)
        || on_segment(a, b, d)
        || on_segment(c, d, a)
        || on_segment(c, d, b)
        || !apart(a, b, c, d) && !apart(c, d, a, b)
}

fn pieces(points: &[DVec2]) -> Vec<[DVec2; 2]> {
    match points {
        [point] => vec![[*point; 2]],
        _ => points.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
    }
}

/// Returns the winding number of a ring around a point that is not on it.
fn winding(sides: impl Iterator<Item = [DVec2; 2]>, at: DVec2) -> i32 {
    let one = |[a, b]: [DVec2; 2]| match (a.y <= at.y, b.y <= at.y) {
        (true, false) => i32::from(turn(a, b, at) == Turn::Left),
        (false, true) => -i32::from(turn(a, b, at) == Turn::Right),
        _ => 0,
    };
    sides.map(one).sum()
}

/// Checks a crowd against the naive rule, and the promises of the rule. Returns the numbers of contacts and probes.
fn check_crowd(given: &[Given], random: &mut SplitMix64, what: &str) -> [usize; 2] {
    let Some((before, after, welds)) = welded(&outlines(given)) else { return [0; 2] };
    let expected = naive(&before, given);
    let closed = expected.iter().zip(&before).map(|(sides, (is_ring, _))| {
        let mut points: Vec<DVec2> = sides.iter().flat_map(|(_, points)| points.clone()).collect();
        points.dedup();
        while *is_ring && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        (*is_ring, points)
    });
    let closed: Chains = closed.filter(|(_, points)| points.len() > 1).collect();
    assert_eq!(after, closed, "{what}: other chains");
    let all: Vec<&SideChain> = expected.iter().flatten().collect();
    for (side, points) in &all {
        let far = points.iter().map(|&p| distance_to_segment(*side, p)).fold(0.0, f64::max);
        assert!(far <= W, "{what}: moved by {far}");
    }
    let largest = welds.iter().map(|weld| weld.distance).fold(0.0, f64::max);
    assert!(largest <= W && welds.is_sorted_by(|a, b| a.distance >= b.distance), "{what}");
    assert_eq!(welds.is_empty(), before == after, "{what}: {welds:?}");
    let mut contacts = 0;
    for (i, (one, chain)) in all.iter().enumerate() {
        for (other, other_chain) in all[..i].iter().filter(|(other, _)| meet(*one, *other)) {
            let others = pieces(other_chain);
            let touch = pieces(chain).iter().any(|&p| others.iter().any(|&q| meet(p, q)));
            assert!(touch, "{what}: {one:?} and {other:?} part");
            contacts += 1;
        }
    }
    let mut probes = 0;
    for (sides, _) in expected.iter().zip(&before).filter(|(_, (is_ring, _))| *is_ring) {
        for _ in 0..8 {
            let at = DVec2::new(random.unit(), random.unit()) * 30.0 * W;
            if sides.iter().all(|(side, _)| distance_to_segment(*side, at) > W) {
                let moved = sides.iter().flat_map(|(_, points)| pieces(points));
                let given = sides.iter().map(|(side, _)| *side);
                assert_eq!(winding(given, at), winding(moved, at), "{what}: {at}");
                probes += 1;
            }
        }
    }
    [contacts, probes]
}

#[test]
fn crowds_follow_the_rule_and_keep_its_promises() {
    let mut random = SplitMix64::new(1);
    let mut counts = [0; 2];
    for world in 0..world_count(1_500) {
        let given = crowd(&mut random);
        let own = check_crowd(&given, &mut random, &format!("world {world}"));
        counts = [counts[0] + own[0], counts[1] + own[1]];
    }
    assert!(counts[0] > 1_000 && counts[1] > 1_000, "{counts:?}");
}

/// Returns the sides of all chains without their directions.
fn undirected(chains: &Chains) -> BTreeSet<[[u64; 2]; 2]> {
    let key = |p: DVec2| p.to_array().map(f64::to_bits);
    let both = |[a, b]: [DVec2; 2]| [key(a).min(key(b)), key(a).max(key(b))];
    chains.iter().flat_map(sides).map(both).collect()
}

#[test]
fn order_direction_and_first_point_do_not_matter() {
    let mut random = SplitMix64::new(2);
    for world in 0..world_count(1_000) {
        let given = crowd(&mut random);
        let mut other = given.clone();
        other.reverse();
        for own in &mut other {
            if random.below(2) == 0 {
                own.points.reverse();
            }
            let first = random.below(own.points.len());
            own.points.rotate_left(if own.is_ring { first } else { 0 });
        }
        let [one, other] =
            [given, other].map(|given| welded(&outlines(&given)).map(|own| undirected(&own.1)));
        assert_eq!(one, other, "world {world}");
    }
}

#[test]
fn exact_input_keeps_its_bits() {
    let mut random = SplitMix64::new(3);
    for world in 0..world_count(500) {
        let mut given = crowd(&mut random);
        for point in given.iter_mut().flat_map(|own| &mut own.points) {
            *point = (*point / (4.0 * W)).round().min(DVec2::splat(12.0));
        }
        given.retain(is_drawn);
        let Some((before, after, welds)) = welded(&outlines(&given)) else { continue };
        assert_eq!(before, after, "world {world}");
        assert!(welds.is_empty());
    }
}

/// A row of points nine tenths of the distance apart: an edit at one end changes nothing far away.
#[test]
fn a_change_does_not_run_along_a_row() {
    let row = |range: std::ops::Range<usize>| {
        let points = range.map(|i| DVec2::new(0.9 * W * i as f64, 0.0));
        let mut outlines = Outlines::default();
        outlines.walls.extend(points.map(|p| Wall::new([p, p + DVec2::Y])));
        undirected(&welded(&outlines).unwrap().1)
    };
    for (range, end) in [(1..1_000, 0.0), (0..999, 999.0)] {
        let (whole, shorter) = (row(0..1_000), row(range));
        let changed = whole.symmetric_difference(&shorter);
        let far = changed.map(|side| (f64::from_bits(side[0][0]) / (0.9 * W) - end).abs());
        let farthest = far.fold(0.0, f64::max);
        assert!(farthest < 20.0, "a side {farthest} places from the end changes");
    }
}

#[test]
fn unusable_distances_are_refused() {
    let mut square = outlines(&[]);
    square.walkable.push(Outline::rect([0.0, 0.0], [4.0, 4.0]));
    let build =
        |distance: f64| crate::build_outlines(&square, &BuildOptions::default().weld(distance));
    let (least, most) = (4.0 * LEAST_WELD, MAX_COORDINATE);
    for distance in [f64::NAN, -1.0, f64::INFINITY, least.next_down(), most.next_up()] {
        match build(distance) {
            Err(BuildError::BadWeld { distance: own, least: from, most: to }) => {
                assert!(own.to_bits() == distance.to_bits() && from == least && to == most);
            }
            other => panic!("{distance}: {other:?}"),
        }
    }
    assert!(build(0.0).is_ok() && build(-0.0).is_ok() && build(least).is_ok());
    let nothing = |built| matches!(built, Err(BuildError::NothingWalkable { .. }));
    assert!(nothing(build(most)));
    square.walkable[0] = Outline::rect([3.0, 3.0], [4.0, 4.0]);
    let all_in_one = crate::build_outlines(&square, &BuildOptions::default().weld(4.0));
    assert!(nothing(all_in_one));
}
