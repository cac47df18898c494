//! The documentation of every query states its cost and its errors, and has an example that runs.

use crate::source::{File, code_of, line_of, without_blocks};

/// The files whose public functions ask the map, or a path, something.
const QUESTIONS: [&str; 12] = [
    "crates/navmesh-core/src/mesh/location.rs",
    "crates/navmesh-core/src/mesh/location/nearest.rs",
    "crates/navmesh-core/src/path/along.rs",
    "crates/navmesh-core/src/path/replan.rs",
    "crates/navmesh-core/src/path/verify",
    "crates/navmesh-search/src/any_angle",
    "crates/navmesh-search/src/corridor.rs",
    "crates/navmesh-search/src/queries",
    "crates/navmesh-grid/src/finder",
    "crates/navmesh-grid/src/session",
    "crates/navmesh-grid/src/batch/to_any.rs",
    "crates/tautline/src/",
];

/// True for a file of the questions.
pub(crate) fn asks(file: &File) -> bool {
    QUESTIONS.iter().any(|path| file.path.starts_with(path))
}

/// Public functions that are asked something, which is what those are that take more than `self`, and do not say what
/// that costs, how it fails, or how it is done. A function that returns the changed value itself is an option, not a query.
pub(crate) fn half_told(file: &File) -> Vec<String> {
    let code = without_blocks(&code_of(&file.text), "#[cfg(test)]");
    let lines: Vec<&str> = file.text.lines().collect();
    let mut complaints = Vec::new();
    for (start, _) in code.match_indices("pub fn ") {
        let signature = &code[start..start + code[start..].find(['{', ';']).unwrap_or(0)];
        let takes = |parameter: &str| !matches!(parameter, "self" | "&self" | "&mut self");
        let asked = parameters(signature).any(|parameter| takes(parameter.trim()));
        let is_option = signature.contains("(mut self") || signature.contains("-> Self");
        if !asked || is_option {
            continue;
        }
        let line = line_of(&code, start);
        let told = doc_above(&lines, line - 1);
        let fails = signature.contains("Result<");
        let wanted = [("Complexity", true), ("# Errors", fails), ("```", true)];
        for (part, _) in wanted.into_iter().filter(|(part, is)| *is && !told.contains(part)) {
            let name = signature["pub fn ".len()..].split(['(', '<']).next().unwrap_or_default();
            complaints.push(format!("{}:{line}: `{name}` is told without `{part}`", file.path));
        }
    }
    complaints
}

/// The parameters of a signature, cut at every comma: enough to see whether there are any but `self`.
fn parameters(signature: &str) -> impl Iterator<Item = &str> {
    let name = signature.find('(').unwrap_or(0) + 1;
    let end = signature.rfind(')').unwrap_or(signature.len()).max(name);
    let all = signature[name..end].split(')').next().unwrap_or_default();
    all.split(',').filter(|parameter| !parameter.trim().is_empty())
}

/// The doc comment above a line, counted from 0, over its attributes.
fn doc_above(lines: &[&str], line: usize) -> String {
    let above = lines[..line].iter().rev().map(|line| line.trim_start());
    let is_above = |line: &&str| !line.is_empty() && !line.ends_with(['{', '}', ';']);
    let doc: Vec<&str> =
        above.take_while(|line| line.starts_with("///") || is_above(line)).collect();
    doc.join("\n")
}

#[test]
fn a_question_that_is_half_told_is_named() {
    let text = "/// Asks.\n///\n/// Complexity: O(1).\n#[must_use]\npub fn ask(&self, what: u8) -> Result<(), ()> {}\n\
                /// A getter.\npub fn get(&self) -> u8 {}\n/// An option.\npub fn with(mut self, n: u8) -> Self {}\n";
    let file = File { path: "a.rs".into(), text: text.into() };
    let complaints = half_told(&file);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert!(complaints[0].contains("`ask`") && complaints[0].contains("Errors"), "{complaints:?}");
    assert!(complaints[1].contains("```"), "{complaints:?}");
}
