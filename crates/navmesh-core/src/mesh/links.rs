//! The links of a mesh, and the cells at their ends.

mod off_mesh_connections;
mod reachability;

use std::sync::Arc;

use super::doors::NameIndex;
use super::{Incidence, LaneId, LinkId, MeshDefect, MeshDefects, NavMesh, Place};
use crate::geom::sanitized;
use crate::outline::{Link, LinkSide};
pub use off_mesh_connections::OffMeshConnection;
pub(super) use off_mesh_connections::OffMeshConnections;
pub(super) use reachability::Reachability;
pub use reachability::{LinkDirection, ReachableParts};

impl NavMesh {
    /// Replaces the links of the mesh. All new links are open.
    ///
    /// Complexity: linear in the number of links and of components.
    ///
    /// # Errors
    ///
    /// [`MeshDefect::LinkOffMesh`] for each end of a lane that no cell of its floor holds, by the exact
    /// test. [`MeshDefect::BadLinkCost`] for each link whose cost is out of range. [`MeshDefect::TooManyLanes`] alone if
    /// the links have more lanes than [`Link::MAX_LANES`].
    pub fn with_links(self, links: impl IntoIterator<Item = Link>) -> Result<Self, MeshDefects> {
        self.with_links_where(links, |mesh, lane, side| !mesh.link_places(lane, side).is_empty())
    }

    /// Replaces the links of the mesh, as [`NavMesh::with_links`] does, but takes ends that no cell holds. They
    /// close their lanes until a patch brings a cell there.
    ///
    /// Complexity: that of [`NavMesh::with_links`].
    ///
    /// # Errors
    ///
    /// [`MeshDefect::BadLinkCost`] for each link whose cost is out of range, [`MeshDefect::LinkOffMesh`] for each end with
    /// a coordinate that no mesh has, and [`MeshDefect::TooManyLanes`].
    ///
    /// ```
    /// use navmesh_core::{Link, LinkId, NavMesh, RawMesh};
    ///
    /// let mesh = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[&[0, 1, 2]]))?;
    /// let mesh = mesh.with_links_anywhere([Link::new([0.2, 0.2], [7.0, 7.0], "jump").cost(1.0)])?;
    /// assert!(!mesh.is_link_open(LinkId(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_links_anywhere(
        self,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<Self, MeshDefects> {
        self.with_links_where(links, |_, _, _| true)
    }

    /// Replaces the links of the mesh, and refuses ends of lanes without `is_held(mesh, lane, side)`.
    fn with_links_where(
        mut self,
        links: impl IntoIterator<Item = Link>,
        is_held: impl Fn(&Self, LaneId, LinkSide) -> bool,
    ) -> Result<Self, MeshDefects> {
        self.links = links.into_iter().map(Link::with_positive_zeros).collect();
        self.names = NameIndex::of(&self.doors, &self.links);
        self.open_new_links()?;
        self.reachability = Arc::default();
        self.off_mesh_connections = Arc::default();
        let defects = self.link_defects(|lane, side| is_held(&self, lane, side));
        if !defects.is_empty() {
            return Err(MeshDefects(defects));
        }
        self.prepare_links();
        Ok(self)
    }

    /// Computes the connections over links from the current components and cells.
    pub(super) fn prepare_links(&mut self) {
        if self.has_links() {
            self.reachability = Arc::new(Reachability::of(self));
            self.off_mesh_connections = Arc::new(OffMeshConnections::of(self));
        }
    }

    /// Returns every link, closed ones too, indexed by [`LinkId::index`].
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Returns the link with an id; `None` if the mesh has no such link.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(id.index())
    }

    /// True if the mesh has links.
    #[inline]
    #[must_use]
    pub fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Iterates over the usable links and their ids; see [`NavMesh::is_link_open`].
    pub fn open_links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        let numbered = self.links.iter().enumerate();
        let numbered = numbered.map(|(index, link)| (LinkId(index as u32), link));
        numbered.filter(|(id, _)| self.is_link_open(*id))
    }

    /// True if at least one lane of a link is usable; see [`NavMesh::is_lane_open`].
    #[must_use]
    pub fn is_link_open(&self, id: LinkId) -> bool {
        self.lanes_of(id).any(|lane| self.is_lane_open(lane))
    }

    /// Iterates over the lanes of a link, unusable ones too.
    pub fn lanes_of(&self, link: LinkId) -> impl Iterator<Item = LaneId> + use<> {
        let count = self.link(link).map_or(0, |link| link.lanes().len() as u32);
        (0..count).map(move |lane| LaneId { link, lane })
    }

    /// True if a lane is usable: its link is open, and cells hold both of its ends.
    #[must_use]
    pub fn is_lane_open(&self, at: LaneId) -> bool {
        let has_cell = |side| !self.link_places(at, side).is_empty();
        !self.is_link_closed(at.link) && has_cell(LinkSide::From) && has_cell(LinkSide::To)
    }

    /// Returns the cells at an end of a lane, by ascending slot; none if the end is off the mesh.
    ///
    /// A [`LinkId`] stands for the first lane. An end on a pinch or on a thin wall is on all sides of it.
    #[must_use]
    pub fn link_places(&self, at: impl Into<LaneId>, side: LinkSide) -> Vec<Incidence> {
        let LaneId { link, lane } = at.into();
        let end = self.link(link).and_then(|link| link.end_of_lane(lane, side));
        let Some(end) = end else { return Vec::new() };
        let mut all = Vec::new();
        self.locate_into(Place::new(end.point).on_layer(end.layer), &mut all);
        all
    }

    /// Validates the links of a mesh whose cells are valid. Returns all defects; an end of a lane without
    /// `is_held(lane, side)` is one.
    pub(super) fn link_defects(
        &self,
        is_held: impl Fn(LaneId, LinkSide) -> bool,
    ) -> Vec<MeshDefect> {
        // Placing lanes takes time, so their number is checked first.
        if let Some(link) = Link::first_beyond_max_lanes(&self.links) {
            return vec![MeshDefect::TooManyLanes { link: link as u32 }];
        }
        let (mut defects, costs) = (Vec::new(), 0.0..=Link::max_cost(self.bounds()));
        for (index, link) in (0..).zip(&self.links) {
            if !costs.contains(&link.cost) {
                defects.push(MeshDefect::BadLinkCost { link: index });
            }
            for lane in self.lanes_of(LinkId(index)) {
                for side in [LinkSide::From, LinkSide::To] {
                    let point = link.end_of_lane(lane.lane, side).map(|end| end.point);
                    let is_usable = point.is_some_and(|point| sanitized(point) == Some(point));
                    if !is_usable || !is_held(lane, side) {
                        let lane = lane.lane;
                        defects.push(MeshDefect::LinkOffMesh { link: index, lane, side });
                    }
                }
            }
        }
        defects
    }
}
