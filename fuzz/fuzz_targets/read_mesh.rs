//! Any text as a Polyanya mesh; what is valid, or is once its bent cells are cut, is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::build::mend_cells;
use tautline::io::{read_mesh, write_mesh};
use tautline::mesh::RawMesh;
use tautline::{DVec2, NavMesh};

fuzz_target!(|text: &str| {
    let Ok(raw) = read_mesh(text) else { return };
    let Ok((mesh, mended)) = mend_cells(&raw) else { return };
    mesh.assert_invariants();
    let (area, rounding) = area_of(&raw);
    assert!((mesh.area() - area).abs() <= rounding, "{} of {area}, {mended:?}", mesh.area());
    let written = write_mesh(&mesh).expect("the format has no costs, and so has the mesh none");
    let again = read_mesh(&written).expect("what is written reads");
    assert_eq!(NavMesh::from_raw(&again).expect("and is valid").to_raw(), mesh.to_raw());
});

/// The area of all cells, and how far off its sum may be.
fn area_of(raw: &RawMesh) -> (f64, f64) {
    let mut sum = (0.0, 0.0);
    for cell in (0..raw.cell_count()).filter_map(|cell| raw.cell(cell)) {
        let corners: Vec<DVec2> =
            cell.corners.iter().map(|&corner| raw.positions[corner as usize]).collect();
        let next = corners.iter().cycle().skip(1);
        for (a, b) in corners.iter().zip(next) {
            let terms = [a.x * b.y, a.y * b.x].map(|term| term / 2.0);
            sum = (sum.0 + (terms[0] - terms[1]), sum.1 + terms[0].abs() + terms[1].abs());
        }
    }
    (sum.0, 1e-9 * sum.1)
}
