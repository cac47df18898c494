//! GeoJSON in degrees: refused, projected, or taken as planar.

use super::Workdir;

/// A yard of 0.01 by 0.006 degrees in Berlin, with a building in it.
const YARD: &str = r#"{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates":
    [[[13.40, 52.517], [13.41, 52.517], [13.41, 52.523], [13.40, 52.523]]]}},
  {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon", "coordinates":
    [[[13.404, 52.518], [13.406, 52.518], [13.406, 52.522], [13.404, 52.522]]]}}]}"#;

fn workdir() -> Workdir {
    let workdir = Workdir::with_maps();
    workdir.put("yard.geojson", YARD);
    workdir
}

#[test]
fn degrees_are_refused_with_the_two_ways_out() {
    let workdir = workdir();
    for command in
        ["info", "check", "draw -o out.svg", "path --from 13.401,52.52 --to 13.409,52.52"]
    {
        let failure =
            workdir.assert_fails(&format!("{command} yard.geojson"), &["--project", "--planar"]);
        assert_eq!(failure["file"], "yard.geojson");
    }
    let (code, path) =
        workdir.json("path yard.geojson --planar --from 13.401,52.52 --to 13.403,52.52");
    assert_eq!(code, 0);
    assert!((path["length"].as_f64().unwrap() - 0.002).abs() < 1e-12);
}

#[test]
fn a_projected_path_is_in_metres_and_in_degrees() {
    let workdir = workdir();
    let ask = "path yard.geojson --project --from 13.401,52.52 --to 13.403,52.52";
    let (code, path) = workdir.json(ask);
    assert_eq!(code, 0, "{path}");
    // One degree of longitude on WGS 84: pi / 180 * a * cos(lat) / sqrt(1 - e^2 * sin(lat)^2).
    let (axis, eccentricity_sq, latitude) =
        (6_378_137.0, 0.006_694_379_990_14, 52.52_f64.to_radians());
    let root = (1.0 - eccentricity_sq * latitude.sin().powi(2)).sqrt();
    let metres = 0.002_f64.to_radians() * axis * latitude.cos() / root;
    let length = path["length"].as_f64().unwrap();
    assert!((length / metres - 1.0).abs() < 1e-6, "{length} is not {metres}");
    let goal: Vec<f64> = serde_json::from_value(path["degrees"]["points"][1].clone()).unwrap();
    assert!((goal[0] - 13.403).abs() < 1e-9 && (goal[1] - 52.52).abs() < 1e-9, "{goal:?}");
    let ended = workdir.run(ask);
    assert!(ended.out.contains("longitude, latitude:\n  13.401, 52.52\n"), "{}", ended.out);
}

#[test]
fn all_questions_take_and_give_degrees() {
    let workdir = workdir();
    for (ask, member) in [
        ("nearest --at 13.405,52.5201", "point"),
        ("ray --from 13.401,52.52 --to 13.409,52.52", "point"),
        ("move --from 13.401,52.52 --to 13.409,52.521", "points"),
        ("visible --at 13.401,52.52", "points"),
        ("any --from 13.401,52.52 --to 13.409,52.52", "points"),
        ("distances --from 13.401,52.52 --to 13.409,52.52", "to"),
    ] {
        let (question, rest) = ask.split_once(' ').unwrap();
        let (code, answer) =
            workdir.json(&format!("query {question} yard.geojson --project {rest}"));
        assert_eq!(code, 0, "{ask}: {answer}");
        let mut point = &answer["degrees"][member];
        while point[0].is_array() {
            point = &point[0];
        }
        let [x, y] = [0, 1].map(|i| point[i].as_f64().unwrap());
        assert!(
            (x - 13.405).abs() < 0.005 + 1e-9 && (y - 52.52).abs() < 0.003 + 1e-9,
            "{ask}: {answer}"
        );
    }
    let (_, field) =
        workdir.json("query field yard.geojson --project --to 13.409,52.52 --at 13.401,52.52");
    assert!(field["answers"][0]["distance"].as_f64().unwrap() > 540.0);
    assert!(field["degrees"]["answers"][0]["next"].is_array(), "{field}");
}

