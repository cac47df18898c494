//! Benchmark queries: MovingAI `.scen` files, and reference lengths.
//!
//! Format: N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012.

use glam::DVec2;

use crate::error::ReadError;
use crate::text::{Reader, Word};

/// One query of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioLine {
    /// The group of the query in the benchmark: a quarter of the optimal length.
    pub bucket: u32,
    /// The map's name in the file.
    pub map: String,
    /// The map's width in tiles, in the file.
    pub width: u32,
    /// The map's height in tiles, in the file.
    pub height: u32,
    /// The start tile (x, y); not checked against the map's size.
    pub start: (u32, u32),
    /// The goal tile (x, y).
    pub goal: (u32, u32),
    /// The length of the shortest 8-connected path that cuts no corner, rounded by the file.
    pub optimal: f64,
    /// The number of digits of this length after the decimal point. Some programs omit trailing zeros, so it may
    /// differ from line to line.
    pub decimals: u32,
}

impl ScenarioLine {
    /// Returns the centre of the start tile, on a map of unit tiles at the origin.
    #[must_use]
    pub fn start_point(&self) -> DVec2 {
        centre(self.start)
    }

    /// Returns the centre of the goal tile, on a map of unit tiles at the origin.
    #[must_use]
    pub fn goal_point(&self) -> DVec2 {
        centre(self.goal)
    }
}

fn centre(tile: (u32, u32)) -> DVec2 {
    DVec2::new(f64::from(tile.0) + 0.5, f64::from(tile.1) + 0.5)
}

/// Reads a `.scen` text: one line a query, with nine fields separated by tabs or spaces.
///
/// The first line may give the version, which has to be 1. Blank lines are skipped. A map's name may contain spaces.
///
/// # Errors
///
/// [`ReadError::Unexpected`] at the first field that is missing, extra, or not a number.
///
/// ```
/// let text = "version 1\n0\tarena.map\t49\t49\t1\t11\t1\t12\t1\n";
/// let lines = navmesh_io::read_scen(text)?;
/// assert_eq!(lines[0].start_point(), [1.5, 11.5].into());
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_scen(text: &str) -> Result<Vec<ScenarioLine>, ReadError> {
    let mut reader = Reader::new(text);
    let mut lines = Vec::new();
    let mut first = true;
    while let Some(line) = reader.filled_line() {
        if !(first && is_version(&reader, line)?) {
            lines.push(scenario_line(&reader, line)?);
        }
        first = false;
    }
    Ok(lines)
}

/// True for a version line. Fails if the version is unknown.
fn is_version(reader: &Reader, line: Word) -> Result<bool, ReadError> {
    let (keyword, rest) = line.split_word();
    if keyword.text != "version" {
        return Ok(false);
    }
    let version = rest.trimmed();
    match version.text {
        "1" | "1.0" => Ok(true),
        _ => Err(reader.unexpected(version, "version 1, the only one known")),
    }
}

fn scenario_line(reader: &Reader, line: Word) -> Result<ScenarioLine, ReadError> {
    const NUMBERS: usize = 7;
    let words: Vec<Word> = line.words().collect();
    // The name is everything between the first field and the last seven.
    let Some(name_words) = words.len().checked_sub(1 + NUMBERS).filter(|&count| count > 0) else {
        let end = Word { text: "", offset: line.offset + line.text.trim_end().len() };
        let expected = "nine fields: bucket, map, width, height, start x, start y, goal x, goal y, \
                        optimal length";
        return Err(reader.unexpected(end, expected));
    };
    let numbers = &words[1 + name_words..];
    let integer = |i: usize, name: &str| -> Result<u32, ReadError> {
        reader.parse(numbers[i], &format!("the {name}, a whole number"))
    };
    let name_end = words[name_words].offset + words[name_words].text.len();
    Ok(ScenarioLine {
        bucket: reader.parse(words[0], "the bucket, a whole number")?,
        map: line.text[words[1].offset - line.offset..name_end - line.offset].to_owned(),
        width: integer(0, "width")?,
        height: integer(1, "height")?,
        start: (integer(2, "start's x")?, integer(3, "start's y")?),
        goal: (integer(4, "goal's x")?, integer(5, "goal's y")?),
        optimal: length(reader, numbers[6])?,
        decimals: decimals(numbers[6].text),
    })
}

