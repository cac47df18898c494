//! Worlds cut into floors along lines that may cross and end at one another, and connected again.
//!
//! Each line halves all pieces, or those on one side of an earlier line at which it ends. The
//! pieces tile the world, so paths on the floors are paths on the world.

use navmesh_build::{BuildError, BuildOptions, ConnectionFault, build_floors};
use navmesh_core::backend::geom::Bounds;
use navmesh_core::{DVec2, FloorConnection, Floors, Outline, Outlines, Wall};
use navmesh_testkit::{SplitMix64, World, world};

/// A line that cuts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) ends: [DVec2; 2],
    /// The earlier line whose side is cut, and true for its left side; `None` if everything is cut.
    pub(super) within: Option<Half>,
}

impl Line {
    /// Creates a line that cuts everything.
    pub(super) fn across(ends: [DVec2; 2]) -> Self {
        Self { ends, within: None }
    }
}

/// The number of a line, and true for its left side.
pub(super) type Half = (usize, bool);

/// The intersection of half-planes.
#[derive(Debug, Clone)]
struct Piece {
    halves: Vec<Half>,
    /// Its approximate outline.
    polygon: Vec<DVec2>,
}

/// Returns the depth of a point on one side of a line, in lengths of that line.
fn depth([from, to]: [DVec2; 2], is_left: bool, point: DVec2) -> f64 {
    let depth = (to - from).perp_dot(point - from) / (to - from).length_squared();
    if is_left { depth } else { -depth }
}

/// The overlap of adjacent pieces beyond their line, in the same lengths. Lines that nearly meet at
/// one point leave a piece as small as rounding; the build decides whether it is walkable.
const MARGIN: f64 = 1e-9;

/// Returns the part of a polygon on one side of a line, or slightly more.
fn clipped(polygon: &[DVec2], line: [DVec2; 2], is_left: bool) -> Vec<DVec2> {
    let mut left = Vec::new();
    for (&a, &b) in polygon.iter().zip(polygon.iter().cycle().skip(1)) {
        let [at_a, at_b] = [a, b].map(|point| depth(line, is_left, point) + MARGIN);
        left.extend((at_a >= 0.0).then_some(a));
        if (at_a >= 0.0) != (at_b >= 0.0) {
            left.push(a.lerp(b, at_a / (at_a - at_b)));
        }
    }
    left
}

/// Returns the pieces into which lines cut the plane around a world.
fn pieces(around: Bounds, lines: &[Line]) -> Vec<Piece> {
    let Bounds { min, max } = around;
    let corners = vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let mut pieces = vec![Piece { halves: Vec::new(), polygon: corners }];
    for (number, line) in lines.iter().enumerate() {
        let half = |piece: Piece| {
            let is_cut = line.within.is_none_or(|half| piece.halves.contains(&half));
            let sides: &[bool] = if is_cut { &[true, false] } else { &[] };
            let halves = sides.iter().map(|&is_left| {
                let mut halves = piece.halves.clone();
                halves.push((number, is_left));
                Piece { halves, polygon: clipped(&piece.polygon, line.ends, is_left) }
            });
            let halves: Vec<Piece> = halves.filter(|half| half.polygon.len() > 2).collect();
            if is_cut { halves } else { vec![piece] }
        };
        pieces = pieces.into_iter().flat_map(half).collect();
    }
    pieces
}

/// Returns the line between two pieces, if both touch it at a common part.
fn between(lines: &[Line], one: &Piece, other: &Piece) -> Option<[DVec2; 2]> {
    let parting = one.halves.iter().zip(&other.halves).find(|(one, other)| one != other);
    let number = parting?.0.0;
    let ends = lines[number].ends;
    let mut part = [0.0, 1.0];
    for &(half, is_left) in one.halves.iter().chain(&other.halves).filter(|half| half.0 != number) {
        let [from, to] = ends.map(|end| depth(lines[half].ends, is_left, end));
        let share = from / (from - to);
        match (from >= 0.0, to >= 0.0) {
            (true, true) => {}
            (false, false) => return None,
            (true, false) => part[1] = share.min(part[1]),
            (false, true) => part[0] = share.max(part[0]),
        }
    }
    (part[1] - part[0] > -MARGIN).then_some(ends)
}

/// Cuts a world into floors. Floors without walkable area and their connections are left out.
pub(super) fn cut_into_pieces(world: &Outlines, lines: &[Line]) -> Floors {
    let own =
        Bounds::of(world.walkable.iter().flat_map(|outline| outline.exterior.iter().copied()));
    let around = Bounds { min: own.min - own.size(), max: own.max + own.size() };
    let pieces = pieces(around, lines);
    let mut floors = Floors::default();
    for (piece, layer) in pieces.iter().zip(0..) {
        let mut outlines = world.clone();
        for &(number, is_left) in &piece.halves {
            let [from, to] = lines[number].ends;
            let aside = (to - from).perp() * if is_left { -4.0 } else { 4.0 };
            outlines.obstacles.push(Outline::new([from, to, to + aside, from + aside]));
        }
        floors = floors.with_floor(layer, outlines);
    }
    for (one, i) in pieces.iter().zip(0..) {
        for (other, j) in pieces.iter().zip(0..).skip(i as usize + 1) {
            if let Some(ends) = between(lines, one, other) {
                floors = floors.with_connection(FloorConnection::new([i, j], ends));
            }
        }
    }
    settled(floors)
}

