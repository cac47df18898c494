//! The picture of a search.

use std::collections::BTreeMap;
use std::path::{Path as File, PathBuf};

use serde_json::json;
use tautline::draw::{Scene, Tint};
use tautline::grid::SeenTile;
use tautline::incremental::{Observer, SeenCell, SeenInterval};
use tautline::{DVec2, Grid, NavMesh, Path, Scratch, Search};

use super::Subject;
use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::picture::{self, Format};
use crate::query::Finder;
use crate::report::Report;

/// The most tiles of a side at which arrows to parents are drawn.
const MOST_TILES: u32 = 100;
/// Half the length of an arrow, in tile sides.
const ARROW: f64 = 0.3;

/// The picture of a search to draw.
#[derive(Debug)]
pub(super) struct Trace {
    file: PathBuf,
    format: Format,
}

/// A drawn picture of a search.
#[derive(Debug)]
pub(super) struct Traced<'a> {
    file: &'a File,
    events: Events,
}

/// The events of a search that was drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Events {
    Drawn,
    /// The answer needed no search.
    None,
    /// The search where costs differ reports none.
    Unreported,
}

/// The events of a search.
#[derive(Debug)]
struct Recording<'a> {
    mesh: Option<&'a NavMesh>,
    opened: Vec<Vec<DVec2>>,
    closed: Vec<Vec<DVec2>>,
    opened_tiles: Vec<(u32, u32)>,
    closed_tiles: Vec<(u32, u32)>,
    turns: Vec<DVec2>,
    parents: BTreeMap<(u32, u32), (u32, u32)>,
}

impl Trace {
    /// Reads the option `--trace`, and checks the extension of the file.
    pub(super) fn from_arguments(arguments: &PathArgs) -> Result<Option<Self>, Failure> {
        let file = arguments.trace.as_ref();
        file.map(|file| Ok(Self { file: file.clone(), format: Format::of(file)? })).transpose()
    }

    /// Repeats the search with an observer, and draws its events, with or without a path.
    pub(super) fn draw(&self, subject: Subject<'_>) -> Result<Traced<'_>, Failure> {
        let Subject { input, finder, query } = subject;
        let mesh = finder.mesh_for_query(query);
        let mut recording = Recording::of(mesh.as_deref());
        let mut scratch = Scratch::new();
        let mut path = Path::default();
        let searched = match finder {
            Finder::Mesh(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut recording)
            }
            Finder::Grid(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut recording)
            }
        };
        let arrows = match finder {
            Finder::Grid(finder) => recording.arrows(finder.grid()),
            Finder::Mesh(_) => Vec::new(),
        };
        let waypoints = searched.map_or(&[][..], |()| path.waypoints());
        let mut scene = Scene::new()
            .axis(input.axis())
            .scale_bar()
            .area_legend()
            .shapes(&recording.opened, Tint::Open)
            .shapes(&recording.closed, Tint::Closed)
            .corners(&recording.turns)
            .arrows(&arrows)
            .polyline(waypoints)
            .start(query.start)
            .goal(query.goal);
        if let Some(mesh) = mesh.as_deref() {
            scene = scene.mesh(mesh);
        }
        if let Finder::Grid(finder) = finder {
            scene = scene
                .grid(finder.grid())
                .tiles(&recording.opened_tiles, Tint::Open)
                .tiles(&recording.closed_tiles, Tint::Closed);
        }
        picture::write(&self.file, self.format, &scene)?;
        let is_weighted = mesh.as_deref().is_some_and(|mesh| !mesh.is_uniform());
        let events = if recording.has_events() {
            Events::Drawn
        } else if is_weighted && query.search == Search::Auto {
            Events::Unreported
        } else {
            Events::None
        };
        Ok(Traced { file: &self.file, events })
    }
}

impl Traced<'_> {
    /// Adds the name of the picture and its colors to a report.
    pub(super) fn mention(&self, report: &mut Report) {
        report.say(self.message());
        report.put("trace", self.name());
    }

    /// Adds the name of the picture and its colors to a failure.
    pub(super) fn mention_in(&self, failure: Failure) -> Failure {
        let message = format!("; {}", self.message());
        failure.with_detail("trace", json!(self.name()), &message)
    }

    fn name(&self) -> String {
        self.file.to_string_lossy().into_owned()
    }

    fn message(&self) -> String {
        let file = self.name();
        match self.events {
            Events::Drawn => format!(
                "search drawn to {file}: expanded nodes blue-grey, open nodes yellow, turning points as dots, parents of tiles as arrows"
            ),
            Events::None => format!("map drawn to {file}: no search was needed"),
            Events::Unreported => {
                format!("map drawn to {file}: the search where costs differ reports no nodes")
            }
        }
    }
}

impl<'a> Recording<'a> {
    fn of(mesh: Option<&'a NavMesh>) -> Self {
        Self {
            mesh,
            opened: Vec::new(),
            closed: Vec::new(),
            opened_tiles: Vec::new(),
            closed_tiles: Vec::new(),
            turns: Vec::new(),
            parents: BTreeMap::new(),
        }
    }

    fn has_events(&self) -> bool {
        !self.opened.is_empty()
            || !self.closed.is_empty()
            || !self.opened_tiles.is_empty()
            || !self.closed_tiles.is_empty()
    }

    /// Returns an arrow at every tile towards its parent; none where tiles are too small to show them.
    fn arrows(&self, grid: &Grid) -> Vec<[DVec2; 2]> {
        if grid.width().max(grid.height()) > MOST_TILES {
            return Vec::new();
        }
        let center = |(x, y): (u32, u32)| grid.corner(x, y).midpoint(grid.corner(x + 1, y + 1));
        let arrow = |(&tile, &parent): (&(u32, u32), &(u32, u32))| {
            let way = center(parent) - center(tile);
            let half = way.normalize_or_zero() * (ARROW * grid.cell_size());
            [center(tile) - half, center(tile) + half]
        };
        self.parents.iter().map(arrow).collect()
    }

    fn corners(&self, seen: &SeenCell) -> Vec<DVec2> {
        self.mesh.map_or(Vec::new(), |mesh| mesh.corners(seen.cell.slot).collect())
    }
}

/// Records the exact search: intervals in the queue as lines, expanded intervals as triangles from
/// their roots.
impl Observer<SeenInterval> for Recording<'_> {
    fn opened(&mut self, seen: SeenInterval) {
        self.opened.push(vec![seen.right, seen.left]);
    }

    fn closed(&mut self, seen: SeenInterval) {
        self.closed.push(vec![seen.root, seen.right, seen.left]);
        self.closed.push(vec![seen.right, seen.left]);
    }

    fn turned(&mut self, corner: DVec2, _: f64) {
        self.turns.push(corner);
    }
}

/// Records the corridor search: whole cells.
impl Observer<SeenCell> for Recording<'_> {
    fn opened(&mut self, seen: SeenCell) {
        self.opened.push(self.corners(&seen));
    }

    fn closed(&mut self, seen: SeenCell) {
        self.closed.push(self.corners(&seen));
    }
}

impl Observer<SeenTile> for Recording<'_> {
    fn opened(&mut self, seen: SeenTile) {
        self.opened_tiles.push(seen.tile);
        if let Some(parent) = seen.parent {
            self.parents.insert(seen.tile, parent);
        }
    }

    fn closed(&mut self, seen: SeenTile) {
        self.closed_tiles.push(seen.tile);
    }
}
