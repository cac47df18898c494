//! Options of a bake, in map units, and as counts of cells.

use crate::error::BakeError;
use crate::numbers::{checked, cosine};
use crate::rules::{AreaRule, JumpRule, RuleGround, Volume};

/// Options of a bake. The defaults are those of RecastDemo, for an agent of 2 m and levels in metres.
///
/// ```
/// use navmesh_terrain::BakeOptions;
/// let options = BakeOptions::default().agent_radius(0.4).cell_size(0.2).area("Water", 5.0).blocked("Lava");
/// assert_eq!((options.agent_height, options.slope), (2.0, 45.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BakeOptions {
    /// The radius of the agent, in map units: 0.6. Ground nearer to a wall or a ledge is left out.
    pub agent_radius: f64,
    /// The height of the agent, in map units: 2. Ground with less room above is left out.
    pub agent_height: f64,
    /// The highest step that the agent climbs, in map units: 0.9.
    pub step: f64,
    /// The steepest slope that the agent walks on, in degrees: 45.
    pub slope: f64,
    /// The side of a cell of the height field, in map units: 0.3. Half or a third of the radius is usual.
    pub cell_size: f64,
    /// The height of a cell of the height field, in map units: 0.2.
    pub cell_height: f64,
    /// Separate ground of less than the square of this many cells is left out: 8.
    pub min_region: u32,
    /// Regions of less than the square of this many cells are merged into others if possible: 20.
    pub merge_region: u32,
    /// The longest edge along a wall, in map units, but at most 255 cells: 12; 0 for no limit.
    pub max_edge: f64,
    /// The largest distance between the border of the cells and its simplified form, in cells: 1.3.
    pub simplification: f64,
    /// The most corners of a polygon: 6.
    pub polygon_corners: u32,
    /// The distance between samples of the height, in cells: 6; below 0.9 for none.
    pub detail_distance: f64,
    /// The largest error of the surface where it was sampled, in cell heights: 1.
    pub detail_error: f64,
    /// The most cells of the height field in the plan, and a quarter of the most spans above them: 2²³. A cell takes about 60
    /// bytes.
    pub max_cells: u64,
    /// Ground that costs more or is closed. Of two rules in one place the later one counts, but closed ground stays closed.
    pub rules: Vec<AreaRule>,
    /// Links where an agent can jump; none by default.
    pub jumps: Option<JumpRule>,
}

impl Default for BakeOptions {
    fn default() -> Self {
        Self {
            agent_radius: 0.6,
            agent_height: 2.0,
            step: 0.9,
            slope: 45.0,
            cell_size: 0.3,
            cell_height: 0.2,
            min_region: 8,
            merge_region: 20,
            max_edge: 12.0,
            simplification: 1.3,
            polygon_corners: 6,
            detail_distance: 6.0,
            detail_error: 1.0,
            max_cells: 1 << 23,
            rules: Vec::new(),
            jumps: None,
        }
    }
}

impl BakeOptions {
    /// Sets the radius of the agent, in map units.
    #[must_use]
    pub fn agent_radius(mut self, radius: f64) -> Self {
        self.agent_radius = radius;
        self
    }

    /// Sets the height of the agent, in map units.
    #[must_use]
    pub fn agent_height(mut self, height: f64) -> Self {
        self.agent_height = height;
        self
    }

    /// Sets the highest step that the agent climbs, in map units.
    #[doc(alias("walkableClimb", "agentMaxClimb", "max_climb"))]
    #[must_use]
    pub fn step(mut self, step: f64) -> Self {
        self.step = step;
        self
    }

    /// Sets the steepest slope that the agent walks on, in degrees.
    #[doc(alias("walkableSlopeAngle", "agentMaxSlope"))]
    #[must_use]
    pub fn slope(mut self, degrees: f64) -> Self {
        self.slope = degrees;
        self
    }

    /// Sets the side of a cell of the height field, in map units.
    #[must_use]
    pub fn cell_size(mut self, size: f64) -> Self {
        self.cell_size = size;
        self
    }

    /// Sets the height of a cell of the height field, in map units.
    #[must_use]
    pub fn cell_height(mut self, height: f64) -> Self {
        self.cell_height = height;
        self
    }

    /// Makes an area of the ground of a material, with the cost of a unit of length.
    #[must_use]
    pub fn area(self, material: impl Into<String>, cost: f64) -> Self {
        let name = material.into();
        self.rule(RuleGround::Material(name.clone()), name, Some(cost))
    }

    /// Closes the ground of a material.
    #[must_use]
    pub fn blocked(self, material: impl Into<String>) -> Self {
        let name = material.into();
        self.rule(RuleGround::Material(name.clone()), name, None)
    }

