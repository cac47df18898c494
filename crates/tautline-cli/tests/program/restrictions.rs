//! The options `--close`, `--forbid` and `--cost` of `tautline path`.

use serde_json::json;

use super::Workdir;

/// A room of 10 by 8: a wall with a door in it from y = 5 to 8, and mud below.
const ROOMS: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0], [10, 0], [10, 8], [0, 8]]]}},
    {"type": "Feature", "properties": {"kind": "wall"}, "geometry": {"type": "LineString",
        "coordinates": [[5, 2], [5, 5]]}},
    {"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry": {"type":
        "LineString", "coordinates": [[5, 5], [5, 8]]}},
    {"type": "Feature", "properties": {"kind": "door", "name": "idle"}, "geometry": {"type":
        "LineString", "coordinates": [[15, 5], [15, 8]]}},
    {"type": "Feature", "properties": {"kind": "area", "name": "mud", "cost": 1}, "geometry": {"type":
        "Polygon", "coordinates": [[[4, 0], [6, 0], [6, 2], [4, 2]]]}}]}"#;

pub(super) fn rooms() -> Workdir {
    let workdir = Workdir::new();
    workdir.put("rooms.geojson", ROOMS);
    assert_eq!(workdir.run("build rooms.geojson -o rooms.nav").code, 0);
    workdir
}

#[test]
fn doors_close_and_areas_are_forbidden_by_name() {
    let workdir = rooms();
    for file in ["rooms.geojson", "rooms.nav"] {
        let ask = |more: &str| workdir.json(&format!("path {file} --from 1,6 --to 9,6 {more}"));
        assert_eq!(ask("").1["length"], json!(8.0));
        let (code, around) = ask("--close gate");
        // Down to the end of the wall and up again.
        assert_eq!((code, &around["points"]), (0, &json!([[1.0, 6.0], [5.0, 2.0], [9.0, 6.0]])));
        let (code, none) = ask("--close gate --forbid mud");
        assert_eq!((code, &none["status"]), (1, &json!("closed-off")), "{none}");
        assert!(none["gap"].as_f64().unwrap() > 0.0, "{none}");
        let (code, through) = ask("--close gate --cost mud=3");
        assert_eq!((code, &through["guarantee"]), (0, &json!("optimal")));
        let (code, inside) = workdir.json(&format!("path {file} --from 5,1 --to 9,6 --forbid mud"));
        assert_eq!((code, &inside["status"]), (1, &json!("on-closed-cell")));
        assert_eq!(inside["distance"], json!(1.0));
    }
}

#[test]
fn unknown_names_and_tiles_are_errors() {
    let workdir = rooms();
    let ask = "path rooms.geojson --from 1,6 --to 9,6";
    workdir.assert_fails(&format!("{ask} --close door"), &["no door", "\"door\""]);
    workdir.assert_fails(&format!("{ask} --forbid lava"), &["no area", "\"lava\""]);
    workdir.assert_fails(&format!("{ask} --cost mud=-1"), &["cost", "-1"]);
    workdir.assert_fails(&format!("{ask} --cost mud=1e300"), &["cost 1e300 of"]);
    workdir.assert_fails(&format!("{ask} --cost mud"), &["mud=3"]);
    workdir.put("tiles.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
    let tiles = "path tiles.map --backend grid --from 0,0 --to 1,0 --close gate";
    workdir.assert_fails(tiles, &["--close", "grid"]);
}

#[test]
fn doors_are_listed_and_drawn() {
    let workdir = rooms();
    let (_, info) = workdir.json("info rooms.geojson");
    assert_eq!(info["doors"][0], json!({"name": "gate", "length": 3.0}));
    let idle =
        "feature 3 \"idle\", vertex 0 (counted from 0): it has no effect on the walkable area";
    assert_eq!(info["repairs"], json!([idle]));
    let ask = "path rooms.geojson --from 1,6 --to 9,6 --svg";
    assert_eq!(workdir.run(&format!("{ask} open.svg")).code, 0);
    assert_eq!(workdir.run(&format!("{ask} closed.svg --close gate")).code, 0);
    let ask = ask.replace("--svg", "--trace");
    assert_eq!(workdir.run(&format!("{ask} searched_open.svg")).code, 0);
    assert_eq!(workdir.run(&format!("{ask} searched_closed.svg --close gate")).code, 0);
    let dashed = |name: &str| workdir.text(name).matches("stroke-dasharray").count();
    assert!(dashed("open.svg") > dashed("closed.svg"));
    assert!(dashed("searched_open.svg") > dashed("searched_closed.svg"));
}

/// A hall of 40 by 10: lava leaves 3 at x = 10, an obstacle leaves 3.5 at x = 30.
const LAVA: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0], [40, 0], [40, 10], [0, 10]]]}},
    {"type": "Feature", "properties": {"kind": "area", "name": "lava"}, "geometry": {"type": "Polygon",
        "coordinates": [[[10, 0], [12, 0], [12, 7], [10, 7]]]}},
    {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon",
        "coordinates": [[[30, 0], [32, 0], [32, 6.5], [30, 6.5]]]}}]}"#;

/// Agents keep no distance from forbidden areas, so a passage beside one is not where an agent fails.
#[test]
fn no_passage_beside_a_forbidden_area_is_named_as_too_narrow() {
    let workdir = Workdir::new();
    workdir.put("lava.geojson", LAVA);
    let ask = |radius: f64, more: &str| {
        workdir.json(&format!("path lava.geojson --from 3,5 --to 36,5 --radius {radius} {more}"))
    };
    assert_eq!(ask(1.7, "--forbid lava").0, 0, "wider than the 3 beside the lava");
    let (code, failed) = ask(1.8, "--forbid lava");
    assert_eq!((code, &failed["status"]), (1, &json!("unreachable")), "{failed}");
    assert!(failed.get("width").is_none(), "{failed}");
    let (_, failed) = ask(1.8, "");
    assert_eq!(failed["width"], json!(3.5), "the obstacle, where nothing is forbidden");
}
