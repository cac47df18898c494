//! The picture of a search at work.

use std::path::PathBuf;

use serde_json::json;
use tautline::draw::{Scene, Tint};
use tautline::grid::SeenTile;
use tautline::incremental::{Observer, SeenCell, SeenInterval};
use tautline::{DVec2, NavMesh, Path, Scratch};

use super::Question;
use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::picture::{self, Format};
use crate::query::Finder;
use crate::report::Report;

/// Where the picture goes.
#[derive(Debug)]
pub(super) struct Trace {
    file: PathBuf,
    format: Format,
}

/// What a search has shown.
#[derive(Debug)]
struct Diary<'a> {
    mesh: Option<&'a NavMesh>,
    opened: Vec<Vec<DVec2>>,
    closed: Vec<Vec<DVec2>>,
    opened_tiles: Vec<(u32, u32)>,
    closed_tiles: Vec<(u32, u32)>,
    turns: Vec<DVec2>,
}

impl Trace {
    /// The picture that the arguments ask for; a wrong name is refused before anything is done.
    pub(super) fn asked_for(arguments: &PathArgs) -> Result<Option<Self>, Failure> {
        let asked = arguments.trace.as_ref();
        asked.map(|file| Ok(Self { file: file.clone(), format: Format::of(file)? })).transpose()
    }

    /// Searches once more, watched, and draws what was seen, whether or not it comes to a path.
    pub(super) fn draw(&self, question: Question<'_>) -> Result<(), Failure> {
        let Question { input, finder, query } = question;
        let ground = finder.ground(query);
        let mut diary = Diary::of(ground.as_deref());
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let searched = match finder {
            Finder::Mesh(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut diary)
            }
            Finder::Grid(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut diary)
            }
        };
        let waypoints = searched.map_or(&[][..], |()| path.waypoints());
        let mut scene = Scene::new()
            .axis(input.axis())
            .shapes(&diary.opened, Tint::Open)
            .shapes(&diary.closed, Tint::Closed)
            .corners(&diary.turns)
            .way(waypoints)
            .start(query.start)
            .goal(query.goal);
        if let Some(mesh) = ground.as_deref() {
            scene = scene.mesh(mesh);
        }
        if let Finder::Grid(finder) = finder {
            scene = scene
                .grid(finder.grid())
                .tiles(&diary.opened_tiles, Tint::Open)
                .tiles(&diary.closed_tiles, Tint::Closed);
        }
        picture::write(&self.file, self.format, &scene)
    }

    /// Says where the picture is, and how to read it.
    pub(super) fn mention(&self, report: &mut Report) {
        report.say(self.message());
        report.put("trace", self.name());
    }

    /// Says it in a failure.
    pub(super) fn mention_in(&self, failure: Failure) -> Failure {
        let message = format!("; {}", self.message());
        failure.with_detail("trace", json!(self.name()), &message)
    }

    fn name(&self) -> String {
        self.file.to_string_lossy().into_owned()
    }

    fn message(&self) -> String {
        let file = self.name();
        format!(
            "the search is drawn in {file}: looked at blue-grey, left waiting yellow, turns dotted"
        )
    }
}

impl<'a> Diary<'a> {
    fn of(mesh: Option<&'a NavMesh>) -> Self {
        Self {
            mesh,
            opened: Vec::new(),
            closed: Vec::new(),
            opened_tiles: Vec::new(),
            closed_tiles: Vec::new(),
            turns: Vec::new(),
        }
    }

    fn corners(&self, seen: &SeenCell) -> Vec<DVec2> {
        self.mesh.map_or(Vec::new(), |mesh| mesh.corners(seen.cell.slot).collect())
    }
}

/// Of the exact search: the lines that waited, and fans from the root to those that it went through.
impl Observer<SeenInterval> for Diary<'_> {
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

/// Of the corridor search: whole cells.
impl Observer<SeenCell> for Diary<'_> {
    fn opened(&mut self, seen: SeenCell) {
        self.opened.push(self.corners(&seen));
    }

    fn closed(&mut self, seen: SeenCell) {
        self.closed.push(self.corners(&seen));
    }
}

impl Observer<SeenTile> for Diary<'_> {
    fn opened(&mut self, seen: SeenTile) {
        self.opened_tiles.push(seen.tile);
    }

    fn closed(&mut self, seen: SeenTile) {
        self.closed_tiles.push(seen.tile);
    }
}
