mod curves;

use super::*;
use crate::page::Page;
use navmesh_core::backend::WritePath;
use navmesh_core::{Clearance, Portal, RawMesh};

/// An L of three cells around a corner at (4, 4), times `scale`.
fn ell(scale: f64) -> NavMesh {
    let mut raw = RawMesh::default();
    let points = [
        [0.0, 0.0],
        [4.0, 0.0],
        [9.0, 0.0],
        [9.0, 4.0],
        [4.0, 4.0],
        [4.0, 7.0],
        [0.0, 7.0],
        [0.0, 4.0],
    ];
    raw.positions = points.map(|p| DVec2::from(p) * scale).to_vec();
    raw.push_cell(&[0, 1, 4, 7]);
    raw.push_cell(&[1, 2, 3, 4]);
    raw.push_cell(&[7, 4, 5, 6]);
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

fn waypoints(scale: f64) -> [DVec2; 3] {
    [[1.0, 6.0], [4.0, 4.0], [8.0, 3.0]].map(|p| DVec2::from(p) * scale)
}

/// The corridor from the upper cell over the middle one to the right one.
fn corridor(mesh: &NavMesh, scale: f64) -> Corridor {
    let portal = |slot: u32, to: u32| {
        let edge = mesh.edge_range(slot).find(|&e| mesh.edges()[e].neighbor_slot() == Some(to));
        let edge = navmesh_core::EdgeId(edge.unwrap() as u32);
        let [right, left] = mesh.edge_ends(edge);
        let [right_vertex, left_vertex] =
            [edge, mesh.next_edge(edge)].map(|edge| mesh.edge(edge).vertex());
        Portal { left, right, left_vertex, right_vertex, edge }
    };
    Corridor {
        start: waypoints(scale)[0],
        goal: waypoints(scale)[2],
        cells: [2, 0, 1].map(|slot| mesh.cell_id(slot)).to_vec(),
        portals: vec![portal(2, 0), portal(0, 1)],
        ..Corridor::default()
    }
}

fn full_svg(scale: f64) -> String {
    let (mesh, way) = (ell(scale), waypoints(scale));
    let corridor = corridor(&mesh, scale);
    let scene = Scene::new().mesh(&mesh).corridor(&mesh, &corridor).polyline(&way);
    scene.start(way[0]).goal(way[2]).to_svg()
}

/// Checks that the document can be parsed and contains no NaN or infinity.
fn assert_sound(svg: &str) {
    let document = roxmltree::Document::parse(svg).unwrap();
    assert_eq!(document.root_element().tag_name().name(), "svg");
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
        }
    }
}

fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_mesh_looks_the_same_at_every_scale() {
    let expected = full_svg(1.0);
    assert_sound(&expected);
    for scale in [1e-6, 1e9, 1e-40, 1e50] {
        assert_eq!(full_svg(scale), expected, "scale {scale}");
    }
}

#[test]
fn every_layer_is_drawn_once() {
    let svg = full_svg(1.0);
    let count = |part: &str| svg.matches(part).count();
    assert_eq!(count(colors::CORRIDOR), 1);
    assert_eq!(count("stroke-dasharray"), 1);
    assert_eq!(count(colors::WALL), 1);
    assert_eq!((count(colors::START), count(colors::GOAL)), (1, 1));
    assert_eq!(count("<circle"), 4);
}

#[test]
fn y_points_up_unless_asked_otherwise() {
    let place = |axis: Axis, point: [f64; 2]| {
        let mesh = ell(1.0);
        let scene = Scene::new().mesh(&mesh).axis(axis);
        Page::around(scene.bounds(), axis, 1.0).place(point.into())
    };
    assert!(place(Axis::YUp, [0.0, 7.0]).y < place(Axis::YUp, [0.0, 0.0]).y);
    assert!(place(Axis::YDown, [0.0, 7.0]).y > place(Axis::YDown, [0.0, 0.0]).y);
}

#[test]
fn a_picture_has_the_width_asked_for_and_the_shape_of_the_map() {
    let mesh = ell(1.0);
    let (width, height) = png_size(&Scene::new().mesh(&mesh).to_png(300).unwrap());
    assert_eq!(width, 300);
    // 9 × 7 map units on 1000 page units, and a margin of 24 on all sides.
    assert_eq!(height, (300.0 * (7000.0 / 9.0 + 48.0f64).round() / 1048.0).ceil() as u32);
}

