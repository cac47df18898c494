//! Pictures of maps and paths, by the extension of the file that they go to.

use std::path::{Path, PathBuf};

use serde_json::json;
use tautline::draw::Scene;

use crate::arguments::query::PictureArgs;
use crate::failure::Failure;
use crate::output;
use crate::report::Report;

/// Pixels along the longer side of a PNG.
const LONGER_SIDE: f64 = 1600.0;

/// The formats of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format of a file to write, by its extension.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        match output::extension(file, &["svg", "png"])? {
            "svg" => Ok(Self::Svg),
            _ => Ok(Self::Png),
        }
    }
}

/// Which pictures of an answer are asked for, and where they go.
#[derive(Debug)]
pub(crate) struct Pictures {
    files: Vec<(PathBuf, Format)>,
}

impl Pictures {
    /// The pictures that the arguments ask for; wrong names are refused before anything is done.
    pub(crate) fn asked_for(arguments: &PictureArgs) -> Result<Self, Failure> {
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

    /// The files that they go to.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(file, _)| file.as_path())
    }

    /// True where any is asked for.
    pub(crate) fn are_wanted(&self) -> bool {
        !self.files.is_empty()
    }

    /// Draws a scene into each.
    pub(crate) fn draw(&self, scene: &Scene<'_>) -> Result<(), Failure> {
        self.files.iter().try_for_each(|(file, format)| write(file, *format, scene))
    }

    /// Says where the pictures are.
    pub(crate) fn mention(&self, report: &mut Report) {
        if self.are_wanted() {
            let files = self.names();
            report.say(format_args!("drawn in {}", files.join(" and ")));
            report.put("pictures", files);
        }
    }

    /// Says it in a failure.
    pub(crate) fn mention_in(&self, failure: Failure) -> Failure {
        if !self.are_wanted() {
            return failure;
        }
        let files = self.names();
        let message = format!("; drawn in {}", files.join(" and "));
        failure.with_detail("pictures", json!(files), &message)
    }

    fn names(&self) -> Vec<String> {
        self.files().map(|file| file.to_string_lossy().into_owned()).collect()
    }
}

/// Draws `scene` into a file.
pub(crate) fn write(file: &Path, format: Format, scene: &Scene) -> Result<(), Failure> {
    match format {
        Format::Svg => output::write(file, scene.to_svg().as_bytes()),
        Format::Png => {
            let png = scene.to_png(png_width(scene.aspect()));
            let bytes = png.map_err(|error| Failure::unwritable(file, error))?;
            output::write(file, &bytes)
        }
    }
}

/// The width at which the longer side of a page has [`LONGER_SIDE`] pixels.
fn png_width(aspect: f64) -> u32 {
    (LONGER_SIDE * aspect.min(1.0)).round().max(1.0) as u32
}
