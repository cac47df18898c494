//! Stage 8: builds the mesh from the walkable triangles of all floors.

pub(crate) mod merge;
pub(crate) mod assemble;
pub(crate) mod doors;
pub(crate) mod links;

use navmesh_core::{Clearance, DVec2, Door, Link, MeshArea, NavMesh, RawMesh};

use crate::cells::assemble::assemble;
use crate::cells::doors::doors_of;
use crate::cells::links::{check_lanes, place_links};
use crate::cells::merge::merge;
use crate::error::BuildError;
use crate::half_edges::HalfEdges;
use crate::options::{BuildOptions, Merge, OffMeshLinks};
use crate::report::MovedLink;

/// The walkable triangles, and all other parts of a mesh.
pub(crate) struct MeshParts<'a> {
    pub(crate) cells: HalfEdges,
    pub(crate) points: Vec<DVec2>,
    /// The kinds of areas.
    pub(crate) kinds: Vec<MeshArea>,
    /// The border before the inset.
    pub(crate) clearance: Option<Clearance>,
    pub(crate) doors: Vec<&'a Door>,
    pub(crate) links: &'a [Link],
}

impl MeshParts<'_> {
    /// Builds the mesh. Returns it with the ends of links that were moved onto its walkable area.
    pub(crate) fn into_mesh(
        self,
        options: &BuildOptions,
    ) -> Result<(NavMesh, Vec<MovedLink>), BuildError> {
        let links = self.links;
        check_lanes(links)?;
        let mesh = NavMesh::try_from(self.merged(options.merge))?;
        if links.is_empty() {
            return Ok((mesh, Vec::new()));
        }
        let (links, moved) = place_links(links, &mesh, options.off_mesh_links)?;
        let mesh = match options.off_mesh_links {
            OffMeshLinks::Refuse => mesh.with_links(links)?,
            OffMeshLinks::Close => mesh.with_links_anywhere(links)?,
        };
        Ok((mesh, moved))
    }

    /// Merges the cells and writes them as raw data. It frees its input, so that validation can use
    /// the memory.
    fn merged(self, with: Merge) -> RawMesh {
        let Self { mut cells, points, kinds, clearance, doors, .. } = self;
        if with == Merge::LongestEdgeFirst {
            merge(&mut cells, &points);
        }
        let doors = doors_of(doors.iter().map(|door| &door.name), &cells);
        RawMesh { clearance, doors, ..assemble(cells, points, kinds) }
    }
}
