//! Narrow places: the parts of a mesh where two agents cannot pass each other, as wholes.
//!
//! A chord is the shortest line from a corner of a wall to a wall opposite, if it is shorter than a diameter of the largest
//! agent. (The mesh is inset by the radius, so two agents side by side need that much.) Chords cut the mesh into
//! regions. A region with a point that is a radius away from all walls is a *room*, and a *hall* if it has place for many.
//! The others are narrow; those that meet are one *stretch*, of any length and shape. A chord between two rooms is a
//! stretch without length. A *mouth* is a chord between a stretch and a room. Stretches and rooms that meet are a *knot*;
//! halls divide knots.

mod chords;
mod cuts;
mod exits;
mod jams;
mod pass;
mod rooms;
mod squares;

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Place, WallChange};
use navmesh_search::MeshQueries;

use chords::{Chord, KnownChords};
use cuts::{Piece, Regions};
pub(crate) use exits::Exit;
pub(crate) use jams::Jam;
pub(crate) use pass::{Leave, Pass};
use squares::Squares;

use crate::agent::ClassId;

/// The distance from a mouth within which agents queue, in radii of the largest agent.
const ZONE: f64 = 20.0;

/// The length of a chord below which agents take turns, in diameters. Where there is little more than two diameters, two
/// pass each other, and a crowd does not.
const NARROW: f64 = 1.3;

/// The kind of a zone.
#[derive(Debug)]
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
    /// The knot; halls are in none.
    pub(crate) knot: u32,
    /// True if agents that walk back end there: in a hall, or in a room with places of a knot without halls.
    pub(crate) is_home: bool,
    /// For another room the mouths of the next stretch on the way to the nearest home, if there is one.
    pub(crate) way_home: Option<[u32; 2]>,
}

