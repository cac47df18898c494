//! The options for baking levels in three dimensions.

use clap::Args;
use tautline::terrain::{BakeOptions, Up};

use super::choices::one_of;
use super::{area_cost, length, whole};

const UPS: [(Up, &str); 2] = [
    (Up::Y, "(x, y, z) becomes x, -z at the height y"),
    (Up::Z, "(x, y, z) is x, y at the height z"),
];

/// Options for baking a level.
#[derive(Debug, Clone, PartialEq, Args)]
#[command(next_help_heading = "Baking a level (.obj, .glb)")]
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
    /// Makes an area of a material, with the cost of a unit of length; may be repeated
    #[arg(long, value_name = "MATERIAL=C", value_parser = area_cost)]
    pub(crate) material: Vec<(String, f64)>,
    /// Closes the ground of a material; may be repeated
    #[arg(long, value_name = "MATERIAL")]
    pub(crate) blocked: Vec<String>,
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
            ("--material", !self.material.is_empty()),
            ("--blocked", !self.blocked.is_empty()),
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
        for (material, cost) in &self.material {
            options = options.area(material, *cost);
        }
        self.blocked.iter().fold(options, |options, material| options.blocked(material))
    }
}
