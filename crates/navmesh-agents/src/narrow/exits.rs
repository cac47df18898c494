//! The ways through stretches, over the middles of chords.

use navmesh_core::{DVec2, Place};

use super::chords::Chord;
use super::{Kind, Mouth, Narrows};
use crate::neighbors::Crossing;

/// The way from a region of a stretch to one of its mouths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exit {
    /// The middle of the next chord.
    pub(crate) next: DVec2,
    /// A point a radius beyond it.
    pub(crate) beyond: DVec2,
    /// The length of the way from there, over the middles of chords.
    pub(crate) rest: f64,
}

/// A step of the search for the ways to a mouth: into a region, over the middle of a chord.
#[derive(Debug, Clone, Copy)]
struct Step {
    region: u32,
    next: DVec2,
    /// The chord, with the region on its left.
    line: [DVec2; 2],
    rest: f64,
}

impl Exit {
    /// Returns the length of the way from a point.
    pub(crate) fn length_from(self, point: DVec2) -> f64 {
        self.next.distance(point) + self.rest
    }
}

impl Narrows {
    /// Finds the ways from all regions of stretches to their mouths.
    ///
    /// Complexity: for each mouth, quadratic in the chords of its stretch at worst.
    pub(super) fn find_exits(&mut self, chords: &[Chord]) {
        let mut chords_of: Vec<Vec<usize>> = vec![Vec::new(); self.regions.count];
        for (chord, regions) in self.regions.beside.iter().enumerate() {
            for &region in regions.iter().flatten() {
                let zone = self.zone(self.zone_of[region as usize]);
                if matches!(zone.kind, Kind::Stretch) {
                    chords_of[region as usize].push(chord);
                }
            }
        }
        for mouth in 0..self.mouths.len() {
            if let Some(inner) = self.mouths[mouth].inner {
                self.find_ways_to(mouth, inner, chords, &chords_of);
            }
        }
    }

    /// Finds the ways to a mouth, the nearest regions first.
    fn find_ways_to(
        &mut self,
        mouth: usize,
        inner: u32,
        chords: &[Chord],
        chords_of: &[Vec<usize>],
    ) {
        let Mouth { middle, line, index, .. } = self.mouths[mouth];
        let mut open = vec![Step { region: inner, next: middle, line, rest: 0.0 }];
        let nearest = |open: &[Step]| {
            let rests = open.iter().map(|step| step.rest).enumerate();
            rests.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
        };
        while let Some(at) = nearest(&open) {
            let Step { region, next, line, rest } = open.swap_remove(at);
            let exits = &self.exits[region as usize];
            if exits.len() > index {
                continue;
            }
            debug_assert_eq!(exits.len(), index, "a stretch is connected");
            let exit = Exit { next, beyond: self.beyond(next, line), rest };
            self.exits[region as usize].push(exit);
            for &chord in &chords_of[region as usize] {
                let (next, [a, b]) = (chords[chord].middle(), chords[chord].line);
                let rest = rest + exit.next.distance(next);
                let Some([left, right]) = self.regions.beside[chord] else { continue };
                let steps = [(left, [a, b]), (right, [b, a])];
                let steps = steps.map(|(region, line)| Step { region, next, line, rest });
                open.extend(steps.into_iter().filter(|step| {
                    let region = step.region as usize;
                    !chords_of[region].is_empty() && self.exits[region].len() <= index
                }));
            }
        }
    }

    /// Returns the point a radius right of the middle of a line.
    pub(super) fn beyond(&self, middle: DVec2, [a, b]: [DVec2; 2]) -> DVec2 {
        middle - (b - a).perp().normalize_or_zero() * self.radius
    }

    /// Finds the homes, and the ways there from the other rooms.
    ///
    /// Complexity: quadratic in the mouths at worst, in a chain of small rooms.
    pub(super) fn find_homes(&mut self) {
        let is_hall = |&mouth: &u32| self.zone(self.mouth(mouth).room).is_hall();
        let has_hall: Vec<bool> = self.knots.iter().map(|knot| knot.iter().any(is_hall)).collect();
        for zone in &mut self.zones {
            zone.is_home = match &zone.kind {
                Kind::Hall => true,
                Kind::SmallRoom(places) => !has_hall[zone.knot as usize] && !places.is_empty(),
                Kind::Stretch => false,
            };
        }
        for mouth in 0..self.mouths.len() {
            if self.zone(self.mouths[mouth].room).is_home {
                self.mouths[mouth].to_home = 0.0;
            }
        }
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for zone in 0..self.zones.len() {
                let mut best = (f64::INFINITY, None);
                if let Kind::SmallRoom(_) = self.zones[zone].kind {
                    for &entry in &self.zones[zone].mouths {
                        for &exit in &self.zone(self.mouth(entry).stretch).mouths {
                            let Mouth { room, to_home, .. } = *self.mouth(exit);
                            let way = self.length_between([entry, exit]) + to_home;
                            if room as usize != zone && way < best.0 {
                                best = (way, Some([entry, exit]));
                            }
                        }
                    }
                }
                let (way, Some(way_home)) = best else { continue };
                for index in 0..self.zones[zone].mouths.len() {
                    let mouth = self.zones[zone].mouths[index] as usize;
                    let is_shorter = way < self.mouths[mouth].to_home;
                    if is_shorter {
                        self.mouths[mouth].to_home = way;
                        self.zones[zone].way_home = Some(way_home);
                    }
                    has_changed |= is_shorter;
                }
            }
        }
    }

    /// Returns the way of an agent that walks back to the nearest home; `None` if it is in one, or if there is none.
    pub(crate) fn way_home(&self, place: &Place, zone: u32) -> Option<Crossing> {
        let crossing = |mouth: u32, distance: f64, is_inside: bool| {
            let Mouth { stretch, middle: gate, .. } = *self.mouth(mouth);
            Crossing { stretch, mouth, gate, distance, is_inside, goes: true }
        };
        let at = self.zone(zone);
        match at.kind {
            _ if at.is_home => None,
            Kind::Hall | Kind::SmallRoom(_) => at.way_home.map(|[entry, _]| {
                crossing(entry, self.mouth(entry).middle.distance(place.point), false)
            }),
            Kind::Stretch => {
                let way = |mouth: u32| (self.way_out(place, mouth).length_from(place.point), mouth);
                let ways = at.mouths.iter().map(|&mouth| way(mouth));
                let ways = ways.filter(|at| self.mouth(at.1).to_home.is_finite());
                let total = |at: &(f64, u32)| at.0 + self.mouth(at.1).to_home;
                let nearest = ways.min_by(|a, b| total(a).total_cmp(&total(b)));
                nearest.map(|(distance, mouth)| crossing(mouth, distance, true))
            }
        }
    }

    /// Returns the length of the way from a place in a zone to the nearest home.
    pub(crate) fn distance_home(&self, place: &Place, zone: u32) -> f64 {
        self.way_home(place, zone)
            .map_or(0.0, |crossing| crossing.distance + self.mouth(crossing.mouth).to_home)
    }
}
