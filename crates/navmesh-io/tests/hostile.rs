//! Random and mutated inputs: no reader panics, and written values are read back bit for bit.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

use std::fs;
use std::path::Path;

use navmesh_core::{DVec2, NavMesh, RawMesh, Surface, SurfaceDetail};
use navmesh_io::{
    ImageRules, RosMap, Unknown, read_geojson, read_image, read_map, read_mesh, read_nav,
    read_reference, read_rows, read_scen, read_surface, write_mesh, write_nav, write_surface,
};
use proptest::prelude::*;

const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n..@.\nT..G\n..S@\n";
const SCEN: &str =
    "version 1\n0\tdao/arena.map\t49\t49\t1\t11\t1\t12\t1\n3 a 4 3 0 0 3 1 3.41421\n";
const REFERENCE: &str = "0,1.000000000000\n1,3.162277660168\n";
const MESH: &str = "mesh\n2\n4 2\n0 0 2 0 -1\n1 0 3 1 0 -1\n0 1 3 0 1 -1\n1 1 2 1 -1\n\
                    3 0 1 2 -1 -1 1\n3 1 3 2 0 -1 -1\n";
const GEOJSON: &str = r#"{"type": "FeatureCollection", "features": [{"type": "Feature",
    "properties": {"kind": "obstacle", "name": "pillar"}, "id": 7, "geometry": {"type":
    "MultiPolygon", "coordinates": [[[[0, 0], [1.5e3, 0, 2], [0, 1], [0, 0]], []]]}}]}"#;
const ROS: &str = "image: a.pgm\nresolution: 0.05 # m\norigin: [-1.5, 2, 0]\nnegate: 0\n\
                   occupied_thresh: 0.65\nfree_thresh: 0.196\n";
const GRAYMAP: &str = "P2 # comment\n3 2\n255\n0 255 205\n254 1 0\n";
#[cfg(feature = "tiled")]
const TMX: &str = r#"<map orientation="orthogonal" width="2" height="1"><tileset firstgid="1">
    <tile id="1"><properties><property name="walkable" value="false"/><property name="cost"
    value="2.5"/></properties></tile></tileset><layer width="2" height="1"><data
    encoding="base64" compression="zlib">eJxjZGBgYAJiAAAUAAQ=</data></layer></map>"#;
#[cfg(not(feature = "tiled"))]
const TMX: &str = "";
/// A map with a document type, a tileset in a file of its own, and a tile beyond it.
const FOREIGN_TMX: &str = r#"<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
    <map orientation="isometric" width="2" height="1"><tileset firstgid="1" source="a.tsx"/><tileset
    firstgid="3" tilecount="2" columns="2"/><layer width="2" height="1"><data encoding="csv">4,
    99</data></layer></map>"#;
const ROWS: &str = " x.\n...\n..#\n";
/// A level with a name, a face of four corners, and indices from the end.
const OBJ: &str = "v 0 0 0\nv 0 0 1\nv 1 0 1.5\nv 1 0 0\nusemtl mud\nf 1/1 2 3//4 4\nf -1 -2 -3\n";

/// A ring of two points, a wall without length, and a ring across the antimeridian.
const SHAPES: &str = r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"kind":
    "obstacle"}, "geometry": {"type": "Polygon", "coordinates": [[[3, 3], [4, 4], [3, 3]]]}}, {"type": "Feature",
    "properties": {"kind": "wall", "level": 1}, "geometry": {"type": "LineString", "coordinates": [[3, 3], [3,
    3]]}}, {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[179.9, 10.1],
    [-179.9, 10.1], [-179.9, 10.3], [180.1, 10.3]]]}}]}"#;

