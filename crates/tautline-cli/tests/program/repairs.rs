//! Shapes that are left out or change nothing, and properties that mean nothing, are news of `info` and `check`.

use serde_json::json;

use super::Workdir;

/// A hall; an obstacle of two points, a wall without length, one shape of each kind off the ground, and a floor in the
/// words of another format.
const HALL: &str = r#"{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {"level": "1"}, "geometry": {"type": "Polygon", "coordinates":
    [[[0, 0], [10, 0], [10, 8], [0, 8], [0, 0]]]}},
  {"type": "Feature", "properties": {"kind": "obstacle", "name": "pillar"}, "geometry": {"type": "Polygon",
    "coordinates": [[[3, 3], [4, 4], [3, 3]]]}},
  {"type": "Feature", "properties": {"kind": "wall"}, "geometry": {"type": "LineString", "coordinates":
    [[3, 3], [3, 3]]}},
  {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon", "coordinates":
    [[[20, 0], [21, 0], [21, 1]]]}},
  {"type": "Feature", "properties": {"kind": "area", "cost": 2}, "geometry": {"type": "Polygon", "coordinates":
    [[[20, 0], [21, 0], [21, 1]]]}},
  {"type": "Feature", "properties": {"kind": "wall"}, "geometry": {"type": "LineString", "coordinates":
    [[5, 0], [5, 4]]}},
  {"type": "Feature", "properties": {"kind": "wall"}, "geometry": {"type": "LineString", "coordinates":
    [[25, 0], [25, 4]]}},
  {"type": "Feature", "properties": {"kind": "door", "name": "gate"}, "geometry": {"type": "LineString",
    "coordinates": [[26, 0], [26, 4]]}}]}"#;

#[test]
fn what_changes_nothing_is_news_of_info_and_check() {
    let workdir = Workdir::new();
    workdir.put("hall.geojson", HALL);
    let expected = json!([
        "properties of 1 feature mean nothing here and were ignored: `level` (use `layer`)",
        "feature 1 \"pillar\", ring 0, vertex 0 (counted from 0): the ring has no area and was left out",
        "feature 2, vertex 1 (counted from 0): repeats the point before it and was left out",
        "feature 2, vertex 0 (counted from 0): the line has no length and was left out",
        "feature 3, ring 0, vertex 0 (counted from 0): it has no effect on the walkable area",
        "feature 4, ring 0, vertex 0 (counted from 0): it has no effect on the walkable area",
        "feature 6, vertex 0 (counted from 0): it has no effect on the walkable area",
        "feature 7 \"gate\", vertex 0 (counted from 0): it has no effect on the walkable area",
    ]);
    let (code, info) = workdir.json("info hall.geojson");
    assert_eq!((code, &info["repairs"], &info["area"]), (0, &expected, &json!(80.0)));
    let (code, check) = workdir.json("check hall.geojson");
    assert_eq!((code, &check["repairs"], &check["status"]), (0, &expected, &json!("valid")));
    let told = workdir.run("check hall.geojson").out;
    assert!(told.contains("no defects\n8 repairs\n") && told.contains("feature 7"), "{told}");
    // With a radius, areas are drawn within the inset border.
    let (_, wide) = workdir.json("info hall.geojson --radius 0.25");
    let sorted = |list: &serde_json::Value| {
        let mut list: Vec<String> = serde_json::from_value(list.clone()).unwrap();
        list.sort();
        list
    };
    assert_eq!(sorted(&wide["repairs"]), sorted(&expected));
}
