use navmesh_core::backend::WritePath;
use navmesh_core::{DVec2, NavMesh, Path, RawMesh, Surface};

use super::Oblique;
use crate::Scene;

/// Returns the data of the paths of a picture with an attribute.
fn drawn<'a>(svg: &'a roxmltree::Document<'_>, name: &str, value: &str) -> Vec<&'a str> {
    let paths = svg.descendants().filter(|node| node.attribute(name) == Some(value));
    paths.filter_map(|path| path.attribute("d")).collect()
}

/// Returns the points of path data, line after line.
fn lines(data: &str) -> Vec<Vec<[f64; 2]>> {
    let lines = data.split('M').filter(|line| !line.is_empty());
    let numbers = |line: &str| -> Vec<f64> {
        let words = line.trim_end_matches('Z').split([' ', 'L', ',']);
        words.filter_map(|word| word.parse().ok()).collect()
    };
    lines.map(|line| numbers(line).chunks(2).map(|pair| [pair[0], pair[1]]).collect()).collect()
}

/// Two cells of 50 by 40 side by side, that rise from 0 to 10.
fn slope() -> Surface {
    let corners = [[0.0, 0.0], [50.0, 0.0], [100.0, 0.0], [100.0, 40.0], [50.0, 40.0], [0.0, 40.0]];
    let raw = RawMesh::of_cells(corners, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]);
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let heights = mesh.edges().iter().map(|edge| edge.origin().x / 10.0).collect();
    Surface::new(mesh, heights).unwrap()
}

#[test]
fn contour_lines_lie_at_round_heights() {
    let surface = slope();
    let svg = Scene::new().mesh(surface.mesh()).surface(&surface).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let contours = lines(drawn(&document, "stroke", "#8c7350")[0]);
    // The page is 1000 wide for 100 map units and has a margin of 24.
    let heights: Vec<f64> =
        contours.iter().flatten().map(|point| (point[0] - 24.0) / 100.0).collect();
    assert!(heights.iter().all(|height| (height - height.round()).abs() < 1e-3), "{heights:?}");
    let mut levels: Vec<i64> = heights.iter().map(|height| height.round() as i64).collect();
    levels.sort_unstable();
    levels.dedup();
    assert_eq!(levels, (1..=9).collect::<Vec<_>>());
    // Each line crosses the map once: pieces from triangle to triangle, 400 page units in all.
    let length: f64 = contours.iter().map(|line| (line[0][1] - line[1][1]).abs()).sum();
    assert!((length - 9.0 * 400.0).abs() < 1.0, "{length}");
    let plain = Scene::new().mesh(surface.mesh()).to_svg();
    assert!(drawn(&roxmltree::Document::parse(&plain).unwrap(), "stroke", "#8c7350").is_empty());
}

/// Ground of 20 by 20 at 0, and a bridge from x = 8 to 12 across it at 4, on a floor of its own.
fn bridge() -> Surface {
    let corners = [
        [0.0, 0.0],
        [20.0, 0.0],
        [20.0, 20.0],
        [0.0, 20.0],
        [8.0, 0.0],
        [12.0, 0.0],
        [12.0, 20.0],
        [8.0, 20.0],
    ];
    let mut raw = RawMesh::of_cells(corners, &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    raw.layers = vec![0, 1];
    let mesh = NavMesh::from_raw(&raw).unwrap();
    Surface::new(mesh, [[0.0; 4], [4.0; 4]].concat()).unwrap()
}

fn straight(surface: &Surface, layer: u32, ends: [[f64; 2]; 2]) -> Path {
    let mesh = surface.mesh();
    let slot = mesh.slots().find(|&slot| mesh.layer(slot) == layer).unwrap();
    let mut path = Path::default();
    ends.into_iter().for_each(|end| path.push_waypoint(DVec2::from(end)));
    path.push_cell(mesh.cell_id(slot));
    path
}

#[test]
fn a_path_is_dashed_where_a_bridge_hides_it() {
    let surface = bridge();
    let way = |layer, ends| surface.along(&straight(&surface, layer, ends), 0.1).unwrap();
    let [below, above] = [way(0, [[2.0, 10.0], [18.0, 10.0]]), way(1, [[10.0, 2.0], [10.0, 18.0]])];
    let length = |lines: &[Vec<[f64; 2]>]| -> f64 {
        lines.iter().map(|line| (line[0][0] - line[1][0]).hypot(line[0][1] - line[1][1])).sum()
    };
    // Seen from the left at 45 degrees, the bridge hides the 4 that lie behind it: heights of 4 move it by 4.
    let side = [-1.0, 0.0, 1.0];
    for (way, share) in [(&below, 4.0 / 16.0), (&above, 0.0)] {
        let svg = Oblique::new(&surface).seen_from(side).path(way).to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let [hidden, all] = ["stroke-dasharray", "stroke"].map(|name| {
            let paths =
                document.descendants().filter(|node| node.attribute("stroke") == Some("#d55e00"));
            let paths = paths.filter(|path| path.has_attribute(name));
            paths.filter_map(|path| path.attribute("d")).flat_map(lines).collect::<Vec<_>>()
        });
        let found = length(&hidden) / length(&all);
        assert!((found - share).abs() < 0.02, "{found} instead of {share}");
    }
    // From above the bridge hides what is below it.
    let svg = Oblique::new(&surface).seen_from([0.0, 0.0, 1.0]).path(&below).to_svg();
    assert!(svg.contains("stroke-dasharray"));
    assert_eq!(&Oblique::new(&surface).to_png(300).unwrap()[1..4], b"PNG");
    assert!(Oblique::new(&surface).to_png(0).is_err());
}

#[test]
fn the_farther_triangles_are_drawn_first() {
    let surface = bridge();
    let svg = Oblique::new(&surface).seen_from([0.0, -1.0, 1.0]).to_svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let fills = document
        .descendants()
        .filter(|node| node.has_tag_name("path") && node.has_attribute("fill"));
    let fills: Vec<&str> = fills.filter_map(|node| node.attribute("fill")).collect();
    // Two fans of four triangles: the ground has the lowest colour, the bridge the highest.
    let ground = fills.iter().position(|fill| *fill == "#bed8ba").unwrap();
    let bridge = fills.iter().position(|fill| *fill == "#d6baa4").unwrap();
    assert!(ground < bridge, "{fills:?}");
}
