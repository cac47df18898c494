//! The distinct ones among some points.

use glam::DVec2;

/// Returns the distinct points in the order of their first use, and the number of each given point
/// among them. Points are equal if their bits are.
///
/// Complexity: O(n log n).
#[must_use]
pub fn distinct_points(mut points: Vec<DVec2>) -> (Vec<DVec2>, Vec<u32>) {
    let keyed = points.iter().zip(0..).map(|(point, i)| (point.to_array().map(f64::to_bits), i));
    let mut keyed: Vec<([u64; 2], u32)> = keyed.collect();
    keyed.sort_unstable();
    // The first use of each point, then its number.
    let mut numbers = vec![0; points.len()];
    for same in keyed.chunk_by(|a, b| a.0 == b.0) {
        for &(_, i) in same {
            numbers[i as usize] = same[0].1;
        }
    }
    drop(keyed);
    let mut count = 0;
    for i in 0..points.len() {
        let first = numbers[i] as usize;
        numbers[i] = if first == i {
            points[count] = points[i];
            count += 1;
            count as u32 - 1
        } else {
            numbers[first]
        };
    }
    points.truncate(count);
    (points, numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_point_has_the_number_of_the_first_that_is_equal_to_it(
            points in prop::collection::vec((-4i32..4, -4i32..4), 0..80),
        ) {
            let points: Vec<DVec2> =
                points.into_iter().map(|(x, y)| DVec2::new(x.into(), y.into()) * 0.3).collect();
            let (distinct, numbers) = distinct_points(points.clone());
            let mut expected: Vec<DVec2> = Vec::new();
            for (point, number) in points.iter().zip(numbers) {
                if !expected.contains(point) {
                    expected.push(*point);
                }
                prop_assert_eq!(expected.iter().position(|p| p == point), Some(number as usize));
            }
            prop_assert_eq!(distinct, expected);
        }
    }
}
