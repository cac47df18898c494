//! `tautline query`: spatial queries and queries with many goals.

use serde_json::{Value, json};

use super::Workdir;

/// Runs a query on the map of a square with a triangular hole.
fn ask(question: &str) -> (i32, Value) {
    Workdir::with_maps().json(&format!("query {question}"))
}

#[test]
fn the_nearest_point_is_found_and_drawn() {
    let workdir = Workdir::with_maps();
    let (code, near) = workdir.json("query nearest square.geojson --at 12,4 --svg near.svg");
    assert_eq!((code, &near["point"], &near["distance"]), (0, &json!([10.0, 4.0]), &json!(2.0)));
    assert!(workdir.text("near.svg").starts_with("<svg"));
    assert_eq!(near["pictures"], json!(["near.svg"]));
    let (code, none) = ask("nearest square.geojson --at 12,4 --within 1");
    assert_eq!((code, &none["status"]), (1, &json!("none")));
    assert_eq!(ask("nearest square.geojson --at 1,1").1["distance"], json!(0.0));
    workdir.assert_fails("query nearest square.geojson --at nan,1", &["not finite"]);
    workdir.assert_fails("query nearest square.geojson --at 1", &["two numbers"]);
    workdir.assert_fails("query nearest square.geojson --at 1,1 --within -1", &["at least 0"]);
    workdir.assert_fails("query nearest square.geojson --at 1,1@3", &["no floor 3"]);
}

#[test]
fn rays_end_at_walls() {
    let (code, hit) = ask("ray square.geojson --from 1,1 --to 20,1");
    assert_eq!((code, &hit["status"], &hit["point"]), (0, &json!("blocked"), &json!([10.0, 1.0])));
    assert_eq!((&hit["distance"], &hit["normal"]), (&json!(9.0), &json!([-1.0, 0.0])));
    let (_, clear) = ask("ray square.geojson --from 1,1 --to 9,1");
    assert_eq!((&clear["status"], &clear["wall"]), (&json!("clear"), &Value::Null));
    let (code, outside) = ask("ray square.geojson --from 5,3 --to 9,1");
    assert_eq!((code, &outside["status"]), (1, &json!("start-outside")));
    assert!(outside["nearest"].is_array());
}

#[test]
fn moves_slide_along_walls_and_walls_have_distances() {
    let (code, moved) = ask("move square.geojson --from 9,1 --to 12,5");
    assert_eq!((code, &moved["point"], &moved["remaining"]), (0, &json!([10.0, 5.0]), &json!(2.0)));
    let (code, wall) = ask("wall square.geojson --at 9,4");
    assert_eq!((code, &wall["distance"], &wall["point"]), (0, &json!(1.0), &json!([10.0, 4.0])));
    assert_eq!(ask("wall square.geojson --at 9,4 --within 0.5").0, 1);
}

#[test]
fn random_points_are_on_the_mesh_and_reproducible() {
    let (code, some) = ask("random square.geojson --count 40 --seed 7");
    assert_eq!((code, some["points"].as_array().unwrap().len()), (0, 40));
    assert_eq!(ask("random square.geojson --count 40 --seed 7").1, some);
    assert_ne!(ask("random square.geojson --count 40 --seed 8").1["points"], some["points"]);
    let around = ask("random square.geojson --count 40 --around 0,1 --within 2").1;
    for point in around["points"].as_array().unwrap() {
        let [x, y] = [0, 1].map(|i| point[i].as_f64().unwrap());
        assert!(x.hypot(y - 1.0) <= 2.0 && y >= 0.0, "{point}");
    }
    Workdir::with_maps().assert_fails("query random square.geojson --around 0,1", &["--within"]);
}

