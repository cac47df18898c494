//! How outlines become a mesh.

/// Options of a build; every one has a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// How triangles become cells.
    pub merge: Merge,
    /// What a ring that crosses itself covers.
    pub fill: FillRule,
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
    /// Greedily into convex cells, removing the longest shared edge first.
    #[default]
    LongestEdgeFirst,
    /// Not at all: every cell is a triangle.
    None,
}
