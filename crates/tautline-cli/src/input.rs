//! Reads maps of any format, and builds their meshes.

mod bytes;
mod projection;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tautline::build::{FillRule, Merge, build_features, mend_cells, near_misses_of_features};
use tautline::draw::Axis;
use tautline::io::{
    Features, ImageRules, MapFormat, ReadError, RosMap, Unknown, read_geojson, read_image,
    read_map, read_mesh, read_rows, read_surface, read_tmx,
};
use tautline::mesh::{MeshDefects, RawMesh};
use tautline::{BuildOptions, Grid, NavMesh, Place, Surface, build_outlines, trace};

use crate::arguments::{MapArgs, ReadArgs};
use crate::failure::Failure;
use crate::output;
use crate::report::Report;
use bytes::Bytes;
use projection::PROJECTED_WELD;
pub(crate) use projection::Projection;

/// A map file and its content.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) file: PathBuf,
    /// The files that the map refers to: images, tilesets.
    referenced: Vec<PathBuf>,
    pub(crate) content: Content,
    /// The projection of a map in degrees.
    pub(crate) projection: Option<Projection>,
    /// The heights of a baked level.
    pub(crate) surface: Option<Surface>,
    /// Notes about the map, beside the repairs of its build.
    notes: Vec<String>,
}

/// The content of a map file.
#[derive(Debug)]
pub(crate) enum Content {
    /// Outlines from GeoJSON.
    Outlines(Box<Features>),
    /// A tile map.
    Tiles(Grid),
    /// The tile map of a robot; its y axis points up.
    RobotTiles(Grid),
    /// A mesh from a `.mesh` file, not validated yet.
    RawMesh(Box<RawMesh>),
    /// A valid mesh from a `.nav` file.
    Mesh(Arc<NavMesh>),
    /// The defects of the mesh in an undamaged `.nav` file.
    InvalidMesh(MeshDefects),
}

/// A mesh, and the repairs of its input.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) mesh: Arc<NavMesh>,
    pub(crate) repairs: Vec<String>,
}

impl Input {
    /// Reads a map file.
    pub(crate) fn read(MapArgs { file, reading, .. }: &MapArgs) -> Result<Self, Failure> {
        let mut projection = None;
        let mut bytes = Bytes::of(file)?;
        let Some(format) = MapFormat::of(file, bytes.beginning()?) else {
            if file.extension().is_some_and(|extension| extension == "scen") {
                let message = "a scenario is no map: use `tautline scen MAP SCEN`";
                return Err(Failure::unusable_file(file, message));
            }
            if is_level(file) {
                let message = "a level is baked first: use `tautline build LEVEL -o FILE.nav`";
                return Err(Failure::unusable_file(file, message));
            }
            let message = "unknown map format: expected a .geojson, .json, .map, .txt, .png, .pgm, .tmx, \
                           .yaml, .mesh or .nav file";
            return Err(Failure::unusable_file(file, message));
        };
        check_read_args(file, format, reading)?;
        let bytes = bytes.all()?;
        let (mut referenced, mut notes, mut surface) = (Vec::new(), Vec::new(), None);
        let content = match format {
            MapFormat::Nav => match read_surface(&bytes) {
                Ok((mesh, heights)) => {
                    surface = heights;
                    Content::Mesh(mesh)
                }
                Err(ReadError::Mesh(defects)) => Content::InvalidMesh(defects),
                Err(error) => return Err(Failure::unreadable(file, "", &error)),
            },
            MapFormat::GeoJson => {
                let mut features = parsed(file, bytes, read_geojson)?;
                projection = projection_of(file, &mut features, reading)?;
                Content::Outlines(Box::new(features))
            }
            MapFormat::Map => Content::Tiles(parsed(file, bytes, read_map)?),
            MapFormat::Rows => Content::Tiles(parsed(file, bytes, read_rows)?),
            MapFormat::Image => Content::Tiles(
                read_image(&bytes, &ImageRules::default())
                    .map_err(|error| Failure::unreadable(file, "", &error))?,
            ),
            MapFormat::Tiled => Content::Tiles(parsed(file, bytes, |text| {
                let mut tileset = |name: &str| {
                    let tileset = beside(file, name);
                    referenced.push(tileset.clone());
                    let text = read_bytes(&tileset).and_then(|bytes| text_of(&tileset, bytes));
                    text.map_err(|failure| failure.message().to_owned())
                };
                read_tmx(text, reading.layer.as_deref(), &mut tileset)
            })?),
            MapFormat::Ros => {
                let map = parsed(file, bytes, RosMap::read)?;
                referenced.push(beside(file, &map.image));
                let image = &referenced[0];
                let grid = read_robot_tiles(&map, image, reading.unknown, &mut notes)?;
                if !grid.is_placed() {
                    return Err(Failure::unusable_file(file, UNPLACED));
                }
                Content::RobotTiles(grid)
            }
            MapFormat::Mesh => Content::RawMesh(Box::new(parsed(file, bytes, read_mesh)?)),
        };
        Ok(Self { file: file.clone(), referenced, content, projection, surface, notes })
    }