/// Passes a text to every reader. None of them may panic.
fn read_as_everything(text: &str) {
    let _ = read_map(text);
    let _ = read_rows(text);
    let _ = read_scen(text);
    let _ = read_reference(text);
    if let Ok(mut features) = read_geojson(text) {
        let _ = (features.looks_geographic(), format!("{features:?}"));
        features.unwrap_longitudes();
    }
    if let Ok(raw) = read_mesh(text) {
        let _ = NavMesh::from_raw(&raw).map(|mesh| write_mesh(&mesh));
    }
    let _ = read_nav(text.as_bytes());
    #[cfg(feature = "levels")]
    let _ = navmesh_io::read_obj(text, navmesh_core::Up::Y);
    let _ = read_image(text.as_bytes(), &ImageRules::default());
    if let Ok(map) = RosMap::read(text) {
        let _ = map.grid(GRAYMAP.as_bytes(), Unknown::Free);
    }
    #[cfg(feature = "tiled")]
    {
        let mut tileset = |name: &str| Ok(name.to_owned());
        let _ = navmesh_io::read_tmx(text, None, &mut tileset);
        let _ = navmesh_io::read_tmx_hexagons(text, None, &mut tileset);
    }
}

/// A PNG image of four greys, as an encoder would write it.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2, 2);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0, 255, 128, 64]).unwrap();
    writer.finish().unwrap();
    bytes
}

