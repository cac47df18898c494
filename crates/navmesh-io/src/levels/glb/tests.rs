use super::*;
use serde_json::{Value, json};

/// A container of a document and data.
fn container(document: &Value, data: &[u8]) -> Vec<u8> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((12 + 16 + json.len() as u32 + data.len() as u32).to_le_bytes());
    for (kind, chunk) in [(JSON, &json[..]), (BIN, data)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}

/// A square of four points by indices of 16 bits, in three nodes: as it is, moved and turned below another, and mirrored.
fn document() -> Value {
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, 1, 3] }],
        "nodes": [
            { "mesh": 0 },
            { "translation": [10, 0, 0], "children": [2] },
            { "mesh": 0, "rotation": [0, 1, 0, 0], "scale": [2, 1, 1] },
            { "mesh": 0, "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1] },
        ],
        "meshes": [{ "primitives": [
            { "attributes": { "POSITION": 0 }, "indices": 1, "material": 1 },
            { "attributes": { "POSITION": 0 }, "mode": 1 },
        ] }],
        "materials": [{}, { "name": "stone" }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3" },
            { "bufferView": 1, "byteOffset": 2, "componentType": 5123, "count": 6, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 64, "byteStride": 16 },
            { "buffer": 0, "byteOffset": 64, "byteLength": 16 },
        ],
        "buffers": [{ "byteLength": 80 }],
    })
}

fn data() -> Vec<u8> {
    let points = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 0.5, 0.0]];
    let mut data = Vec::new();
    for [x, y, z] in points {
        [x, y, z, f32::NAN].iter().for_each(|number: &f32| data.extend(number.to_le_bytes()));
    }
    [9u16, 0, 1, 2, 0, 2, 3, 9].iter().for_each(|index| data.extend(index.to_le_bytes()));
    data
}

fn read(document: &Value) -> Result<Level, ReadError> {
    read_glb(&container(document, &data()), Up::Z)
}

#[test]
fn triangles_are_moved_by_their_nodes_and_turned_round_by_mirrors() {
    let level = read(&document()).unwrap();
    assert_eq!(
        level.triangles,
        [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7], [8, 10, 9], [8, 11, 10]]
    );
    let corner =
        |node: usize| [4 * node + 1, 4 * node + 3].map(|at| level.positions[at].to_array());
    assert_eq!(corner(0), [[0.0, 0.0, 1.0], [1.0, 0.5, 0.0]]);
    assert_eq!(corner(1), [[10.0, 0.0, -1.0], [8.0, 0.5, 0.0]]);
    assert_eq!(corner(2), [[0.0, 5.0, 1.0], [-1.0, 5.5, 0.0]]);
    assert_eq!((level.material(0), level.material(5)), (Some("stone"), Some("stone")));
    let up = read_glb(&container(&document(), &data()), Up::Y).unwrap();
    assert_eq!(up.positions[3].to_array(), [1.0, 0.0, 0.5]);
}

