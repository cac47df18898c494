//! ROS maps: the `.yaml` and image pairs of `map_server`.
//!
//! Format: the wiki page of `map_server`, "Map format". A pixel's grey g of white w means the
//! probability (w − g) / w of being occupied, or g / w where `negate` is 1. Above `occupied_thresh` it
//! is blocked, below `free_thresh` free, and in between unknown.

use navmesh_core::backend::geom::sanitized;
use navmesh_core::{DVec2, Short};
use navmesh_grid::Grid;

use crate::error::ReadError;
use crate::image::{Pixels, Rows};
use crate::text::{Reader, Word};

/// The text of a ROS map: the name of its image, and the meaning of the greys.
///
/// ```
/// use navmesh_io::{RosMap, Unknown};
/// let text = "image: hall.pgm\nresolution: 0.05\norigin: [-1.0, 2.0, 0.0]\nnegate: 0\n\
///             occupied_thresh: 0.65\nfree_thresh: 0.196\n";
/// let map = RosMap::read(text)?;
/// assert_eq!(map.image, "hall.pgm");
/// let grid = map.grid(b"P5 2 2 255 \x00\xff\xcd\xfe", Unknown::Blocked)?;
/// assert_eq!((grid.origin().to_array(), grid.cell_size()), ([-1.0, 2.0], 0.05));
/// // The image's lower row comes first: unknown, free; then blocked, free.
/// assert!(grid.is_blocked(0, 0) && !grid.is_blocked(1, 0) && grid.is_blocked(0, 1));
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RosMap {
    /// The image file, absolute or relative to the text's own folder. This package opens no file.
    pub image: String,
    /// The side of a pixel, in metres.
    pub resolution: f64,
    /// The lower left corner of the image, in metres.
    pub origin: DVec2,
    /// True if white is occupied instead of black.
    pub negate: bool,
    /// The probability above which a pixel is occupied.
    pub occupied_thresh: f64,
    /// The probability below which a pixel is free.
    pub free_thresh: f64,
}

/// The meaning of unknown pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unknown {
    /// Blocked.
    #[default]
    Blocked,
    /// Free, for exploration.
    Free,
}

navmesh_core::words! {
    Unknown: Blocked "blocked", Free "free";
}

/// The values found so far.
#[derive(Debug, Default)]
struct Found {
    image: Option<String>,
    resolution: Option<f64>,
    origin: Option<DVec2>,
    negate: Option<bool>,
    occupied_thresh: Option<f64>,
    free_thresh: Option<f64>,
}

