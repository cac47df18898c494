//! The answers: the width of a way, and where it is narrowest.

use navmesh_core::backend::geom::Diameter;
use navmesh_core::{DVec2, EdgeId, LaneId, VertexId};

use super::chord::{Chord, Far};
use super::links::Crossing;
use super::{MeasuredPlace, Widths};

/// The widest way between two places.
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use]
pub struct WidestWay {
    /// The width in map units, rounded to about one unit in the last place.
    pub width: f64,
    /// The part of the way that limits it.
    pub narrowest: Narrowest,
}

/// The part of a way that limits its width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Narrowest {
    /// A passage between two walls.
    Passage(ChokePoint),
    /// The start is near a wall; its nearest point.
    Start(DVec2),
    /// The goal is near a wall; its nearest point.
    Goal(DVec2),
    /// An end of a link is near a wall.
    Link(NarrowLink),
}

/// A link with an end near a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NarrowLink {
    /// The lane of the link.
    pub lane: LaneId,
    /// The end with the least distance from a wall.
    pub end: DVec2,
    /// The nearest point of that wall.
    pub wall: DVec2,
}

/// The narrowest place of a passage: the chord between the two walls that make it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChokePoint {
    /// The length of the chord, in map units.
    pub width: f64,
    /// The ends of the chord. The foot on a wall is rounded.
    pub ends: [DVec2; 2],
    /// The vertex or wall at each end.
    pub walls: [WallPart; 2],
    /// The floor of the cell at the first end.
    pub layer: u32,
}

/// The part of a wall at the end of a choke point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WallPart {
    /// A vertex.
    Vertex(VertexId),
    /// The interior of a wall.
    Wall(EdgeId),
}

impl WidestWay {
    /// True if an agent of this radius can follow the way: twice the radius is less than the width, or the radius is 0.
    #[must_use]
    pub fn lets_pass(&self, radius: f64) -> bool {
        2.0 * radius < self.width || radius == 0.0
    }

    /// Returns the two ends of the narrowest place of the way between `from` and `to`: those of the choke point, or of the
    /// segment from an end of the way or of a link to its nearest wall.
    #[must_use]
    pub fn ends(&self, from: DVec2, to: DVec2) -> [DVec2; 2] {
        match self.narrowest {
            Narrowest::Passage(ChokePoint { ends, .. }) => ends,
            Narrowest::Start(wall) => [from, wall],
            Narrowest::Goal(wall) => [to, wall],
            Narrowest::Link(NarrowLink { end, wall, .. }) => [end, wall],
        }
    }

    /// Returns the middle of the narrowest place of the way between `from` and `to`.
    #[must_use]
    pub fn middle(&self, from: DVec2, to: DVec2) -> DVec2 {
        let [a, b] = self.ends(from, to);
        a.midpoint(b)
    }
}

impl Widths {
    /// Finds the widest way between two measured places; `None` if no way connects them.
    ///
    /// Complexity: O(log n) in the number of rooms.
    #[must_use]
    pub fn widest_between(&self, from: &MeasuredPlace, to: &MeasuredPlace) -> Option<WidestWay> {
        let limit = self.limit(from, to)?;
        let at = |end: &MeasuredPlace| 2.0 * end.clearance();
        let width = limit.width.min(at(from)).min(at(to));
        let narrowest = match limit.at {
            Some(Crossing::Chord(chord)) if width == limit.width => {
                Narrowest::Passage(self.choke(chord))
            }
            Some(Crossing::Lane(lane)) if width == limit.width => {
                let lane = self.lanes.lane(lane);
                let [end, wall] = lane.narrow_end();
                Narrowest::Link(NarrowLink { lane: lane.id, end, wall })
            }
            _ if width == at(from) => Narrowest::Start(from.wall_point()),
            _ => Narrowest::Goal(to.wall_point()),
        };
        Some(WidestWay { width, narrowest })
    }

    /// Returns the crossing with a number in the spanning tree as a choke point; `None` for a link.
    pub(super) fn choke_at(&self, number: u32) -> Option<ChokePoint> {
        match self.lanes.crossing(number) {
            Crossing::Chord(chord) => Some(self.choke(chord)),
            Crossing::Lane(_) => None,
        }
    }

    /// Returns the rooms of two places, each on the same component.
    pub(super) fn connected_rooms(
        &self,
        from: &MeasuredPlace,
        to: &MeasuredPlace,
    ) -> Option<[u32; 2]> {
        let mut pairs = from.rooms().iter().flat_map(|&a| to.rooms().iter().map(move |&b| [a, b]));
        pairs.find(|&rooms| self.tree.narrowest(rooms).is_some())
    }

    /// Returns a chord as a choke point.
    pub(super) fn choke(&self, chord: u32) -> ChokePoint {
        let mesh = &*self.mesh;
        let chord: &Chord = &self.chords[chord as usize];
        let disc: Diameter = chord.diameter(mesh);
        let far = match chord.far {
            Far::Vertex(edge) => WallPart::Vertex(mesh.edge(edge).vertex()),
            Far::Wall(wall) => WallPart::Wall(wall),
        };
        ChokePoint {
            width: chord.width,
            ends: [disc.start, disc.end_point()],
            walls: [WallPart::Vertex(mesh.edge(chord.corner).vertex()), far],
            layer: mesh.layer(mesh.edge(chord.corner).cell_slot()),
        }
    }
}