/// Returns the number of digits after the decimal point.
fn decimals(number: &str) -> u32 {
    let behind = number.split_once('.').map_or("", |(_, behind)| behind);
    behind.bytes().take_while(u8::is_ascii_digit).map(|_| 1).sum()
}

/// Reads a `.ref.csv` text: lines `i,length` without a header, `i` counting from 0.
///
/// # Errors
///
/// [`ReadError::Unexpected`] if a line is not the next number, a comma and a length.
pub fn read_reference(text: &str) -> Result<Vec<f64>, ReadError> {
    let mut reader = Reader::new(text);
    let mut lengths = Vec::new();
    while let Some(line) = reader.filled_line() {
        let (index, after) = line.text.split_at(line.text.find(',').unwrap_or(line.text.len()));
        let index = Word { text: index, offset: line.offset }.trimmed();
        if index.text.parse() != Ok(lengths.len()) {
            let expected = format!("the line's number, {}, and a comma", lengths.len());
            return Err(reader.unexpected(index, &expected));
        }
        let Some(number) = after.strip_prefix(',') else {
            let end = Word { text: "", offset: line.offset + line.text.len() };
            return Err(reader.unexpected(end, "a comma and a length"));
        };
        let offset = line.offset + (line.text.len() - number.len());
        lengths.push(length(&reader, Word { text: number, offset }.trimmed())?);
    }
    Ok(lengths)
}

fn length(reader: &Reader, word: Word) -> Result<f64, ReadError> {
    let expected = "a length: a finite number, not negative";
    let number = reader.parse_finite(word, expected)?;
    if number >= 0.0 { Ok(number) } else { Err(reader.unexpected(word, expected)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place<T: std::fmt::Debug>(result: Result<T, ReadError>) -> (usize, usize) {
        let error = result.unwrap_err();
        (error.line().unwrap(), error.column().unwrap())
    }

    #[test]
    fn tabs_or_spaces_separate_fields_and_names_may_contain_spaces() {
        let lines = read_scen("0 my map.map 9 8  1 2 3 4 5.5\r\n\r\n1\ta\t9\t8\t1\t2\t3\t4\t5\n\n");
        let lines = lines.unwrap();
        assert_eq!((lines[0].map.as_str(), lines[1].map.as_str()), ("my map.map", "a"));
        assert_eq!((lines[0].start, lines[0].goal, lines[0].optimal), ((1, 2), (3, 4), 5.5));
        assert_eq!((lines[1].width, lines[1].height, lines[1].bucket), (9, 8, 1));
        assert_eq!(lines[0].goal_point(), DVec2::new(3.5, 4.5));
    }

    #[test]
    fn digits_after_the_decimal_point_are_counted() {
        let decimals = |length: &str| {
            let line = format!("0 a 9 8 1 2 3 4 {length}");
            read_scen(&line).unwrap()[0].decimals
        };
        let lengths = ["16.90", "4.82843", "7", "7.", "1.25e1"];
        assert_eq!(lengths.map(decimals), [2, 5, 0, 0, 2]);
    }

    #[test]
    fn errors_have_a_line_and_a_column() {
        assert_eq!(place(read_scen("version 2\n")), (1, 9));
        assert_eq!(place(read_scen("version 1\n0 a 9 8 1 2 3 4\n")), (2, 16));
        assert_eq!(place(read_scen("0 a 9 8 1 -2 3 4 5\n")), (1, 11));
        assert_eq!(place(read_scen("0 a 9 8 1 2 3 4 NaN\n")), (1, 17));
        assert_eq!(place(read_scen("0 ä 9 8 1 2 3 4 -5\n")), (1, 17));
        let message = read_scen("0 a 9 8 1 x 3 4 5").unwrap_err().to_string();
        assert_eq!(
            message,
            "line 1, column 11: expected the start's y, a whole number, found \"x\""
        );
    }

    #[test]
    fn reference_lines_count_from_zero_without_gaps() {
        assert_eq!(read_reference("0,1.5\r\n1, 2\n").unwrap(), [1.5, 2.0]);
        assert!(read_reference("").unwrap().is_empty());
        assert_eq!(place(read_reference("i,length\n0,1\n")), (1, 1));
        assert_eq!(place(read_reference("0,1\n2,1\n")), (2, 1));
        assert_eq!(place(read_reference("0,1\n1\n")), (2, 2));
        assert_eq!(place(read_reference("0,inf\n")), (1, 3));
        assert_eq!(place(read_reference("0,\n")), (1, 3));
    }
}
