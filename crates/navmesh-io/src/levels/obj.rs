//! Levels as text: Wavefront's OBJ.
//!
//! Positions (`v`), faces (`f`) and names are read: of a material (`usemtl`), or else of a group or an object (`g`, `o`). All
//! else is skipped. A face with more than three corners becomes a fan around its first one, as in RecastDemo.

use navmesh_core::{Level, Up};

use crate::error::ReadError;
use crate::text::{Reader, Word};

/// Reads the triangles of an OBJ text, with `up` as the axis that points upwards; by custom it is y.
///
/// Complexity: linear in the text.
///
/// # Errors
///
/// [`ReadError::Unexpected`] at a coordinate that is not a finite number, at an index of a position that the text does not
/// have up to there, and at a face with fewer than three corners.
///
/// ```
/// use navmesh_core::Up;
/// let text = "v 0 0 0\nv 0 0 8\nv 8 0 0\nusemtl grass\nf 1/1 2/2 -1\n";
/// let level = navmesh_io::read_obj(text, Up::Y)?;
/// assert_eq!((level.triangles[0], level.material(0)), ([0, 1, 2], Some("grass")));
/// assert_eq!(navmesh_io::read_obj("v 0 0\n", Up::Y).unwrap_err().line(), Some(1));
/// # Ok::<(), navmesh_io::ReadError>(())
/// ```
pub fn read_obj(text: &str, up: Up) -> Result<Level, ReadError> {
    let mut reader = Reader::new(text);
    let (mut level, mut names) = (Level::default(), Names::default());
    while let Some(line) = reader.line() {
        let (keyword, rest) = line.split_word();
        match keyword.text {
            "v" => level.positions.push(up.to_plan(position(&reader, rest)?)),
            "f" => face(&reader, rest, &mut level, &mut names)?,
            "usemtl" => names.material = Some(rest.trimmed().text.to_owned()),
            "g" | "o" => names.group = Some(rest.trimmed().text.to_owned()),
            _ => {}
        }
    }
    if level.materials.iter().all(Option::is_none) {
        level.materials.clear();
    }
    Ok(level)
}

/// The names that a face has.
#[derive(Default)]
struct Names {
    material: Option<String>,
    group: Option<String>,
}

impl Names {
    /// Returns the index of the name in the level, and adds it if it is new.
    fn number(&self, level: &mut Level) -> Option<u32> {
        let name =
            self.material.as_ref().or(self.group.as_ref()).filter(|name| !name.is_empty())?;
        let known = level.material_names.iter().rposition(|known| known == name);
        Some(known.unwrap_or_else(|| {
            level.material_names.push(name.clone());
            level.material_names.len() - 1
        }) as u32)
    }
}

fn position(reader: &Reader<'_>, rest: Word<'_>) -> Result<[f64; 3], ReadError> {
    let (x, rest) = rest.split_word();
    let (y, rest) = rest.split_word();
    let (z, _) = rest.split_word();
    let number =
        |word| reader.parse_finite(word, "a coordinate, a finite number; a position has three");
    Ok([number(x)?, number(y)?, number(z)?])
}

fn face(
    reader: &Reader<'_>,
    rest: Word<'_>,
    level: &mut Level,
    names: &mut Names,
) -> Result<(), ReadError> {
    let mut corners = rest.words().take_while(|word| !word.text.starts_with('#'));
    let mut next = || match corners.next() {
        Some(word) => index(reader, word, level.positions.len()).map(Some),
        None => Ok(None),
    };
    let (first, mut last) = (next()?, next()?);
    let mut triangles = Vec::new();
    while let (Some(a), Some(b), Some(c)) = (first, last, next()?) {
        triangles.push([a, b, c]);
        last = Some(c);
    }
    if triangles.is_empty() {
        let end = Word { text: "", offset: rest.offset + rest.text.len() };
        return Err(reader.unexpected(end, "three corners or more of a face"));
    }
    let material = names.number(level);
    level.materials.extend(triangles.iter().map(|_| material));
    level.triangles.extend(triangles);
    Ok(())
}

/// Returns the position of a corner, from 0. It is counted from 1, or backwards from −1.
fn index(reader: &Reader<'_>, word: Word<'_>, count: usize) -> Result<u32, ReadError> {
    let number = word.text.split('/').next().unwrap_or_default();
    let given = number.parse().ok().and_then(|number: i64| match number {
        1.. => Some(number - 1),
        0 => None,
        ..0 => i64::try_from(count).ok()?.checked_add(number),
    });
    let index = given.and_then(|given| usize::try_from(given).ok()).filter(|&index| index < count);
    let index = index.and_then(|index| u32::try_from(index).ok());
    index.ok_or_else(|| {
        reader.unexpected(word, &format!("a position from 1 to {count}, or from -{count} to -1"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read_obj(text, Up::Y).unwrap_err().to_string()
    }

    #[test]
    fn faces_are_fans_and_keep_their_names() {
        let text = "# a square\nv 0 1 0\nv 0 1 1\nv 1 1 1\nv 1 1 0 1.0\nvn 0 1 0\no floor\n\
                    f 1//1 2//1 3//1 4//1 # four\nusemtl old wood\nf -4 -3 -2\ng x\nf 1 2 4\n";
        let level = read_obj(text, Up::Z).unwrap();
        assert_eq!(level.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 2], [0, 1, 3]]);
        let names = [0, 1, 2, 3].map(|triangle| level.material(triangle));
        assert_eq!(names, [Some("floor"), Some("floor"), Some("old wood"), Some("old wood")]);
        assert_eq!(level.positions[2].to_array(), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn errors_name_the_line() {
        let corners = "v 0 0 0\nv 1 0 0\nv 0 0 1\n";
        for (text, start) in [
            ("v 0 nan 0\n", "line 1, column 5: expected a coordinate"),
            ("v 0 1\n", "line 1, column 6: expected a coordinate"),
            ("f 1 2 3\n", "line 1, column 3: expected a position from 1 to 0"),
            ("f\n", "line 1, column 2: expected three corners"),
        ] {
            assert!(message(text).starts_with(start), "{}", message(text));
        }
        for (face, column) in
            [("f 1 2", 6), ("f 1 2 4", 7), ("f 0 1 2", 3), ("f 1 2 -4", 7), ("f 1 2 x", 7)]
        {
            let start = format!("line 4, column {column}: expected ");
            let own = message(&format!("{corners}{face}\n"));
            assert!(own.starts_with(&start), "{own}");
        }
    }

    #[test]
    fn an_empty_text_is_an_empty_level() {
        assert_eq!(read_obj("", Up::Y), Ok(Level::default()));
    }
}
