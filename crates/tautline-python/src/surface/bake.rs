//! Levels → surfaces.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::terrain::{
    BakeError, BakeOptions, BakeReport, BakeStage, Baked, JumpRule, TiledBake, Volume, bake_with,
};

use super::{Level, Report, Surface};
use crate::arguments::helper;
use crate::outlines::{Rings, outline};

/// The rules of a bake, as the Python part reads them.
#[derive(Debug, FromPyObject)]
struct Rules<'py> {
    steeper: Vec<(f64, f64, String)>,
    volumes: Vec<VolumeFields<'py>>,
    jumps: Option<JumpFields>,
}

/// The drop, the rise, the way, and the spacing and the cost if they are given.
type JumpFields = (f64, f64, f64, Option<f64>, Option<f64>);

/// The rings, the heights, the cost if agents may enter, and the name of a volume.
type VolumeFields<'py> = (Rings<'py>, f64, f64, Option<f64>, String);

#[pymethods]
impl Level {
    /// Bake the ground on which an agent can stand, as a ``Surface``.
    ///
    /// The voxels, regions and polygons are those of Recast. The defaults are those of RecastDemo, for an agent of 2 m and levels in
    /// metres.
    ///
    /// - ``radius``, ``height``: the room that the agent needs: 0.6 and 2.
    /// - ``step``: the highest step: 0.9. ``slope``: the steepest slope in degrees: 45.
    /// - ``cell_size``, ``cell_height``: the fineness: 0.3 and 0.2. Half or a third of the radius is usual.
    /// - ``areas``: a dict from names of materials to costs. ``blocked``: names of materials on which nobody walks.
    /// - ``steeper``: tuples ``(degrees, cost)`` or ``(degrees, cost, name)``: ground that costs more, by its slope.
    /// - ``volumes``: tuples ``(polygon, low, high)`` of space that is closed, or ``(polygon, low, high, cost)`` and
    ///   ``(polygon, low, high, cost, name)`` of areas. Of two rules in one place the later one counts, materials first and volumes last.
    /// - ``jumps``: a dict with ``down``, ``up`` and ``across``, and ``spacing`` and ``cost`` if needed: links where an agent can jump.
    /// - ``min_region``, ``merge_region``: sides of regions that are left out or merged, in cells: 8 and 20.
    /// - ``max_edge``, ``simplification``, ``polygon_corners``: the form of polygons: 12 map units, 1.3 cells, 6 corners.
    /// - ``detail_distance``, ``detail_error``: samples of the height: 6 cells, 1 cell height.
    /// - ``max_cells``: the most cells in the plan: 2^23.
    /// - ``tiles``: bakes in square tiles of so many cells, 16 to 2048, on all threads. Then ``max_cells`` counts for each tile, and the level
    ///   may be larger. Without it the level is baked at once.
    ///
    /// Other threads run meanwhile, and Ctrl-C ends it.
    ///
    /// Raises ``ValueError`` for options out of range, levels that are too large (with a cell size that fits), and levels without
    /// ground (with the reasons); ``TypeError`` for what is no shape.
    #[pyo3(signature = (*, radius=None, height=None, step=None, slope=None, cell_size=None, cell_height=None,
        areas=BTreeMap::new(), blocked=Vec::new(), steeper=None, volumes=None, jumps=None, min_region=None,
        merge_region=None, max_edge=None, simplification=None, polygon_corners=None, detail_distance=None,
        detail_error=None, max_cells=None, tiles=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn bake(
        &self,
        py: Python<'_>,
        radius: Option<f64>,
        height: Option<f64>,
        step: Option<f64>,
        slope: Option<f64>,
        cell_size: Option<f64>,
        cell_height: Option<f64>,
        areas: BTreeMap<String, f64>,
        blocked: Vec<String>,
        steeper: Option<&Bound<'_, PyAny>>,
        volumes: Option<&Bound<'_, PyAny>>,
        jumps: Option<&Bound<'_, PyAny>>,
        min_region: Option<u32>,
        merge_region: Option<u32>,
        max_edge: Option<f64>,
        simplification: Option<f64>,
        polygon_corners: Option<u32>,
        detail_distance: Option<f64>,
        detail_error: Option<f64>,
        max_cells: Option<u64>,
        tiles: Option<u32>,
    ) -> PyResult<Surface> {
        let rules: Rules<'_> =
            helper(py, "bake_rules")?.call1((steeper, volumes, jumps))?.extract()?;
        let mut options = BakeOptions::default();
        let first_volume = areas.len() + blocked.len() + rules.steeper.len();
        options = areas.into_iter().fold(options, |options, (name, cost)| options.area(name, cost));
        options = blocked.into_iter().fold(options, BakeOptions::blocked);
        options = rules.add_to(options);
        set(&mut options.agent_radius, radius);
        set(&mut options.agent_height, height);
        set(&mut options.step, step);
        set(&mut options.slope, slope);
        set(&mut options.cell_size, cell_size);
        set(&mut options.cell_height, cell_height);
        set(&mut options.min_region, min_region);
        set(&mut options.merge_region, merge_region);
        set(&mut options.max_edge, max_edge);
        set(&mut options.simplification, simplification);
        set(&mut options.polygon_corners, polygon_corners);
        set(&mut options.detail_distance, detail_distance);
        set(&mut options.detail_error, detail_error);
        set(&mut options.max_cells, max_cells);
        let baked = self.baked(py, &options, tiles, first_volume)?;
        Surface::of(py, baked.surface, counts(baked.report))
    }
}

