//! `tautline build`, `info` and `check`, on every format.

use serde_json::json;
use tautline::io::write_nav;
use tautline::{BuildOptions, Link, Outline, Outlines, build_outlines};

use super::{SQUARE, TWO_CELLS, Workdir};

#[test]
fn info_reports_positions_cells_and_area_of_every_format() {
    let workdir = Workdir::with_maps();
    let (code, info) = workdir.json("info square.geojson");
    assert_eq!(code, 0);
    // 15 x 8 less a triangle of base 2 and height 5.
    assert_eq!((&info["area"], &info["vertices"]), (&json!(115.0), &json!(7)));
    assert_eq!(info["bounds"], json!([-5.0, 0.0, 10.0, 8.0]));
    // A hole joins the rings, so triangles = vertices, and merging leaves fewer cells.
    assert_eq!((&info["triangles"], &info["components"]), (&json!(7), &json!(1)));
    let repairs = info["repairs"].as_array().unwrap();
    assert_eq!(repairs.len(), 2, "{repairs:?}");
    assert!(repairs[0].as_str().unwrap().contains("feature 0 \"yard\""));
    assert!(repairs[1].as_str().unwrap().contains("geometry is null"));

    let (_, info) = workdir.json("info map.map");
    // 5 + 4 free tiles; the rooms touch at a pinch, which is one position.
    assert_eq!((&info["area"], &info["components"]), (&json!(9.0), &json!(2)));
    assert_eq!((&info["free_tiles"], &info["vertices"]), (&json!(9), &json!(11)));

    let (_, info) = workdir.json("info two.mesh");
    assert_eq!((&info["vertices"], &info["cells"]), (&json!(4), &json!(2)));
    assert_eq!((&info["area"], &info["triangles"]), (&json!(1.0), &json!(2)));
    let text = workdir.run("info two.mesh").out;
    assert!(text.contains("vertices       4\n"), "{text}");
}

/// Two rooms, and a ledge between them, in lanes 1 apart from y = 1 to y = 9.
const LEDGE: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": null, "geometry":
        {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10]]]}},
    {"type": "Feature", "properties": null, "geometry":
        {"type": "Polygon", "coordinates": [[[12, 0], [22, 0], [22, 10], [12, 10]]]}},
    {"type": "Feature", "properties": {"kind": "link", "name": "ledge", "lanes": 9, "one_way": true}, "geometry":
        {"type": "MultiLineString", "coordinates": [[[10, 1], [12, 1]], [[10, 9], [12, 9]]]}}]}"#;