/// Returns the bytes with some replaced, some removed and some inserted.
fn mutated(mut bytes: Vec<u8>, changes: &[(usize, u8, u8)]) -> Vec<u8> {
    for &(place, what, byte) in changes {
        let place = place % bytes.len().max(1);
        match what % 4 {
            _ if bytes.is_empty() => bytes.push(byte),
            0 => bytes[place] = byte,
            1 => drop(bytes.remove(place)),
            2 => bytes.insert(place, byte),
            _ => bytes.truncate(place),
        }
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(usize, u8, u8)>> {
    // Bytes that mean something in these formats make most of the changes.
    let byte = prop_oneof![
        3 => prop::sample::select(b"0123456789-.eE+ \n\r\t,[]{}\":@naif".to_vec()),
        1 => any::<u8>(),
    ];
    prop::collection::vec((any::<usize>(), any::<u8>(), byte), 1..6)
}

/// A fan of triangles around a point on a strictly convex curve, with any costs.
fn mesh() -> impl Strategy<Value = NavMesh> {
    let corner_count = 3usize..20;
    let number = prop_oneof![-1e3..1e3f64, -1e-9..1e-9f64, -1e60..1e60f64];
    (corner_count, number.clone(), number, 1e-6..1e6f64, any::<bool>())
        .prop_map(|(count, x, y, size, weighted)| {
            let mut raw = RawMesh::default();
            for i in 0..count {
                let t = i as f64 / count as f64;
                raw.positions.push(DVec2::new(t, t * t) * size + DVec2::new(x, y));
            }
            for i in 1..count as u32 - 1 {
                raw.push_cell(&[0, i, i + 1]);
                raw.costs.push(if weighted { 0.1 + f64::from(i) / 3.0 } else { 1.0 });
            }
            raw.join_matching_edges();
            raw
        })
        // Far from the origin, neighbouring points may fall together: such a mesh has defects.
        .prop_filter_map("defects", |raw| NavMesh::from_raw(&raw).ok())
}

/// The seeds stand in the repository alone, so a published package has none.
#[test]
fn every_seed_of_the_fuzzers_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let Ok(targets) = fs::read_dir(folder) else { return };
    let mut read = 0;
    for target in targets {
        for seed in fs::read_dir(target.unwrap().path()).unwrap() {
            let bytes = fs::read(seed.unwrap().path()).unwrap();
            #[cfg(feature = "levels")]
            let _ = navmesh_io::read_glb(&bytes, navmesh_core::Up::Y);
            read_as_everything(&String::from_utf8_lossy(&bytes));
            read += 1;
        }
    }
    assert!(read > 10, "{read}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn no_reader_panics_on_random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_nav(&bytes);
        let _ = read_surface(&bytes);
        #[cfg(feature = "levels")]
        let _ = navmesh_io::read_glb(&[b"glTF\x02\0\0\0\0\0\0\0", &bytes[..]].concat(), navmesh_core::Up::Y);
        let _ = read_image(&bytes, &ImageRules::default());
        read_as_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_reader_panics_on_mutated_texts(
        text in prop::sample::select(vec![
            MAP, SCEN, REFERENCE, MESH, GEOJSON, ROS, GRAYMAP, TMX, FOREIGN_TMX, ROWS, SHAPES, OBJ,
        ]),
        changes in changes(),
    ) {
        let bytes = mutated(text.as_bytes().to_vec(), &changes);
        read_as_everything(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_mutated_image_is_read_or_refused(changes in changes(), resealed in any::<bool>()) {
        let mut bytes = mutated(png(), &changes);
        if resealed && bytes.len() > 33 {
            // The header's checksum put right, so that the decoder looks beyond it.
            let sum = crc32fast::hash(&bytes[12..29]);
            bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        }
        let _ = read_image(&bytes, &ImageRules::default());
    }

    #[test]
    fn a_mutated_nav_file_is_an_error(mesh in mesh(), changes in changes()) {
        let bytes = write_nav(&mesh);
        let damaged = mutated(bytes.clone(), &changes);
        prop_assert_eq!(read_nav(&damaged).is_ok(), damaged == bytes);
    }

    #[test]
    fn a_nav_file_with_a_forged_checksum_is_read_or_refused(
        mesh in mesh(),
        changes in changes(),
    ) {
        let mut bytes = write_nav(&mesh);
        bytes.truncate(bytes.len() - 4);
        let mut forged = mutated(bytes, &changes);
        let sum = crc32fast::hash(&forged);
        forged.extend(sum.to_le_bytes());
        if let Ok(mesh) = read_nav(&forged) {
            mesh.assert_invariants();
        }
    }

    #[test]
    fn heights_with_a_forged_checksum_are_read_or_refused(mesh in mesh(), changes in changes()) {
        let heights: Vec<f64> = mesh.edges().iter().map(|edge| edge.origin().x).collect();
        let mut detail = SurfaceDetail::default();
        for slot in mesh.slots() {
            let count = mesh.corners(slot).len() as u32;
            let around = (0..count).map(|corner| [corner, (corner + 1) % count, count]);
            detail.push_cell(&[mesh.centroid(slot).extend(1.0)], &around.collect::<Vec<_>>());
        }
        let surface = Surface::with_detail(mesh, heights, detail);
        prop_assume!(surface.is_ok());
        let mut bytes = write_surface(&surface.unwrap());
        bytes.truncate(bytes.len() - 4);
        let mut forged = mutated(bytes, &changes);
        let sum = crc32fast::hash(&forged);
        forged.extend(sum.to_le_bytes());
        if let Ok((_, Some(surface))) = read_surface(&forged) {
            surface.mesh().assert_invariants();
            let back = read_surface(&write_surface(&surface)).unwrap().1.unwrap();
            prop_assert_eq!(back.detail(), surface.detail());
        }
    }

    #[test]
    fn meshes_are_read_back_bit_for_bit(mesh in mesh()) {
        let bits = |mesh: &NavMesh| -> Vec<u64> {
            let points = mesh.to_raw().positions;
            points.iter().flat_map(|p| [p.x.to_bits(), p.y.to_bits()]).collect()
        };
        let back = read_nav(&write_nav(&mesh)).unwrap();
        prop_assert_eq!(back.to_raw(), mesh.to_raw());
        prop_assert_eq!(bits(&back), bits(&mesh));
        if mesh.is_uniform() {
            let text = write_mesh(&mesh).unwrap();
            let back = NavMesh::from_raw(&read_mesh(&text).unwrap()).unwrap();
            prop_assert_eq!(back.to_raw(), mesh.to_raw());
            prop_assert_eq!(bits(&back), bits(&mesh));
            prop_assert_eq!(write_mesh(&back).unwrap(), text);
        }
    }
}
