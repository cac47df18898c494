//! Paths over areas of different costs: the gap, the sections, the check of the bound.

use serde_json::{Value, json};

use super::Workdir;

/// A field with an obstacle in mud of cost 3, and a road of cost 0.5 above.
const FIELD: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon",
        "coordinates": [[[0, 0], [100, 0], [100, 60], [0, 60]]]}},
    {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon",
        "coordinates": [[[44, 22], [52, 20], [56, 34], [46, 38]]]}},
    {"type": "Feature", "properties": {"kind": "area", "name": "mud", "cost": 3}, "geometry": {"type": "Polygon",
        "coordinates": [[[22, 8], [38, 4], [64, 10], [70, 26], [60, 44], [36, 46], [24, 30]]]}},
    {"type": "Feature", "properties": {"kind": "area", "name": "road", "cost": 0.5}, "geometry": {"type": "Polygon",
        "coordinates": [[[4, 44], [8, 44], [30, 54], [70, 54], [92, 40], [96, 42], [71, 58], [29, 58]]]}}]}"#;

const ASK: &str = "path field.geojson --from 10,30 --to 90,30";

fn field() -> Workdir {
    let workdir = Workdir::new();
    workdir.put("field.geojson", FIELD);
    workdir
}

fn number(answer: &Value, member: &str) -> f64 {
    answer[member].as_f64().unwrap()
}

#[test]
fn the_stated_gap_is_at_most_the_asked_one() {
    let workdir = field();
    for (option, most) in [("", 0.01), ("--gap 0.001", 0.001), ("--gap 1", 1.0)] {
        let (code, path) = workdir.json(&format!("{ASK} {option}"));
        let [cost, bound, gap] = ["cost", "lower_bound", "gap"].map(|name| number(&path, name));
        assert!(code == 0 && gap <= most * (1.0 + 1e-9), "{option}: {path}");
        assert!(bound <= cost && cost * (1.0 - gap) <= bound * (1.0 + 1e-9), "{path}");
    }
    let loose = workdir.json(&format!("{ASK} --gap 1")).1;
    assert!(loose["guarantee"] == "bounded" && number(&loose, "gap") > 0.01, "{loose}");
    let text = workdir.run(ASK).out;
    assert!(text.contains(", cost ") && text.contains(", gap ") && text.contains(" %"), "{text}");
}

#[test]
fn a_gap_is_a_share_and_only_the_default_search_on_a_mesh_proves_it() {
    let workdir = field();
    for gap in ["-0.1", "1.5", "NaN", "one"] {
        workdir.assert_fails(&format!("{ASK} --gap {gap}"), &["--gap", "0 to 1"]);
    }
    workdir.assert_fails(&format!("{ASK} --gap 0.1 --search corridor"), &["--gap", "--search"]);
    workdir.put("rows.txt", "..\n");
    let tiles = "path rows.txt --from 0.5,0.5 --to 1.5,0.5 --backend grid --gap 0.1";
    workdir.assert_fails(tiles, &["--gap", "grid"]);
}

#[test]
fn the_sections_of_a_path_sum_up_to_its_length_and_cost() {
    let workdir = field();
    let (_, path) = workdir.json(ASK);
    let sections = path["sections"].as_array().unwrap();
    let names: Vec<&Value> = sections.iter().map(|section| &section["area"]).collect();
    assert_eq!(names, [&Value::Null, &json!("road"), &Value::Null]);
    for (member, index) in [("length", 1.0), ("cost", 0.5)] {
        let sum: f64 = sections.iter().map(|section| number(section, member)).sum();
        assert!((sum - number(&path, member)).abs() < 1e-9, "{member}: {path}");
        let share = number(&sections[1], member) / number(&sections[1], "length");
        assert!((share - index).abs() < 1e-12, "{path}");
    }
    let text = workdir.run(ASK).out;
    assert!(text.contains("in \"road\": length ") && text.contains(" at 0.5 a unit"), "{text}");
    // The costs of a filter count, not those of the map.
    let (_, path) = workdir.json(&format!("{ASK} --cost road=0.25 --forbid mud"));
    assert_eq!(path["sections"][1]["unit_cost"], json!(0.25));
    // A map without areas has no sections.
    workdir.put("rows.txt", "..\n");
    let plain = workdir.json("path rows.txt --from 0.5,0.5 --to 1.5,0.5").1;
    assert_eq!((&plain["sections"], &plain["gap"]), (&Value::Null, &json!(0.0)));
}

#[test]
fn costs_and_bounds_are_verified() {
    let workdir = field();
    for options in ["", "--gap 1", "--gap 0", "--search corridor", "--cost mud=64 --cost road=4"] {
        let (code, path) = workdir.json(&format!("{ASK} --verify {options}"));
        assert_eq!((code, &path["verified"]), (0, &json!(true)), "{options}: {path}");
    }
}

#[test]
fn a_spent_budget_reports_the_best_path_so_far() {
    let workdir = field();
    let (code, stopped) = workdir.json(&format!("{ASK} --max-expanded 100"));
    assert_eq!((code, &stopped["status"]), (1, &json!("budget-exhausted")), "{stopped}");
    let best = number(&workdir.json(ASK).1, "cost");
    assert!(number(&stopped, "cost") >= 0.99 * best, "{stopped}");
    assert!(number(&stopped, "lower_bound") <= best, "{stopped}");
    assert!(stopped["message"].as_str().unwrap().contains("the best path so far costs"));
    let (_, early) = workdir.json(&format!("{ASK} --max-expanded 1"));
    assert!(early["message"].as_str().unwrap().contains("the partial path ends"), "{early}");
}

#[test]
fn the_trace_of_a_search_without_events_says_so() {
    let text = field().run(&format!("{ASK} --trace search.svg")).out;
    assert!(text.contains("the search where costs differ reports no nodes"), "{text}");
}
