//! Closed doors and cells, against a mesh that is built without them.

use std::sync::Arc;

use crate::sites::{Site, sites};
use navmesh_testkit::worlds::meshes::mesh_queries;
use navmesh_testkit::{LawReport, LawSuite, MeshOracle, SplitMix64};
use tautline::mesh::{EdgeId, RawMesh};
use tautline::{
    ClosedDoors, GoalPolicy, ManyQuery, MeshFinder, MeshQueries, NavMesh, Path, PathError,
    PathQuery, Scratch, Search,
};

/// Builds the mesh without closed edges and cells.
pub(crate) fn rebuilt_without(mesh: &NavMesh, edges: &[u32], cells: &[u32]) -> Option<NavMesh> {
    let mut raw = mesh.to_raw();
    let range = |raw: &RawMesh, cell: u32| {
        let start = (cell as usize).checked_sub(1).map_or(0, |before| raw.cell_ends[before]);
        start as usize..raw.cell_ends[cell as usize] as usize
    };
    for &edge in edges {
        // The mesh has no free slots, so the raw mesh has the same edge numbers.
        raw.neighbors[edge as usize] = None;
        if let Some(twin) = mesh.edge(EdgeId(edge)).twin() {
            raw.neighbors[twin.index()] = None;
        }
    }
    let kept: Vec<u32> = mesh.slots().filter(|slot| !cells.contains(slot)).collect();
    let place = |slot: u32| kept.iter().position(|&k| k == slot).map(|place| place as u32);
    let mut left = RawMesh { positions: raw.positions.clone(), ..RawMesh::default() };
    for &slot in &kept {
        let range = range(&raw, slot);
        left.corners.extend(&raw.corners[range.clone()]);
        left.neighbors.extend(raw.neighbors[range].iter().map(|n| n.and_then(place)));
        left.cell_ends.push(left.corners.len() as u32);
        left.costs.extend(raw.costs.get(slot as usize));
    }
    (!kept.is_empty()).then(|| NavMesh::from_raw(&left).unwrap())
}

/// The part of an answer that must be the same on the rebuilt mesh.
#[derive(Debug, Clone, Copy)]
pub(super) enum Outcome {
    Length(f64),
    Disconnected,
    OffMesh,
    Other(&'static str),
}

pub(super) fn outcome(finder: &MeshFinder, query: &PathQuery) -> Outcome {
    match finder.find_path(query) {
        Ok(path) => {
            let mesh = finder.mesh_for_query(query).unwrap();
            path.verify_answer(query, &mesh).unwrap();
            Outcome::Length(path.length())
        }
        Err(PathError::Unreachable { .. } | PathError::ClosedOff { .. }) => Outcome::Disconnected,
        Err(
            PathError::StartOutside { .. }
            | PathError::GoalOutside { .. }
            | PathError::OnClosedCell { .. },
        ) => Outcome::OffMesh,
        Err(other) => Outcome::Other(other.kind()),
    }
}

pub(super) fn assert_same_outcome(one: Outcome, other: Outcome, described: impl Fn() -> String) {
    let same = match (one, other) {
        (Outcome::Length(a), Outcome::Length(b)) => (a - b).abs() <= 1e-9 * a.max(b),
        (Outcome::Disconnected, Outcome::Disconnected) | (Outcome::OffMesh, Outcome::OffMesh) => {
            true
        }
        (Outcome::Other(a), Outcome::Other(b)) => a == b,
        _ => false,
    };
    assert!(same, "{}: {one:?}, rebuilt {other:?}", described());
}

/// Picks random edges and cells of a mesh.
pub(crate) fn pick_closed(mesh: &NavMesh, rng: &mut SplitMix64) -> (Vec<u32>, Vec<u32>) {
    let portals: Vec<u32> =
        (0..mesh.edges().len() as u32).filter(|&e| !mesh.edges()[e as usize].is_wall()).collect();
    let percent = [3, 10, 40][rng.below(3)];
    let edges = portals.into_iter().filter(|_| rng.chance(percent)).collect();
    let percent = [0, 5, 15][rng.below(3)];
    let cells = mesh.slots().filter(|_| rng.chance(percent)).collect();
    (edges, cells)
}

/// The set in which these edges and cells are closed.
pub(crate) fn closed_doors(mesh: &Arc<NavMesh>, edges: &[u32], cells: &[u32]) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    for &edge in edges {
        doors.close_edge(EdgeId(edge)).unwrap();
    }
    for &slot in cells {
        doors.close_cell(mesh.cell_id(slot)).unwrap();
    }
    doors
}

