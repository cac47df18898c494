//! The report of a build: counts and repairs.

mod notes;

use navmesh_core::{DVec2, LinkSide, Short};

use crate::error::{InputPlace, Role};
pub use notes::Note;

/// The counts and repairs of a build.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BuildReport {
    /// All repairs of the input. Nothing is dropped without an entry here.
    pub repairs: Vec<Repair>,
    /// The distance by which the outlines were welded, in map units; 0 for none. By default that is also 0 where more pairs
    /// of points and sides than the limit of intersections are near one another, and where a few coordinates are 2¹⁶ times
    /// those of most shapes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub weld: f64,
    /// The points that moved onto others and the sides that bent onto points, largest distance first. See
    /// [`BuildOptions::weld`](crate::BuildOptions::weld).
    #[cfg_attr(feature = "serde", serde(default))]
    pub welds: Vec<Weld>,
    /// The number of walkable triangles before merging, without those of removed interior points.
    pub triangles: usize,
    /// The number of cells in the mesh.
    pub cells: usize,
    /// The number of points added exactly where segments cross.
    pub exact_crossings: usize,
    /// The crossings that no pair of floats can express, as they were rounded.
    ///
    /// Each was rounded to the nearest pair, or moved to a point of the outlines within 2⁻⁵⁰ of its
    /// coordinates. Its two segments bend by no more than that.
    pub rounded_crossings: Vec<DVec2>,
    /// The features thinner than the rounding of crossings or the weld distance. Each collapsed to a line.
    pub slivers: Vec<Sliver>,
    /// The ends of links that were moved onto the walkable area.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moved_links: Vec<MovedLink>,
}

/// An end of a link that was moved onto the walkable area, or whose tiny coordinate became 0.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MovedLink {
    /// The index of the link.
    pub link: usize,
    /// The end of the link.
    pub side: LinkSide,
    /// The distance moved, in map units; for several lanes the largest one.
    pub distance: f64,
}

/// A piece of a floor connection that was closed although agents would only just pass.
///
/// The parts of a connection within the radius of a wall end at rounded points. Each such part is
/// enlarged by 2⁻⁴⁶ of the largest coordinate, so the gap between two of them may vanish. A
/// connection across a passage at least `2 · radius · (1 + tolerance)` wide stays open.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NarrowConnection {
    /// The index of the connection.
    pub connection: usize,
    /// The ends of the piece.
    pub ends: [DVec2; 2],
}

/// A line to which a thin feature of the outlines collapsed when crossings were rounded, or outlines welded.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sliver {
    /// The ends of the line.
    pub ends: [DVec2; 2],
    /// The kind of the feature.
    pub kind: SliverKind,
}

/// The kind of a collapsed feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum SliverKind {
    /// A blocked strip between walkable areas. The line acts as a wall.
    Blocked,
    /// A walkable strip between blocked areas. It is lost.
    Ground,
}

/// A repair of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Repair {
    /// The place of the repair.
    pub place: InputPlace,
    /// The kind of the repair.
    pub kind: RepairKind,
}

/// The kind of a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum RepairKind {
    /// A point that repeats its predecessor was left out.
    RepeatedPoint,
    /// All points of a ring lie on one line, or it has fewer than three. The ring covers nothing and was left out.
    FlatRing,
    /// A wall or a door has fewer than two different points. It separates nothing and was left out.
    NoLine,
    /// An obstacle, wall, area or door that does not meet the walkable area: nothing is walkable there. A door may also run
    /// only along walls.
    NoEffect,
    /// A ring turns straight back at this vertex. The spike covers nothing.
    Spike,
    /// From this vertex on, one or more points of a ring lie on the line between their neighbours.
    /// They change nothing.
    StraightRun,
    /// A coordinate below 2⁻¹⁴² in magnitude became 0.
    Underflow,
}

/// A change by welding.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Weld {
    /// The place of the point, or of the point at which the side begins.
    pub place: InputPlace,
    /// The kind of the change.
    pub kind: WeldKind,
    /// The largest distance moved, in map units.
    pub distance: f64,
}

/// The kind of a change by welding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum WeldKind {
    /// A point moved onto another one.
    Moved,
    /// The side that begins at this point was bent to run through points beside it.
    Bent {
        /// The number of these points.
        vertices: usize,
    },
    /// A ring became a line, or a line a point. An obstacle or hole stays as a wall.
    Flattened,
}

impl std::fmt::Display for Weld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (place, distance) = (self.place, Short(self.distance));
        match self.kind {
            WeldKind::Moved => write!(f, "{place}: welded to a point {distance} away"),
            WeldKind::Bent { vertices: 1 } => {
                write!(f, "{place}: the side from here was welded to a point {distance} beside it")
            }
            WeldKind::Bent { vertices } => {
                write!(
                    f,
                    "{place}: the side from here was welded to {vertices} points up to {distance} beside it"
                )
            }
            WeldKind::Flattened => write!(
                f,
                "{place}: thinner than the weld distance, so that it became a line or a point"
            ),
        }
    }
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            RepairKind::RepeatedPoint => "repeats the point before it and was left out",
            RepairKind::FlatRing => "the ring has no area and was left out",
            RepairKind::NoLine => "the line has no length and was left out",
            RepairKind::NoEffect => "it has no effect on the walkable area",
            RepairKind::Spike => "the ring turns straight back here; the spike covers nothing",
            RepairKind::StraightRun => "the ring runs straight on here; the point changes nothing",
            RepairKind::Underflow => "a coordinate too small to compute with became 0",
        };
        write!(f, "{}: {what}", self.place)
    }
}

impl std::fmt::Display for MovedLink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (link, distance) = (self.link, Short(self.distance));
        let end = match self.side {
            LinkSide::From => "start",
            LinkSide::To => "end",
        };
        write!(f, "{} {link}: its {end} was moved onto the mesh by {distance}", Role::Link)
    }
}

impl std::fmt::Display for NarrowConnection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [from, to] = self.ends.map(Short);
        let (role, number) = (Role::FloorConnection, self.connection);
        write!(
            f,
            "{role} {number}: closed from {from} to {to}, where the passage is as narrow as the agent"
        )
    }
}

#[cfg(feature = "serde")]
#[cfg(test)]
mod tests {
    use super::*;

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
