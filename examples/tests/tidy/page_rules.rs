//! Pages whose links lead somewhere, and a README that shows code that runs.

use crate::source::File;

/// Links to files that are not there; links into the web are not followed.
pub(crate) fn dead_links(page: &File, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = page.path.rfind('/').map_or("", |slash| &page.path[..=slash]);
    let targets = page.text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let local = targets
        .map(|(target, _)| target.split('#').next().unwrap_or_default())
        .filter(|target| !target.is_empty() && !target.contains("://"));
    let dead = local.filter(|target| !exists(&format!("{folder}{target}")));
    dead.map(|target| format!("{}: the link to {target} leads nowhere", page.path)).collect()
}

/// Links to a part of a page that has no heading of that name.
pub(crate) fn dead_parts(page: &File, pages: &[File]) -> Vec<String> {
    let folder = page.path.rfind('/').map_or("", |slash| &page.path[..slash]);
    let targets = page.text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let parts = targets.filter_map(|(target, _)| target.split_once('#'));
    let local = parts.filter(|(path, _)| !path.contains("://"));
    let dead = local.filter(|(path, part)| {
        let path = if path.is_empty() { page.path.clone() } else { joined(folder, path) };
        let named = pages.iter().find(|page| page.path == path);
        named.is_some_and(|named| !headings(&named.text).contains(&part.to_string()))
    });
    dead.map(|(path, part)| format!("{}: {path}#{part} is no heading", page.path)).collect()
}

/// The path from a folder, without `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The names by which links reach the headings of a page.
fn headings(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| line.starts_with('#'));
    let title = |line: &str| line.trim_start_matches('#').trim().to_lowercase();
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    lines
        .map(|line| title(line).chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

/// Complains where the page does not show the program, its own first comment left out.
pub(crate) fn missing_program(page: &File, program: &File) -> Option<String> {
    let code: Vec<&str> = program.text.lines().skip_while(|line| line.starts_with("//!")).collect();
    let shown = format!("```rust\n{}\n```\n", code.join("\n").trim());
    let (page_path, path) = (&page.path, &program.path);
    (!page.text.contains(&shown)).then(|| format!("{page_path} does not show {path} as it is"))
}

/// Examples that a page does not link to.
pub(crate) fn unlisted<'a>(page: &File, examples: impl Iterator<Item = &'a str>) -> Vec<String> {
    let missing = examples.filter(|path| !page.text.contains(&format!("]({path})")));
    missing.map(|path| format!("{} does not list {path}", page.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str) -> File {
        File { path: "docs/page.md".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_link_to_nothing_is_seen_wherever_it_starts_from() {
        let page = sample("[a](there.md#part) ![b](gone.png) [c](https://x.org/y) [d](#here)");
        let exists = |path: &str| path == "docs/there.md";
        assert_eq!(dead_links(&page, exists), ["docs/page.md: the link to gone.png leads nowhere"]);
    }

    #[test]
    fn a_link_to_a_part_that_is_not_there_is_seen() {
        let page =
            sample("# A\n## The `B`, c--d\n[a](#the-b-c--d) [e](../docs/page.md#e) [x](o.rs#L1)");
        let dead = dead_parts(&page, &[sample(&page.text)]);
        assert_eq!(dead, ["docs/page.md: ../docs/page.md#e is no heading"]);
    }

    #[test]
    fn a_page_at_the_root_links_from_there() {
        let page =
            File { path: "README.md".to_owned(), text: "[a](docs/a.md) [b](b.md)".to_owned() };
        assert_eq!(dead_links(&page, |path| path == "docs/a.md").len(), 1);
    }

    #[test]
    fn an_example_that_no_row_names_is_seen() {
        let page = sample("| [`one`](one.rs) | shows one thing, like two.rs |");
        let examples = ["one.rs", "two.rs"];
        let missing = unlisted(&page, examples.into_iter());
        assert_eq!(missing, ["docs/page.md does not list two.rs"]);
    }

    #[test]
    fn a_program_that_differs_by_a_letter_is_not_shown() {
        let program = File { path: "p.rs".to_owned(), text: "//! p\n\nfn main() {}\n".to_owned() };
        let page = |code: &str| sample(&format!("x\n```rust\n{code}\n```\ny\n"));
        assert_eq!(missing_program(&page("fn main() {}"), &program), None);
        assert!(missing_program(&page("fn main( ) {}"), &program).is_some());
    }
}
