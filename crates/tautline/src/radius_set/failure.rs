//! The errors of a set, and their explanations.

use navmesh_build::BuildError;
use navmesh_core::{
    Explanation, Gap, InvalidQuery, PathError, PathQuery, Place, Terrain, TooNarrow,
};

use super::RadiusSet;

impl RadiusSet {
    /// Explains the error of a query: alternatives on the mesh of its radius, and where the widest way is too narrow.
    ///
    /// Complexity: that of [`PathError::explain`]. For an unreachable goal also that of
    /// [`MeshFinder::widths`](crate::MeshFinder::widths) on the mesh for points, once for each version of the map.
    ///
    /// ```
    /// # use tautline::{Outline, Outlines, PathQuery, RadiusSet};
    /// # let set = RadiusSet::new(Outlines {
    /// #     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
    /// #     obstacles: vec![Outline::rect([4.0, 2.0], [6.0, 8.0])],
    /// #     ..Outlines::default()
    /// # });
    /// let query = PathQuery::new([2.0, 6.0], [8.0, 6.0]).radius(1.25); // the passage is 2 wide
    /// let error = set.find_path(&query).unwrap_err();
    /// let text = set.explain(&error, &query).to_string();
    /// assert!(text.contains("the widest way is 2 wide, too narrow by 0.5 at (4, 1)"), "{text}");
    /// ```
    #[must_use]
    pub fn explain(&self, error: &PathError, query: &PathQuery) -> Explanation {
        let radius = query.radius.unwrap_or(0.0);
        let mut explanation = match self.finder(radius).or_else(|_| self.finder(0.0)) {
            Ok(finder) => error.explain(&finder),
            Err(_) => error.explain(&Unknown),
        };
        if error.proves_unreachable() && radius > 0.0 {
            explanation.too_narrow = self.too_narrow(query, radius);
        }
        explanation
    }

    /// Returns the place where the widest way of a query is too narrow.
    fn too_narrow(&self, query: &PathQuery, radius: f64) -> Option<TooNarrow> {
        let class = self.lock().class(0.0);
        let finder = self.built(&class).as_ref().ok()?;
        let widths = finder.widths();
        self.lock().weigh(&class, self.shared.options.budget);
        widths.too_narrow(query.start_place(), query.goal_place(), radius).ok()?
    }
}

/// Returns the error of a query whose mesh cannot be built.
pub(super) fn path_error(error: &BuildError, query: &PathQuery) -> PathError {
    match error {
        BuildError::TooNarrow { .. } => PathError::StartOutside { place: query.start_place() },
        BuildError::BadRadius { radius, .. } => bad_radius(*radius),
        _ => PathError::Unsupported {
            what: "a map whose mesh cannot be built; RadiusSet::finder returns the reason",
        },
    }
}

pub(super) fn bad_radius(radius: f64) -> PathError {
    PathError::InvalidQuery { reason: InvalidQuery::Radius { radius } }
}

/// The terrain of a map that cannot be built.
struct Unknown;

impl Terrain for Unknown {
    fn nearest_walkable(&self, _: Place) -> Option<Place> {
        None
    }

    fn nearest_reachable(&self, _: Place, _: Place) -> Option<Place> {
        None
    }

    fn components(&self, _: Place, _: Place) -> Option<[u32; 2]> {
        None
    }

    fn narrowest_gap(&self, _: Place, _: Place) -> Option<Gap> {
        None
    }
}