#[test]
fn a_moved_link_is_named_by_its_feature() {
    let workdir = Workdir::with_maps();
    let ladder = r#""features": [{"type": "Feature", "properties": {"kind": "link", "name": "ladder"},
        "geometry": {"type": "LineString", "coordinates": [[0, 1], [0, 7.75]]}},"#;
    workdir.put("ladder.geojson", SQUARE.replace(r#""features": ["#, ladder));
    let built = workdir.json("build ladder.geojson -o ladder.nav --radius 0.5").1;
    let expected =
        r#"feature 0 "ladder" (counted from 0): its end was moved onto the mesh by 0.25"#;
    let repairs = built["repairs"].as_array().unwrap();
    assert!(
        repairs.iter().any(|repair| repair.as_str().unwrap().starts_with(expected)),
        "{repairs:?}"
    );
    assert_eq!(repairs.len(), 3, "with the repairs of the square: {repairs:?}");
}

#[test]
fn a_wide_link_is_one_link_and_paths_name_its_lane() {
    let workdir = Workdir::new();
    workdir.put("ledge.geojson", LEDGE);
    let (_, built) = workdir.json("build ledge.geojson -o ledge.nav");
    assert_eq!(
        (built["links"].as_array().unwrap().len(), &built["links"][0]["lanes"]),
        (1, &json!(9))
    );
    let text = workdir.run("info ledge.nav").out;
    assert!(text.contains("\"ledge\": (10, 1) to (12, 1), 9 lanes, one-way, cost 2\n"), "{text}");
    let (_, path) = workdir.json("path ledge.nav --from 9,4 --to 13,4 --verify");
    let used = json!([{"link": 0, "lane": 3, "name": "ledge", "leg": 1, "cost": 2.0}]);
    assert_eq!((&path["links"], &path["cost"]), (&used, &json!(4.0)));
    let text = workdir.run("path ledge.nav --from 9,4 --to 13,4").out;
    assert!(text.contains("then link \"ledge\", lane 3"), "{text}");
    assert_eq!(workdir.run("draw ledge.nav -o ledge.svg").code, 0);
    let picture = String::from_utf8(workdir.bytes("ledge.svg")).unwrap();
    assert!(picture.matches("<circle").count() >= 18, "both ends of nine lanes");
    workdir.put("off.geojson", LEDGE.replace("[12, 9]", "[12, 99]"));
    let refused = workdir.run("build off.geojson -o off.nav").err;
    assert!(
        refused.contains("feature 2 \"ledge\", lane 1, vertex 1 (counted from 0)"),
        "{refused}"
    );
}

/// A room with mud across it, and an unnamed road over the mud.
const AREAS: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": null, "geometry":
        {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10]]]}},
    {"type": "Feature", "properties": {"kind": "area", "name": "mud", "cost": 10}, "geometry":
        {"type": "Polygon", "coordinates": [[[4, -1], [6, -1], [6, 8], [4, 8]]]}},
    {"type": "Feature", "properties": {"kind": "area"}, "geometry":
        {"type": "Polygon", "coordinates": [[[3, 5], [7, 5], [7, 6], [3, 6]]]}}]}"#;

#[test]
fn areas_are_listed_stored_costed_and_drawn() {
    let workdir = Workdir::new();
    workdir.put("mud.geojson", AREAS);
    let expected = json!([
        {"name": "mud", "cost": 10.0, "area": 14.0}, {"name": "", "cost": 1.0, "area": 4.0}
    ]);
    assert_eq!(workdir.json("info mud.geojson").1["areas"], expected);
    assert_eq!(workdir.json("build mud.geojson -o mud.nav").1["areas"], expected);
    assert_eq!(workdir.json("info mud.nav").1["areas"], expected);
    assert!(workdir.run("info mud.nav").out.contains("  \"mud\": cost 10, area 14\n"));
    let (code, path) = workdir.json("path mud.nav --from 1,2 --to 9,2");
    assert_eq!((code, &path["cost"]), (0, &path["length"]), "over the road, past the mud");
    assert!(path["length"].as_f64().unwrap() < 12.0);
    let wet = workdir.json("path mud.nav --from 5,1 --to 5,2").1;
    assert_eq!((&wet["length"], &wet["cost"]), (&json!(1.0), &json!(10.0)));
    workdir.run("draw mud.nav -o mud.svg");
    assert!(String::from_utf8(workdir.bytes("mud.svg")).unwrap().contains("#efe0c8"));
    workdir.put("bad.geojson", AREAS.replace("\"cost\": 10", "\"cost\": -1"));
    let failed = workdir.run("info bad.geojson");
    assert_eq!(failed.code, 2);
    assert!(failed.err.contains("feature 1 \"mud\", ring 0, vertex 0"), "{}", failed.err);
}

#[test]
fn a_build_reports_the_same_as_info_and_is_deterministic() {
    let workdir = Workdir::with_maps();
    for input in ["square.geojson", "map.map", "two.mesh"] {
        let (code, built) = workdir.json(&format!("build {input} -o a.nav"));
        assert_eq!(code, 0);
        workdir.json(&format!("build {input} -o b.nav"));
        assert_eq!(workdir.bytes("a.nav"), workdir.bytes("b.nav"), "{input}");
        let (_, info) = workdir.json("info a.nav");
        for key in ["vertices", "cells", "triangles", "components", "area", "bounds"] {
            assert_eq!(built[key], info[key], "{input}: {key}");
        }
        assert_eq!(
            workdir.json("check a.nav"),
            (
                0,
                json!({
                    "status": "valid", "file": "a.nav", "defects": [], "repairs": [], "near_misses": [],
                })
            )
        );
        workdir.json("build a.nav -o c.nav");
        assert_eq!(
            workdir.bytes("a.nav"),
            workdir.bytes("c.nav"),
            "{input}: read and written again"
        );
    }
}

