//! Tile maps from images, ROS and Tiled.

use serde_json::json;

use super::Workdir;

const TMX: &str = r#"<map orientation="orthogonal" width="3" height="2">
<tileset firstgid="1" source="sets/ground.tsx"/>
<layer width="3" height="2"><data encoding="csv">1,2,1,1,1,3</data></layer>
</map>"#;

const TSX: &str = r#"<tileset><tile id="1"><properties>
<property name="walkable" type="bool" value="false"/></properties></tile>
<tile id="2"><properties><property name="cost" value="3"/></properties></tile></tileset>"#;

const ROS: &str = "image: sets/hall.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: 0\n\
                   occupied_thresh: 0.65\nfree_thresh: 0.196\n";

fn workdir() -> Workdir {
    let workdir = Workdir::new();
    std::fs::create_dir(workdir.path("sets")).unwrap();
    workdir.put("map.tmx", TMX);
    workdir.put("sets/ground.tsx", TSX);
    workdir.put("hall.yaml", ROS);
    // The lower row is free; above it, one tile is occupied and one unknown.
    workdir.put("sets/hall.pgm", b"P5 3 2 255 \x00\xcd\xff\xff\xff\xff");
    workdir.put("grey.pgm", "P2 3 2 10  10 0 10  10 10 5");
    workdir
}

#[test]
fn every_format_is_a_tile_map_for_every_command() {
    let workdir = workdir();
    for (file, free, area) in [("map.tmx", 5, 5.0), ("hall.yaml", 4, 1.0), ("grey.pgm", 5, 5.0)] {
        let (code, info) = workdir.json(&format!("info {file}"));
        assert_eq!((code, &info["free_tiles"]), (0, &json!(free)), "{file}");
        assert_eq!(info["area"], json!(area), "{file}");
        assert_eq!(workdir.run(&format!("draw {file} -o out.svg")).code, 0);
    }
    let (_, info) = workdir.json("info hall.yaml");
    assert_eq!(info["bounds"], json!([-1.0, 2.0, 0.5, 3.0]));
    let (code, path) =
        workdir.json("path hall.yaml --from -0.75,2.25 --to 0.25,2.75 --backend grid");
    assert_eq!((code, &path["status"]), (0, &json!("complete")));
}

#[test]
fn costs_apply_on_the_grid_and_are_areas_of_the_mesh() {
    let workdir = workdir();
    for (file, cost) in [("map.tmx", 3.0), ("grey.pgm", 2.0)] {
        let ask = format!("path {file} --from 1.5,1.5 --to 2.5,1.5 --backend grid");
        let (_, path) = workdir.json(&ask);
        assert_eq!((&path["length"], &path["cost"]), (&json!(1.0), &json!((1.0 + cost) / 2.0)));
        let (_, info) = workdir.json(&format!("info {file}"));
        assert_eq!(info["areas"][0]["cost"], json!(cost), "{info}");
        let (_, path) = workdir.json(&ask.replace("grid", "navmesh"));
        assert_eq!(
            (&path["cost"], &path["guarantee"]),
            (&json!((1.0 + cost) / 2.0), &json!("optimal"))
        );
    }
}

#[test]
fn every_format_is_built_for_an_agent_radius() {
    let workdir = workdir();
    for file in ["map.tmx", "hall.yaml", "grey.pgm"] {
        let (code, built) = workdir.json(&format!("build {file} -o wide.nav --radius 0.125"));
        assert_eq!((code, &built["agent_radius"]), (0, &json!(0.125)), "{file}: {built}");
    }
}

#[test]
fn one_layer_is_read_by_its_name() {
    let workdir = workdir();
    let layers = TMX.replace("<layer ", "<layer name=\"ground\" ").replace(
        "</map>",
        r#"<layer name="walls" width="3" height="2"><data encoding="csv">2,2,2,0,0,0</data></layer></map>"#,
    );
    workdir.put("layers.tmx", layers);
    for (options, free) in [("", 3), ("--layer ground", 5), ("--layer walls", 0)] {
        let (code, info) = workdir.json(&format!("info layers.tmx {options}"));
        let is_ground = free > 0;
        assert_eq!(code, if is_ground { 0 } else { 2 }, "{options}: {info}");
        assert!(!is_ground || info["free_tiles"] == json!(free), "{options}");
    }
    workdir.assert_fails("info layers.tmx --layer roof", &["layers.tmx", "roof"]);
    workdir.assert_fails("info grey.pgm --layer ground", &["--layer", ".tmx", "grey.pgm"]);
}