#[test]
fn visible_regions_and_reachable_cells_are_reported() {
    let workdir = Workdir::with_maps();
    let (code, seen) = workdir.json("query visible two.mesh --at 0.5,0.5 --png seen.png");
    assert_eq!((code, &seen["area"]), (0, &json!(1.0)));
    assert_eq!(seen["points"].as_array().unwrap().len(), seen["walls"].as_array().unwrap().len());
    assert_eq!(workdir.bytes("seen.png")[1..4], *b"PNG");
    // Two rooms that touch at a point: a circle holds cells of both, and one walks in one of them.
    let count = |question: &str| {
        let (code, value) =
            workdir.json(&format!("query {question} map.map --at 1.5,0.5 --within 9"));
        assert_eq!(code, 0);
        value["cells"].as_array().unwrap().len()
    };
    assert!(count("cells") > count("reach") && count("reach") > 0);
    let (code, empty) = workdir.json("query cells map.map --at -50,0.5 --within 9");
    assert_eq!((code, &empty["cells"]), (1, &json!([])), "no cell there");
}

#[test]
fn distances_are_a_matrix_with_null_for_unreachable_goals() {
    let workdir = Workdir::with_maps();
    let ends = "--from 0.5,0.5 --from 3.5,2.5 --to 2.5,0.5 --to 4.5,2.5";
    let (code, matrix) = workdir.json(&format!("query distances map.map {ends}"));
    assert_eq!((code, &matrix["distances"]), (0, &json!([[2.0, null], [null, 1.0]])));
    let shown = workdir.run(&format!("query distances map.map {ends}"));
    assert_eq!(shown.out, "2  -\n-  1\n");
    workdir.put("wells.txt", "\u{feff}# two wells\n2.5,0.5\n\n0.5,1.5\n");
    let (_, rows) = workdir.json("query distances map.map --from 0.5,0.5 --points wells.txt");
    assert_eq!(rows["distances"], json!([[2.0, 1.0]]));
    let (_, square) = workdir.json("query distances map.map --points wells.txt");
    assert_eq!(square["distances"][0][0], json!(0.0));
    assert_eq!(square["distances"][0][1], square["distances"][1][0]);
    let (_, near) =
        workdir.json("query distances map.map --from 0.5,0.5 --points wells.txt --nearest 1");
    assert_eq!(near["nearest"], json!([[{"goal": 1, "distance": 1.0}]]));
    let (code, none) = workdir.json("query distances map.map --from 0.5,0.5 --to 4.5,2.5");
    assert_eq!((code, &none["distances"]), (1, &json!([[null]])));
}

#[test]
fn invalid_distance_queries_are_errors() {
    let workdir = Workdir::with_maps();
    workdir.put("bad.txt", "1,1\n2;2\n");
    let refused =
        workdir.assert_fails("query distances map.map --points bad.txt", &["line 2", "comma"]);
    assert_eq!(refused["line"], json!(2));
    workdir.assert_fails("query distances map.map --from 1,1", &["--to", "--points"]);
    workdir.assert_fails("query distances map.map --to 1,1", &["missing start", "--from"]);
    workdir.assert_fails("query distances map.map --points none.txt", &["none.txt", "cannot read"]);
    workdir.put("empty.txt", "# a comment\n\n");
    workdir.assert_fails("query distances map.map --points empty.txt", &["empty.txt", "no point"]);
    let all = "query distances map.map --from 1,1 --to 1,1 --points bad.txt";
    workdir.assert_fails(all, &["--points", "both"]);
    let (code, outside) = workdir.json("query distances map.map --from 9,9 --to 1,1");
    assert_eq!((code, &outside["status"]), (1, &json!("start-outside")));
}

#[test]
fn the_nearest_point_line_or_area_is_named() {
    let workdir = Workdir::with_maps();
    let any = |goals: &str| workdir.json(&format!("query any square.geojson --from 1,1 {goals}"));
    let (code, exit) = any("--line 10,0,10,8 --line -5,0,-5,8");
    assert_eq!((code, &exit["goal"], &exit["length"]), (0, &json!(1), &json!(6.0)));
    assert_eq!(any("--to 9,1 --to 1,3").1["goal"], json!(1));
    let area = "--corner 3,0 --corner 9,0 --corner 9,2 --corner 3,2";
    assert_eq!(any(area).1["length"], json!(2.0));
    let (code, none) = any("--to 50,1");
    assert_eq!((code, &none["status"]), (1, &json!("goal-outside")));
    workdir.assert_fails("query any square.geojson --from 1,1", &["--to", "--line", "--corner"]);
    workdir.assert_fails("query any square.geojson --from 1,1 --line 1,1", &["four numbers"]);
}

