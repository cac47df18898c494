//! Buildings: floors and connections from GeoJSON to answers.

use serde_json::json;

use super::Room;

/// The building of the examples: two floors above one another, a stair between them, a door upstairs.
fn furnished() -> Room {
    let room = Room::new();
    room.put("building.geojson", include_str!("../../../../examples/data/building.geojson"));
    room
}

#[test]
fn a_building_is_built_told_checked_and_walked() {
    let room = furnished();
    let floors = json!([
        {"layer": 0, "cells": 0, "ground": 568.0},
        {"layer": 1, "cells": 0, "ground": 576.0},
        {"layer": 10, "cells": 1, "ground": 24.0},
    ]);
    assert_eq!(room.run("build building.geojson -o building.nav").code, 0);
    for file in ["building.geojson", "building.nav"] {
        let mut info = room.json(&format!("info {file}")).1;
        info["floors"][0]["cells"] = json!(0);
        info["floors"][1]["cells"] = json!(0);
        assert_eq!((&info["floors"], &info["components"]), (&floors, &json!(1)));
        let connections = json!([
            {"layers": [0, 10], "length": 4.0},
            {"layers": [1, 10], "length": 4.0},
        ]);
        assert_eq!((&info["connections"], &info["repairs"]), (&connections, &json!([])));
        let check = room.json(&format!("check {file}")).1;
        assert_eq!((&check["status"], &check["connections"]), (&json!("sound"), &connections));
        let way = "--from 10,10@0 --to 20,10@";
        let path = room.json(&format!("path {file} {way}1")).1;
        assert_eq!(path["points"], json!([[10.0, 10.0], [20.0, 10.0]]), "straight up the stair");
        let path = room.json(&format!("path {file} {way}0")).1;
        assert!(path["length"].as_f64().unwrap() > 10.5, "around the stair");
    }
}

#[test]
fn many_are_asked_for_on_the_floors_behind_the_points() {
    let room = furnished();
    let ask = |question: &str| room.json(&format!("query {question}")).1;
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
    room.refused("query field building.geojson --to 20,10@4", &["no floor 4", "has 0, 1, 10"]);
    room.refused("query any building.geojson --from 1,1 --line 1,1,2,2@x", &["as in 1.5,-2@3"]);
    let seen = ask("ray building.geojson --from 10,10@0 --to 20,10");
    assert_eq!(seen["status"], "clear", "straight up the stair");
    let up = ask("nearest building.geojson --at 20,10@1 --from 10,10@0");
    assert_eq!(up["distance"], json!(0.0));
    let near = ask("random building.geojson --around 20,10@1 --within 1 --count 3");
    assert_eq!(near["floors"], json!([1, 1, 1]));
    room.refused(
        "query random building.geojson --around 20,10@1 --within 1 --floor 1",
        &["--floor"],
    );
    room.refused("query visible building.geojson --at 20,10@4", &["no floor 4"]);
    let outside = room.run("query wall building.geojson --at 2,2@10");
    assert_eq!(outside.code, 1);
    assert!(outside.err.contains("the start (2, 2) on floor 10 is off"), "{}", outside.err);
    assert!(outside.err.contains("floor 0 has ground there"), "{}", outside.err);
}

#[test]
fn text_tells_floors_too() {
    let info = furnished().run("info building.geojson");
    assert!(info.out.contains("\n  10: 1 cell, ground 24\n"), "{}", info.out);
    assert!(info.out.contains("\n  0 and 10: joined along 4\n"), "{}", info.out);
}

#[test]
fn what_is_wrong_with_a_building_is_told_by_feature() {
    let room = furnished();
    let text = room.text("building.geojson");
    let told = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        room.put("broken.geojson", text.replacen(from, to, 1));
        let ended = room.run("build broken.geojson -o broken.nav");
        assert_eq!(ended.code, 2);
        ended.err
    };
    let foot = r#"feature 7 "foot of the stair" (counted from 0): "#;
    let missing = told("\"layers\": [0, 10]", "\"layers\": [0, 9]");
    assert!(missing.contains(&format!("{foot}there is no floor 9")), "{missing}");
    let fold = told("\"layers\": [0, 10]", "\"layers\": [0, 1]");
    assert!(fold.contains(&format!("{foot}near (12, 10) the ground of both floors")), "{fold}");
    let short = told("[[0, 0], [30, 0], [30, 20], [0, 20]]", "[[0, 0], [30, 0]]");
    let place = r#"floor 0: feature 0 "ground floor", ring 0, vertex 0 (counted from 0): "#;
    assert!(short.contains(place), "{short}");
    let negative = told("\"layer\": 10", "\"layer\": -1");
    assert!(negative.contains("the property `layer` is -1"), "{negative}");
}

