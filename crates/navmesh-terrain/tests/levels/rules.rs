//! Ground that costs more or is closed, by slope and by volume.

use navmesh_terrain::{BakeOptions, Volume, bake};
use tautline::{DVec2, Outline, Surface};

use crate::shapes::Shapes;
use crate::{check, within};
use navmesh_testkit::SplitMix64;

/// Returns the cost of the ground nearest to a point of space, within 0.5 of its height; `None` if there is none.
fn cost(surface: &Surface, at: [f64; 3]) -> Option<f64> {
    let picked = surface.pick(at, 0.5, 0.5).ok()?;
    let mesh = surface.mesh();
    let mut cells = mesh.incidences(DVec2::new(at[0], at[1])).map(|at| at.cell.slot);
    cells.find(|&slot| mesh.layer(slot) == picked.layer).map(|slot| mesh.cost(slot))
}

#[test]
fn ground_costs_by_its_slope() {
    // Ramps side by side that rise by 0, 2, 4, 6 and 8 over 10: 0, 11, 22, 31 and 39 degrees.
    let rises = [0.0, 2.0, 4.0, 6.0, 8.0];
    let ramp = |shapes: Shapes, number: usize| {
        let y = number as f64 * 10.0;
        shapes.ramp([0.0, 10.0], [y, y + 8.0], [0.0, rises[number]])
    };
    let level = (0..5).fold(Shapes::default(), ramp).level();
    let options = BakeOptions::default().steeper(15.0, "hill", 2.0).steeper(30.0, "steep", 4.0);
    let baked = bake(&level, &options).unwrap();
    check(&baked);
    let costs = (0..5).map(|number| {
        let height = rises[number] / 2.0;
        cost(&baked.surface, [5.0, number as f64 * 10.0 + 4.0, height])
    });
    let expected = [1.0, 1.0, 2.0, 4.0, 4.0].map(Some);
    assert_eq!(costs.collect::<Vec<_>>(), expected);
    let names: Vec<_> = baked.surface.mesh().areas().iter().map(|area| area.name.clone()).collect();
    assert_eq!(names, ["hill", "steep"]);
}

/// Two floors of 40 by 30, at 0 and at 4.
fn floors() -> Shapes {
    let floor = |z: f64| [[0.0, 0.0, z], [40.0, 0.0, z], [40.0, 30.0, z], [0.0, 30.0, z]];
    Shapes::default().quad(floor(0.0)).quad(floor(4.0))
}

/// Returns a turned rectangle, with a turned hole of half its size in every other case, and whether a point is inside, or so
/// near to a side that cells decide.
fn turned(
    rng: &mut SplitMix64,
    with_hole: bool,
) -> (Outline, impl Fn(DVec2) -> Option<bool> + use<>) {
    let middle = DVec2::new(within(rng, 8.0, 32.0), within(rng, 8.0, 22.0));
    let half = DVec2::new(within(rng, 3.0, 9.0), within(rng, 3.0, 9.0));
    let turn = DVec2::from_angle(within(rng, 0.0, 6.0));
    let ring = move |scale: f64| {
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(DVec2::from);
        corners.map(|corner| middle + (corner * half * scale).rotate(turn))
    };
    let outline = Outline::new(ring(1.0));
    let outline = if with_hole { outline.with_hole(ring(0.5)) } else { outline };
    let depth = move |point: DVec2, scale: f64| {
        let own = turn.conjugate().rotate(point - middle).abs();
        (half * scale - own).min_element()
    };
    // Borders of regions are simplified by up to 1.3 cells of 0.3.
    let is_inside = move |point: DVec2| {
        let depths =
            [depth(point, 1.0), if with_hole { -depth(point, 0.5) } else { f64::INFINITY }];
        let depth = depths[0].min(depths[1]);
        (depth.abs() > 0.9).then_some(depth > 0.0)
    };
    (outline, is_inside)
}

trait Conjugate {
    fn conjugate(self) -> Self;
}

impl Conjugate for DVec2 {
    fn conjugate(self) -> Self {
        Self::new(self.x, -self.y)
    }
}

#[test]
fn ground_in_a_volume_is_an_area_on_its_floor_alone() {
    for seed in 0..24 {
        let mut rng = SplitMix64::new(seed);
        let (outline, is_inside) = turned(&mut rng, seed % 2 == 0);
        let options =
            BakeOptions::default().area_volume(Volume::new(outline, 3.0, 5.0), "wet", 3.0);
        let baked = bake(&floors().level(), &options).unwrap();
        check(&baked);
        for _ in 0..200 {
            let at = DVec2::new(within(&mut rng, 1.5, 38.5), within(&mut rng, 1.5, 28.5));
            let Some(is_inside) = is_inside(at) else { continue };
            let [below, above] = [0.0, 4.0].map(|z| cost(&baked.surface, [at.x, at.y, z]));
            let expected = if is_inside { 3.0 } else { 1.0 };
            assert_eq!((below, above), (Some(1.0), Some(expected)), "seed {seed} at {at}");
        }
    }
}

