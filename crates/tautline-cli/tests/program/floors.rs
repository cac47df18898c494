//! Maps with several floors.

use serde_json::json;

use super::Workdir;

/// The building of the examples: two floors, a stair between them, a door upstairs.
fn with_building() -> Workdir {
    let workdir = Workdir::new();
    workdir.put("building.geojson", include_str!("../../../../examples/data/building.geojson"));
    workdir
}

#[test]
fn a_building_is_built_described_checked_and_searched() {
    let workdir = with_building();
    let floors = json!([
        {"floor": 0, "cells": 0, "area": 568.0},
        {"floor": 1, "cells": 0, "area": 576.0},
        {"floor": 10, "cells": 1, "area": 24.0},
    ]);
    assert_eq!(workdir.run("build building.geojson -o building.nav").code, 0);
    for file in ["building.geojson", "building.nav"] {
        let mut info = workdir.json(&format!("info {file}")).1;
        info["floors"][0]["cells"] = json!(0);
        info["floors"][1]["cells"] = json!(0);
        assert_eq!((&info["floors"], &info["components"]), (&floors, &json!(1)));
        let connections = json!([
            {"floors": [0, 10], "length": 4.0},
            {"floors": [1, 10], "length": 4.0},
        ]);
        assert_eq!((&info["connections"], &info["repairs"]), (&connections, &json!([])));
        let check = workdir.json(&format!("check {file}")).1;
        assert_eq!((&check["status"], &check["connections"]), (&json!("valid"), &connections));
        let way = "--from 10,10@0 --to 20,10@";
        let path = workdir.json(&format!("path {file} {way}1")).1;
        assert_eq!(path["points"], json!([[10.0, 10.0], [20.0, 10.0]]), "straight up the stair");
        let path = workdir.json(&format!("path {file} {way}0")).1;
        assert!(path["length"].as_f64().unwrap() > 10.5, "around the stair");
    }
}

#[test]
fn queries_take_the_floors_of_their_points() {
    let workdir = with_building();
    let ask = |question: &str| workdir.json(&format!("query {question}")).1;
    let rows = ask("distances building.geojson --from 10,10@0 --to 20,10@1 --to 20,10@0");
    assert_eq!(rows["distances"][0][0], json!(10.0), "straight up the stair");
    assert!(rows["distances"][0][1].as_f64().unwrap() > 10.5, "around the stair");
    let field = ask("field building.geojson --to 20,10@1 --at 10,10@0 --at 20,10@1");
    let distances = [0, 1].map(|answer| field["answers"][answer]["distance"].as_f64());
    assert_eq!(distances, [Some(10.0), Some(0.0)]);
    let any = ask("any building.geojson --from 10,10@0 --to 20,10@0 --to 20,10@1");
    assert_eq!([&any["goal"], &any["length"]], [&json!(1), &json!(10.0)]);
    let line = ask("any building.geojson --from 20,9@1 --line 20,10,21,10@1");
    assert_eq!(line["length"], json!(1.0));
    workdir.assert_fails(
        "query field building.geojson --to 20,10@4",
        &["no floor 4", "has floors 0, 1, 10"],
    );
    workdir.assert_fails(
        "query any building.geojson --from 1,1 --line 1,1,2,2@x",
        &["as in 1.5,-2@3"],
    );
    let seen = ask("ray building.geojson --from 10,10@0 --to 20,10");
    assert_eq!(seen["status"], "clear", "straight up the stair");
    let up = ask("nearest building.geojson --at 20,10@1 --from 10,10@0");
    assert_eq!(up["distance"], json!(0.0));
    let near = ask("random building.geojson --around 20,10@1 --within 1 --count 3");
    assert_eq!(near["floors"], json!([1, 1, 1]));
    workdir.assert_fails(
        "query random building.geojson --around 20,10@1 --within 1 --floor 1",
        &["--floor"],
    );
    workdir.assert_fails("query visible building.geojson --at 20,10@4", &["no floor 4"]);
    let outside = workdir.run("query wall building.geojson --at 2,2@10");
    assert_eq!(outside.code, 1);
    assert!(outside.err.contains("the point (2, 2) on floor 10 is off"), "{}", outside.err);
    assert!(outside.err.contains("floor 0 is walkable there"), "{}", outside.err);
}

