//! Cuts one ring into pieces.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

use crate::ground::Ground;
use crate::half_edges::HalfEdges;
use crate::half_edges::halves::NONE;
use crate::plsg::{Drawing, Effect, Fill, Plsg, PointKey, Region, Source, point_key};
use crate::report::BuildReport;
use crate::split::Triangulation;
use crate::triangulate::triangulate;

/// The pieces of a ring. Their points are the ring's corners, numbered from 0.
#[derive(Debug)]
pub(super) struct Pieces {
    pub(super) cells: HalfEdges,
    /// The half-edge along each of the ring's own edges.
    pub(super) along: Vec<u32>,
}

impl Pieces {
    /// Creates one piece from the whole ring.
    pub(super) fn whole(corners: u32) -> Self {
        let mut cells = HalfEdges::default();
        cells.push_cell(0..corners);
        Self { cells, along: (0..corners).collect() }
    }

    /// Cuts the ring into triangles; returns `None` if it runs clockwise or touches itself.
    ///
    /// Complexity: O(n log n).
    pub(super) fn of(ring: impl Iterator<Item = DVec2>) -> Option<Self> {
        let ring: Vec<DVec2> = ring.map(|point| point + DVec2::ZERO).collect(); // no −0
        let Ground { points, cells: triangles, .. } = triangles(&ring)?;
        let corners: BTreeMap<PointKey, u32> =
            ring.iter().copied().map(point_key).zip(0..).collect();
        let corner_of = |point: &DVec2| corners.get(&point_key(*point)).copied();
        let numbers = points.iter().map(corner_of).collect::<Option<Vec<u32>>>()?;
        let mut cells = HalfEdges::default();
        cells.append(triangles.halves, triangles.twins, |point| numbers[point as usize]);
        let is_border = |&half: &u32| cells.is_alive(half) && cells.twin(half).is_none();
        let mut along = vec![NONE; ring.len()];
        for half in (0..cells.count()).filter(is_border) {
            let (from, to) = (cells.origin(half), cells.origin(cells.next(half)));
            if to == (from + 1) % ring.len() as u32 {
                along[from as usize] = half;
            }
        }
        // If a ring touches itself, one of its edges is no border, occurs twice, or ends at the
        // wrong one of two equal corners.
        let is_simple = !along.contains(&NONE);
        is_simple.then_some(Self { cells, along })
    }
}

/// Returns the triangles with positive winding number; `None` if the ring crosses itself.
fn triangles(ring: &[DVec2]) -> Option<Ground> {
    let mut drawing = Drawing::default();
    let outline = drawing.add_outline(Region { effect: Effect::Walkable, fill: Fill::Positive });
    let source = drawing.add_source(Source::Exterior { outline });
    drawing.add_chain(ring.iter().copied(), source);
    let mut plsg = Plsg::of(drawing);
    let triangles = triangulate(&mut plsg).ok()?;
    Some(Ground::of(Triangulation { plsg, triangles }, &mut BuildReport::default()))
}
