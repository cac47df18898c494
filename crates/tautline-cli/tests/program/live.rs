//! `tautline live`: scripts of edits and queries.

use serde_json::{Value, json};

use super::Workdir;

const SCRIPT: &str = r#"{"path":{"from":[-4,1],"to":[9,1]}}
{"add":{"id":"c1","kind":"obstacle","ring":[[1,0],[2,0],[2,3],[1,3]]}}
{"path":{"from":[-4,1],"to":[9,1]}}

{"add":{"id":"w1","kind":"wall","line":[[3,4],[3,8]]}}
{"move":{"id":"c1","by":[0,4]}}
{"path":{"from":[-4,1],"to":[9,1]}}
{"undo":2}
{"redo":1}
{"remove":"c1"}
{"path":{"from":[-4,1],"to":[9,1]}}
"#;

/// Runs `live` with `--json`, and returns the exit code, the objects of the lines, and the summary.
fn live(workdir: &Workdir, arguments: &str) -> (i32, Vec<Value>, Value) {
    let ended = workdir.run(&format!("live {arguments} --json"));
    assert_eq!(ended.err, "", "{arguments}");
    let mut objects: Vec<Value> =
        ended.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = objects.pop().unwrap();
    (ended.code, objects, summary)
}

fn workdir(script: &str) -> Workdir {
    let workdir = Workdir::with_maps();
    workdir.put("edits.jsonl", script);
    workdir
}

#[test]
fn a_script_is_answered_line_by_line_with_a_summary() {
    let (code, lines, summary) =
        live(&workdir(SCRIPT), "square.geojson --script edits.jsonl --verify 1");
    assert_eq!((code, &summary["status"]), (0, &json!("ok")), "{summary}");
    assert_eq!(
        lines.iter().map(|line| line["line"].as_u64().unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]
    );
    let lengths: Vec<f64> = lines.iter().filter_map(|line| line["length"].as_f64()).collect();
    assert_eq!((lengths.len(), lengths[0], lengths[2], lengths[3]), (4, 13.0, 13.0, 13.0));
    let around: f64 = [29.0, 1.0, 5.0, 26.0].map(f64::sqrt).iter().sum();
    assert!((lengths[1] - around).abs() < 1e-12);
    assert_eq!(lines[2]["points"][1], json!([1.0, 3.0]));
    assert!(lines.iter().all(|line| line["us"].is_f64() && line["status"].is_string()));
    assert_eq!((&summary["verified"], &summary["mismatches"]), (&json!(10), &json!(0)));
    assert_eq!(summary["commands"]["path"]["count"], 4);
    for key in ["p50_us", "p99_us", "worst_us"] {
        assert!(summary["commands"]["add"][key].is_f64(), "{key}");
    }
}

#[test]
fn the_text_has_a_line_for_each_line_and_the_times() {
    let ended = workdir(SCRIPT).run("live square.geojson --script edits.jsonl");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    for words in
        ["line 1: path complete, length 13", "line 2: add ", "cells new", "median", "worst"]
    {
        assert!(ended.out.contains(words), "{}", ended.out);
    }
}

#[test]
fn features_of_the_map_are_known_by_name_and_tiles_can_change() {
    let script = "{\"move\":{\"id\":\"yard\",\"by\":[1,0]}}\n{\"remove\":\"yard\"}\n";
    let (code, lines, _) = live(&workdir(script), "square.geojson --script edits.jsonl");
    assert_eq!((code, &lines[1]["status"]), (0, &json!("refused")));
    let script = "{\"add\":{\"kind\":\"obstacle\",\"ring\":[[0,0],[1,0],[1,1]]}}\n";
    let (code, lines, summary) = live(&workdir(script), "map.map --script edits.jsonl --verify 1");
    assert_eq!((code, lines.len(), &summary["mismatches"]), (0, 1, &json!(0)));
}

