//! The pictures that a query asks for.

use tautline::draw::Scene;
use tautline::mesh::EdgeId;
use tautline::search::{Corridor, Portal};
use tautline::{GoalPolicy, NavMesh, Path, PathError, PathQuery};

use super::Question;
use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::picture::Pictures;

/// The pictures that are asked for.
#[derive(Debug)]
pub(super) struct Sketch {
    pub(super) pictures: Pictures,
}

impl Sketch {
    /// As [`Pictures::asked_for`].
    pub(super) fn asked_for(arguments: &PathArgs) -> Result<Self, Failure> {
        Ok(Self { pictures: Pictures::asked_for(&arguments.pictures)? })
    }

    /// Draws an answer.
    pub(super) fn draw(&self, question: Question<'_>, path: &Path) -> Result<(), Failure> {
        let ground = question.finder.ground(question.query);
        let mut scene = ends_of(question.query).path(path);
        let corridor = ground.as_deref().map(|mesh| corridor_of(mesh, path));
        if let Some(mesh) = ground.as_deref() {
            let mut layers: Vec<u32> = path.by_floor(mesh).iter().map(|part| part.layer).collect();
            scene = scene.ends_on(layers.first().copied(), layers.last().copied());
            layers.sort_unstable();
            layers.dedup();
            scene = scene.layers(layers);
        }
        self.draw_scene(question, corridor.as_ref(), scene)
    }

    /// Draws a question without an answer, and the way to what comes nearest to one.
    pub(super) fn draw_failure(
        &self,
        error: &PathError,
        question: Question<'_>,
    ) -> Result<(), Failure> {
        let Question { finder, query, .. } = question;
        let waypoints = match *error {
            _ if !self.pictures.are_wanted() => return Ok(()),
            PathError::StartOutside { place }
            | PathError::GoalOutside { place }
            | PathError::OnClosedGround { place, .. } => {
                let nearest = finder.explain(error, query).nearest.map(|near| near.point);
                [place.point].into_iter().chain(nearest).collect()
            }
            _ => {
                let nearest = query.goal_policy(GoalPolicy::NearestReachable);
                let path = finder.pathfinder().find_path(&nearest);
                path.map_or(Vec::new(), |path| path.waypoints().to_vec())
            }
        };
        let scene = ends_of(query).way(&waypoints).ends_on(query.start_layer, query.goal_layer);
        self.draw_scene(question, None, scene)
    }

    fn draw_scene(
        &self,
        question: Question<'_>,
        corridor: Option<&Corridor>,
        scene: Scene<'_>,
    ) -> Result<(), Failure> {
        let Question { input, finder, query } = question;
        let mut scene = scene.axis(input.axis());
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
        self.pictures.draw(&scene)
    }
}

/// A scene of where a query begins and ends.
fn ends_of<'a>(query: &PathQuery) -> Scene<'a> {
    Scene::new().start(query.start).goal(query.goal)
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
