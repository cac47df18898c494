//! Links where an agent can jump.

use navmesh_terrain::{BakeOptions, Baked, JumpRule, bake};
use navmesh_testkit::SplitMix64;
use tautline::{DVec2, Link, LinkWay, PathError, Place, Surface};

use crate::shapes::Shapes;
use crate::{check, path, within};

fn baked(shapes: Shapes, rule: JumpRule) -> Baked {
    let baked = bake(&shapes.level(), &BakeOptions::default().jumps(rule)).unwrap();
    check(&baked);
    assert_eq!(baked.report.links, baked.surface.mesh().links().len());
    baked
}

/// Returns the ends of a link in space.
fn ends(surface: &Surface, link: &Link) -> [[f64; 3]; 2] {
    [link.from, link.to].map(|end| {
        let height = surface.height(Place::new(end.point).on_layer(end.layer)).unwrap();
        [end.point.x, end.point.y, height]
    })
}

/// Ground, and a platform of 10 by 10 that is 3 high.
fn platform() -> Shapes {
    Shapes::default()
        .solid([0.0, 0.0, -1.0], [30.0, 30.0, 0.0])
        .solid([10.0, 10.0, 0.0], [20.0, 20.0, 3.0])
}

#[test]
fn an_agent_jumps_down_from_a_platform_and_not_up() {
    let baked = baked(platform(), JumpRule::new(3.5, 1.0, 3.0));
    let surface = &baked.surface;
    let [high, low] = [[15.0, 15.0, 3.0], [3.0, 15.0, 0.0]];
    let down = path(surface, high, low).unwrap();
    assert!(down.length() < 14.0);
    assert!(matches!(path(surface, low, high), Err(PathError::Unreachable { .. })));
    for link in surface.mesh().links() {
        let [from, to] = ends(surface, link);
        assert!((from[2] - 3.0).abs() < 0.2 && to[2].abs() < 0.2, "{link:?}");
        assert_eq!((&*link.name, link.way), ("jump down", LinkWay::OneWay));
        let distance = (0..3).map(|axis| (from[axis] - to[axis]).powi(2)).sum::<f64>().sqrt();
        assert!((link.cost - distance).abs() < 1e-9);
    }
    // The four sides of the platform are 8.8 long, so that each has four links.
    assert_eq!(baked.report.links, 16);
}

#[test]
fn a_drop_that_is_too_high_or_fenced_has_no_link() {
    assert_eq!(baked(platform(), JumpRule::new(2.5, 0.0, 3.0)).report.links, 0);
    let fence = |shapes: Shapes, [x, y, u, v]: [f64; 4]| shapes.solid([x, y, 3.0], [u, v, 4.5]);
    let sides = [
        [10.0, 10.0, 20.0, 10.2],
        [10.0, 19.8, 20.0, 20.0],
        [10.0, 10.0, 10.2, 20.0],
        [19.8, 10.0, 20.0, 20.0],
    ];
    let fenced = sides.into_iter().fold(platform(), fence);
    assert_eq!(baked(fenced, JumpRule::new(3.5, 0.0, 3.0)).report.links, 0);
    // A roof over the ground around leaves no room to fall.
    let roofed =
        platform().quad([[0.0, 0.0, 2.7], [0.0, 30.0, 2.7], [9.8, 30.0, 2.7], [9.8, 0.0, 2.7]]);
    let open = baked(roofed, JumpRule::new(3.5, 0.0, 3.0));
    assert!(open.report.links > 0);
    let below = |link: &Link| ends(&open.surface, link)[1];
    assert!(
        open.surface.mesh().links().iter().all(|link| below(link)[0] > 9.8 || below(link)[2] > 2.0)
    );
}

#[test]
fn a_gap_is_jumped_in_both_directions_unless_a_wall_stands_in_it() {
    // Two blocks 1.5 apart, above nothing. Agents keep 0.6 from each edge.
    let blocks = || {
        Shapes::default()
            .solid([0.0, 0.0, -1.0], [10.0, 10.0, 0.0])
            .solid([11.5, 0.0, -1.0], [21.5, 10.0, 0.0])
    };
    let [left, right] = [[5.0, 5.0, 0.0], [16.0, 5.0, 0.0]];
    let open = baked(blocks(), JumpRule::new(0.5, 0.5, 3.3));
    assert!(open.surface.mesh().links().iter().all(|link| link.name == "jump"));
    for [from, to] in [[left, right], [right, left]] {
        let cost = path(&open.surface, from, to).unwrap().cost();
        assert!((cost - 11.0).abs() < 0.5, "{cost}");
    }
    assert_eq!(baked(blocks(), JumpRule::new(0.5, 0.5, 2.4)).report.links, 0);
    let walled = blocks().solid([10.7, -1.0, -1.0], [10.8, 11.0, 4.0]);
    assert_eq!(baked(walled, JumpRule::new(0.5, 0.5, 3.3)).report.links, 0);
}

