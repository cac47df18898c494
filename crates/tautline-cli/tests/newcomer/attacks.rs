//! Defects that attacks found, items 17 to 20. The larger maps are in the folder `found` of the test data.

use std::f64::consts::TAU;
use std::path::PathBuf;

use tautline::{
    Area, BuildError, BuildOptions, DVec2, FieldQuery, MeshFinder, NavMeshBuilder, Outline,
    PathQuery, Wall,
};

use super::{assert_refused, json, run};

/// A map of an earlier defect; `None` without test data.
fn found(name: &str) -> Option<String> {
    let data = std::env::var_os("TAUTLINE_DATA")?;
    let file = PathBuf::from(data).join("found").join(name);
    file.exists().then(|| file.display().to_string())
}

/// A square of 10 by 10 with a bent wall from its left border.
fn bent_wall() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_wall(Wall::new([[0.0, 5.0], [5.0, 6.0], [9.0, 5.0]]));
    MeshFinder::new(builder.build_mesh().unwrap())
}

#[test]
fn a_walker_that_asks_again_at_the_bend_of_a_wall_stays_on_its_side() {
    let finder = bent_wall();
    let field = finder.distance_field(&FieldQuery::new(&[[5.0, 5.0]])).unwrap();
    let first = field.heading_at([0.5, 5.3]).unwrap();
    assert_eq!(first.next.point.to_array(), [5.0, 6.0]);
    let second = field.heading_at(first.next).unwrap();
    // Around the end of the wall at (9, 5): sqrt(4^2 + 1) + 4.
    assert!((second.distance - (17.0_f64.sqrt() + 4.0)).abs() < 1e-9, "{}", second.distance);
    let (mut place, mut steps) = (first.from, 0);
    while place.point.to_array() != [5.0, 5.0] && steps < 100 {
        place = field.follow(place, 0.75).unwrap();
        steps += 1;
    }
    assert_eq!(steps, (first.distance / 0.75).ceil() as usize, "as many steps as the path has");
}

#[test]
fn the_program_knows_the_bent_wall() {
    let Some(file) = found("bent_wall.geojson") else { return };
    let answers = json(&format!("query field {file} --to 5,5 --at 0.5,5.3"));
    assert_eq!(answers["answers"][0]["next"], serde_json::json!([5.0, 6.0]), "{answers}");
    let distance = answers["answers"][0]["distance"].as_f64().unwrap();
    assert!(distance > 12.0, "around the end of the wall: {distance}");
    let answers = json(&format!("query field {file} --to 5,5 --at 0.5,5.3 --paths"));
    let path = serde_json::json!([[0.5, 5.3], [5.0, 6.0], [9.0, 5.0], [5.0, 5.0]]);
    assert_eq!(answers["answers"][0]["points"], path, "past the bend without asking again there");
}

#[test]
fn too_many_crossings_are_refused_with_the_limit() {
    let mut builder =
        NavMeshBuilder::new().with_options(BuildOptions::default().max_intersections(1000));
    builder.add_walkable(Outline::rect([0.0, 0.0], [100.0, 100.0]));
    for at in 1..100 {
        builder.add_wall(Wall::new([[f64::from(at), 1.0], [f64::from(at), 99.0]]));
        builder.add_wall(Wall::new([[1.5, f64::from(at) + 0.5], [98.5, f64::from(at) + 0.5]]));
    }
    let error = builder.build_mesh().unwrap_err();
    assert!(matches!(error, BuildError::TooManyIntersections { limit: 1000, .. }), "{error}");
}

#[test]
fn maps_that_were_built_for_minutes_end_with_a_way_out() {
    for name in ["c_vertical_1300", "big_dense_bundle", "big_star_all_cross"] {
        let Some(file) = found(&format!("{name}.geojson")) else { continue };
        let ended = run(&format!("info {file}"));
        assert!(ended.code == 0 || ended.err.contains("--max-intersections"), "{}", ended.err);
    }
}

#[test]
fn needles_at_one_vertex_are_inset_by_a_radius() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.1));
    builder.add_walkable(Outline::rect([-20.0, -20.0], [20.0, 20.0]));
    let tip = |part: f64| DVec2::from_angle(part / 100.0 * TAU) * 10.0;
    for needle in (0..100).map(f64::from) {
        builder.add_obstacle(Outline::new([DVec2::ZERO, tip(needle), tip(needle + 0.3)]));
    }
    let mesh = builder.build_mesh().unwrap();
    assert!(mesh.locate([0.0, 15.0]).is_some() && mesh.locate([0.0, 0.5]).is_none());
}

#[test]
fn a_leg_along_the_border_of_mud_costs_as_much_as_the_ground_beside_it() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_area(Area::new(Outline::rect([3.0, 5.0], [7.0, 8.0]), "mud", 2.0));
    let finder = MeshFinder::new(builder.build_mesh().unwrap());
    let path = finder.find_path(&PathQuery::new([1.0, 5.0], [9.0, 5.0])).unwrap();
    assert_eq!((path.length(), path.cost()), (8.0, 8.0));
    path.verify(finder.mesh()).unwrap();
    let Some(file) = found("border_cost.geojson") else { return };
    let y = "583.1935052162419"; // the lower border of an area of cost 2
    let path = json(&format!("path {file} --from 400,{y} --to 600,{y} --verify"));
    assert!((path["cost"].as_f64().unwrap() - 200.0).abs() < 1e-9, "{path}");
}

#[test]
fn one_coordinate_of_1e60_is_refused_with_its_place() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::new([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [1e60, 8.0]]));
    builder.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]));
    let error = builder.build_mesh().unwrap_err();
    assert!(matches!(error, BuildError::TooFar { .. }), "{error}");
    for name in ["fuzz_0_1072250", "fuzz_0_1082750"] {
        let Some(file) = found(&format!("{name}.geojson")) else { continue };
        let ask = format!("info {file}");
        assert_refused(&ask, &["feature 0", "out of proportion", "Correct the point"]);
    }
}
