//! Meshes that a port of Recast and Detour has baked in tiles, read and held against that port's own answers.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

use std::path::PathBuf;

use navmesh_rs::bake::{BakeConfig, BakedTiles, Input, tiles};
use navmesh_rs::detour::{DefaultFilter, NavMeshQuery, PolyRef, Status};
use navmesh_rs::{Limits, Workspace};
use navmesh_testkit::{SplitMix64, world_count};
use tautline::io::read_obj;
use tautline::surface::DVec3;
use tautline::terrain::{Level, RecastFault, RecastFileError, Up, read_recast};
use tautline::{DVec2, MeshFinder, PathQuery, Place};

const NAMES: [&str; 3] = ["nav_test", "dungeon", "undulating"];

/// Reads a level, if there is a folder of them.
fn level(name: &str) -> Option<Level> {
    let folder = PathBuf::from(std::env::var_os("TAUTLINE_DATA")?).join("levels");
    let text = std::fs::read_to_string(folder.join(format!("{name}.obj"))).unwrap();
    Some(read_obj(&text, Up::Y).unwrap())
}

/// Bakes a level in tiles of so many cells.
fn baked(level: &Level, tile_size: i32) -> BakedTiles {
    let points = level.positions.iter().flat_map(|at| [at.x as f32, at.z as f32, -at.y as f32]);
    let triangles = level.triangles.iter().flatten().map(|&corner| corner as i32);
    let (points, triangles): (Vec<f32>, Vec<i32>) = (points.collect(), triangles.collect());
    let mut config = BakeConfig::default();
    config.recast.tile_size = tile_size;
    tiles(&Input::new(&points, &triangles), &config, &mut Workspace::default()).unwrap()
}

/// The tile set as RecastDemo writes it, with references of 32 bits.
fn tile_set(baked: &BakedTiles) -> Vec<u8> {
    let data: Vec<&Vec<u8>> = baked.tiles.iter().filter_map(|tile| tile.data.as_ref()).collect();
    let params = &baked.params;
    let mut bytes = b"TESM".to_vec();
    bytes.extend([1, data.len() as i32].map(i32::to_le_bytes).concat());
    let [x, y, z] = params.orig;
    bytes.extend([x, y, z, params.tile_width, params.tile_height].map(f32::to_le_bytes).concat());
    bytes.extend([params.max_tiles, params.max_polys].map(i32::to_le_bytes).concat());
    for (number, tile) in data.iter().enumerate() {
        bytes.extend([number as i32 + 1, tile.len() as i32].map(i32::to_le_bytes).concat());
        bytes.extend_from_slice(tile);
    }
    bytes
}

/// The length of Detour's path in the plan; `None` without a complete one.
fn length_of(query: &mut NavMeshQuery<'_>, ends: [DVec3; 2]) -> Option<f64> {
    let (filter, nearby) = (DefaultFilter::default(), [0.05, 1.0, 0.05]);
    let ends = ends.map(|at| [at.x as f32, at.z as f32, -at.y as f32]);
    let [first, last] = ends.map(|end| query.find_nearest_poly(&end, &nearby, &filter).unwrap().0);
    let (mut polygons, mut points): (Vec<PolyRef>, Vec<_>) = (Vec::new(), Vec::new());
    let [from, to] = ends;
    let status = query.find_path(first, last, &from, &to, &filter, &mut polygons, 2048).ok()?;
    if status.has_detail(Status::PARTIAL_RESULT) {
        return None;
    }
    query.find_straight_path(&from, &to, &polygons, &mut points, 2048, 0).ok()?;
    let at = |index: usize| {
        let [x, _, z] = points[index].pos;
        DVec2::new(x.into(), -f64::from(z))
    };
    Some((1..points.len()).map(|index| at(index - 1).distance(at(index))).sum())
}