#[test]
fn a_closed_volume_keeps_agents_away_by_their_radius() {
    for seed in 0..24 {
        let mut rng = SplitMix64::new(1000 + seed);
        let (outline, is_inside) = turned(&mut rng, false);
        let corners = outline.exterior.clone();
        let options = BakeOptions::default().blocked_volume(Volume::new(outline, -1.0, 1.0));
        let baked = bake(&floors().level(), &options).unwrap();
        check(&baked);
        for _ in 0..200 {
            let at = DVec2::new(within(&mut rng, 1.5, 38.5), within(&mut rng, 1.5, 28.5));
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            let distance = |(a, b): (&DVec2, &DVec2)| {
                let share = ((at - *a).dot(*b - *a) / (*b - *a).length_squared()).clamp(0.0, 1.0);
                at.distance(a.lerp(*b, share))
            };
            let distance = sides.map(distance).fold(f64::INFINITY, f64::min);
            let [below, above] = [0.0, 4.0].map(|z| cost(&baked.surface, [at.x, at.y, z]));
            assert_eq!(above, Some(1.0));
            match is_inside(at) {
                Some(true) => assert_eq!(below, None, "seed {seed} at {at}"),
                // The radius is 0.6, in cells of 0.3.
                Some(false) if distance > 1.7 => {
                    assert_eq!(below, Some(1.0), "seed {seed} at {at}")
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_later_rule_counts_and_closed_ground_stays_closed() {
    let boxed = |x: f64, u: f64| Volume::new(Outline::rect([x, 0.0], [u, 30.0]), -1.0, 1.0);
    let options = BakeOptions::default()
        .area_volume(boxed(0.0, 20.0), "wet", 3.0)
        .blocked_volume(boxed(14.0, 20.0))
        .area_volume(boxed(8.0, 30.0), "dry", 2.0);
    let baked = bake(&floors().level(), &options).unwrap();
    check(&baked);
    let at = |x: f64| cost(&baked.surface, [x, 15.0, 0.0]);
    assert_eq!(
        [4.0, 10.0, 17.0, 25.0, 35.0].map(at),
        [Some(3.0), Some(2.0), None, Some(2.0), Some(1.0)]
    );
}

#[test]
fn rules_with_bad_numbers_are_refused_by_name() {
    let level = floors().level();
    let refused = |options: BakeOptions| bake(&level, &options).unwrap_err().to_string();
    let at = |x: f64| Outline::new([[x, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    let volume =
        |x, low, high| BakeOptions::default().area_volume(Volume::new(at(x), low, high), "a", 2.0);
    for volume in
        [volume(f64::NAN, 0.0, 1.0), volume(0.0, f64::NAN, 1.0), volume(0.0, 0.0, f64::NAN)]
    {
        assert!(refused(volume).contains("the volume of rule 0"));
    }
    assert!(refused(BakeOptions::default().steeper(91.0, "a", 2.0)).contains("steeper"));
    assert!(refused(BakeOptions::default().steeper(10.0, "a", f64::NAN)).contains("cost"));
    // A volume may be without end.
    let all =
        Volume::new(Outline::rect([-1.0, -1.0], [50.0, 50.0]), f64::NEG_INFINITY, f64::INFINITY);
    let wet = bake(&level, &BakeOptions::default().area_volume(all, "wet", 2.0)).unwrap();
    assert_eq!(cost(&wet.surface, [10.0, 10.0, 4.0]), Some(2.0));
    // Volumes that hold nothing change nothing: no point, and upside down.
    let none = [
        Volume::new(Outline::new(Vec::<DVec2>::new()), -1.0, 1.0),
        Volume::new(at(0.0), 1.0, -1.0),
        Volume::new(Outline::rect([1e300, 0.0], [1.1e300, 1.0]), -1.0, 1.0),
    ];
    let plain = bake(&level, &BakeOptions::default()).unwrap();
    for volume in none {
        let baked = bake(&level, &BakeOptions::default().blocked_volume(volume)).unwrap();
        assert_eq!(baked.surface.mesh().to_raw(), plain.surface.mesh().to_raw());
    }
}
