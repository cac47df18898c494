//! Options of a build.

use navmesh_core::backend::geom::MAX_COORDINATE;

/// The default weld distance is 2 to the power e − 35, where 2ᵉ is the power of two at or below the largest coordinate. With
/// e − 37 it would be too small for numbers of twelve digits.
const DEFAULT_WELD: u64 = 35;

/// Options of a build. Every option has a default.
///
/// ```
/// use navmesh_build::{BuildOptions, FillRule};
/// let options = BuildOptions::default().agent_radius(0.4).fill(FillRule::EvenOdd);
/// assert_eq!((options.agent_radius, options.max_intersections), (0.4, None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct BuildOptions {
    /// Selects how triangles are merged into cells.
    pub merge: Merge,
    /// The fill rule of rings that cross themselves.
    pub fill: FillRule,
    /// The agents' radius in map units: the least distance of an agent's centre from every wall.
    pub agent_radius: f64,
    /// The largest extra distance from a wall's corner, as a fraction of the radius: 10⁻⁴ to 1; 0.05 by default.
    ///
    /// An arc of a full turn has 222 corners at 10⁻⁴, 70 at 10⁻³ and 10 at 0.05.
    ///
    /// A passage wider than `2 · agent_radius · (1 + arc_tolerance)` stays open.
    pub arc_tolerance: f64,
    /// The largest number of intersections of segments. `None` selects the default: 2²⁰, or 16 per
    /// point if that is more.
    pub max_intersections: Option<usize>,
    /// The treatment of links with an end off the walkable area.
    pub off_mesh_links: OffMeshLinks,
    /// The largest distance, in map units, by which points and lines move onto one another; 0 for none. `None` selects
    /// that of [`default_weld`](Self::default_weld).
    pub weld: Option<f64>,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            merge: Merge::default(),
            fill: FillRule::default(),
            agent_radius: 0.0,
            arc_tolerance: 0.05,
            max_intersections: None,
            off_mesh_links: OffMeshLinks::default(),
            weld: None,
        }
    }
}

impl BuildOptions {
    /// Sets how triangles are merged into cells.
    #[must_use]
    pub fn merge(mut self, merge: Merge) -> Self {
        self.merge = merge;
        self
    }

    /// Sets the fill rule of rings that cross themselves.
    #[must_use]
    pub fn fill(mut self, fill: FillRule) -> Self {
        self.fill = fill;
        self
    }

    /// Sets the agents' radius, in map units.
    ///
    /// The mesh leaves out every point nearer to a wall than that, so passages narrower than twice
    /// the radius are closed. Around corners the border follows an arc, divided as finely as
    /// [`BuildOptions::arc_tolerance`] demands.
    ///
    /// ```
    /// # use navmesh_build::{BuildOptions, NavMeshBuilder};
    /// # use navmesh_core::Outline;
    /// let options = BuildOptions::default().agent_radius(0.5);
    /// let mut builder = NavMeshBuilder::new().with_options(options);
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mesh = builder.build_mesh()?;
    /// assert!(mesh.locate([0.6, 4.0]).is_some());
    /// assert!(mesh.locate([0.4, 4.0]).is_none()); // too near to the wall
    /// assert_eq!(mesh.agent_radius(), 0.5);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    #[must_use]
    pub fn agent_radius(mut self, radius: f64) -> Self {
        self.agent_radius = radius;
        self
    }

    /// Sets the largest extra distance from a wall's corner, as a fraction of the radius.
    #[must_use]
    pub fn arc_tolerance(mut self, tolerance: f64) -> Self {
        self.arc_tolerance = tolerance;
        self
    }

    /// Sets the largest number of intersections of segments. Beyond it a build ends early with
    /// [`TooManyIntersections`](crate::BuildError::TooManyIntersections).
    ///
    /// Every two segments that cross count, also where thousands cross at one point. So does every
    /// point on a segment that crosses others. The steps and the memory of a build are proportional
    /// to its points and intersections, up to logarithms. A million intersections take some 0.5 GB.
    /// Limits above 2²⁵ count as 2²⁵.
    #[must_use]
    pub fn max_intersections(mut self, limit: usize) -> Self {
        self.max_intersections = Some(limit);
        self
    }

