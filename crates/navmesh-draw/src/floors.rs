//! The floors of a building: what lies on one, and where it leads to others.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use navmesh_core::{EdgeId, NavMesh};

use crate::canvas::{Canvas, Line};
use crate::style::colors;

/// The height of floor headings, in page units.
const HEADING: f64 = 17.0;

/// A mesh, or one floor of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OnFloor<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) layer: Option<u32>,
}

impl<'a> OnFloor<'a> {
    /// True for a cell that is shown.
    pub(crate) fn shows(self, slot: u32) -> bool {
        self.layer.is_none_or(|layer| self.mesh.layer(slot) == layer)
    }

    /// The cells that are shown.
    pub(crate) fn slots(self) -> impl Iterator<Item = u32> + 'a {
        self.mesh.slots().filter(move |&slot| self.shows(slot))
    }

    /// The floor that one comes to across an edge, where it is another one.
    pub(crate) fn leads_to(self, edge: EdgeId) -> Option<u32> {
        let edge = self.mesh.edge(edge);
        let [own, other] =
            [edge.cell_slot(), edge.neighbor_slot()?].map(|slot| self.mesh.layer(slot));
        (own != other).then_some(other)
    }

    /// The edges of the cells that are shown.
    pub(crate) fn edges(self) -> impl Iterator<Item = EdgeId> + 'a {
        let ranges = self.slots().map(move |slot| self.mesh.edge_range(slot));
        ranges.flatten().map(|index| EdgeId(index as u32))
    }

    /// The lines along which a floor leads to others, edge after edge, and where each leads.
    fn joins(self) -> Vec<(u32, Vec<EdgeId>)> {
        let key = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
        let mut by_start = BTreeMap::new();
        let mut ends = BTreeSet::new();
        for edge in self.edges() {
            if let Some(other) = self.leads_to(edge) {
                let [start, end] = self.mesh.edge_ends(edge);
                by_start.insert((other, key(start)), edge);
                ends.insert((other, key(end)));
            }
        }
        let (inner, mut starts): (Vec<_>, Vec<_>) =
            by_start.keys().copied().partition(|start| ends.contains(start));
        // Lines that close into a ring begin nowhere.
        starts.extend(inner);
        let mut lines = Vec::new();
        for start in starts {
            let (other, mut at) = start;
            let mut line = Vec::new();
            while let Some(edge) = by_start.remove(&(other, at)) {
                at = key(self.mesh.edge_ends(edge)[1]);
                line.push(edge);
            }
            if !line.is_empty() {
                lines.push((other, line));
            }
        }
        lines
    }
}

/// The ground of all other floors, faint, so that one sees where this one lies; and this floor's number above it.
pub(crate) fn others(canvas: &mut Canvas, on: OnFloor) {
    let Some(layer) = on.layer else { return };
    let mut pen = canvas.pen();
    let others = on.mesh.slots().filter(|&slot| !on.shows(slot));
    others.for_each(|slot| pen.polygon(on.mesh.corners(slot)));
    canvas.fill(pen, colors::OTHER_FLOOR);
    let corner = canvas.page.corner() - DVec2::new(0.0, 0.9 * HEADING);
    canvas.heading(&format!("floor {layer}"), corner, HEADING, colors::WALL);
}

/// Draws the connections of a floor as bands, each with the number of the floor beyond it.
pub(crate) fn joins(canvas: &mut Canvas, on: OnFloor) {
    if on.layer.is_none() {
        return;
    }
    let width = (1.6 * canvas.style.wall).max(2.4);
    for (other, line) in on.joins() {
        let mut pen = canvas.pen();
        line.iter().for_each(|&edge| pen.line(on.mesh.edge_ends(edge)));
        let band = Line { color: colors::JOIN, width, is_dashed: false };
        canvas.stroke(pen, band);
        let [a, b] = on.mesh.edge_ends(line[line.len() / 2]);
        let middle = a.midpoint(b);
        // Cells run counter-clockwise: beyond the edge is on the right hand.
        let [from, to] = [middle, middle - (b - a).perp()].map(|point| canvas.page.place(point));
        let beyond = (to - from).normalize_or_zero();
        canvas.number_beside(other, from, beyond, band);
    }
}
