//! The imports among the files of a package, which lead in no circle.
//!
//! A file imports another if a path in its code, in a `use` or not, leads to an item of that file, or to one that the
//! file passes on. The files below a file are parts of it. So they may name what it defines, and it may pass on what
//! they define; neither is an import. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{File, code_of, without_blocks};

/// The files of a package, by module: `a/b/` stands for `a::b`, and the empty text for the root.
type Package<'a> = BTreeMap<String, &'a File>;

/// One circle of imports in each package that has any.
pub(crate) fn circles(files: &[File]) -> Vec<String> {
    let mut packages: BTreeMap<&str, Package<'_>> = BTreeMap::new();
    for file in files {
        if let Some((package, path)) = file.path.split_once("/src/") {
            let module = match path.trim_end_matches(".rs") {
                "lib" | "main" => String::new(),
                path => format!("{path}/"),
            };
            packages.entry(package).or_default().insert(module, file);
        }
    }
    packages.values().filter_map(circle).collect()
}

/// A circle among the files of a package.
fn circle(package: &Package<'_>) -> Option<String> {
    let modules = package.iter().filter(|(module, _)| !module.contains("tests/"));
    let mut imports: BTreeMap<&String, BTreeSet<String>> =
        modules.map(|(module, file)| (module, imports(module, file, package))).collect();
    // A file that imports none of those that are left is in no circle.
    let mut count = 0;
    while count != imports.len() {
        count = imports.len();
        let left: BTreeSet<&String> = imports.keys().copied().collect();
        imports.retain(|_, named| named.iter().any(|module| left.contains(module)));
    }
    let mut way = vec![*imports.keys().next()?];
    loop {
        let next = imports[way[way.len() - 1]].iter().find(|named| imports.contains_key(*named))?;
        let first = way.iter().position(|module| *module == next);
        way.push(next);
        if let Some(first) = first {
            let paths: Vec<&str> =
                way[first..].iter().map(|module| package[*module].path.as_str()).collect();
            return Some(paths.join(" imports "));
        }
    }
}

/// The modules of a package that a file imports.
fn imports(module: &str, file: &File, package: &Package<'_>) -> BTreeSet<String> {
    let code = without_blocks(&code_of(&file.text), "#[cfg(test)]");
    let (mut named, mut paths) = (BTreeSet::new(), Vec::new());
    let (mut rest, mut from) = (String::new(), 0);
    while let Some([start, end]) = next_use(&code, from) {
        let before = code[..start].trim_end();
        let passes_on = before.ends_with("pub") || before.ends_with(')');
        spread("", &code[start + "use ".len()..end], &mut paths);
        let targets = paths.drain(..).filter_map(|path| target(&path, module, package));
        named.extend(targets.filter(|target| !(passes_on && target.starts_with(module))));
        rest.push_str(&code[from..start]);
        from = end;
    }
    rest.push_str(&code[from..]);
    let words = rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    let own = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    named.extend(own.filter_map(|path| target(path, module, package)));
    named.retain(|target| !module.starts_with(target));
    named
}

/// The next `use` at or after an offset: its start, and the offset of its semicolon.
fn next_use(code: &str, from: usize) -> Option<[usize; 2]> {
    let is_start = |at: &usize| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let start = code[from..].match_indices("use ").map(|(at, _)| from + at).find(is_start)?;
    Some([start, start + code[start..].find(';')?])
}

/// Lists the paths of a `use`, each without its braces.
fn spread(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let (path, group) = tree.trim().split_once('{').unwrap_or((tree, ""));
    let prefix = format!("{prefix}{}", path.trim());
    let Some((group, _)) = group.rsplit_once('}') else { return paths.push(prefix) };
    let (mut depth, mut from) = (0, 0);
    for (at, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                spread(&prefix, &group[from..at], paths);
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// The module that defines or passes on what a path in a module names; `None` in other packages.
fn target(path: &str, module: &str, package: &Package<'_>) -> Option<String> {
    let mut at = module.to_owned();
    for (place, name) in path.split("::").enumerate() {
        match name {
            "crate" => at.clear(),
            "super" => at.truncate(at.trim_end_matches('/').rfind('/').map_or(0, |end| end + 1)),
            "self" => {}
            _ => {
                let below = format!("{at}{name}/");
                if !package.contains_key(&below) {
                    return (place > 0).then_some(at);
                }
                at = below;
            }
        }
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
        let file = |&(path, text): &(&str, &str)| File {
            path: format!("crates/x/src/{path}.rs"),
            text: text.to_owned(),
        };
        circles(&files.iter().map(file).collect::<Vec<_>>())
    }

    #[test]
    fn a_circle_names_its_files() {
        let files = [
            ("lib", "mod a; mod b; mod c; pub use a::A;"),
            ("a", "use std::fmt;\nuse crate::b::{\n    deep::{B as Other, C}, D,\n};\nfn f() {}"),
            ("b", "mod deep;\npub(crate) use deep::B;"),
            ("b/deep", "use super::super::c;\nuse super::D;"),
            ("c", "fn f() { crate::a::f() }"),
            ("d", "use crate::a::A;"),
        ];
        let circle = "crates/x/src/a.rs imports crates/x/src/b/deep.rs imports crates/x/src/c.rs \
                      imports crates/x/src/a.rs";
        assert_eq!(circles_of(&files), [circle]);
    }

    #[test]
    fn a_file_uses_its_parts_and_its_parts_use_it() {
        let files = [
            ("a", "mod b;\nuse b::f;\nuse crate::c::C;\n#[cfg(test)]\nmod tests;"),
            ("a/b", "use super::A;\nuse crate::a::A;"),
            ("a/tests", "use crate::d::D;"),
            (
                "c",
                "pub struct C; // use crate::a::A;\n#[cfg(test)]\nmod tests { use crate::a::A; }",
            ),
            ("d", "use crate::a::A;"),
        ];
        assert_eq!(circles_of(&files), Vec::<String>::new());
    }

    #[test]
    fn a_part_of_a_file_belongs_to_its_circle() {
        let files = [
            ("a", "use crate::b::B;"),
            ("b", "mod part;\nuse part::f;"),
            ("b/part", "use crate::a::A;"),
        ];
        assert_eq!(circles_of(&files).len(), 1);
    }
}
