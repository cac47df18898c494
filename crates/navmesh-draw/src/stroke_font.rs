//! A font of strokes for numbers and the names of areas, since pictures contain no font.

use glam::DVec2;

/// The height of digits on the lattice that letters are drawn on.
const HEIGHT: f64 = 12.0;
/// The space between letters.
const SPACE: f64 = 3.0;

/// Returns a text as lines in page units, its upper left corner at the origin, and its width.
///
/// The font has digits, `.`, `-`, `_` and the letters from a to z; capitals are drawn as these. Other characters are
/// spaces.
pub(crate) fn lines_of(text: &str, height: f64) -> (Vec<Vec<DVec2>>, f64) {
    let scale = height / HEIGHT;
    let (mut lines, mut at) = (Vec::new(), 0.0);
    for letter in text.chars() {
        let (width, strokes) = letter_of(letter.to_ascii_lowercase());
        for stroke in strokes.split('/') {
            let points = stroke.split_whitespace().filter_map(point);
            lines.push(points.map(|point| (point + DVec2::X * at) * scale).collect());
        }
        at += width + SPACE;
    }
    (lines, (at - SPACE).max(0.0) * scale)
}

/// Reads a point of the lattice, y down, from two hexadecimal digits.
fn point(text: &str) -> Option<DVec2> {
    let mut digits = text.chars().filter_map(|digit| digit.to_digit(16)).map(f64::from);
    Some(DVec2::new(digits.next()?, digits.next()?))
}

/// The width of a letter, and the points of its strokes.
fn letter_of(letter: char) -> (f64, &'static str) {
    match letter {
        '0' => (8.0, "20 60 82 8a 6c 2c 0a 02 20"),
        '1' => (5.0, "12 40 4c"),
        '2' => (8.0, "02 20 60 82 84 0c 8c"),
        '3' => (8.0, "00 80 45 65 87 8a 6c 2c 0a"),
        '4' => (8.0, "6c 60 08 88"),
        '5' => (8.0, "80 10 05 65 87 8a 6c 0c"),
        '6' => (8.0, "60 23 06 0a 2c 6c 8a 87 65 25 07"),
        '7' => (8.0, "00 80 3c"),
        '8' => (8.0, "20 60 82 84 66 26 04 02 20/26 08 0a 2c 6c 8a 88 66"),
        '9' => (8.0, "2c 69 86 82 60 20 02 05 27 67 85"),
        '.' => (1.0, "0b 0c"),
        '-' => (6.0, "07 67"),
        '_' => (7.0, "0f 7f"),
        'a' => (7.0, "15 55 77 7c/78 28 0a 2c 5c 7a"),
        'b' => (7.0, "00 0c/07 25 55 77 7a 5c 2c 0a"),
        'c' => (7.0, "77 55 25 07 0a 2c 5c 7a"),
        'd' => (7.0, "70 7c/77 55 25 07 0a 2c 5c 7a"),
        'e' => (7.0, "08 78 76 55 25 07 0a 2c 5c 7b"),
        'f' => (5.0, "50 40 22 2c/05 45"),
        'g' => (7.0, "75 7d 5f 2f 0e/77 55 25 07 0a 2c 5c 7a"),
        'h' => (7.0, "00 0c/07 25 55 77 7c"),
        'i' => (2.0, "15 1c/11 12"),
        'j' => (3.0, "35 3d 2f 0f/31 32"),
        'k' => (7.0, "00 0c/75 09/37 7c"),
        'l' => (2.0, "10 1c"),
        'm' => (10.0, "05 0c/07 25 45 57 5c/57 75 85 a7 ac"),
        'n' => (7.0, "05 0c/07 25 55 77 7c"),
        'o' => (7.0, "25 55 77 7a 5c 2c 0a 07 25"),
        'p' => (7.0, "05 0f/07 25 55 77 7a 5c 2c 0a"),
        'q' => (7.0, "75 7f/77 55 25 07 0a 2c 5c 7a"),
        'r' => (5.0, "15 1c/18 35 55"),
        's' => (7.0, "77 55 25 07 28 58 7a 5c 2c 0a"),
        't' => (5.0, "21 2a 3c 5c/05 55"),
        'u' => (7.0, "05 0a 2c 5c 7a/75 7c"),
        'v' => (8.0, "05 4c 85"),
        'w' => (10.0, "05 3c 57 7c a5"),
        'x' => (7.0, "05 7c/75 0c"),
        'y' => (8.0, "05 4c/85 4c 2f 0f"),
        'z' => (7.0, "05 75 0c 7c"),
        _ => (4.0, ""),
    }
}
