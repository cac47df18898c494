//! Features on floors, and the connections between them.

use super::*;

const LINE: &str = r#"{"type": "LineString", "coordinates": [[4, 0], [4, 2]]}"#;

#[test]
fn features_are_on_floors_and_floor_connections_name_two() {
    let text = collection(&[
        feature(r#"{"layer": 2, "name": "attic"}"#, &polygon(&[TRIANGLE])),
        feature(r#"{"kind": "wall", "layer": 2}"#, LINE),
        feature(r#"{"kind": "door", "layer": null}"#, LINE),
        feature(r#"{"kind": "floor_connection", "layers": [0, 2], "name": "ramp"}"#, LINE),
    ]);
    let features = read_geojson(&text).unwrap();
    let Floors { floors, connections, .. } = &features.building;
    let layers: Vec<u32> = floors.iter().map(|floor| floor.layer).collect();
    assert_eq!((layers, features.outlines()), (vec![2, 0], None), "in the order of the text");
    let [attic, ground] = [0, 1].map(|index| &floors[index].outlines);
    assert_eq!([attic.walkable.len(), attic.walls.len(), attic.doors.len()], [1, 1, 0]);
    assert_eq!([ground.walkable.len(), ground.walls.len(), ground.doors.len()], [0, 0, 1]);
    assert_eq!(*connections, [FloorConnection::new([0, 2], [[4.0, 0.0], [4.0, 2.0]])]);
    assert_eq!(features.places[0].walls[0].to_string(), "feature 1 (counted from 0)");
    assert_eq!(features.connection_places[0].to_string(), "feature 3 \"ramp\" (counted from 0)");
    assert!(features.notes.is_empty());
}

#[test]
fn whole_numbers_may_have_a_decimal_point() {
    let layer_of = |layer: &str| {
        let text = feature(&format!(r#"{{"layer": {layer}}}"#), &polygon(&[TRIANGLE]));
        read_geojson(&text).unwrap().building.floors[0].layer
    };
    assert_eq!(["2.0", "0e9", "-0.0"].map(layer_of), [2, 0, 0]);
    assert_eq!(["4294967295", "4294967295.0"].map(layer_of), [u32::MAX; 2]);
}

#[test]
fn an_invalid_floor_is_reported() {
    let place = "feature 0 (counted from 0): ";
    for layer in ["-1", "1.5", "4294967295.5", "4294967296", "\"1\"", "[1]"] {
        let message = error(&feature(&format!(r#"{{"layer": {layer}}}"#), &polygon(&[TRIANGLE])));
        assert!(
            message.starts_with(&format!("{place}the property `layer` is {layer}: ")),
            "{message}"
        );
    }
    for layers in ["1", "[0]", "[0, 1, 2]", "[0, -1]", "[0, \"1\"]"] {
        let found = layers.replace(", ", ",");
        let message = error(&feature(
            &format!(r#"{{"kind": "floor_connection", "layers": {layers}}}"#),
            LINE,
        ));
        assert!(
            message.starts_with(&format!("{place}the property `layers` is {found}: ")),
            "{message}"
        );
    }
    let missing = error(&feature(r#"{"kind": "floor_connection", "layers": null}"#, LINE));
    assert!(missing.starts_with(&format!("{place}the property `layers` is missing: ")));
    let polygon =
        error(&feature(r#"{"kind": "floor_connection", "layers": [0, 1]}"#, &polygon(&[TRIANGLE])));
    assert!(polygon.ends_with("needs a LineString or a MultiLineString, not a Polygon"));
    let unused = feature(r#"{"kind": "floor_connection", "layers": [0, 1], "layer": 1}"#, LINE);
    assert!(notes(&unused)[0].contains("the property `layer` has no effect on this kind"));
    let unused = feature(r#"{"kind": "wall", "layers": [0, 1]}"#, LINE);
    assert!(notes(&unused)[0].contains("the property `layers` has no effect on this kind"));
}

#[test]
fn a_written_building_is_read_back_equal() {
    let corner = DVec2::new(0.1, 4.0_f64.next_up());
    let ground =
        Outline::rect([-0.0, 1e-300], corner).with_hole([[0.01, 1.0], [0.02, 1.0], [0.02, 2.0]]);
    let attic = Outlines {
        walkable: vec![ground.clone()],
        obstacles: vec![ground.clone()],
        walls: vec![Wall::new([[0.0, 0.0], [1.0, 1.0]])],
        areas: vec![Area::new(ground.clone(), "mud \"deep\"", 2.5)],
        doors: vec![Door::new([[0.0, 0.0], [1.0, 0.5]], "gate")],
        links: vec![Link::new([0.0, 0.0], [1.0, 0.5], "hop").on_layers([u32::MAX; 2]).one_way()],
    };
    let cellar = Outlines { walkable: vec![ground], ..Outlines::default() };
    let building = Floors::default()
        .with_floor(u32::MAX, attic)
        .with_floor(0, cellar)
        .with_connection(FloorConnection::new(
            [0, u32::MAX],
            [[0.0, 0.0], [0.0, 0.3], corner.into()],
        ))
        .with_link(Link::new([0.5, 0.5], corner, "").cost(0.1).on_layers([0, u32::MAX]));
    let text = write_geojson(&building).unwrap();
    let read = read_geojson(&text).unwrap();
    assert!(read.notes.is_empty(), "{text}");
    assert_eq!(format!("{:?}", read.building), format!("{building:?}"), "to the sign of a zero");
    assert_eq!(write_geojson(&read.building).unwrap(), text);
}
