//! The links of a mesh: which there are, and where their ends stand.

use std::sync::Arc;

use super::names::Names;
use super::off_mesh_connections::OffMeshConnections;
use super::reach::Reach;
use super::{Incidence, MeshDefect, MeshDefects, NavMesh};
use crate::geom::sanitized;
use crate::link::{Link, LinkSide};

/// A link of a mesh: a place in [`NavMesh::links`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkId(pub u32);

impl LinkId {
    /// The link's place in the mesh's list.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A lane of a link of a mesh: of a link that is no wider than a point the only one, 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaneId {
    /// The link.
    pub link: LinkId,
    /// Its place among [`Link::lanes`].
    pub lane: u32,
}

impl From<LinkId> for LaneId {
    /// The first lane.
    fn from(link: LinkId) -> Self {
        Self { link, lane: 0 }
    }
}

impl NavMesh {
    /// The same mesh with these links, and no others; all are open, whatever was closed before.
    ///
    /// Complexity: linear in the number of links and of components.
    ///
    /// # Errors
    ///
    /// [`MeshDefect::LinkOffGround`] for each end of a lane that no cell of its floor holds, exactly, and
    /// [`MeshDefect::BadLinkCost`].
    pub fn with_links(
        mut self,
        links: impl IntoIterator<Item = Link>,
    ) -> Result<Self, MeshDefects> {
        self.links = links.into_iter().map(Link::sound).collect();
        self.names = Names::of(&self.doors, &self.links);
        self.forget_closed_links()?;
        (self.reach, self.leaps) = (Arc::default(), Arc::default());
        let defects = self.link_defects();
        if !defects.is_empty() {
            return Err(MeshDefects(defects));
        }
        self.prepare_links();
        Ok(self)
    }

    /// Finds what links join, from the components and the cells as they are.
    pub(super) fn prepare_links(&mut self) {
        if self.has_links() {
            self.reach = Arc::new(Reach::of(self));
            self.leaps = Arc::new(OffMeshConnections::of(self));
        }
    }

    /// Every link, indexed by [`LinkId::index`]; those that are closed too.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The link with an id; `None` where the mesh has no such link.
    #[must_use]
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(id.index())
    }

    /// True where there is a link.
    #[inline]
    #[must_use]
    pub fn has_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Every link that can be used, with its id: it is not closed, and has ground at both ends.
    pub fn open_links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        let numbered = self.links.iter().enumerate();
        let numbered = numbered.map(|(index, link)| (LinkId(index as u32), link));
        numbered.filter(|(id, _)| self.is_link_open(*id))
    }

    /// True where a link of the mesh can be used, on one of its lanes at least.
    #[must_use]
    pub fn is_link_open(&self, id: LinkId) -> bool {
        self.lanes_of(id).any(|lane| self.is_lane_open(lane))
    }

    /// The lanes of a link of the mesh, those that cannot be used too.
    pub fn lanes_of(&self, link: LinkId) -> impl Iterator<Item = LaneId> + use<> {
        let count = self.link(link).map_or(0, |link| link.lanes().len() as u32);
        (0..count).map(move |lane| LaneId { link, lane })
    }

    /// True where a lane of a link can be used: the link is not closed, and there is ground at both ends.
    #[must_use]
    pub fn is_lane_open(&self, at: LaneId) -> bool {
        let has_ground = |side| !self.link_places(at, side).is_empty();
        !self.is_link_closed(at.link) && has_ground(LinkSide::From) && has_ground(LinkSide::To)
    }

    /// The cells in which one stands at an end of a link's lane, the first if none is named, by ascending slot; none
    /// where there is no ground.
    ///
    /// An end on a pinch or on a wall of no thickness is on all its sides.
    #[must_use]
    pub fn link_places(&self, at: impl Into<LaneId>, side: LinkSide) -> Vec<Incidence> {
        let LaneId { link, lane } = at.into();
        let end = self.link(link).and_then(|link| link.end_of_lane(lane, side));
        let Some(end) = end else { return Vec::new() };
        let mut all: Vec<Incidence> = self.incidences(end.point).collect();
        self.keep_layer(&mut all, Some(end.layer));
        all
    }

    /// What is wrong with the links of a mesh whose cells are sound.
    pub(super) fn link_defects(&self) -> Vec<MeshDefect> {
        let mut defects = Vec::new();
        for (index, link) in (0..).zip(&self.links) {
            if !Link::COSTS.contains(&link.cost) {
                defects.push(MeshDefect::BadLinkCost { link: index });
            }
            for lane in self.lanes_of(LinkId(index)) {
                for side in [LinkSide::From, LinkSide::To] {
                    let point = link.end_of_lane(lane.lane, side).map(|end| end.point);
                    let is_usable = point.is_some_and(|point| sanitized(point) == Some(point));
                    if !is_usable || self.link_places(lane, side).is_empty() {
                        let lane = lane.lane;
                        defects.push(MeshDefect::LinkOffGround { link: index, lane, side });
                    }
                }
            }
        }
        defects
    }
}