#[test]
fn every_point_of_an_answer_names_its_floor() {
    let workdir = with_building();
    let way = "path building.geojson --from 10,10@0 --to 20,10@1";
    assert_eq!(workdir.json(way).1["floors"], json!([0, 1]));
    let text = workdir.run(way).out;
    assert!(text.contains("\n  10, 10 on floor 0\n  20, 10 on floor 1\n"), "{text}");
    let plain = "query distances building.geojson --from 10,10@0 --to 20,10@1 --paths";
    let paths = workdir.json(plain).1;
    assert_eq!(paths["floors"], json!([[[0, 1]]]));
    for (question, floor) in [
        ("nearest building.geojson --at 20,10@1", 1),
        ("wall building.geojson --at 20,2@1", 1),
        ("ray building.geojson --from 10,10@0 --to 20,10", 1),
        ("move building.geojson --from 10,10@0 --to 20,10", 1),
    ] {
        let answer = workdir.json(&format!("query {question}")).1;
        assert_eq!(answer["floor"], json!(floor), "{question}: {answer}");
    }
    let field = workdir.json("query field building.geojson --to 20,10@1 --at 10,10@0").1;
    assert_eq!(field["answers"][0]["floor"], json!(1));
}

#[test]
fn the_text_lists_floors() {
    let info = with_building().run("info building.geojson");
    assert!(info.out.contains("\n  10: 1 cell, area 24\n"), "{}", info.out);
    assert!(info.out.contains("\n  0 and 10: connected along 4\n"), "{}", info.out);
}

#[test]
fn errors_in_a_building_name_the_feature() {
    let workdir = with_building();
    let text = workdir.text("building.geojson");
    let message = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        workdir.put("broken.geojson", text.replacen(from, to, 1));
        let ended = workdir.run("build broken.geojson -o broken.nav");
        assert_eq!(ended.code, 2);
        ended.err
    };
    let foot = r#"feature 7 "foot of the stair" (counted from 0): "#;
    let missing = message("\"layers\": [0, 10]", "\"layers\": [0, 9]");
    assert!(missing.contains(&format!("{foot}there is no floor 9")), "{missing}");
    let fold = message("\"layers\": [0, 10]", "\"layers\": [0, 1]");
    assert!(
        fold.contains(&format!("{foot}near (12, 10) the walkable areas of both floors")),
        "{fold}"
    );
    let short = message("[[0, 0], [30, 0], [30, 20], [0, 20]]", "[[0, 0], [30, 0]]");
    assert!(short.contains("floor 0: the walkable area is empty"), "{short}");
    let negative = message("\"layer\": 10", "\"layer\": -1");
    assert!(negative.contains("the property `layer` is -1"), "{negative}");
}

#[test]
fn repairs_on_upper_floors_name_the_feature() {
    let workdir = with_building();
    let text = workdir.text("building.geojson");
    workdir.put("odd.geojson", text.replace("[[8, 6], [8, 9]]", "[[40, 6], [40, 9], [40, 9]]"));
    let repairs = workdir.json("info odd.geojson").1["repairs"].to_string();
    let door = r#"feature 5 \"office\""#;
    assert!(repairs.contains(&format!("{door}, vertex 2 (counted from 0): repeats")), "{repairs}");
    assert!(
        repairs.contains(&format!("{door}, vertex 0 (counted from 0): it has no effect")),
        "{repairs}"
    );
}