    /// Sets the treatment of links with an end off the walkable area.
    #[must_use]
    pub fn off_mesh_links(mut self, treatment: OffMeshLinks) -> Self {
        self.off_mesh_links = treatment;
        self
    }

    /// Sets the largest distance, in map units, by which points and lines move onto one another.
    ///
    /// Lines that miss each other by less are joined: a wall reaches the border that it was drawn to, and rooms
    /// share their border. Nothing moves by more than the distance, and a passage wider than twice the distance stays open.
    /// Obstacles that become thinner stay as walls. Outlines that touch exactly keep their coordinates.
    /// [`BuildReport::welds`](crate::BuildReport::welds) lists what moved.
    ///
    /// The distance is 0, which welds nothing, or at least 2⁻⁴⁵ of the largest coordinate; see
    /// [`BadWeld`](crate::BuildError::BadWeld). The default joins what rounding, or printing to twelve digits, moves
    /// apart: see [`default_weld`](Self::default_weld).
    ///
    /// ```
    /// # use navmesh_build::{BuildOptions, NavMeshBuilder};
    /// # use navmesh_core::{Outline, Wall};
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_wall(Wall::new([[5.0, 1e-3], [5.0, 8.0]])); // ends beside the border
    /// assert_eq!(builder.build_mesh()?.component_count(), 1);
    /// let mesh = builder.with_options(BuildOptions::default().weld(2e-3)).build_mesh()?;
    /// assert_eq!(mesh.component_count(), 2);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    #[must_use]
    pub fn weld(mut self, distance: f64) -> Self {
        self.weld = Some(distance);
        self
    }

    /// Returns the weld distance of a map that states none, by its largest coordinate, in map units.
    /// [`BuildReport::weld`](crate::BuildReport::weld) tells when that is not applied.
    ///
    /// For a largest coordinate from 2ᵉ⁻¹ to 2ᵉ it is 2ᵉ⁻³⁶, which is 2⁻³⁶ to 2⁻³⁵ of it: a fifteenth of a micrometre for
    /// coordinates around 1,000 metres. It is 0 for numbers that are not valid.
    ///
    /// ```
    /// # use navmesh_build::BuildOptions;
    /// assert_eq!(BuildOptions::default_weld(1000.0), 2f64.powi(10 - 36));
    /// ```
    #[must_use]
    pub fn default_weld(largest: f64) -> f64 {
        let exponent = largest.to_bits() >> (f64::MANTISSA_DIGITS - 1); // not that of a negative number
        let is_usable = largest > 0.0 && largest <= MAX_COORDINATE && exponent > DEFAULT_WELD;
        if is_usable {
            f64::from_bits((exponent - DEFAULT_WELD) << (f64::MANTISSA_DIGITS - 1))
        } else {
            0.0
        }
    }
}

/// The treatment of links with an end off the walkable area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum OffMeshLinks {
    /// The build fails with [`LinkOffMesh`](crate::BuildError::LinkOffMesh).
    #[default]
    Refuse,
    /// The lane is closed, as it is after a local change that blocks its end.
    Close,
}

/// The part of the plane that a ring covers, by its winding number.
///
/// The direction of a ring does not matter. Each ring is judged alone: two outlines never cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum FillRule {
    /// Covers every point with a winding number other than 0: a pentagram with its middle.
    #[default]
    NonZero,
    /// Covers every point with an odd winding number: a pentagram without its middle.
    EvenOdd,
}

/// Selects how triangles are merged into cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Merge {
    /// Merges greedily into convex cells: removes shared edges longest first, then swings the
    /// remaining edges to nearer corners.
    #[default]
    LongestEdgeFirst,
    /// Merges nothing: every cell is a triangle.
    None,
}

navmesh_core::words! {
    FillRule: NonZero "non-zero", EvenOdd "even-odd";
}
