//! An XML text, and errors with their place in it.

use std::str::FromStr;

use navmesh_grid::Grid;
use roxmltree::{Document, Node, ParsingOptions, TextPos};

use crate::error::ReadError;

/// A text of a map or of a tileset.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    text: &'a str,
    /// The name of a tileset's own file; `None` for the map.
    name: Option<&'a str>,
}

/// The most tiles that a character of the text can hold: a base64 digit holds six bits, which inflate to at most 1032
/// times as many, and a tile has 32 bits.
const TILES_PER_CHARACTER: u64 = 194;

/// The beginning of each declaration of an entity.
const ENTITY: &str = "<!ENTITY";

impl<'a> Source<'a> {
    pub(super) fn map(text: &'a str) -> Self {
        Self { text, name: None }
    }

    pub(super) fn tileset(text: &'a str, name: &'a str) -> Self {
        Self { text, name: Some(name) }
    }

    /// Parses the text. It may have a DOCTYPE, but no entities of its own: they could expand to the square of the text.
    pub(super) fn parse(&self) -> Result<Document<'a>, ReadError> {
        if let Some(at) = self.text.find(ENTITY) {
            let before = &self.text[..at];
            let line = before.rfind('\n').map_or(0, |newline| newline + 1);
            let row = before.matches('\n').count() as u32 + 1;
            let place = TextPos::new(row, before[line..].chars().count() as u32 + 1);
            return Err(self.error(place, "XML without entities of its own", ENTITY));
        }
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        Document::parse_with_options(self.text, options)
            .map_err(|error| self.error(error.pos(), "well-formed XML", &error.to_string()))
    }

    /// Fails if there are no tiles, or more than a grid can have or the text can hold.
    pub(super) fn check_size(&self, node: Node, size: (u32, u32)) -> Result<(), ReadError> {
        let (width, height) = size;
        let tiles = u64::from(width) * u64::from(height);
        let most = Grid::MAX_TILES.min(self.text.len() as u64 * TILES_PER_CHARACTER);
        if (1..=most).contains(&tiles) {
            return Ok(());
        }
        let expected = "at least one tile, at most 2^28, and no more than the text can hold";
        Err(self.unexpected(node, expected, &format!("{width} x {height}")))
    }

    /// Returns a required attribute as a number.
    pub(super) fn number<T: FromStr>(&self, node: Node, name: &str) -> Result<T, ReadError> {
        let value = node.attribute(name);
        value.and_then(|value| value.parse().ok()).ok_or_else(|| {
            let expected = format!("the attribute `{name}`, a number");
            self.unexpected(node, &expected, value.unwrap_or("none"))
        })
    }

    /// Returns the error that something else was expected in place of a node.
    pub(super) fn unexpected(&self, node: Node, expected: &str, found: &str) -> ReadError {
        let place = node.document().text_pos_at(node.range().start);
        self.error(place, expected, &format!("{found:?}"))
    }

    /// Returns the error that the file of a tileset cannot be read, for a reason.
    pub(super) fn no_tileset(&self, node: Node, name: &str, reason: String) -> ReadError {
        let TextPos { row, col } = node.document().text_pos_at(node.range().start);
        ReadError::Tileset {
            line: row as usize,
            column: col as usize,
            name: name.to_owned(),
            reason,
        }
    }

    fn error(&self, place: TextPos, expected: &str, found: &str) -> ReadError {
        let expected = match self.name {
            Some(name) => format!("in the tileset {name:?}, {expected}"),
            None => expected.to_owned(),
        };
        let (line, column) = (place.row as usize, place.col as usize);
        ReadError::Unexpected { line, column, expected, found: found.to_owned() }
    }
}
