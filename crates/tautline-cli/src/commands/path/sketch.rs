//! The pictures that a query asks for.

use std::path::{Path as FilePath, PathBuf};

use tautline::draw::Scene;
use tautline::{Corridor, DVec2, EdgeId, GoalPolicy, NavMesh, Path, PathError, PathQuery, Portal};

use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use crate::picture::{self, Format};
use crate::query::Finder;
use crate::report::Report;

/// Which pictures are asked for, and where they go.
#[derive(Debug)]
pub(super) struct Sketch {
    files: Vec<(PathBuf, Format)>,
}

impl Sketch {
    /// The pictures that the arguments ask for; wrong names are refused before anything is done.
    pub(super) fn asked_for(arguments: &PathArgs) -> Result<Self, Failure> {
        let asked = |file: &Option<PathBuf>, extension: &str, format: Format| {
            let checked = file.as_deref().map(|file| {
                output::extension(file, &[extension]).map(|_| (file.to_path_buf(), format))
            });
            checked.transpose()
        };
        let svg = asked(&arguments.svg, "svg", Format::Svg)?;
        let png = asked(&arguments.png, "png", Format::Png)?;
        Ok(Self { files: svg.into_iter().chain(png).collect() })
    }

    /// Draws an answer.
    pub(super) fn draw(
        &self,
        input: &Input,
        finder: &Finder,
        query: &PathQuery,
        path: &Path,
    ) -> Result<(), Failure> {
        let corridor = finder.ground(query).map(|mesh| corridor_of(&mesh, path));
        self.draw_ways(input, finder, query, corridor.as_ref(), path.waypoints())
    }

    /// Draws a question without an answer, and the way to what comes nearest to one; gives the
    /// files, or `None` where there is nothing to draw.
    pub(super) fn draw_failure(
        &self,
        error: &PathError,
        input: &Input,
        finder: &Finder,
        query: &PathQuery,
    ) -> Result<Option<Vec<String>>, Failure> {
        let waypoints = match *error {
            _ if self.files.is_empty() => return Ok(None),
            PathError::StartOutside { point }
            | PathError::GoalOutside { point }
            | PathError::OnClosedGround { point, .. } => {
                let nearest = finder.explain(error, query).nearest;
                [point].into_iter().chain(nearest).collect()
            }
            PathError::Unreachable { .. } | PathError::ClosedOff { .. } => {
                let nearest = query.goal_policy(GoalPolicy::NearestReachable);
                let path = finder.pathfinder().find_path(&nearest);
                path.map_or(Vec::new(), |path| path.waypoints().to_vec())
            }
            _ => return Ok(None),
        };
        self.draw_ways(input, finder, query, None, &waypoints)?;
        Ok(Some(self.files.iter().map(|(file, _)| named(file)).collect()))
    }

    fn draw_ways(
        &self,
        input: &Input,
        finder: &Finder,
        query: &PathQuery,
        corridor: Option<&Corridor>,
        waypoints: &[DVec2],
    ) -> Result<(), Failure> {
        let mut scene = Scene::new().path(waypoints).start(query.start).goal(query.goal);
        let mut bounds = None;
        if let Some(grid) = input.grid() {
            scene = scene.axis(input.axis()).grid(grid);
            bounds = Some(grid.bounds());
        }
        let ground = finder.ground(query);
        if let Some(mesh) = ground.as_deref() {
            scene = scene.mesh(mesh);
            bounds = bounds.or(Some(mesh.bounds()));
            if let Some(corridor) = corridor {
                scene = scene.corridor(mesh, corridor);
            }
        }
        let Some(bounds) = bounds else { return Ok(()) };
        let bounds = bounds.including(query.start).including(query.goal);
        self.files
            .iter()
            .try_for_each(|(file, format)| picture::write(file, *format, &scene, bounds))
    }

    /// Says where the pictures are.
    pub(super) fn mention(&self, report: &mut Report) {
        if self.files.is_empty() {
            return;
        }
        let files: Vec<String> = self.files.iter().map(|(file, _)| named(file)).collect();
        report.say(format_args!("drawn in {}", files.join(" and ")));
        report.put("pictures", files);
    }
}

fn named(file: &FilePath) -> String {
    file.to_string_lossy().into_owned()
}

/// The cells that a path walks and the portals between them, whatever search found it.
fn corridor_of(mesh: &NavMesh, path: &Path) -> Corridor {
    let cells = path.cells().to_vec();
    let portals = cells.windows(2).filter_map(|pair| portal(mesh, pair[0].slot, pair[1].slot));
    let portals = portals.collect();
    Corridor { cells, portals, ..Corridor::default() }
}

/// The first edge between two cells.
fn portal(mesh: &NavMesh, from: u32, to: u32) -> Option<Portal> {
    let mut range = mesh.edge_range(from);
    let index = range.find(|&index| mesh.edges()[index].neighbor_slot() == Some(to))?;
    let edge = EdgeId(index as u32);
    // Cells run counter-clockwise, so whoever leaves by an edge has its origin on the right hand.
    let [right, left] = mesh.edge_ends(edge);
    let vertex = |edge| mesh.edge(edge).vertex();
    let (right_vertex, left_vertex) = (vertex(edge), vertex(mesh.next_edge(edge)));
    Some(Portal { left, right, left_vertex, right_vertex, edge })
}
