//! The layer of links: arcs with arrow heads.

use glam::DVec2;
use navmesh_core::{Link, LinkEnd, LinkSide};

use crate::canvas::{Canvas, Ink, Line};
use crate::floors::FloorView;
use crate::pen::rounded;
use crate::style::colors;

/// The number of straight pieces of an arc.
const PIECES: u32 = 16;
/// The distance of an arc's middle from the straight line, relative to its length.
const BOW: f64 = 0.15;

/// Draws the links of a mesh: a dashed arc for each lane, discs at the ends, and lines between the ends of
/// neighbouring lanes. Of one floor it draws the arcs within it, and the discs and lines on it.
pub(crate) fn links(canvas: &mut Canvas, floor: FloorView<'_>) {
    let FloorView { mesh, layer } = floor;
    let width = canvas.style.portal;
    let (mut arcs, mut heads) = (canvas.pen(), canvas.pen());
    let is_here = |end: &LinkEnd| layer.is_none_or(|layer| end.layer == layer);
    let all_here = |link: &&Link| is_here(&link.from) && is_here(&link.to);
    for link in mesh.links().iter().filter(all_here) {
        for lane in link.lanes().filter(|[from, to]| from != to) {
            arcs.line((0..=PIECES).map(|piece| along(lane, f64::from(piece) / f64::from(PIECES))));
            for entered in link.entries() {
                heads.line(head(lane, entered));
            }
        }
    }
    let ends: Vec<Vec<DVec2>> =
        mesh.links().iter().flat_map(|link| points_on(link, is_here)).collect();
    for points in ends.iter().filter(|points| points.len() > 1) {
        heads.line(points.iter().copied());
    }
    let line = |is_dashed| Line { color: colors::LINK, width, is_dashed };
    canvas.stroke(arcs, line(true));
    canvas.stroke(heads, line(false));
    let ink = Ink { fill: colors::HALO, edge: colors::LINK, edge_width: width };
    let size = rounded(canvas.style.waypoint);
    for &point in ends.iter().flatten() {
        canvas.disc(point, size, ink);
    }
}

/// Returns the ends of a link's lanes on each side that is drawn.
fn points_on(link: &Link, is_shown: impl Fn(&LinkEnd) -> bool) -> impl Iterator<Item = Vec<DVec2>> {
    let ends = [(0, link.from), (1, link.to)].into_iter();
    let shown = ends.filter(move |(_, end)| is_shown(end));
    shown.map(|(end, _)| link.lanes().map(|lane| lane[end]).collect())
}

/// Returns the point at a share of an arc.
fn along([from, to]: [DVec2; 2], share: f64) -> DVec2 {
    let across = (to - from).perp() * (4.0 * BOW * share * (1.0 - share));
    from + (to - from) * share + across
}

/// Returns the arrow head on an arc, near the end opposite to the entered one.
fn head(lane: [DVec2; 2], entered: LinkSide) -> [DVec2; 3] {
    let share = |part: f64| if entered == LinkSide::From { part } else { 1.0 - part };
    let (tip, back) = (along(lane, share(0.9)), along(lane, share(0.82)));
    let across = (tip - back).perp() * 0.6;
    [back + across, tip, back - across]
}
