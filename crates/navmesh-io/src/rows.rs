//! Tile maps as rows of text, without a header.

use navmesh_grid::Grid;

use crate::error::ReadError;
use crate::text::{Reader, Word};

/// Reads rows of tiles, row 0 first: `.`, `G` and `S` are free, every other character is blocked.
///
/// All rows have as many characters as the first. Blank lines after the rows are ignored.
///
/// Complexity: linear in the text.
///
/// # Errors
///
/// [`ReadError::Unexpected`] if a row is shorter or longer than the first, if a line between rows is empty, or if there
/// is no row; [`ReadError::Grid`] if there are more tiles than a grid may have.
///
/// ```
/// let grid = navmesh_io::read_rows("..#\n...\n")?;
/// assert_eq!((grid.width(), grid.height(), grid.free_count()), (3, 2, 5));
/// let error = navmesh_io::read_rows("..#\n..\n").unwrap_err();
/// assert_eq!((error.line(), error.column()), (Some(2), Some(3)));
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_rows(text: &str) -> Result<Grid, ReadError> {
    let mut reader = Reader::new(text);
    let mut rows: Vec<Word> = std::iter::from_fn(|| reader.line()).collect();
    while rows.last().is_some_and(|row| row.text.trim().is_empty()) {
        rows.pop();
    }
    let Some(first) = rows.first() else {
        let here = Word { text, offset: 0 };
        return Err(reader.unexpected(here, "rows of tiles, `.` for a free one"));
    };
    let width = first.text.chars().count();
    for (row, line) in (1..).zip(&rows) {
        check_width(&reader, *line, row, width)?;
    }
    Ok(Grid::from_rows(rows.iter().map(|row| row.text))?)
}

/// Fails if a row does not have as many tiles as the first.
fn check_width(reader: &Reader, line: Word, row: usize, width: usize) -> Result<(), ReadError> {
    let found = line.text.chars().count();
    if found == width {
        return Ok(());
    }
    let ends = line.text.char_indices().nth(width).map_or(line.text.len(), |(at, _)| at);
    let beyond = Word { text: &line.text[ends..], offset: line.offset + ends };
    let expected = format!("{width} tiles in row {row}, as in the first, not {found}");
    Err(reader.unexpected(beyond, &expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (usize, usize) {
        let error = read_rows(text).unwrap_err();
        (error.line().unwrap(), error.column().unwrap())
    }

    #[test]
    fn carriage_returns_and_trailing_blank_lines_are_accepted() {
        let grid = read_rows("\u{feff}.#\r\nG@\r\n\r\n  \n").unwrap();
        assert_eq!((grid.width(), grid.height(), grid.free_count()), (2, 2, 2));
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("\n \n"), (1, 1));
        assert_eq!(place("...\n..\n"), (2, 3));
        assert_eq!(place("..\n...\n"), (2, 3));
        assert_eq!(place("..\n\n..\n"), (2, 1));
        assert_eq!(place("é.\n.\n"), (2, 2));
    }
}
