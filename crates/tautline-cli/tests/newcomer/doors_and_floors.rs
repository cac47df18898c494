//! Doors and floors on the library and in the program: items 3, 4 and 6.

use tautline::{
    BuildOptions, DVec2, Door, FloorConnection, Floors, MeshFinder, NavMeshBuilder, Outline,
    Outlines, Path, PathQuery, Place, build_floors,
};

use super::{json, run, sample};

/// A hall of 20 by 10 with a door from its lower wall to the middle.
fn hall(radius: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_door(Door::new([[10.0, 0.0], [10.0, 5.0]], "gate"));
    MeshFinder::new(builder.build_mesh().unwrap())
}

/// The least distance of a path from a point, by many points of the path.
fn distance_from(path: &Path, point: DVec2) -> f64 {
    let places = (0..=1000).filter_map(|i| path.point_at(path.length() * f64::from(i) / 1000.0));
    places.map(|place| place.distance(point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn an_agent_keeps_its_radius_from_the_free_end_of_a_closed_door() {
    let mut finder = hall(1.0);
    let query = PathQuery::new([4.0, 2.0], [16.0, 2.0]);
    assert_eq!(finder.find_path(&query).unwrap().length(), 12.0, "open doors have no effect");
    finder.close_door("gate").unwrap();
    let path = finder.find_path(&query).unwrap();
    let distance = distance_from(&path, DVec2::new(10.0, 5.0));
    assert!((1.0..1.02).contains(&distance), "{distance}");
}

#[test]
fn doors_tell_which_of_them_are_closed() {
    let mut finder = hall(0.0);
    assert!(!finder.is_door_closed("gate").unwrap());
    assert!(finder.toggle_door("gate").unwrap());
    assert!(finder.is_door_closed("gate").unwrap());
    assert_eq!(finder.closed_doors().count(), 1);
    assert!(!finder.toggle_door("gate").unwrap());
    let unknown = finder.is_door_closed("gait").unwrap_err();
    assert!(unknown.to_string().contains("\"gait\""), "{unknown}");
}

#[test]
fn every_waypoint_and_every_point_along_a_path_has_its_floor() {
    let slab = |west: f64, east: f64| Outlines {
        walkable: vec![Outline::rect([west, 0.0], [east, 4.0])],
        ..Outlines::default()
    };
    let building = Floors::default()
        .with_floor(0, slab(0.0, 10.0))
        .with_floor(1, slab(10.0, 20.0))
        .with_connection(FloorConnection::new([0, 1], [[10.0, 0.0], [10.0, 4.0]]));
    let (mesh, _) = build_floors(&building, &BuildOptions::default()).unwrap();
    let finder = MeshFinder::new(mesh);
    let ends =
        [([2.0, 2.0], 0), ([18.0, 2.0], 1)].map(|(at, floor)| Place::new(at).on_layer(floor));
    let path = finder.find_path(&PathQuery::new(ends[0], ends[1])).unwrap();
    let floors: Vec<_> = path.places(finder.mesh()).iter().map(|place| place.layer).collect();
    assert_eq!((floors.first(), floors.last()), (Some(&Some(0)), Some(&Some(1))));
    let along = [1.0, 15.0].map(|distance| path.place_at(distance, finder.mesh()).unwrap().layer);
    assert_eq!(along, [Some(0), Some(1)]);
}

#[test]
fn the_program_prints_the_floor_of_every_waypoint() {
    let ask = format!("path {} --from 2,15@0 --to 2,15@1", sample("building.geojson"));
    let text = run(&ask).out;
    let waypoints: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
    assert!(waypoints.iter().all(|line| line.contains(" on floor ")), "{text}");
    assert!(waypoints[0].ends_with("floor 0") && waypoints.last().unwrap().ends_with("floor 1"));
    let path = json(&ask);
    let [floors, points] = ["floors", "points"].map(|name| path[name].as_array().unwrap().len());
    assert_eq!((floors, points), (waypoints.len(), waypoints.len()));
    let stopped = json(&format!("{ask} --max-expanded 3"));
    assert_eq!(stopped["floors"][0], 0, "{stopped}");
}