/// The link between floors is the first in the file, and the builder numbers it last.
#[test]
fn repairs_of_floor_connections_and_links_name_the_feature() {
    let workdir = with_building();
    let link = |layers: &str, ends: &str| {
        format!(
            r#"{{"type": "Feature", "properties": {{"kind": "link", {layers}}},
            "geometry": {{"type": "LineString", "coordinates": {ends}}}}},"#
        )
    };
    let lift = link(r#""name": "lift", "layers": [0, 1]"#, "[[5, 5], [30, 5]]");
    let slide = link(r#""name": "slide", "layer": 1"#, "[[0, 5], [5, 5]]");
    let (begin, end) = (r#""features": ["#, "[[12, 8], [12, 12]]");
    let text = workdir.text("building.geojson").replace(begin, &format!("{begin}{lift}{slide}"));
    workdir.put("odd.geojson", text.replace(end, "[[12, 8], [12, 8], [12, 12]]"));
    let built = workdir.json("build odd.geojson -o odd.nav --radius 0.5").1;
    let repairs = built["repairs"].as_array().unwrap();
    let begins = [
        r#"feature 9 "foot of the stair", vertex 1 (counted from 0): repeats the point"#,
        r#"feature 1 "slide" (counted from 0): its start was moved onto the mesh by 0.5"#,
        r#"feature 0 "lift" (counted from 0): its end was moved onto the mesh by 0.5"#,
    ];
    assert_eq!(repairs.len(), begins.len(), "{repairs:?}");
    for (repair, begin) in repairs.iter().zip(begins) {
        assert!(repair.as_str().unwrap().starts_with(begin), "{repair} {begin}");
    }
}

#[test]
fn a_fork_names_both_floor_connections() {
    let workdir = Workdir::new();
    let hall = |layer: u32, from: u32| {
        json!({"type": "Feature", "properties": {"layer": layer}, "geometry": {"type": "Polygon",
            "coordinates": [[[from, 0], [from + 5, 0], [from + 5, 4], [from, 4]]]}})
    };
    let stair = |upper: u32| {
        json!({"type": "Feature", "properties": {"kind": "floor_connection", "layers": [0, upper]},
            "geometry": {"type": "LineString", "coordinates": [[5, 1], [5, 3]]}})
    };
    let features = json!([hall(0, 0), hall(1, 5), hall(2, 5), stair(1), stair(2)]);
    let fork = json!({"type": "FeatureCollection", "features": features}).to_string();
    workdir.put("fork.geojson", fork);
    let error = workdir.run("info fork.geojson").err;
    assert!(error.contains("feature 4 (counted from 0): near (5, "), "{error}");
    assert!(error.contains("another floor already, by feature 3 (counted from 0)"), "{error}");
}

/// A passage with a floor connection across it, wider than the agent by less than the rounding.
#[test]
fn a_floor_connection_closed_by_rounding_names_the_feature() {
    let workdir = Workdir::new();
    let width = 2.0 + 24.0 * 2f64.powi(-46);
    let half = |layer: u32, [from, to]: [f64; 2]| {
        json!({"type": "Feature", "properties": {"layer": layer}, "geometry": {"type": "Polygon",
            "coordinates": [[[from, 0.0], [to, 0.0], [to, width], [from, width]]]}})
    };
    let connection = json!({"type": "Feature", "properties": {"kind": "floor_connection", "layers": [0, 1]},
        "geometry": {"type": "LineString", "coordinates": [[5.0, 0.0], [5.0, width]]}});
    let features = json!([half(0, [0.0, 5.0]), half(1, [5.0, 10.0]), connection]);
    let passage = json!({"type": "FeatureCollection", "features": features}).to_string();
    workdir.put("passage.geojson", passage);
    let repairs =
        workdir.json("build passage.geojson -o passage.nav --radius 1").1["repairs"].to_string();
    let begin = r#"["feature 2 (counted from 0): closed from (5, "#;
    assert!(repairs.starts_with(begin), "{repairs}");
}

#[test]
fn pictures_show_all_floors_or_the_given_ones() {
    let workdir = with_building();
    let backgrounds = |name: &str| workdir.text(name).matches("fill=\"#fdfdfb\"").count();
    assert_eq!(workdir.run("draw building.geojson -o all.svg").code, 0);
    assert_eq!(workdir.run("draw building.geojson -o some.svg --floor 10 --floor 1").code, 0);
    assert_eq!([backgrounds("all.svg"), backgrounds("some.svg")], [3, 2]);
    let missing = workdir.run("draw building.geojson -o none.svg --floor 7");
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("there is no floor 7: this map has floors 0, 1, 10"),
        "{}",
        missing.err
    );
    let way = "path building.geojson --from 3,3 --to 3,9";
    assert_eq!(workdir.run(&format!("{way} --svg flat.svg")).code, 0);
    assert_eq!(workdir.run(&format!("{way}@1 --svg up.svg --png up.png")).code, 0);
    assert_eq!([backgrounds("flat.svg"), backgrounds("up.svg")], [1, 3], "the floors of the path");
    assert_eq!(workdir.run(&format!("{way} --trace trace.svg")).code, 2);
}

#[test]
fn a_query_without_a_path_names_its_floors_and_draws_the_gap_on_one() {
    let workdir = with_building();
    let ask = "path building.geojson --from 20,2@0 --to 2,15@1 --close office --svg gap.svg";
    let (code, failure) = workdir.json(ask);
    assert_eq!((code, &failure["status"]), (1, &json!("closed-off")), "{failure}");
    let floors = ["start_floor", "goal_floor", "nearest_floor"].map(|name| &failure[name]);
    assert_eq!(floors, [&json!(0), &json!(1), &json!(1)]);
    let picture = workdir.text("gap.svg");
    // The gap has a line and a ring; the red is used for nothing else.
    assert_eq!(picture.matches("stroke=\"#c1272d\"").count(), 2, "on the upper floor only");
    let ask = "path building.geojson --from 2,15@0 --to 2,15@1 --max-expanded 3";
    let (_, stopped) = workdir.json(ask);
    assert_eq!(stopped["status"], "budget-exhausted");
    let count = |name: &str| stopped[name].as_array().map(Vec::len);
    assert!(count("floors").is_some() && count("floors") == count("points"), "{stopped}");
    assert_eq!(stopped["floors"][0], json!(0));
}
