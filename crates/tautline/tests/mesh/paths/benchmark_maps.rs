//! Paths on published maps, checked against their tiles. Does nothing without `TAUTLINE_DATA`.

use std::path::PathBuf;

use navmesh_io::{read_map, read_mesh, read_reference, read_scen};
use navmesh_testkit::TileOracle;
use tautline::build::mend_cells;
use tautline::{DVec2, Grid, GridOptions, MeshFinder, NavMeshBuilder, PathQuery, Search, trace};

const MAPS: [&str; 6] = [
    "dao/arena",
    "da2/ht_chantry",
    "dao/brc503d",
    "bg512/AR0700SR",
    "rooms/16room_000",
    "sc1/Aurora",
];

fn read(map: &str, ending: &str) -> Option<String> {
    let folder = PathBuf::from(std::env::var_os("TAUTLINE_DATA")?).join("movingai");
    let text = std::fs::read_to_string(folder.join(format!("{map}{ending}")));
    Some(text.unwrap_or_else(|error| panic!("{map}{ending}: {error}")))
}

fn finder_of(grid: &Grid) -> MeshFinder {
    let (mesh, report) = NavMeshBuilder::from_outlines(trace(grid)).build().unwrap();
    assert_eq!(mesh.area(), grid.free_count() as f64);
    assert!(report.repairs.is_empty() && report.rounded_crossings.is_empty());
    MeshFinder::new(mesh)
}

/// Asserts that a query can start at every waypoint, rounded to `f32`.
fn assert_waypoints_are_valid_starts(finder: &MeshFinder, waypoints: &[DVec2], goal: DVec2) {
    for waypoint in waypoints {
        let stored = waypoint.as_vec2().as_dvec2();
        finder.find_path(&PathQuery::new(stored, goal)).unwrap();
    }
}

#[test]
fn no_path_enters_a_blocked_tile_or_passes_a_pinch() {
    for map in MAPS {
        let (Some(tiles), Some(scenario)) = (read(map, ".map"), read(map, ".map.scen")) else {
            println!("TAUTLINE_DATA is not set: the test is skipped");
            return;
        };
        let grid = read_map(&tiles).unwrap();
        let (finder, oracle) = (finder_of(&grid), TileOracle::new(&grid, GridOptions::default()));
        let lines = read_scen(&scenario).unwrap();
        for line in lines.iter().step_by(lines.len().div_ceil(150)) {
            let goal = line.goal_point();
            let query = PathQuery::new(line.start_point(), goal);
            for search in [Search::Optimal, Search::Corridor] {
                let path = finder.find_path(&query.search(search)).unwrap();
                assert_eq!(path.verify_answer(&query, finder.mesh()), Ok(()), "{map} {query:?}");
                assert!(oracle.is_legal_path(path.waypoints()), "{map} {search:?} {query:?}");
                let legs = path.waypoints().windows(2).map(|leg| leg[0].distance(leg[1]));
                assert!((legs.sum::<f64>() - path.length()).abs() <= 1e-9 * path.length());
                assert_waypoints_are_valid_starts(&finder, path.waypoints(), goal);
            }
        }
    }
}

/// Rounding makes some thousand cells of a mesh rotated by 1 rad slightly concave.
#[test]
fn rotated_mesh_files_give_the_known_lengths() {
    let turn = DVec2::from_angle(1.0);
    for map in ["dao/arena", "da2/w_woundedcoast", "dao/brc503d", "bg512/AR0700SR", "sc1/Aurora"] {
        let files = [".mesh", ".map.scen", ".ref.csv"].map(|ending| read(map, ending));
        let [Some(mesh), Some(scenario), Some(reference)] = files else { return };
        let mut raw = read_mesh(&mesh).unwrap();
        for point in &mut raw.positions {
            *point = turn.rotate(*point);
        }
        let (mesh, mended) = mend_cells(&raw).unwrap();
        println!("{map}: {} of {} cells were split", mended.len(), raw.cell_count());
        let finder = MeshFinder::new(mesh);
        let lines = read_scen(&scenario).unwrap();
        let lengths = read_reference(&reference).unwrap();
        let few = lines.iter().zip(lengths).step_by(lines.len().div_ceil(150));
        for (line, length) in few {
            let [start, goal] =
                [line.start_point(), line.goal_point()].map(|point| turn.rotate(point));
            let path = finder.find_path(&PathQuery::new(start, goal)).unwrap();
            assert!((path.length() - length).abs() <= 1e-9 * length, "{map}: {start} to {goal}");
        }
    }
}
