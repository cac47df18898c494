//! Recognizes the format of a map by its file name and its first bytes.

use std::path::Path;

/// The formats of maps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MapFormat {
    /// GeoJSON outlines: [`read_geojson`](crate::read_geojson).
    GeoJson,
    /// A MovingAI tile map: [`read_map`](crate::read_map).
    Map,
    /// Rows of tiles as text: [`read_rows`](crate::read_rows).
    Rows,
    /// A PNG or PGM image: [`read_image`](crate::read_image).
    Image,
    /// A Tiled map: `read_tmx`, with the feature `tiled`.
    Tiled,
    /// A ROS map: [`RosMap::read`](crate::RosMap::read).
    Ros,
    /// Polyanya's text: [`read_mesh`](crate::read_mesh).
    Mesh,
    /// Our binary: [`read_nav`](crate::read_nav).
    Nav,
}

/// The byte order mark that some editors write before a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl MapFormat {
    /// Recognizes the format by the extension of the file name, or else by the first bytes.
    ///
    /// A `.txt` file that begins with a blank or a point holds rows; so does any file whose first line has only
    /// characters of tiles.
    ///
    /// ```
    /// use std::path::Path;
    /// use navmesh_io::MapFormat;
    /// assert_eq!(MapFormat::of(Path::new("plan.GeoJSON"), b""), Some(MapFormat::GeoJson));
    /// assert_eq!(MapFormat::of(Path::new("maze"), b"..#\n..."), Some(MapFormat::Rows));
    /// assert_eq!(MapFormat::of(Path::new("maze.txt"), b".x.\n..."), Some(MapFormat::Rows));
    /// assert_eq!(MapFormat::of(Path::new("letter.txt"), b"Dear Sir"), None);
    /// ```
    #[must_use]
    pub fn of(file: &Path, bytes: &[u8]) -> Option<Self> {
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
            trimmed if starts_with_tiles(trimmed) => Some(Self::Rows),
            _ if extension.as_deref() == Some("txt") && matches!(text, [b' ' | b'.', ..]) => {
                Some(Self::Rows)
            }
            _ => None,
        }
    }
}

/// True if the first line is a row of tiles.
fn starts_with_tiles(text: &[u8]) -> bool {
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    !first.is_empty() && first.iter().all(|byte| b".GS#@OTW".contains(byte))
}