#[test]
fn a_field_answers_at_points_and_is_drawn() {
    let workdir = Workdir::with_maps();
    let ask = "query field square.geojson --to 9,1 --at 1,1 --at 5,3 --at -4,1";
    let (code, field) = workdir.json(&format!("{ask} --limit 10 --svg field.svg"));
    assert_eq!((code, &field["answers"][0]["distance"]), (0, &json!(8.0)));
    assert_eq!(field["answers"][0]["next"], json!([9.0, 1.0]));
    assert_eq!(field["answers"][1]["status"], json!("start-outside"));
    let message = field["answers"][1]["message"].as_str().unwrap();
    assert!(message.contains("nearest walkable point"), "{message}");
    assert_eq!(field["answers"][2]["status"], json!("budget-exhausted"));
    // Arrows cover the mesh.
    assert!(workdir.text("field.svg").len() > 10_000);
    let (code, none) = workdir.json("query field square.geojson --to 50,50");
    assert_eq!((code, &none["status"]), (1, &json!("goal-outside")));
}

#[test]
fn closed_doors_and_forbidden_areas_apply_to_every_query() {
    let workdir = super::restrictions::rooms();
    let ask = |question: &str| workdir.json(&format!("query {question}")).1;
    let far = "rooms.geojson --from 1,6 --to 9,6";
    assert_eq!(ask(&format!("ray {far}"))["status"], json!("clear"));
    assert_eq!(ask(&format!("ray {far} --close gate"))["point"], json!([5.0, 6.0]));
    assert_eq!(ask(&format!("distances {far}"))["distances"], json!([[8.0]]));
    let around = ask(&format!("distances {far} --close gate"));
    // Down to the end of the wall and up again.
    assert_eq!(around["distances"], json!([[2.0 * 32f64.sqrt()]]));
    let none = ask(&format!("distances {far} --close gate --forbid mud"));
    assert_eq!(none["distances"], json!([[null]]));
    // The wall ends on the border of the mud: the cheaper side of the border counts. Costs are rounded piece by piece.
    let costs = ask(&format!("distances {far} --close gate --cost mud=3"));
    let cost = costs["distances"][0][0].as_f64().unwrap();
    assert!((cost / (2.0 * 32f64.sqrt()) - 1.0).abs() < 1e-12, "{costs}");
    let beyond = "rooms.geojson --from 1,1 --to 9,1 --close gate";
    let plain = ask(&format!("distances {beyond}"))["distances"][0][0].clone();
    let costly = ask(&format!("distances {beyond} --cost mud=3"))["distances"][0][0].clone();
    assert_eq!(plain, json!(8.0));
    // Above the mud, along its border.
    assert_eq!(costly, json!(2.0 * 10f64.sqrt() + 2.0));
}

#[test]
fn the_help_lists_every_query() {
    let help = Workdir::new().run("query --help").out;
    let questions = "nearest ray move wall random visible cells reach distances any field";
    for question in questions.split(' ') {
        assert!(help.contains(&format!("\n  {question} ")), "{question}: {help}");
    }
}

#[test]
fn the_nearest_reachable_point_may_differ_from_the_nearest_point() {
    let workdir = Workdir::with_maps();
    let ask = "query nearest map.map --at 3.5,3.5";
    assert_eq!(workdir.json(ask).1["point"], json!([3.5, 3.5]));
    let (code, near) = workdir.json(&format!("{ask} --from 0.5,0.5"));
    assert_eq!((code, &near["point"]), (0, &json!([3.0, 2.0])), "{near}");
    assert_eq!(workdir.json(&format!("{ask} --from 0.5,0.5 --within 1")).0, 1);
}

