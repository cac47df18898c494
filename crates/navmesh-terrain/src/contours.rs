//! The borders of regions.
//!
//! Recast divides ground into regions, whose borders should be simple polygons. A region that winds around a stair overlaps
//! itself in the plan, so that its polygons and heights would mix floors. It is divided by height: spans above one another are
//! at least an agent apart. A region around a pillar may have a hole, and `rerecast` joins no holes to the borders around them.
//! Where a border is a hole, or crosses itself, the region is divided along a line through its middle, until all are simple.

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
    divide_stacked(ground)?;
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
        worst = first.vertices.first().map(|(at, _)| frame.corner(*at).truncate());
        for contour in bad {
            divide_along_line(ground, contour)?;
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

/// Divides by height each region that overlaps itself in the plan.
fn divide_stacked(ground: &mut CompactHeightfield) -> Result<(), BakeError> {
    let mut stacked = BTreeSet::new();
    for cell in &ground.cells {
        let mut regions: Vec<u16> =
            ground.spans[cell.index_range()].iter().map(|span| span.region.bits()).collect();
        regions.sort_unstable();
        let twice = regions.windows(2).filter(|pair| pair[0] == pair[1]);
        stacked.extend(twice.map(|pair| pair[0]));
    }
    // Neither ground without a region nor the border of a tile is one.
    let border = RegionId::BORDER_REGION.bits();
    stacked.retain(|&region| region != RegionId::NONE.bits() && region & border == 0);
    // Two spans of a part are less than an agent apart.
    let band = ground.walkable_height.saturating_sub(1) / 2;
    for region in stacked {
        divide(ground, RegionId::from(region), |ground, a, b| {
            ground.spans[a.index].y.abs_diff(ground.spans[b.index].y) <= band
        })?;
    }
    Ok(())
}

/// Divides the region of a border along a line through the middle of the border, across its longer side.
fn divide_along_line(ground: &mut CompactHeightfield, contour: &Contour) -> Result<(), BakeError> {
    let corners = contour.vertices.iter().map(|(at, _)| *at);
    let low = corners.clone().reduce(U16Vec3::min).unwrap_or_default();
    let high = corners.reduce(U16Vec3::max).unwrap_or_default();
    // Borders are counted without the cells of other tiles, spans with them.
    let (size, middle) = (high - low, low + (high - low) / 2 + ground.border_size);
    let is_low = move |at: Place| if size.x >= size.z { at.x < middle.x } else { at.z < middle.z };
    divide(ground, contour.region, |_, a, b| is_low(a) == is_low(b))
}

/// A span and its column.
#[derive(Debug, Clone, Copy)]
struct Place {
    x: u16,
    z: u16,
    index: usize,
}

/// Divides a region into joined parts. `are_together` tells whether a span belongs to the part of another.
fn divide(
    ground: &mut CompactHeightfield,
    region: RegionId,
    are_together: impl Fn(&CompactHeightfield, Place, Place) -> bool,
) -> Result<(), BakeError> {
    let mut next = ground.max_region.bits();
    for seed in spans_of(ground, region) {
        if ground.spans[seed.index].region == region {
            next += 1;
            if next >= MOST_REGIONS {
                return Err(BakeError::of_recast(BakeStage::Regions, &"too many regions"));
            }
            let other = RegionId::from(next);
            flood(ground, seed, other, |ground, at| are_together(ground, seed, at));
        }
    }
    ground.max_region = RegionId::from(next);
    Ok(())
}

/// Returns the spans of a region.
fn spans_of(ground: &CompactHeightfield, region: RegionId) -> Vec<Place> {
    let columns = (0..ground.height).flat_map(|z| (0..ground.width).map(move |x| (x, z)));
    let spans = columns.flat_map(|(x, z)| {
        ground.cell_at(x, z).index_range().map(move |index| Place { x, z, index })
    });
    spans.filter(|at| ground.spans[at.index].region == region).collect()
}

/// Gives another region to the spans of a region that are joined to one of them, as far as `accept` allows.
fn flood(
    ground: &mut CompactHeightfield,
    seed: Place,
    other: RegionId,
    accept: impl Fn(&CompactHeightfield, Place) -> bool,
) {
    let region = ground.spans[seed.index].region;
    ground.spans[seed.index].region = other;
    let mut open = vec![seed];
    while let Some(Place { x, z, index }) = open.pop() {
        for direction in 0..4 {
            let Some(floor) = ground.spans[index].con(direction) else { continue };
            let (x, z, index) = ground.con_indices(i32::from(x), i32::from(z), direction, floor);
            let near = Place { x: x as u16, z: z as u16, index };
            if ground.spans[index].region == region && accept(ground, near) {
                ground.spans[index].region = other;
                open.push(near);
            }
        }
    }
}
