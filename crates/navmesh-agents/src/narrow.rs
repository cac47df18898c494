//! Narrow places: the parts of a mesh where two agents cannot pass each other, as wholes.
//!
//! A chord is the shortest line from a corner of a wall to a wall opposite, if it is shorter than a diameter of the largest
//! agent. (The mesh is inset by the radius, so two agents side by side need that much.) Chords cut the mesh into
//! regions. A region with a point that is a radius away from all walls is a *room*, and a *hall* if it has place for many.
//! The others are narrow; those that meet are one *stretch*, of any length and shape. A chord between two rooms is a
//! stretch without length. A *mouth* is a chord between a stretch and a room. Stretches and rooms that meet are a *knot*;
//! halls divide knots.

mod chords;
mod ground;
mod cuts;
mod cutter;
mod exits;
mod jams;
mod pass;
mod rooms;
mod known;
mod zones;

use std::sync::Arc;

use navmesh_core::{Bounds, DVec2, NavMesh, Place, WallChange};

use chords::{Chord, KnownChords};
use cuts::Regions;
pub(crate) use exits::Exit;
pub(crate) use jams::Jam;
use known::Known;
pub(crate) use pass::{Leave, Pass};

use crate::agent::ClassId;
use crate::neighbors::Numbers;

/// The distance from a mouth within which agents queue, in radii of the largest agent.
const ZONE: f64 = 20.0;

/// The length of its way on which an agent looks for mouths, in radii.
const AHEAD: f64 = 30.0;

/// The side of the buckets of mouths, in radii.
const BUCKET: f64 = 4.0;

/// The length of a chord below which agents take turns, in diameters. Where there is little more than two diameters, two
/// pass each other, and a crowd does not.
const NARROW: f64 = 1.3;

/// The kind of a zone.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// Narrow ground, or a chord between two rooms.
    Stretch,
    /// Ground where agents can pass each other, with places for those that wait.
    SmallRoom(Vec<DVec2>),
    /// A room with place for all.
    Hall,
}

/// A stretch or a room.
#[derive(Debug)]
pub(crate) struct Zone {
    pub(crate) kind: Kind,
    pub(crate) mouths: Vec<u32>,
    /// The length of the shortest chord of a stretch.
    width: f64,
    /// The knot; halls are in none.
    pub(crate) knot: u32,
    /// True if agents that walk back end there: in a hall, or in a room with places of a knot without halls.
    pub(crate) is_home: bool,
    /// For another room the mouths of the next stretch on the way to the nearest home, if there is one.
    pub(crate) way_home: Option<[u32; 2]>,
}

impl Zone {
    fn new(kind: Kind) -> Self {
        let (mouths, width) = (Vec::new(), f64::INFINITY);
        Self { kind, mouths, width, knot: u32::MAX, is_home: false, way_home: None }
    }

    /// True for a stretch where two agents can pass each other, with these radii on the mesh of the narrow places.
    pub(crate) fn is_wide_enough(&self, radii: [f64; 2]) -> bool {
        matches!(self.kind, Kind::Stretch) && NARROW * (radii[0] + radii[1]) <= self.width
    }

    pub(crate) fn is_hall(&self) -> bool {
        matches!(self.kind, Kind::Hall)
    }
}

/// A chord between a stretch and a room.
#[derive(Debug)]
pub(crate) struct Mouth {
    /// The stretch lies left of the line.
    pub(crate) line: [DVec2; 2],
    pub(crate) middle: DVec2,
    pub(crate) layer: Option<u32>,
    pub(crate) stretch: u32,
    pub(crate) room: u32,
    /// The region of the stretch at the mouth; `None` if the stretch has no length.
    inner: Option<u32>,
    /// The place among the mouths of the stretch.
    index: usize,
    /// The length of the way from there to the nearest home, on the side of the room; infinite if there is none.
    to_home: f64,
}

impl Mouth {
    /// True if the line may touch a box.
    pub(crate) fn touches(&self, [low, high]: [DVec2; 2]) -> bool {
        let [a, b] = self.line;
        a.min(b).cmple(high).all() && a.max(b).cmpge(low).all()
    }
}

/// The stretches and rooms of a mesh for one radius.
#[derive(Debug, Default)]
pub(crate) struct Narrows {
    /// The radius for which they were found, or 0 before that.
    radius: f64,
    /// The class and the mesh on which they were found.
    ground: Option<(ClassId, Arc<NavMesh>)>,
    regions: Regions,
    /// The chords that divide the regions, and all others, for the next update.
    chords: Vec<Chord>,
    known: KnownChords,
    /// The boxes around the walls that have changed since.
    changes: Vec<Bounds>,
    /// True if the mesh has changed since.
    is_stale: bool,
    /// For each region its zone.
    zone_of: Vec<u32>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) mouths: Vec<Mouth>,
    /// For each knot its mouths.
    knots: Vec<Vec<u32>>,
    /// For each region of a stretch the ways to its mouths.
    exits: Vec<Vec<Exit>>,
    /// The mouths by their middles.
    near: Numbers,
    jams: jams::Jams,
}

