//! The options of a set of meshes, and the map that they are built from.

use navmesh_build::{BuildError, BuildOptions, build_floors, build_outlines};
use navmesh_core::{Floors, NavMesh, Outlines};

/// Options of a [`RadiusSet`](crate::RadiusSet).
///
/// ```
/// use tautline::build::RadiusOptions;
/// let options = RadiusOptions::default().budget(64 << 20).step(0.25);
/// assert_eq!((options.budget, options.step), (64 << 20, Some(0.25)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RadiusOptions {
    /// The options of each build. Its agent radius is not used.
    pub build: BuildOptions,
    /// The largest memory of all classes together, in bytes; 256 MiB by default.
    pub budget: usize,
    /// The step to whose multiples radii are rounded up, in map units; `None` builds each radius exactly.
    pub step: Option<f64>,
}

impl Default for RadiusOptions {
    fn default() -> Self {
        Self { build: BuildOptions::default(), budget: 256 << 20, step: None }
    }
}

impl RadiusOptions {
    /// Sets the options of each build: its arc tolerance, its fill rule. Its agent radius is not used.
    #[must_use]
    pub fn build(mut self, options: BuildOptions) -> Self {
        self.build = options;
        self
    }

    /// Sets the largest memory of all classes together, in bytes.
    #[must_use]
    pub fn budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self
    }

    /// Sets the step to whose multiples radii are rounded up, in map units.
    ///
    /// The path then keeps the rounded distance from walls, so it may be longer than the shortest one for the radius.
    /// [`Path::lower_bound`](navmesh_core::Path::lower_bound) is that of the shortest path for the radius rounded down,
    /// and [`Path::guarantee`](navmesh_core::Path::guarantee) states the gap. So two classes take part in an answer.
    /// Where the rounded radius has no path, or only one to another place, and the radius rounded down has one, the
    /// radius gets a class of its own. An error is always proved for the radius itself or for a smaller one.
    ///
    /// An end that is nearer to a wall than the rounded radius moves, at most by the snap of the query, as on the mesh
    /// of the rounded radius; `Path::is_moved` says so, and the bound is then that between the moved ends.
    ///
    /// Maps with links or several floors do not round, nor does a step that is not a positive number.
    #[must_use]
    pub fn step(mut self, step: f64) -> Self {
        self.step = Some(step);
        self
    }

    /// Returns the step, if it is usable.
    pub(super) fn usable_step(&self) -> Option<f64> {
        self.step.filter(|step| step.is_finite() && *step > 0.0)
    }
}

/// The map of a [`RadiusSet`](crate::RadiusSet): outlines of one floor, or several floors.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MapSource {
    /// The outlines of one floor, for [`build_outlines`].
    Outlines(Outlines),
    /// Several floors, for [`build_floors`].
    Floors(Floors),
}

impl From<Outlines> for MapSource {
    fn from(outlines: Outlines) -> Self {
        Self::Outlines(outlines)
    }
}

impl From<Floors> for MapSource {
    fn from(floors: Floors) -> Self {
        Self::Floors(floors)
    }
}

impl MapSource {
    /// Builds the mesh for a radius.
    pub(super) fn build(&self, options: BuildOptions, radius: f64) -> Result<NavMesh, BuildError> {
        let options = options.agent_radius(radius);
        match self {
            Self::Outlines(outlines) => Ok(build_outlines(outlines, &options)?.0),
            Self::Floors(floors) => Ok(build_floors(floors, &options)?.0),
        }
    }

    /// True if a mesh for a larger radius is always part of one for a smaller radius.
    ///
    /// Links break this, because their ends move onto the mesh. On floors, the walls behind a bend that count are not
    /// proved to be more for a larger radius.
    pub(super) fn is_nested(&self) -> bool {
        matches!(self, Self::Outlines(outlines) if outlines.links.is_empty())
    }
}