impl Level {
    /// Bakes without the interpreter's lock, and looks at the keyboard between the stages or tiles.
    fn baked(
        &self,
        py: Python<'_>,
        options: &BakeOptions,
        tiles: Option<u32>,
        first_volume: usize,
    ) -> PyResult<Baked> {
        let mut interrupt = None;
        let mut observe = |_: BakeStage, _: f64| match Python::attach(|py| py.check_signals()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                interrupt = Some(error);
                ControlFlow::Break(())
            }
        };
        let baked = py.detach(|| match tiles {
            Some(size) => TiledBake::new_with(&self.level, options, size, &mut observe)?.baked(),
            None => bake_with(&self.level, options, &mut observe),
        });
        baked.map_err(|error| interrupt.unwrap_or_else(|| refused(&error, first_volume)))
    }
}

impl Rules<'_> {
    fn add_to(self, mut options: BakeOptions) -> BakeOptions {
        for (degrees, cost, name) in self.steeper {
            options = options.steeper(degrees, name, cost);
        }
        for (rings, low, high, cost, name) in self.volumes {
            let volume = Volume::new(outline(&rings), low, high);
            options = match cost {
                Some(cost) => options.area_volume(volume, name, cost),
                None => options.blocked_volume(volume),
            };
        }
        if let Some((down, up, across, spacing, cost)) = self.jumps {
            let mut rule = JumpRule::new(down, up, across);
            set(&mut rule.spacing, spacing);
            set(&mut rule.cost, cost);
            options = options.jumps(rule);
        }
        options
    }
}

fn set<T>(option: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *option = given;
    }
}

fn counts(report: BakeReport) -> Report {
    let BakeReport { walkable, too_steep, face_down, flat, blocked, field_cells, links, .. } =
        report;
    let counts = [
        ("walkable", walkable),
        ("too_steep", too_steep),
        ("face_down", face_down),
        ("flat", flat),
        ("blocked", blocked),
        ("field_cells", field_cells),
        ("jumps", links),
    ];
    counts.map(|(name, count)| (name.to_owned(), count)).into()
}

/// Returns the exception of a bake that failed, by the names of the keywords.
fn refused(error: &BakeError, first_volume: usize) -> PyErr {
    let message = match error {
        BakeError::Volume { rule } => error.to_string().replace(
            &format!("the volume of rule {rule}"),
            &format!("volumes[{}]", rule.saturating_sub(first_volume)),
        ),
        _ => error.to_string().replace("agent_", "").replace("the option size", "the option tiles"),
    };
    PyValueError::new_err(message)
}
