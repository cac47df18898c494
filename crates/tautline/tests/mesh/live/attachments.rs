//! Doors, filters, areas, links, radii, fields and files of a live map.

use tautline::build::OutlineEdit;
use tautline::{
    Area, BuildOptions, Door, FieldQuery, Filter, Link, LiveMesh, NavMeshBuilder, Outline,
    PathQuery, Wall,
};

use super::edits::yard;
use super::laws::assert_fresh;

#[test]
fn a_door_stays_closed_over_edits_and_a_new_door_of_its_name_is_closed() {
    let mut map = yard();
    let query = PathQuery::new([1.0, 1.0], [19.0, 19.0]);
    map.add_wall(Wall::new([[10.0, 0.0], [10.0, 9.0]])).unwrap();
    map.add_wall(Wall::new([[10.0, 11.0], [10.0, 20.0]])).unwrap();
    map.add_door(Door::new([[10.0, 9.0], [10.0, 11.0]], "gate")).unwrap();
    assert!(map.finder().find_path(&query).is_ok());
    map.close_door("gate").unwrap();
    assert!(map.is_door_closed("gate") && map.closed_doors().eq(["gate"]));
    let kind =
        |map: &LiveMesh| map.finder().find_path(&query).map_or_else(|e| e.kind(), |_| "path");
    assert_eq!(kind(&map), "closed-off");
    let crate_ = map.add_obstacle(Outline::rect([8.5, 9.5], [9.5, 10.5])).unwrap();
    assert_eq!(kind(&map), "closed-off");
    map.remove(crate_).unwrap();
    map.open_door("gate").unwrap();
    assert_eq!(kind(&map), "path");
    assert!(map.close_door("gates").is_err());
}

#[test]
fn filters_hold_on_later_versions() {
    let mut map = yard();
    let water = Area::new(Outline::rect([9.0, 0.0], [11.0, 20.0]), "water", 1.0);
    let water = map.add_area(water).unwrap();
    let dry = map.add_filter(&Filter::new().forbid("water")).unwrap();
    let query = PathQuery::new([1.0, 1.0], [19.0, 1.0]);
    let filtered = query.filter(dry);
    let kind = |map: &LiveMesh, query: &PathQuery| {
        map.finder().find_path(query).map_or_else(|e| e.kind(), |_| "path")
    };
    assert_eq!([kind(&map, &query), kind(&map, &filtered)], ["path", "closed-off"]);
    map.add_obstacle(Outline::rect([2.0, 0.0], [3.0, 5.0])).unwrap();
    assert_eq!([kind(&map, &query), kind(&map, &filtered)], ["path", "closed-off"]);
    map.remove(water).unwrap();
    assert_eq!(kind(&map, &filtered), "path");
    assert!(map.remove_filter(dry));
    assert_eq!(kind(&map, &filtered), "invalid-query");
}

#[test]
fn a_link_whose_end_is_covered_is_reported_and_comes_back() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([12.0, 0.0], [20.0, 8.0]));
    builder.add_link(Link::new([9.0, 4.0], [13.0, 4.0], "jump"));
    let mut map = LiveMesh::new(builder).unwrap();
    let query = PathQuery::new([1.0, 4.0], [19.0, 4.0]);
    assert!(map.finder().find_path(&query).is_ok());
    if let Ok(crate_) = map.add_obstacle(Outline::rect([12.5, 3.5], [13.5, 4.5])) {
        assert_eq!(map.report().closed_links.len(), 1);
        assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "unreachable");
        map.remove(crate_).unwrap();
        assert_eq!(map.report().opened_links.len(), 1);
    }
    assert!(map.finder().find_path(&query).is_ok());
}

#[test]
fn a_radius_keeps_agents_from_new_obstacles() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let mut map = LiveMesh::new(builder).unwrap();
    let query = PathQuery::new([1.0, 5.0], [19.0, 5.0]);
    let key = map.add_obstacle(Outline::rect([9.0, 3.0], [11.0, 7.0])).unwrap();
    assert!(map.mesh().locate([8.6, 5.0]).is_none() && map.mesh().locate([8.4, 5.0]).is_some());
    assert_fresh(&map, &[query], "added");
    map.move_by(key, [0.0, -2.9]).unwrap();
    assert_fresh(&map, &[query], "moved: no way below");
    map.remove(key).unwrap();
    assert_fresh(&map, &[query], "removed");
    assert_eq!(map.finder().find_path(&query).unwrap().length(), 18.0);
}

#[test]
fn a_map_with_costs_answers_within_its_gap_after_edits() {
    let mut map = yard();
    map.add_area(Area::new(Outline::rect([8.0, 0.0], [12.0, 20.0]), "mud", 3.0)).unwrap();
    let query = PathQuery::new([1.0, 1.0], [19.0, 1.0]);
    let cost = map.finder().find_path(&query).unwrap().cost();
    assert!((cost - (14.0 + 12.0)).abs() < 1e-9);
    map.add_obstacle(Outline::rect([9.0, 0.0], [11.0, 3.0])).unwrap();
    let path = map.finder().find_path(&query).unwrap();
    assert!(path.cost() > cost && path.lower_bound() > cost);
    assert_eq!(path.verify(map.mesh()), Ok(()));
}

#[test]
fn fields_and_sessions_keep_the_revision_they_began_with() {
    let mut map = yard();
    let finder = map.finder();
    let field = finder.distance_field(&FieldQuery::new(&[[1.0, 1.0]])).unwrap();
    let before = field.distance_at([19.0, 1.0]).unwrap();
    map.add_obstacle(Outline::rect([9.0, 0.0], [11.0, 15.0])).unwrap();
    assert_eq!(field.distance_at([19.0, 1.0]), Some(before));
    assert!(field.revision() < map.revision() && finder.revision() == field.revision());
    let renewed = map.finder().distance_field(&FieldQuery::new(&[[1.0, 1.0]])).unwrap();
    assert!(renewed.distance_at([19.0, 1.0]) > Some(before));
}

#[test]
fn the_outlines_of_a_live_map_make_the_same_map() {
    let mut map = yard();
    let batch = [
        OutlineEdit::AddObstacle(Outline::rect([1.0, 15.0], [3.0, 17.0])),
        OutlineEdit::AddWall(Wall::new([[9.0, 2.0], [9.0, 6.0]])),
    ];
    map.apply(&batch).unwrap();
    let again = LiveMesh::new(NavMeshBuilder::from_outlines(map.outlines())).unwrap();
    assert_eq!(again.mesh().area(), map.mesh().area());
    assert_eq!(again.outlines(), map.outlines());
}
