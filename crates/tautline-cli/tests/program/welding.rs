//! Maps whose lines miss each other by rounding: `--weld`, and the repairs that it lists.

use crate::Workdir;

/// A room that was turned, and a door from wall to wall whose ends miss the walls by 10⁻¹⁵.
const LEAK: &str = r#"{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"kind": "walkable"}, "geometry": {"type": "Polygon", "coordinates": [[
        [0.0, 0.0], [13.29245601986569, 14.943580995194438], [-1.6511249753287488, 28.236037015060127],
        [-14.943580995194438, 13.29245601986569]]]}},
    {"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry": {"type": "LineString",
        "coordinates": [[-6.724611447837497, 5.98160520893956], [6.567844572028192, 20.925186204133997]]}}]}"#;

#[test]
fn a_closed_door_is_not_passed_beside_its_ends() {
    let workdir = Workdir::with_maps();
    workdir.put("leak.geojson", LEAK);
    let ask = "path leak.geojson --from=-8,14 --to 6,16 --close gate --snap 0";
    assert_eq!(workdir.run(&format!("{ask} --weld 0")).code, 0, "the door needs no welding");
    for weld in ["", "--weld 1e-9"] {
        let (code, answer) = workdir.json(&format!("{ask} {weld}"));
        assert_ne!(code, 0);
        assert_eq!(answer["status"], "closed-off", "{answer}");
    }
}

#[test]
fn welds_are_listed_with_the_repairs() {
    let workdir = Workdir::with_maps();
    workdir.put("leak.geojson", LEAK);
    let (_, info) = workdir.json("info leak.geojson");
    let repairs = info["repairs"].as_array().unwrap();
    let bent = |repair: &&serde_json::Value| {
        let text = repair.as_str().unwrap();
        text.starts_with("feature 0, ring 0, vertex ") && text.contains("was welded to a point")
    };
    assert_eq!((repairs.len(), repairs.iter().filter(bent).count()), (2, 2), "{info}");
    let (_, info) = workdir.json("info leak.geojson --weld 0");
    assert!(!info["repairs"].to_string().contains("welded"), "{info}");
    workdir
        .assert_fails("info leak.geojson --weld 1e-30", &["weld distance", "must be 0, or from"]);
    workdir.assert_fails("info leak.geojson --weld=-1", &["--weld", "at least 0"]);
    workdir.assert_fails("info two.mesh --weld 1", &["--weld", "two.mesh"]);
}

#[test]
fn near_misses_are_listed_with_the_distance_that_closes_them() {
    let workdir = Workdir::with_maps();
    let miss = LEAK.replace("[6.567844572028192, 20.925186204133997]", "[6.56, 20.92]");
    workdir.put("miss.geojson", &miss);
    for command in ["info", "check"] {
        let (_, report) = workdir.json(&format!("{command} miss.geojson"));
        let misses = report["near_misses"].as_array().unwrap();
        let [text] = &misses[..] else { panic!("{report}") };
        let text = text.as_str().unwrap();
        assert!(
            text.starts_with("feature 1 \"gate\", vertex 1 (counted from 0): misses feature 0 "),
            "{text}"
        );
        let weld = text.split("--weld ").nth(1).unwrap().split(' ').next().unwrap();
        let (_, closed) = workdir.json(&format!("{command} miss.geojson --weld {weld}"));
        assert_eq!(closed["near_misses"], serde_json::json!([]), "{closed}");
        assert!(workdir.run(&format!("{command} miss.geojson")).out.contains("near_misses    1"));
    }
}
