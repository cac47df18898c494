//! The pictures of a path.

use std::path::Path as File;

use tautline::draw::{Oblique, Scene};
use tautline::error::TooNarrow;
use tautline::mesh::EdgeId;
use tautline::path::CurvedPath;
use tautline::path::{Corridor, Portal};
use tautline::{GoalPolicy, NavMesh, Path, PathError, PathQuery};

use super::Subject;
use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::picture::Pictures;
use crate::report::Report;

/// The pictures of a path to draw.
#[derive(Debug)]
pub(super) struct PathPictures {
    pictures: Pictures,
    /// The direction from which a surface is seen.
    seen_from: Option<[f64; 3]>,
}

impl PathPictures {
    /// Reads the picture options, and checks the extensions of the files.
    pub(super) fn from_arguments(arguments: &PathArgs) -> Result<Self, Failure> {
        let pictures = Pictures::from_arguments(&arguments.pictures)?;
        Ok(Self { pictures, seen_from: arguments.seen_from })
    }

    /// Returns the output files.
    pub(super) fn files(&self) -> impl Iterator<Item = &File> {
        self.pictures.files()
    }

    /// Adds the names of the pictures to a report.
    pub(super) fn mention(&self, report: &mut Report) {
        self.pictures.mention(report);
    }

    /// Adds the names of the pictures to a failure.
    pub(super) fn mention_in(&self, failure: Failure) -> Failure {
        self.pictures.mention_in(failure)
    }

    /// Draws a path, and its corridor where all cells cost 1. A curve is drawn instead of the path on maps without floors.
    pub(super) fn draw(
        &self,
        subject: Subject<'_>,
        path: &Path,
        curve: Option<&CurvedPath>,
    ) -> Result<(), Failure> {
        if let Some(direction) = self.seen_from {
            let surface = subject.input.heights("--seen-from")?;
            let step = 0.002 * surface.mesh().bounds().size().length();
            let way = surface.along(path, step);
            let picture = Oblique::new(surface).seen_from(direction);
            return self.pictures.draw(&way.iter().fold(picture, Oblique::path));
        }
        let mesh = subject.finder.mesh_for_query(subject.query);
        let has_floors = mesh.as_deref().is_some_and(NavMesh::has_layers);
        let mut scene = match curve.filter(|_| !has_floors) {
            Some(curve) => ends_of(subject.query).curve(curve),
            None => ends_of(subject.query).path(path),
        };
        // Where costs differ, the tint of a corridor would hide the colours of the areas.
        let uniform = mesh.as_deref().filter(|mesh| mesh.is_uniform());
        let corridor = uniform.map(|mesh| corridor_of(mesh, path));
        if let Some(mesh) = mesh.as_deref() {
            let mut layers: Vec<u32> = path.by_floor(mesh).iter().map(|part| part.layer).collect();
            scene = scene.ends_on(layers.first().copied(), layers.last().copied());
            layers.sort_unstable();
            layers.dedup();
            scene = scene.layers(layers);
        }
        self.draw_scene(subject, corridor.as_ref(), scene)
    }

    /// Draws a query without a path, and the way to the nearest reachable point. The gap is the place that is too narrow,
    /// if one is known, else the rest of the way.
    pub(super) fn draw_failure(
        &self,
        error: &PathError,
        subject: Subject<'_>,
        too_narrow: Option<&TooNarrow>,
    ) -> Result<(), Failure> {
        let Subject { finder, query, .. } = subject;
        if self.pictures.is_empty() {
            return Ok(());
        }
        let nearest = finder.explain(error, query).nearest;
        let (off, path) = match *error {
            PathError::StartOutside { place }
            | PathError::GoalOutside { place }
            | PathError::OnClosedCell { place, .. } => (place, None),
            _ => {
                let nearest = query.goal_policy(GoalPolicy::NearestReachable);
                (query.goal_place(), finder.pathfinder().find_path(&nearest).ok())
            }
        };
        let scene = ends_of(query).ends_on(query.start_layer, query.goal_layer);
        let scene = path.iter().fold(scene, Scene::path);
        let scene = match (too_narrow, nearest) {
            (Some(place), _) => scene.gap(place.ends),
            (None, Some(nearest)) => scene.gap([off, nearest]),
            (None, None) => scene,
        };
        self.draw_scene(subject, None, scene)
    }

    fn draw_scene(
        &self,
        subject: Subject<'_>,
        corridor: Option<&Corridor>,
        scene: Scene<'_>,
    ) -> Result<(), Failure> {
        let Subject { input, finder, query } = subject;
        let mut scene = scene.axis(input.axis()).scale_bar().area_legend();
        if let Some(grid) = input.grid() {
            scene = scene.grid(grid);
        }
        let mesh = finder.mesh_for_query(query);
        if let Some(mesh) = mesh.as_deref() {
            scene = scene.mesh(mesh);
            if let Some(surface) = &input.surface {
                scene = scene.surface(surface);
            }
            if let Some(corridor) = corridor {
                scene = scene.corridor(mesh, corridor);
            }
        }
        self.pictures.draw(&scene)
    }
}

/// Returns a scene with the start and the goal of a query.
fn ends_of<'a>(query: &PathQuery) -> Scene<'a> {
    Scene::new().start(query.start).goal(query.goal)
}

/// Returns the corridor of a path: its cells and the portals between them.
fn corridor_of(mesh: &NavMesh, path: &Path) -> Corridor {
    let cells = path.cells().to_vec();
    let portals = cells.windows(2).filter_map(|pair| portal(mesh, pair[0].slot, pair[1].slot));
    let portals = portals.collect();
    Corridor { cells, portals, ..Corridor::default() }
}

/// Returns the first portal between two cells.
fn portal(mesh: &NavMesh, from: u32, to: u32) -> Option<Portal> {
    let mut range = mesh.edge_range(from);
    let index = range.find(|&index| mesh.edges()[index].neighbor_slot() == Some(to))?;
    let edge = EdgeId(index as u32);
    // Cells are counter-clockwise, so the origin of an edge is to the right of the way out.
    let [right, left] = mesh.edge_ends(edge);
    let vertex = |edge| mesh.edge(edge).vertex();
    let (right_vertex, left_vertex) = (vertex(edge), vertex(mesh.next_edge(edge)));
    Some(Portal { left, right, left_vertex, right_vertex, edge })
}