    /// Makes an area of ground that is steeper than an angle in degrees, with the cost of a unit of length in the plan. Several
    /// calls with rising angles make a cost that rises with the slope.
    #[must_use]
    pub fn steeper(self, degrees: f64, name: impl Into<String>, cost: f64) -> Self {
        self.rule(RuleGround::Steeper(degrees), name.into(), Some(cost))
    }

    /// Makes an area of the ground within a volume, with the cost of a unit of length.
    #[must_use]
    pub fn area_volume(self, volume: Volume, name: impl Into<String>, cost: f64) -> Self {
        self.rule(RuleGround::Volume(volume), name.into(), Some(cost))
    }

    /// Closes the ground within a volume. Agents keep their radius from it.
    #[doc(alias("ConvexVolume", "NavMeshModifierVolume", "NavModifierVolume"))]
    #[must_use]
    pub fn blocked_volume(self, volume: Volume) -> Self {
        self.rule(RuleGround::Volume(volume), String::new(), None)
    }

    /// Adds links where an agent can jump down, up, or across a gap.
    #[must_use]
    #[doc(alias("NavLink", "OffMeshLink", "drop_height", "jump_distance"))]
    pub fn jumps(mut self, rule: JumpRule) -> Self {
        self.jumps = Some(rule);
        self
    }

    fn rule(mut self, ground: RuleGround, name: String, cost: Option<f64>) -> Self {
        self.rules.push(AreaRule { ground, name, cost });
        self
    }
}

/// The options as counts of cells, within the limits of Recast.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellCounts {
    pub(crate) size: f32,
    pub(crate) height: f32,
    pub(crate) agent_height: u16,
    pub(crate) step: u16,
    pub(crate) radius: u16,
    pub(crate) max_edge: u16,
    pub(crate) min_region: u16,
    pub(crate) merge_region: u16,
    pub(crate) polygon_corners: u16,
    pub(crate) simplification: f32,
    /// The cosine of the steepest slope.
    pub(crate) slope: f32,
}

/// The most cells that Recast keeps in eight bits: heights of spans, and the length of an edge, of which it takes the square.
const EIGHT_BITS: f64 = 255.0;

impl CellCounts {
    pub(crate) fn of(options: &BakeOptions) -> Result<Self, BakeError> {
        let size = checked("cell_size", options.cell_size, 1e-6, 1e6)? as f32;
        let height = checked("cell_height", options.cell_height, 1e-6, 1e6)? as f32;
        let [wide, high] = [f64::from(size), f64::from(height)];
        // Recast counts twice the cells of a radius in eight bits.
        let radius = checked("agent_radius", options.agent_radius, 0.0, 127.0 * wide)?;
        let agent_height = checked("agent_height", options.agent_height, high, EIGHT_BITS * high)?;
        let step = checked("step", options.step, 0.0, EIGHT_BITS * high)?;
        let max_edge = checked("max_edge", options.max_edge, 0.0, 1e6)?.min(EIGHT_BITS * wide);
        let slope = checked("slope", options.slope, 0.0, 90.0)?;
        let regions = [("min_region", options.min_region), ("merge_region", options.merge_region)];
        for (name, value) in regions {
            checked(name, f64::from(value), 0.0, EIGHT_BITS)?;
        }
        checked("polygon_corners", f64::from(options.polygon_corners), 3.0, 12.0)?;
        checked("simplification", options.simplification, 0.0, EIGHT_BITS)?;
        checked("detail_distance", options.detail_distance, 0.0, 1e6)?;
        checked("detail_error", options.detail_error, 0.0, 1e6)?;
        checked("rules", options.rules.len() as f64, 0.0, 253.0)?;
        let mut rules = options.rules.iter().zip(0..);
        rules.try_for_each(|(rule, number)| rule.check(number))?;
        options.jumps.map_or(Ok(()), |rule| rule.check(wide))?;
        Ok(Self {
            size,
            height,
            // As RecastDemo rounds them, in floats of 32 bits.
            agent_height: (agent_height as f32 / height).ceil() as u16,
            step: (step as f32 / height).floor() as u16,
            radius: (radius as f32 / size).ceil() as u16,
            max_edge: (max_edge as f32 / size) as u16,
            min_region: (options.min_region * options.min_region) as u16,
            merge_region: (options.merge_region * options.merge_region) as u16,
            polygon_corners: options.polygon_corners as u16,
            simplification: options.simplification as f32,
            slope: cosine(slope) as f32,
        })
    }
}
