//! Buildings on a lattice, and queries in them.

use navmesh_testkit::SplitMix64;
use tautline::{
    Area, BuildOptions, DVec2, Door, FloorConnection, LiveMesh, NavMeshBuilder, Outline, PathQuery,
    Place,
};

/// The width and height of a hall.
pub(crate) const SIZE: [i64; 2] = [20, 10];

/// The name of an area that the filter forbids.
pub(crate) const WATER: &str = "water";

/// Halls above one another, joined by ramps at their east sides; all have an area, the lowest also a door.
pub(crate) fn building(seed: u64) -> NavMeshBuilder {
    let mut rng = SplitMix64::new(seed ^ 0xc0_b1_4e);
    let radius = *rng.pick(&[0.0, 0.0, 0.25, 0.5]);
    let mut options = BuildOptions::default().agent_radius(radius);
    options.weld = Some(weld(seed)).filter(|_| seed % 4 != 1);
    let mut builder = NavMeshBuilder::new().with_options(options);
    let count = *rng.pick(&[1, 1, 2, 3]);
    for hall in 0..count {
        let mut floor = builder.on_layer(hall);
        floor.add_walkable(Outline::rect([0.0, 0.0], [SIZE[0] as f64, SIZE[1] as f64]));
    }
    for hall in 1..count {
        add_ramp(&mut builder, hall);
    }
    let cost = *rng.pick(&[0.5, 1.0, 3.0]);
    builder.add_area(Area::new(rectangle(&mut rng, weld(seed) / 4.0), WATER, cost));
    builder.add_door(Door::new([[12.0, 0.0], [12.0, 10.0]], "gate"));
    builder
}

/// Adds a floor of its own between two halls, to the east of both.
fn add_ramp(builder: &mut NavMeshBuilder, hall: u32) {
    let (ramp, east) = (10 + hall, SIZE[0] as f64);
    builder.on_layer(ramp).add_walkable(Outline::rect([east, 0.0], [east + 3.0, 10.0]));
    let [foot, head] = [[0.0, 3.0], [7.0, 10.0]].map(|ends| ends.map(|y| [east, y]));
    builder.add_connection(FloorConnection::new([hall - 1, ramp], foot));
    builder.add_connection(FloorConnection::new([ramp, hall], head));
}

/// A point of the lattice in or near the halls.
pub(crate) fn lattice_point(rng: &mut SplitMix64) -> DVec2 {
    DVec2::new(rng.between(0, SIZE[0]) as f64, rng.between(0, SIZE[1]) as f64)
}

/// A point at most `noise` from one of the lattice.
pub(crate) fn noisy_point(rng: &mut SplitMix64, noise: f64) -> DVec2 {
    let point = lattice_point(rng);
    moved(point, rng, noise)
}

/// A rectangle between two points at most `noise` from the lattice.
pub(crate) fn rectangle(rng: &mut SplitMix64, noise: f64) -> Outline {
    let low = lattice_point(rng);
    let high = low + DVec2::new(rng.between(1, 5) as f64, rng.between(1, 4) as f64);
    let low = moved(low, rng, noise);
    Outline::rect(low, moved(high, rng, noise))
}

fn moved(point: DVec2, rng: &mut SplitMix64, noise: f64) -> DVec2 {
    if noise == 0.0 {
        return point;
    }
    point + DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * noise
}

/// The weld distance of a seed's map; shapes miss each other by less than that. Every fourth map is welded by a distance of its
/// own, and every fourth by the default one.
pub(crate) fn weld(seed: u64) -> f64 {
    match seed % 4 {
        1 => BuildOptions::default_weld(SIZE[0] as f64),
        3 => 1.0 / 1024.0,
        _ => 0.0,
    }
}

/// Queries between points within cells and points of the lattice, on named floors, without snap.
pub(crate) fn queries(map: &LiveMesh, count: usize, seed: u64) -> Vec<PathQuery> {
    let mut rng = SplitMix64::new(seed ^ 0x9e_57);
    let query = |_| PathQuery::new(place(map, &mut rng), place(map, &mut rng)).snap(0.0);
    (0..count).map(query).collect()
}

/// A place on the mesh, most often within a cell.
fn place(map: &LiveMesh, rng: &mut SplitMix64) -> Place {
    let mesh = map.mesh();
    let slots: Vec<u32> = mesh.slots().collect();
    let slot = *rng.pick(&slots);
    let corners: Vec<DVec2> = mesh.corners(slot).collect();
    let corner = *rng.pick(&corners);
    let point =
        if rng.chance(25) { corner } else { mesh.centroid(slot).lerp(corner, 0.9 * rng.unit()) };
    Place::new(point).on_layer(mesh.layer(slot))
}
