//! Types that are accepted as points.

use glam::{DVec2, Vec2};

/// A type that is accepted wherever a point is: arrays, tuples and vectors of `f64` or `f32`.
///
/// With the feature `mint`, `mint`'s points and vectors are accepted too. Literals such as `[1.0, 4.0]` are
/// `f64`, and an `f32` keeps its value.
///
/// ```
/// use navmesh_core::{DVec2, IntoPoint};
/// assert_eq!([1.5, 4.0].into_point(), DVec2::new(1.5, 4.0));
/// assert_eq!([1.5f32, 4.0].into_point(), DVec2::new(1.5, 4.0));
/// ```
pub trait IntoPoint {
    /// True for a type of `f32` numbers, so that the point may be off by [their rounding](crate::Place::rounding).
    const IS_F32: bool = false;

    /// Returns the point.
    fn into_point(self) -> DVec2;
}

macro_rules! into_point {
    ($($point:ident: $kind:ty => $value:expr, $is_f32:expr;)*) => {$(
        impl IntoPoint for $kind {
            const IS_F32: bool = $is_f32;

            #[inline]
            fn into_point(self) -> DVec2 {
                let $point = self;
                $value
            }
        }
    )*};
}

into_point! {
    point: DVec2 => point, false;
    point: [f64; 2] => point.into(), false;
    point: (f64, f64) => point.into(), false;
    point: Vec2 => point.as_dvec2(), true;
    point: [f32; 2] => Vec2::from(point).as_dvec2(), true;
    point: (f32, f32) => Vec2::from(point).as_dvec2(), true;
}

#[cfg(feature = "mint")]
into_point! {
    point: mint::Point2<f64> => point.into(), false;
    point: mint::Vector2<f64> => point.into(), false;
    point: mint::Point2<f32> => Vec2::from(point).as_dvec2(), true;
    point: mint::Vector2<f32> => Vec2::from(point).as_dvec2(), true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Outline, PathQuery, Place};

    #[test]
    fn literals_are_f64_and_f32_keeps_its_value_and_is_known() {
        let literal = PathQuery::new([0.1, 4.0], (9.0, 0.1));
        assert_eq!(literal.start, DVec2::new(0.1, 4.0));
        let single = PathQuery::new([0.1f32, 4.0], Vec2::new(9.0, 0.1));
        assert_eq!(single.start, DVec2::new(f64::from(0.1f32), 4.0));
        assert_eq!(single.goal, DVec2::new(9.0, f64::from(0.1f32)));
        let from_tuples: Place = (0.5f32, 2.0f32).into();
        assert_eq!(from_tuples, Place { is_f32: true, ..[0.5, 2.0].into() });
        assert_eq!((literal.start_is_f32, single.goal_is_f32), (false, true));
    }

    #[cfg(feature = "mint")]
    #[test]
    fn points_of_mint_convert_both_ways() {
        let (start, goal) = (mint::Point2 { x: 1.0, y: 2.0 }, mint::Vector2 { x: 3.0, y: 4.0 });
        let query = PathQuery::new(start, goal);
        assert_eq!(query, PathQuery::new([1.0, 2.0], [3.0, 4.0]));
        assert_eq!(mint::Point2::from(query.start), start);
    }

    #[test]
    fn outlines_take_points_of_both_precisions() {
        let double = Outline::new([[0.0, 0.0], [4.0, 0.0], [0.5, 3.0]]);
        let single = Outline::new([[0.0f32, 0.0], [4.0, 0.0], [0.5, 3.0]]);
        assert_eq!(single, double);
        assert_eq!(Outline::rect([0.0, 0.0], Vec2::ONE), Outline::rect([0.0f32; 2], DVec2::ONE));
    }
}
