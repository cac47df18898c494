//! Which points are equal.

use navmesh_core::DVec2;

/// For each point the first that is equal to it; none is a negative zero.
///
/// Points are sorted by half of a hash, which is a third of what they are; only those that have it in common are compared.
///
/// Complexity: O(n log n), whatever the points.
pub(crate) fn first_uses(points: &[DVec2]) -> Vec<u32> {
    first_uses_by(|[x, y]| hash(x, y), points)
}

/// Returns the first uses by a hash; points with equal bits have equal hashes.
fn first_uses_by(hash: impl Fn([u64; 2]) -> u64, points: &[DVec2]) -> Vec<u32> {
    let bits = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
    let keyed = points.iter().zip(0..).map(|(&point, i)| hash(bits(point)) >> 32 << 32 | i);
    let mut keyed: Vec<u64> = keyed.collect();
    keyed.sort_unstable();
    let mut first_uses: Vec<u32> = (0..points.len() as u32).collect();
    for alike in keyed.chunk_by(|a, b| a >> 32 == b >> 32).filter(|alike| alike.len() > 1) {
        let numbered = |&key: &u64| (bits(points[key as u32 as usize]), key as u32);
        let mut alike: Vec<_> = alike.iter().map(numbered).collect();
        alike.sort_unstable();
        for same in alike.chunk_by(|a, b| a.0 == b.0) {
            same.iter().for_each(|&(_, i)| first_uses[i as usize] = same[0].1);
        }
    }
    first_uses
}

/// Both halves of a product: each bit of either number changes about half of its upper bits. The numbers that they are
/// combined with are odd and without a pattern: 2⁶⁴ by the golden ratio, and by the root of two.
fn hash(x: u64, y: u64) -> u64 {
    let product = u128::from(x ^ 0x9E37_79B9_7F4A_7C15) * u128::from(y ^ 0xB504_F333_F9DE_6485);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// With the hash, with one that is the same for all, and with one that unlike points have in common too.
    #[test]
    fn each_point_has_the_first_that_is_equal_to_it() {
        let mut random = SplitMix64::new(1);
        for size in [0, 1, 2, 50, 300, 3000] {
            let mut coordinate = || random.below(20) as f64 * 0.25 - 2.0;
            let points: Vec<DVec2> =
                (0..size).map(|_| DVec2::new(coordinate(), coordinate())).collect();
            let first = |point: &DVec2| points.iter().position(|other| other == point).unwrap();
            let expected: Vec<u32> = points.iter().map(|point| first(point) as u32).collect();
            assert_eq!(first_uses(&points), expected);
            assert_eq!(first_uses_by(|_| 7 << 40, &points), expected);
            assert_eq!(first_uses_by(|[x, y]| (x ^ y) << 10, &points), expected);
        }
    }

    /// On lattices the lower halves of all bits are zeros.
    #[test]
    fn few_points_of_a_lattice_have_half_of_a_hash_in_common() {
        for scale in [1.0, 0.25, 1e6, 2f64.powi(-140)] {
            let lattice = (0..1 << 16).map(|i| [i % 256, i / 256].map(|i| f64::from(i) * scale));
            let mut halves: Vec<u64> =
                lattice.map(|[x, y]| hash(x.to_bits(), y.to_bits()) >> 32).collect();
            halves.sort_unstable();
            halves.dedup();
            assert!(halves.len() > (1 << 16) - 20, "{scale}: {}", halves.len());
        }
    }
}
