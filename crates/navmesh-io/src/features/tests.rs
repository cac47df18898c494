use super::*;
use crate::error::WriteError;
use navmesh_core::{Area, DVec2, Door, FloorConnection, Link, Outline, Wall};

mod floors;
mod others;

const TRIANGLE: &str = "[[0, 0], [4, 0], [0, 4], [0, 0]]";
const HOLE: &str = "[[1, 1], [1, 2], [2, 1]]";

fn feature(properties: &str, geometry: &str) -> String {
    format!(r#"{{"type": "Feature", "properties": {properties}, "geometry": {geometry}}}"#)
}

fn collection(features: &[String]) -> String {
    format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, features.join(", "))
}

fn polygon(rings: &[&str]) -> String {
    format!(r#"{{"type": "Polygon", "coordinates": [{}]}}"#, rings.join(", "))
}

fn notes(text: &str) -> Vec<String> {
    read_geojson(text).unwrap().notes.iter().map(FeatureNote::to_string).collect()
}

fn flat(text: &str) -> Outlines {
    read_geojson(text).unwrap().outlines().unwrap().clone()
}

fn error(text: &str) -> String {
    read_geojson(text).unwrap_err().to_string()
}

#[test]
fn a_collection_a_feature_and_a_bare_geometry_are_read_alike() {
    let geometry = polygon(&[TRIANGLE, HOLE]);
    let lone = feature("null", &geometry);
    let whole = collection(std::slice::from_ref(&lone));
    let expected = Outline::new([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [0.0, 0.0]]).with_hole([
        [1.0, 1.0],
        [1.0, 2.0],
        [2.0, 1.0],
    ]);
    for text in [&geometry, &lone, &whole, &format!("\u{feff}{whole}")] {
        let features = read_geojson(text).unwrap();
        assert_eq!(features.outlines().unwrap().walkable, std::slice::from_ref(&expected));
        assert!(features.notes.is_empty() && features.outlines().unwrap().obstacles.is_empty());
    }
}

#[test]
fn unknown_members_are_noted_at_every_level() {
    let geometry = polygon(&[TRIANGLE]).replacen('{', r#"{"style": 7, "#, 1);
    let nested = format!(r#"{{"type": "GeometryCollection", "geometries": [{geometry}]}}"#);
    let lone = feature("null", &geometry);
    let noted =
        ["feature 0 (counted from 0): members that GeoJSON does not define were ignored: style"];
    for text in [&geometry, &nested, &lone, &collection(std::slice::from_ref(&lone))] {
        assert_eq!(notes(text), noted, "{text}");
    }
}

#[test]
fn kinds_tell_walkable_outlines_from_obstacles() {
    let ground = feature(r#"{"kind": null, "name": "hall"}"#, &polygon(&[TRIANGLE]));
    let pillar = feature(r#"{"kind": "obstacle"}"#, &polygon(&[HOLE]));
    let features = read_geojson(&collection(&[pillar, ground])).unwrap();
    assert_eq!(
        (features.outlines().unwrap().walkable.len(), features.outlines().unwrap().obstacles.len()),
        (1, 1)
    );
    assert_eq!(features.places[0].obstacles[0].to_string(), "feature 0 (counted from 0)");
    assert_eq!(features.places[0].walkable[0].to_string(), "feature 1 \"hall\" (counted from 0)");
}

#[test]
fn every_polygon_of_a_collection_at_any_depth_is_an_outline() {
    let two = format!(r#"{{"type": "MultiPolygon", "coordinates": [[{TRIANGLE}], [{HOLE}]]}}"#);
    let inner = format!(r#"{{"type": "GeometryCollection", "geometries": [{two}]}}"#);
    let one = polygon(&[TRIANGLE]);
    let outer = format!(r#"{{"type": "GeometryCollection", "geometries": [{one}, {inner}]}}"#);
    let features = read_geojson(&outer).unwrap();
    assert_eq!(features.outlines().unwrap().walkable.len(), 3);
    assert_eq!(features.places[0].walkable[2].polygon, Some(2));
}

#[test]
fn a_feature_of_an_unknown_kind_is_reported() {
    let named = |kind: &str| {
        let fine = feature("{}", &polygon(&[TRIANGLE]));
        let properties = format!(r#"{{"name": "gate", "kind": {kind}}}"#);
        error(&collection(&[fine, feature(&properties, &polygon(&[HOLE]))]))
    };
    let place = "feature 1 \"gate\" (counted from 0): ";
    let advice = "use \"walkable\", \"obstacle\", \"wall\", \"area\", \"door\", \"floor_connection\" or \"link\"";
    let line = "needs a LineString or a MultiLineString, not a Polygon";
    assert_eq!(named("\"link\""), format!("{place}the kind \"link\" {line}"));
    assert_eq!(named("\"lava\""), format!("{place}the kind \"lava\" is unknown: {advice}"));
    assert_eq!(named("7"), format!("{place}the property `kind` is 7: it has to be a text"));
}

#[test]
fn areas_have_a_name_and_a_cost() {
    let area = |more: &str| feature(&format!(r#"{{"kind": "area"{more}}}"#), &polygon(&[HOLE]));
    let mud = area(r#", "name": "mud", "cost": 2.5"#);
    let features = read_geojson(&collection(&[mud, area(r#", "cost": null"#), area("")])).unwrap();
    let areas = &features.outlines().unwrap().areas;
    assert_eq!((areas[0].name.as_str(), areas[0].cost), ("mud", 2.5));
    assert_eq!((areas[1].name.as_str(), areas[1].cost, areas[2].cost), ("", 1.0, 1.0));
    assert_eq!(areas[0].outline.exterior.len(), 3);
    let numbered = read_geojson(&area("").replacen('{', r#"{"id": 7, "#, 1)).unwrap();
    assert_eq!(numbered.outlines().unwrap().areas[0].name, "", "an id is no name");
    assert_eq!(numbered.places[0].areas[0].to_string(), "feature 0 \"7\" (counted from 0)");
    assert_eq!(features.places[0].areas[0].to_string(), "feature 0 \"mud\" (counted from 0)");
    assert!(features.notes.is_empty() && features.outlines().unwrap().walkable.is_empty());
    let wrong = error(&area(r#", "cost": "much""#));
    let place = "feature 0 (counted from 0): ";
    assert_eq!(wrong, format!("{place}the property `cost` is \"much\": it has to be a number"));
    let line = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}"#;
    let wrong = error(&feature(r#"{"kind": "area"}"#, line));
    let needs = "the kind \"area\" needs a Polygon or a MultiPolygon, not a LineString";
    assert_eq!(wrong, format!("{place}{needs}"));
}

#[test]
fn lines_of_two_points_are_links() {
    let link = |more: &str, points: &str| {
        let line = format!(r#"{{"type": "LineString", "coordinates": {points}}}"#);
        feature(&format!(r#"{{"kind": "link"{more}}}"#), &line)
    };
    let plain = link("", "[[0, 0], [3, 4]]");
    let jump = link(r#", "name": "jump", "cost": 2.5, "one_way": true"#, "[[1, 1], [2, 1]]");
    let features = read_geojson(&collection(&[plain.clone(), jump.clone()])).unwrap();
    let expected = [
        Link::new([0.0, 0.0], [3.0, 4.0], "").cost(5.0),
        Link::new([1.0, 1.0], [2.0, 1.0], "jump").cost(2.5).one_way(),
    ];
    assert_eq!(features.outlines().unwrap().links, expected);
    assert_eq!(features.places[0].links[1].to_string(), "feature 1 \"jump\" (counted from 0)");
    assert!(features.notes.is_empty());
    let ladder = link(r#", "layers": [0, 2], "cost": 6"#, "[[1, 1], [1, 1]]");
    let upper = link(r#", "layer": 2"#, "[[1, 1], [2, 1]]");
    let building = read_geojson(&collection(&[plain, jump, ladder, upper])).unwrap();
    assert_eq!((building.outlines(), building.link_places.len()), (None, 1));
    let expected = Link::new([1.0, 1.0], [1.0, 1.0], "").cost(6.0).on_layers([0, 2]);
    assert_eq!(building.building.links, [expected]);
    assert_eq!(building.building.floors[1].outlines.links[0].from.layer, 2);
    let text = write_geojson(&building.building).unwrap();
    assert_eq!(read_geojson(&text).unwrap().building, building.building);
    let place = "feature 0 (counted from 0)";
    let wrong = error(&link("", "[[0, 0], [1, 1], [2, 2]]"));
    assert_eq!(wrong, format!("{place}: a link needs two points, this one has 3"));
    let wrong = error(&link(r#", "one_way": "yes""#, "[[0, 0], [1, 1]]"));
    let needs = "it has to be true or false";
    assert_eq!(wrong, format!("{place}: the property `one_way` is \"yes\": {needs}"));
}

#[test]
fn the_lines_of_a_multi_line_are_the_lanes_of_one_link() {
    let link = |more: &str, lines: &str| {
        let lines = format!(r#"{{"type": "MultiLineString", "coordinates": {lines}}}"#);
        feature(&format!(r#"{{"kind": "link", "name": "ledge"{more}}}"#), &lines)
    };
    let drawn = link("", "[[[0, 0], [3, 4]], [[1, 0], [1, 1]], [[2, 0], [2, 9]]]");
    let laid =
        link(r#", "lanes": 5, "cost": 1, "one_way": true"#, "[[[0, 0], [0, 4]], [[8, 0], [8, 4]]]");
    let features = read_geojson(&collection(&[drawn, laid, link("", "[]")])).unwrap();
    let lanes = [[[1.0, 0.0], [1.0, 1.0]], [[2.0, 0.0], [2.0, 9.0]]];
    let mut drawn = Link::new([0.0, 0.0], [3.0, 4.0], "ledge").cost(9.0);
    drawn.beside = lanes.map(|lane| lane.map(DVec2::from)).to_vec();
    let laid = Link::new([0.0, 0.0], [0.0, 4.0], "ledge").wide([8.0, 0.0], [8.0, 4.0], 5);
    assert_eq!(laid.beside[0], [[2.0, 0.0], [2.0, 4.0]].map(DVec2::from));
    assert_eq!(features.outlines().unwrap().links, [drawn, laid.cost(1.0).one_way()]);
    assert_eq!(features.places[0].links[1].to_string(), "feature 1 \"ledge\" (counted from 0)");
    assert_eq!(features.notes.len(), 1, "the link without lines: {:?}", features.notes);
    let text = write_geojson(&features.building).unwrap();
    assert_eq!(read_geojson(&text).unwrap().building, features.building);
    let wrong = error(&link("", "[[[0, 0], [0, 4]], [[8, 0]]]"));
    let place = "feature 0 \"ledge\"";
    let expected = "line 1 (counted from 0): a link needs two points, this one has 1";
    assert_eq!(wrong, format!("{place}, {expected}"));
    for (lanes, lines) in [
        ("1", "[[[0, 0], [0, 4]], [[8, 0], [8, 4]]]"),
        ("2049", "[[[0, 0], [0, 4]], [[8, 0], [8, 4]]]"),
        ("true", "[[[0, 0], [0, 4]], [[8, 0], [8, 4]]]"),
        ("3", "[[[0, 0], [0, 4]]]"),
        ("3", "[[[0, 0], [0, 4]], [[8, 0], [8, 4]], [[9, 0], [9, 4]]]"),
    ] {
        let wrong = error(&link(&format!(r#", "lanes": {lanes}"#), lines));
        let needs = "it has to be a whole number from 2 to 2048, of a MultiLineString of two lines";
        assert_eq!(
            wrong,
            format!("{place} (counted from 0): the property `lanes` is {lanes}: {needs}")
        );
    }
}

#[test]
fn lines_are_walls() {
    let wall = r#"{"kind": "wall", "name": "fence"}"#;
    let line = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 1, 9]]}"#;
    let two = r#"{"type": "MultiLineString", "coordinates": [[[0, 0], [1, 0], [2, 2]], []]}"#;
    let both = format!(r#"{{"type": "GeometryCollection", "geometries": [{line}, {two}]}}"#);
    let text = collection(&[feature(wall, line), feature(wall, &both)]);
    let features = read_geojson(&text).unwrap();
    let straight = Wall::new([[0.0, 0.0], [1.0, 1.0]]);
    let bent = Wall::new([[0.0, 0.0], [1.0, 0.0], [2.0, 2.0]]);
    assert_eq!(features.outlines().unwrap().walls, [straight.clone(), straight, bent]);
    assert_eq!(features.places[0].walls[0].to_string(), "feature 0 \"fence\" (counted from 0)");
    assert_eq!(
        features.places[0].walls[2].to_string(),
        "feature 1 \"fence\", line 1 (counted from 0)"
    );
    let expected = [
        "feature 0 \"fence\" (counted from 0): the altitude of 1 position was dropped",
        "feature 1 \"fence\", line 2 (counted from 0): the line has no position and was left out",
        "feature 1 \"fence\" (counted from 0): the altitude of 1 position was dropped",
    ];
    assert_eq!(notes(&text), expected);
    let polygon = error(&feature(wall, &polygon(&[TRIANGLE])));
    assert!(polygon.ends_with("needs a LineString or a MultiLineString, not a Polygon"));
    let short = r#"{"type": "LineString", "coordinates": [[0, 0], [1]]}"#;
    assert!(error(&feature(wall, short)).starts_with("feature 0 \"fence\", vertex 1 (counted"));
}

#[test]
fn lines_of_the_kind_door_are_doors_with_the_feature_name() {
    let line = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}"#;
    let gate = r#"{"kind": "door", "name": "gate", "cost": 2}"#;
    let text = collection(&[feature(gate, line), feature(r#"{"kind": "door"}"#, line)]);
    let features = read_geojson(&text).unwrap();
    let names: Vec<&str> =
        features.outlines().unwrap().doors.iter().map(|door| &*door.name).collect();
    assert_eq!((names, features.outlines().unwrap().walls.len()), (vec!["gate", ""], 0));
    assert_eq!(features.places[0].doors[0].to_string(), "feature 0 \"gate\" (counted from 0)");
    assert!(notes(&text)[0].contains("the property `cost` has no effect on this kind"));
    let polygon = error(&feature(gate, &polygon(&[TRIANGLE])));
    assert!(
        polygon
            .ends_with("the kind \"door\" needs a LineString or a MultiLineString, not a Polygon")
    );
}

#[test]
fn names_of_areas_doors_and_links_are_texts_or_numbers() {
    let named = |kind: &str, name: &str| {
        feature(&format!(r#"{{"kind": "{kind}", "name": {name}}}"#), &polygon(&[TRIANGLE]))
    };
    let numbered = read_geojson(&named("area", "7")).unwrap();
    assert_eq!(numbered.outlines().unwrap().areas[0].name, "7");
    assert_eq!(numbered.places[0].areas[0].to_string(), "feature 0 \"7\" (counted from 0)");
    let told = error(&named("area", "{}"));
    assert_eq!(told, "feature 0 (counted from 0): the property `name` is {}: it has to be a text");
    assert_eq!(flat(&named("walkable", "[]")).walkable.len(), 1);
    assert_eq!(flat(&named("area", "null")).areas[0].name, "");
}

#[test]
fn a_geometry_that_does_not_fit_the_kind_is_reported() {
    let line = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}"#;
    let expected = "feature 0 (counted from 0): the kind \"obstacle\" needs a Polygon or a \
                    MultiPolygon, not a LineString";
    assert_eq!(error(&feature(r#"{"kind": "obstacle"}"#, line)), expected);
    assert!(error(r#"{"type": "Point", "coordinates": [0, 0]}"#).ends_with("not a Point"));
}

#[test]
fn a_bad_position_is_reported_by_ring_and_vertex() {
    let with_hole = |hole: &str| error(&feature("{}", &polygon(&[TRIANGLE, hole])));
    let place = "feature 0, ring 1, vertex 2 (counted from 0): ";
    let expected = format!("{place}a position needs two numbers, this one has 1");
    assert_eq!(with_hole("[[1, 1], [1, 2], [2]]"), expected);
    assert!(with_hole("[[1, 1], [1, 2], []]").contains("this one has 0"));
    assert!(with_hole("[[1, 1], [1, 2], [1e300, 0]]").starts_with(place));
    let told = with_hole("[[1, 1], [1, 2], [1, \"2\"]]");
    let expected = "feature 0 (counted from 0): not a GeoJSON feature: coordinates[1][2][1] has to be a number and is \"2\"";
    assert_eq!(told, expected);
    let ring = polygon(&[TRIANGLE, "[[1, 1], [1, 2], [1, \"2\"]]"]);
    let inside = format!(r#"{{"type": "GeometryCollection", "geometries": [{ring}]}}"#);
    assert_eq!([error(&inside), error(&feature("{}", &inside))], [expected, expected]);
}

#[test]
fn empty_parts_are_left_out_and_noted() {
    let half = format!(r#"{{"type": "MultiPolygon", "coordinates": [[], [{TRIANGLE}]]}}"#);
    let text = collection(&[
        feature(r#"{"name": "nothing"}"#, "null"),
        feature("{}", &polygon(&[])),
        feature("{}", &polygon(&["[]"])),
        feature("{}", &polygon(&["[]", HOLE])),
        feature("{}", &polygon(&[TRIANGLE, "[]", HOLE])),
        feature("{}", r#"{"type": "MultiPolygon", "coordinates": []}"#),
        feature("{}", r#"{"type": "GeometryCollection", "geometries": []}"#),
        feature("{}", &format!(r#"{{"type": "GeometryCollection", "geometries": [{half}]}}"#)),
    ]);
    let outlines = flat(&text);
    assert_eq!((outlines.walkable.len(), outlines.walkable[0].holes.len()), (2, 1));
    let no_exterior = "the polygon has no exterior and was left out";
    let no_polygon = "the geometry is empty and was left out";
    let expected = [
        "0 \"nothing\" (counted from 0): the geometry is null, and the feature was left out"
            .to_owned(),
        format!("1 (counted from 0): {no_exterior}"),
        format!("2 (counted from 0): {no_exterior}"),
        format!("3 (counted from 0): {no_exterior}"),
        "4, ring 1 (counted from 0): the hole has no position and was left out".to_owned(),
        format!("5 (counted from 0): {no_polygon}"),
        format!("6 (counted from 0): {no_polygon}"),
        format!("7, polygon 0 (counted from 0): {no_exterior}"),
    ];
    assert_eq!(notes(&text), expected.map(|note| format!("feature {note}")));
}

#[test]
fn ignored_parts_are_noted() {
    let ring = "[[0, 0, 5], [4, 0, 5], [0, 4]]";
    let plain = feature(r#"{"cost": 3, "layer": null, "colour": "red"}"#, &polygon(&[ring]));
    let text = format!(
        r#"{{"type": "FeatureCollection", "crs": 1, "bbox": [0], "name": "x", "features": [{plain}]}}"#
    );
    let expected = [
        "members that GeoJSON does not define were ignored: crs, name",
        "feature 0 (counted from 0): the property `cost` has no effect on this kind and was ignored",
        "feature 0 (counted from 0): the altitude of 2 positions was dropped",
    ];
    assert_eq!(notes(&text), expected);
}

#[test]
fn a_syntax_error_has_its_line_and_column() {
    let place = |text: &str| {
        let error = read_geojson(text).unwrap_err();
        (error.line(), error.column())
    };
    assert_eq!(place("{\n  \"type\": oops\n}"), (Some(2), Some(11)));
    assert_eq!(place(""), (Some(1), Some(1)));
    assert_eq!(place("{\"type\": \"Feature\"} x"), (Some(1), Some(21)));
    assert_eq!(place(&polygon(&["[[1e999, 0]]"])).0, Some(1));
    assert_eq!(place(&polygon(&["[[NaN, 0]]"])).0, Some(1));
}

#[test]
fn json_that_is_not_geojson_is_refused() {
    for text in ["[]", "7", "{}", r#"{"type": "Topology"}"#, r#"{"type": "FeatureCollection"}"#] {
        assert!(matches!(read_geojson(text), Err(ReadError::NotGeoJson { .. })), "{text}");
    }
    assert!(error(&collection(&["7".to_owned()])).starts_with("feature 0 (counted from 0): not"));
    assert!(error(r#"{"type": "Polygon"}"#).contains("not a GeoJSON feature"));
    let text = r#"{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], ["1", 1]]]}"#;
    assert!(error(text).contains(r#"coordinates[0][2][0] has to be a number and is "1""#));
}

#[test]
fn deep_nesting_is_an_error_and_not_an_overflow() {
    let deep = "[".repeat(1_000_000);
    assert!(matches!(read_geojson(&deep), Err(ReadError::Json { .. })));
    let nested = |depth: usize| {
        let open = r#"{"type": "GeometryCollection", "geometries": ["#.repeat(depth);
        format!("{open}{}{}", polygon(&[TRIANGLE]), "]}".repeat(depth))
    };
    assert_eq!(flat(&nested(50)).walkable.len(), 1);
    assert!(matches!(read_geojson(&nested(5000)), Err(ReadError::Json { .. })));
}

#[test]
fn doubles_are_read_to_the_last_bit() {
    let text =
        polygon(&["[[0.1, 2.2250738585072014e-308], [9007199254740993, 1e22], [5e-324, -0.0]]"]);
    let points = flat(&text).walkable.remove(0).exterior;
    let expected = [
        DVec2::new(0.1, 2.2250738585072014e-308),
        DVec2::new(9007199254740992.0, 1e22),
        DVec2::new(5e-324, -0.0),
    ];
    assert_eq!(points, expected);
}

#[test]
fn numbers_that_json_cannot_express_are_not_written() {
    let write = |outlines: Outlines| write_geojson(&Floors::default().with_floor(0, outlines));
    let wall = Wall::new([[0.0, 0.0], [f64::NAN, 1.0]]);
    let told = write(Outlines { walls: vec![wall], ..Outlines::default() }).unwrap_err();
    assert!(told.to_string().starts_with("the point (NaN, 1) is not finite"));
    let area = Area::new(Outline::rect([0.0, 0.0], [1.0, 1.0]), "", f64::INFINITY);
    let told = write(Outlines { areas: vec![area], ..Outlines::default() });
    assert_eq!(told, Err(WriteError::AreaCost { cost: f64::INFINITY }));
}
