//! One place for each name of the facade.

use std::collections::BTreeMap;

const SOURCE: &str = include_str!("../src/lib.rs");

/// A public name, and the module that exports it; empty for the root.
#[derive(Debug, PartialEq)]
struct Export<'a> {
    module: &'a str,
    name: &'a str,
}

/// Lists the public names of the root and of its inline modules.
fn exports(source: &str) -> Vec<Export<'_>> {
    let mut exports = Vec::new();
    let (mut module, mut rest) = ("", source);
    while let Some((line, after)) = rest.split_once('\n') {
        rest = after;
        if line == "}" {
            module = "";
        } else if let Some(name) = line.strip_prefix("pub mod ") {
            let name = name.trim_end_matches(" {");
            exports.push(Export { module: "", name });
            module = name;
        } else if let Some(start) = line.trim_start().strip_prefix("pub use ") {
            let statement = &source[source.len() - rest.len() - 1 - start.len()..];
            let statement = statement.split(';').next().unwrap_or_default();
            exports.extend(exported_names(statement).map(|name| Export { module, name }));
        }
    }
    exports
}

/// Lists the names of `path::{A, B}`, `path::A` and `path as A`.
fn exported_names(statement: &str) -> impl Iterator<Item = &str> {
    let list = statement.split_once('{').map_or(statement, |(_, list)| list.trim_end_matches('}'));
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| name.rsplit([' ', ':']).next().unwrap_or(name))
}

#[test]
fn each_name_is_exported_once() {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for Export { module, name } in exports(SOURCE) {
        places.entry(name).or_default().push(module);
    }
    places.retain(|_, modules| modules.len() > 1);
    assert!(places.is_empty(), "exported more than once: {places:?}");
}

#[test]
fn exports_are_read_from_modules_lists_and_aliases() {
    let source =
        "pub use a::{\n    B, C,\n};\npub use d as e;\npub mod f {\n    pub use g::H;\n}\n";
    let of_root = ["B", "C", "e", "f"].map(|name| Export { module: "", name });
    let of_module = [Export { module: "f", name: "H" }];
    assert_eq!(exports(source), of_root.into_iter().chain(of_module).collect::<Vec<_>>());
}