#[test]
fn repairs_on_upper_floors_are_told_by_feature() {
    let room = furnished();
    let text = room.text("building.geojson");
    room.put("odd.geojson", text.replace("[[8, 6], [8, 9]]", "[[40, 6], [40, 9], [40, 9]]"));
    let repairs = room.json("info odd.geojson").1["repairs"].to_string();
    let door = r#"feature 5 \"office\""#;
    assert!(repairs.contains(&format!("{door}, vertex 2 (counted from 0): repeats")), "{repairs}");
    assert!(repairs.contains(&format!("{door} (counted from 0): the door closes")), "{repairs}");
}

/// The link between floors stands first in the file, and is numbered last by the builder.
#[test]
fn repairs_of_joins_and_links_are_told_by_feature() {
    let room = furnished();
    let link = |layers: &str, ends: &str| {
        format!(
            r#"{{"type": "Feature", "properties": {{"kind": "link", {layers}}},
            "geometry": {{"type": "LineString", "coordinates": {ends}}}}},"#
        )
    };
    let lift = link(r#""name": "lift", "layers": [0, 1]"#, "[[5, 5], [30, 5]]");
    let slide = link(r#""name": "slide", "layer": 1"#, "[[0, 5], [5, 5]]");
    let (begin, end) = (r#""features": ["#, "[[12, 8], [12, 12]]");
    let text = room.text("building.geojson").replace(begin, &format!("{begin}{lift}{slide}"));
    room.put("odd.geojson", text.replace(end, "[[12, 8], [12, 8], [12, 12]]"));
    let built = room.json("build odd.geojson -o odd.nav --radius 0.5").1;
    let repairs = built["repairs"].as_array().unwrap();
    let begins = [
        r#"feature 9 "foot of the stair", vertex 1 (counted from 0): repeats the point"#,
        r#"feature 1 "slide" (counted from 0): its start was moved by 0.5"#,
        r#"feature 0 "lift" (counted from 0): its end was moved by 0.5"#,
    ];
    assert_eq!(repairs.len(), begins.len(), "{repairs:?}");
    for (repair, begin) in repairs.iter().zip(begins) {
        assert!(repair.as_str().unwrap().starts_with(begin), "{repair} {begin}");
    }
}

/// Half a passage on either side of a join, wider than the agent by less than rounding may take.
#[test]
fn a_join_that_rounding_closes_is_told_by_feature() {
    let room = Room::new();
    let width = 2.0 + 24.0 * 2f64.powi(-46);
    let half = |layer: u32, [from, to]: [f64; 2]| {
        json!({"type": "Feature", "properties": {"layer": layer}, "geometry": {"type": "Polygon",
            "coordinates": [[[from, 0.0], [to, 0.0], [to, width], [from, width]]]}})
    };
    let join = json!({"type": "Feature", "properties": {"kind": "floor_connection", "layers": [0, 1]},
        "geometry": {"type": "LineString", "coordinates": [[5.0, 0.0], [5.0, width]]}});
    let features = json!([half(0, [0.0, 5.0]), half(1, [5.0, 10.0]), join]);
    let passage = json!({"type": "FeatureCollection", "features": features}).to_string();
    room.put("passage.geojson", passage);
    let repairs =
        room.json("build passage.geojson -o passage.nav --radius 1").1["repairs"].to_string();
    let begin = r#"["feature 2 (counted from 0): closed from (5, "#;
    assert!(repairs.starts_with(begin), "{repairs}");
}

#[test]
fn pictures_show_floors_side_by_side_or_those_asked_for() {
    let room = furnished();
    let ground = |name: &str| room.text(name).matches("fill=\"#fdfdfb\"").count();
    assert_eq!(room.run("draw building.geojson -o all.svg").code, 0);
    assert_eq!(room.run("draw building.geojson -o some.svg --floor 10 --floor 1").code, 0);
    assert_eq!([ground("all.svg"), ground("some.svg")], [3, 2]);
    let missing = room.run("draw building.geojson -o none.svg --floor 7");
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("there is no floor 7: this map has 0, 1, 10"), "{}", missing.err);
    let way = "path building.geojson --from 3,3 --to 3,9";
    assert_eq!(room.run(&format!("{way} --svg flat.svg")).code, 0);
    assert_eq!(room.run(&format!("{way}@1 --svg up.svg --png up.png")).code, 0);
    assert_eq!([ground("flat.svg"), ground("up.svg")], [1, 3], "the floors of the path");
    assert_eq!(room.run(&format!("{way} --trace trace.svg")).code, 2);
}