impl RosMap {
    /// Reads the text: lines `key: value` in any order. The numbers of `origin` may also stand on lines of their own, each
    /// behind a hyphen.
    ///
    /// Each of `image`, `resolution`, `origin`, `negate`, `occupied_thresh` and `free_thresh` is needed once. Comments
    /// from `#` on, quotes around the image's name and unknown keys are skipped.
    ///
    /// # Errors
    ///
    /// [`ReadError::Unexpected`] if a value is missing or invalid, if the map is rotated (the third number of `origin` is
    /// not 0), or if `mode` is not `trinary`.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader::new(text);
        let mut found = Found::default();
        // The place behind `origin:` if its list stands on the next lines.
        let mut open: Option<Word> = None;
        let mut items = Vec::new();
        while let Some(line) = reader.filled_line() {
            let line = without_comment(line).trimmed();
            if line.text.is_empty() || line.text == "---" {
                continue;
            }
            if let Some(item) = list_item(line) {
                items.push(item);
                continue;
            }
            found.close(&reader, open.take(), &std::mem::take(&mut items))?;
            let Some(colon) = line.text.find(':') else {
                return Err(reader.unexpected(line, "`key: value`"));
            };
            let key = line.text[..colon].trim_end();
            let value = &line.text[colon + 1..];
            let value = Word { text: value, offset: line.offset + colon + 1 }.trimmed();
            if key == "origin" && value.text.is_empty() {
                open = Some(value);
            } else {
                found.take(&reader, key, value)?;
            }
        }
        found.close(&reader, open, &items)?;
        found.complete().map_err(|missing| {
            reader.unexpected(reader.here(), &format!("`{missing}: …` somewhere above"))
        })
    }

    /// Counts the pixels of the grey 205 (of 255) that count as free: `map_server` writes this grey for unknown places.
    ///
    /// There are some where `free_thresh` is above (255 − 205) / 255, about 0.196, as in many files of ROS 2.
    ///
    /// # Errors
    ///
    /// Those of [`grid`](Self::grid).
    pub fn unknown_as_free(&self, image: &[u8]) -> Result<usize, ReadError> {
        if !self.is_free(UNKNOWN_GREY, Unknown::Blocked) {
            return Ok(0);
        }
        let pixels = Pixels::read(image)?;
        let unknown = |grey: &&u16| f64::from(**grey) == UNKNOWN_GREY * f64::from(pixels.white);
        Ok(pixels.greys.iter().filter(unknown).count())
    }

    /// Returns the note for users about pixels that [`unknown_as_free`](Self::unknown_as_free) counts; `None` for 0.
    #[must_use]
    pub fn note_of_unknown(&self, pixels: usize) -> Option<String> {
        let threshold = Short(self.free_thresh);
        (pixels > 0).then(|| {
            format!(
                "{pixels} pixels of the grey 205, which map_server writes for unknown places, count as free: free_thresh is \
                 {threshold}; below 0.196 they are unknown"
            )
        })
    }

    /// Builds the tile map from the image's bytes (PGM or PNG). Tile (0, 0) is the pixel at the lower left.
    ///
    /// # Errors
    ///
    /// [`ReadError::Image`] if the bytes are not an image of these two formats, or damaged.
    pub fn grid(&self, image: &[u8], unknown: Unknown) -> Result<Grid, ReadError> {
        let pixels = Pixels::read(image)?;
        let grid = pixels.grid(Rows::BottomFirst, |grey| {
            let bright = f64::from(grey) / f64::from(pixels.white);
            self.is_free(bright, unknown).then_some(1.0)
        })?;
        Ok(grid.with_origin(self.origin).with_cell_size(self.resolution))
    }

    /// True if a pixel of this brightness, from 0 to 1, is free.
    fn is_free(&self, bright: f64, unknown: Unknown) -> bool {
        let occupied = if self.negate { bright } else { 1.0 - bright };
        let is_unknown = occupied >= self.free_thresh && occupied <= self.occupied_thresh;
        let is_free = occupied < self.free_thresh || (is_unknown && unknown == Unknown::Free);
        is_free && occupied <= self.occupied_thresh
    }
}

impl Found {
    fn take(&mut self, reader: &Reader, key: &str, value: Word) -> Result<(), ReadError> {
        match key {
            "image" => once(reader, &mut self.image, value, |reader, value| {
                let name = value.text.trim_matches(['"', '\'']);
                let expected = "the image's file name";
                if name.is_empty() {
                    Err(reader.unexpected(value, expected))
                } else {
                    Ok(name.into())
                }
            }),
            "resolution" => once(reader, &mut self.resolution, value, |reader, value| {
                let expected = "the side of a pixel, above 0";
                let side = reader.parse_finite(value, expected)?;
                if side > 0.0 { Ok(side) } else { Err(reader.unexpected(value, expected)) }
            }),
            "origin" => once(reader, &mut self.origin, value, |reader, value| {
                let inner = value.text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
                let inner = inner.ok_or_else(|| reader.unexpected(value, ORIGIN))?;
                let mut offset = value.offset + 1;
                let parts = inner.split(',').map(|text| {
                    let part = Word { text, offset }.trimmed();
                    offset += text.len() + 1;
                    part
                });
                origin(reader, value, &parts.collect::<Vec<_>>())
            }),
            "negate" => once(reader, &mut self.negate, value, |reader, value| match value.text {
                "0" | "false" => Ok(false),
                "1" | "true" => Ok(true),
                _ => Err(reader.unexpected(value, "0 or 1")),
            }),
            "occupied_thresh" => once(reader, &mut self.occupied_thresh, value, probability),
            "free_thresh" => once(reader, &mut self.free_thresh, value, probability),
            "mode" if value.text != "trinary" => {
                Err(reader.unexpected(value, "`trinary`, the only mode known"))
            }
            _ => Ok(()),
        }
    }

    /// Takes the list behind `origin:`, if it is open.
    fn close(
        &mut self,
        reader: &Reader,
        open: Option<Word>,
        items: &[Word],
    ) -> Result<(), ReadError> {
        let Some(value) = open else { return Ok(()) }; // the list of another key
        once(reader, &mut self.origin, value, |reader, value| origin(reader, value, items))
    }

