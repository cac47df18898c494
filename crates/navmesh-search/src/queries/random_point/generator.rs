//! Random points from a generator of `rand_core`.

use navmesh_core::{PathError, Place};
use rand_core::Rng;

use super::MeshQueries;

impl MeshQueries<'_> {
    /// Returns a random point as [`random_point`](MeshQueries::random_point) does, from a generator of
    /// `rand_core`.
    ///
    /// Complexity: that of [`random_point`](MeshQueries::random_point).
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # use rand_core::Rng;
    /// # fn example(generator: &mut impl Rng) -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// assert!(queries.random_point_with(generator).is_some());
    /// # Ok(())
    /// # }
    /// ```
    pub fn random_point_with(&mut self, generator: &mut impl Rng) -> Option<Place> {
        self.random_point(&mut || generator.next_u64())
    }

    /// Returns a random point as [`random_point_around`](MeshQueries::random_point_around) does, from a
    /// generator of `rand_core`.
    ///
    /// Complexity: that of [`random_point_around`](MeshQueries::random_point_around).
    ///
    /// # Errors
    ///
    /// Those of [`random_point_around`](MeshQueries::random_point_around).
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # use rand_core::Rng;
    /// # fn example(generator: &mut impl Rng) -> Result<(), Box<dyn std::error::Error>> {
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let near = queries.random_point_around_with([1.0, 1.0], 0.5, generator)?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn random_point_around_with(
        &mut self,
        place: impl Into<Place>,
        radius: f64,
        generator: &mut impl Rng,
    ) -> Result<Place, PathError> {
        self.random_point_around(place, radius, &mut || generator.next_u64())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use navmesh_core::{DVec2, NavMesh, RawMesh};
    use rand_core::TryRng;

    use super::*;

    /// A generator of multiples of an odd number.
    struct Weyl(u64);

    impl TryRng for Weyl {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|bits| (bits >> 32) as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            Ok(self.0)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            for chunk in bytes.chunks_mut(8) {
                let all = self.next_u64().to_le_bytes();
                chunk.copy_from_slice(&all[..chunk.len()]);
            }
            Ok(())
        }
    }

    #[test]
    fn a_generator_and_its_closure_give_the_same_points() {
        let mut raw = RawMesh::default();
        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]];
        raw.positions = corners.map(DVec2::from).to_vec();
        raw.push_cell(&[0, 1, 2, 3]);
        let mesh = NavMesh::from_raw(&raw).unwrap();
        let mut queries = MeshQueries::new(&mesh);
        let (mut one, mut other) = (Weyl(1), Weyl(1));
        for _ in 0..100 {
            let by_generator = queries.random_point_with(&mut one);
            assert_eq!(by_generator, queries.random_point(&mut || other.next_u64()));
            let near = queries.random_point_around_with([1.0, 1.0], 0.5, &mut one).unwrap();
            let again = queries.random_point_around([1.0, 1.0], 0.5, &mut || other.next_u64());
            assert_eq!(Ok(near), again);
        }
    }
}
