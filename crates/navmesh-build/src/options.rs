//! How outlines become a mesh.

/// Options of a build; every one has a default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct BuildOptions {
    /// How triangles become cells.
    pub merge: Merge,
}

impl BuildOptions {
    /// Chooses how triangles become cells.
    #[must_use]
    pub fn merge(mut self, merge: Merge) -> Self {
        self.merge = merge;
        self
    }
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