#[test]
fn tiles_have_the_paths_of_detour_and_shorter_ones() {
    for (name, tile_size) in
        NAMES.into_iter().flat_map(|name| [(name, 32), (name, 64), (name, 1024)])
    {
        let Some(level) = level(name) else { return };
        let tiles = baked(&level, tile_size);
        let read = read_recast(&tile_set(&tiles)).unwrap();
        let detour = tiles.into_navmesh(Limits::default()).unwrap();
        let (surface, mesh) = (&read.surface, read.surface.mesh());
        mesh.assert_invariants();
        assert!(mesh.overlaps(1).is_empty());
        assert_eq!((read.report.polygons, read.report.doubtful), (mesh.cell_count(), 0), "{name}");
        let finder = MeshFinder::new(mesh.clone());
        let geodesics = finder.geodesics(surface).unwrap();
        let mut query = NavMeshQuery::new(&detour, 2048).unwrap();
        let slots: Vec<u32> = mesh.slots().collect();
        let (mut rng, mut paths, mut ratios) = (SplitMix64::new(3), 0, 0.0);
        for _ in 0..world_count(100) {
            let ends = [(); 2].map(|()| {
                let slot = *rng.pick(&slots);
                Place::new(mesh.centroid(slot)).on_layer(mesh.layer(slot))
            });
            let in_space = ends.map(|end| end.point.extend(surface.height(end).unwrap()));
            let theirs = length_of(&mut query, in_space);
            let asked = PathQuery::new(ends[0], ends[1]);
            let own = finder.find_path(&asked);
            assert_eq!(own.is_ok(), theirs.is_some(), "{name} {tile_size} {asked:?}");
            let (Ok(own), Some(theirs)) = (own, theirs) else { continue };
            own.verify(mesh).unwrap();
            assert!(own.length() <= theirs + 1e-3, "{name}: {} {theirs}", own.length());
            let along = geodesics.find_path(&asked).unwrap();
            along.path.verify(mesh).unwrap();
            assert!(along.cost <= surface.along(&own, 0.0).unwrap().length + 1e-9);
            ratios += (theirs + 1e-9) / (own.length() + 1e-9);
            paths += 1;
        }
        let mean = ratios / f64::from(paths);
        println!("{name}, tiles of {tile_size}: {:?}; Detour's paths {mean:.4}", read.report);
        assert!(paths > 15, "{name}: {paths}");
    }
}

/// A room of 30 by 30, in tiles.
fn room() -> BakedTiles {
    let corners = [[0.0, 0.0, 0.0], [30.0, 0.0, 0.0], [30.0, 30.0, 0.0], [0.0, 30.0, 0.0]];
    baked(&Level::of_triangles(Up::Z, corners, [[0u32, 1, 2], [0, 2, 3]]), 32)
}

#[test]
fn a_room_in_tiles_is_whole() {
    let read = read_recast(&tile_set(&room())).unwrap();
    assert!(read.report.tiles > 4 && read.report.portals >= 2 * (read.report.tiles - 1));
    let mesh = read.surface.mesh();
    assert_eq!(mesh.component_count(), 1);
    // The radius of the agent is left out on each side, and up to a cell and a half where the ledge is sampled.
    assert!((27.9 * 27.9..28.8 * 28.8).contains(&mesh.area()), "{}", mesh.area());
    assert!((read.report.agent_radius - 0.6).abs() < 1e-6);
    let path = MeshFinder::new(mesh.clone()).find_path(&PathQuery::new([2.0, 3.0], [27.0, 25.0]));
    assert_eq!(path.unwrap().waypoints().len(), 2);
    // A single tile is a file too.
    let one = room().tiles.into_iter().find_map(|tile| tile.data).unwrap();
    assert_eq!(read_recast(&one).unwrap().report.tiles, 1);
}

#[test]
fn damaged_files_are_refused() {
    let whole = tile_set(&room());
    assert_eq!(read_recast(b"").unwrap_err(), RecastFileError::NoSignature);
    for end in 4..whole.len() {
        assert!(read_recast(&whole[..end]).is_err(), "{end} bytes");
    }
    let with = |at: usize, number: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        read_recast(&bytes)
    };
    assert_eq!(with(4, 2).unwrap_err(), RecastFileError::Version { found: 2 });
    let fault = |result: Result<_, RecastFileError>| match result {
        Err(RecastFileError::Tile { tile: 0, fault }) => fault,
        other => panic!("{other:?}"),
    };
    // The tile begins behind the header of the set and its own reference and size.
    assert_eq!(fault(with(48, 0).map(|_| ())), RecastFault::NoSignature);
    assert_eq!(fault(with(52, 6).map(|_| ())), RecastFault::Version { found: 6 });
    assert!(matches!(fault(with(72, u32::MAX).map(|_| ())), RecastFault::Count { count: -1 }));
    assert!(matches!(fault(with(72, 1 << 30).map(|_| ())), RecastFault::Cut { .. }));
    // No byte that changes is a panic, or memory for what is not there.
    let mut rng = SplitMix64::new(1);
    for _ in 0..world_count(2_000) {
        let mut bytes = whole.clone();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = *rng.pick(&[0, 1, 0x7f, 0x80, 0xff, bytes[at] ^ 1]);
        }
        if let Ok(read) = read_recast(&bytes) {
            read.surface.mesh().assert_invariants();
        }
    }
}