#[test]
fn cells_that_meet_a_polygon_are_listed() {
    let (_, all) =
        ask("cells square.geojson --corner -9,-9 --corner 99,-9 --corner 99,99 --corner -9,99");
    let (code, few) = ask("cells square.geojson --corner 9,1 --corner 9.5,1 --corner 9,1.5");
    let count = |answer: &Value| answer["cells"].as_array().unwrap().len();
    assert_eq!((code, count(&few)), (0, 1));
    assert!(count(&all) > 1);
    Workdir::with_maps().assert_fails("query cells square.geojson", &["--corner"]);
    Workdir::with_maps().assert_fails("query cells square.geojson --at 1,1", &["--within"]);
}

#[test]
fn paths_to_many_goals_are_printed_on_request() {
    let (code, some) = ask("distances square.geojson --from 1,4 --to 9,4 --to 50,50 --paths");
    assert_eq!((code, &some["paths"][0][1]), (0, &Value::Null));
    let points = some["paths"][0][0].as_array().unwrap();
    assert_eq!((&points[0], &points[points.len() - 1]), (&json!([1.0, 4.0]), &json!([9.0, 4.0])));
    assert!(some["distances"][0][0].as_f64().unwrap() > 8.0);
}

/// Two rooms that touch only at the point (3, 2), and a pillar in the first.
#[test]
fn tiles_support_some_of_the_queries() {
    let workdir = Workdir::with_maps();
    let ask = |question: &str| workdir.json(&format!("query {question} --backend grid"));
    let (code, some) = ask("distances map.map --from 0.5,0.5 --to 2.5,0.5 --to 4.5,3.5");
    assert_eq!((code, &some["distances"]), (0, &json!([[2.0, null]])));
    let (_, near) = ask("distances map.map --from 0.5,0.5 --to 0.5,1.5 --to 2.5,0.5 --nearest 1");
    assert_eq!(near["nearest"], json!([[{"goal": 0, "distance": 1.0}]]));
    let (_, any) = ask("any map.map --from 0.5,0.5 --line 3,0,3,2 --svg any.svg");
    assert_eq!((&any["goal"], &any["length"]), (&json!(0), &json!(2.0)));
    assert!(workdir.text("any.svg").starts_with("<svg"));
    let (_, field) = ask("field map.map --to 2.5,0.5 --at 0.5,0.5 --at 4.5,3.5 --svg field.svg");
    assert_eq!(
        (&field["answers"][0]["next"], &field["answers"][1]["status"]),
        (&json!([1.5, 0.5]), &json!("unreachable"))
    );
    assert_eq!(ask("ray map.map --from 0.5,0.5 --to 2.5,0.5").1["status"], json!("clear"));
    assert_eq!(ask("ray map.map --from 0.5,1.5 --to 2.5,1.5").1["status"], json!("blocked"));
    workdir.assert_fails(
        "query wall map.map --at 0.5,0.5 --backend grid",
        &["only the queries `ray`"],
    );
    workdir.assert_fails("query field map.map --to 9,9 --backend grid", &["outside the map"]);
    for question in ["field map.map --to 0,1@2", "ray map.map --from 0,1@2 --to 1,1"] {
        workdir.assert_fails(&format!("query {question} --backend grid"), &["no floor 2"]);
    }
    workdir.assert_fails(
        "query ray square.geojson --from 0,1 --to 1,1 --backend grid",
        &["contains outlines"],
    );
    workdir.assert_fails(
        "query ray map.map --from 0,1 --to 1,1 --corners always",
        &["--backend grid"],
    );
    for (question, unused) in [
        ("ray map.map --from 0.5,0.5 --to 1.5,0.5 --neighbors 4", "--neighbors"),
        ("distances map.map --from 0.5,0.5 --to 1.5,0.5 --smooth one-pass", "--smooth"),
        ("any map.map --from 0.5,0.5 --to 1.5,0.5 --shortcut", "--shortcut"),
        ("field map.map --to 0.5,0.5 --corners always --engine a-star", "--engine"),
    ] {
        workdir
            .assert_fails(&format!("query {question} --backend grid"), &[unused, "does not apply"]);
    }
}

