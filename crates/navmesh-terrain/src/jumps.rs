//! Links where an agent can jump down, up, or across a gap.
//!
//! From points of the border, a landing is looked for straight ahead. The agent moves level at the height of the higher end, and
//! straight up or down at the lower one; a column of its radius and height must be free of the level's triangles all along, by
//! the cells of the height field.

use std::collections::BTreeMap;

use glam::DVec2;
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::{DVec3, EdgeId, Link, NavMesh, Place, Surface};
use rerecast::Heightfield;

use crate::error::BakeError;
use crate::frame::Frame;
use crate::options::CellCounts;
use crate::rules::JumpRule;

/// The level's triangles as spans of cells, and the room that an agent needs among them.
#[derive(Debug)]
pub(crate) struct Solids<'a> {
    /// The fields of tiles, by their places.
    pub(crate) fields: BTreeMap<[i32; 2], (Frame, &'a Heightfield)>,
    /// The side of a tile, in map units; infinite if one field is all.
    pub(crate) side: f64,
    pub(crate) counts: CellCounts,
}

impl Solids<'_> {
    /// True if a column of the agent's radius is free between two heights, at all points of a segment.
    fn is_free(&self, [from, to]: [DVec2; 2], heights: [f64; 2]) -> bool {
        let radius = f64::from(self.counts.radius) * f64::from(self.counts.size);
        let [low, high] = [from.min(to) - radius, from.max(to) + radius];
        let [first, last] = [self.tile(low.x, high.y), self.tile(high.x, low.y)];
        let mut tiles = (first[0]..=last[0])
            .flat_map(|x| (first[1]..=last[1]).map(move |z| [x, z]))
            .filter_map(|place| self.fields.get(&place));
        tiles.all(|&(frame, field)| {
            let [low, high] = frame.columns([low, high], [field.width, field.height]);
            let mut columns =
                (low[1]..high[1]).flat_map(|z| (low[0]..high[0]).map(move |x| (x, z)));
            columns.all(|(x, z)| {
                let is_far = distance_to_segment([from, to], frame.middle(x, z)) > radius;
                is_far || is_column_free(frame, field, [x, z], heights)
            })
        })
    }

    /// Returns the tile of a point of the plan.
    fn tile(&self, x: f64, y: f64) -> [i32; 2] {
        [x, -y].map(|along| (along / self.side).floor() as i32)
    }

    /// True if an agent can jump from a place to another one.
    fn can_jump(&self, from: DVec3, to: DVec3) -> bool {
        let cell = f64::from(self.counts.height);
        let [step, tall] =
            [self.counts.step, self.counts.agent_height].map(|count| f64::from(count) * cell);
        let ends = [from.truncate(), to.truncate()];
        let upper = from.z.max(to.z);
        let lower = if from.z < to.z { from } else { to };
        // As on the ground, what is no higher than a step is in nobody's way.
        let level = [upper + step, upper + tall.max(step + cell)];
        self.is_free(ends, level) && self.is_free([lower.truncate(); 2], [lower.z + step, level[1]])
    }
}

/// True if no span of a column lies between two heights.
fn is_column_free(
    frame: Frame,
    field: &Heightfield,
    [x, z]: [u16; 2],
    [low, high]: [f64; 2],
) -> bool {
    let spans = std::iter::successors(field.span_at(x, z), |span| Some(field.span(span.next?)));
    let overlaps = |bottom, top| frame.ground(bottom) < high && frame.ground(top) > low;
    spans.into_iter().all(|span| !overlaps(span.min, span.max))
}

/// Adds the links of a rule to a surface. Returns how many there are.
///
/// Complexity: the cells within reach of each point of the border that is tried.
pub(crate) fn with_jumps(
    surface: Surface,
    rule: &JumpRule,
    solids: &Solids<'_>,
) -> Result<(Surface, usize), BakeError> {
    let mesh = surface.mesh();
    let mut links = Vec::new();
    for slot in mesh.slots() {
        for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            if mesh.edge(edge).twin().is_none() {
                let [a, b] = mesh.edge_ends(edge);
                let count = (a.distance(b) / rule.spacing).floor().max(1.0) as u32;
                let share = |number| (f64::from(number) + 0.5) / f64::from(count);
                let starts = (0..count).map(|number| a.lerp(b, share(number)));
                let ahead = (a - b).perp().normalize_or_zero();
                links.extend(
                    starts.filter_map(|start| jump(&surface, slot, start, ahead, rule, solids)),
                );
            }
        }
    }
    let count = links.len();
    if count == 0 {
        return Ok((surface, 0));
    }
    let mesh = NavMesh::clone(mesh).with_links(links)?;
    Ok((surface.on(mesh)?, count))
}

/// Returns the link from a point of the border to the first landing straight ahead.
fn jump(
    surface: &Surface,
    slot: u32,
    border: DVec2,
    ahead: DVec2,
    rule: &JumpRule,
    solids: &Solids<'_>,
) -> Option<Link> {
    let cell = f64::from(solids.counts.size);
    let layer = surface.mesh().layer(slot);
    // A bit inside, where the point is on the mesh whatever rounding does.
    let start = border - ahead * (cell * 1e-3);
    let from = start.extend(surface.height(Place::new(start).on_layer(layer))?);
    // Borders lie between cells, so landings are looked for in their middles.
    let steps = (rule.across / cell).ceil() as u32;
    (1..=steps).find_map(|step| {
        let way = ((f64::from(step) - 0.5) * cell).min(rule.across);
        let point = start + ahead * way;
        let highest = point.extend(from.z + rule.up);
        let landing = surface.pick(highest, rule.up + rule.down, 0.0).ok()?;
        let mut ground = surface.mesh().incidences(point);
        ground.find(|at| surface.mesh().layer(at.cell.slot) == landing.layer)?;
        let to = point.extend(landing.height);
        solids.can_jump(from, to).then(|| {
            let climb = f64::from(solids.counts.step) * f64::from(solids.counts.height);
            let name = match to.z - from.z {
                rise if rise > climb => "jump up",
                rise if rise < -climb => "jump down",
                _ => "jump",
            };
            let cost = from.distance(to) * rule.cost;
            Link::new(start, point, name).on_layers([layer, landing.layer]).one_way().cost(cost)
        })
    })
}
