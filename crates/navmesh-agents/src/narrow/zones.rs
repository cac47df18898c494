//! Zones: regions become stretches and rooms, and the chords between them mouths.

use navmesh_core::backend::collections::Groups;
use navmesh_core::{DVec2, NavMesh};
use navmesh_search::MeshQueries;

use super::chords::Chord;
use super::cuts::Piece;
use super::known::Known;
use super::{Kind, Mouth, NARROW, Narrows, Zone, rooms};

impl Narrows {
    /// Makes a zone of each wide region, and one of all narrow regions that meet. A wide one counts as a hall until its
    /// places are known.
    pub(super) fn find_zones(&mut self, mesh: &NavMesh, pieces: &Groups<Piece>, before: &Known) {
        let mut beside: Vec<Vec<u32>> = vec![Vec::new(); self.regions.count];
        for [a, b] in self.regions.beside.iter().flatten().copied() {
            beside[a as usize].push(b);
            beside[b as usize].push(a);
        }
        let mut queries = MeshQueries::new(mesh);
        let (regions, radius) = (&self.regions, self.radius * NARROW);
        let mut is_wide = vec![true; regions.count];
        for region in 0..regions.count {
            let pieces = pieces.group(region);
            // Nobody enters or leaves a region without chords.
            is_wide[region] = beside[region].is_empty()
                || match before.kind(pieces, regions) {
                    Some(kind) => !matches!(kind, Kind::Stretch),
                    None => rooms::is_wide(regions, pieces, radius, &mut queries),
                };
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
    pub(super) fn find_mouths(&mut self, chords: &[Chord]) {
        for (index, chord) in chords.iter().enumerate() {
            let Some(regions) = self.regions.beside[index] else { continue };
            let zones = regions.map(|region| self.zone_of[region as usize]);
            let is_stretch = zones.map(|zone| !self.zone(zone).is_hall());
            let ([left, right], [a, b]) = (zones, chord.line);
            for (zone, _) in zones.into_iter().zip(is_stretch).filter(|at| at.1) {
                let width = &mut self.zones[zone as usize].width;
                *width = width.min(a.distance(b));
            }
            match is_stretch {
                [true, true] => {}
                [true, false] => self.add_mouth([a, b], chord, [left, right], Some(regions[0])),
                [false, true] => self.add_mouth([b, a], chord, [right, left], Some(regions[1])),
                [false, false] => {
                    let stretch = self.zones.len() as u32;
                    self.zones.push(Zone::new(Kind::Stretch));
                    self.zones[stretch as usize].width = a.distance(b);
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
    pub(super) fn find_places(&mut self, mesh: &NavMesh, pieces: &Groups<Piece>, before: &Known) {
        for region in 0..self.regions.count {
            let (pieces, zone) = (pieces.group(region), self.zone_of[region]);
            let Zone { kind, mouths, .. } = &self.zones[zone as usize];
            if !matches!(kind, Kind::Hall) || mouths.is_empty() {
                continue;
            }
            if let Some(kind) = before.kind(pieces, &self.regions) {
                self.zones[zone as usize].kind = kind.clone();
                continue;
            }
            let middles: Vec<DVec2> =
                mouths.iter().map(|&mouth| self.mouth(mouth).middle).collect();
            if let Some(places) = rooms::places(mesh, &self.regions, pieces, &middles, self.radius)
            {
                self.zones[zone as usize].kind = Kind::SmallRoom(places);
            }
        }
    }

    /// Numbers the knots.
    pub(super) fn find_knots(&mut self) {
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
