//! Real files, in the folder that the environment variable TAUTLINE_DATA names.

// Helpers of tests may unwrap as tests may; clippy knows only the tests themselves.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use navmesh_core::NavMesh;
use navmesh_io::{read_map, read_mesh, read_nav, read_reference, read_scen, write_mesh, write_nav};

/// Returns the texts of all files `movingai/*/*{suffix}` by name; none without the data.
fn texts(suffix: &str) -> Vec<(PathBuf, String)> {
    let Some(data) = std::env::var_os("TAUTLINE_DATA") else { return Vec::new() };
    let folders = |path: PathBuf| fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let suites = folders(PathBuf::from(data).join("movingai"));
    let mut files: Vec<PathBuf> = suites.flat_map(folders).collect();
    files.retain(|path| path.to_string_lossy().ends_with(suffix));
    files.sort();
    files.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Rotates every vertex's list of polygons so that its smallest entry comes first.
fn with_rotated_lists(text: &str) -> Vec<Vec<String>> {
    let vertex_count: usize = text.split_whitespace().nth(2).unwrap().parse().unwrap();
    let records = text.lines().map(|line| line.split_whitespace().map(str::to_owned));
    let mut records: Vec<Vec<String>> = records.map(Iterator::collect).collect();
    for vertex in &mut records[3..3 + vertex_count] {
        let list = &mut vertex[3..];
        // A pinch has −1 several times, so the whole list is compared, not only its first entry.
        let turned = (0..list.len()).map(|i| [&list[i..], &list[..i]].concat());
        let smallest = turned.min().unwrap();
        list.clone_from_slice(&smallest);
    }
    records
}

#[test]
fn every_published_mesh_is_valid_and_read_back() {
    for (path, text) in texts(".mesh") {
        let raw = read_mesh(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mesh = NavMesh::from_raw(&raw).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        mesh.assert_invariants();
        assert_eq!(mesh.position_count(), raw.positions.len(), "{}", path.display());
        let written = write_mesh(&mesh).unwrap();
        let again = NavMesh::from_raw(&read_mesh(&written).unwrap()).unwrap();
        assert_eq!(again.to_raw(), mesh.to_raw(), "{}", path.display());
        let bytes = write_nav(&mesh);
        assert_eq!(write_nav(&read_nav(&bytes).unwrap()), bytes, "{}", path.display());
    }
}

#[test]
fn polygons_around_a_vertex_are_written_as_in_the_published_meshes() {
    for (path, text) in texts(".mesh") {
        let raw = read_mesh(&text).unwrap();
        let mesh = NavMesh::from_raw(&raw).unwrap();
        let (published, ours) =
            (with_rotated_lists(&text), with_rotated_lists(&write_mesh(&mesh).unwrap()));
        // Ours come in the order of first use: match the vertices by their coordinates.
        let vertices = |records: &[Vec<String>]| {
            let mut vertices = records[3..3 + raw.positions.len()].to_vec();
            vertices.sort();
            vertices
        };
        assert!(vertices(&published) == vertices(&ours), "{}", path.display());
    }
}

#[test]
fn every_map_scenario_and_reference_is_read_and_they_agree() {
    for (path, text) in texts(".map") {
        let grid = read_map(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let beside = |extension: &str| fs::read_to_string(path.with_extension(extension)).unwrap();
        let queries = read_scen(&beside("map.scen")).unwrap();
        let lengths = read_reference(&beside("ref.csv")).unwrap();
        assert_eq!(queries.len(), lengths.len(), "{}", path.display());
        for (query, length) in queries.iter().zip(lengths) {
            assert_eq!((query.width, query.height), (grid.width(), grid.height()));
            for (x, y) in [query.start, query.goal] {
                assert!(!grid.is_blocked(x, y), "{}: ({x}, {y})", path.display());
            }
            let straight = query.start_point().distance(query.goal_point());
            assert!(length >= straight - 1e-9 && length <= query.optimal + 1e-2);
        }
    }
}
