//! Compares an edited mesh with a fresh build of the same outlines.

use std::collections::BTreeMap;

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Feature, NavMesh, Place};

type Bits = [u64; 2];

fn bits(point: DVec2) -> Bits {
    (point + DVec2::ZERO).to_array().map(f64::to_bits)
}

/// A directed line, as bits of its ends, and what lies on both of its sides.
type Line = ([Bits; 2], [String; 2]);

/// Returns the name and cost of a cell's area, its floor, and the doors whose margins hold the cell.
fn area(mesh: &NavMesh, slot: u32) -> String {
    let area = mesh.area_of(slot).map(|area| &mesh.areas()[area.index()]);
    let area = area.map_or_else(String::new, |area| format!("{} {}", area.name, area.cost));
    let floor = mesh.layer(slot);
    let area = if floor == 0 { area } else { format!("{area} floor {floor}") };
    let near = mesh.doors().iter().filter(|door| door.margin.contains(&slot));
    let mut names: Vec<&str> = near.map(|door| door.name.as_str()).collect();
    names.sort_unstable();
    if names.is_empty() { area } else { format!("{area} margins {names:?}") }
}

/// Returns all walls, borders of areas and edges of doors, each as long as it is straight.
pub(crate) fn lines(mesh: &NavMesh) -> Vec<Line> {
    let mut doors: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
    for door in mesh.doors() {
        for edge in &door.edges {
            let twin = mesh.edge(*edge).twin();
            for half in [Some(*edge), twin].into_iter().flatten() {
                doors.entry(half.0).or_default().push(&door.name);
            }
        }
    }
    let mut by_sides: BTreeMap<[String; 2], Vec<[DVec2; 2]>> = BTreeMap::new();
    for slot in mesh.slots() {
        for index in mesh.edge_range(slot) {
            let edge = EdgeId(index as u32);
            let own = area(mesh, slot);
            let mut beyond =
                mesh.edge(edge).neighbor_slot().map_or("wall".into(), |slot| area(mesh, slot));
            if let Some(names) = doors.get_mut(&edge.0) {
                names.sort_unstable();
                beyond = format!("{beyond} doors {names:?}");
            } else if own == beyond && !mesh.edge(edge).is_wall() {
                continue;
            }
            by_sides.entry([own, beyond]).or_default().push(mesh.edge_ends(edge));
        }
    }
    let mut all = Vec::new();
    for (sides, edges) in by_sides {
        all.extend(straightened(&edges).into_iter().map(|ends| (ends.map(bits), sides.clone())));
    }
    all.sort_unstable();
    all
}

/// Joins edges that continue one another straight.
fn straightened(edges: &[[DVec2; 2]]) -> Vec<[DVec2; 2]> {
    let mut from: BTreeMap<Bits, Vec<usize>> = BTreeMap::new();
    for (number, edge) in edges.iter().enumerate() {
        from.entry(bits(edge[0])).or_default().push(number);
    }
    let continues =
        |[a, b]: [DVec2; 2], c: DVec2| turn(a, b, c) == Turn::Collinear && (b - a).dot(c - b) > 0.0;
    let next = |number: usize| {
        let after = from.get(&bits(edges[number][1])).into_iter().flatten();
        after.copied().find(|&after| continues(edges[number], edges[after][1]))
    };
    let nexts: Vec<Option<usize>> = (0..edges.len()).map(next).collect();
    let mut is_first = vec![true; edges.len()];
    nexts.iter().flatten().for_each(|&after| is_first[after] = false);
    let firsts = (0..edges.len()).filter(|&number| is_first[number]);
    let last = |number: usize| std::iter::successors(Some(number), |&n| nexts[n]).last().unwrap();
    firsts.map(|number| [edges[number][0], edges[last(number)][1]]).collect()
}

/// Asserts that a mesh is valid and covers the same ground as a fresh one, with the same borders.
pub(crate) fn assert_same(mesh: &NavMesh, fresh: &NavMesh, what: &str) {
    assert!(mesh.defects().is_empty(), "{what}: {:?}", mesh.defects());
    let (own, expected) = (lines(mesh), lines(fresh));
    if own != expected {
        let show = |lines: &[Line], others: &[Line]| -> Vec<String> {
            let odd = lines.iter().filter(|line| !others.contains(line));
            odd.map(|([a, b], sides)| {
                let [a, b] = [a, b].map(|bits| bits.map(f64::from_bits));
                format!("{a:?} {b:?} {sides:?}")
            })
            .collect()
        };
        panic!(
            "{what}: other borders\n only edited: {:#?}\n only fresh: {:#?}",
            show(&own, &expected),
            show(&expected, &own)
        );
    }
    let near = |one: f64, other: f64| (one - other).abs() <= 1e-9 * other.abs().max(one.abs());
    assert!(near(mesh.area(), fresh.area()), "{what}: area {} {}", mesh.area(), fresh.area());
    assert_eq!(mesh.component_count(), fresh.component_count(), "{what}: components");
    assert_same_components(mesh, fresh, what);
    assert_eq!(mesh.bounds(), fresh.bounds(), "{what}: bounds");
    assert_eq!(mesh.layers(), fresh.layers(), "{what}: floors");
    assert_eq!(rings(mesh), rings(fresh), "{what}: border before the inset");
}

/// Returns the border before the inset: its radius and its rings, sorted.
fn rings(mesh: &NavMesh) -> Option<(f64, Vec<Vec<Bits>>)> {
    let clearance = mesh.clearance()?;
    let ring = |ring: &[DVec2]| ring.iter().copied().map(bits).collect();
    let mut rings: Vec<Vec<Bits>> = clearance.rings().map(ring).collect();
    rings.sort_unstable();
    Some((clearance.radius, rings))
}

/// Asserts that cells of one component in the fresh mesh are of one component in the other, and back.
fn assert_same_components(mesh: &NavMesh, fresh: &NavMesh, what: &str) {
    let mut pairs = BTreeMap::new();
    for slot in fresh.slots() {
        let middle = fresh.centroid(slot);
        if fresh.feature_at(slot, middle) != Some(Feature::Inside) {
            continue; // thinner than rounding
        }
        let place = Place::new(middle).on_layer(fresh.layer(slot));
        let mut found = mesh.incidences_at(place);
        if let Some(at) = found.next() {
            let component = mesh.component(at.cell.slot);
            let known = *pairs.entry(fresh.component(slot)).or_insert(component);
            assert_eq!(known, component, "{what}: component at {middle}");
        } else {
            panic!("{what}: no ground at {middle}");
        }
    }
    let mut others: Vec<u32> = pairs.values().copied().collect();
    others.sort_unstable();
    others.dedup();
    assert_eq!(others.len(), pairs.len(), "{what}: components are joined");
}