impl Zone {
    fn new(kind: Kind) -> Self {
        Self { kind, mouths: Vec::new(), knot: u32::MAX, is_home: false, way_home: None }
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

/// The stretches and rooms of a mesh for one radius.
#[derive(Debug, Default)]
pub(crate) struct Narrows {
    /// The radius for which they were found, or 0 before that.
    radius: f64,
    /// The class and the mesh on which they were found.
    ground: Option<(ClassId, Arc<NavMesh>)>,
    regions: Regions,
    /// The chords, for the next update.
    known: KnownChords,
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
    /// The mouths by the squares of their middles, whose sides are the distance within which agents queue.
    near: Squares,
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
        let mut known = std::mem::take(&mut self.known);
        if self.radius != radius {
            known = KnownChords::default();
        }
        *self = Self::find(mesh, radius, known);
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
        self.known.changes.extend(change.bounds());
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

    /// Iterates over the mouths that may lie within the length of a queue from a point.
    pub(crate) fn mouths_near(&self, point: DVec2) -> impl Iterator<Item = u32> + '_ {
        self.near.around(point).map(|mouth| mouth as u32)
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

    fn find(mesh: &NavMesh, radius: f64, mut known: KnownChords) -> Self {
        let width = 2.0 * radius * NARROW;
        known.update(mesh, width);
        let chords = known.planar(radius, width);
        let regions = Regions::new(mesh, &chords);
        let mut found = Self {
            radius,
            zone_of: vec![u32::MAX; regions.count],
            exits: vec![Vec::new(); regions.count],
            near: Squares::of_side(ZONE * radius),
            regions,
            known,
            ..Self::default()
        };
        let pieces = found.regions.pieces(mesh);
        found.find_zones(mesh, &pieces, &chords);
        found.find_mouths(&chords);
        found.find_places(mesh, &pieces);
        found.find_exits(&chords);
        found.find_knots();
        found.find_homes();
        found.jams = jams::Jams::of(found.zones.len());
        found
    }

    /// Makes a zone of each wide region, and one of all narrow regions that meet. A wide one counts as a hall until its
    /// places are known.
    fn find_zones(&mut self, mesh: &NavMesh, pieces: &[Piece], chords: &[Chord]) {
        let mut queries = MeshQueries::new(mesh);
        let mut is_wide = vec![chords.is_empty(); self.regions.count];
        if !chords.is_empty() {
            for pieces in pieces.chunk_by(|a, b| a.region == b.region) {
                is_wide[pieces[0].region as usize] =
                    rooms::is_wide(&self.regions, pieces, self.radius * NARROW, &mut queries);
            }
        }
        let mut beside: Vec<Vec<u32>> = vec![Vec::new(); self.regions.count];
        for [a, b] in self.regions.beside.iter().flatten().copied() {
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
        for region in 0..self.regions.count {
            if self.zone_of[region] != u32::MAX {
                continue;
            }
            let zone = self.zones.len() as u32;
            let kind = if is_wide[region] { Kind::Hall } else { Kind::Stretch };
            self.zones.push(Zone::new(kind));
            self.zone_of[region] = zone;
            let mut open = vec![region];
            while let Some(region) = open.pop().filter(|&region| !is_wide[region]) {
                for &other in &beside[region] {
                    let other = other as usize;
                    if !is_wide[other] && self.zone_of[other] == u32::MAX {
                        self.zone_of[other] = zone;
                        open.push(other);
                    }
                }
            }
        }
    }

    /// Makes a mouth of each chord between a stretch and a room, and two of a chord between two rooms.
    fn find_mouths(&mut self, chords: &[Chord]) {
        for (index, chord) in chords.iter().enumerate() {
            let Some(regions) = self.regions.beside[index] else { continue };
            let zones = regions.map(|region| self.zone_of[region as usize]);
            let is_stretch = zones.map(|zone| !self.zone(zone).is_hall());
            let ([left, right], [a, b]) = (zones, chord.line);
            match is_stretch {
                [true, true] => {}
                [true, false] => self.add_mouth([a, b], chord, [left, right], Some(regions[0])),
                [false, true] => self.add_mouth([b, a], chord, [right, left], Some(regions[1])),
                [false, false] => {
                    let stretch = self.zones.len() as u32;
                    self.zones.push(Zone::new(Kind::Stretch));
                    self.add_mouth([a, b], chord, [stretch, right], None);
                    self.add_mouth([b, a], chord, [stretch, left], None);
                }
            }
        }
    }

    fn add_mouth(
        &mut self,
        line: [DVec2; 2],
        chord: &Chord,
        [stretch, room]: [u32; 2],
        inner: Option<u32>,
    ) {
        let mouth = self.mouths.len();
        let index = self.zone(stretch).mouths.len();
        for zone in [stretch, room] {
            self.zones[zone as usize].mouths.push(mouth as u32);
        }
        let middle = chord.middle();
        self.near.add(middle, mouth);
        self.mouths.push(Mouth {
            line,
            middle,
            layer: chord.layer,
            stretch,
            room,
            inner,
            index,
            to_home: f64::INFINITY,
        });
    }

    /// Finds the places in each room.
    fn find_places(&mut self, mesh: &NavMesh, pieces: &[Piece]) {
        for pieces in pieces.chunk_by(|a, b| a.region == b.region) {
            let zone = self.zone_of[pieces[0].region as usize];
            let Zone { kind, mouths, .. } = &self.zones[zone as usize];
            if !matches!(kind, Kind::Hall) || mouths.is_empty() {
                continue;
            }
            let middles: Vec<DVec2> =
                mouths.iter().map(|&mouth| self.mouth(mouth).middle).collect();
            if let Some(places) = rooms::places(mesh, pieces, &middles, self.radius) {
                self.zones[zone as usize].kind = Kind::SmallRoom(places);
            }
        }
    }

    /// Numbers the knots.
    fn find_knots(&mut self) {
        for zone in 0..self.zones.len() {
            if self.zones[zone].is_hall() || self.zones[zone].knot != u32::MAX {
                continue;
            }
            let knot = self.knots.len() as u32;
            self.knots.push(Vec::new());
            let mut open = vec![zone];
            while let Some(zone) = open.pop() {
                if self.zones[zone].is_hall() || self.zones[zone].knot != u32::MAX {
                    continue;
                }
                self.zones[zone].knot = knot;
                for &mouth in &self.zones[zone].mouths {
                    let Mouth { stretch, room, .. } = *self.mouth(mouth);
                    open.extend([stretch as usize, room as usize]);
                }
            }
        }
        for (index, mouth) in self.mouths.iter().enumerate() {
            let knot = self.zones[mouth.stretch as usize].knot;
            self.knots[knot as usize].push(index as u32);
        }
    }
}

#[cfg(test)]
mod tests;