#[test]
fn unknown_tiles_are_free_on_request() {
    let workdir = workdir();
    let (_, info) = workdir.json("info hall.yaml --unknown free");
    assert_eq!(info["free_tiles"], json!(5));
    let ask = "path hall.yaml --from -0.75,2.25 --to -0.25,2.75 --backend grid";
    assert_eq!(workdir.json(ask).0, 1);
    assert_eq!(workdir.json(&format!("{ask} --unknown free")).0, 0);
    workdir.assert_fails("info grey.pgm --unknown free", &["--unknown", ".yaml", "grey.pgm"]);
}

#[test]
fn unknown_tiles_that_the_threshold_makes_free_are_news() {
    let workdir = workdir();
    assert_eq!(workdir.json("info hall.yaml").1["repairs"], json!([]));
    let list = ROS.replace("[-1, 2, 0]", "\n- -1\n- 2\n- 0").replace("0.196", "0.25");
    workdir.put("hall.yaml", list);
    let (_, info) = workdir.json("info hall.yaml");
    assert_eq!((&info["free_tiles"], &info["bounds"][0]), (&json!(5), &json!(-1.0)));
    let note = info["repairs"][0].as_str().unwrap();
    assert!(note.starts_with("1 pixels of the grey 205") && note.contains("0.25"), "{note}");
    workdir.put("hall.yaml", ROS.replace("[-1, 2, 0]", "[-1, 2, 0.5]"));
    workdir.assert_fails("info hall.yaml", &["line 3, column 17", "yaw 0", "parallel"]);
}

#[test]
fn tiles_without_distinct_coordinates_are_an_error() {
    let workdir = workdir();
    for (number, other) in [("0.5", "1e308"), ("0.5", "1e-40"), ("-1,", "1e20,")] {
        workdir.put("far.yaml", ROS.replace(number, other));
        for ask in ["info far.yaml", "path far.yaml --from 0,0 --to 1,1 --backend grid"] {
            let failure = workdir.assert_fails(ask, &["far.yaml", "resolution", "origin"]);
            assert_eq!(failure["status"], json!("unusable-input"), "{ask}, {other}");
        }
    }
}

#[test]
fn errors_name_the_file_and_the_position() {
    let workdir = workdir();
    workdir.put("sets/ground.tsx", TSX.replace("\"false\"", "\"never\""));
    let failure = workdir.assert_fails("info map.tmx", &["map.tmx", "sets/ground.tsx", "never"]);
    assert_eq!(failure["status"], json!("unusable-input"));
    workdir.put("bad.yaml", ROS.replace("0.5", "half"));
    let failure = workdir.assert_fails("info bad.yaml", &["bad.yaml", "half"]);
    assert_eq!((&failure["line"], &failure["column"]), (&json!(2), &json!(13)));
    workdir.put("sets/hall.pgm", b"P5 3 2 255 \x00");
    workdir.assert_fails("info hall.yaml", &["hall.pgm", "byte 12"]);
    workdir.put("grey.png", b"\x89PNG\r\n\x1a\nno");
    workdir.assert_fails("info grey.png", &["grey.png", "PNG"]);
    std::fs::remove_file(workdir.path("sets/ground.tsx")).unwrap();
    std::fs::create_dir(workdir.path("deep")).unwrap();
    workdir.put("deep/map.tmx", TMX);
    let missing =
        ["map.tmx: line 2, column 1: the tileset \"sets/ground.tsx\" is missing", "cannot read"];
    workdir.assert_fails("info map.tmx", &missing);
    workdir.assert_fails("info deep/map.tmx", &[missing[0], "deep/sets/ground.tsx: cannot read"]);
}
