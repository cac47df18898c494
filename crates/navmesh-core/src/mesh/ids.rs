//! The ids of the parts of a mesh.

/// The id of a cell: its slot, and the number of cells that the slot held before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellId {
    /// The index in the cell arrays.
    pub slot: u32,
    /// The number of times that the slot was reused.
    pub generation: u32,
}

macro_rules! index_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl $name {
            /// Returns the id as an index.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_id!(
    /// The id of an edge of one cell: an index into [`NavMesh::edges`](crate::NavMesh::edges).
    EdgeId
);
index_id!(
    /// The id of a vertex; each fan has one; see [`NavMesh`](crate::NavMesh).
    VertexId
);
index_id!(
    /// The id of a door: an index into [`NavMesh::doors`](crate::NavMesh::doors).
    ///
    /// Patches keep it. Once a patch has removed the door, a later one may give the id to another door.
    DoorId
);
index_id!(
    /// The id of a link: an index into [`NavMesh::links`](crate::NavMesh::links).
    LinkId
);
index_id!(
    /// The id of an area: an index into [`NavMesh::areas`](crate::NavMesh::areas).
    ///
    /// Patches keep it. Once a patch has removed the area, a later one may give the id to another area.
    AreaId
);

/// The id of a lane of a link. A link without width has one lane, number 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaneId {
    /// The link.
    pub link: LinkId,
    /// The index of the lane in [`Link::lanes`](crate::Link::lanes).
    pub lane: u32,
}

impl From<LinkId> for LaneId {
    /// The first lane.
    fn from(link: LinkId) -> Self {
        Self { link, lane: 0 }
    }
}
