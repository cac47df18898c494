//! Seeded scenes: what people draw from wall to wall, turned, scaled, moved and printed.

use navmesh_core::{Area, DVec2, Door, Outline, Outlines, Wall};
use navmesh_testkit::SplitMix64;

/// The place of a scene, and the number of digits with which it is printed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    turn: DVec2,
    shift: DVec2,
    digits: Option<usize>,
}

impl Frame {
    pub(crate) fn random(random: &mut SplitMix64) -> Self {
        let scale = 10f64.powf(4.0 * random.unit() - 1.0);
        let far = *random.pick(&[0.0, 0.0, 10.0, 4e6]);
        let shift = DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * far;
        let turn = DVec2::from_angle(random.unit() * std::f64::consts::TAU) * scale;
        let digits = (random.below(3) == 0).then_some(12);
        Self { turn, shift, digits }
    }

    /// Returns the same place for a kind of scene. Shapes as thin as the last digit cannot be printed.
    pub(crate) fn of_kind(self, kind: usize) -> Self {
        let is_thin = matches!(kind, 6..=9 | 11);
        Self { digits: self.digits.filter(|_| !is_thin), ..self }
    }

    pub(crate) fn scale(&self) -> f64 {
        self.turn.length()
    }

    pub(crate) fn place(&self, point: DVec2) -> DVec2 {
        let placed = self.turn.rotate(point) + self.shift;
        let Some(digits) = self.digits else { return placed };
        DVec2::from(
            placed.to_array().map(|v| format!("{v:.0$e}", digits - 1).parse::<f64>().unwrap()),
        )
    }
}

/// The claim about the two probes of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expected {
    Apart,
    Joined,
    /// Apart while all doors are closed and all areas forbidden, else joined.
    ApartIfClosed,
}

#[derive(Debug, Clone)]
pub(crate) struct Scene {
    pub(crate) outlines: Outlines,
    pub(crate) expected: Expected,
    pub(crate) probes: [DVec2; 2],
}

pub(crate) const KINDS: usize = 14;

/// The size of the room.
const WIDTH: f64 = 10.0;
const HEIGHT: f64 = 8.0;

/// A point at either end of the room.
const PROBES: [DVec2; 2] = [DVec2::new(1.0, 4.0), DVec2::new(9.0, 4.0)];

/// Draws a scene; `w` is the weld distance in units of the scene before it is placed.
pub(crate) fn scene(kind: usize, random: &mut SplitMix64, w: f64) -> Scene {
    let mut outlines = room(random);
    let line = across(&outlines, random);
    let (broad, thin) = (0.5 + random.unit(), w * (0.05 + 1.85 * random.unit()));
    let expected = match kind {
        0..=4 => separate(kind, &line, broad, &mut outlines),
        5..=9 => block(kind, &line, thin, &mut outlines),
        _ => join(kind, &line, thin, &mut outlines),
    };
    let middle = DVec2::new(5.0, 4.0);
    let probes = if kind == 13 { [PROBES[0], middle] } else { PROBES };
    Scene { outlines, expected, probes }
}

/// Separates the room by walls, doors and areas.
fn separate(kind: usize, line: &[DVec2], broad: f64, outlines: &mut Outlines) -> Expected {
    let ring = band(line, broad);
    let mud = |ring: Vec<DVec2>| Area::new(Outline::new(ring), "mud", 50.0);
    match kind {
        0 => {
            outlines.walls.push(Wall::new(line.to_vec()));
            return Expected::Apart;
        }
        1 => outlines.doors.push(Door::new(line.to_vec(), "gate")),
        2 => outlines.areas.push(mud(ring)),
        3 => {
            // Two areas that meet in the middle of the room.
            let (low, high) = (ring[0].lerp(ring[3], 0.3), ring[1].lerp(ring[2], 0.6));
            outlines.areas.push(mud(vec![ring[0], ring[1], high, low]));
            outlines.areas.push(mud(vec![low, high, ring[2], ring[3]]));
        }
        _ => {
            // Two doors from wall to wall with a wall between, end to end.
            let [a, b] = [line[0].lerp(line[1], 0.3), line[0].lerp(line[1], 0.7)];
            outlines.doors.push(Door::new([line[0], a], "gate"));
            outlines.walls.push(Wall::new([a, b]));
            outlines.doors.push(Door::new([b, line[1]], "gate"));
        }
    }
    Expected::ApartIfClosed
}

/// Blocks the room by an obstacle, hole or slit, `thin` or thin at one end.
fn block(kind: usize, line: &[DVec2], thin: f64, outlines: &mut Outlines) -> Expected {
    let (ring, broad) = (band(line, thin), band(line, 0.5));
    match kind {
        5 => outlines.obstacles.push(Outline::new(broad)),
        6 => outlines.obstacles.push(Outline::new(ring)),
        7 => {
            let tip = (line[1] - line[0]).perp().normalize() * thin;
            outlines.obstacles.push(Outline::new([broad[0], broad[1], broad[2], broad[2] + tip]));
        }
        8 => outlines.walkable[0].holes.push(ring),
        _ => {
            // A slit from the border of the room, and a wall from its end to the opposite border.
            let tips = [ring[0].lerp(ring[3], 0.7), ring[1].lerp(ring[2], 0.7)];
            let right = [[WIDTH, 0.0], [WIDTH, HEIGHT], [0.0, HEIGHT], [0.0, 0.0]].map(DVec2::from);
            let slit = [ring[0], tips[0], tips[1], ring[1]];
            outlines.walkable = vec![Outline::new(slit.into_iter().chain(right))];
            outlines.walls.push(Wall::new([tips[0], line[1]]));
        }
    }
    Expected::Apart
}

