//! The files of the workspace, and what in them is code.

use std::fs;
use std::path::{Path, PathBuf};

/// A text file.
pub(crate) struct File {
    /// Its path below the workspace's root, with `/` between the names.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The file at a path below the root.
pub(crate) fn read(path: &str) -> File {
    let text = fs::read_to_string(root().join(path));
    File { path: path.to_owned(), text: text.unwrap_or_else(|e| panic!("{path}: {e}")) }
}

/// Every file of the workspace whose name ends so, in the order of their paths.
pub(crate) fn files_named(ending: &str) -> Vec<File> {
    let mut paths = Vec::new();
    collect(&root(), "", ending, &mut paths);
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn collect(folder: &Path, prefix: &str, ending: &str, paths: &mut Vec<String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries.map_while(Result::ok) {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{prefix}{name}");
        if entry.path().is_dir() {
            if !name.starts_with('.') && !name.starts_with("target") {
                collect(&entry.path(), &format!("{path}/"), ending, paths);
            }
        } else if name.ends_with(ending) {
            paths.push(path);
        }
    }
}

/// The same text with every comment and every quoted text blanked out, line by line and column by
/// column, so that what is left is code.
pub(crate) fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, keep) = match token(rest) {
            0 => (first.len_utf8(), true),
            length => (length, false),
        };
        let blank = |c: char| if keep || c == '\n' { c } else { ' ' };
        code.extend(rest[..length].chars().map(blank));
        rest = &rest[length..];
    }
    code
}

/// The length of the comment or quoted text that `rest` begins with; 0 where it begins with code.
fn token(rest: &str) -> usize {
    let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        until("*/")
    } else if rest.starts_with("r#\"") {
        until("\"#")
    } else if let Some(text) = rest.strip_prefix('"') {
        1 + quoted(text, '"')
    } else {
        character(rest)
    }
}

/// The length of the character literal that `rest` begins with; 0 where it begins with a lifetime or
/// anything else.
fn character(rest: &str) -> usize {
    let Some(text) = rest.strip_prefix('\'') else { return 0 };
    let is_literal = text.starts_with('\\') || text.chars().nth(1) == Some('\'');
    if is_literal { 1 + quoted(text, '\'') } else { 0 }
}

/// The length up to and with the closing quote.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// The offset behind the closing brace of the block that opens first at or after `start`.
/// `None` where a `;` outside of all brackets comes first.
pub(crate) fn block_end(code: &str, start: usize) -> Option<usize> {
    let (mut braces, mut brackets) = (0i32, 0i32);
    for (at, c) in code[start..].char_indices() {
        match c {
            '(' | '[' => brackets += 1,
            ')' | ']' => brackets -= 1,
            '{' => braces += 1,
            '}' => braces -= 1,
            ';' if braces == 0 && brackets == 0 => return None,
            _ => {}
        }
        if c == '}' && braces == 0 {
            return Some(start + at + 1);
        }
    }
    None
}

/// The code with everything blanked out that stands in a block announced by `announcement`.
pub(crate) fn without_blocks(code: &str, announcement: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut from = 0;
    while let Some(found) = code[from..].find(announcement) {
        let start = from + found;
        let end = block_end(code, start).unwrap_or(start + announcement.len());
        kept.push_str(&code[from..start]);
        kept.extend(code[start..end].chars().map(|c| if c == '\n' { c } else { ' ' }));
        from = end;
    }
    kept.push_str(&code[from..]);
    kept
}

/// The line of an offset, from 1.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

#[test]
fn only_code_is_left_and_it_stays_where_it_is() {
    let text = "a(\"x // \\\" y\"); // b\n'\"' 'c /* d\n */ <'e>\nr#\"\"f\"# é '\\'' g";
    let code = code_of(text);
    assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a(", ");", "'c", "<'e>", "é", "g"]);
    assert_eq!(code.matches('\n').count(), text.matches('\n').count());
}

#[test]
fn a_block_ends_at_its_own_brace() {
    let code = "fn a([u8; 2]) { { } } fn b(); fn c() {}";
    assert_eq!(block_end(code, 0), Some(21));
    assert_eq!(block_end(code, 22), None);
    assert_eq!(without_blocks("x mod t { y } z", "mod t").split_whitespace().count(), 2);
}
