//! The pictures that a query asks for.

use std::path::PathBuf;

use serde_json::json;
use tautline::draw::Scene;
use tautline::{Corridor, DVec2, EdgeId, GoalPolicy, NavMesh, Path, PathError, Portal};

use super::Question;
use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::output;
use crate::picture::{self, Format};
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
    pub(super) fn draw(&self, question: Question<'_>, path: &Path) -> Result<(), Failure> {
        let ground = question.finder.ground(question.query);
        let corridor = ground.map(|mesh| corridor_of(&mesh, path));
        self.draw_ways(question, corridor.as_ref(), path.waypoints())
    }

    /// Draws a question without an answer, and the way to what comes nearest to one.
    pub(super) fn draw_failure(
        &self,
        error: &PathError,
        question: Question<'_>,
    ) -> Result<(), Failure> {
        let Question { finder, query, .. } = question;
        let waypoints = match *error {
            _ if self.files.is_empty() => return Ok(()),
            PathError::StartOutside { point }
            | PathError::GoalOutside { point }
            | PathError::OnClosedGround { point, .. } => {
                let nearest = finder.explain(error, query).nearest;
                [point].into_iter().chain(nearest).collect()
            }
            _ => {
                let nearest = query.goal_policy(GoalPolicy::NearestReachable);
                let path = finder.pathfinder().find_path(&nearest);
                path.map_or(Vec::new(), |path| path.waypoints().to_vec())
            }
        };
        self.draw_ways(question, None, &waypoints)
    }

    fn draw_ways(
        &self,
        question: Question<'_>,
        corridor: Option<&Corridor>,
        waypoints: &[DVec2],
    ) -> Result<(), Failure> {
        let Question { input, finder, query } = question;
        let mut scene = Scene::new().path(waypoints).start(query.start).goal(query.goal);
        scene = scene.axis(input.axis());
        if let Some(grid) = input.grid() {
            scene = scene.grid(grid);
        }
        let ground = finder.ground(query);
        if let Some(mesh) = ground.as_deref() {
            scene = scene.mesh(mesh);
            if let Some(corridor) = corridor {
                scene = scene.corridor(mesh, corridor);
            }
        }
        self.files.iter().try_for_each(|(file, format)| picture::write(file, *format, &scene))
    }

    /// Says where the pictures are.
    pub(super) fn mention(&self, report: &mut Report) {
        if self.files.is_empty() {
            return;
        }
        let files = self.names();
        report.say(format_args!("drawn in {}", files.join(" and ")));
        report.put("pictures", files);
    }

    /// Says it in a failure.
    pub(super) fn mention_in(&self, failure: Failure) -> Failure {
        if self.files.is_empty() {
            return failure;
        }
        let files = self.names();
        let message = format!("; drawn in {}", files.join(" and "));
        failure.with_detail("pictures", json!(files), &message)
    }

    fn names(&self) -> Vec<String> {
        self.files.iter().map(|(file, _)| file.to_string_lossy().into_owned()).collect()
    }
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
