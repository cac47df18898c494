//! Filters: forbidden areas and other costs, against a mesh that is built that way.

use std::sync::Arc;

use crate::doors::closed::{
    Outcome, assert_same_outcome, closed_doors, outcome, pick_closed, queries, rebuilt_without,
};
use crate::sites::sites;
use navmesh_testkit::SplitMix64;
use tautline::error::InvalidQuery;
use tautline::mesh::{MeshArea, RawMesh};
use tautline::{
    Area, ClosedDoors, Filter, FilterId, MeshFinder, MeshQueries, NavMesh, NavMeshBuilder, Outline,
    Path, PathError, PathQuery, Scratch,
};

/// Assigns the cells of a mesh at random to three areas with these costs.
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
fn a_forbidden_area_answers_as_a_mesh_without_it() {
    let (mut lengths, mut disconnected) = (0, 0);
    for (number, site) in sites(120).enumerate() {
        let mut rng = SplitMix64::new(4000 + number as u64);
        let mesh = Arc::new(with_areas(&site.mesh, [7.0, 1.0, 1.0], &mut rng));
        let forbidden = |&slot: &u32| mesh.area_of(slot).is_some_and(|area| area.index() == 0);
        let cells: Vec<u32> = mesh.slots().filter(forbidden).collect();
        let Some(rebuilt) = rebuilt_without(&mesh, &[], &cells) else { continue };
        let rebuilt = MeshFinder::new(rebuilt);
        let mut finder = MeshFinder::new(Arc::clone(&mesh));
        let filter = finder.add_filter(&Filter::new().forbid("a")).unwrap();
        let (edges, shut) = pick_closed(&mesh, &mut rng);
        let all: Vec<u32> = cells.iter().chain(&shut).copied().collect();
        let both = finder.clone().with_doors(closed_doors(&mesh, &edges, &shut)).unwrap();
        let both_rebuilt = rebuilt_without(&mesh, &edges, &all).map(MeshFinder::new);
        for query in queries(&site).iter().map(|query| query.snap(0.0)) {
            let described = || format!("{} {query:?}", site.name);
            let here = outcome(&finder, &query.filter(filter));
            assert_same_outcome(here, outcome(&rebuilt, &query), described);
            lengths += usize::from(matches!(here, Outcome::Length(_)));
            disconnected += usize::from(matches!(here, Outcome::Disconnected));
            if let Some(rebuilt) = &both_rebuilt {
                assert_same_outcome(
                    outcome(&both, &query.filter(filter)),
                    outcome(rebuilt, &query),
                    described,
                );
            }
        }
    }
    assert!(lengths > 300 && disconnected > 50, "{lengths} {disconnected}");
}

#[test]
fn filter_costs_answer_as_a_mesh_built_with_these_costs() {
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
fn unknown_filters_areas_and_doors_are_errors_with_their_name() {
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
    let message = finder.find_path(&query).unwrap_err().to_string();
    assert_eq!(message, "invalid query: no FilterId(null) is registered with this finder");
    let message = finder.close_door("gate").unwrap_err().to_string();
    assert_eq!(message, "no door or link of the mesh is named \"gate\"");
    let of_another = ClosedDoors::new(&square(5.0));
    assert!(finder.clone().with_doors(of_another).is_err());
    let mut doors = ClosedDoors::new(&mesh);
    doors.close_cell(mesh.cell_id(0)).unwrap();
    let shut = finder.with_doors(doors).unwrap();
    let query = PathQuery::new([1.0, 1.0], [2.0, 2.0]);
    let error = shut.find_path(&query).unwrap_err();
    assert_eq!(error.to_string(), "the start (1, 1) is in a closed cell");
    assert_eq!(error.explain(&*shut.mesh_for_query(&query).unwrap()).nearest, None);
}

#[test]
fn a_filter_can_be_replaced_and_removed() {
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
    assert_eq!(length(&old, first), Ok(8.0), "a clone keeps its filters");
    assert!(finder.set_filter(first, &Filter::new().forbid("lava")).is_err());
    assert_eq!(length(&finder, first), Ok(2.0), "an invalid filter changes nothing");
    assert!(finder.remove_filter(first) && !finder.remove_filter(first));
    let reason = InvalidQuery::Filter { filter: first };
    assert_eq!(length(&finder, first), Err(PathError::InvalidQuery { reason }));
    assert!(finder.filtered(first).is_err() && finder.set_filter(first, &dry).is_err());
    let third = finder.add_filter(&dry).unwrap();
    assert_ne!(third, first, "ids are never reused");
    assert_eq!((length(&finder, second), length(&finder, third)), (Ok(8.0), Ok(8.0)));
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
        let mesh = finder.mesh_for_query(&query).unwrap();
        let hit = MeshQueries::new(&mesh).cast_ray(query.start, query.goal).unwrap();
        assert_eq!((hit.point.x, hit.wall.is_some()), (end, end < 9.0));
    }
    let error = finder.find_path(&query.filter(dry)).unwrap_err();
    assert_eq!(error.kind(), "closed-off");
    assert!(finder.find_path(&query).unwrap().still_valid(finder.mesh()));
    let path = finder.find_path(&query).unwrap();
    assert!(!path.still_valid(&finder.mesh_for_query(&query.filter(dry)).unwrap()));
}
