//! Tile maps of other programs: images, robots' maps and maps of the editor Tiled.

use serde_json::json;

use super::Room;

const TMX: &str = r#"<map orientation="orthogonal" width="3" height="2">
<tileset firstgid="1" source="sets/ground.tsx"/>
<layer width="3" height="2"><data encoding="csv">1,2,1,1,1,3</data></layer>
</map>"#;

const TSX: &str = r#"<tileset><tile id="1"><properties>
<property name="walkable" type="bool" value="false"/></properties></tile>
<tile id="2"><properties><property name="cost" value="3"/></properties></tile></tileset>"#;

const ROS: &str = "image: sets/hall.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: 0\n\
                   occupied_thresh: 0.65\nfree_thresh: 0.196\n";

fn room() -> Room {
    let room = Room::new();
    std::fs::create_dir(room.path("sets")).unwrap();
    room.put("map.tmx", TMX);
    room.put("sets/ground.tsx", TSX);
    room.put("hall.yaml", ROS);
    // The lower row is free; above it, one tile is occupied and one unknown.
    room.put("sets/hall.pgm", b"P5 3 2 255 \x00\xcd\xff\xff\xff\xff");
    room.put("grey.pgm", "P2 3 2 10  10 0 10  10 10 5");
    room
}

#[test]
fn each_is_a_tile_map_to_every_command() {
    let room = room();
    for (file, free, area) in [("map.tmx", 5, 5.0), ("hall.yaml", 4, 1.0), ("grey.pgm", 5, 5.0)] {
        let (code, info) = room.json(&format!("info {file}"));
        assert_eq!((code, &info["free_tiles"]), (0, &json!(free)), "{file}");
        assert_eq!(info["area"], json!(area), "{file}");
        assert_eq!(room.run(&format!("draw {file} -o out.svg")).code, 0);
    }
    let (_, info) = room.json("info hall.yaml");
    assert_eq!(info["bounds"], json!([-1.0, 2.0, 0.5, 3.0]));
    let (code, path) = room.json("path hall.yaml --from -0.75,2.25 --to 0.25,2.75 --backend grid");
    assert_eq!((code, &path["status"]), (0, &json!("complete")));
}

#[test]
fn costs_count_on_the_grid_and_are_areas_of_the_mesh() {
    let room = room();
    for (file, cost) in [("map.tmx", 3.0), ("grey.pgm", 2.0)] {
        let ask = format!("path {file} --from 1.5,1.5 --to 2.5,1.5 --backend grid");
        let (_, path) = room.json(&ask);
        assert_eq!((&path["length"], &path["cost"]), (&json!(1.0), &json!((1.0 + cost) / 2.0)));
        let (_, info) = room.json(&format!("info {file}"));
        assert_eq!(info["areas"][0]["cost"], json!(cost), "{info}");
        let (_, path) = room.json(&ask.replace("grid", "navmesh"));
        assert_eq!(
            (&path["cost"], &path["guarantee"]),
            (&json!((1.0 + cost) / 2.0), &json!("bounded"))
        );
    }
}

#[test]
fn each_is_built_for_agents_with_a_size() {
    let room = room();
    for file in ["map.tmx", "hall.yaml", "grey.pgm"] {
        let (code, built) = room.json(&format!("build {file} -o wide.nav --radius 0.125"));
        assert_eq!((code, &built["agent_radius"]), (0, &json!(0.125)), "{file}: {built}");
    }
}

#[test]
fn one_layer_is_read_by_its_name() {
    let room = room();
    let layers = TMX.replace("<layer ", "<layer name=\"ground\" ").replace(
        "</map>",
        r#"<layer name="walls" width="3" height="2"><data encoding="csv">2,2,2,0,0,0</data></layer></map>"#,
    );
    room.put("layers.tmx", layers);
    for (options, free) in [("", 3), ("--layer ground", 5), ("--layer walls", 0)] {
        let (code, info) = room.json(&format!("info layers.tmx {options}"));
        let is_ground = free > 0;
        assert_eq!(code, if is_ground { 0 } else { 2 }, "{options}: {info}");
        assert!(!is_ground || info["free_tiles"] == json!(free), "{options}");
    }
    room.refused("info layers.tmx --layer roof", &["layers.tmx", "roof"]);
    room.refused("info grey.pgm --layer ground", &["--layer", ".tmx", "grey.pgm"]);
}

#[test]
fn unknown_ground_is_free_where_that_is_asked_for() {
    let room = room();
    let (_, info) = room.json("info hall.yaml --unknown free");
    assert_eq!(info["free_tiles"], json!(5));
    let ask = "path hall.yaml --from -0.75,2.25 --to -0.25,2.75 --backend grid";
    assert_eq!(room.json(ask).0, 1);
    assert_eq!(room.json(&format!("{ask} --unknown free")).0, 0);
    room.refused("info grey.pgm --unknown free", &["--unknown", "ROS", "grey.pgm"]);
}

#[test]
fn a_map_whose_tiles_are_nowhere_says_so_to_every_command() {
    let room = room();
    for (number, other) in [("0.5", "1e308"), ("0.5", "1e-40"), ("-1,", "1e20,")] {
        room.put("far.yaml", ROS.replace(number, other));
        for ask in ["info far.yaml", "path far.yaml --from 0,0 --to 1,1 --backend grid"] {
            let failure = room.refused(ask, &["far.yaml", "resolution", "origin"]);
            assert_eq!(failure["status"], json!("unusable-input"), "{ask}, {other}");
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_file_and_place() {
    let room = room();
    room.put("sets/ground.tsx", TSX.replace("\"false\"", "\"never\""));
    let failure = room.refused("info map.tmx", &["map.tmx", "sets/ground.tsx", "never"]);
    assert_eq!(failure["status"], json!("unusable-input"));
    room.put("bad.yaml", ROS.replace("0.5", "half"));
    let failure = room.refused("info bad.yaml", &["bad.yaml", "half"]);
    assert_eq!((&failure["line"], &failure["column"]), (&json!(2), &json!(13)));
    room.put("sets/hall.pgm", b"P5 3 2 255 \x00");
    room.refused("info hall.yaml", &["hall.pgm", "byte 12"]);
    room.put("grey.png", b"\x89PNG\r\n\x1a\nno");
    room.refused("info grey.png", &["grey.png", "PNG"]);
    std::fs::remove_file(room.path("sets/ground.tsx")).unwrap();
    room.refused("info map.tmx", &["map.tmx", "sets/ground.tsx", "at hand"]);
}
