//! How outlines become a mesh.

/// Options of a build; every one has a default.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// How triangles become cells.
    pub merge: Merge,
    /// What a ring that crosses itself covers.
    pub fill: FillRule,
    /// How near to a wall the middle of an agent may come, in map units; 0 is none.
    pub agent_radius: f64,
    /// How much farther than the radius paths may be kept from the corners of walls, as a part of
    /// the radius: from 1e-6 to 1. Passages wider than twice the radius and this much stay open.
    pub arc_tolerance: f64,
}

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            merge: Merge::default(),
            fill: FillRule::default(),
            agent_radius: 0.0,
            arc_tolerance: 0.01,
        }
    }
}

impl BuildOptions {
    /// Chooses how triangles become cells.
    #[must_use]
    pub fn merge(mut self, merge: Merge) -> Self {
        self.merge = merge;
        self
    }

    /// Chooses what a ring that crosses itself covers.
    #[must_use]
    pub fn fill(mut self, fill: FillRule) -> Self {
        self.fill = fill;
        self
    }

    /// Keeps paths this far from walls, in map units.
    ///
    /// Ground nearer to a wall than that is no ground of the mesh, and passages less than twice as
    /// wide are closed. Around corners paths run along arcs, divided as finely as
    /// [`BuildOptions::arc_tolerance`] says.
    #[must_use]
    pub fn agent_radius(mut self, radius: f64) -> Self {
        self.agent_radius = radius;
        self
    }

    /// Chooses how finely the arcs around corners are divided.
    #[must_use]
    pub fn arc_tolerance(mut self, tolerance: f64) -> Self {
        self.arc_tolerance = tolerance;
        self
    }
}

/// What a ring covers, by how often it winds around a place. Which way it winds never matters, and
/// each ring is judged alone: two outlines never cancel one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum FillRule {
    /// Whatever it winds around at all: a pentagram with its middle.
    #[default]
    NonZero,
    /// What it winds around an odd number of times: a pentagram without its middle.
    EvenOdd,
}

/// How triangles become cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Merge {
    /// Into convex cells, greedily: shared edges are removed longest first, and those that have to stay swing to nearer
    /// corners.
    #[default]
    LongestEdgeFirst,
    /// Not at all: every cell is a triangle.
    None,
}