pub(super) fn queries(site: &Site) -> Vec<PathQuery> {
    let pairs = site.points.windows(2).take(14);
    pairs.map(|pair| PathQuery::new(pair[0], pair[1])).collect()
}

#[test]
fn closed_edges_and_cells_answer_as_a_mesh_without_them() {
    let (mut lengths, mut disconnected, mut corridors) = (0, 0, 0);
    for (number, site) in sites(250).enumerate() {
        let mut rng = SplitMix64::new(number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let finder = MeshFinder::new(Arc::clone(&mesh));
        for round in 0..2 {
            let (edges, cells) = pick_closed(&mesh, &mut rng);
            let Some(rebuilt) = rebuilt_without(&mesh, &edges, &cells) else { continue };
            let rebuilt = MeshFinder::new(rebuilt);
            let doors = closed_doors(&mesh, &edges, &cells);
            let finder = finder.clone().with_doors(doors).unwrap();
            for query in queries(&site) {
                // With a snap distance of 0, no endpoint moves to another component.
                let query = query.snap(0.0);
                let described = || format!("{}, round {round}, {query:?}", site.name);
                let (here, there) = (outcome(&finder, &query), outcome(&rebuilt, &query));
                assert_same_outcome(here, there, described);
                let corridor = outcome(&finder, &query.search(Search::Corridor));
                match (here, corridor) {
                    (Outcome::Length(best), Outcome::Length(found)) => {
                        lengths += 1;
                        corridors += 1;
                        assert!(found >= best * (1.0 - 1e-12), "{}: {found} < {best}", described());
                    }
                    _ => assert_same_outcome(here, corridor, described),
                }
                disconnected += usize::from(matches!(here, Outcome::Disconnected));
            }
        }
    }
    assert!(lengths > 1000 && disconnected > 300 && corridors > 1000, "{lengths} {disconnected}");
}

#[test]
fn with_closed_doors_paths_are_as_short_as_the_oracles() {
    for (number, site) in sites(60).enumerate() {
        let mut rng = SplitMix64::new(1000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let (edges, cells) = pick_closed(&mesh, &mut rng);
        let Some(rebuilt) = rebuilt_without(&mesh, &edges, &cells) else { continue };
        let oracle = MeshOracle::new(&rebuilt);
        let doors = closed_doors(&mesh, &edges, &cells);
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        for query in queries(&site).iter().take(6).map(|query| query.snap(0.0)) {
            let Ok(path) = finder.find_path(&query) else { continue };
            assert!(oracle.is_legal_path(path.waypoints()), "{} {query:?}", site.name);
            let (shortest, _) = oracle.shortest(query.start, query.goal).unwrap();
            let error = (shortest - path.length()).abs();
            assert!(error <= 1e-9 * shortest, "{} {query:?}: {error}", site.name);
        }
    }
}

#[test]
fn every_law_holds_with_closed_doors() {
    let mut total = LawReport::default();
    for (number, site) in sites(150).enumerate() {
        let seed = 6000 + number as u64;
        let mesh = Arc::new(site.mesh.clone());
        // All cells stay open, so the rebuilt mesh has the same cell ids.
        let (edges, _) = pick_closed(&mesh, &mut SplitMix64::new(seed));
        let rebuilt = rebuilt_without(&mesh, &edges, &[]).unwrap();
        let oracle = MeshOracle::new(&rebuilt);
        let finder = MeshFinder::new(Arc::clone(&mesh));
        let finder = finder.with_doors(closed_doors(&mesh, &edges, &[])).unwrap();
        let queries = mesh_queries(&rebuilt, 10, seed);
        total += LawSuite::new(&site.name, &finder, &oracle).assert_holds(&queries);
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    assert!(total.unreachable > 0 && total.on_thin_wall > 0, "{total}");
}

#[test]
fn answers_do_not_depend_on_doors_that_the_scratch_served_before() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for (number, site) in sites(60).enumerate() {
        let mut rng = SplitMix64::new(2000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let open = MeshFinder::new(Arc::clone(&mesh));
        for query in queries(&site) {
            let (edges, cells) = pick_closed(&mesh, &mut rng);
            let doors = closed_doors(&mesh, &edges, &cells);
            let finder = open.clone().with_doors(doors).unwrap();
            let mut ask = |finder: &MeshFinder, scratch: &mut Scratch| {
                let result = finder.find_path_into(&query, scratch, &mut path);
                format!("{result:?} {path:?}")
            };
            // The first scratch served all doors so far, the second none.
            let answer = ask(&finder, &mut scratch);
            assert_eq!(answer, ask(&finder, &mut Scratch::new()), "{} {query:?}", site.name);
            let mut doors = closed_doors(&mesh, &edges, &cells);
            doors.open_all();
            let reopened = open.clone().with_doors(doors).unwrap();
            assert_eq!(ask(&reopened, &mut scratch), ask(&open, &mut Scratch::new()));
        }
    }
}

#[test]
fn rays_distances_and_goal_policies_respect_closed_doors() {
    let (mut rays, mut reached, mut moved) = (0, 0, 0);
    for (number, site) in sites(80).enumerate() {
        let mut rng = SplitMix64::new(3000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let (edges, cells) = pick_closed(&mesh, &mut rng);
        let Some(rebuilt) = rebuilt_without(&mesh, &edges, &cells) else { continue };
        let doors = closed_doors(&mesh, &edges, &cells);
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let mesh = finder.current_mesh();
        let rebuilt = MeshFinder::new(rebuilt);
        let mut on_closed = MeshQueries::new(&mesh);
        let mut on_rebuilt = MeshQueries::new(rebuilt.mesh());
        for query in queries(&site) {
            let described = || format!("{} {query:?}", site.name);
            let hits = [&mut on_closed, &mut on_rebuilt].map(|queries| {
                let hit = queries.cast_ray(query.start, query.goal).ok();
                hit.map(|hit| (hit.distance, hit.wall.is_some()))
            });
            assert_eq!(hits[0], hits[1], "{}", described());
            rays += usize::from(hits[0].is_some());
            let lengths = [&finder, &rebuilt]
                .map(|finder| finder.distances(&ManyQuery::new(query.start, &site.points)));
            if let [Ok(a), Ok(b)] = &lengths {
                let same = |(a, b): (&f64, &f64)| a == b || (a - b).abs() <= 1e-9 * a.max(*b);
                assert!(a.iter().zip(b).all(same), "{}: {a:?}, rebuilt {b:?}", described());
                reached += a.iter().filter(|length| length.is_finite()).count();
            }
            let query = query.goal_policy(GoalPolicy::NearestReachable);
            let offsets = [&finder, &rebuilt]
                .map(|finder| finder.find_path(&query).map(|path| path.goal_offset()).ok());
            assert_eq!(offsets[0], offsets[1], "{}", described());
            moved += usize::from(offsets[0].is_some_and(|offset| offset > 0.0));
        }
    }
    assert!(rays > 300 && reached > 300 && moved > 100, "{rays} {reached} {moved}");
}