/// Drops floors without walkable area, and connections that connect nothing.
fn settled(mut floors: Floors) -> Floors {
    while let Err(error) = build_floors(&floors, &BuildOptions::default()) {
        match error {
            BuildError::OnLayer { layer, error }
                if matches!(*error, BuildError::NothingWalkable { .. }) =>
            {
                floors.floors.retain(|floor| floor.layer != layer);
                floors.connections.retain(|connection| !connection.layers.contains(&layer));
            }
            BuildError::BadConnection { connection, fault: ConnectionFault::ConnectsNothing } => {
                floors.connections.remove(connection);
            }
            _ => break,
        }
    }
    floors
}

/// Returns a random world with pillars and walls on the lines that cut it.
pub(super) fn world_in_pieces(seed: u64, random: &mut SplitMix64) -> Option<(Outlines, Vec<Line>)> {
    let (mut outlines, points) = if seed.is_multiple_of(2) {
        let World { name, outlines, points, .. } = world(seed / 2);
        // A rounded crossing may open or close features as thin as rounding.
        let is_thin = ["slivers", "stairs"].iter().any(|thin| name.starts_with(thin));
        (!is_thin).then_some((outlines, points))?
    } else {
        let yard = yard(random);
        let all = yard.walkable.iter().chain(&yard.obstacles);
        let points = all.flat_map(|outline| outline.exterior.clone()).collect();
        (yard, points)
    };
    let lines = cuts(&mut outlines, &points, random);
    Some((outlines, lines))
}

/// Returns random obstacles, walls and needles in a hall that is rotated and moved.
fn yard(random: &mut SplitMix64) -> Outlines {
    let turned = DVec2::from_angle(*random.pick(&[0.0, 0.0, 0.3, 1.1]));
    let moved = DVec2::splat(*random.pick(&[0.0, -7.0, 1e4]));
    let place = |at: DVec2| turned.rotate(at) + moved;
    let mut hall = Outlines::default();
    let corners = [[0.0, 0.0], [20.0, 0.0], [20.0, 16.0], [0.0, 16.0]];
    hall.walkable.push(Outline::new(corners.map(|corner| place(corner.into()))));
    let count = *random.pick(&[4, 12, 40, 90]);
    let wide = *random.pick(&[0.3, 1.0, 3.0]) * *random.pick(&[1.0, 1.0, 0.05]);
    for _ in 0..count {
        let middle = DVec2::new(random.unit() * 20.0, random.unit() * 16.0);
        let mut beside = || {
            let off = DVec2::new(random.unit() - 0.5, random.unit() - 0.5);
            place(middle + off * wide)
        };
        let corners = [beside(), beside(), beside(), beside()];
        match random.below(4) {
            0 => hall.walls.push(Wall::new([corners[0], corners[1]])),
            1 => hall.obstacles.push(Outline::new(corners)),
            _ => hall.obstacles.push(Outline::new([corners[0], corners[1], corners[2]])),
        }
    }
    hall
}

/// Adds pillars and walls on up to four random lines, and returns the lines.
fn cuts(world: &mut Outlines, points: &[DVec2], random: &mut SplitMix64) -> Vec<Line> {
    let (low, high) =
        points.iter().fold((points[0], points[0]), |(low, high), &p| (low.min(p), high.max(p)));
    let size = (high - low).max_element();
    let hub = *random.pick(points) + DVec2::splat(size * *random.pick(&[0.0, 0.07]));
    let mut lines: Vec<Line> = Vec::new();
    for number in 0..random.below(5) {
        let off = DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * (size * 0.3);
        let at = if random.chance(30) { hub } else { *random.pick(points) + off };
        let slope = DVec2::new(random.between(-9, 9) as f64, random.between(1, 9) as f64);
        let any = DVec2::new(random.unit() - 0.5, random.unit() - 0.5);
        let along = *random.pick(&[DVec2::X, DVec2::Y, slope.normalize(), any.normalize()]);
        let within =
            (number > 0 && random.chance(40)).then(|| (random.below(number), random.chance(50)));
        let along = along * (4.0 * size);
        lines.push(Line { ends: [at - along, at + along], within });
    }
    for _ in 0..random.below(5).min(lines.len() * 5) {
        let [a, b] = random.pick(&lines).ends;
        let near = *random.pick(points);
        let at = a.lerp(b, (near - a).dot(b - a) / (b - a).length_squared());
        let wide = size * *random.pick(&[0.001, 0.01, 0.05, 0.3]);
        let mut beside = || at + DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * wide;
        let [p, q, r] = [beside(), beside(), beside()];
        match random.below(4) {
            0 => world.walls.push(Wall::new([at, p])),
            1 => world.walls.push(Wall::new([p, q])),
            _ => world.obstacles.push(Outline::new([p, q, r])),
        }
    }
    lines
}
