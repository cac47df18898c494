//! The costs of paths through areas, and when paths avoid them.

use tautline::{
    Area, BuildOptions, Guarantee, MeshFinder, NavMeshBuilder, Outline, Path, PathError, PathQuery,
    Pathfinder, Search,
};

fn finder(areas: &[(Outline, f64)], radius: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    for (outline, cost) in areas {
        builder.add_area(Area::new(outline.clone(), "area", *cost));
    }
    MeshFinder::new(builder.build().unwrap().0)
}

fn across(finder: &MeshFinder) -> Path {
    finder.find_path(&PathQuery::new([1.0, 1.0], [9.0, 1.0])).unwrap()
}

#[test]
fn each_section_of_a_path_has_the_cost_of_its_area() {
    // The area spans the room: 2 at a cost of 3, and 6 at a cost of 1.
    let band = Outline::rect([4.0, -1.0], [6.0, 11.0]);
    for radius in [0.0, 0.5] {
        let path = across(&finder(&[(band.clone(), 3.0)], radius));
        assert_eq!((path.length(), path.waypoints().len(), path.lower_bound()), (8.0, 2, 8.0));
        assert!((path.cost() - 12.0).abs() < 1e-12, "{path:?}");
        assert!(matches!(path.guarantee(), Guarantee::Bounded { .. }));
    }
    // The lower bound is the straight line at the lowest cost.
    let path = across(&finder(&[(band, 0.25)], 0.0));
    assert!((path.cost() - 6.5).abs() < 1e-12 && path.lower_bound() == 2.0, "{path:?}");
}

#[test]
fn a_path_avoids_an_area_if_that_is_cheaper() {
    let mud = Outline::rect([4.0, 0.0], [6.0, 8.0]);
    let round = 2.0 * (9.0f64 + 49.0).sqrt() + 2.0;
    let path = across(&finder(&[(mud.clone(), 10.0)], 0.0));
    assert!((path.length() - round).abs() < 1e-12 && path.cost() == path.length(), "{path:?}");
    let path = across(&finder(&[(mud, 1.5)], 0.0));
    assert_eq!((path.length(), path.cost()), (8.0, 9.0));
}

#[test]
fn a_path_follows_a_road_over_mud() {
    let mud = Outline::rect([4.0, 0.0], [6.0, 10.0]);
    let road = Outline::rect([3.0, 4.0], [7.0, 5.0]);
    let path = across(&finder(&[(mud, 50.0), (road, 0.5)], 0.0));
    assert!(path.cost() < path.length() && path.length() < 13.0, "{path:?}");
}

#[test]
fn the_optimal_search_supports_only_areas_of_cost_1() {
    let all = Outline::rect([2.0, 2.0], [8.0, 8.0]);
    assert_eq!(across(&finder(&[(all.clone(), 1.0)], 0.0)).guarantee(), Guarantee::Optimal);
    let query = PathQuery::new([1.0, 1.0], [9.0, 1.0]).search(Search::Optimal);
    let refused = finder(&[(all, 2.0)], 0.0).find_path(&query);
    assert!(matches!(refused, Err(PathError::Unsupported { .. })), "{refused:?}");
}