/// Joins two rooms along a border, or a part of it; 11: over a crack, 12: with a door, 13: one in a hole of the other.
fn join(kind: usize, line: &[DVec2], thin: f64, outlines: &mut Outlines) -> Expected {
    if kind == 13 {
        let ring = [[2.0, 2.0], [8.0, 2.0], [8.0, 6.0], [2.0, 6.0]].map(DVec2::from);
        outlines.walkable[0].holes.push(ring.to_vec());
        // Every side of the inner room has a corner that the hole lacks.
        let place = line[0].x / WIDTH;
        let sides = (0..4).map(|i| [ring[i], ring[i].lerp(ring[(i + 1) % 4], place)]);
        outlines.walkable.push(Outline::new(sides.flatten()));
        return Expected::Joined;
    }
    let [a, b] = [line[0].lerp(line[1], 0.2), line[0].lerp(line[1], 0.8)];
    let left = [[0.0, 0.0].into(), line[0], line[1], [0.0, HEIGHT].into()];
    let gap = (line[0] - line[1]).perp().normalize() * if kind == 11 { 0.4 * thin } else { 0.0 };
    let right = [a + gap, [WIDTH, 1.0].into(), [WIDTH, 7.0].into(), b + gap];
    outlines.walkable = vec![Outline::new(left), Outline::new(right)];
    if kind == 12 {
        outlines.doors.push(Door::new([a, b], "gate"));
        return Expected::ApartIfClosed;
    }
    Expected::Joined
}

/// A line that ends `gap` before the border, and an obstacle that leaves as much to it.
pub(crate) fn gap_scene(random: &mut SplitMix64, gap: f64) -> Scene {
    let mut outlines = room(random);
    let x = 3.0 + 4.0 * random.unit();
    let (low, high) = (DVec2::new(x, 0.0), DVec2::new(x, HEIGHT));
    let short = [low, high - DVec2::Y * gap];
    match random.below(4) {
        0 => outlines.walls.push(Wall::new(short)),
        1 => outlines.obstacles.push(Outline::new(band(&short, 0.5))),
        2 => {
            let middle = 1.0 + 6.0 * random.unit();
            outlines.walls.push(Wall::new([low, DVec2::new(x, middle)]));
            outlines.walls.push(Wall::new([DVec2::new(x, middle + gap), high]));
        }
        _ => {
            let middle = 1.0 + 6.0 * random.unit();
            outlines.walls.push(Wall::new([
                low,
                DVec2::new(x, middle),
                DVec2::new(x + 1.0, middle),
            ]));
            let above = DVec2::new(0.0, gap);
            let from = DVec2::new(x - 1.0, middle) + above;
            outlines.walls.push(Wall::new([from, DVec2::new(x, middle) + above, high]));
        }
    }
    Scene { outlines, expected: Expected::Joined, probes: PROBES }
}

/// A rectangle around a line, `width` wide, with its corners on the lines through the ends along x.
fn band(line: &[DVec2], width: f64) -> Vec<DVec2> {
    let half = DVec2::X * (width * 0.5);
    vec![line[0] - half, line[0] + half, line[1] + half, line[1] - half]
}

/// Returns a room; some have corners in their sides.
fn room(random: &mut SplitMix64) -> Outlines {
    let mut ring = vec![DVec2::ZERO];
    for _ in 0..random.below(3) {
        let x = ring[ring.len() - 1].x;
        ring.push(DVec2::new(x + (WIDTH - x) * random.unit(), 0.0));
    }
    ring.extend([DVec2::new(WIDTH, 0.0), DVec2::new(WIDTH, HEIGHT), DVec2::new(0.0, HEIGHT)]);
    ring.dedup();
    Outlines { walkable: vec![Outline::new(ring)], ..Outlines::default() }
}

/// Returns a line from the lower border of a room to the upper one; some begin at a corner.
fn across(room: &Outlines, random: &mut SplitMix64) -> Vec<DVec2> {
    let [low, high] = [0, 1].map(|_| 3.0 + 4.0 * random.unit());
    let corners = &room.walkable[0].exterior;
    let corner = corners.iter().find(|p| p.y == 0.0 && (3.0..7.0).contains(&p.x));
    let corner = corner.filter(|_| random.below(4) == 0);
    vec![corner.copied().unwrap_or(DVec2::new(low, 0.0)), DVec2::new(high, HEIGHT)]
}

impl Scene {
    /// Places every point.
    pub(crate) fn placed(&self, frame: &Frame) -> Self {
        let mut own = self.clone();
        own.each_point(|point| *point = frame.place(*point));
        own.probes = own.probes.map(|point| frame.place(point));
        own
    }

    fn each_point(&mut self, mut change: impl FnMut(&mut DVec2)) {
        let Outlines { walkable, obstacles, walls, areas, doors, .. } = &mut self.outlines;
        let areas = areas.iter_mut().map(|area| &mut area.outline);
        for outline in walkable.iter_mut().chain(obstacles).chain(areas) {
            outline.exterior.iter_mut().for_each(&mut change);
            outline.holes.iter_mut().flatten().for_each(&mut change);
        }
        walls.iter_mut().flat_map(|wall| &mut wall.points).for_each(&mut change);
        doors.iter_mut().flat_map(|door| &mut door.points).for_each(&mut change);
    }

    /// Returns the default weld distance of the issue: 2^(e − 36) for a largest coordinate in [2^(e − 1), 2^e).
    pub(crate) fn weld(&self) -> f64 {
        let mut largest = 0.0_f64;
        self.clone().each_point(|point| largest = largest.max(point.abs().max_element()));
        2f64.powi(largest.log2().floor() as i32 - 35)
    }
}
