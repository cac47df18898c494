//! The picture of a search at work.

use std::path::PathBuf;

use tautline::draw::{Scene, Tint};
use tautline::{
    DVec2, NavMesh, Observer, Path, PathQuery, Scratch, SeenCell, SeenInterval, SeenTile,
};

use crate::arguments::PathArgs;
use crate::failure::Failure;
use crate::input::Input;
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

    /// Searches once more, watched, and draws what was seen.
    pub(super) fn draw(
        &self,
        input: &Input,
        finder: &Finder,
        query: &PathQuery,
    ) -> Result<(), Failure> {
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let mut diary = Diary::of(finder.mesh());
        let told = |error| Failure::no_path(&finder.explain(&error, query));
        let searched = match finder {
            Finder::Mesh(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut diary)
            }
            Finder::Grid(finder) => {
                finder.find_path_observed(query, &mut scratch, &mut path, &mut diary)
            }
        };
        searched.map_err(told)?;
        let mut scene = Scene::new()
            .axis(input.axis())
            .shapes(&diary.opened, Tint::Open)
            .shapes(&diary.closed, Tint::Closed)
            .corners(&diary.turns)
            .path(path.waypoints())
            .start(query.start)
            .goal(query.goal);
        let bounds = match (finder, input.grid()) {
            (Finder::Grid(_), Some(grid)) => {
                scene = scene
                    .grid(grid)
                    .tiles(&diary.opened_tiles, Tint::Open)
                    .tiles(&diary.closed_tiles, Tint::Closed);
                grid.bounds()
            }
            (Finder::Mesh(finder), _) => {
                scene = scene.mesh(finder.mesh());
                finder.mesh().bounds()
            }
            (Finder::Grid(finder), None) => finder.grid().bounds(),
        };
        let bounds = bounds.including(query.start).including(query.goal);
        picture::write(&self.file, self.format, &scene, bounds)
    }

    /// Says where the picture is, and how to read it.
    pub(super) fn mention(&self, report: &mut Report) {
        let file = self.file.to_string_lossy().into_owned();
        report.say(format_args!(
            "the search is drawn in {file}: looked at blue-grey, left waiting yellow, turns dotted"
        ));
        report.put("trace", file);
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
