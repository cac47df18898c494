//! Files that cannot be used: one message each, that says where.

use serde_json::{Value, json};

use super::{MAP, Room, TWO_CELLS};

/// Asks every command about `file` and expects each to refuse it in the same words.
fn refused_by_all(room: &Room, file: &str, words: &[&str]) -> Value {
    room.put("queries.scen", "0 a 2 1 0 0 0 0 0\n");
    let calls = [
        format!("info {file}"),
        format!("check {file}"),
        format!("build {file} -o out.nav"),
        format!("path {file} --from 0,0 --to 1,1"),
        format!("draw {file} -o out.svg"),
        format!("scen {file} queries.scen"),
    ];
    let failures = calls.map(|call| room.refused(&call, words));
    assert!(!room.path("out.nav").exists() && !room.path("out.svg").exists());
    assert_eq!(failures[0]["file"], file);
    assert_eq!(failures[0]["status"], "unusable-input");
    failures[0].clone()
}

fn place(failure: &Value) -> Value {
    json!([failure["line"], failure["column"]])
}

#[test]
fn missing_files_folders_and_empty_files_are_refused() {
    let room = Room::new();
    std::fs::create_dir(room.path("folder.map")).unwrap();
    refused_by_all(&room, "missing.nav", &["missing.nav", "cannot be read"]);
    refused_by_all(&room, "folder.map", &["folder.map", "cannot be read"]);
    for file in ["e.geojson", "e.json", "e.map", "e.mesh", "e.nav", "e", "e.txt"] {
        room.put(file, "");
        refused_by_all(&room, file, &[file]);
    }
}

#[test]
#[cfg(unix)]
fn files_without_an_end_are_refused() {
    let room = Room::new();
    refused_by_all(&room, "/dev/zero", &["neither its name nor its content"]);
    let long = std::fs::File::create(room.path("long.map")).unwrap();
    long.set_len((1 << 31) + 1).unwrap(); // a file of nothing takes no room
    refused_by_all(&room, "long.map", &["longer than 2 GiB"]);
}

#[test]
fn texts_are_refused_by_line_and_column() {
    let room = Room::new();
    room.put("short.map", MAP.replace("@@@..\n", "@@@.\n"));
    assert_eq!(place(&refused_by_all(&room, "short.map", &["line 7, column 5"])), json!([7, 5]));
    room.put("odd.mesh", TWO_CELLS.replace("0 1 3 0", "0 one 3 0"));
    assert_eq!(place(&refused_by_all(&room, "odd.mesh", &["\"one\""])), json!([6, 3]));
    room.put("cut.geojson", "{\"type\":\n  oops}");
    let failure = refused_by_all(&room, "cut.geojson", &["not JSON"]);
    assert_eq!(failure["line"], 2);
    room.put("latin.map", b"type octile\nheight 1\nwidth \xe4\nmap\n.\n");
    assert_eq!(refused_by_all(&room, "latin.map", &["UTF-8"])["line"], 3);
    let shown = room.run("info odd.mesh").err;
    assert!(shown.contains("0 one 3 0"), "the line is shown: {shown}");
    assert!(shown.contains("odd.mesh:6:3"), "the place is shown: {shown}");
}

#[test]
fn a_long_line_is_shown_only_around_the_place() {
    let room = Room::new();
    room.put("long.json", format!("[{}, oops]", "0, ".repeat(100_000)));
    let shown = room.run("info long.json").err;
    assert!(shown.len() < 1000, "{} bytes", shown.len());
}

#[test]
fn outlines_are_refused_by_feature_ring_and_vertex() {
    let feature = |name: &str, coordinates: &str| {
        format!(
            r#"{{"type": "FeatureCollection", "features": [
            {{"type": "Feature", "properties": {{}}, "geometry": null}},
            {{"type": "Feature", "properties": {{"name": "{name}"}}, "geometry":
            {{"type": "Polygon", "coordinates": {coordinates}}}}}]}}"#
        )
    };
    let room = Room::new();
    room.put("two.geojson", feature("line", "[[[0, 0], [1, 1]]]"));
    refused_by_all(&room, "two.geojson", &["feature 1 \"line\", ring 0", "at least 3"]);
    room.put("nan.geojson", feature("x", "[[[0, 0], [NaN, 1], [1, 0]]]"));
    refused_by_all(&room, "nan.geojson", &["not JSON"]);
    room.put("far.geojson", feature("far", "[[[0, 0], [1e300, 1], [1, 0]]]"));
    refused_by_all(&room, "far.geojson", &["feature 1 \"far\", ring 0, vertex 1", "2^200"]);
    room.put("flat.geojson", feature("flat", "[[[0, 0], [1, 1], [2, 2], [0, 0]]]"));
    refused_by_all(&room, "flat.geojson", &["no walkable ground"]);
    room.put("none.geojson", r#"{"type": "FeatureCollection", "features": []}"#);
    refused_by_all(&room, "none.geojson", &["no walkable ground"]);
    room.put("walls.map", "type octile\nheight 1\nwidth 2\nmap\n@@\n");
    refused_by_all(&room, "walls.map", &["no walkable ground"]);
}

#[test]
fn every_cut_and_every_flipped_byte_of_a_nav_file_is_refused() {
    let room = Room::furnished();
    assert_eq!(room.run("build two.mesh -o good.nav").code, 0);
    let good = room.bytes("good.nav");
    for length in [0, 1, 7, 8, 31, 35, good.len() / 2, good.len() - 1] {
        room.put("bad.nav", &good[..length]);
        room.refused("info bad.nav", &["bad.nav"]);
    }
    for at in (0..good.len()).step_by(7) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        room.put("bad.nav", bytes);
        assert_eq!(room.run("info bad.nav").code, 2, "byte {at}");
    }
    room.put("long.nav", [good.as_slice(), &[0]].concat());
    refused_by_all(&room, "long.nav", &["truncated or damaged"]);
}

#[test]
fn a_file_that_is_nothing_known_is_refused() {
    let room = Room::new();
    room.put("notes.txt", "buy bread");
    refused_by_all(&room, "notes.txt", &["neither its name nor its content"]);
}

#[test]
fn folders_that_do_not_exist_cannot_be_written_to() {
    let room = Room::furnished();
    let before = room.names();
    let failure =
        room.refused("build two.mesh -o no/out.nav", &["no/out.nav", "cannot be written"]);
    assert_eq!(failure["status"], "unwritable-output");
    room.refused("draw two.mesh -o no/out.png", &["no/out.png"]);
    room.refused("path two.mesh --from 0,0 --to 1,1 --svg no/out.svg", &["no/out.svg"]);
    std::fs::create_dir(room.path("folder.nav")).unwrap();
    room.refused("build two.mesh -o folder.nav", &["folder.nav"]);
    std::fs::remove_dir(room.path("folder.nav")).unwrap();
    assert_eq!(room.names(), before, "nothing half-written is left");
}
