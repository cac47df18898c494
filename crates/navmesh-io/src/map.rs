//! Tile maps: MovingAI `.map` files.
//!
//! Format: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012. Tile (x, y) is character x
//! of row y, both from 0, and covers [x, x+1] × [y, y+1]: y runs down the file.

use navmesh_grid::Grid;

use crate::error::ReadError;
use crate::text::{Reader, Word};

/// Reads a `.map` text: `.`, `G` and `S` are free, every other character is blocked.
///
/// The header lines `type octile`, `height` and `width` may stand in any order before `map`; blank
/// lines after the rows are ignored.
///
/// Complexity: linear in the text. Nothing is allocated before all rows are checked.
///
/// # Errors
///
/// [`ReadError::Unexpected`] if the header is invalid, if a row is missing, too short or too long, or if anything but
/// blank lines follows.
///
/// ```
/// let grid = navmesh_io::read_map("type octile\nheight 2\nwidth 3\nmap\n..@\nT.G\n")?;
/// assert_eq!((grid.width(), grid.height()), (3, 2));
/// assert!(grid.is_blocked(2, 0) && !grid.is_blocked(2, 1));
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_map(text: &str) -> Result<Grid, ReadError> {
    let mut reader = Reader::new(text);
    let (width, height) = header(&mut reader)?;
    let rows = reader.clone();
    for row in 0..height {
        check_row(&mut reader, row, width, height)?;
    }
    reader.end(&format!("nothing after the {height} rows that the header announces"))?;
    fill(rows, height)
}

/// Reads the header up to the line `map`. Returns width and height.
fn header(reader: &mut Reader) -> Result<(u32, u32), ReadError> {
    let (mut width, mut height) = (None, None);
    let mut has_type = false;
    loop {
        let here = reader.here();
        let Some(line) = reader.filled_line() else {
            return Err(reader.unexpected(here, "`type octile`, `height`, `width` and `map`"));
        };
        let (key, rest) = line.split_word();
        let value = rest.trimmed();
        match key.text {
            "type" if value.text == "octile" => has_type = true,
            "type" => return Err(reader.unexpected(value, "`octile`, the only type known")),
            "height" => height = Some(size(reader, value, "height")?),
            "width" => width = Some(size(reader, value, "width")?),
            "map" if value.text.is_empty() => match (has_type, width, height) {
                (true, Some(width), Some(height)) => return Ok((width, height)),
                _ => {
                    let expected = "`type octile`, `height` and `width` before `map`";
                    return Err(reader.unexpected(key, expected));
                }
            },
            _ => {
                let expected = "`type octile`, `height N`, `width N` or `map`";
                return Err(reader.unexpected(line.trimmed(), expected));
            }
        }
    }
}

fn size(reader: &Reader, value: Word, name: &str) -> Result<u32, ReadError> {
    let expected = format!("the {name}, a whole number from 1");
    match reader.parse(value, &expected)? {
        0 => Err(reader.unexpected(value, &expected)),
        size => Ok(size),
    }
}

/// Fails if the next line is not a row of `width` characters.
fn check_row(reader: &mut Reader, row: u32, width: u32, height: u32) -> Result<(), ReadError> {
    let here = reader.here();
    let name = format!("row {} of {height}", row + 1);
    let Some(line) = reader.line() else {
        return Err(reader.unexpected(here, &name));
    };
    let mut chars = line.text.char_indices();
    let count = chars.by_ref().take(width as usize).count();
    if count < width as usize {
        let end = Word { text: "", offset: line.offset + line.text.len() };
        let expected = format!("{width} tiles in {name}, not {count}");
        return Err(reader.unexpected(end, &expected));
    }
    match chars.next() {
        None => Ok(()),
        Some((at, _)) => {
            let extra = Word { text: &line.text[at..], offset: line.offset + at };
            Err(reader.unexpected(extra, &format!("the end of {name} after {width} tiles")))
        }
    }
}

/// Builds the grid from checked rows.
fn fill(mut rows: Reader, height: u32) -> Result<Grid, ReadError> {
    let lines = std::iter::from_fn(|| rows.line()).map(|line| line.text);
    Ok(Grid::from_rows(lines.take(height as usize))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> (usize, usize) {
        let error = read_map(text).unwrap_err();
        (error.line().unwrap(), error.column().unwrap())
    }

    #[test]
    fn carriage_returns_and_trailing_blank_lines_are_accepted() {
        let text = "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\nT.G\r\n\r\n  \n";
        let grid = read_map(text).unwrap();
        let blocked: Vec<bool> = (0..2)
            .flat_map(|y| (0..3).map(move |x| (x, y)))
            .map(|(x, y)| grid.is_blocked(x, y))
            .collect();
        assert_eq!(blocked, [false, false, true, true, false, false]);
        assert!(read_map("\u{feff}type octile\nwidth 1\nheight 1\nmap\nS").is_ok());
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        assert_eq!(place(""), (1, 1));
        assert_eq!(place("type tile\n"), (1, 6));
        assert_eq!(place("type octile\nheight x\n"), (2, 8));
        assert_eq!(place("type octile\nheight 0\n"), (2, 8));
        assert_eq!(place("type octile\nheight 1\nmap\n"), (3, 1));
        assert_eq!(place("type octile\nheight 1\nwidth 3\nmap\n..\n"), (5, 3));
        assert_eq!(place("type octile\nheight 1\nwidth 3\nmap\n....\n"), (5, 4));
        assert_eq!(place("type octile\nheight 2\nwidth 3\nmap\n...\n"), (6, 1));
        assert_eq!(place("type octile\nheight 1\nwidth 3\nmap\n...\n...\n"), (6, 1));
        assert_eq!(place("height 1\nwidth 3\ndepth 4\n"), (3, 1));
    }

    #[test]
    fn an_oversized_map_is_refused_before_any_allocation() {
        assert_eq!(place("type octile\nheight 4294967295\nwidth 4294967295\nmap\n..\n"), (5, 3));
        assert_eq!(place("type octile\nheight 4294967296\nwidth 1\nmap\n.\n"), (2, 8));
    }
}