    /// Returns the heights of the map, or the error of an option that needs them.
    pub(crate) fn heights(&self, option: &str) -> Result<&Surface, Failure> {
        self.surface.as_ref().ok_or_else(|| {
            let file = self.file.display();
            let message = format!("{option} needs a map with heights, and {file} has none");
            Failure::unusable_arguments(message)
        })
    }

    /// Returns an error if an output would replace an input or another output.
    pub(crate) fn check_outputs<'f>(
        &self,
        outputs: impl IntoIterator<Item = &'f Path>,
    ) -> Result<(), Failure> {
        let inputs: Vec<&Path> =
            self.referenced.iter().chain([&self.file]).map(PathBuf::as_path).collect();
        output::check_apart(&inputs, &outputs.into_iter().collect::<Vec<_>>())
    }

    /// Returns a place of the command line in map units.
    pub(crate) fn place(&self, place: Place) -> Result<Place, Failure> {
        let Some(projection) = &self.projection else { return Ok(place) };
        Ok(Place { point: projection.argument(place.point)?, ..place })
    }

    /// Adds the points of an answer in degrees, if the map is in degrees.
    pub(crate) fn in_degrees(&self, answer: Result<Report, Failure>) -> Result<Report, Failure> {
        let Some(projection) = &self.projection else { return answer };
        let mut report = answer.map_err(|failure| projection.describe_failure(failure))?;
        projection.describe(&mut report);
        Ok(report)
    }

    /// Names the content in messages.
    pub(crate) fn content_name(&self) -> &'static str {
        match self.content {
            Content::Outlines(_) => "outlines",
            Content::Tiles(_) | Content::RobotTiles(_) => "a tile map",
            Content::RawMesh(_) | Content::Mesh(_) | Content::InvalidMesh(_) => "a mesh",
        }
    }

    /// Returns the tile map; `None` for outlines and meshes.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        match &self.content {
            Content::Tiles(grid) | Content::RobotTiles(grid) => Some(grid),
            _ => None,
        }
    }

    /// Returns the direction of the y axis in pictures.
    pub(crate) fn axis(&self) -> Axis {
        match self.content {
            Content::Tiles(_) => Axis::YDown,
            _ => Axis::YUp,
        }
    }

    /// Returns the mesh of the map; outlines and tiles are built first.
    pub(crate) fn build(&self, options: &BuildOptions) -> Result<Built, Failure> {
        self.check_build_options(options)?;
        let mut repairs = Vec::new();
        let mesh = match &self.content {
            Content::Outlines(features) => {
                let built = build_features(features, &self.welded(options));
                let (mesh, repairs) = built.map_err(|error| {
                    Failure::unusable_file(&self.file, with_arguments(error.to_string()))
                })?;
                return Ok(Built { mesh: Arc::new(mesh), repairs });
            }
            Content::Tiles(grid) | Content::RobotTiles(grid) => {
                return self.build_tiles(grid, options);
            }
            Content::RawMesh(raw) => mend_cells(raw).map(|(mesh, mended)| {
                repairs.extend(mended.iter().map(|defect| format!("{defect}; the cell was split")));
                Arc::new(mesh)
            }),
            Content::Mesh(mesh) => Ok(mesh.clone()),
            Content::InvalidMesh(defects) => Err(defects.clone()),
        };
        match mesh {
            Ok(mesh) => Ok(Built { mesh, repairs }),
            Err(defects) => Err(Failure::unusable_file(
                &self.file,
                format_args!("the mesh is invalid: {defects}"),
            )),
        }
    }

    /// Describes the gaps between outlines that look unintended.
    pub(crate) fn near_misses(&self, options: &BuildOptions) -> Vec<String> {
        match &self.content {
            Content::Outlines(features) => {
                let misses = near_misses_of_features(features, &self.welded(options));
                misses.into_iter().map(with_arguments).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the options with the weld distance for projected maps, unless they have another one.
    fn welded(&self, options: &BuildOptions) -> BuildOptions {
        let default = self.projection.as_ref().map(|_| PROJECTED_WELD);
        let mut options = *options;
        options.weld = options.weld.or(default);
        options
    }

    /// Returns an error if a build option is given for a map that is a mesh already.
    pub(crate) fn check_build_options(&self, options: &BuildOptions) -> Result<(), Failure> {
        let option = match &self.content {
            Content::Outlines(_) | Content::Tiles(_) | Content::RobotTiles(_) => None,
            _ if options.agent_radius != 0.0 => Some("--radius"),
            _ if options.merge == Merge::None => Some("--no-merge"),
            _ if options.weld.is_some() => Some("--weld"),
            _ if options.max_intersections.is_some() => Some("--max-intersections"),
            _ => None,
        };
        let file = self.file.display();
        if options.fill != FillRule::default() && !matches!(self.content, Content::Outlines(_)) {
            let content = self.content_name();
            let message = format!("--fill applies to outlines, and {file} contains {content}");
            return Err(Failure::unusable_arguments(message));
        }
        option.map_or(Ok(()), |option| {
            let message = format!("{option} is a build option, and {file} contains a built mesh");
            Err(Failure::unusable_arguments(message))
        })
    }

    fn build_tiles(&self, grid: &Grid, options: &BuildOptions) -> Result<Built, Failure> {
        if grid.free_count() == 0 {
            return Err(Failure::unusable_file(
                &self.file,
                "the walkable area is empty: no tile is free",
            ));
        }
        let result = build_outlines(&trace(grid), options);
        let (mesh, report) = result.map_err(|error| Failure::unusable_file(&self.file, error))?;
        // Places among traced outlines tell nothing to the owner of tiles.
        let notes = report.notes().into_iter().filter(|note| note.place.is_none());
        let notes = notes.map(|note| note.text);
        let repairs = self.notes.iter().cloned().chain(notes).collect();
        Ok(Built { mesh: Arc::new(mesh), repairs })
    }
}

/// Replaces the library's options in a sentence by the program's.
fn with_arguments(text: String) -> String {
    let text = text.replacen("a weld distance of", "--weld", 1);
    text.replacen("limit max_intersections", "limit with --max-intersections", 1)
}

/// Reads the bytes of a file.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    Bytes::of(file)?.all()
}

/// Parses a text file.
pub(crate) fn parsed<T>(
    file: &Path,
    bytes: Vec<u8>,
    read: impl FnOnce(&str) -> Result<T, ReadError>,
) -> Result<T, Failure> {
    let text = text_of(file, bytes)?;
    read(&text).map_err(|error| Failure::unreadable(file, &text, &error))
}

/// Decodes the bytes of a file as UTF-8.
pub(crate) fn text_of(file: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Failure::unusable_line(file, line, "the text is not valid UTF-8")
    })
}