#[test]
fn goals_that_are_not_finite_are_errors_and_starts_off_the_mesh_have_empty_rows() {
    let workdir = Workdir::with_maps();
    workdir.assert_fails("query distances square.geojson --from 1,1 --to nan,2", &["not finite"]);
    let ask = "query distances square.geojson --from 50,50 --from 1,1 --to 2,1 --nearest 1";
    let (code, near) = workdir.json(ask);
    assert_eq!((code, &near["nearest"][0]), (0, &json!([])));
    assert_eq!(near["nearest"][1][0]["distance"], json!(1.0));
    workdir.assert_fails("query", &["tautline query --help"]);
}

/// A wall of 2 by 9 in a square of 10 leaves a passage of 1.
const GAP: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10]]]}},
    {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon",
        "coordinates": [[[4, 1], [6, 1], [6, 10], [4, 10]]]}},
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[20, 0], [30, 0], [30, 10], [20, 10]]]}}]}"#;

#[test]
fn the_widest_way_names_its_choke_point() {
    let workdir = Workdir::new();
    workdir.put("gap.geojson", GAP);
    let ask = |ends: &str| workdir.json(&format!("query widest gap.geojson {ends}"));
    let (code, way) = ask("--from 2,5 --to 8,5 --svg widest.svg");
    assert_eq!((code, &way["width"], &way["limit"]), (0, &json!(1.0), &json!("passage")));
    assert_eq!(way["choke"][0][0], way["choke"][1][0]);
    assert_eq!(way["passages"].as_array().unwrap().len(), 2);
    assert!(workdir.text("widest.svg").starts_with("<svg"));
    let (_, near) = ask("--from 2,9.75 --to 8,5");
    assert_eq!((&near["width"], &near["limit"]), (&json!(0.5), &json!("start")));
    assert_eq!(near["choke"], json!([[2.0, 9.75], [2.0, 10.0]]));
    let says = |ends: &str, words: &str| {
        let said = workdir.run(&format!("query widest gap.geojson {ends}")).out;
        assert!(said.starts_with(words), "{said}");
    };
    says("--from 2,5 --to 8,5", "width 1: a radius below 0.5 passes");
    says("--from 0,5 --to 8,5", "width 0: only a radius of 0 passes");
    let (code, apart) = ask("--from 2,5 --to 25,5");
    assert_eq!((code, &apart["status"]), (1, &json!("none")));
    let (code, outside) = ask("--from 2,5 --to 5,5");
    assert_eq!((code, &outside["status"]), (1, &json!("goal-outside")));
}

#[test]
fn info_lists_the_narrowest_passages() {
    let workdir = Workdir::new();
    workdir.put("gap.geojson", GAP);
    let (_, info) = workdir.json("info gap.geojson --passages");
    let passages = info["narrowest_passages"].as_array().unwrap();
    assert_eq!((passages.len(), &passages[0]["width"]), (2, &json!(1.0)));
    assert!(workdir.json("info gap.geojson").1.get("narrowest_passages").is_none());
}

#[test]
fn a_failed_path_of_a_large_agent_names_the_place_that_is_too_narrow() {
    let workdir = Workdir::new();
    workdir.put("gap.geojson", GAP);
    let asked = "path gap.geojson --from 2,5 --to 8,5 --radius 0.75";
    let (code, failed) = workdir.json(&format!("{asked} --svg narrow.svg"));
    assert_eq!((code, &failed["width"]), (1, &json!(1.0)), "{failed}");
    let picture = std::fs::read_to_string(workdir.path("narrow.svg")).unwrap();
    // The gap is the first red line. The map is 10 units wide, on a page of 1000.
    let before = picture.split("stroke=\"#c1272d\"").next().unwrap();
    let line = before.rsplit("d=\"M").next().unwrap().split('"').next().unwrap();
    let at: Vec<f64> = line.split(['L', ' ']).map(|number| number.parse().unwrap()).collect();
    assert!((at[0] - at[2]).hypot(at[1] - at[3]) < 150.0, "the choke point is 1 wide: {line}");
    assert_eq!(failed["choke"].as_array().unwrap().len(), 2);
    let message = failed["message"].as_str().unwrap();
    assert!(message.contains("too narrow by 0.5"), "{message}");
    assert_eq!(workdir.json("path gap.geojson --from 2,5 --to 8,5 --radius 0.45").0, 0);
}
