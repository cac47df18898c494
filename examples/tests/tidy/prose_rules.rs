//! Doc comments in plain technical English: the subject stands first, and no sentence is a riddle.

use crate::source::File;

/// Openings that hide the subject of a sentence.
const DENIED: [&str; 8] =
    ["What ", "Who ", "Whoever ", "Whose ", "Of those ", "Of these ", "But for ", "So many "];

/// Openings that are right now and then, and that may begin one sentence of fifty.
const RARE: [&str; 6] = ["What ", "How ", "Where ", "Who ", "Of ", "So "];

/// A sentence of a doc comment, and the line on which its paragraph begins.
#[derive(Debug, PartialEq)]
pub(crate) struct Sentence {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Sentences of doc comments that begin with a denied opening.
pub(crate) fn riddles(file: &File) -> Vec<String> {
    let denied = |sentence: &Sentence| DENIED.iter().any(|word| sentence.text.starts_with(word));
    let complaint = |sentence: Sentence| {
        let start: String = sentence.text.chars().take(60).collect();
        format!("{}:{}: say the subject first: {start}", file.path, sentence.line)
    };
    sentences(&file.text).into_iter().filter(denied).map(complaint).collect()
}

/// The number of doc sentences, and the number of those that begin with a rare opening.
pub(crate) fn rare_openings(files: &[File]) -> [usize; 2] {
    let mut counts = [0, 0];
    for sentence in files.iter().flat_map(|file| sentences(&file.text)) {
        counts[0] += 1;
        counts[1] += usize::from(RARE.iter().any(|word| sentence.text.starts_with(word)));
    }
    counts
}

/// The sentences of all doc comments of a source text, code blocks left out.
pub(crate) fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut paragraph = Sentence { line: 0, text: String::new() };
    let mut is_code = false;
    for (index, line) in text.lines().enumerate() {
        let doc = doc_of(line).unwrap_or_default();
        is_code ^= doc.starts_with("```");
        if is_code || doc.is_empty() || doc.starts_with("```") || begins_block(doc) {
            split(&mut found, &paragraph);
            paragraph = Sentence { line: index + 1, text: String::new() };
        }
        if is_code || doc.is_empty() || doc.starts_with("```") {
            continue;
        }
        if paragraph.text.is_empty() {
            paragraph.line = index + 1;
        }
        paragraph.text.push_str(doc.trim_start_matches(LIST_MARKS).trim_end());
        paragraph.text.push(' ');
    }
    split(&mut found, &paragraph);
    found
}

/// The text of a line of a doc comment.
fn doc_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
}

/// Characters of the marks before an item of a list, a heading or a row of a table.
const LIST_MARKS: [char; 16] =
    ['-', '*', '#', '|', '.', ')', '0', '1', '2', '3', '4', '5', '6', '7', '8', ' '];

/// True for a line that begins a heading, an item of a list or a row of a table.
fn begins_block(doc: &str) -> bool {
    let number = doc.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < doc.len() && number.starts_with(['.', ')']);
    is_numbered || doc.starts_with(['#', '|']) || doc.starts_with("- ") || doc.starts_with("* ")
}

/// Adds the sentences of a paragraph: each ends at a mark that a space and a capital letter follow.
fn split(found: &mut Vec<Sentence>, paragraph: &Sentence) {
    let mut start = 0;
    let text = paragraph.text.as_str();
    for (at, _) in text.match_indices(['.', '?', '!']) {
        let rest = &text[at + 1..];
        let next = rest.strip_prefix(' ').and_then(|rest| rest.chars().next());
        if next.is_none_or(|c| c.is_uppercase() || c == '`' || c == '[') && rest.starts_with(' ') {
            add(found, paragraph.line, &text[start..=at]);
            start = at + 1;
        }
    }
    add(found, paragraph.line, &text[start..]);
}

fn add(found: &mut Vec<Sentence>, line: usize, text: &str) {
    let text = text.trim();
    if text.split(' ').count() > 1 {
        found.push(Sentence { line, text: text.to_owned() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str) -> File {
        File { path: "x.rs".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_sentence_ends_before_a_capital_and_goes_on_over_lines() {
        let text = "/// Returns the length, e.g. of\n/// a path. Where nothing is, 0.5 is meant.\n\
                    ///\n/// ```\n/// What is_code();\n/// ```\n/// # Errors\n/// - One item.\nfn f() {}\n";
        let texts: Vec<String> = sentences(text).into_iter().map(|s| s.text).collect();
        assert_eq!(
            texts,
            ["Returns the length, e.g. of a path.", "Where nothing is, 0.5 is meant.", "One item."]
        );
    }

    #[test]
    fn a_riddle_is_named_with_its_line() {
        let text = "/// Good first sentence.\n///\n/// What is closed is gone.\n// What a comment says is free.\n";
        assert_eq!(
            riddles(&sample(text)),
            ["x.rs:3: say the subject first: What is closed is gone."]
        );
    }

    #[test]
    fn rare_openings_are_counted_among_all_sentences() {
        let text = "/// How far it is. So it ends. Returns it.\n";
        assert_eq!(rare_openings(&[sample(text)]), [3, 2]);
    }
}