    /// Returns the map, or the key that is missing.
    fn complete(self) -> Result<RosMap, &'static str> {
        Ok(RosMap {
            image: self.image.ok_or("image")?,
            resolution: self.resolution.ok_or("resolution")?,
            origin: self.origin.ok_or("origin")?,
            negate: self.negate.ok_or("negate")?,
            occupied_thresh: self.occupied_thresh.ok_or("occupied_thresh")?,
            free_thresh: self.free_thresh.ok_or("free_thresh")?,
        })
    }
}

/// Reads a value that must not be there yet.
fn once<T>(
    reader: &Reader,
    place: &mut Option<T>,
    value: Word,
    read: impl FnOnce(&Reader, Word) -> Result<T, ReadError>,
) -> Result<(), ReadError> {
    if place.is_some() {
        return Err(reader.unexpected(value, "each key once"));
    }
    *place = Some(read(reader, value)?);
    Ok(())
}

/// The form of an origin.
const ORIGIN: &str = "`[x, y, yaw]`, three numbers";

/// The brightness that `map_server` writes for unknown places.
const UNKNOWN_GREY: f64 = 205.0 / 255.0;

/// Returns the item of a list on a line of its own, behind its hyphen.
fn list_item(line: Word) -> Option<Word> {
    let text = line.text.strip_prefix('-')?;
    let is_item = text.is_empty() || text.starts_with(char::is_whitespace);
    is_item.then(|| Word { text, offset: line.offset + 1 }.trimmed())
}

/// Reads the numbers of an origin: x, y and yaw. The yaw must be 0.
fn origin(reader: &Reader, value: Word, parts: &[Word]) -> Result<DVec2, ReadError> {
    let &[x, y, yaw] = parts else { return Err(reader.unexpected(value, ORIGIN)) };
    let number = |part| reader.parse_finite(part, "a finite number");
    let (x, y) = (number(x)?, number(y)?);
    if number(yaw)? != 0.0 {
        let expected = "yaw 0, since tiles are parallel to the axes: set it to 0, and turn the points of queries about \
                        the origin instead";
        return Err(reader.unexpected(yaw, expected));
    }
    let point = sanitized(DVec2::new(x, y));
    point.ok_or_else(|| reader.unexpected(value, "coordinates not beyond 2^200"))
}

fn probability(reader: &Reader, value: Word) -> Result<f64, ReadError> {
    let expected = "a probability from 0 to 1";
    let number = reader.parse_finite(value, expected)?;
    let is_probability = (0.0..=1.0).contains(&number);
    if is_probability { Ok(number) } else { Err(reader.unexpected(value, expected)) }
}

