use navmesh_core::{Outline, Wall};

use super::*;

fn surveyed(walkable: Vec<Outline>, obstacles: Vec<Outline>) -> (f64, usize, usize, usize) {
    let Survey { area, components, exact_crossings, rounded_crossings } =
        survey(&Outlines { walkable, obstacles, ..Outlines::default() }, Fill::NonZero).unwrap();
    (area, components, exact_crossings.len(), rounded_crossings.len())
}

fn square(x: f64, y: f64) -> Outline {
    Outline::rect([x, y], [x + 1.0, y + 1.0])
}

#[test]
fn squares_are_joined_along_sides_and_not_at_corners() {
    let floor = || Outline::rect([0.0, 0.0], [2.0, 2.0]);
    assert_eq!(surveyed(vec![floor()], Vec::new()), (4.0, 1, 0, 0));
    assert_eq!(surveyed(vec![floor()], vec![square(0.0, 0.0)]), (3.0, 1, 0, 0));
    let corners = vec![square(0.0, 0.0), square(1.0, 1.0)];
    assert_eq!(surveyed(vec![floor()], corners.clone()), (2.0, 2, 0, 0));
    assert_eq!(surveyed(corners, Vec::new()), (2.0, 2, 0, 0));
    let beside = vec![square(0.0, 0.0), square(1.0, 0.5), square(0.5, 1.5)];
    assert_eq!(surveyed(beside, Vec::new()), (3.0, 1, 0, 0));
    assert_eq!(surveyed(vec![floor()], vec![floor()]), (0.0, 0, 0, 0));
}

#[test]
fn crossings_are_told_apart_by_whether_floats_express_them() {
    let bow_tie = Outline::new([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    assert_eq!(surveyed(vec![bow_tie], Vec::new()), (2.0, 2, 1, 0));
    let thirds = Outline::new([[0.0, 0.0], [1.0, 2.0], [1.0, 0.0], [0.0, 1.0]]);
    let (area, components, exact, rounded) = surveyed(vec![thirds], Vec::new());
    assert_eq!((components, exact, rounded), (2, 0, 1));
    // The two triangles meet at (1/3, 2/3): bases 1 and 2, heights 1/3 and 2/3.
    assert!((area - (1.0 / 6.0 + 2.0 / 3.0)).abs() < 1e-15);
}

#[test]
fn holes_belong_to_their_outline_and_flat_rings_to_nothing() {
    let ring = |low: f64, high: f64| Outline::rect([low, low], [high, high]).exterior;
    let frame = Outline::rect([0.0, 0.0], [8.0, 8.0]).with_hole(ring(1.0, 7.0));
    let island = Outline::rect([2.0, 2.0], [6.0, 6.0]);
    let flat = Outline::new([[0.0, 0.0], [4.0, 4.0], [8.0, 8.0]]).with_hole(ring(2.0, 3.0));
    let (walkable, obstacles) = (vec![frame, island, flat.clone()], vec![flat]);
    assert_eq!(surveyed(walkable, obstacles), (64.0 - 36.0 + 16.0, 2, 0, 0));
}

#[test]
fn a_gap_of_one_ulp_parts_and_a_wall_of_one_ulp_too() {
    let gap = vec![square(0.0, 0.0), Outline::rect([1f64.next_up(), 0.0], [2.0, 1.0])];
    assert_eq!(surveyed(gap, Vec::new()).1, 2);
    let wall = Outline::rect([1.0, 0.0], [1f64.next_up(), 1.0]);
    assert_eq!(surveyed(vec![Outline::rect([0.0, 0.0], [2.0, 1.0])], vec![wall]).1, 2);
}

#[test]
fn walls_part_what_they_close_off() {
    let pieces = |walls: &[&[[f64; 2]]]| {
        let walls = walls.iter().map(|wall| Wall::new(wall.iter().copied())).collect();
        let walkable = vec![Outline::rect([0.0, 0.0], [4.0, 4.0])];
        let outlines = Outlines { walkable, walls, ..Outlines::default() };
        let survey = survey(&outlines, Fill::NonZero).unwrap();
        assert_eq!(survey.area, 16.0);
        survey.components
    };
    assert_eq!(pieces(&[&[[2.0, -1.0], [2.0, 3.0]]]), 1);
    assert_eq!(pieces(&[&[[2.0, -1.0], [2.0, 3.0]], &[[2.0, 2.0], [2.0, 5.0]]]), 2);
    assert_eq!(pieces(&[&[[0.0, 2.0], [4.0, 2.0]], &[[2.0, 0.0], [2.0, 4.0]]]), 4);
    assert_eq!(pieces(&[&[[0.0, 1.0], [4.0, 3.0]]]), 2);
    assert_eq!(pieces(&[&[[1.0, 1.0], [3.0, 1.0], [2.0, 3.0], [1.0, 1.0]]]), 2);
    assert_eq!(pieces(&[&[[1.0, 1.0], [3.0, 1.0], [2.0, 3.0]]]), 1);
}

#[test]
fn the_fill_rule_says_what_is_wound_around_twice() {
    let twice = Outline::new([[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [1.0, 2.0]].into_iter().chain([
        [1.0, -1.0],
        [2.0, -1.0],
        [2.0, 1.0],
        [0.0, 1.0],
    ]));
    let outlines = Outlines { walkable: vec![twice], ..Outlines::default() };
    let area = |fill| survey(&outlines, fill).unwrap().area;
    // The unit square at (1, 0) is wound around twice.
    assert_eq!(area(Fill::NonZero) - area(Fill::EvenOdd), 1.0);
}
