//! Closed doors and forbidden areas, against a mesh that was made without them.

use std::sync::Arc;

use crate::sites::{Site, sites};
use navmesh_testkit::worlds::meshes::mesh_queries;
use navmesh_testkit::{LawReport, LawSuite, MeshOracle, SplitMix64};
use tautline::error::InvalidQuery;
use tautline::mesh::{EdgeId, MeshArea, RawMesh};
use tautline::{
    Area, ClosedDoors, Filter, FilterId, GoalPolicy, MeshFinder, MeshQueries, NavMesh,
    NavMeshBuilder, Outline, Path, PathError, PathQuery, Pathfinder, Scratch, Search,
};

/// The raw mesh without what is closed: links cut, cells taken out.
pub(crate) fn cut(mesh: &NavMesh, edges: &[u32], cells: &[u32]) -> Option<NavMesh> {
    let mut raw = mesh.to_raw();
    let range = |raw: &RawMesh, cell: u32| {
        let start = (cell as usize).checked_sub(1).map_or(0, |before| raw.cell_ends[before]);
        start as usize..raw.cell_ends[cell as usize] as usize
    };
    for &edge in edges {
        // Edges stand in the raw mesh as they do in the mesh: it has no free slots.
        let twin = mesh.edge(EdgeId(edge)).twin();
        raw.neighbors[edge as usize] = None;
        twin.into_iter().for_each(|twin| raw.neighbors[twin.index()] = None);
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

/// What a query comes to, as far as it must be the same however the ground was closed.
#[derive(Debug, Clone, Copy)]
enum Outcome {
    Length(f64),
    NoWay,
    NoGround,
    Other(&'static str),
}

fn outcome(finder: &MeshFinder, query: &PathQuery) -> Outcome {
    match finder.find_path(query) {
        Ok(path) => {
            let ground = finder.mesh_for_query(query).unwrap();
            path.verify_answer(query, &ground).unwrap();
            Outcome::Length(path.length())
        }
        Err(PathError::Unreachable { .. } | PathError::ClosedOff { .. }) => Outcome::NoWay,
        Err(
            PathError::StartOutside { .. }
            | PathError::GoalOutside { .. }
            | PathError::OnClosedGround { .. },
        ) => Outcome::NoGround,
        Err(other) => Outcome::Other(other.kind()),
    }
}

fn assert_alike(one: Outcome, other: Outcome, told: impl Fn() -> String) {
    let alike = match (one, other) {
        (Outcome::Length(a), Outcome::Length(b)) => (a - b).abs() <= 1e-9 * a.max(b),
        (Outcome::NoWay, Outcome::NoWay) | (Outcome::NoGround, Outcome::NoGround) => true,
        (Outcome::Other(a), Outcome::Other(b)) => a == b,
        _ => false,
    };
    assert!(alike, "{}: {one:?}, rebuilt {other:?}", told());
}

/// Some edges and cells of a mesh.
pub(crate) fn draw(mesh: &NavMesh, rng: &mut SplitMix64) -> (Vec<u32>, Vec<u32>) {
    let portals: Vec<u32> =
        (0..mesh.edges().len() as u32).filter(|&e| !mesh.edges()[e as usize].is_wall()).collect();
    let percent = [3, 10, 40][rng.below(3)];
    let edges = portals.into_iter().filter(|_| rng.chance(percent)).collect();
    let percent = [0, 5, 15][rng.below(3)];
    let cells = mesh.slots().filter(|_| rng.chance(percent)).collect();
    (edges, cells)
}

pub(crate) fn closed(mesh: &Arc<NavMesh>, edges: &[u32], cells: &[u32]) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    edges.iter().for_each(|&edge| doors.close_edge(EdgeId(edge)).unwrap());
    cells.iter().for_each(|&slot| doors.close_cell(mesh.cell_id(slot)).unwrap());
    doors
}

fn queries(site: &Site) -> Vec<PathQuery> {
    let pairs = site.points.windows(2).take(14);
    pairs.map(|pair| PathQuery::new(pair[0], pair[1])).collect()
}

#[test]
fn closed_doors_are_walls_and_closed_cells_obstacles() {
    let (mut lengths, mut no_ways, mut corridors) = (0, 0, 0);
    for (number, site) in sites(250).enumerate() {
        let mut rng = SplitMix64::new(number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let finder = MeshFinder::new(Arc::clone(&mesh));
        for round in 0..2 {
            let (edges, cells) = draw(&mesh, &mut rng);
            let Some(rebuilt) = cut(&mesh, &edges, &cells) else { continue };
            let rebuilt = MeshFinder::new(rebuilt);
            let doors = closed(&mesh, &edges, &cells);
            let finder = finder.clone().with_doors(doors).unwrap();
            for query in queries(&site) {
                // Both are asked to move endpoints by nothing: then no snap depends on what is joined.
                let query = query.snap(0.0);
                let told = || format!("{}, round {round}, {query:?}", site.name);
                let (here, there) = (outcome(&finder, &query), outcome(&rebuilt, &query));
                assert_alike(here, there, told);
                let corridor = outcome(&finder, &query.search(Search::Corridor));
                match (here, corridor) {
                    (Outcome::Length(best), Outcome::Length(found)) => {
                        lengths += 1;
                        corridors += 1;
                        assert!(found >= best * (1.0 - 1e-12), "{}: {found} < {best}", told());
                    }
                    _ => assert_alike(here, corridor, told),
                }
                no_ways += usize::from(matches!(here, Outcome::NoWay));
            }
        }
    }
    assert!(lengths > 1000 && no_ways > 300 && corridors > 1000, "{lengths} {no_ways}");
}

#[test]
fn with_closed_doors_no_path_is_shorter_than_the_oracles() {
    for (number, site) in sites(60).enumerate() {
        let mut rng = SplitMix64::new(1000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let (edges, cells) = draw(&mesh, &mut rng);
        let Some(rebuilt) = cut(&mesh, &edges, &cells) else { continue };
        let oracle = MeshOracle::new(&rebuilt);
        let doors = closed(&mesh, &edges, &cells);
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        for query in queries(&site).iter().take(6).map(|query| query.snap(0.0)) {
            let Ok(path) = finder.find_path(&query) else { continue };
            assert!(oracle.is_legal_path(path.waypoints()), "{} {query:?}", site.name);
            let (shortest, _) = oracle.shortest(query.start, query.goal).unwrap();
            let apart = (shortest - path.length()).abs();
            assert!(apart <= 1e-9 * shortest, "{} {query:?}: {apart}", site.name);
        }
    }
}

#[test]
fn every_law_holds_with_closed_doors() {
    let mut total = LawReport::default();
    for (number, site) in sites(150).enumerate() {
        let seed = 6000 + number as u64;
        let mesh = Arc::new(site.mesh.clone());
        // Cells are left open, so that those of the rebuilt mesh have the same ids.
        let (edges, _) = draw(&mesh, &mut SplitMix64::new(seed));
        let rebuilt = cut(&mesh, &edges, &[]).unwrap();
        let oracle = MeshOracle::new(&rebuilt);
        let finder = MeshFinder::new(Arc::clone(&mesh));
        let finder = finder.with_doors(closed(&mesh, &edges, &[])).unwrap();
        let queries = mesh_queries(&rebuilt, 10, seed);
        total += LawSuite::new(&site.name, &finder, &oracle).assert_holds(&queries);
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    assert!(total.unreachable > 0 && total.on_thin_wall > 0, "{total}");
}

#[test]
fn a_ray_ends_where_a_forbidden_area_begins() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_area(Area::new(Outline::rect([6.0, 0.0], [8.0, 8.0]), "water", 2.0));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    let dry = finder.add_filter(&Filter::new().forbid("water")).unwrap();
    let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    for (query, end) in [(query, 9.0), (query.filter(dry), 6.0)] {
        let ground = finder.mesh_for_query(&query).unwrap();
        let hit = MeshQueries::new(&ground).cast_ray(query.start, query.goal).unwrap();
        assert_eq!((hit.point.x, hit.wall.is_some()), (end, end < 9.0));
    }
    let error = finder.find_path(&query.filter(dry)).unwrap_err();
    assert_eq!(error.kind(), "closed-off");
    assert!(finder.find_path(&query).unwrap().still_valid(finder.mesh()));
    let path = finder.find_path(&query).unwrap();
    assert!(!path.still_valid(&finder.mesh_for_query(&query.filter(dry)).unwrap()));
}

#[test]
fn doors_opened_again_leave_the_same_bits_whatever_the_scratch_has_seen() {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for (number, site) in sites(60).enumerate() {
        let mut rng = SplitMix64::new(2000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let open = MeshFinder::new(Arc::clone(&mesh));
        for query in queries(&site) {
            let (edges, cells) = draw(&mesh, &mut rng);
            let doors = closed(&mesh, &edges, &cells);
            let finder = open.clone().with_doors(doors).unwrap();
            let mut ask = |finder: &MeshFinder, scratch: &mut Scratch| {
                let result = finder.find_path_into(&query, scratch, &mut path);
                format!("{result:?} {path:?}")
            };
            // One scratch has met all doors so far, the other none.
            let told = ask(&finder, &mut scratch);
            assert_eq!(told, ask(&finder, &mut Scratch::new()), "{} {query:?}", site.name);
            let mut doors = closed(&mesh, &edges, &cells);
            doors.open_all();
            let reopened = open.clone().with_doors(doors).unwrap();
            assert_eq!(ask(&reopened, &mut scratch), ask(&open, &mut Scratch::new()));
        }
    }
}

#[test]
fn rays_distances_to_many_and_policies_respect_doors() {
    let (mut rays, mut reached, mut moved) = (0, 0, 0);
    for (number, site) in sites(80).enumerate() {
        let mut rng = SplitMix64::new(3000 + number as u64);
        let mesh = Arc::new(site.mesh.clone());
        let (edges, cells) = draw(&mesh, &mut rng);
        let Some(rebuilt) = cut(&mesh, &edges, &cells) else { continue };
        let doors = closed(&mesh, &edges, &cells);
        let finder = MeshFinder::new(mesh).with_doors(doors).unwrap();
        let (ground, there) =
            (finder.mesh_for_query(&queries(&site)[0]).unwrap(), MeshFinder::new(rebuilt));
        let (mut here, mut fresh) = (MeshQueries::new(&ground), MeshQueries::new(there.mesh()));
        for query in queries(&site) {
            let told = || format!("{} {query:?}", site.name);
            let hits = [&mut here, &mut fresh].map(|survey| {
                let hit = survey.cast_ray(query.start, query.goal).ok();
                hit.map(|hit| (hit.distance, hit.wall.is_some()))
            });
            assert_eq!(hits[0], hits[1], "{}", told());
            rays += usize::from(hits[0].is_some());
            let lengths =
                [&finder, &there].map(|finder| finder.distances_from(query.start, &site.points));
            if let [Ok(a), Ok(b)] = &lengths {
                let alike = |(a, b): (&f64, &f64)| a == b || (a - b).abs() <= 1e-9 * a.max(*b);
                assert!(a.iter().zip(b).all(alike), "{}: {a:?}, rebuilt {b:?}", told());
                reached += a.iter().filter(|length| length.is_finite()).count();
            }
            let query = query.goal_policy(GoalPolicy::NearestReachable);
            let offsets = [&finder, &there]
                .map(|finder| finder.find_path(&query).map(|path| path.goal_offset()).ok());
            assert_eq!(offsets[0], offsets[1], "{}", told());
            moved += usize::from(offsets[0].is_some_and(|offset| offset > 0.0));
        }
    }
    assert!(rays > 300 && reached > 300 && moved > 100, "{rays} {reached} {moved}");
}

/// The mesh with its cells dealt out among three areas of these costs.
fn with_areas(mesh: &NavMesh, costs: [f64; 3], rng: &mut SplitMix64) -> NavMesh {
    let kind = |(name, cost): (&str, f64)| MeshArea { name: name.to_owned(), cost };
    let mut raw = mesh.to_raw();
    raw.areas = ["a", "b", "c"].into_iter().zip(costs).map(kind).collect();
    raw.cell_areas = mesh.slots().map(|_| Some(rng.below(5) as u32).filter(|&a| a < 3)).collect();
    let cost = |area: &Option<u32>| area.map_or(1.0, |area| costs[area as usize]);
    raw.costs = raw.cell_areas.iter().map(cost).collect();
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn a_forbidden_area_is_no_ground_and_the_rest_is_searched_exactly() {
    let (mut lengths, mut no_ways) = (0, 0);
    for (number, site) in sites(120).enumerate() {
        let mut rng = SplitMix64::new(4000 + number as u64);
        let mesh = Arc::new(with_areas(&site.mesh, [7.0, 1.0, 1.0], &mut rng));
        let forbidden = |&slot: &u32| mesh.area_of(slot).is_some_and(|area| area.index() == 0);
        let cells: Vec<u32> = mesh.slots().filter(forbidden).collect();
        let Some(rebuilt) = cut(&mesh, &[], &cells) else { continue };
        let rebuilt = MeshFinder::new(rebuilt);
        let mut finder = MeshFinder::new(Arc::clone(&mesh));
        let filter = finder.add_filter(&Filter::new().forbid("a")).unwrap();
        let (edges, shut) = draw(&mesh, &mut rng);
        let all: Vec<u32> = cells.iter().chain(&shut).copied().collect();
        let both = finder.clone().with_doors(closed(&mesh, &edges, &shut)).unwrap();
        let both_rebuilt = cut(&mesh, &edges, &all).map(MeshFinder::new);
        for query in queries(&site).iter().map(|query| query.snap(0.0)) {
            let told = || format!("{} {query:?}", site.name);
            let here = outcome(&finder, &query.filter(filter));
            assert_alike(here, outcome(&rebuilt, &query), told);
            lengths += usize::from(matches!(here, Outcome::Length(_)));
            no_ways += usize::from(matches!(here, Outcome::NoWay));
            if let Some(rebuilt) = &both_rebuilt {
                assert_alike(outcome(&both, &query.filter(filter)), outcome(rebuilt, &query), told);
            }
        }
    }
    assert!(lengths > 300 && no_ways > 50, "{lengths} {no_ways}");
}

#[test]
fn a_filters_costs_are_those_of_a_mesh_built_with_them() {
    let mut weighted = 0;
    for (number, site) in sites(80).enumerate() {
        let [mut rng, mut same] = [(); 2].map(|()| SplitMix64::new(5000 + number as u64));
        let mut finder = MeshFinder::new(with_areas(&site.mesh, [2.0, 1.0, 0.5], &mut rng));
        let built = MeshFinder::new(with_areas(&site.mesh, [1.5, 4.0, 0.5], &mut same));
        let filter = Filter::new().cost("a", 9.0).cost("b", 4.0).cost("a", 1.5);
        let filter = finder.add_filter(&filter).unwrap();
        for query in queries(&site) {
            let found =
                [(&finder, query.filter(filter)), (&built, query)].map(|(finder, query)| {
                    let found = finder.find_path(&query);
                    found.as_ref().ok().inspect(|path| weighted += usize::from(path.cost() > 0.0));
                    format!("{found:?}")
                });
            assert_eq!(found[0], found[1], "{} {query:?}", site.name);
        }
    }
    assert!(weighted > 500, "{weighted}");
}

#[test]
fn unknown_filters_areas_and_doors_are_refused_by_name() {
    let square = |size: f64| {
        let corners = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
        let mut raw = RawMesh { positions: corners.map(Into::into).to_vec(), ..RawMesh::default() };
        raw.push_cell(&[0, 1, 2, 3]);
        Arc::new(NavMesh::from_raw(&raw).unwrap())
    };
    let mesh = square(4.0);
    let mut finder = MeshFinder::new(Arc::clone(&mesh));
    let unknown = finder.add_filter(&Filter::new().forbid("lava")).unwrap_err();
    assert_eq!(unknown.to_string(), "no area of the mesh is named \"lava\"");
    let query = PathQuery::new([1.0, 1.0], [2.0, 2.0]).filter(FilterId::default());
    let told = finder.find_path(&query).unwrap_err().to_string();
    assert_eq!(told, "invalid query: no FilterId(null) is registered with this finder");
    let told = finder.close_door("gate").unwrap_err().to_string();
    assert_eq!(told, "no door or link of the mesh is named \"gate\"");
    let of_another = ClosedDoors::new(&square(5.0));
    assert!(finder.clone().with_doors(of_another).is_err());
    let mut doors = ClosedDoors::new(&mesh);
    doors.close_cell(mesh.cell_id(0)).unwrap();
    let shut = finder.with_doors(doors).unwrap();
    let query = PathQuery::new([1.0, 1.0], [2.0, 2.0]);
    let error = shut.find_path(&query).unwrap_err();
    assert_eq!(error.to_string(), "the start (1, 1) is on ground that is closed");
    assert_eq!(error.explain(&*shut.mesh_for_query(&query).unwrap()).nearest, None);
}

#[test]
fn a_filter_is_changed_in_place_and_gone_once_removed() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "water", 1.0));
    let mut finder = MeshFinder::new(builder.build().unwrap().0);
    let (dry, wet) = (Filter::new().forbid("water"), Filter::new());
    let first = finder.add_filter(&dry).unwrap();
    let (old, second) = (finder.clone(), finder.add_filter(&wet).unwrap());
    let mut scratch = Scratch::new();
    let mut length = |finder: &MeshFinder, filter: FilterId| {
        let mut path = Path::default();
        let query = PathQuery::new([4.0, 5.0], [6.0, 5.0]).filter(filter);
        finder.find_path_into(&query, &mut scratch, &mut path).map(|()| path.length())
    };
    assert_eq!((length(&finder, first), length(&finder, second)), (Ok(8.0), Ok(2.0)));
    finder.set_filter(first, &wet).unwrap();
    finder.set_filter(second, &dry).unwrap();
    assert_eq!((length(&finder, first), length(&finder, second)), (Ok(2.0), Ok(8.0)));
    assert_eq!(length(&old, first), Ok(8.0), "a clone keeps its own");
    assert!(finder.set_filter(first, &Filter::new().forbid("lava")).is_err());
    assert_eq!(length(&finder, first), Ok(2.0), "a filter that is none changes nothing");
    assert!(finder.remove_filter(first) && !finder.remove_filter(first));
    let reason = InvalidQuery::Filter { filter: first };
    assert_eq!(length(&finder, first), Err(PathError::InvalidQuery { reason }));
    assert!(finder.filtered(first).is_err() && finder.set_filter(first, &dry).is_err());
    let third = finder.add_filter(&dry).unwrap();
    assert_ne!(third, first, "an id is not given twice");
    assert_eq!((length(&finder, second), length(&finder, third)), (Ok(8.0), Ok(8.0)));
}