#[test]
fn strips_fans_and_lists_without_indices_are_triangles() {
    let corners = [0, 1, 2, 3, 4, 5];
    assert_eq!(triangles_of(TRIANGLES, &corners), [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(triangles_of(STRIP, &corners[..5]), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!(triangles_of(FAN, &corners[..4]), [[0, 1, 2], [0, 2, 3]]);
    assert!(triangles_of(FAN, &[]).is_empty() && triangles_of(1, &corners).is_empty());
    let mut document = document();
    document["meshes"][0]["primitives"][0]["indices"] = Value::Null;
    assert_eq!(read(&document).unwrap().triangles.len(), 3);
}

#[test]
fn an_empty_document_is_an_empty_level() {
    assert_eq!(read(&json!({ "asset": { "version": "2.0" } })).unwrap(), Level::default());
}

#[test]
fn a_fault_is_named() {
    for (at, value, message) in [
        ("/scene", json!(4), "scene 4 does not exist"),
        ("/nodes/1/children/0", json!(9), "node 9 does not exist"),
        ("/nodes/2/children", json!([1]), "node 1 is in two places of the scene"),
        ("/nodes/0/mesh", json!(2), "mesh 2 does not exist"),
        ("/meshes/0/primitives/0/material", json!(2), "material 2 does not exist"),
        ("/meshes/0/primitives/0/indices", json!(7), "accessor 7 does not exist"),
        ("/accessors/0/type", json!("VEC2"), "accessor 0 is of another type than the VEC3"),
        (
            "/accessors/1/componentType",
            json!(5122),
            "accessor 1 is of another type than the SCALAR",
        ),
        ("/accessors/0/bufferView", Value::Null, "accessor 0 is sparse or empty"),
        ("/accessors/0/bufferView", json!(5), "buffer view 5 does not exist"),
        ("/accessors/0/count", json!(5), "accessor 0 reaches beyond its data"),
        ("/accessors/0/count", json!(u64::MAX), "accessor 0 reaches beyond its data"),
        ("/accessors/1/byteOffset", json!(u64::MAX), "accessor 1 reaches beyond its data"),
        ("/bufferViews/0/byteStride", json!(8), "accessor 0 reaches beyond its data"),
        ("/bufferViews/0/byteStride", json!(0), "accessor 0 reaches beyond its data"),
        ("/bufferViews/1/byteLength", json!(17), "accessor 1 reaches beyond its data"),
        ("/bufferViews/1/byteOffset", json!(66), "accessor 1 reaches beyond its data"),
        (
            "/accessors/1/byteOffset",
            json!(0),
            "accessor 1 has the index 9, and there are 4 positions",
        ),
        ("/buffers/0/uri", json!("far.bin"), "buffer 0 lies outside of the file"),
        ("/bufferViews/0/buffer", json!(1), "buffer 1 does not exist"),
        (
            "/extensionsRequired",
            json!(["KHR_draco_mesh_compression"]),
            "KHR_draco_mesh_compression",
        ),
    ] {
        let mut document = document();
        let (parent, name) = at.rsplit_once('/').unwrap();
        match document.pointer_mut(parent).unwrap() {
            Value::Array(list) => list[name.parse::<usize>().unwrap()] = value,
            object => object[name] = value,
        }
        let error = read(&document).unwrap_err().to_string();
        assert!(error.contains(message), "{at}: {error}");
    }
}

#[test]
fn a_damaged_container_is_an_error_at_every_length() {
    let bytes = container(&document(), &data());
    for length in 0..bytes.len() {
        // Without the binary chunk the container is whole, and the data are missing.
        assert!(read_glb(&bytes[..length], Up::Y).is_err(), "{length}");
    }
    let mut old = bytes.clone();
    old[4] = 1;
    assert!(read_glb(&old, Up::Y).unwrap_err().to_string().contains("version 1"));
    for seed in 0..20_000_usize {
        let mut broken = bytes.clone();
        let at = seed * 7919 % broken.len();
        broken[at] = broken[at].wrapping_add((seed % 251) as u8 + 1);
        let _ = read_glb(&broken, Up::Y);
    }
}

#[test]
fn repeated_meshes_are_counted_before_they_take_memory() {
    let mut document = document();
    document["accessors"][1] =
        json!({ "bufferView": 0, "componentType": 5121, "count": 3_000_000, "type": "SCALAR" });
    document["bufferViews"][0] = json!({ "buffer": 0, "byteLength": 3_000_000 });
    document["accessors"][0]["count"] = json!(200_000);
    let nodes = vec![json!({ "mesh": 0 }); 80];
    document["scenes"][0]["nodes"] = json!((0..80).collect::<Vec<_>>());
    document["nodes"] = json!(nodes);
    let error = read_glb(&container(&document, &vec![0; 3_000_000]), Up::Y).unwrap_err();
    assert!(error.to_string().contains("more than 16777216 triangles"), "{error}");
}
