use super::*;

/// Two unit squares joined along x = 1, and a third that touches the first only at (0, 0).
const THREE_SQUARES: &str = "mesh
2
9 3
0 0 4 0 -1 2 -1
1 0 3 1 0 -1
1 1 3 0 1 -1
0 1 2 0 -1
2 0 2 1 -1
2 1 2 1 -1
-1 -1 2 2 -1
0 -1 2 2 -1
-1 0 2 2 -1
4 0 1 2 3 -1 -1 1 -1
4 1 4 5 2 0 -1 -1 -1
4 6 7 0 8 -1 -1 -1 -1
";

fn place(text: &str) -> (usize, usize) {
    let error = read_mesh(text).unwrap_err();
    (error.line().unwrap(), error.column().unwrap())
}

#[test]
fn a_written_mesh_is_the_text_that_was_read() {
    let mesh = NavMesh::from_raw(&read_mesh(THREE_SQUARES).unwrap()).unwrap();
    assert_eq!((mesh.component_count(), mesh.position_count(), mesh.vertex_count()), (2, 9, 10));
    let text = write_mesh(&mesh).unwrap();
    assert_eq!(text, THREE_SQUARES);
    assert_eq!(read_mesh(&text).unwrap(), mesh.to_raw());
}

#[test]
fn a_wall_between_touching_cells_stays_a_wall() {
    let text =
        THREE_SQUARES.replace("-1 -1 1 -1", "-1 -1 -1 -1").replace("2 0 -1 -1 -1", "2 -1 -1 -1 -1");
    let mesh = NavMesh::from_raw(&read_mesh(&text).unwrap()).unwrap();
    assert_eq!(mesh.component_count(), 3);
    let written = write_mesh(&mesh).unwrap();
    assert!(written.contains("\n1 0 4 1 -1 0 -1\n"), "{written}");
    assert_eq!(read_mesh(&written).unwrap(), mesh.to_raw());
}

#[test]
fn an_inner_vertex_has_no_obstacle_around_it() {
    let mut raw = RawMesh { positions: vec![[0.0, 0.0].into()], ..RawMesh::default() };
    raw.positions.extend([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]].map(glam::DVec2::from));
    raw.push_cell(&[0, 2, 3]);
    raw.push_cell(&[0, 1, 2]);
    raw.push_cell(&[0, 3, 1]);
    raw.join_matching_edges();
    let text = write_mesh(&NavMesh::from_raw(&raw).unwrap()).unwrap();
    assert!(text.contains("\n0 0 3 1 0 2\n"), "{text}");
}

#[test]
fn costs_cannot_be_written() {
    let mut raw = read_mesh(THREE_SQUARES).unwrap();
    raw.costs = vec![1.0, 2.5, 1.0];
    let error = write_mesh(&NavMesh::from_raw(&raw).unwrap()).unwrap_err();
    assert_eq!(error, WriteError::Cost { cell: 1, cost: 2.5 });
}

#[test]
fn any_white_space_separates_numbers() {
    let one_line = THREE_SQUARES.split_whitespace().collect::<Vec<_>>().join("\t");
    assert_eq!(read_mesh(&one_line).unwrap(), read_mesh(THREE_SQUARES).unwrap());
    let windows = format!("\u{feff}{}\r\n\r\n", THREE_SQUARES.replace('\n', "\r\n"));
    assert_eq!(read_mesh(&windows).unwrap(), read_mesh(THREE_SQUARES).unwrap());
}

#[test]
fn errors_have_a_line_and_a_column() {
    assert_eq!(place(""), (1, 1));
    assert_eq!(place("mash\n2\n"), (1, 1));
    assert_eq!(place("mesh\n3\n"), (2, 1));
    assert_eq!(place("mesh\n2\n4294967295 4294967295\n"), (4, 1));
    assert_eq!(place("mesh\n2\n-1 1\n"), (3, 1));
    assert_eq!(place("mesh\n2\n1 1\n0 nan 0\n"), (4, 3));
    assert_eq!(place("mesh\n2\n1 1\n0 1e999 0\n"), (4, 3));
    assert_eq!(place("mesh\n2\n1 1\n0 0 4294967295 0\n"), (5, 1));
    assert_eq!(place("mesh\n2\n1 1\n0 0 1 1\n"), (4, 7));
    assert_eq!(place("mesh\n2\n1 1\n0 0 1 -2\n"), (4, 7));
    assert_eq!(place("mesh\n2\n1 1\n0 0 1 0\n3 0 0 1\n"), (5, 7));
    assert_eq!(place(&format!("{THREE_SQUARES}7\n")), (16, 1));
}

#[test]
fn a_polygon_without_corners_is_refused_by_validation() {
    let raw = read_mesh("mesh 2 1 1 0 0 0 0").unwrap();
    assert!(NavMesh::from_raw(&raw).is_err());
}

#[test]
fn numbers_read_back_bit_for_bit() {
    for value in [0.0, -0.0, 0.1, 1e-7, 1e16, 123456789.123, f64::MIN_POSITIVE, 1.5e200] {
        let text = number(value);
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
        assert!(text.len() < 25, "{text}");
    }
}