/// True for the name of a level in three dimensions.
pub(crate) fn is_level(file: &Path) -> bool {
    let extension = file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    matches!(extension.as_deref(), Some("obj" | "glb" | "bin" | "tif" | "tiff"))
}

/// Returns an error if an option is given that applies to another format.
fn check_read_args(file: &Path, format: MapFormat, reading: &ReadArgs) -> Result<(), Failure> {
    let (option, applies_to) = match format {
        _ if reading.project && !matches!(format, MapFormat::GeoJson) => {
            ("--project", ".geojson maps")
        }
        _ if reading.planar && !matches!(format, MapFormat::GeoJson) => {
            ("--planar", ".geojson maps")
        }
        _ if reading.layer.is_some() && !matches!(format, MapFormat::Tiled) => {
            ("--layer", ".tmx maps")
        }
        _ if reading.unknown != Unknown::Blocked && !matches!(format, MapFormat::Ros) => {
            ("--unknown", ".yaml maps")
        }
        _ => return Ok(()),
    };
    let file = file.display();
    Err(Failure::unusable_arguments(format!(
        "{option} applies to {applies_to}, and {file} is another kind of map"
    )))
}

/// Projects a map in degrees if asked, and refuses one that would be read as planar by mistake.
fn projection_of(
    file: &Path,
    features: &mut Features,
    reading: &ReadArgs,
) -> Result<Option<Projection>, Failure> {
    if !reading.project {
        if features.looks_geographic() && !reading.planar {
            return Err(Failure::unusable_file(file, GEOGRAPHIC));
        }
        return Ok(None);
    }
    Projection::of(features, file).map(Some)
}

/// The message for a map that seems to be in degrees.
const GEOGRAPHIC: &str = "the coordinates look like longitude and latitude in degrees, and lengths in degrees \
                          mean nothing: add --project for metres, or --planar if they are planar";

/// The message for a robot's map whose tiles have no distinct coordinates.
const UNPLACED: &str = "the resolution is too large, or too small compared with the origin, to give \
                        each pixel distinct coordinates";

/// Reads the tiles of a robot's map from its image, and notes unknown ones that are free.
fn read_robot_tiles(
    map: &RosMap,
    image: &Path,
    unknown: Unknown,
    notes: &mut Vec<String>,
) -> Result<Grid, Failure> {
    let bytes = read_bytes(image)?;
    let read =
        map.unknown_as_free(&bytes).and_then(|count| Ok((count, map.grid(&bytes, unknown)?)));
    let (count, grid) = read.map_err(|error| Failure::unreadable(image, "", &error))?;
    notes.extend(map.note_of_unknown(count));
    Ok(grid)
}

/// Resolves a file name relative to the file that contains it.
fn beside(file: &Path, name: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(name)
}
