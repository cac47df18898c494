//! Pictures of maps and answers, in the format of the output file's extension.

use std::path::{Path, PathBuf};

use serde_json::json;
use tautline::draw::{DrawError, Oblique, Scene};

use crate::arguments::query::PictureArgs;
use crate::failure::Failure;
use crate::output;
use crate::report::Report;

/// The pixels along the longer side of a PNG.
const LONGER_SIDE: f64 = 1600.0;

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    /// Returns the format of an output file, by its extension.
    pub(crate) fn of(file: &Path) -> Result<Self, Failure> {
        match output::extension(file, &["svg", "png"])? {
            "svg" => Ok(Self::Svg),
            _ => Ok(Self::Png),
        }
    }
}

/// A picture in both formats.
pub(crate) trait Picture {
    fn to_svg(&self) -> String;
    fn to_png(&self, width: u32) -> Result<Vec<u8>, DrawError>;
    fn aspect(&self) -> f64;
}

macro_rules! pictures {
    ($($kind:ident),*) => {$(
        impl Picture for $kind<'_> {
            fn to_svg(&self) -> String {
                $kind::to_svg(self)
            }

            fn to_png(&self, width: u32) -> Result<Vec<u8>, DrawError> {
                $kind::to_png(self, width)
            }

            fn aspect(&self) -> f64 {
                $kind::aspect(self)
            }
        }
    )*};
}

pictures!(Oblique, Scene);

/// The pictures of an answer to draw.
#[derive(Debug)]
pub(crate) struct Pictures {
    files: Vec<(PathBuf, Format)>,
}

impl Pictures {
    /// Reads the picture options, and checks the extensions of the files.
    pub(crate) fn from_arguments(arguments: &PictureArgs) -> Result<Self, Failure> {
        let picture = |file: &Option<PathBuf>, extension: &str, format: Format| {
            let checked = file.as_deref().map(|file| {
                output::extension(file, &[extension]).map(|_| (file.to_path_buf(), format))
            });
            checked.transpose()
        };
        let svg = picture(&arguments.svg, "svg", Format::Svg)?;
        let png = picture(&arguments.png, "png", Format::Png)?;
        Ok(Self { files: svg.into_iter().chain(png).collect() })
    }

    /// Returns the output files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(file, _)| file.as_path())
    }

    /// True without any picture.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Draws a picture to each file.
    pub(crate) fn draw(&self, scene: &impl Picture) -> Result<(), Failure> {
        self.files.iter().try_for_each(|(file, format)| write(file, *format, scene))
    }

    /// Adds the names of the pictures to a report.
    pub(crate) fn mention(&self, report: &mut Report) {
        if !self.is_empty() {
            let files = self.names();
            report.say(format_args!("drawn to {}", files.join(" and ")));
            report.put("pictures", files);
        }
    }

    /// Adds the names of the pictures to a failure.
    pub(crate) fn mention_in(&self, failure: Failure) -> Failure {
        if self.is_empty() {
            return failure;
        }
        let files = self.names();
        let message = format!("; drawn to {}", files.join(" and "));
        failure.with_detail("pictures", json!(files), &message)
    }

    fn names(&self) -> Vec<String> {
        self.files().map(|file| file.to_string_lossy().into_owned()).collect()
    }
}

/// Draws a picture to a file.
pub(crate) fn write(file: &Path, format: Format, scene: &impl Picture) -> Result<(), Failure> {
    match format {
        Format::Svg => output::write(file, scene.to_svg().as_bytes()),
        Format::Png => {
            let png = scene.to_png(png_width(scene.aspect()));
            let bytes = png.map_err(|error| Failure::unwritable(file, error))?;
            output::write(file, &bytes)
        }
    }
}

/// Returns the width at which the longer side has [`LONGER_SIDE`] pixels.
fn png_width(aspect: f64) -> u32 {
    (LONGER_SIDE * aspect.min(1.0)).round().max(1.0) as u32
}
