use super::*;
use glam::DVec2;
use num_rational::BigRational;
use proptest::prelude::*;

type Fraction = BigRational;

fn fraction(value: f64) -> Fraction {
    Fraction::from_float(value).unwrap()
}

fn exact(p: DVec2) -> [Fraction; 2] {
    [fraction(p.x), fraction(p.y)]
}

fn minus(a: &[Fraction; 2], b: &[Fraction; 2]) -> [Fraction; 2] {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

fn dot(a: &[Fraction; 2], b: &[Fraction; 2]) -> Fraction {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// The centre of the disc and the square of its radius.
fn circle(disc: &Diameter) -> ([Fraction; 2], Fraction) {
    let start = exact(disc.start);
    let end = match disc.end {
        DiameterEnd::Point(end) => exact(end),
        DiameterEnd::Foot([p, q]) => {
            let (p, q) = (exact(p), exact(q));
            let along = minus(&q, &p);
            let share = dot(&minus(&start, &p), &along) / dot(&along, &along);
            [&p[0] + &along[0] * &share, &p[1] + &along[1] * &share]
        }
    };
    let two = fraction(2.0);
    let centre = [(&start[0] + &end[0]) / &two, (&start[1] + &end[1]) / &two];
    let radius = minus(&start, &centre);
    let square = dot(&radius, &radius);
    (centre, square)
}

/// The square of the distance of a segment from a point.
fn distance_sq([a, b]: [DVec2; 2], from: &[Fraction; 2]) -> Fraction {
    let (a, b) = (exact(a), exact(b));
    let (along, to) = (minus(&b, &a), minus(from, &a));
    let (zero, one) = (fraction(0.0), fraction(1.0));
    let square = dot(&along, &along);
    let share = if square == zero { zero.clone() } else { dot(&to, &along) / square };
    let share = share.clamp(zero, one);
    let nearest = [&a[0] + &along[0] * &share, &a[1] + &along[1] * &share];
    let apart = minus(from, &nearest);
    dot(&apart, &apart)
}

/// Coordinates on a lattice, a few floats off it, shifted, huge or tiny.
fn point() -> impl Strategy<Value = DVec2> {
    let scale = prop::sample::select(vec![1.0, 0.3, 2f64.powi(-140), 2f64.powi(190)]);
    let shift = prop::sample::select(vec![0.0, 1e6]);
    ([-6..7i32, -6..7i32], [-1..2i64, -1..2i64], scale, shift).prop_map(
        |(steps, ulps, scale, shift)| {
            let place = |i: usize| {
                let place = f64::from(steps[i]) * scale + shift;
                if place == 0.0 {
                    return 0.0;
                }
                f64::from_bits(place.to_bits().wrapping_add_signed(ulps[i]))
            };
            crate::geom::sanitized(DVec2::new(place(0), place(1))).unwrap()
        },
    )
}

/// Points of one scale.
fn lattice() -> impl Strategy<Value = [DVec2; 5]> {
    let points = prop::array::uniform5([-6..7i32, -6..7i32]);
    let scale = prop::sample::select(vec![0.5, 0.3, 1e9 / 3.0, 2f64.powi(-138), 2f64.powi(190)]);
    (points, scale).prop_map(|(points, scale)| {
        points.map(|[x, y]| DVec2::new(f64::from(x) * scale, f64::from(y) * scale))
    })
}

fn check(disc: &Diameter, a: DVec2, b: DVec2) -> Result<(), TestCaseError> {
    let (centre, square) = circle(disc);
    for point in [a, b] {
        let apart = minus(&exact(point), &centre);
        prop_assert_eq!(disc.excludes(point), dot(&apart, &apart) > square, "{:?} {}", disc, point);
    }
    if !disc.is_end(a) && !disc.is_end(b) && a != b {
        let meets = distance_sq([a, b], &centre) <= square;
        prop_assert_eq!(disc.is_met_by([a, b]), meets, "{:?} {} {}", disc, a, b);
    }
    let end = match disc.end {
        DiameterEnd::Point(end) => exact(end),
        DiameterEnd::Foot(_) => {
            let start = exact(disc.start);
            let two = fraction(2.0);
            [&centre[0] * &two - &start[0], &centre[1] * &two - &start[1]]
        }
    };
    let ray = minus(&end, &exact(disc.start));
    for point in [a, b] {
        let to = minus(&exact(point), &exact(disc.start));
        let side = &ray[0] * &to[1] - &ray[1] * &to[0];
        let side = match side.cmp(&fraction(0.0)) {
            Ordering::Greater => Turn::Left,
            Ordering::Less => Turn::Right,
            Ordering::Equal => Turn::Collinear,
        };
        prop_assert_eq!(disc.side(point), side);
        prop_assert_eq!(disc.is_ahead(point), dot(&ray, &to) > fraction(0.0));
    }
    Ok(())
}

/// Both kinds of diameters over these points; a foot only from the left of its line.
fn diameters([u, p, q]: [DVec2; 3]) -> Vec<Diameter> {
    let mut all = Vec::new();
    if u != p {
        all.push(Diameter { start: u, end: DiameterEnd::Point(p) });
    }
    if turn(p, q, u) == Turn::Left {
        all.push(Diameter { start: u, end: DiameterEnd::Foot([p, q]) });
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn discs_agree_with_exact_fractions(points in prop::array::uniform5(point())) {
        let [u, p, q, a, b] = points;
        for disc in diameters([u, p, q]) {
            check(&disc, a, b)?;
        }
    }

    #[test]
    fn discs_on_a_lattice_agree_with_exact_fractions(points in lattice()) {
        let [u, p, q, a, b] = points;
        for disc in diameters([u, p, q]) {
            check(&disc, a, b)?;
            let other = Diameter { end: DiameterEnd::Point(a), ..disc };
            if a != u {
                prop_assert_eq!(disc.side_of_ray(&other), disc.side(a));
                prop_assert_eq!(other.side_of_ray(&disc), disc.side(a).reversed());
            }
            for foot in diameters([u, a, b]) {
                let (turned, back) = (disc.side_of_ray(&foot), foot.side_of_ray(&disc));
                prop_assert_eq!(turned, back.reversed());
            }
        }
    }
}

/// The disc over (0, 0) to (4, 0) touches y = 2, and the one over the perpendicular from (0, 4) on a wall too.
#[test]
fn a_segment_that_touches_the_circle_meets_the_disc() {
    let disc = Diameter { start: DVec2::ZERO, end: DiameterEnd::Point(DVec2::new(4.0, 0.0)) };
    let line = |y: f64| [DVec2::new(-1.0, y), DVec2::new(5.0, y)];
    assert!(disc.is_met_by(line(2.0)) && !disc.is_met_by(line(2f64.next_up())));
    let wall = [DVec2::new(-3.0, 0.0), DVec2::new(9.0, 0.0)];
    let disc = Diameter { start: DVec2::new(0.0, 4.0), end: DiameterEnd::Foot(wall) };
    let line = |x: f64| [DVec2::new(x, -1.0), DVec2::new(x, 5.0)];
    assert!(disc.is_met_by(line(2.0)) && !disc.is_met_by(line(2f64.next_up())));
    assert!(disc.foot_is_between() && disc.end_point() == DVec2::ZERO);
}
