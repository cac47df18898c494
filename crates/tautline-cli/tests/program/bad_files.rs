//! Unusable files: one message each, with the position of the error.

use serde_json::{Value, json};

use super::{MAP, TWO_CELLS, Workdir};

/// Runs every command on `file`, and asserts that each fails with the same words.
fn assert_all_commands_fail(workdir: &Workdir, file: &str, words: &[&str]) -> Value {
    workdir.put("queries.scen", "0 a 2 1 0 0 0 0 0\n");
    let calls = [
        format!("info {file}"),
        format!("check {file}"),
        format!("build {file} -o out.nav"),
        format!("path {file} --from 0,0 --to 1,1"),
        format!("draw {file} -o out.svg"),
        format!("scen {file} queries.scen"),
    ];
    let failures = calls.map(|call| workdir.assert_fails(&call, words));
    assert!(!workdir.path("out.nav").exists() && !workdir.path("out.svg").exists());
    assert_eq!(failures[0]["file"], file);
    assert_eq!(failures[0]["status"], "unusable-input");
    failures[0].clone()
}

fn place(failure: &Value) -> Value {
    json!([failure["line"], failure["column"]])
}

#[test]
fn missing_files_folders_and_empty_files_are_errors() {
    let workdir = Workdir::new();
    std::fs::create_dir(workdir.path("folder.map")).unwrap();
    assert_all_commands_fail(&workdir, "missing.nav", &["missing.nav", "cannot read"]);
    assert_all_commands_fail(&workdir, "folder.map", &["folder.map", "cannot read"]);
    for file in ["e.geojson", "e.json", "e.map", "e.mesh", "e.nav", "e", "e.txt"] {
        workdir.put(file, "");
        assert_all_commands_fail(&workdir, file, &[file]);
    }
}

#[test]
#[cfg(unix)]
fn endless_and_huge_files_are_errors() {
    let workdir = Workdir::new();
    assert_all_commands_fail(&workdir, "/dev/zero", &["unknown map format"]);
    let long = std::fs::File::create(workdir.path("long.map")).unwrap();
    long.set_len((1 << 31) + 1).unwrap(); // a sparse file
    assert_all_commands_fail(&workdir, "long.map", &["limit of 2 GiB"]);
}

#[test]
fn errors_in_text_name_line_and_column() {
    let workdir = Workdir::new();
    workdir.put("short.map", MAP.replace("@@@..\n", "@@@.\n"));
    assert_eq!(
        place(&assert_all_commands_fail(&workdir, "short.map", &["line 7, column 5"])),
        json!([7, 5])
    );
    workdir.put("odd.mesh", TWO_CELLS.replace("0 1 3 0", "0 one 3 0"));
    assert_eq!(place(&assert_all_commands_fail(&workdir, "odd.mesh", &["\"one\""])), json!([6, 3]));
    workdir.put("cut.geojson", "{\"type\":\n  oops}");
    let failure = assert_all_commands_fail(&workdir, "cut.geojson", &["not JSON"]);
    assert_eq!(failure["line"], 2);
    workdir.put("latin.map", b"type octile\nheight 1\nwidth \xe4\nmap\n.\n");
    assert_eq!(assert_all_commands_fail(&workdir, "latin.map", &["UTF-8"])["line"], 3);
    let shown = workdir.run("info odd.mesh").err;
    assert!(shown.contains("0 one 3 0"), "the line is shown: {shown}");
    assert!(shown.contains("odd.mesh:6:3"), "the place is shown: {shown}");
}

#[test]
fn only_the_part_of_a_long_line_around_the_error_is_shown() {
    let workdir = Workdir::new();
    workdir.put("long.json", format!("[{}, oops]", "0, ".repeat(100_000)));
    let shown = workdir.run("info long.json").err;
    assert!(shown.len() < 1000, "{} bytes", shown.len());
}

#[test]
fn errors_in_outlines_name_feature_ring_and_vertex() {
    let feature = |name: &str, coordinates: &str| {
        format!(
            r#"{{"type": "FeatureCollection", "features": [
            {{"type": "Feature", "properties": {{}}, "geometry": null}},
            {{"type": "Feature", "properties": {{"name": "{name}"}}, "geometry":
            {{"type": "Polygon", "coordinates": {coordinates}}}}}]}}"#
        )
    };
    let workdir = Workdir::new();
    workdir.put("two.geojson", feature("line", "[[[0, 0], [1, 1]]]"));
    assert_all_commands_fail(&workdir, "two.geojson", &["the walkable area is empty"]);
    workdir.put("nan.geojson", feature("x", "[[[0, 0], [NaN, 1], [1, 0]]]"));
    assert_all_commands_fail(&workdir, "nan.geojson", &["not JSON"]);
    workdir.put("far.geojson", feature("far", "[[[0, 0], [1e300, 1], [1, 0]]]"));
    assert_all_commands_fail(
        &workdir,
        "far.geojson",
        &["feature 1 \"far\", ring 0, vertex 1", "2^200"],
    );
    workdir.put("flat.geojson", feature("flat", "[[[0, 0], [1, 1], [2, 2], [0, 0]]]"));
    assert_all_commands_fail(&workdir, "flat.geojson", &["the walkable area is empty"]);
    workdir.put("none.geojson", r#"{"type": "FeatureCollection", "features": []}"#);
    assert_all_commands_fail(&workdir, "none.geojson", &["the walkable area is empty"]);
    workdir.put("walls.map", "type octile\nheight 1\nwidth 2\nmap\n@@\n");
    assert_all_commands_fail(&workdir, "walls.map", &["no tile is free"]);
}

#[test]
fn truncated_and_damaged_nav_files_are_errors() {
    let workdir = Workdir::with_maps();
    assert_eq!(workdir.run("build two.mesh -o good.nav").code, 0);
    let good = workdir.bytes("good.nav");
    for length in [0, 1, 7, 8, 31, 35, good.len() / 2, good.len() - 1] {
        workdir.put("bad.nav", &good[..length]);
        workdir.assert_fails("info bad.nav", &["bad.nav"]);
    }
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        workdir.put("bad.nav", bytes);
        assert_eq!(workdir.run("info bad.nav").code, 2, "byte {at}");
    }
    workdir.put("long.nav", [good.as_slice(), &[0]].concat());
    assert_all_commands_fail(&workdir, "long.nav", &["truncated or damaged"]);
}

#[test]
fn an_unknown_format_is_an_error() {
    let workdir = Workdir::new();
    workdir.put("rows.txt", ".x.\n...\n");
    assert_eq!(workdir.json("info rows.txt").1["free_tiles"], 5);
    workdir.put("notes.txt", "buy bread");
    assert_all_commands_fail(&workdir, "notes.txt", &["unknown map format"]);
}

#[test]
fn outputs_in_missing_folders_are_errors() {
    let workdir = Workdir::with_maps();
    let before = workdir.names();
    let failure =
        workdir.assert_fails("build two.mesh -o no/out.nav", &["no/out.nav", "cannot write"]);
    assert_eq!(failure["status"], "unwritable-output");
    workdir.assert_fails("draw two.mesh -o no/out.png", &["no/out.png"]);
    workdir.assert_fails("path two.mesh --from 0,0 --to 1,1 --svg no/out.svg", &["no/out.svg"]);
    std::fs::create_dir(workdir.path("folder.nav")).unwrap();
    workdir.assert_fails("build two.mesh -o folder.nav", &["folder.nav"]);
    std::fs::remove_dir(workdir.path("folder.nav")).unwrap();
    assert_eq!(workdir.names(), before, "no partial file is left");
}