#[test]
fn meshes_survive_a_round_trip_through_the_text_format() {
    let workdir = Workdir::with_maps();
    workdir.json("build two.mesh -o again.mesh");
    assert_eq!(workdir.text("again.mesh"), TWO_CELLS);
    workdir.json("build square.geojson -o square.nav");
    workdir.json("build square.geojson -o square.mesh");
    workdir.json("build square.mesh -o back.nav");
    assert_eq!(workdir.bytes("square.nav"), workdir.bytes("back.nav"));
}

#[test]
fn without_merging_every_cell_is_a_triangle() {
    let workdir = Workdir::with_maps();
    let (_, merged) = workdir.json("build square.geojson -o a.nav");
    let (_, plain) = workdir.json("build square.geojson -o b.nav --no-merge");
    assert_eq!(plain["cells"], plain["triangles"]);
    assert!(merged["cells"].as_u64() < plain["cells"].as_u64());
    assert_eq!(merged["area"], plain["area"]);
}

#[test]
fn an_unknown_extension_falls_back_to_the_content() {
    let workdir = Workdir::with_maps();
    workdir.run("build two.mesh -o two.nav");
    workdir.put("marked.txt", format!("\u{feff}{}", workdir.text("map.map")));
    for (name, copy) in [
        ("square.geojson", "a"),
        ("map.map", "b.txt"),
        ("marked.txt", "e.txt"),
        ("two.mesh", "c.dat"),
        ("two.nav", "d.bin"),
    ] {
        workdir.put(copy, workdir.bytes(name));
        let ([_, x], [_, y]) = ([name, copy].map(|f| workdir.json(&format!("info {f}"))))
            .map(|(code, info)| [json!(code), info["area"].clone()])
            .into();
        assert_eq!(x, y, "{copy}");
    }
}

#[test]
fn check_lists_the_defects_of_a_mesh_and_exits_with_1() {
    let workdir = Workdir::with_maps();
    workdir.put("clockwise.mesh", TWO_CELLS.replace("3 0 1 2", "3 0 2 1"));
    let (code, checked) = workdir.json("check clockwise.mesh");
    assert_eq!((code, &checked["status"]), (1, &json!("invalid")));
    let defects = checked["defects"].as_array().unwrap();
    assert!(defects[0].as_str().unwrap().contains("cell 0"), "{defects:?}");
    let ended = workdir.run("check clockwise.mesh");
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    assert!(ended.out.contains("cell 0"), "{}", ended.out);
    workdir.assert_fails(
        "path clockwise.mesh --from 0,0 --to 1,1",
        &["the mesh is invalid", "cell 0"],
    );
}

/// An L, of which one corner turns right.
#[test]
fn cells_that_are_not_convex_are_split_and_listed() {
    let workdir = Workdir::new();
    let text = "mesh\n2\n6 1\n0 0 1 0\n2 0 1 0\n2 1 1 0\n1 1 1 0\n1 2 1 0\n0 2 1 0\n\
                6 0 1 2 3 4 5 -1 -1 -1 -1 -1 -1\n";
    workdir.put("l.mesh", text);
    assert_eq!(workdir.json("check l.mesh").0, 1);
    let (code, info) = workdir.json("info l.mesh");
    assert_eq!((code, &info["cells"], &info["area"]), (0, &json!(3), &json!(3.0)));
    let defect = "cell 0 turns right at corner 3: not convex, or clockwise";
    assert_eq!(info["repairs"], json!([format!("{defect}; the cell was split")]));
    let (_, path) = workdir.json("path l.mesh --from 2,0 --to 0,2");
    assert_eq!(path["length"], json!(8f64.sqrt()));
}