#[test]
fn sizes_without_pixels_or_with_too_many_are_refused() {
    let mesh = ell(1.0);
    for width in [0, 16385, u32::MAX] {
        let result = Scene::new().mesh(&mesh).to_png(width);
        assert!(matches!(result, Err(DrawError::Size { .. })), "{width}");
    }
    let tall = [DVec2::ZERO, DVec2::new(0.0, 1e6)];
    let result = Scene::new().polyline(&tall).to_png(8192);
    assert!(matches!(result, Err(DrawError::Size { height: 178_859.., .. })), "{result:?}");
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let mesh = ell(1.0);
    let png = || Scene::new().mesh(&mesh).start([1.0, 1.0]).to_png(120).unwrap();
    assert_eq!(png(), png());
    assert_eq!(full_svg(1.0), full_svg(1.0));
}

#[test]
fn points_out_of_the_domain_are_left_out() {
    let way = [[f64::NAN, 0.0], [1.0, 1.0], [1e300, 0.0], [2.0, 2.0]].map(DVec2::from);
    let svg = Scene::new().polyline(&way).start([f64::INFINITY, 0.0]).goal([0.0, 0.0]).to_svg();
    assert_sound(&svg);
    assert_eq!(svg.matches("<circle").count(), 2);
}

#[test]
fn an_empty_scene_and_a_single_point_are_pictures() {
    assert_sound(&Scene::new().to_svg());
    assert_eq!(png_size(&Scene::new().to_png(10).unwrap()), (10, 10));
    let point = [DVec2::ONE];
    assert_sound(&Scene::new().polyline(&point).start(point[0]).to_svg());
    let none: [DVec2; 0] = [];
    assert_sound(&Scene::new().polyline(&none).to_svg());
}

#[test]
fn tiles_are_drawn_by_runs_and_walled_where_they_end() {
    let grid = Grid::from_rows(["..#.", "...."]).unwrap();
    let svg = Scene::new().grid(&grid).axis(Axis::YDown).to_svg();
    assert_sound(&svg);
    let data = |color: &str| {
        let document = roxmltree::Document::parse(&svg).unwrap();
        let has = |node: &roxmltree::Node| {
            node.attribute("fill") == Some(color) || node.attribute("stroke") == Some(color)
        };
        let path = document.descendants().filter(|node| node.has_tag_name("path")).find(has);
        path.unwrap().attribute("d").unwrap().to_owned()
    };
    assert_eq!(data(colors::WALKABLE).matches('Z').count(), 3);
    // Around the map: top left, top right, bottom, left, right; around the blocked tile: three.
    assert_eq!(data(colors::WALL).matches('M').count(), 8);
    // Between rows: left and right of the blocked tile; between columns: one whole, two halves.
    assert_eq!(data(colors::CELL_BORDER).matches('M').count(), 5);
}

#[test]
fn a_grid_that_is_not_placed_is_left_out() {
    let grid = Grid::from_rows(["..", ".."]).unwrap().with_cell_size(f64::NAN);
    assert_eq!(Scene::new().grid(&grid).to_svg(), Scene::new().to_svg());
}

#[test]
fn tinted_tiles_lie_above_free_tiles_and_those_outside_are_left_out() {
    let grid = Grid::new(3, 2).unwrap();
    let plain = Scene::new().grid(&grid).to_svg();
    let tinted = Scene::new().grid(&grid).tiles(&[(1, 1), (9, 9)], Tint::Open).to_svg();
    let color = colors::tint(Tint::Open);
    assert!(!plain.contains(color) && tinted.matches(color).count() == 1);
    assert!(tinted.find(colors::WALKABLE) < tinted.find(color));
    assert!(!Scene::new().tiles(&[(1, 1)], Tint::Open).to_svg().contains(color));
}

