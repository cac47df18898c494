//! The options for baking levels in three dimensions.

use clap::Args;
use tautline::Outline;
use tautline::terrain::{BakeOptions, JumpRule, Up, Volume};

use super::choices::one_of;
use super::{area_cost, length, numbers, whole};

const UPS: [(Up, &str); 2] = [
    (Up::Y, "(x, y, z) becomes x, -z at the height y"),
    (Up::Z, "(x, y, z) is x, y at the height z"),
];

/// Options for baking a level.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(next_help_heading = "Baking a level (.obj, .glb, .tif)")]
pub(crate) struct LevelArgs {
    /// The axis of the file that points upwards
    #[arg(long, value_name = "AXIS", default_value = "y", value_parser = one_of(&UPS))]
    pub(crate) up: Up,
    /// The radius of the agent, in map units [default: 0.6]
    #[arg(long, value_name = "R", value_parser = length, allow_hyphen_values = true)]
    pub(crate) agent_radius: Option<f64>,
    /// The height of the agent, in map units [default: 2]
    #[arg(long, value_name = "H", value_parser = length, allow_hyphen_values = true)]
    pub(crate) agent_height: Option<f64>,
    /// The highest step that the agent climbs, in map units [default: 0.9]
    #[arg(long, value_name = "H", value_parser = length, allow_hyphen_values = true)]
    pub(crate) step: Option<f64>,
    /// The steepest slope that the agent walks on, in degrees [default: 45]
    #[arg(long, value_name = "DEGREES", value_parser = length, allow_hyphen_values = true)]
    pub(crate) slope: Option<f64>,
    /// The side of a cell of the height field, in map units [default: 0.3]
    #[arg(long, value_name = "D", value_parser = length, allow_hyphen_values = true)]
    pub(crate) cell_size: Option<f64>,
    /// The height of a cell of the height field, in map units [default: 0.2]
    #[arg(long, value_name = "D", value_parser = length, allow_hyphen_values = true)]
    pub(crate) cell_height: Option<f64>,
    /// The largest number of cells of the height field [default: 8388608]
    #[arg(long, value_name = "N", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) max_cells: Option<u64>,
    /// Bakes in square tiles of so many cells, on all threads [default: the whole level at once]
    #[arg(long, value_name = "CELLS", value_parser = whole::<u32>, allow_negative_numbers = true)]
    pub(crate) tiles: Option<u32>,
    /// Makes an area of a material, with the cost of a unit of length; may be repeated
    #[arg(long, value_name = "MATERIAL=C", value_parser = area_cost)]
    pub(crate) material: Vec<(String, f64)>,
    /// Closes the ground of a material; may be repeated
    #[arg(long, value_name = "MATERIAL")]
    pub(crate) blocked: Vec<String>,
    /// Makes an area of ground steeper than an angle in degrees, with the cost of a unit of length; may be repeated
    #[arg(long, value_name = "DEGREES=C", value_parser = slope_cost)]
    pub(crate) steeper: Vec<(f64, f64)>,
    /// Makes an area of the ground between two corners of a box, x and y of the plan and the height, with the cost of a unit of
    /// length; may be repeated
    #[arg(long, value_name = "AREA=C@X,Y,Z,X,Y,Z", value_parser = area_box)]
    pub(crate) area_box: Vec<((String, f64), Box6)>,
    /// Closes the ground between two corners of a box; may be repeated
    #[arg(long, value_name = "X,Y,Z,X,Y,Z", value_parser = numbers::<6>, allow_hyphen_values = true)]
    pub(crate) blocked_box: Vec<Box6>,
    /// Adds links where an agent can jump: the largest drop, the largest rise, and the longest way in the plan
    #[arg(long, value_name = "DOWN,UP,ACROSS", value_parser = numbers::<3>, allow_hyphen_values = true)]
    pub(crate) jumps: Option<[f64; 3]>,
}

/// The two corners of a box.
type Box6 = [f64; 6];

/// Parses `DEGREES=C`.
fn slope_cost(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once('=');
    let parts = parts
        .and_then(|(slope, cost)| Some((slope.trim().parse().ok()?, cost.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected a slope and its cost, as in 20=1.5".to_owned())
}

/// Parses `AREA=C@X,Y,Z,X,Y,Z`, split at the last `@`.
fn area_box(text: &str) -> Result<((String, f64), Box6), String> {
    let (area, corners) = text
        .rsplit_once('@')
        .ok_or("expected an area, its cost and a box, as in mud=3@0,0,-1,5,5,1")?;
    Ok((area_cost(area)?, numbers(corners)?))
}

/// Returns the volume of a box.
fn volume([x, y, z, u, v, w]: Box6) -> Volume {
    Volume::new(Outline::rect([x, y], [u, v]), z.min(w), z.max(w))
}

impl LevelArgs {
    /// Returns an option that was given; `None` if all are left out.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let numbers = [
            ("--agent-radius", self.agent_radius),
            ("--agent-height", self.agent_height),
            ("--step", self.step),
            ("--slope", self.slope),
            ("--cell-size", self.cell_size),
            ("--cell-height", self.cell_height),
        ];
        let number = numbers.iter().find(|(_, value)| value.is_some()).map(|(name, _)| *name);
        let others = [
            ("--up", self.up != Up::Y),
            ("--max-cells", self.max_cells.is_some()),
            ("--tiles", self.tiles.is_some()),
            ("--material", !self.material.is_empty()),
            ("--blocked", !self.blocked.is_empty()),
            ("--steeper", !self.steeper.is_empty()),
            ("--area-box", !self.area_box.is_empty()),
            ("--blocked-box", !self.blocked_box.is_empty()),
            ("--jumps", self.jumps.is_some()),
        ];
        number.or(others.iter().find(|(_, is_given)| *is_given).map(|(name, _)| *name))
    }

    pub(crate) fn options(&self) -> BakeOptions {
        let mut options = BakeOptions::default();
        let numbers = [
            (&mut options.agent_radius, self.agent_radius),
            (&mut options.agent_height, self.agent_height),
            (&mut options.step, self.step),
            (&mut options.slope, self.slope),
            (&mut options.cell_size, self.cell_size),
            (&mut options.cell_height, self.cell_height),
        ];
        for (option, value) in numbers {
            *option = value.unwrap_or(*option);
        }
        options.max_cells = self.max_cells.unwrap_or(options.max_cells);
        for (degrees, cost) in &self.steeper {
            options = options.steeper(*degrees, format!("steeper than {degrees}"), *cost);
        }
        for (material, cost) in &self.material {
            options = options.area(material, *cost);
        }
        for ((name, cost), corners) in &self.area_box {
            options = options.area_volume(volume(*corners), name, *cost);
        }
        for corners in &self.blocked_box {
            options = options.blocked_volume(volume(*corners));
        }
        options.jumps = self.jumps.map(|[down, up, across]| JumpRule::new(down, up, across));
        self.blocked.iter().fold(options, |options, material| options.blocked(material))
    }
}