impl Narrows {
    /// Finds the narrow places of the mesh of a class for agents of `radius`. Returns false if nothing has changed.
    ///
    /// Complexity: O(n log n) in the cells' edges; linear in the corners of walls, times the edges within a diameter; a
    /// few searches for the nearest wall in each cell of a region.
    pub(crate) fn update(&mut self, class: ClassId, mesh: &Arc<NavMesh>, radius: f64) -> bool {
        if self.radius == radius && !self.is_stale {
            return false;
        }
        let before = std::mem::take(self);
        *self = Self::find(
            mesh,
            radius,
            if before.radius == radius { before } else { Self::default() },
        );
        self.ground = Some((class, Arc::clone(mesh)));
        true
    }

    /// Returns the place of an agent of a class on the mesh of the narrow places; without a cell if it is off that mesh.
    pub(crate) fn place_of(&self, place: Place, class: ClassId) -> Place {
        match &self.ground {
            Some((ground, mesh)) if *ground != class => {
                let place = Place { cell: None, ..place };
                Place { cell: mesh.incidences_at(place).next().map(|at| at.cell), ..place }
            }
            _ => place,
        }
    }

    /// Notes that the walls have changed. The next update finds the narrow places anew, and keeps chords far from the
    /// change.
    pub(crate) fn note_change(&mut self, change: &WallChange) {
        if change.is_rebuild() {
            self.clear();
        }
        self.is_stale = true;
        self.ground = None; // a live map copies a version that is held
        self.changes.extend(change.bounds());
    }

    /// Returns the radius for which they were found, or 0 before that and after a change.
    pub(crate) fn radius(&self) -> f64 {
        if self.is_stale { 0.0 } else { self.radius }
    }

    /// Forgets everything, so that the next update finds the narrow places of another mesh.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the distance from a mouth within which agents queue.
    pub(crate) fn queue_length(&self) -> f64 {
        ZONE * self.radius
    }

    /// Returns the zone of a place; `None` if its cell is unknown.
    pub(crate) fn zone_at(&self, place: &Place) -> Option<u32> {
        self.regions.at(place).map(|region| self.zone_of[region as usize])
    }

    /// Returns the length of its way on which an agent looks for mouths.
    pub(crate) fn look_ahead(&self) -> f64 {
        AHEAD * self.radius
    }

    /// Returns a length greater than that from the middle of a mouth to its ends.
    pub(crate) fn reach(&self) -> f64 {
        1.5 * self.radius * NARROW
    }

    /// Iterates over the mouths whose lines may touch a box, and some others.
    pub(crate) fn mouths_within(&self, [low, high]: [DVec2; 2]) -> impl Iterator<Item = u32> + '_ {
        self.near.within(low - self.reach(), high + self.reach())
    }

    pub(crate) fn mouth(&self, mouth: u32) -> &Mouth {
        &self.mouths[mouth as usize]
    }

    /// Returns the mouths of the stretches of a knot.
    pub(crate) fn mouths_of(&self, knot: u32) -> &[u32] {
        &self.knots[knot as usize]
    }

    pub(crate) fn zone(&self, zone: u32) -> &Zone {
        &self.zones[zone as usize]
    }

    /// Returns the next point on the way from a place in a stretch to one of its mouths, and the length of the way from
    /// there.
    pub(crate) fn way_out(&self, place: &Place, mouth: u32) -> Exit {
        let Mouth { index, middle, .. } = *self.mouth(mouth);
        let region = self.regions.at(place);
        let exit = region.and_then(|region| self.exits[region as usize].get(index));
        exit.copied().unwrap_or(Exit { next: middle, beyond: middle, rest: 0.0 })
    }

    /// Returns a point a radius inside a mouth.
    pub(crate) fn way_in(&self, mouth: u32) -> DVec2 {
        let Mouth { middle, line: [a, b], .. } = *self.mouth(mouth);
        self.beyond(middle, [b, a])
    }

    /// Returns the length of the way through a stretch, from the middle of a mouth to that of another.
    pub(crate) fn length_between(&self, [from, to]: [u32; 2]) -> f64 {
        let [from, to] = [from, to].map(|mouth| self.mouth(mouth));
        let exit = from.inner.and_then(|region| self.exits[region as usize].get(to.index));
        exit.map_or(0.0, |exit| from.middle.distance(exit.next) + exit.rest)
    }

    /// Finds the narrow places of a mesh. Those from `before` that no change concerns stay.
    fn find(mesh: &NavMesh, radius: f64, mut before: Self) -> Self {
        let width = 2.0 * radius * NARROW;
        let mut known = std::mem::take(&mut before.known);
        let changes = std::mem::take(&mut before.changes);
        known.update(mesh, width, &changes);
        let chords = known.planar(radius, width);
        let regions = Regions::new(mesh, &chords, &before.regions);
        let before = Known::new(before, mesh, &chords, &changes, width / 2.0);
        let mut found = Self {
            radius,
            zone_of: vec![u32::MAX; regions.count],
            exits: vec![Vec::new(); regions.count],
            regions,
            known,
            ..Self::default()
        };
        let pieces = found.regions.pieces(mesh);
        found.find_zones(mesh, &pieces, &before);
        found.find_mouths(&chords);
        found.near = Numbers::over(found.mouths.iter().map(|mouth| mouth.middle), BUCKET * radius);
        for (number, mouth) in found.mouths.iter().enumerate() {
            found.near.add(number, mouth.middle);
        }
        found.find_places(mesh, &pieces, &before);
        found.find_exits(&chords);
        found.find_knots();
        found.find_homes();
        found.jams = jams::Jams::of(found.zones.len());
        found.chords = chords;
        found
    }
}

#[cfg(test)]
mod tests;
