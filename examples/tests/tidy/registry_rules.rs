//! Pages that registries show, away from the repository: links that resolve there, one address of the
//! repository, one version, and licences as files.

use crate::source::File;

/// The address of the repository, from the manifest of the workspace.
pub(crate) fn repository(manifest: &File) -> Option<&str> {
    let line = manifest.text.lines().find_map(|line| line.strip_prefix("repository = \""));
    line.and_then(|rest| rest.strip_suffix('"'))
}

/// The page with links into the repository in place of relative ones.
pub(crate) fn with_absolute_links(page: &File, repository: &str) -> String {
    let mut text = String::new();
    for (at, piece) in page.text.split("](").enumerate() {
        if at > 0 {
            let target = piece.split(')').next().unwrap_or_default();
            text.push_str("](");
            if !target.contains("://") && !target.starts_with('#') {
                let view = if is_picture(target) { "raw" } else { "blob" };
                text.push_str(&format!("{repository}/{view}/main/"));
            }
        }
        text.push_str(piece);
    }
    text
}

fn is_picture(target: &str) -> bool {
    [".png", ".svg"].iter().any(|ending| target.ends_with(ending))
}

/// Links of a page that do not resolve on a registry: relative ones, and those to a file that the
/// repository does not have.
pub(crate) fn dead_on_a_registry(
    page: &File,
    repository: &str,
    exists: impl Fn(&str) -> bool,
) -> Vec<String> {
    let inline = page.text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let named = page.text.lines().filter(|line| line.starts_with('['));
    let named = named.filter_map(|line| line.split_once("]: "));
    let targets = inline.map(|(target, _)| target).chain(named.map(|(_, target)| target));
    let dead = targets.filter(|target| !resolves(target, repository, &exists));
    dead.map(|target| format!("{}: the link to {target} is dead on a registry", page.path))
        .collect()
}

fn resolves(target: &str, repository: &str, exists: impl Fn(&str) -> bool) -> bool {
    let Some(rest) = target.strip_prefix(repository) else {
        return target.starts_with("https://") || target.starts_with('#');
    };
    let file = rest.strip_prefix("/blob/main/").or(rest.strip_prefix("/raw/main/"));
    let file = file.map(|file| file.split('#').next().unwrap_or_default());
    rest.is_empty() || file.is_some_and(exists)
}

/// Addresses of a repository of our name that is not the workspace's.
pub(crate) fn other_addresses(file: &File, repository: &str) -> Vec<String> {
    let ends = |c: char| !c.is_alphanumeric() && !"/-_.".contains(c);
    let address = |rest: &str| format!("https://{}", rest.split(ends).next().unwrap_or_default());
    let all = file.text.split("https://").skip(1).map(address);
    let (_, name) = repository.rsplit_once('/').unwrap_or_default();
    let host = repository.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    let ours = all.filter(|address| {
        let parts: Vec<&str> = address.trim_end_matches('.').split('/').collect();
        address.starts_with(&host)
            && parts.get(4).map(|part| part.trim_end_matches(".git")) == Some(name)
    });
    let other = ours.filter(|address| !address.starts_with(repository));
    other.map(|address| format!("{}: {address} is not {repository}", file.path)).collect()
}

/// The first version that a manifest of cargo or npm states.
pub(crate) fn version(manifest: &File) -> Option<&str> {
    let line = manifest.text.lines().map(str::trim_start);
    let mut stated = line
        .filter_map(|line| line.strip_prefix("version = ").or(line.strip_prefix("\"version\": ")));
    stated.next().map(|rest| rest.trim_matches([',', '"']))
}

/// Links in doc comments that leave their package by a relative path, which docs.rs does not have.
pub(crate) fn relative_doc_links(file: &File) -> Vec<String> {
    let lines = file.text.lines().enumerate();
    let doc = lines.filter(|(_, line)| line.trim_start().starts_with("//"));
    let bad = doc.filter(|(_, line)| line.contains("](../") || line.contains("](docs/"));
    bad.map(|(at, _)| format!("{}:{}: a relative link in a doc comment", file.path, at + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "https://github.com/us/taut";

    fn page(text: &str) -> File {
        File { path: "crates/x/README.md".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn relative_links_become_links_into_the_repository() {
        let relative = page("[a](docs/a.md#b) ![c](d.svg) [e](https://f.org) [g](#h)");
        let absolute = with_absolute_links(&relative, OURS);
        assert_eq!(
            absolute,
            "[a](https://github.com/us/taut/blob/main/docs/a.md#b) \
             ![c](https://github.com/us/taut/raw/main/d.svg) [e](https://f.org) [g](#h)"
        );
        let exists = |path: &str| path == "docs/a.md";
        assert_eq!(dead_on_a_registry(&relative, OURS, exists).len(), 2);
        let dead = dead_on_a_registry(&page(&absolute), OURS, exists);
        assert_eq!(dead.len(), 1, "the picture is not in the repository: {dead:?}");
    }

    #[test]
    fn a_named_relative_link_is_dead() {
        let named = page("[a] and [b]\n\n[a]: https://docs.rs/a\n[b]: ../b.md\n");
        assert_eq!(dead_on_a_registry(&named, OURS, |_| true).len(), 1);
    }

    #[test]
    fn an_address_of_another_owner_is_seen() {
        let text = format!("{OURS}, \"https://github.com/them/taut.git\" https://github.com/x/y");
        let seen = other_addresses(&page(&text), OURS);
        assert_eq!(seen.len(), 1, "{seen:?}");
        assert!(seen[0].contains("them"));
    }

    #[test]
    fn cargo_and_npm_state_a_version() {
        assert_eq!(version(&page("[package]\nversion = \"1.2.3\"\n")), Some("1.2.3"));
        assert_eq!(version(&page("{\n  \"version\": \"1.2.4\",\n}")), Some("1.2.4"));
        assert_eq!(version(&page("version.workspace = true\n")), None);
    }

    #[test]
    fn a_doc_comment_that_leaves_its_package_is_seen() {
        let file = page("/// [a](../b/struct.B.html)\nlet link = \"](../\";\n");
        assert_eq!(relative_doc_links(&file).len(), 1);
    }
}
