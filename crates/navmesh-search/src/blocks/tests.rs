use navmesh_core::{DVec2, RawMesh};
use navmesh_testkit::SplitMix64;

use super::*;

impl Blocks {
    /// Asserts that the top of each block is a cell beside its cells, and that the tree has no cycle.
    pub(crate) fn assert_tree(&self, mesh: &NavMesh, seed: u64) {
        for slot in mesh.slots() {
            let climb =
                std::iter::successors(self.step_from(slot), |step| self.step_from(step.top));
            let above = climb.take(mesh.slot_count() + 1);
            assert!(above.count() <= mesh.slot_count(), "{seed}: a cycle above cell {slot}");
            let Some(step) = self.step_from(slot) else { continue };
            assert_eq!(mesh.component(step.top), mesh.component(slot), "{seed}: cell {slot}");
            let mut beside = neighbors(mesh, &[], step.top);
            let is_of_block = |cell: u32| self.parents[cell as usize] == step.block;
            assert!(beside.any(is_of_block), "{seed}: the top of cell {slot} is elsewhere");
        }
    }
}

/// Unit squares where `rows` has a `#`, joined along their sides.
fn squares(rows: &[&str]) -> NavMesh {
    let mut raw = RawMesh::default();
    let width = rows[0].len() as u32 + 1;
    for y in 0..=rows.len() {
        raw.positions.extend((0..width).map(|x| DVec2::new(f64::from(x), y as f64)));
    }
    for (y, row) in (0..).zip(rows) {
        for (x, _) in (0..).zip(row.bytes()).filter(|&(_, byte)| byte == b'#') {
            let corner = y * width + x;
            raw.push_cell(&[corner, corner + 1, corner + width + 1, corner + width]);
        }
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).unwrap()
}

/// True if two portals are in one block, by definition: without any one cell, the remaining cells of
/// both portals stay connected.
fn in_one_block_by_force(mesh: &NavMesh, a: usize, b: usize) -> bool {
    let ends = |e: usize| {
        let edge = mesh.edges()[e];
        [edge.cell_slot(), edge.neighbor_slot().unwrap()]
    };
    let same_link = ends(a).iter().all(|cell| ends(b).contains(cell));
    let connected_without = |removed: u32| {
        let mut seen = vec![false; mesh.slot_count()];
        let mut stack: Vec<u32> = ends(a).into_iter().filter(|&c| c != removed).collect();
        while let Some(cell) = stack.pop() {
            if !std::mem::replace(&mut seen[cell as usize], true) {
                let edges = &mesh.edges()[mesh.edge_range(cell)];
                stack.extend(
                    edges.iter().filter_map(|e| e.neighbor_slot()).filter(|&n| n != removed),
                );
            }
        }
        ends(b).into_iter().filter(|&c| c != removed).all(|c| seen[c as usize])
    };
    same_link || mesh.slots().all(connected_without)
}

fn check(rows: &[&str]) {
    check_mesh(&squares(rows));
}

fn check_mesh(mesh: &NavMesh) {
    let blocks = Blocks::of(mesh);
    let block = |e: usize| {
        let edge = mesh.edges()[e];
        blocks.between(edge.cell_slot(), edge.neighbor_slot().unwrap())
    };
    let portals: Vec<usize> =
        (0..mesh.edges().len()).filter(|&e| !mesh.edges()[e].is_wall()).collect();
    for &a in &portals {
        for &b in &portals {
            let together = block(a) == block(b);
            assert_eq!(together, in_one_block_by_force(mesh, a, b), "{mesh:?} {a} {b}");
        }
    }
}

#[test]
fn portals_share_a_block_where_they_share_a_cycle() {
    check(&["###", "#.#", "###"]);
    check(&["#####", "#.#.#", "#####", "..#..", "..#..", "#####", "#...#", "#####"]);
    check(&["######", ".....#", "######", "#.....", "######"]);
}

/// Three wide cells above one another, each joined to the one before by two portals.
#[test]
fn two_portals_between_the_same_two_cells_are_one_block() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let row = |y: u8| [0, 1, 2].map(|x| DVec2::new(f64::from(x), f64::from(y)));
        let positions = (0..4).flat_map(row).collect();
        let mut raw = RawMesh { positions, ..RawMesh::default() };
        for storey in order {
            let corner = 3 * storey;
            raw.push_cell(&[corner, corner + 1, corner + 2, corner + 5, corner + 4, corner + 3]);
        }
        raw.join_matching_edges();
        let mesh = NavMesh::from_raw(&raw).unwrap();
        let portals = mesh.edges().iter().filter(|edge| !edge.is_wall()).count();
        assert_eq!((portals, Blocks::of(&mesh).count()), (8, 2));
        check_mesh(&mesh);
    }
}

#[test]
fn random_maps_have_the_blocks_that_brute_force_finds() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..60 {
        let mut row = || (0..6).map(|_| if rng.chance(25) { '.' } else { '#' }).collect();
        let rows: Vec<String> = (0..5).map(|_| row()).collect();
        check(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn the_blocks_between_two_cells_are_those_of_the_tree_path() {
    let mesh = squares(&["#####", "#.#.#", "#####", "..#..", "..#..", "#####", "#...#", "#####"]);
    let blocks = Blocks::of(&mesh);
    let count_between = |a: u32, b: u32| {
        let mut all = Vec::new();
        blocks.each_between([a, b], &mut Climbs::default(), |_, step| all.push(step.block));
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    let last = mesh.slot_count() as u32 - 1;
    assert_eq!((count_between(0, 0), count_between(0, 1)), (0, 1));
    assert_eq!(count_between(0, last), count_between(last, 0));
    assert_eq!(count_between(0, last), 5); // the upper ring, three corridors down, the lower ring
}

#[test]
fn the_blocks_among_many_cells_are_those_between_the_first_and_each_other() {
    let mut rng = SplitMix64::new(2);
    for _ in 0..200 {
        let mut row = || (0..9).map(|_| if rng.chance(35) { '.' } else { '#' }).collect();
        let rows: Vec<String> = (0..7).map(|_| row()).collect();
        let mesh = squares(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let blocks = Blocks::of(&mesh);
        for component in 0..mesh.slot_count() as u32 {
            let mut cells: Vec<u32> =
                mesh.slots().filter(|&slot| mesh.component(slot) == component).collect();
            cells.retain(|_| rng.chance(30));
            let (mut together, mut one_by_one) = (Vec::new(), Vec::new());
            blocks.each_among(cells.iter().copied(), &mut Climbs::default(), |block, from| {
                together.push((block, from))
            });
            for &cell in cells.iter().skip(1) {
                let visit = |_: End, step: BlockTreeStep| one_by_one.push((step.block, step.from));
                blocks.each_between([cells[0], cell], &mut Climbs::default(), visit);
            }
            together.sort_unstable();
            one_by_one.sort_unstable();
            one_by_one.dedup();
            assert_eq!(together, one_by_one, "{rows:?} {cells:?}");
        }
    }
}
