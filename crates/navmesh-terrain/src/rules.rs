//! Rules for ground that costs more or is closed.

use navmesh_core::backend::geom::ring::{holds, ring_sides};
use navmesh_core::{DVec2, Outline, RawMesh};
use rerecast::{AreaType, CompactHeightfield};

use crate::error::BakeError;
use crate::field::GROUND;
use crate::frame::Frame;
use crate::options::{checked, cosine};

/// A rule for some ground: it becomes an area, or is closed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AreaRule {
    /// The ground of which it says something.
    pub ground: RuleGround,
    /// The name of the area.
    pub name: String,
    /// The cost of a unit of length; `None` if nobody walks there.
    pub cost: Option<f64>,
}

/// The ground of a rule.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RuleGround {
    /// The triangles whose material has this name.
    Material(String),
    /// The triangles that are steeper than this, in degrees.
    Steeper(f64),
    /// The ground within a volume.
    Volume(Volume),
}

/// The space above an outline of the plan, between two heights.
///
/// A cell of the height field is inside if the middle of its ground is.
#[derive(Debug, Clone, PartialEq)]
pub struct Volume {
    /// The outline; the space above its holes is left out.
    pub outline: Outline,
    /// The lower end, in map units; it may be infinite. Ground at this height is inside.
    pub low: f64,
    /// The upper end, in map units; it may be infinite. Ground at this height is inside.
    pub high: f64,
}

impl Volume {
    /// Makes the volume above an outline of the plan, between two heights.
    pub fn new(outline: Outline, low: f64, high: f64) -> Self {
        Self { outline, low, high }
    }

    fn has_numbers(&self) -> bool {
        let points = self.outline.rings().flatten();
        points.into_iter().all(|point| point.is_finite())
            && !self.low.is_nan()
            && !self.high.is_nan()
    }

    /// Returns the lowest and the highest point of the box around the outline.
    fn bounds(&self) -> [DVec2; 2] {
        let points = self.outline.rings().flatten();
        let start = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        points.fold(start, |[low, high], point| [low.min(*point), high.max(*point)])
    }
}

impl AreaRule {
    /// Returns the cosine of the slope from which on the rule says something; none for all other rules.
    pub(crate) fn steepness(&self) -> f32 {
        match self.ground {
            RuleGround::Steeper(degrees) => cosine(degrees) as f32,
            _ => f32::NEG_INFINITY,
        }
    }

    /// Checks the numbers of a rule.
    pub(crate) fn check(&self, number: usize) -> Result<(), BakeError> {
        if let Some(cost) = self.cost {
            checked("cost", cost, *RawMesh::COSTS.start(), *RawMesh::COSTS.end())?;
        }
        match &self.ground {
            RuleGround::Material(_) => Ok(()),
            RuleGround::Steeper(degrees) => checked("steeper", *degrees, 0.0, 90.0).map(drop),
            RuleGround::Volume(volume) if volume.has_numbers() => Ok(()),
            RuleGround::Volume(_) => Err(BakeError::Volume { rule: number }),
        }
    }
}

/// Returns Recast's number for the ground of a rule.
pub(crate) fn number(rule: usize, rules: &[AreaRule]) -> AreaType {
    AreaType(if rules[rule].cost.is_some() { GROUND + 1 + rule as u8 } else { 0 })
}

/// Gives the open ground within volumes the numbers of their rules.
pub(crate) fn mark_volumes(field: &mut CompactHeightfield, rules: &[AreaRule], frame: Frame) {
    for (index, rule) in rules.iter().enumerate() {
        let RuleGround::Volume(volume) = &rule.ground else { continue };
        let number = number(index, rules);
        let sides: Vec<[DVec2; 2]> = volume.outline.rings().flat_map(ring_sides).collect();
        let [low, high] = frame.columns(volume.bounds(), [field.width, field.height]);
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
