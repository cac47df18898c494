//! What a build did, and what it repaired on the way.

use navmesh_core::{DVec2, LinkSide};

use crate::error::InputPlace;

/// What a build did.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BuildReport {
    /// What was not as it should be and was put right; nothing is dropped without a line here.
    pub repairs: Vec<Repair>,
    /// How many triangles the ground is of, before merging; points within it that no cell needs are no corners of any.
    pub triangles: usize,
    /// How many cells the mesh has.
    pub cells: usize,
    /// Points that were added where segments of the outlines cross, exactly on both.
    pub exact_crossings: usize,
    /// Where crossings were that no pair of floats can express: each was rounded to the nearest
    /// pair, or moved to a point of the outlines within 2⁻⁵⁰ of its coordinates, which bends the two
    /// segments by no more than that.
    pub rounded_crossings: Vec<DVec2>,
    /// What was thinner than the rounding of crossings on it, and is a line now.
    pub slivers: Vec<Sliver>,
    /// The doors no part of which lies across ground, in the order in which they were given: closing one
    /// changes nothing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub idle_doors: Vec<usize>,
    /// The ends of links that were moved onto the ground.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moved_links: Vec<MovedLink>,
}

/// An end of a link that was moved onto the ground, or has a coordinate so small that it became 0.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MovedLink {
    /// Which link, in the order in which they were given.
    pub link: usize,
    /// Which end.
    pub side: LinkSide,
    /// How far it was moved, in map units; of several lanes the one that was moved farthest.
    pub distance: f64,
}

/// A piece of a join along which agents of the build's radius would pass, but by so little that rounding could take it.
///
/// What walls take from a join ends at places that are rounded, and so do the borders that are drawn there afterwards. So
/// these places are put farther on by 2⁻⁴⁶ of the largest coordinate, and what is between two of them may vanish. A join
/// across a passage at least 2 · radius · (1 + tolerance) wide stays open for all that.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NarrowConnection {
    /// Which join.
    pub connection: usize,
    /// The ends of the piece.
    pub ends: [DVec2; 2],
}

/// A line on which two sides of the outlines fell together when their crossings were rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sliver {
    /// The ends of the line.
    pub ends: [DVec2; 2],
    /// What lay between the two sides.
    pub kind: SliverKind,
}

/// What lay where a line is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum SliverKind {
    /// Something that is not walkable, with ground on either side: the line is a wall.
    Blocked,
    /// Ground between what is not walkable: nobody walks there any more.
    Ground,
}

/// One thing that was put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Repair {
    /// Where.
    pub place: InputPlace,
    /// What.
    pub kind: RepairKind,
}

/// What was put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum RepairKind {
    /// A point that repeats the one before it was left out.
    RepeatedPoint,
    /// All points of a ring lie on one line: it covers nothing, and was left out.
    FlatRing,
    /// A ring that turns straight back at this vertex: the spike covers nothing.
    Spike,
    /// From this vertex on, one or more points of a ring lie on the straight way between their
    /// neighbours: they change nothing.
    StraightRun,
    /// A coordinate below 2⁻¹⁴² in magnitude became 0.
    Underflow,
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            RepairKind::RepeatedPoint => "repeats the point before it and was left out",
            RepairKind::FlatRing => "the ring has no area and was left out",
            RepairKind::Spike => "the ring turns straight back here; the spike covers nothing",
            RepairKind::StraightRun => "the ring runs straight on here; the point changes nothing",
            RepairKind::Underflow => "a coordinate too small to compute with became 0",
        };
        write!(f, "{}: {what}", self.place)
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Role;

    #[test]
    fn a_report_comes_back_from_json() {
        let place = InputPlace { role: Role::Obstacle, outline: 3, ring: 0, vertex: 17 };
        let report = BuildReport {
            repairs: vec![Repair { place, kind: RepairKind::RepeatedPoint }],
            cells: 9,
            rounded_crossings: vec![DVec2::new(0.1, 1e-9)],
            ..BuildReport::default()
        };
        let text = serde_json::to_string(&report).unwrap();
        assert!(text.contains(r#""role":"obstacle""#) && text.contains("repeated-point"), "{text}");
        assert_eq!(serde_json::from_str::<BuildReport>(&text).unwrap(), report);
    }
}
