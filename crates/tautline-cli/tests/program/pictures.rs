//! Pictures, and the example maps.

use serde_json::json;

use super::Workdir;

fn example(name: &str) -> String {
    format!("{}/../../examples/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_format_can_be_drawn() {
    let workdir = Workdir::with_maps();
    workdir.run("build two.mesh -o two.nav");
    for file in ["square.geojson", "map.map", "two.mesh", "two.nav"] {
        let (code, drawn) = workdir.json(&format!("draw {file} -o out.svg"));
        assert_eq!((code, &drawn["output"]), (0, &json!("out.svg")));
        assert!(workdir.text("out.svg").starts_with("<svg"), "{file}");
        assert_eq!(workdir.run(&format!("draw {file} -o out.png")).code, 0);
        assert_eq!(workdir.bytes("out.png")[1..4], *b"PNG", "{file}");
    }
}

#[test]
fn a_path_is_drawn_on_either_backend() {
    let workdir = Workdir::with_maps();
    for backend in ["navmesh", "grid"] {
        let query = format!("path map.map --from 0.5,1.5 --to 2.5,1.5 --backend {backend}");
        let (code, answer) = workdir.json(&format!("{query} --svg a.svg --png a.png"));
        assert_eq!((code, &answer["pictures"]), (0, &json!(["a.svg", "a.png"])));
        assert!(workdir.text("a.svg").contains("#d55e00"), "the path's colour");
    }
}

#[test]
fn every_kind_of_search_is_drawn() {
    let (workdir, plan) = (Workdir::new(), example("floor_plan.geojson"));
    for search in ["optimal", "corridor"] {
        let query = format!("path {plan} --from 1,25 --to 39,1 --search {search}");
        let (code, answer) = workdir.json(&format!("{query} --trace {search}.svg"));
        assert_eq!((code, &answer["trace"]), (0, &json!(format!("{search}.svg"))));
        let picture = workdir.text(&format!("{search}.svg"));
        assert!(
            picture.contains("#b3c9dc") && picture.contains("#d55e00"),
            "expanded intervals and the path"
        );
    }
    let optimal = workdir.text("optimal.svg");
    assert!(optimal.contains("#e6a700"), "open intervals");
    let map = example("tiles.map");
    let query = format!("path {map} --from 2.5,2.5 --to 21.5,6.5 --backend grid");
    assert_eq!(workdir.run(&format!("{query} --trace tiles.png")).code, 0);
    assert_eq!(workdir.bytes("tiles.png")[1..4], *b"PNG");
    assert_eq!(workdir.run(&format!("{query} --trace tiles.txt")).code, 2);
}

#[test]
fn a_query_without_a_path_is_drawn() {
    let workdir = Workdir::with_maps();
    for (query, way) in [
        ("--from 0.5,1.5 --to 3.5,2.5", true),
        ("--from 1.25,1.5 --to 0.5,0.5", true),
        ("--from NaN,1 --to 0.5,0.5", false),
    ] {
        let (code, failure) = workdir.json(&format!("path map.map {query} --svg a.svg"));
        assert_eq!(code, if way { 1 } else { 2 });
        assert_eq!(failure["pictures"].is_array(), way);
        assert_eq!(workdir.path("a.svg").exists(), way);
        if way {
            assert!(failure["message"].as_str().unwrap().contains("drawn to a.svg"));
            std::fs::remove_file(workdir.path("a.svg")).unwrap();
        }
    }
}

#[test]
fn a_search_without_a_path_is_drawn() {
    let (workdir, plan) = (Workdir::new(), example("floor_plan.geojson"));
    let query = format!("path {plan} --from 1.5,25 --to 20.4,12.5 --trace search.svg");
    let (code, failure) = workdir.json(&query);
    assert_eq!((code, &failure["trace"]), (1, &json!("search.svg")));
    assert!(workdir.text("search.svg").starts_with("<svg"));
    assert!(workdir.run(&query).err.contains("drawn to search.svg"));
    assert_eq!(workdir.run(&query.replace("search.svg", "no/search.svg")).code, 2);
}

#[test]
fn the_floor_plan_is_valid_and_its_island_is_unreachable() {
    let (workdir, plan) = (Workdir::new(), example("floor_plan.geojson"));
    let (code, checked) = workdir.json(&format!("check {plan}"));
    assert_eq!((code, &checked["defects"]), (0, &json!([])));
    let (_, info) = workdir.json(&format!("info {plan}"));
    assert_eq!((&info["components"], &info["repairs"]), (&json!(2), &json!([])));
    let (code, answer) = workdir.json(&format!("path {plan} --from 1.5,25 --to 39,7.5"));
    assert_eq!((code, &answer["guarantee"]), (0, &json!("optimal")));
    assert!(answer["points"].as_array().unwrap().len() >= 8);
    let (code, failure) = workdir.json(&format!("path {plan} --from 1.5,25 --to 20.4,12.5"));
    assert_eq!((code, &failure["status"]), (1, &json!("unreachable")));
}

#[test]
fn the_tile_map_has_a_shorter_path_on_its_mesh_than_on_its_tiles() {
    let (workdir, map) = (Workdir::new(), example("tiles.map"));
    let length = |backend: &str| {
        let query = format!("path {map} --from 4.5,4.5 --to 21.5,3.5 --backend {backend}");
        workdir.json(&query).1["length"].as_f64().unwrap()
    };
    assert!(length("navmesh") < length("grid"));
}