/// Returns the line up to a `#` that begins it or follows white space, outside quotes.
fn without_comment(line: Word) -> Word {
    let (mut before, mut quoted_up_to) = (' ', 0);
    for (at, character) in line.text.char_indices() {
        let begins = before.is_whitespace() && at >= quoted_up_to;
        match character {
            '#' if begins => return Word { text: &line.text[..at], ..line },
            '"' | '\'' if begins => {
                let length = line.text[at + 1..].find(character);
                quoted_up_to = length.map_or(at, |length| at + 1 + length);
            }
            _ => {}
        }
        before = character;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALL: &str = "image: hall.pgm # drawn by hand\nresolution: 0.5\norigin: [-1, 2.5, 0.0]\n\
                        negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n";

    fn place(text: &str) -> (usize, usize) {
        let error = RosMap::read(text).unwrap_err();
        (error.line().unwrap(), error.column().unwrap())
    }

    fn free(map: &RosMap, unknown: Unknown) -> Vec<bool> {
        // From the top: occupied, unknown (205 means 0.196…), free.
        let grid = map.grid(b"P5 1 3 255 \x00\xcd\xfe", unknown).unwrap();
        (0..3).map(|y| !grid.is_blocked(0, y)).collect()
    }

    #[test]
    fn thresholds_separate_free_unknown_and_occupied_and_the_lowest_row_is_first() {
        let map = RosMap::read(HALL).unwrap();
        assert_eq!((map.image.as_str(), map.resolution), ("hall.pgm", 0.5));
        assert_eq!(map.origin, DVec2::new(-1.0, 2.5));
        assert_eq!(free(&map, Unknown::Blocked), [true, false, false]);
        assert_eq!(free(&map, Unknown::Free), [true, true, false]);
        let negated = RosMap { negate: true, ..map };
        assert_eq!(free(&negated, Unknown::Blocked), [false, false, true]);
    }

    #[test]
    fn quotes_comments_other_keys_and_any_order_are_accepted() {
        let text = "---\n# a map\nmode: trinary\nfree_thresh: 0.2\nother: 7\nnegate: 1\n\
                    origin: [0, 0, 0]\nimage: \"a #1.png\"\noccupied_thresh: 0.6\nresolution: 1";
        assert_eq!(RosMap::read(text).unwrap().image, "a #1.png");
        for (written, name) in [
            ("hall.pgm", "hall.pgm"),
            ("'a # b.pgm'", "a # b.pgm"),
            ("a#1.png", "a#1.png"),
            ("it's.png", "it's.png"),
            ("\"it's # 1.png\"", "it's # 1.png"),
            ("\"a.png", "a.png"),
        ] {
            let text = HALL.replace("image: hall.pgm #", &format!("image: {written} #"));
            assert_eq!(RosMap::read(&text).unwrap().image, name, "{text}");
        }
    }

    /// As PyYAML writes them.
    #[test]
    fn the_numbers_of_the_origin_may_be_a_block_list() {
        for list in [
            "\n- -1\n- 2.5\n- 0.0",
            "\n  - -1\n\n  - 2.5 # y\n  - 0.0",
            " # where\n- -1\n- 2.5\n- 0",
        ] {
            let text = HALL.replace(" [-1, 2.5, 0.0]", list);
            assert_eq!(RosMap::read(&text).unwrap(), RosMap::read(HALL).unwrap(), "{text}");
            let other = format!("tags:\n- 1\n- origin\n{text}");
            assert_eq!(RosMap::read(&other).unwrap().origin, DVec2::new(-1.0, 2.5));
            let last = format!("{}origin:{list}", HALL.replace("origin: [-1, 2.5, 0.0]\n", ""));
            assert_eq!(RosMap::read(&last).unwrap().origin, DVec2::new(-1.0, 2.5));
        }
    }

    #[test]
    fn pixels_of_the_grey_for_unknown_that_count_as_free_are_counted() {
        let map = RosMap::read(HALL).unwrap();
        let image = b"P5 2 2 255 \x00\xcd\xcd\xfe";
        assert_eq!(map.unknown_as_free(image).unwrap(), 0);
        let wider = RosMap { free_thresh: 0.25, ..map.clone() };
        assert_eq!(wider.unknown_as_free(image).unwrap(), 2);
        assert_eq!(wider.unknown_as_free(b"P5 1 1 255 \xfe").unwrap(), 0);
        assert!(wider.unknown_as_free(b"").is_err());
        assert_eq!(RosMap { negate: true, ..wider }.unknown_as_free(image).unwrap(), 0);
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        let changed = |from: &str, to: &str| place(&HALL.replace(from, to));
        assert_eq!(changed("0.5\n", "0\n"), (2, 13));
        assert_eq!(changed("0.5\n", "nan\n"), (2, 13));
        assert_eq!(changed("2.5, 0.0", "2.5, 0.1"), (3, 19));
        assert_eq!(changed("[-1, 2.5, 0.0]", "\n- 1\n- 2\n"), (3, 8));
        assert_eq!(changed("[-1, 2.5, 0.0]", "\n- 1\n- y\n- 0"), (5, 3));
        assert_eq!(changed("[-1, 2.5, 0.0]", ""), (3, 8));
        assert_eq!(changed("2.5, 0.0", "y, 0.0"), (3, 14));
        assert_eq!(changed("2.5, 0.0", "2.5"), (3, 9));
        assert_eq!(changed("negate: 0", "negate: 2"), (4, 9));
        assert_eq!(changed("0.65", "1.5"), (5, 18));
        assert_eq!(changed("negate: 0", "mode: raw"), (4, 7));
        assert_eq!(changed("negate: 0", "image: x"), (4, 8));
        assert_eq!(changed("negate: 0", "negate 0"), (4, 1));
        assert_eq!(place(""), (1, 1));
        assert_eq!(changed("negate: 0\n", ""), (6, 1));
    }
}
