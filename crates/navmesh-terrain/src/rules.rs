//! Rules for ground that costs more or is closed, and for jumps.

pub(crate) mod volumes;

use navmesh_core::{Outline, RawMesh};
use rerecast::AreaType;

use crate::error::BakeError;
use crate::numbers::{checked, cosine};

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

/// Recast's number of ordinary ground. Of two numbers in one span the higher one counts, so rules begin above it.
pub(crate) const GROUND: u8 = 1;

/// Returns Recast's number for the ground of a rule.
pub(crate) fn number(rule: usize, rules: &[AreaRule]) -> AreaType {
    AreaType(if rules[rule].cost.is_some() { GROUND + 1 + rule as u8 } else { 0 })
}

/// The rule for links where an agent can jump. Each link has one way, and the name `jump`, `jump up` or `jump down`, for filters.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct JumpRule {
    /// The largest drop, in map units.
    pub down: f64,
    /// The largest rise, in map units.
    pub up: f64,
    /// The longest way in the plan between the places where the agent stands before and after, in map units. These keep the
    /// agent's radius from the edge, so a gap of width w needs w and two radii.
    pub across: f64,
    /// The distance between two links along the border, in map units: 2. A shorter side of a cell has one link.
    pub spacing: f64,
    /// The cost of a link over the distance of its ends in space: 1.
    pub cost: f64,
}

impl JumpRule {
    /// Makes a rule of the largest drop, the largest rise, and the longest way in the plan, in map units.
    #[must_use]
    pub fn new(down: f64, up: f64, across: f64) -> Self {
        Self { down, up, across, spacing: 2.0, cost: 1.0 }
    }

    /// Checks the numbers of a rule.
    pub(crate) fn check(&self, cell: f64) -> Result<(), BakeError> {
        let [far, most] = [cell * 1024.0, 1e6];
        checked("jumps.down", self.down, 0.0, most)?;
        checked("jumps.up", self.up, 0.0, most)?;
        checked("jumps.across", self.across, 0.0, far)?;
        checked("jumps.spacing", self.spacing, cell, most)?;
        checked("jumps.cost", self.cost, 0.0, most).map(drop)
    }
}
