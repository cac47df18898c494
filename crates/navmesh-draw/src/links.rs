//! The layer of links: arcs from end to end, with a head where they lead.

use glam::DVec2;
use navmesh_core::{Link, LinkEnd, LinkSide};

use crate::canvas::{Canvas, Ink, Line};
use crate::floors::OnFloor;
use crate::pen::rounded;
use crate::style::colors;

/// Of how many straight pieces an arc is.
const PIECES: u32 = 16;
/// How far an arc's middle is off the straight line, as a part of its length.
const BOW: f64 = 0.15;

/// The links of a mesh: dashed arcs, and discs at their ends. Where one floor is shown, arcs are those from it to
/// it, and discs those on it.
pub(crate) fn links(canvas: &mut Canvas, OnFloor { mesh, layer }: OnFloor<'_>) {
    let width = canvas.style.portal;
    let (mut arcs, mut heads) = (canvas.pen(), canvas.pen());
    let is_here = |end: &LinkEnd| layer.is_none_or(|layer| end.layer == layer);
    let all_here = |link: &&Link| is_here(&link.from) && is_here(&link.to);
    let bent = mesh.links().iter().filter(|link| link.span() > 0.0).filter(all_here);
    for link in bent {
        arcs.line((0..=PIECES).map(|piece| along(link, f64::from(piece) / f64::from(PIECES))));
        link.entries().for_each(|entered| heads.line(head(link, entered)));
    }
    let line = |is_dashed| Line { color: colors::LINK, width, is_dashed };
    canvas.stroke(arcs, line(true));
    canvas.stroke(heads, line(false));
    let ink = Ink { fill: colors::HALO, edge: colors::LINK, edge_width: width };
    let ends = mesh.links().iter().flat_map(|link| [link.from, link.to]).filter(is_here);
    let size = rounded(canvas.style.waypoint);
    ends.for_each(|end| canvas.disc(end.point, size, ink));
}

/// The point at a share of an arc.
fn along(link: &Link, share: f64) -> DVec2 {
    let (from, to) = (link.from.point, link.to.point);
    let across = (to - from).perp() * (4.0 * BOW * share * (1.0 - share));
    from + (to - from) * share + across
}

/// The head of an arrow on an arc that was entered at one end: near the other one.
fn head(link: &Link, entered: LinkSide) -> [DVec2; 3] {
    let share = |part: f64| if entered == LinkSide::From { part } else { 1.0 - part };
    let (tip, back) = (along(link, share(0.9)), along(link, share(0.82)));
    let across = (tip - back).perp() * 0.6;
    [back + across, tip, back - across]
}
