//! Levels in three dimensions: baked, written, and searched by points with heights.

use serde_json::{Value, json};

use super::Workdir;

/// A floor of 40 by 30, and a bridge over it of height 4 with a ramp at each end, y up.
fn with_bridge() -> Workdir {
    let workdir = Workdir::new();
    let mut text = String::from("# a bridge\no ground\n");
    let mut quads = Vec::new();
    let mut quad = |name: &str, corners: [[f64; 3]; 4]| {
        let points = corners.map(|[x, y, z]| format!("v {x} {y} {z}\n"));
        text.push_str(&points.concat());
        quads.push(format!("usemtl {name}\nf -4 -3 -2 -1\n"));
        text.push_str(&quads[quads.len() - 1]);
    };
    let level = |[x, u]: [f64; 2], [low, high]: [f64; 2], half: f64| {
        [[x, low, half], [u, high, half], [u, high, -half], [x, low, -half]]
    };
    quad("grass", level([-20.0, 20.0], [0.0, 0.0], 15.0));
    quad("stone", level([-14.0, -6.0], [0.0, 4.0], 2.0));
    quad("stone", level([-6.0, 6.0], [4.0, 4.0], 2.0));
    quad("stone", level([6.0, 14.0], [4.0, 0.0], 2.0));
    workdir.put("bridge.obj", text);
    workdir
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_level_is_baked_and_searched_over_and_under_its_bridge() {
    let workdir = with_bridge();
    let (code, built) = workdir.json("build bridge.obj -o bridge.nav --step 0.4");
    assert_eq!((code, &built["level_triangles"], &built["walkable"]), (0, &json!(8), &json!(8)));
    assert_eq!(workdir.json("check bridge.nav").0, 0);
    let (code, over) = workdir.json("path bridge.nav --from -17,0,0 --to 0,0,4 --verify");
    let heights = over["heights"].as_array().unwrap();
    assert_eq!((code, heights.len()), (0, over["points"].as_array().unwrap().len()));
    assert!(
        number(&heights[0]).abs() < 0.3 && (number(&heights[heights.len() - 1]) - 4.0).abs() < 0.3
    );
    let along = 3.0 + 80f64.sqrt() + 6.0;
    assert!((number(&over["surface_length"]) - along).abs() < 0.3, "{over}");
    assert!((0.4..0.7).contains(&number(&over["steepest"])) && number(&over["length"]) < 17.1);
    let under = workdir.json("path bridge.nav --from 0,-10,0.3 --to 0,10,0.3").1;
    assert!((number(&under["surface_length"]) - 20.0).abs() < 0.1, "{under}");
    let text = workdir.run("path bridge.nav --from 0,0,4 --to 0,0,0").out;
    assert!(text.contains(" at height 4") && text.contains("along the surface: length "), "{text}");
}

#[test]
fn the_shortest_way_along_the_surface_may_be_longer_in_the_plan() {
    let workdir = with_bridge();
    assert_eq!(workdir.run("build bridge.obj -o bridge.nav --step 0.4").code, 0);
    // Over the bridge the plan's path is nearly straight, 38 long, and climbs two ramps of 8.94 instead of 8: 39.9. On level ground
    // beside the bridge it is at most 2 * hypot(5, 1.5) + 28 = 38.5.
    let words = "path bridge.nav --from -19,1.5,0 --to 19,1.5,0 --verify";
    let (plan, along) = (workdir.json(words).1, workdir.json(&format!("{words} --on-surface")).1);
    assert!(
        number(&plan["surface_length"]) > 39.5 && number(&along["surface_length"]) < 38.7,
        "{plan} {along}"
    );
    assert!(number(&along["length"]) > number(&plan["length"]), "{plan} {along}");
    assert!(number(&along["surface_gap"]) < 1e-9, "{along}");
    let [cost, length] = ["surface_cost", "surface_length"].map(|name| number(&along[name]));
    assert!((cost - length).abs() < 1e-9, "{along}");
    let text = workdir.run(&format!("{words} --on-surface")).out;
    assert!(text.contains("along the surface no path costs less: "), "{text}");
    workdir.put(
        "flat.geojson",
        r#"{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]]]}"#,
    );
    workdir.assert_fails(
        "path flat.geojson --from 1,1 --to 8,8 --on-surface",
        &["--on-surface needs a map with heights, and flat.geojson has none"],
    );
}

#[test]
fn baked_files_are_read_or_refused_with_their_tile() {
    let workdir = Workdir::new();
    workdir.put("empty.bin", "TESM\u{1}\0\0\0\0\0\0\0 and 28 bytes of parameters ..");
    workdir
        .assert_fails("build empty.bin -o out.nav", &["no polygon is walkable: of 0 in 0 tiles"]);
    workdir.put("other.bin", "# no level");
    workdir.assert_fails("build other.bin -o out.nav", &["begins neither with MSET"]);
    workdir.assert_fails(
        "build other.bin -o out.nav --slope 30",
        &["--slope does not apply to meshes that are baked, and other.bin is one"],
    );
}

#[test]
fn a_level_may_be_baked_in_tiles() {
    let workdir = with_bridge();
    let built = workdir.json("build bridge.obj -o bridge.nav --step 0.4 --tiles 32").1;
    assert_eq!((&built["level_triangles"], &built["walkable"]), (&json!(8), &json!(8)), "{built}");
    let over = workdir.json("path bridge.nav --from -17,0,0 --to 0,0,4 --verify").1;
    assert!(number(&over["length"]) < 17.1, "{over}");
    workdir.assert_fails(
        "build bridge.obj -o x.nav --tiles 3",
        &["--tiles is 3; it may be from 16 to 2048"],
    );
}

#[test]
fn materials_are_areas_of_the_mesh() {
    let workdir = with_bridge();
    let words = "build bridge.obj -o bridge.nav --material stone=3 --blocked grass";
    let built = workdir.json(words).1;
    assert_eq!(built["areas"][0]["name"], json!("stone"), "{built}");
    assert_eq!(workdir.json("path bridge.nav --from 0,10,0 --to 0,0,4").0, 1);
    let path = workdir.json("path bridge.nav --from 0,0,4 --to 4,0,4").1;
    assert!((number(&path["cost"]) - 12.0).abs() < 1e-9, "{path}");
}

#[test]
fn boxes_and_slopes_are_areas_and_ledges_are_jumped_down() {
    let workdir = with_bridge();
    let words = "build bridge.obj -o bridge.nav --step 0.4 --steeper 20=2 --area-box mud=3@-3,5,-1,3,9,1 \
                 --blocked-box -20,-15,-1,-15,-10,1 --jumps 5,0,2.5";
    let built = workdir.json(words).1;
    let areas = built["areas"].as_array().unwrap();
    let names: Vec<&Value> = areas.iter().map(|area| &area["name"]).collect();
    assert_eq!(names, [&json!("steeper than 20"), &json!("mud")], "{built}");
    assert!(number(&built["jumps"]) > 10.0, "{built}");
    // Ramps rise by 4 over 8, which is 26 degrees.
    let ramp = workdir.json("path bridge.nav --from -12,0,1 --to -8,0,3").1;
    assert!((number(&ramp["cost"]) - 8.0).abs() < 0.3, "{ramp}");
    let mud = workdir.json("path bridge.nav --from 0,6,0 --to 0,8,0").1;
    assert!((number(&mud["cost"]) - 6.0).abs() < 0.3, "{mud}");
    assert_ne!(workdir.run("path bridge.nav --from -17,-12,0 --to 0,-12,0").code, 0);
    // Down from the bridge it is 4 and a bit; by its ramps it would be 30.
    let down = workdir.json("path bridge.nav --from 0,0,4 --to 0,-5,0").1;
    assert!(number(&down["cost"]) < 10.0, "{down}");
    assert!(number(&workdir.json("path bridge.nav --from 0,-5,0 --to 0,0,4").1["cost"]) > 20.0);
}

#[test]
fn heights_are_drawn_from_above_and_from_the_side() {
    let workdir = with_bridge();
    assert_eq!(workdir.run("build bridge.obj -o bridge.nav --step 0.4").code, 0);
    let drawn = |words: &str| {
        assert_eq!(workdir.run(words).code, 0, "{words}");
        String::from_utf8(workdir.bytes("drawn.svg")).unwrap()
    };
    let contour = "stroke=\"#8c7350\"";
    assert!(drawn("draw bridge.nav -o drawn.svg").contains(contour));
    let path = "path bridge.nav --from 0,-10,0 --to 0,10,0 --svg drawn.svg";
    let over = "path bridge.nav --from 0,0,4 --to 17,0,0 --svg drawn.svg";
    assert!(drawn(over).contains(contour));
    // The bridge hides the middle of the path below it.
    let side = drawn(&format!("{path} --seen-from 0,-1,1"));
    assert!(side.contains("stroke-dasharray") && !side.contains(contour));
    assert!(!drawn("draw bridge.nav -o drawn.svg --seen-from 0,-1,1").contains("stroke-dasharray"));
    workdir.put("square.geojson", super::SQUARE);
    for words in
        ["draw square.geojson -o a.svg", "path square.geojson --from 1,1 --to 2,2 --svg a.svg"]
    {
        let words = format!("{words} --seen-from 0,-1,1");
        workdir.assert_fails(&words, &["--seen-from needs a map with heights"]);
    }
    for wrong in ["0,0,-1", "0,0", "nan,0,1", "inf,0,1"] {
        let words = format!("draw bridge.nav -o a.svg --seen-from {wrong}");
        workdir.assert_fails(&words, &["expected a direction as X,Y,Z with Z above 0"]);
    }
}

/// A GeoTIFF of 32-bit floats, 40 by 30 cells of 2, with its upper left corner at (100, 260).
fn raster() -> Vec<u8> {
    let (columns, rows) = (40u32, 30u32);
    let heights = (0..rows * columns).map(|place| if place % columns < 20 { 0.0f32 } else { 3.0 });
    let scale: [f64; 3] = [2.0, 2.0, 0.0];
    let tie: [f64; 6] = [0.0, 0.0, 0.0, 100.0, 260.0, 0.0];
    let doubles: Vec<u8> =
        scale.iter().chain(&tie).flat_map(|number| number.to_le_bytes()).collect();
    let entries: [[u32; 4]; 11] = [
        [256, 4, 1, columns],
        [257, 4, 1, rows],
        [258, 3, 1, 32],
        [259, 3, 1, 1],
        [262, 3, 1, 1],
        [273, 4, 1, 8 + 72],
        [278, 4, 1, rows],
        [279, 4, 1, rows * columns * 4],
        [339, 3, 1, 3],
        [33550, 12, 3, 8],
        [33922, 12, 6, 8 + 24],
    ];
    let mut bytes = b"II*\0".to_vec();
    bytes.extend((8 + 72 + rows * columns * 4).to_le_bytes());
    bytes.extend(doubles);
    bytes.extend(heights.flat_map(f32::to_le_bytes));
    bytes.extend((entries.len() as u16).to_le_bytes());
    for [tag, kind, count, value] in entries {
        bytes.extend((tag as u16).to_le_bytes());
        bytes.extend((kind as u16).to_le_bytes());
        bytes.extend(count.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend(0u32.to_le_bytes());
    bytes
}

#[test]
fn a_raster_of_heights_is_a_level() {
    let workdir = Workdir::new();
    workdir.put("heights.tif", raster());
    // A step of 3 over 2 is too steep for 45 degrees.
    assert_eq!(workdir.run("build heights.tif -o heights.nav --cell-size 0.5").code, 0);
    let path = workdir.json("path heights.nav --from 110,230,0 --to 130,250,0").1;
    assert!(number(&path["length"]) > 28.0 && number(&path["heights"][0]).abs() < 0.3, "{path}");
    assert_eq!(workdir.run("path heights.nav --from 110,230,0 --to 170,230,3").code, 1);
    let steep = "build heights.tif -o heights.nav --cell-size 0.5 --slope 60 --step 2";
    assert_eq!(workdir.run(steep).code, 0);
    assert_eq!(workdir.run("path heights.nav --from 110,230,0 --to 170,230,3").code, 0);
    workdir.put("broken.tif", "II*");
    workdir.assert_fails("build broken.tif -o x.nav", &["broken.tif", "the GeoTIFF is damaged"]);
}

#[test]
fn the_axis_upwards_may_be_z() {
    let workdir = Workdir::new();
    workdir.put("flat.obj", "v 0 0 7\nv 20 0 7\nv 20 10 7\nv 0 10 7\nf 1 2 3 4\n");
    workdir
        .assert_fails("build flat.obj -o flat.nav", &["no ground is walkable", "2 are too steep"]);
    assert_eq!(workdir.run("build flat.obj -o flat.nav --up z").code, 0);
    let path = workdir.json("path flat.nav --from 2,5,7 --to 18,5,7").1;
    assert!((number(&path["heights"][0]) - 7.0).abs() < 0.3);
}

#[test]
fn unusable_levels_and_options_are_named() {
    let workdir = with_bridge();
    workdir.put("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 0 x\nf 1 2 3\n");
    workdir.put("square.geojson", super::SQUARE);
    workdir.put("old.glb", b"glTF\x01\0\0\0\0\0\0\0");
    for (arguments, words) in [
        ("build broken.obj -o x.nav", &["broken.obj: line 3, column 7: expected a coordinate"][..]),
        (
            "build old.glb -o x.nav",
            &["old.glb: the glTF binary cannot be read: it is of version 1, not 2"],
        ),
        ("build bridge.obj -o x.mesh", &["x.mesh", ".nav"]),
        (
            "build bridge.obj -o x.nav --cell-size 0.005 --agent-radius 0",
            &["limit is 8388608", "a --cell-size of"],
        ),
        (
            "build bridge.obj -o x.nav --agent-height 900",
            &["--agent-height is 900; it may be from 0.2 to 51"],
        ),
        (
            "build bridge.obj -o x.nav --radius 1",
            &["--radius does not apply to levels", "--agent-radius"],
        ),
        ("build square.geojson -o x.nav --slope 30", &["--slope applies to levels"]),
        ("info bridge.obj", &["a level is baked first: use `tautline build LEVEL -o FILE.nav`"]),
        ("path square.geojson --from 1,1,0 --to 2,2", &["X,Y,HEIGHT needs a map with heights"]),
    ] {
        workdir.assert_fails(arguments, words);
    }
    assert_eq!(workdir.run("build bridge.obj -o bridge.nav").code, 0);
    let (code, missed) = workdir.json("path bridge.nav --from 90,0,0 --to 0,0,0");
    assert_eq!((code, &missed["status"]), (1, &json!("no-floor")));
    assert!(missed["message"].as_str().unwrap().contains("no floor lies at (90, 0)"));
}
