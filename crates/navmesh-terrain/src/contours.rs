//! The borders of regions.
//!
//! Recast divides ground into regions, whose borders should be simple polygons. A region that winds around a stair overlaps
//! itself in the plan, and one around a pillar has a hole; `rerecast` makes no polygons of either. These regions are divided
//! until every border is simple. One that overlaps itself is divided by height: spans above one another are at least an agent
//! apart. One with a hole is divided along a line through the hole.

use std::collections::BTreeSet;

use glam::U16Vec3;
use rerecast::{
    BuildContoursFlags, CompactHeightfield, Contour, ContourSet, PolygonNavmesh, RegionId,
};

use crate::error::BakeError;
use crate::frame::Frame;
use crate::options::CellCounts;
use crate::stage::BakeStage;

/// The most times that all borders are made anew.
const ROUNDS: usize = 24;

/// The most edges of a mesh, by Recast's indices of 16 bits, and the edges of a triangle that it lists.
const MOST_EDGES: usize = 65_534;
const EDGES_OF_TRIANGLE: usize = 2;

/// The regions have a bit for borders of tiles.
const MOST_REGIONS: u16 = 0x7fff;

/// Returns the borders of all regions, and divides regions without a simple border.
pub(crate) fn borders(
    ground: &mut CompactHeightfield,
    frame: Frame,
    counts: &CellCounts,
) -> Result<ContourSet, BakeError> {
    let mut worst = None;
    for _ in 0..ROUNDS {
        let flags = BuildContoursFlags::default();
        let set = ground.build_contours(counts.simplification, counts.max_edge, flags);
        let corners: usize = set.contours.iter().map(|contour| contour.vertices.len()).sum();
        let limit = MOST_EDGES / EDGES_OF_TRIANGLE;
        if corners > limit {
            return Err(BakeError::TooManyCorners { corners, limit });
        }
        let bad: Vec<&Contour> = not_simple(&set);
        let Some(first) = bad.first() else { return Ok(set) };
        worst = first.vertices.first().map(|(at, _)| frame.place(at.x, at.z));
        for contour in bad {
            divide(ground, contour)?;
        }
    }
    Err(BakeError::Border { at: worst.unwrap_or_default() })
}

/// Returns the borders that cannot be divided into polygons.
fn not_simple(set: &ContourSet) -> Vec<&Contour> {
    let divides = |contours: Vec<Contour>| {
        let some = ContourSet { contours, ..empty(set) };
        some.into_polygon_mesh(3).is_ok_and(|triangles| are_outer(&triangles))
    };
    let ring = |contour: &Contour| twice_area(contour.vertices.iter().map(|(at, _)| *at));
    let is_outer = |contour: &Contour| is_closed(contour) && ring(contour) < 0;
    if set.contours.iter().all(is_outer) && divides(set.contours.clone()) {
        return Vec::new();
    }
    let is_simple = |contour: &&Contour| is_outer(contour) && divides(vec![(*contour).clone()]);
    set.contours.iter().filter(|contour| !is_simple(contour)).collect()
}

/// Returns the set without contours.
fn empty(set: &ContourSet) -> ContourSet {
    let &ContourSet { aabb, cell_size, cell_height, width, height, border_size, max_error, .. } =
        set;
    ContourSet {
        contours: Vec::new(),
        aabb,
        cell_size,
        cell_height,
        width,
        height,
        border_size,
        max_error,
    }
}

/// True if no triangle is the wrong way round, as one of a border that crosses itself.
fn are_outer(triangles: &PolygonNavmesh) -> bool {
    let corner = |&corner: &u16| triangles.vertices[usize::from(corner)];
    triangles.polygons.chunks_exact(3).all(|triangle| twice_area(triangle.iter().map(corner)) < 0)
}

/// Returns twice the signed area of a ring in cells; that of a hole is positive.
fn twice_area(ring: impl Iterator<Item = U16Vec3> + Clone) -> i64 {
    let corners = ring.map(|at| [i64::from(at.x), i64::from(at.z)]);
    let next = corners.clone().cycle().skip(1);
    corners.zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

/// True if a border was walked to its end: Recast stops after 40,000 steps.
fn is_closed(contour: &Contour) -> bool {
    let ends = contour.raw_vertices.first().zip(contour.raw_vertices.last());
    ends.is_some_and(|((a, _), (b, _))| a.x.abs_diff(b.x) + a.z.abs_diff(b.z) <= 1)
}

/// Divides the region of a border: by height if it overlaps itself, else along a line through the middle of the border.
fn divide(ground: &mut CompactHeightfield, contour: &Contour) -> Result<(), BakeError> {
    let region = contour.region;
    let own = spans_of(ground, region);
    let columns: BTreeSet<[u16; 2]> = own.iter().map(|&(x, z, _)| [x, z]).collect();
    let is_stacked = columns.len() < own.len();
    let band = (ground.walkable_height - 1) / 2;
    let middle = |of: fn(&(u16, u16, usize)) -> u16, corners: Vec<u16>| {
        let (low, high) = (corners.iter().min(), corners.iter().max());
        let (low, high) = (low.copied().unwrap_or(0), high.copied().unwrap_or(0));
        (high - low, (high + low) / 2, of)
    };
    let corners = || contour.vertices.iter().map(|(at, _)| at);
    let (_, line, of) = middle(|span| span.0, corners().map(|at| at.x).collect())
        .max(middle(|span| span.1, corners().map(|at| at.z).collect()));
    let is_joined = |ground: &CompactHeightfield, a: (u16, u16, usize), b: (u16, u16, usize)| {
        let rise = ground.spans[a.2].y.abs_diff(ground.spans[b.2].y);
        if is_stacked { rise <= band } else { (of(&a) < line) == (of(&b) < line) }
    };
    let mut next = ground.max_region.bits();
    for seed in own {
        if ground.spans[seed.2].region == region {
            next += 1;
            if next >= MOST_REGIONS {
                return Err(BakeError::of_recast(BakeStage::Regions, &"too many regions"));
            }
            flood(ground, seed, RegionId::from(next), |ground, span| is_joined(ground, seed, span));
        }
    }
    ground.max_region = RegionId::from(next);
    Ok(())
}

/// Returns the spans of a region with their columns.
fn spans_of(ground: &CompactHeightfield, region: RegionId) -> Vec<(u16, u16, usize)> {
    let columns = (0..ground.height).flat_map(|z| (0..ground.width).map(move |x| (x, z)));
    let spans =
        columns.flat_map(|(x, z)| ground.cell_at(x, z).index_range().map(move |i| (x, z, i)));
    spans.filter(|&(_, _, i)| ground.spans[i].region == region).collect()
}

/// Gives another region to the spans of a region that are joined to one of them, as far as `accept` allows.
fn flood(
    ground: &mut CompactHeightfield,
    seed: (u16, u16, usize),
    other: RegionId,
    accept: impl Fn(&CompactHeightfield, (u16, u16, usize)) -> bool,
) {
    let region = ground.spans[seed.2].region;
    ground.spans[seed.2].region = other;
    let mut open = vec![seed];
    while let Some((x, z, span)) = open.pop() {
        for direction in 0..4 {
            let Some(floor) = ground.spans[span].con(direction) else { continue };
            let (x, z, near) = ground.con_indices(i32::from(x), i32::from(z), direction, floor);
            let near = (x as u16, z as u16, near);
            if ground.spans[near.2].region == region && accept(ground, near) {
                ground.spans[near.2].region = other;
                open.push(near);
            }
        }
    }
}