/// Boxes on a plane, at random places and of random sizes, apart or not.
fn boxes(rng: &mut SplitMix64) -> Vec<[[f64; 3]; 2]> {
    let one = |_| {
        let [x, y] = [within(rng, 2.0, 30.0), within(rng, 2.0, 30.0)];
        let [w, d, h] = [within(rng, 0.2, 9.0), within(rng, 0.2, 9.0), within(rng, 0.2, 4.0)];
        [[x, y, 0.0], [x + w, y + d, h]]
    };
    (0..12).map(one).collect()
}

#[test]
fn no_jump_among_random_boxes_meets_one() {
    let mut count = 0;
    for seed in 0..40 {
        let mut rng = SplitMix64::new(seed);
        let boxes = boxes(&mut rng);
        let ground = Shapes::default().solid([0.0, 0.0, -1.0], [40.0, 40.0, 0.0]);
        let level =
            boxes.iter().fold(ground, |shapes, &[low, high]| shapes.solid(low, high)).level();
        let rule = JumpRule::new(
            within(&mut rng, 0.5, 4.0),
            within(&mut rng, 0.0, 1.5),
            within(&mut rng, 0.5, 4.0),
        );
        let baked = bake(&level, &BakeOptions::default().jumps(rule)).unwrap();
        let surface = &baked.surface;
        for link in surface.mesh().links() {
            count += 1;
            let [from, to] = ends(surface, link);
            let plan = link.from.point.distance(link.to.point);
            let rise = to[2] - from[2];
            assert!(
                plan <= rule.across + 1e-9 && rise <= rule.up && -rise <= rule.down,
                "{link:?}"
            );
            // Triangles are shells: nobody jumps into a box or out of it, and what is around somebody in it is not in the way.
            let holds = |at: [f64; 3], [low, high]: &[[f64; 3]; 2]| {
                let is_within = |axis: usize| low[axis] < at[axis] && at[axis] < high[axis];
                high[2] > 2.0 + at[2] && (0..3).all(is_within)
            };
            let is_around = |one: &[[f64; 3]; 2]| holds(from, one);
            assert!(boxes.iter().all(|one| is_around(one) == holds(to, one)), "{link:?}");
            // On its way the agent is a column of radius 0.6 from a step of 0.9 up to its height of 2. Sampling by cells of
            // 0.3 by 0.2 may miss a corner by half a diagonal.
            let top = from[2].max(to[2]);
            let meets = |at: DVec2, [low, high]: [f64; 2]| {
                boxes.iter().filter(|one| !is_around(one)).any(|[a, b]| {
                    let near = at.clamp(DVec2::new(a[0], a[1]), DVec2::new(b[0], b[1]));
                    near.distance(at) < 0.6 - 0.22 && a[2] < high - 0.2 && b[2] > low + 0.2
                })
            };
            for share in 0..=20 {
                let at = link.from.point.lerp(link.to.point, f64::from(share) / 20.0);
                assert!(!meets(at, [top + 0.9, top + 2.0]), "seed {seed}: {link:?}");
            }
            let lower = if rise > 0.0 { from } else { to };
            assert!(
                !meets(DVec2::new(lower[0], lower[1]), [lower[2] + 0.9, top + 2.0]),
                "seed {seed}: {link:?}"
            );
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn rules_with_bad_numbers_are_refused_by_name() {
    let refused = |rule: JumpRule| {
        let level = platform().level();
        bake(&level, &BakeOptions::default().jumps(rule)).unwrap_err().to_string()
    };
    assert!(refused(JumpRule::new(f64::NAN, 0.0, 1.0)).contains("the option jumps.down is "));
    assert!(refused(JumpRule::new(1.0, -1.0, 1.0)).contains("the option jumps.up is "));
    assert!(refused(JumpRule::new(1.0, 0.0, 1e9)).contains("the option jumps.across is "));
    let mut rule = JumpRule::new(1.0, 0.0, 1.0);
    rule.spacing = 0.0;
    assert!(refused(rule).contains("the option jumps.spacing is "));
    rule = JumpRule::new(1.0, 0.0, 1.0);
    rule.cost = f64::INFINITY;
    assert!(refused(rule).contains("the option jumps.cost is "));
}
