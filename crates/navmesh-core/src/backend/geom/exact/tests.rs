use super::*;

/// The cross product of two differences.
struct Cross;

impl Polynomial<3> for Cross {
    fn value<T: Number>([a, b, c]: &[Point<T>; 3]) -> T {
        let (u, v) = (b.minus(a), c.minus(a));
        u.0 * v.1 - u.1 * v.0
    }
}

#[test]
fn the_sign_of_a_cross_product_is_that_of_the_side_test() {
    let steps = [-3.0, 0.0, 1.0, 5.0];
    for scale in [1.0, 0.1, 2f64.powi(-140), 2f64.powi(190), 1e17] {
        let points: Vec<DVec2> = steps
            .iter()
            .flat_map(|&x| steps.map(|y| DVec2::new(x * scale + 0.1, y * scale)))
            .filter_map(crate::geom::sanitized)
            .collect();
        for &a in &points {
            for &b in &points {
                for &c in &points {
                    let expected = crate::geom::orientation(a, b, c).total_cmp(&0.0);
                    let found = sign::<Cross, 3>([a, b, c]);
                    let is_zero = crate::geom::turn(a, b, c) == crate::geom::Turn::Collinear;
                    assert_eq!(found, if is_zero { Ordering::Equal } else { expected });
                }
            }
        }
    }
}
