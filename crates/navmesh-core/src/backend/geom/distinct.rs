//! The distinct ones among some points.

use glam::DVec2;

use crate::collections::{MergeSort, NONE};

/// The largest number of points that are looked up in a table. Even with equal hashes that takes few steps.
const FEW: usize = 256;

/// Returns the distinct points in the order of their first use, and the number of each given point
/// among them. Points are equal if their bits are.
///
/// Complexity: O(n log n).
#[must_use]
pub fn distinct_points(points: Vec<DVec2>) -> (Vec<DVec2>, Vec<u32>) {
    if points.len() <= FEW { by_table(points) } else { by_sorting(points) }
}

/// Looks up every point in a hash table with open addresses. Numbers do not depend on the hashes.
fn by_table(mut points: Vec<DVec2>) -> (Vec<DVec2>, Vec<u32>) {
    let bits = (2 * points.len()).next_power_of_two().trailing_zeros().max(1);
    let mut table = vec![NONE; 1 << bits];
    let mut numbers = Vec::with_capacity(points.len());
    let mut count = 0;
    for index in 0..points.len() {
        let point = points[index];
        let key = point.to_array().map(f64::to_bits);
        let mut place = hash(key) >> (u64::BITS - bits);
        let number = loop {
            let known = &mut table[place as usize];
            if *known == NONE {
                *known = count;
                points[count as usize] = point;
                count += 1;
            }
            if points[*known as usize].to_array().map(f64::to_bits) == key {
                break *known;
            }
            place = (place + 1) & ((1 << bits) - 1);
        };
        numbers.push(number);
    }
    points.truncate(count as usize);
    (points, numbers)
}

/// Spreads the bits of a point over the high bits: multiples of 2⁶⁴ divided by the golden ratio (D. Knuth, 1973).
fn hash([x, y]: [u64; 2]) -> u64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    (x.wrapping_mul(GOLDEN) ^ y.rotate_left(32)).wrapping_mul(GOLDEN)
}

fn by_sorting(mut points: Vec<DVec2>) -> (Vec<DVec2>, Vec<u32>) {
    let keyed = points.iter().zip(0..).map(|(point, i)| (point.to_array().map(f64::to_bits), i));
    let mut keyed: Vec<([u64; 2], u32)> = keyed.collect();
    keyed.merge_sort();
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
            prop_assert_eq!(by_sorting(points.clone()), (distinct.clone(), numbers.clone()));
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
