//! One ring as pieces of a cell.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

use crate::builder::Ground;
use crate::half_edges::{HalfEdge, NONE};
use crate::report::BuildReport;
use crate::soup::{Drawing, Effect, Fill, Region, Soup, Strand};
use crate::split::Triangulation;
use crate::triangulate::triangulate;

/// What a ring was cut into: half-edges that begin at its corners, numbered from 0 on as these are.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) halves: Vec<HalfEdge>,
    /// The half-edge along each of the ring's own edges.
    pub(super) along: Vec<u32>,
}

impl Pieces {
    /// All in one piece.
    pub(super) fn whole(corners: u32) -> Self {
        let half = |i: u32| HalfEdge {
            origin: i,
            next: (i + 1) % corners,
            previous: (i + corners - 1) % corners,
            twin: NONE,
        };
        Self { halves: (0..corners).map(half).collect(), along: (0..corners).collect() }
    }

    /// In triangles; `None` where the ring runs clockwise, or meets itself.
    ///
    /// Complexity: O(n log n).
    pub(super) fn of(ring: impl Iterator<Item = DVec2>) -> Option<Self> {
        let ring: Vec<DVec2> = ring.map(|point| point + DVec2::ZERO).collect(); // no −0
        let ground = triangles(&ring)?;
        let corners: BTreeMap<[u64; 2], u32> = ring.iter().map(key).zip(0..).collect();
        let cells = &ground.cells;
        let alive: Vec<u32> = (0..cells.count()).filter(|&half| cells.is_alive(half)).collect();
        let number = |half: u32| alive.binary_search(&half).map_or(NONE, |place| place as u32);
        let mut pieces = Self { halves: Vec::new(), along: vec![NONE; ring.len()] };
        for &half in &alive {
            let origin = *corners.get(&key(&ground.point_of(half)))?;
            let (next, previous) = (number(cells.next(half)), number(cells.previous(half)));
            let twin = cells.twin(half).map_or(NONE, number);
            pieces.halves.push(HalfEdge { origin, next, previous, twin });
        }
        for (half, number) in pieces.halves.iter().zip(0..) {
            let end = pieces.halves[half.next as usize].origin;
            if half.twin == NONE && end == (half.origin + 1) % ring.len() as u32 {
                pieces.along[half.origin as usize] = number;
            }
        }
        // What has a border of other edges too is no simple ring.
        let borders = pieces.halves.iter().filter(|half| half.twin == NONE).count();
        (borders == ring.len() && !pieces.along.contains(&NONE)).then_some(pieces)
    }
}

/// The triangles that a ring winds around counter-clockwise; `None` where it meets itself.
fn triangles(ring: &[DVec2]) -> Option<Ground> {
    let mut drawing = Drawing::default();
    let outline = drawing.add_outline(Region { effect: Effect::Walkable, fill: Fill::Positive });
    let strand = drawing.add_strand(Strand::Exterior { outline });
    drawing.add_chain(ring.iter().copied(), strand);
    let mut soup = Soup::of(drawing);
    if soup.points.len() < ring.len() {
        return None;
    }
    let triangles = triangulate(&mut soup)?;
    Some(Ground::of(Triangulation { soup, triangles }, &mut BuildReport::default()))
}

fn key(point: &DVec2) -> [u64; 2] {
    [point.x.to_bits(), point.y.to_bits()]
}
