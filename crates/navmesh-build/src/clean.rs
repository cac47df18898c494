//! Stage 1: rings to distinct points and labelled segments.

use navmesh_core::geom::{Turn, sanitized, turn};
use navmesh_core::{DVec2, Outline, Outlines};

use crate::error::{BuildError, Place, Role};
use crate::report::{BuildReport, Repair, RepairKind};

/// All rings as one heap of segments between distinct points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Soup {
    /// No two are equal.
    pub(crate) points: Vec<DVec2>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) rings: Vec<Ring>,
    pub(crate) outlines: Vec<Role>,
}

/// A directed piece of a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) ring: u32,
}

/// Which outline a ring belongs to, and as what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ring {
    pub(crate) outline: u32,
    pub(crate) is_exterior: bool,
}

/// The most points that a build takes: triangulations number six half-edges a point by 32 bits.
const MAX_POINTS: usize = 1 << 28;

/// Checks every number, drops what repeats, and numbers the points.
pub(crate) fn clean(outlines: &Outlines, report: &mut BuildReport) -> Result<Soup, BuildError> {
    let by_role = [(Role::Walkable, &outlines.walkable), (Role::Obstacle, &outlines.obstacles)];
    let mut soup = Soup::default();
    let mut corners = Vec::new();
    for (role, list) in by_role {
        for (index, outline) in list.iter().enumerate() {
            let number = soup.outlines.len() as u32;
            soup.outlines.push(role);
            clean_outline(
                outline,
                Place { role, outline: index, ring: 0, vertex: 0 },
                report,
                |ring| {
                    let label = soup.rings.len() as u32;
                    soup.rings.push(Ring { outline: number, is_exterior: ring.is_exterior });
                    corners.extend(ring.points.into_iter().map(|point| (point, label)));
                },
            )?;
        }
    }
    if corners.len() > MAX_POINTS {
        return Err(BuildError::TooLarge { points: corners.len(), limit: MAX_POINTS });
    }
    number_points(&mut soup, &corners);
    Ok(soup)
}

/// A ring that covers something.
struct CleanRing {
    points: Vec<DVec2>,
    is_exterior: bool,
}

fn clean_outline(
    outline: &Outline,
    mut place: Place,
    report: &mut BuildReport,
    mut keep: impl FnMut(CleanRing),
) -> Result<(), BuildError> {
    for (index, ring) in outline.rings().enumerate() {
        place.ring = index;
        let points = clean_ring(ring, place, report)?;
        if points.is_empty() {
            if index == 0 {
                return Ok(()); // the holes of nothing
            }
            continue;
        }
        keep(CleanRing { points, is_exterior: index == 0 });
    }
    Ok(())
}

/// The ring without repeated points; empty where it covers nothing.
fn clean_ring(
    ring: &[DVec2],
    mut place: Place,
    report: &mut BuildReport,
) -> Result<Vec<DVec2>, BuildError> {
    let mut repair = |kind, place| report.repairs.push(Repair { place, kind });
    let mut points: Vec<DVec2> = Vec::with_capacity(ring.len());
    let mut vertices = Vec::with_capacity(ring.len());
    for (vertex, &given) in ring.iter().enumerate() {
        place.vertex = vertex;
        let (x, y) = (given.x, given.y);
        let point = sanitized(given).ok_or(BuildError::BadCoordinate { place, x, y })?;
        if point != given {
            repair(RepairKind::Underflow, place);
        }
        if points.last() == Some(&point) {
            repair(RepairKind::RepeatedPoint, place);
        } else {
            points.push(point);
            vertices.push(vertex);
        }
    }
    // A closed ring repeats its first point at the end: that is no fault.
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    place.vertex = 0;
    let different = distinct(&points);
    if different < 3 {
        return Err(BuildError::TooFewPoints { place, points: different });
    }
    if is_flat(&points) {
        repair(RepairKind::FlatRing, place);
        return Ok(Vec::new());
    }
    for spike in spikes(&points) {
        repair(RepairKind::Spike, Place { vertex: vertices[spike], ..place });
    }
    Ok(points)
}

/// How many different points there are, counted to three.
fn distinct(points: &[DVec2]) -> usize {
    let Some(&first) = points.first() else { return 0 };
    let Some(&second) = points.iter().find(|&&p| p != first) else { return 1 };
    2 + usize::from(points.iter().any(|&p| p != first && p != second))
}

fn is_flat(points: &[DVec2]) -> bool {
    let (a, b) = (points[0], points[1]);
    points.iter().all(|&p| turn(a, b, p) == Turn::Collinear)
}

/// The points at which the ring turns straight back.
fn spikes(points: &[DVec2]) -> impl Iterator<Item = usize> + '_ {
    let n = points.len();
    (0..n).filter(move |&i| {
        let (before, at, after) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        turn(before, at, after) == Turn::Collinear && (before - at).dot(after - at) > 0.0
    })
}

/// Numbers equal points alike, and links each ring's corners to segments.
fn number_points(soup: &mut Soup, corners: &[(DVec2, u32)]) {
    let key = |i: u32| {
        let point = corners[i as usize].0;
        (point.x.to_bits(), point.y.to_bits(), i)
    };
    let mut order: Vec<u32> = (0..corners.len() as u32).collect();
    order.sort_unstable_by_key(|&i| key(i));
    let mut first_use = vec![0; corners.len()];
    for same in order.chunk_by(|&i, &j| corners[i as usize].0 == corners[j as usize].0) {
        same.iter().for_each(|&i| first_use[i as usize] = same[0]);
    }
    let mut numbers = vec![0; corners.len()];
    for (i, &(point, _)) in corners.iter().enumerate() {
        numbers[i] = if first_use[i] == i as u32 {
            soup.points.push(point);
            soup.points.len() as u32 - 1
        } else {
            numbers[first_use[i] as usize]
        };
    }
    let mut start = 0;
    for ring in corners.chunk_by(|a, b| a.1 == b.1) {
        let numbers = &numbers[start..start + ring.len()];
        let next = numbers.iter().cycle().skip(1);
        soup.segments.extend(numbers.iter().zip(next).map(|(&from, &to)| Segment {
            from,
            to,
            ring: ring[0].1,
        }));
        start += ring.len();
    }
}
