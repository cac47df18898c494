mod oracle;
mod worlds;

use super::*;
use navmesh_core::backend::{
    Endpoint,
    geom::{Turn, turn},
};
use navmesh_core::{CellId, Feature, Incidence, PathError, PathQuery, RawMesh, SearchStats, Stop};
use navmesh_testkit::SplitMix64;
use worlds::{point_on, world};

fn find_in(
    mesh: &NavMesh,
    endpoints: &Endpoints,
    memory: &mut Memory,
) -> (Result<SearchStats, PathError>, Corridor) {
    let (Memory { frontier, tracer, .. }, mut corridor) = (memory, Corridor::default());
    let mut task = Task::new(mesh, endpoints, u64::MAX);
    task.advance(mesh, endpoints, frontier, u64::MAX, &mut ());
    task.write_corridor(mesh, endpoints, frontier, tracer, &mut corridor);
    (task.result(mesh, endpoints, Stop::Spent), corridor)
}

fn find(mesh: &NavMesh, endpoints: &Endpoints) -> Corridor {
    let (found, corridor) = find_in(mesh, endpoints, &mut Memory::default());
    found.unwrap();
    corridor
}

/// Visits endpoints that share a component, on seeded worlds. Most places are degenerate.
fn for_each_query(worlds: u64, mut check: impl FnMut(u64, &NavMesh, &Endpoints)) {
    let mut queries = 0;
    for seed in 0..worlds {
        let mesh = world(seed);
        let mut random = SplitMix64::new(seed ^ 0xabcd);
        for _ in 0..12 {
            let query = PathQuery::new(point_on(&mesh, &mut random), point_on(&mesh, &mut random));
            let mut endpoints = Endpoints::default();
            if endpoints.place(&mesh, &query).is_ok() {
                queries += 1;
                check(seed, &mesh, &endpoints);
            }
        }
    }
    assert!(queries > worlds * 3, "only {queries} queries have a path");
}

/// Checks every invariant of a corridor against the mesh alone.
fn assert_corridor(mesh: &NavMesh, endpoints: &Endpoints, corridor: &Corridor) {
    let [first, .., last] = [corridor.cells[0], corridor.cells[corridor.cells.len() - 1]];
    assert_eq!(corridor.cells.len(), corridor.portals.len() + 1);
    assert!(mesh.feature_at(first.slot, endpoints.start.point).is_some());
    assert!(mesh.feature_at(last.slot, endpoints.goal.point).is_some());
    for (cells, portal) in corridor.cells.windows(2).zip(&corridor.portals) {
        let edge = mesh.edge(portal.edge);
        assert_eq!((edge.cell_slot(), edge.neighbor_slot()), (cells[0].slot, Some(cells[1].slot)));
        let behind = mesh.centroid(cells[0].slot);
        assert_eq!(turn(portal.right, portal.left, behind), Turn::Left);
        let twin = edge.twin().unwrap();
        let across = [mesh.edge(twin), mesh.edge(mesh.next_edge(twin))];
        assert_eq!(across.map(|e| e.origin()), [portal.left, portal.right]);
        assert_eq!(across.map(|e| e.vertex()), [portal.left_vertex, portal.right_vertex]);
    }
    let summed = cost_by_portals(mesh, corridor);
    assert!((summed - corridor.cost).abs() <= 1e-9 * summed, "{summed} is not {}", corridor.cost);
    if mesh.is_uniform() {
        let mut cells = corridor.cells.clone();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), corridor.cells.len(), "a cell is visited twice");
    }
}

fn cost_by_portals(mesh: &NavMesh, corridor: &Corridor) -> f64 {
    let middles = corridor.portals.iter().map(|p| (p.left + p.right) / 2.0);
    let stops: Vec<DVec2> =
        [corridor.start].into_iter().chain(middles).chain([corridor.goal]).collect();
    let legs = stops.windows(2).zip(&corridor.cells);
    legs.map(|(leg, cell)| mesh.cost(cell.slot) * leg[0].distance(leg[1])).sum()
}

#[test]
fn no_chain_of_midpoints_is_cheaper() {
    for_each_query(300, |seed, mesh, endpoints| {
        let cheapest = oracle::cheapest(mesh, endpoints).unwrap();
        let corridor = find(mesh, endpoints);
        assert_corridor(mesh, endpoints, &corridor);
        let error = (corridor.cost - cheapest).abs();
        assert!(error <= 1e-9 * cheapest, "seed {seed}: {} is not {cheapest}", corridor.cost);
    });
}

#[test]
fn a_reversed_query_finds_the_same_corridor_reversed() {
    for_each_query(120, |seed, mesh, endpoints| {
        let there = find(mesh, endpoints);
        let mut reversed = endpoints.clone();
        std::mem::swap(&mut reversed.start, &mut reversed.goal);
        let mut back = find(mesh, &reversed);
        back.cells.reverse();
        assert_eq!(there.cells, back.cells, "seed {seed}");
        assert_eq!(there.cost.to_bits(), back.cost.to_bits(), "seed {seed}");
    });
}