#[test]
fn failures_of_projected_maps_name_the_nearest_point_in_degrees() {
    let ask = "path yard.geojson --project --from 13.401,52.52 --to 13.4041,52.52";
    let (code, failure) = workdir().json(ask);
    assert_eq!((code, &failure["status"]), (1, &"goal-outside".into()));
    let nearest = [0, 1].map(|i| failure["degrees"]["nearest"][i].as_f64().unwrap());
    assert!((nearest[0] - 13.404).abs() < 1e-6 && (nearest[1] - 52.52).abs() < 1e-6, "{failure}");
    assert!(failure["message"].as_str().unwrap().contains("in degrees"));
}

#[test]
fn swapped_degrees_and_maps_that_do_not_project_are_errors() {
    let workdir = workdir();
    let ask = "path yard.geojson --project --from 52.52,13.401 --to 13.409,52.52";
    workdir.assert_fails(ask, &["(13.4, 52.517)", "swapped, use 13.401, 52.52"]);
    workdir.assert_fails("info map.map --project", &["--project", ".geojson"]);
    workdir.assert_fails("info map.map --planar", &["--planar", ".geojson"]);
    workdir.assert_fails("info yard.geojson --planar --project", &["--planar", "--project"]);
    workdir.assert_fails("info square.geojson --project", &["15 degrees of longitude", "6"]);
    workdir.put(
        "far.geojson",
        r#"{"type": "Polygon", "coordinates": [[[0, 0], [500, 0], [0, 300]]]}"#,
    );
    workdir.assert_fails("info far.geojson --project", &["-180 to 180"]);
}

/// The forms of RFC 7946 for a map across the antimeridian, and one that goes on beyond 180 degrees.
#[test]
fn a_map_across_the_antimeridian_is_projected_whole_or_refused() {
    let workdir = Workdir::new();
    let ring = |west: f64, east: f64| {
        format!("[[{west}, 10.1], [{east}, 10.1], [{east}, 10.3], [{west}, 10.3]]")
    };
    let cut = format!("[[{}], [{}]]", ring(179.9, 180.0), ring(-180.0, -179.9));
    let [jumping, beyond] =
        [[179.9, -179.9], [179.9, 180.1]].map(|[west, east]| format!("[[{}]]", ring(west, east)));
    let mut lengths = Vec::new();
    for coordinates in [cut, jumping, beyond] {
        let text = format!(r#"{{"type": "MultiPolygon", "coordinates": {coordinates}}}"#);
        workdir.put("date.geojson", &text);
        workdir.assert_fails("info date.geojson", &["--project", "--planar"]);
        for [from, to] in [["179.95", "-179.95"], ["-180.05", "180.05"]] {
            let ask = format!("path date.geojson --project --from={from},10.2 --to={to},10.2");
            let (code, path) = workdir.json(&ask);
            assert_eq!(code, 0, "{text}: {path}");
            lengths.push(path["length"].as_f64().unwrap());
            let goal: Vec<f64> =
                serde_json::from_value(path["degrees"]["points"][1].clone()).unwrap();
            assert!((goal[0] + 179.95).abs() < 1e-9, "{goal:?}");
        }
    }
    // A tenth of a degree of longitude at 10.2 degrees north, by the formula above.
    assert!(lengths.iter().all(|length| (length - 10_957.17).abs() < 0.1), "{lengths:?}");
    assert!(lengths.iter().all(|length| (length - lengths[0]).abs() < 1e-4), "{lengths:?}");
    let off = workdir.json("path date.geojson --project --from 170,10.2 --to 179.95,10.2").1;
    assert!(off["message"].as_str().unwrap().contains("far from the map"), "{off}");
}