#[test]
fn a_building_is_edited_floor_by_floor() {
    let workdir = Workdir::new();
    workdir.put("building.geojson", include_str!("../../../../examples/data/building.geojson"));
    workdir.put(
        "edits.jsonl",
        r#"{"path":{"from":[10,10,0],"to":[20,10,1]}}
{"add":{"id":"crate","kind":"obstacle","layer":1,"ring":[[22,8],[24,8],[24,12],[22,12]]}}
{"add":{"kind":"wall","line":[[22,2],[22,4]]}}
{"path":{"from":[21,10,1],"to":[25,10,1]}}
{"path":{"from":[21,10,0],"to":[25,10,0]}}
{"move":{"id":"crate","by":[1,0]}}
{"add":{"kind":"obstacle","layer":10,"ring":[[12,7],[13,7],[13,13],[12,13]]}}
{"add":{"kind":"obstacle","layer":1,"ring":[[-99,-99],[99,-99],[99,99],[-99,99]]}}
"#,
    );
    let (code, lines, summary) = live(&workdir, "building.geojson --script edits.jsonl --verify 1");
    assert_eq!((code, &summary["mismatches"]), (0, &json!(0)), "{summary}");
    let status: Vec<&str> = lines.iter().filter_map(|line| line["status"].as_str()).collect();
    assert_eq!(status[..2], ["complete", "patched"], "{lines:?}");
    assert_eq!(lines[0]["floors"], json!([0, 1]));
    assert!(lines[3]["length"].as_f64() > Some(4.0) && lines[4]["length"] == json!(4.0));
    assert_eq!(status[5], "patched");
    let message = lines[7]["message"].as_str().unwrap();
    assert!(status[7] == "refused" && message.contains("floor 1"), "{message}");
    workdir.put("edits.jsonl", "{\"path\":{\"from\":[1,1,-1],\"to\":[2,2]}}\n");
    let ended = workdir.run("live building.geojson --script edits.jsonl");
    assert!(
        ended.code == 2 && ended.err.contains("with a floor as in [1.5, -2, 1]"),
        "{}",
        ended.err
    );
}

#[test]
fn doors_close_and_open() {
    let script = r#"{"add":{"kind":"wall","line":[[0,0],[0,3]]}}
{"add":{"id":"d","kind":"door","line":[[0,3],[0,8]],"name":"gate"}}
{"close":"gate"}
{"path":{"from":[-4,1],"to":[3,1]}}
{"open":"gate"}
{"path":{"from":[-4,1],"to":[3,1]}}
"#;
    let (code, lines, _) = live(&workdir(script), "square.geojson --script edits.jsonl --verify 1");
    assert_eq!(code, 0);
    assert_eq!([&lines[3]["status"], &lines[5]["status"]], ["closed-off", "complete"]);
}

#[test]
fn errors_name_file_line_and_column() {
    // Whether a line parses or fails when it runs: the answers before it are printed first.
    let first = "{\"undo\":1}\n";
    for (line, column, words) in [
        ("{\"ad\":{}}", 2, &["unknown command `ad`", "did you mean `add`?"][..]),
        ("{\"add\":{\"knid\":\"wall\"}}", 9, &["unknown key `knid`", "did you mean `kind`?"]),
        ("{\"path\":{\"from\":[1],\"to\":[2,2]}}", 19, &["expected a point as in [1.5, -2]"]),
        ("{\"undo\":-1}", 10, &["invalid value"]),
        ("{\"remove\":\"c2\"}", 11, &["there is no outline \"c2\""]),
        (
            "{\"add\":{\"kind\":\"hut\",\"ring\":[[1,1],[2,1],[2,2]]}}",
            16,
            &["the kind \"hut\" is unknown"],
        ),
        ("{\"add\":{\"id\":\"x\",\"kind\":\"wall\"}}", 2, &["either `ring` or `line`"]),
        ("{\"add\":{\"id\":\"yard\",\"ring\":[[1,1],[2,1],[2,2]]}}", 14, &["choose another id"]),
        (
            "{\"add\":{\"kind\":\"wall\",\"line\":[[0,0],[1,1]],\"holes\":[[[1,1],[2,1],[2,2]]]}}",
            44,
            &["no `holes`"],
        ),
        ("{\"close\":\"gate\"}", 10, &["gate"]),
        ("nonsense", 1, &["expected"]),
    ] {
        let workdir = workdir(&format!("{first}{line}\n"));
        let mut all = vec!["edits.jsonl: line 2, column "];
        all.extend(words);
        let arguments = "live square.geojson --script edits.jsonl";
        let text = workdir.run(arguments);
        assert_eq!(text.code, 2, "{line}: {}", text.err);
        let (code, lines, value) = live(&workdir, "square.geojson --script edits.jsonl");
        let message = value["message"].as_str().unwrap();
        for word in all {
            assert!(message.contains(word), "{line}: {message:?} does not contain {word:?}");
        }
        assert_eq!((code, text.err.contains(message)), (2, true), "{line}: {}", text.err);
        assert_eq!(lines.len(), text.out.lines().filter(|line| line.starts_with("line ")).count());
        assert!(lines.iter().all(|line| line["line"] == 1), "{line}");
        assert_eq!(
            (&value["line"], &value["column"]),
            (&json!(2), &json!(column)),
            "{line}: {value}"
        );
    }
}