#[test]
fn answers_do_not_depend_on_earlier_uses_of_the_memory() {
    let mut memory = Memory::default();
    for_each_query(60, |_, mesh, endpoints| {
        let first = find_in(mesh, endpoints, &mut memory);
        assert_eq!(first.1, find(mesh, endpoints));
        assert!(first.0.unwrap().pushed >= first.0.unwrap().expanded);
        assert_eq!(first, find_in(mesh, endpoints, &mut memory));
    });
}

/// A row of three squares, (0, 0) to (3, 1), with these costs.
fn row_of_three(costs: &[f64]) -> NavMesh {
    let mut raw = RawMesh { costs: costs.to_vec(), ..RawMesh::default() };
    for y in 0..2 {
        raw.positions.extend((0..4).map(|x| DVec2::new(f64::from(x), f64::from(y))));
    }
    for i in 0..3 {
        raw.push_cell(&[i, i + 1, i + 5, i + 4]);
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

fn placed(mesh: &NavMesh, start: [f64; 2], goal: [f64; 2]) -> Endpoints {
    let mut endpoints = Endpoints::default();
    endpoints.place(mesh, &PathQuery::new(start, goal)).unwrap();
    endpoints
}

fn slots(corridor: &Corridor) -> Vec<u32> {
    corridor.cells.iter().map(|cell| cell.slot).collect()
}

#[test]
fn endpoints_in_one_cell_make_a_corridor_of_one_cell() {
    let mesh = row_of_three(&[]);
    let corridor = find(&mesh, &placed(&mesh, [0.2, 0.5], [0.6, 0.5]));
    assert_eq!((slots(&corridor), corridor.portals.len()), (vec![0], 0));
    // The edge x = 1 belongs to cells 0 and 1.
    let corridor = find(&mesh, &placed(&mesh, [1.0, 0.0], [1.0, 1.0]));
    assert_eq!((slots(&corridor), corridor.cost), (vec![0], 1.0));
    let corridor = find(&mesh, &placed(&mesh, [1.0, 1.0], [1.0, 1.0]));
    assert_eq!((slots(&corridor), corridor.cost), (vec![0], 0.0));
}

#[test]
fn a_path_along_an_edge_costs_as_much_as_in_the_cheaper_cell() {
    let mesh = row_of_three(&[4.0, 2.0, 1.0]);
    let corridor = find(&mesh, &placed(&mesh, [1.0, 0.0], [1.0, 1.0]));
    assert_eq!((slots(&corridor), corridor.cost), (vec![1], 2.0));
}

#[test]
fn the_first_and_the_last_leg_have_the_cost_of_their_cells() {
    let mesh = row_of_three(&[3.0, 1.0, 5.0]);
    let corridor = find(&mesh, &placed(&mesh, [0.5, 0.5], [2.5, 0.5]));
    assert_eq!((slots(&corridor), corridor.cost), (vec![0, 1, 2], 1.5 + 1.0 + 2.5));
}

/// A costly cell, 8 wide and 1 high, above a cheap one. Their common border consists of edges of length 1, so the
/// cheap cell can be entered nearby.
#[test]
fn a_costly_cell_is_left_for_a_cheap_one_and_entered_again() {
    let mut raw = RawMesh { costs: vec![10.0, 1.0], ..RawMesh::default() };
    raw.positions.extend((0..=8).map(|x| DVec2::new(f64::from(x), 0.0)));
    raw.positions.extend([[8.0, 1.0], [0.0, 1.0], [0.0, -1.0], [8.0, -1.0]].map(DVec2::from));
    let costly: Vec<u32> = (0..=10).collect();
    let cheap: Vec<u32> = [11, 12].into_iter().chain((0..=8).rev()).collect();
    raw.push_cell(&costly);
    raw.push_cell(&cheap);
    raw.join_matching_edges();
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let endpoints = placed(&mesh, [0.5, 0.25], [7.5, 0.25]);
    let corridor = find(&mesh, &endpoints);
    assert_eq!((slots(&corridor), corridor.cost), (vec![0, 1, 0], 2.5 + 7.0 + 2.5));
    assert_eq!(corridor.cost, oracle::cheapest(&mesh, &endpoints).unwrap());
}

#[test]
fn disconnected_endpoints_are_an_error_and_never_a_panic() {
    let mesh = row_of_three(&[]);
    let inside = |slot, generation| {
        let cell = CellId { slot, generation };
        let incidences = vec![Incidence { cell, feature: Feature::Inside }];
        Endpoint { incidences, ..Endpoint::default() }
    };
    // In a cell; in none; in a removed cell; in a slot that does not exist.
    let real = inside(1, 0);
    let unknown = [Endpoint::default(), inside(1, 7), inside(99, 0)];
    let pairs = unknown.iter().flat_map(|end| [(end, &real), (&real, end), (end, end)]);
    for (start, goal) in pairs {
        let mut endpoints = Endpoints::default();
        (endpoints.start, endpoints.goal) = (start.clone(), goal.clone());
        let (answer, corridor) = find_in(&mesh, &endpoints, &mut Memory::default());
        assert!(matches!(answer, Err(PathError::Unreachable { .. })));
        assert!(corridor.cells.is_empty() && corridor.portals.is_empty());
    }
}