#[test]
fn shapes_and_corners_are_drawn_without_points_out_of_the_domain() {
    let point = |x: f64, y: f64| DVec2::new(x, y);
    let fan = vec![point(0.0, 0.0), point(4.0, 0.0), point(4.0, 4.0)];
    let line = vec![point(1.0, 1.0), point(2.0, 1.0)];
    let shapes = [fan, line, vec![point(f64::NAN, 0.0), point(1.0, 0.0)], Vec::new()];
    let corners = [point(4.0, 0.0), point(f64::INFINITY, 0.0)];
    let path = [point(0.0, 0.0), point(4.0, 4.0)];
    let svg = Scene::new().shapes(&shapes, Tint::Closed).corners(&corners).polyline(&path).to_svg();
    assert!(svg.contains("#b3c9dc") && svg.contains("#7f9fba"), "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 2 + 1, "two waypoints and one corner");
}

#[test]
fn a_shape_without_valid_points_does_not_hide_the_others() {
    let fan = |x: f64| vec![DVec2::new(x, 0.0), DVec2::new(x, 4.0), DVec2::new(4.0, 4.0)];
    let data = |shapes: &[Vec<DVec2>]| {
        let svg = Scene::new().shapes(shapes, Tint::Closed).to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let path = document.descendants().find(|node| node.has_tag_name("path")).unwrap();
        path.attribute("d").unwrap().to_owned()
    };
    assert_eq!(data(&[fan(f64::NAN)[..1].repeat(3), fan(0.0)]), data(&[fan(0.0)]));
}

#[test]
fn the_page_holds_shapes_and_corners() {
    let shapes = [vec![DVec2::new(-3.0, 1.0), DVec2::new(2.0, 5.0)]];
    let corners = [DVec2::new(7.0, -1.0), DVec2::new(f64::NAN, 0.0)];
    let bounds = Scene::new().shapes(&shapes, Tint::Open).corners(&corners).bounds();
    assert_eq!((bounds.min, bounds.max), (DVec2::new(-3.0, -1.0), DVec2::new(7.0, 5.0)));
    assert_eq!(Scene::new().bounds(), Bounds::EMPTY);
}

/// Floors 0 and 7 end to end, joined along x = 4; floor 3 above the first, joined with nothing.
fn floors() -> NavMesh {
    let mut raw = RawMesh::default();
    let corners = [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 4.0], [4.0, 4.0], [0.0, 4.0]];
    raw.positions = corners.map(DVec2::from).to_vec();
    for cell in [[0, 1, 4, 5], [1, 2, 3, 4], [0, 1, 4, 5]] {
        raw.push_cell(&cell);
    }
    raw.layers = vec![0, 7, 3];
    (raw.neighbors[1], raw.neighbors[7]) = (Some(1), Some(0));
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn floors_are_side_by_side_and_each_piece_of_a_path_is_on_its_floor() {
    let mesh = floors();
    let mut path = Path::default();
    for point in [[1.0, 1.0], [7.0, 3.0]] {
        path.push_waypoint(point.into());
    }
    for slot in [0, 1] {
        path.push_cell(mesh.cell_id(slot));
    }
    path.finish(navmesh_core::backend::PathSummary::default());
    let scene = Scene::new().mesh(&mesh).path(&path).start([1.0, 1.0]).goal([7.0, 3.0]);
    let scene = scene.ends_on(Some(0), Some(7));
    let all = scene.to_svg();
    assert_sound(&all);
    let count = |svg: &str, part: &str| svg.matches(part).count();
    assert_eq!(count(&all, colors::WALKABLE), 3, "a panel a floor");
    // A band and a number on both floors of the connection.
    assert_eq!(count(&all, colors::FLOOR_CONNECTION), 4);
    assert_eq!((count(&all, colors::START), count(&all, colors::GOAL)), (1, 1));
    let color = format!("stroke=\"{}\"", colors::path(0));
    // A line and a dot on two floors, and an empty line on the third draws nothing.
    assert_eq!(count(&all, &color), 4);
    let one = scene.clone().layers([3]).to_svg();
    assert_eq!((count(&one, colors::WALKABLE), count(&one, &color)), (1, 0));
    assert_eq!((count(&one, colors::FLOOR_CONNECTION), count(&one, colors::START)), (0, 0));
    assert_ne!(scene.layers([0]).to_svg(), one);
}

#[test]
fn distances_have_colours_arrows_goals_and_a_legend() {
    use crate::distances::{DistanceArrow, DistanceMap, DistancePiece};
    let mesh = ell(1.0);
    let ring: Vec<DVec2> = mesh.corners(0).collect();
    let piece = |distance| DistancePiece { ring: ring.clone(), layer: 0, distance };
    let map = DistanceMap {
        pieces: vec![piece(0.0), piece(8.0), piece(f64::NAN)],
        arrows: vec![DistanceArrow { ends: waypoints(1.0)[..2].try_into().unwrap(), layer: 0 }],
        goals: vec![waypoints(1.0)[2].into()],
        farthest: 8.0,
    };
    let svg = Scene::new().mesh(&mesh).distances(&map).to_svg();
    assert_sound(&svg);
    // A piece and a box of the legend; all colours are in the legend.
    let count = |color: &str| svg.matches(&format!("fill=\"{color}\"")).count();
    assert_eq!([0, 5, 11].map(|band| count(colors::BANDS[band])), [2, 1, 2]);
    assert_eq!((count(colors::GOAL), svg.matches(colors::ARROW).count()), (1, 1));
    assert_sound(&Scene::new().distances(&DistanceMap::default()).to_svg());
}

#[test]
fn a_scale_bar_and_a_gap_are_drawn_below_and_above_the_map() {
    let (mesh, [from, to, _]) = (ell(1.0), waypoints(1.0));
    let plain = Scene::new().mesh(&mesh);
    let [height, with_bar] =
        [plain.clone(), plain.clone().scale_bar()].map(|scene| 1.0 / scene.aspect());
    assert!(with_bar > height, "the bar has room below the map");
    assert_sound(&plain.clone().scale_bar().to_svg());
    assert_sound(&Scene::new().scale_bar().to_svg());
    let svg = plain.gap([from, to]).to_svg();
    assert_sound(&svg);
    assert_eq!(svg.matches(&format!("stroke=\"{}\"", colors::GAP)).count(), 2);
}

#[test]
fn an_inset_mesh_shows_the_walls_and_the_margin() {
    let mut raw = ell(1.0).to_raw();
    let corners: Vec<DVec2> =
        [[-1.0, -1.0], [10.0, -1.0], [10.0, 5.0], [5.0, 5.0], [5.0, 8.0], [-1.0, 8.0]]
            .map(DVec2::from)
            .to_vec();
    let (ring_ends, ring_layers) = (vec![6], vec![0]);
    raw.clearance =
        Some(Clearance { radius: 1.0, corners, ring_ends, ring_layers, openings: Vec::new() });
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let scene = Scene::new().mesh(&mesh);
    assert_eq!((scene.bounds().min, scene.bounds().max), (DVec2::NEG_ONE, DVec2::new(10.0, 8.0)));
    let svg = scene.to_svg();
    assert_sound(&svg);
    let count = |color: &str| svg.matches(color).count();
    assert_eq!([colors::MARGIN, colors::MARGIN_BORDER, colors::WALL].map(count), [1, 1, 1]);
}

/// The cells of [`ell`] in areas of these names and costs.
fn ell_with_areas(areas: [(&str, f64); 3]) -> NavMesh {
    let mut raw = ell(1.0).to_raw();
    raw.areas =
        areas.map(|(name, cost)| navmesh_core::MeshArea { name: name.to_owned(), cost }).to_vec();
    raw.cell_areas = vec![Some(0), Some(1), Some(2)];
    raw.costs = areas.map(|(_, cost)| cost).to_vec();
    NavMesh::from_raw(&raw).unwrap()
}

#[test]
fn the_legend_names_each_kind_of_area_once() {
    let fills = |mesh: &NavMesh, index: usize| {
        let legend = Scene::new().mesh(mesh).area_legend().to_svg();
        assert_sound(&legend);
        legend.matches(colors::area(index)).count()
    };
    // Once for the cells, once in the legend.
    let mesh = ell_with_areas([("mud", 3.0), ("mud", 3.0), ("road", 0.5)]);
    assert_eq!([0, 1, 2].map(|index| fills(&mesh, index)), [2, 2, 0]);
    let mesh = ell_with_areas([("mud", 3.0), ("mud", 4.0), ("road", 0.5)]);
    assert_eq!([0, 1, 2].map(|index| fills(&mesh, index)), [2, 2, 2]);
    let plain = Scene::new().mesh(&mesh).to_svg();
    assert_eq!(plain.matches(colors::area(0)).count(), 1);
}

#[test]
fn the_legend_takes_as_many_rows_as_its_names_need() {
    let height = |name: &str| {
        let mesh = ell_with_areas([(name, 1.0), (name, 2.0), (name, 3.0)]);
        let scenes = [Scene::new().mesh(&mesh), Scene::new().mesh(&mesh).area_legend()];
        let [plain, with_legend] = scenes.map(|scene| 1048.0 / scene.aspect());
        ((with_legend - plain) / crate::legend::FOOTER).round()
    };
    assert_eq!([height("mud"), height(&"mud".repeat(12))], [1.0, 3.0]);
    let mesh = ell(1.0);
    let scene = Scene::new().mesh(&mesh);
    assert_eq!(scene.clone().area_legend().to_svg(), scene.to_svg(), "no areas, no legend");
}

#[test]
fn tiles_that_do_not_cost_one_are_coloured_and_in_the_legend() {
    let costly = |costs: &[f64]| {
        let mut grid = Grid::new(20, 2).unwrap();
        for (x, &cost) in costs.iter().enumerate() {
            grid.set_cost(x as u32, 0, cost).unwrap();
        }
        Scene::new().grid(&grid).area_legend().to_svg()
    };
    let fills = |svg: &str| [0, 1, 7].map(|index| svg.matches(colors::area(index)).count());
    assert_eq!(fills(&costly(&[1.0])), [0, 0, 0]);
    // Once for the tiles, once in the legend.
    assert_eq!(fills(&costly(&[3.0, 1.0, 3.0, 0.5])), [2, 2, 0]);
    let many: Vec<f64> = (2..20).map(f64::from).collect();
    let svg = costly(&many);
    assert_sound(&svg);
    assert_eq!(fills(&svg), [2, 2, 2]);
}