#[test]
fn check_finds_cells_that_overlap() {
    let workdir = Workdir::new();
    let text = "mesh\n2\n6 2\n0 0 1 0\n2 0 1 0\n0 2 1 0\n1 0 1 1\n3 0 1 1\n1 2 1 1\n\
                3 0 1 2 -1 -1 -1\n3 3 4 5 -1 -1 -1\n";
    workdir.put("floors.mesh", text);
    let (code, checked) = workdir.json("check floors.mesh");
    assert_eq!(code, 1);
    assert_eq!(checked["defects"], json!(["cells 0 and 1 overlap"]));
}

#[test]
fn check_finds_links_that_nobody_can_use() {
    let workdir = Workdir::new();
    let room =
        Outlines { walkable: vec![Outline::rect([0.0, 0.0], [4.0, 3.0])], ..Outlines::default() };
    let (mesh, _) = build_outlines(&room, &BuildOptions::default()).unwrap();
    let links =
        [Link::new([1.0, 1.0], [3.0, 1.0], "hop"), Link::new([1.0, 1.0], [9.0, 1.0], "jump")];
    workdir.put("jump.nav", write_nav(&mesh.with_links_anywhere(links).unwrap()));
    let (code, checked) = workdir.json("check jump.nav");
    assert_eq!(code, 1);
    assert_eq!(checked["defects"], json!(["link 1: an end of each lane lies in no cell"]));
}

#[test]
fn check_limits_the_number_of_overlaps() {
    let workdir = Workdir::new();
    // 46 triangles on one another are 1,035 pairs.
    let corners = "0 0 1 0\n1 0 1 0\n0 1 1 0\n".repeat(46);
    let cells = (0..46).map(|cell| 3 * cell);
    let cells = cells.map(|at| format!("3 {at} {} {} -1 -1 -1\n", at + 1, at + 2));
    workdir.put("pile.mesh", format!("mesh\n2\n138 46\n{corners}{}", cells.collect::<String>()));
    let (code, checked) = workdir.json("check pile.mesh");
    let defects = checked["defects"].as_array().unwrap();
    assert_eq!((code, defects.len()), (1, 1001));
    assert_eq!(defects[1000], json!("the list ends after 1000 overlaps"));
}

#[test]
fn large_numbers_are_printed_short() {
    let workdir = Workdir::new();
    workdir.put("far.geojson", FAR);
    let info = workdir.run("info far.geojson");
    assert!(info.out.contains("two-way, cost 1e26\n"), "{}{}", info.out, info.err);
}

/// A square 10²⁰ wide, and a link that costs 10²⁶.
const FAR: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": null, "geometry":
        {"type": "Polygon", "coordinates": [[[0, 0], [1e20, 0], [1e20, 1e20], [0, 1e20]]]}},
    {"type": "Feature", "properties": {"kind": "link", "cost": 1e26}, "geometry":
        {"type": "LineString", "coordinates": [[0, 0], [1e20, 1e20]]}}]}"#;

#[test]
fn an_output_replaces_the_old_file_and_leaves_no_temporary_file() {
    let workdir = Workdir::new();
    workdir.put("square.geojson", SQUARE);
    workdir.put("out.nav", "something else");
    assert_eq!(workdir.run("build square.geojson -o out.nav").code, 0);
    assert_eq!(workdir.json("check out.nav").0, 0);
    assert_eq!(workdir.names(), ["out.nav", "square.geojson"]);
}

#[test]
fn a_failed_build_keeps_the_old_output() {
    let workdir = Workdir::new();
    workdir.put("bad.geojson", "{}");
    workdir.put("out.nav", "something else");
    workdir.assert_fails("build bad.geojson -o out.nav", &["bad.geojson"]);
    assert_eq!(workdir.text("out.nav"), "something else");
}