#[test]
fn maps_without_outlines_and_missing_scripts_are_refused() {
    let workdir = workdir("");
    workdir.assert_fails("live two.mesh --script edits.jsonl", &["two.mesh", "outlines"]);
    workdir.assert_fails("live square.geojson --script none.jsonl", &["none.jsonl"]);
    workdir.assert_fails("live square.geojson", &["--script"]);
    workdir.assert_fails("live square.geojson --script edits.jsonl --verify 0", &["--verify"]);
    workdir.assert_fails("live square.geojson --script e.png --png e.png", &["e.png"]);
    let (code, lines, summary) = live(&workdir, "square.geojson --script edits.jsonl");
    assert_eq!((code, lines.len(), &summary["lines"]), (0, 0, &json!(0)));
}

#[test]
fn the_map_is_drawn_with_new_cells_and_the_last_path() {
    let workdir = workdir(SCRIPT);
    let (code, _, summary) =
        live(&workdir, "square.geojson --script edits.jsonl --svg after.svg --png after.png");
    assert_eq!((code, summary["pictures"].as_array().unwrap().len()), (0, 2));
    assert!(
        workdir.text("after.svg").contains("<svg")
            && workdir.bytes("after.png").starts_with(b"\x89PNG")
    );
}

#[test]
fn an_error_keeps_the_answers_and_differences_before_it() {
    let script = format!("\u{feff}{SCRIPT}{{\"close\":\"gate\"}}\n{{\"undo\":1}}\n");
    let workdir = workdir(&script);
    let arguments = "live square.geojson --script edits.jsonl --verify 4";
    let (code, lines, last) = live(&workdir, &arguments["live ".len()..]);
    assert_eq!((code, lines.len(), &last["status"]), (2, 10, &json!("unusable-input")), "{last}");
    assert_eq!([&last["lines"], &last["verified"], &last["mismatches"]], [10, 3, 0]);
    let text = workdir.run(arguments);
    assert!(
        text.out.contains("line 11: path complete") && text.out.contains("verified"),
        "{}",
        text.out
    );
    assert!(text.err.contains("edits.jsonl: line 12, column 10: "), "{}", text.err);
}

#[test]
fn an_id_is_free_again_once_its_outline_is_gone() {
    let add = r#"{"add":{"id":"c1","kind":"obstacle","ring":[[1,0],[2,0],[2,3],[1,3]]}}"#;
    let end = r#"{"remove":"c1"}"#;
    let script = [add, end, add, r#"{"undo":3}"#, add, end, ""].join("\n");
    let (code, lines, _) =
        live(&workdir(&script), "square.geojson --script edits.jsonl --verify 1");
    assert_eq!((code, lines.len()), (0, 6));
    let (code, lines, last) =
        live(&workdir(&format!("{script}{end}\n")), "square.geojson --script edits.jsonl");
    assert_eq!((code, lines.len(), &last["line"], &last["column"]), (2, 6, &json!(7), &json!(11)));
    let message = last["message"].as_str().unwrap();
    assert!(message.contains("\"c1\" does not stand: it was removed or undone"), "{message}");
}

#[test]
fn the_end_is_verified_and_costly_ground_is_compared_by_its_bounds() {
    let script = r#"{"add":{"id":"mud","kind":"area","ring":[[-1,0],[2,0],[2,6],[-1,6]],"name":"mud","cost":3}}
{"path":{"from":[-4,1],"to":[9,1]}}
{"move":{"id":"mud","by":[0.5,1]}}
"#;
    let (code, _, summary) =
        live(&workdir(script), "square.geojson --script edits.jsonl --verify 2");
    assert_eq!((code, &summary["verified"], &summary["mismatches"]), (0, &json!(2), &json!(0)));
}
