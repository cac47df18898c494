//! The table of what each language has: every name in it exists, and every question of Rust is in it.

use std::collections::BTreeSet;

use crate::source::File;

/// Functions of `MeshFinder` and `MeshQueries` that ask nothing: they make, share and describe.
const NO_QUESTIONS: [&str; 11] = [
    "begin_boxed",
    "closed_doors",
    "current_mesh",
    "doors",
    "fmt",
    "is_door_closed",
    "memory",
    "mesh",
    "new",
    "prepared_bytes",
    "revision",
];

/// The names in the cells of a column of the table.
fn names(page: &File, column: usize) -> BTreeSet<&str> {
    let rows = page.text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let cells = rows.filter_map(|row| row.trim_matches('|').split('|').nth(column));
    // Between ticks.
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// True if a text has a name that no letter goes on.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Names in a column that the sources of its language do not have.
pub(crate) fn unknown_names(page: &File, column: usize, sources: &[File]) -> Vec<String> {
    let is_known = |name: &&str| {
        name.split('.').all(|part| sources.iter().any(|source| has_word(&source.text, part)))
    };
    let names = names(page, column);
    assert!(names.len() > 10, "{}: column {column} has {} names", page.path, names.len());
    let unknown = names.into_iter().filter(|name| !is_known(name));
    unknown.map(|name| format!("{}: no {name} in column {column}", page.path)).collect()
}

/// Public questions of the records of the API that the column of Rust does not name.
pub(crate) fn missing_questions(page: &File, records: &[File]) -> Vec<String> {
    let known = names(page, 1);
    let mut missing = BTreeSet::new();
    for line in records.iter().flat_map(|record| record.text.lines()) {
        let types =
            ["pub fn tautline::MeshFinder::", "pub fn navmesh_search::queries::MeshQueries<'_>::"];
        let Some(rest) = types.iter().find_map(|own| line.strip_prefix(own)) else { continue };
        let name = rest.split(['(', '<']).next().unwrap_or_default();
        let is_form = |known: &&str| {
            [format!("begin_{known}"), format!("{known}_into"), format!("{known}_with")]
                .contains(&name.to_owned())
        };
        let is_named = known.contains(name) || known.iter().any(is_form);
        if !is_named && !NO_QUESTIONS.contains(&name) {
            missing.insert(name);
        }
    }
    let complain = |name| format!("{}: the column of Rust has no {name}", page.path);
    missing.into_iter().map(complain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> File {
        File { path: "page.md".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn names_that_nobody_has_and_questions_that_nobody_names_are_found() {
        let cells: String = (0..11).map(|n| format!("`name_{n}`, ")).collect();
        let page = file(&format!("| you want | Rust |\n|---|---|\n| all | {cells}`path` |\n"));
        let code: String = (0..11).map(|n| format!("fn name_{n}() ")).collect();
        assert_eq!(unknown_names(&page, 1, &[file(&code)]), ["page.md: no path in column 1"]);
        let record =
            "pub fn tautline::MeshFinder::begin_path(\npub fn tautline::MeshFinder::fly_to<P>(";
        let missing = missing_questions(&page, &[file(record)]);
        assert_eq!(missing, ["page.md: the column of Rust has no fly_to"]);
    }
}
