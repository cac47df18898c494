//! From a file's name to what is in it, and to a mesh.

mod bytes;
mod places;
mod repaired;
mod outlines;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tautline::build::{FillRule, Merge, mend_cells};
use tautline::draw::Axis;
use tautline::io::{
    Features, ImageRules, ReadError, RosMap, Unknown, read_geojson, read_image, read_map,
    read_mesh, read_nav, read_rows, read_tmx,
};
use tautline::mesh::{MeshDefects, RawMesh};
use tautline::{BuildOptions, Grid, NavMesh, build_outlines, trace};

use crate::arguments::TileArgs;
use crate::failure::Failure;
use crate::output;
use bytes::Bytes;
use repaired::roundings;

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Input {
    pub(crate) file: PathBuf,
    /// The files that it names and that were looked for too: images, tilesets.
    beside: Vec<PathBuf>,
    pub(crate) content: Content,
}

/// What a file holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// Outlines, from GeoJSON.
    Outlines(Box<Features>),
    /// A tile map.
    Tiles(Grid),
    /// A robot's map, whose y points up.
    RobotTiles(Grid),
    /// A mesh as text, not validated yet.
    RawMesh(Box<RawMesh>),
    /// A mesh, validated as it was read.
    Mesh(Arc<NavMesh>),
    /// An undamaged `.nav` file whose mesh is not valid.
    InvalidMesh(MeshDefects),
}

/// A mesh, and what had to be repaired on the way to it.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) mesh: Arc<NavMesh>,
    pub(crate) repairs: Vec<String>,
}

/// The formats of maps.
#[derive(Debug, Clone, Copy)]
enum Kind {
    GeoJson,
    Map,
    Rows,
    Image,
    Tiled,
    Ros,
    Mesh,
    Nav,
}

/// What some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl Kind {
    /// The kind that the file's name says, else the one that its first bytes say.
    fn of(file: &Path, bytes: &[u8]) -> Option<Self> {
        let extension =
            file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("geojson" | "json") => return Some(Self::GeoJson),
            Some("map") => return Some(Self::Map),
            Some("png" | "pgm") => return Some(Self::Image),
            Some("tmx") => return Some(Self::Tiled),
            Some("yaml" | "yml") => return Some(Self::Ros),
            Some("mesh") => return Some(Self::Mesh),
            Some("nav") => return Some(Self::Nav),
            _ => {}
        }
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        match text.trim_ascii_start() {
            [0x89, b'N', b'A', b'V', ..] => Some(Self::Nav),
            [0x89, b'P', b'N', b'G', ..] | [b'P', b'2' | b'5', ..] => Some(Self::Image),
            [b'<', ..] => Some(Self::Tiled),
            [b'{', ..] => Some(Self::GeoJson),
            text if text.starts_with(b"mesh") => Some(Self::Mesh),
            text if text.starts_with(b"type") => Some(Self::Map),
            text if begins_with_tiles(text) => Some(Self::Rows),
            _ => None,
        }
    }
}

/// True where the first line is a row of tiles.
fn begins_with_tiles(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    !first.is_empty() && first.iter().all(|byte| b".GS#@OTW".contains(byte))
}

impl Input {
    /// Reads a map of any format.
    pub(crate) fn read(file: &Path, tiles: &TileArgs) -> Result<Self, Failure> {
        let mut bytes = Bytes::of(file)?;
        let Some(kind) = Kind::of(file, bytes.beginning()?) else {
            let message = "neither its name nor its content is that of a map: of a .geojson, .json, .map, \
                           .png, .pgm, .tmx, .yaml, .mesh or .nav file, or of rows of `.` and `#`";
            return Err(Failure::unusable_file(file, message));
        };
        check_tile_args(file, kind, tiles)?;
        let bytes = bytes.all()?;
        let mut others = Vec::new();
        let content = match kind {
            Kind::Nav => match read_nav(&bytes) {
                Ok(mesh) => Content::Mesh(Arc::new(mesh)),
                Err(ReadError::Mesh(defects)) => Content::InvalidMesh(defects),
                Err(error) => return Err(Failure::unreadable(file, "", &error)),
            },
            Kind::GeoJson => Content::Outlines(Box::new(parsed(file, bytes, read_geojson)?)),
            Kind::Map => Content::Tiles(parsed(file, bytes, read_map)?),
            Kind::Rows => Content::Tiles(parsed(file, bytes, read_rows)?),
            Kind::Image => Content::Tiles(
                read_image(&bytes, &ImageRules::default())
                    .map_err(|error| Failure::unreadable(file, "", &error))?,
            ),
            Kind::Tiled => Content::Tiles(parsed(file, bytes, |text| {
                let mut tileset = |name: &str| {
                    others.push(beside(file, name));
                    let tileset = others.last()?;
                    text_of(tileset, read_bytes(tileset).ok()?).ok()
                };
                read_tmx(text, tiles.layer.as_deref(), &mut tileset)
            })?),
            Kind::Ros => {
                let map = parsed(file, bytes, RosMap::read)?;
                others.push(beside(file, &map.image));
                let grid = read_robot_tiles(&map, &others[0], tiles.unknown)?;
                if !grid.is_placed() {
                    return Err(Failure::unusable_file(file, UNPLACED));
                }
                Content::RobotTiles(grid)
            }
            Kind::Mesh => Content::RawMesh(Box::new(parsed(file, bytes, read_mesh)?)),
        };
        Ok(Self { file: file.to_path_buf(), beside: others, content })
    }

