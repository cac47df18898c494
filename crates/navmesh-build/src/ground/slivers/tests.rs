use super::*;

#[test]
fn slivers_between_faces_are_lost() {
    let lost = |strips| lost_on_seams(strips, &[]);
    assert_eq!(lost(&[1, 0, 1]), [SliverKind::Blocked]);
    assert_eq!(lost(&[0, 1, 0]), [SliverKind::Ground]);
    assert_eq!(lost(&[1, 0, 1, 0]), [SliverKind::Ground]);
    assert_eq!(lost(&[1, 0, 1, 0, 1]), [SliverKind::Blocked, SliverKind::Ground]);
    for nothing in [&[1, 1, 1][..], &[1, 1, 0], &[1, 0, 0], &[0, 0, 0]] {
        assert_eq!(lost(nothing), []);
    }
}

/// A crack between two rooms is open; a room in a crack is not lost, and one that lies alone is.
#[test]
fn gaps_are_no_walls() {
    let lost = |strips| lost_on_seams(strips, &[]);
    assert_eq!((lost(&[1, 2, 1]), lost(&[1, 2, 1, 2, 1])), (vec![], vec![]));
    assert_eq!(lost(&[1, 2, 0, 2, 1]), [SliverKind::Blocked]);
    assert_eq!(
        (lost(&[2, 1, 2]), lost(&[0, 1, 2, 1, 0])),
        (vec![SliverKind::Ground], vec![SliverKind::Ground])
    );
    assert_eq!(lost_on_seams(&[1, 2, 2], &[1]), []);
    assert_eq!(lost_on_seams(&[1, 0, 2], &[1]), [SliverKind::Blocked]);
}

/// Strips are given as 0 if blocked, 1 if walkable, 2 if a gap.
fn lost_on_seams(strips: &[usize], seams: &[usize]) -> Vec<SliverKind> {
    let class = |&strip: &usize| [Strip::Blocked, Strip::Walkable, Strip::Gap][strip];
    let strips: Vec<Strip> = strips.iter().map(class).collect();
    lost(&strips, seams).collect()
}

/// The walkable area of one floor ends at the seam, with or without slivers beyond it.
#[test]
fn a_blocked_sliver_keeps_a_seam_closed() {
    for (walkable, line) in [(&[1, 0, 0][..], 1), (&[0, 0, 1], 0), (&[1, 0, 0, 0], 1)] {
        assert_eq!(lost_on_seams(walkable, &[line]), [SliverKind::Blocked], "{walkable:?}");
    }
    for (walkable, line) in [(&[1, 0, 0][..], 0), (&[0, 0, 1], 1), (&[1, 1, 0], 0)] {
        assert_eq!(lost_on_seams(walkable, &[line]), [], "{walkable:?}");
    }
    assert_eq!(lost_on_seams(&[1, 0, 1, 0], &[0]), [SliverKind::Ground]);
    assert_eq!(lost_on_seams(&[1, 0, 0], &[0, 1]), [SliverKind::Blocked]);
}

#[test]
fn lines_nearer_than_floats_can_tell_have_an_order() {
    let edge = [[0.0, 0.0], [3.0, 1.0]].map(DVec2::from);
    let line = |from: f64, to: f64| [[-3.0, -1.0 + from], [6.0, 2.0 + to]].map(DVec2::from);
    let ulp = f64::EPSILON;
    let lefts = [line(0.0, 2.0 * ulp), line(0.0, 0.0), line(ulp, -2.0 * ulp)]
        .map(|line| left_of_middle(edge, line));
    assert!(lefts[0] > 0.0 && lefts[1] == 0.0 && lefts[2].abs() < ulp, "{lefts:?}");
}

#[test]
fn lines_at_a_right_angle_to_their_edge_come_first_or_last_or_through_its_middle() {
    let edge = [[0.0, 0.0], [2.0, 0.0]].map(DVec2::from);
    let upright =
        |x: f64, from: f64, to: f64| left_of_middle(edge, [[x, from], [x, to]].map(DVec2::from));
    let lefts = [upright(1.0, -1.0, 1.0), upright(1.0, 1.0, -1.0)];
    assert_eq!(lefts.map(f64::to_bits), [0.0f64.to_bits(); 2], "not what 0 / 0 is on this machine");
    let (left, right) = (f64::INFINITY, f64::NEG_INFINITY);
    assert_eq!([upright(0.0, -1.0, 1.0), upright(2.0, -1.0, 1.0)], [left, right]);
    assert_eq!([upright(0.0, 1.0, -1.0), upright(2.0, 1.0, -1.0)], [right, left]);
}