#[test]
fn no_output_replaces_an_input_or_another_output() {
    let workdir = Workdir::with_maps();
    workdir.put("a.scen", "0 map.map 5 4 0 0 1 0 1\n");
    workdir.put("a.ref.csv", "0,1\n");
    workdir.put("tiles.png", PIXELS);
    workdir.put("robot.yaml", ROBOT);
    workdir.run("build two.mesh -o two.nav");
    let before: Vec<_> = workdir.names().iter().map(|name| workdir.bytes(name)).collect();
    let path = "path map.map --from 0.5,0.5 --to 1.5,0.5";
    for (arguments, file) in [
        ("build two.nav -o two.nav", "two.nav"),
        ("build two.mesh -o ./two.mesh", "two.mesh"),
        ("draw tiles.png -o tiles.png", "tiles.png"),
        ("draw robot.yaml -o tiles.png", "tiles.png"),
        ("path robot.yaml --from 1,1 --to 2,2 --trace tiles.png", "tiles.png"),
        ("query random tiles.png --png tiles.png", "tiles.png"),
        ("query random tiles.png --count 1 --svg a.svg --png ./tiles.png", "tiles.png"),
        ("query ray tiles.png --from 1,1 --to 2,2 --backend grid --png tiles.png", "tiles.png"),
        ("scen map.map a.scen --paths map.map", "map.map"),
        ("scen map.map a.scen --paths a.scen", "a.scen"),
        ("scen map.map a.scen --ref a.ref.csv --paths a.ref.csv", "a.ref.csv"),
    ] {
        workdir.assert_fails(arguments, &[file, "both an input and an output"]);
    }
    workdir.assert_fails(
        &format!("{path} --svg one.svg --trace ./one.svg"),
        &["one.svg", "two outputs"],
    );
    assert_eq!(workdir.names().iter().map(|name| workdir.bytes(name)).collect::<Vec<_>>(), before);
}

/// Four pixels, the first of them black.
const PIXELS: &[u8] =
    b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x02\x00\x00\x00\x02\x08\x00\
    \x00\x00\x00W\xddR\xf8\x00\x00\x00\x0eIDATx\x9cc\xf8\xff\x9f\x81\xe1?\x00\x09\xfc\x02\
    \xfe&\xe1\x13\x96\x00\x00\x00\x00IEND\xaeB`\x82";

/// A robot's map whose image is `tiles.png`.
const ROBOT: &str = "image: tiles.png\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n\
                     occupied_thresh: 0.65\nfree_thresh: 0.2\n";

#[cfg(unix)]
#[test]
fn no_output_replaces_an_input_through_a_symbolic_link() {
    let workdir = Workdir::with_maps();
    std::os::unix::fs::symlink("square.geojson", workdir.path("picture.svg")).unwrap();
    workdir.assert_fails(
        "draw square.geojson -o picture.svg",
        &["picture.svg", "both an input and an output"],
    );
    assert_eq!(workdir.text("square.geojson"), SQUARE);
    assert_eq!(workdir.run("draw two.mesh -o picture.svg").code, 0, "another file's picture");
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_to_a_missing_file_stays_and_its_target_is_written() {
    let workdir = Workdir::with_maps();
    std::fs::create_dir(workdir.path("shelf")).unwrap();
    std::os::unix::fs::symlink("shelf/second.svg", workdir.path("first.svg")).unwrap();
    std::os::unix::fs::symlink("mesh.svg", workdir.path("shelf/second.svg")).unwrap();
    for _ in 0..2 {
        assert_eq!(workdir.run("draw square.geojson -o first.svg").code, 0);
        assert!(std::fs::read_link(workdir.path("first.svg")).is_ok());
        assert!(std::fs::read_link(workdir.path("shelf/second.svg")).is_ok());
        assert!(workdir.text("shelf/mesh.svg").contains("<svg"));
    }
    std::os::unix::fs::symlink("loop.svg", workdir.path("loop.svg")).unwrap();
    workdir.assert_fails("draw square.geojson -o loop.svg", &["loop.svg"]);
}