    /// Refuses outputs that would replace what was read here, or one another.
    pub(crate) fn check_outputs<'f>(
        &self,
        outputs: impl IntoIterator<Item = &'f Path>,
    ) -> Result<(), Failure> {
        let inputs: Vec<&Path> =
            self.beside.iter().chain([&self.file]).map(PathBuf::as_path).collect();
        output::check_apart(&inputs, &outputs.into_iter().collect::<Vec<_>>())
    }

    /// What the file is, for people.
    pub(crate) fn kind(&self) -> &'static str {
        match self.content {
            Content::Outlines(_) => "outlines",
            Content::Tiles(_) | Content::RobotTiles(_) => "a tile map",
            Content::RawMesh(_) | Content::Mesh(_) | Content::InvalidMesh(_) => "a mesh",
        }
    }

    /// The tile map, if it is one.
    pub(crate) fn grid(&self) -> Option<&Grid> {
        match &self.content {
            Content::Tiles(grid) | Content::RobotTiles(grid) => Some(grid),
            _ => None,
        }
    }

    /// Which way y points where it is drawn.
    pub(crate) fn axis(&self) -> Axis {
        match self.content {
            Content::Tiles(_) => Axis::YDown,
            _ => Axis::YUp,
        }
    }

    /// The mesh of what the file holds.
    pub(crate) fn build(&self, options: &BuildOptions) -> Result<Built, Failure> {
        self.check_build_options(options)?;
        let mut repairs = Vec::new();
        let mesh = match &self.content {
            Content::Outlines(features) => {
                let built = outlines::build(features, options);
                return built.map_err(|message| Failure::unusable_file(&self.file, message));
            }
            Content::Tiles(grid) | Content::RobotTiles(grid) => {
                return self.build_tiles(grid, options);
            }
            Content::RawMesh(raw) => mend_cells(raw).map(|(mesh, mended)| {
                repairs.extend(mended.iter().map(|defect| format!("{defect}; cut")));
                Arc::new(mesh)
            }),
            Content::Mesh(mesh) => Ok(mesh.clone()),
            Content::InvalidMesh(defects) => Err(defects.clone()),
        };
        match mesh {
            Ok(mesh) => Ok(Built { mesh, repairs }),
            Err(defects) => Err(Failure::unusable_file(
                &self.file,
                format_args!("holds no valid mesh: {defects}"),
            )),
        }
    }

    /// Refuses what is an option of building where a mesh is built already.
    fn check_build_options(&self, options: &BuildOptions) -> Result<(), Failure> {
        let option = match &self.content {
            Content::Outlines(_) | Content::Tiles(_) | Content::RobotTiles(_) => None,
            _ if options.agent_radius != 0.0 => Some("--radius"),
            _ if options.merge == Merge::None => Some("--no-merge"),
            _ => None,
        };
        let file = self.file.display();
        if options.fill != FillRule::default() && !matches!(self.content, Content::Outlines(_)) {
            let kind = self.kind();
            let message =
                format!("--fill says what rings of outlines cover, and {file} holds {kind}");
            return Err(Failure::unusable_arguments(message));
        }
        let refused =
            |option| format!("{option} belongs to building, and {file} holds a mesh that is built");
        option.map_or(Ok(()), |option| Err(Failure::unusable_arguments(refused(option))))
    }

    fn build_tiles(&self, grid: &Grid, options: &BuildOptions) -> Result<Built, Failure> {
        if grid.free_count() == 0 {
            return Err(Failure::unusable_file(&self.file, "no walkable ground: no tile is free"));
        }
        let result = build_outlines(&trace(grid), options);
        let (mesh, report) = result.map_err(|error| Failure::unusable_file(&self.file, error))?;
        Ok(Built { mesh: Arc::new(mesh), repairs: roundings(&report).collect() })
    }
}

/// The bytes of a file.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    Bytes::of(file)?.all()
}

/// What a text file holds, by the reader of its format.
pub(crate) fn parsed<T>(
    file: &Path,
    bytes: Vec<u8>,
    read: impl FnOnce(&str) -> Result<T, ReadError>,
) -> Result<T, Failure> {
    let text = text_of(file, bytes)?;
    read(&text).map_err(|error| Failure::unreadable(file, &text, &error))
}

/// The bytes of a file as a text.
pub(crate) fn text_of(file: &Path, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Failure::unusable_line(file, line, "this is no text in UTF-8")
    })
}

/// Refuses options of another kind of map, which would change nothing.
fn check_tile_args(file: &Path, kind: Kind, tiles: &TileArgs) -> Result<(), Failure> {
    let (option, belongs_to) = match kind {
        _ if tiles.layer.is_some() && !matches!(kind, Kind::Tiled) => ("--layer", ".tmx maps"),
        _ if tiles.unknown != Unknown::Blocked && !matches!(kind, Kind::Ros) => {
            ("--unknown", ".yaml maps of ROS")
        }
        _ => return Ok(()),
    };
    let file = file.display();
    Err(Failure::unusable_arguments(format!(
        "{option} belongs to {belongs_to}, and {file} is none"
    )))
}

/// What is wrong with a robot's map whose tiles are nowhere.
const UNPLACED: &str = "its resolution is too large, or too small beside its origin, for coordinates \
                        to tell the pixels apart";

/// The tiles of a robot's map, from its image.
fn read_robot_tiles(map: &RosMap, image: &Path, unknown: Unknown) -> Result<Grid, Failure> {
    let grid = map.grid(&read_bytes(image)?, unknown);
    grid.map_err(|error| Failure::unreadable(image, "", &error))
}

/// A file that another one names, relative to that one's own place.
fn beside(file: &Path, name: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(name)
}
