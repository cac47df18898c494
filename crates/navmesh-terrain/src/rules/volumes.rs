//! Volumes → the numbers of the spans in them.

use glam::DVec2;
use navmesh_core::Bounds;
use navmesh_core::backend::geom::ring::{holds, ring_sides};
use rerecast::CompactHeightfield;

use super::{AreaRule, RuleGround, number};
use crate::frame::Frame;

/// Gives the open ground within volumes the numbers of their rules.
pub(crate) fn mark_volumes(field: &mut CompactHeightfield, rules: &[AreaRule], frame: Frame) {
    for (index, rule) in rules.iter().enumerate() {
        let RuleGround::Volume(volume) = &rule.ground else { continue };
        let number = number(index, rules);
        let sides: Vec<[DVec2; 2]> = volume.outline.rings().flat_map(ring_sides).collect();
        let bounds = Bounds::of(volume.outline.rings().flatten().copied());
        let [low, high] = frame.columns([bounds.min, bounds.max], [field.width, field.height]);
        for (z, x) in (low[1]..high[1]).flat_map(|z| (low[0]..high[0]).map(move |x| (z, x))) {
            if !holds(sides.iter().copied(), frame.middle(x, z)) {
                continue;
            }
            let cell = &field.cells[usize::from(x) + usize::from(z) * usize::from(field.width)];
            let first = cell.index() as usize;
            for span in first..first + usize::from(cell.count()) {
                let height = frame.ground(field.spans[span].y);
                let area = &mut field.areas[span];
                // Closed ground stays closed, and a later rule counts.
                let is_later = area.is_walkable() && (number.0 == 0 || area.0 < number.0);
                if is_later && (volume.low..=volume.high).contains(&height) {
                    *area = number;
                }
            }
        }
    }
}
