//! The ids by which cells, edges and vertices are known.

/// A cell: the slot it stands in, and which of the cells that stood there it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellId {
    /// Its place in the cell arrays.
    pub slot: u32,
    /// How often the slot was reused before.
    pub generation: u32,
}

macro_rules! index_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_id!(
    /// An edge of one cell: an index into [`NavMesh::edges`](crate::NavMesh::edges).
    EdgeId
);
index_id!(
    /// A vertex, one a fan; see the [module](crate::mesh).
    VertexId
);
