//! The allowed dependencies between packages, and the reason beside each dependency.

use crate::source::File;

/// For each package, the packages of the workspace that it may depend on; tests may use any.
///
/// The same table stands in docs/architecture.md, with the reasons.
const EDGES: [(&str, &[&str]); 25] = [
    ("navmesh-core", &[]),
    ("navmesh-build", &["navmesh-core"]),
    ("navmesh-search", &["navmesh-core"]),
    ("navmesh-funnel", &["navmesh-core"]),
    ("navmesh-grid", &["navmesh-core"]),
    ("navmesh-agents", &["navmesh-core", "navmesh-search"]),
    ("navmesh-io", &["navmesh-core", "navmesh-grid"]),
    ("navmesh-draw", &["navmesh-core", "navmesh-grid"]),
    ("navmesh-terrain", &["navmesh-core"]),
    (
        "tautline",
        &[
            "navmesh-core",
            "navmesh-build",
            "navmesh-search",
            "navmesh-funnel",
            "navmesh-grid",
            "navmesh-agents",
            "navmesh-io",
            "navmesh-draw",
            "navmesh-terrain",
        ],
    ),
    ("tautline-cli", &["tautline", "navmesh-io", "navmesh-draw"]),
    ("tautline-python", &["navmesh-core", "tautline"]),
    ("tautline-web", &["tautline"]),
    ("tautline-web-bindgen", &[]),
    ("tautline-capi", &["tautline"]),
    ("bevy_tautline", &["tautline"]),
    ("tautline-godot", &["tautline"]),
    ("tautline-capi-header", &[]),
    ("examples", &["tautline", "navmesh-io", "navmesh-draw"]),
    ("benches", &["*"]),
    ("benches-bevy", &["*"]),
    ("benches-landmass", &["*"]),
    ("examples-bevy", &["*"]),
    ("tautline-fuzz", &["*"]),
    ("navmesh-testkit", &["navmesh-core", "navmesh-grid"]),
];

/// A line that names a dependency: the section it stands in, the line above it, and the name.
struct Dependency<'a> {
    section: &'a str,
    above: &'a str,
    name: &'a str,
    line: &'a str,
}

fn dependencies(manifest: &File) -> Vec<Dependency<'_>> {
    let (mut section, mut above) = ("", "");
    let mut found = Vec::new();
    for line in manifest.text.lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
        }
        let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
        let is_entry = section.ends_with("dependencies") && line.contains('=');
        if is_entry && !line.starts_with(['#', '[', ' ']) {
            found.push(Dependency { section, above, name, line });
        }
        above = line;
    }
    found
}

fn is_ours(package: &str) -> bool {
    EDGES.iter().any(|(known, _)| *known == package)
}

/// Dependencies on packages of the workspace that the table does not allow.
pub(crate) fn forbidden_edges(manifest: &File) -> Vec<String> {
    let name = manifest.text.lines().find_map(|line| line.strip_prefix("name = "));
    let Some(name) = name.map(|name| name.trim_matches('"')) else {
        return Vec::new(); // the workspace itself
    };
    let Some((_, allowed)) = EDGES.iter().find(|(known, _)| *known == name) else {
        return vec![format!("{}: the package {name} is not in the table", manifest.path)];
    };
    let all = dependencies(manifest);
    let ours = all.iter().filter(|d| d.section == "dependencies" && is_ours(d.name));
    let forbidden = ours.filter(|d| !allowed.contains(&"*") && !allowed.contains(&d.name));
    forbidden.map(|d| format!("{}: {name} may not depend on {}", manifest.path, d.name)).collect()
}

/// True if a package's manifest names a dependency.
pub(crate) fn depends_on(manifest: &File, name: &str) -> bool {
    let all = dependencies(manifest);
    all.iter().any(|d| d.section != "workspace.dependencies" && d.name == name)
}

/// Dependencies without a comment above them; the workspace's own packages need none at the root.
pub(crate) fn unexplained(manifest: &File) -> Vec<String> {
    let all = dependencies(manifest);
    let bare = all.iter().filter(|d| {
        let is_own = d.section == "workspace.dependencies" && is_ours(d.name);
        !is_own && !d.above.starts_with("# ")
    });
    bare.map(|d| format!("{}: no reason above `{}`", manifest.path, d.line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str) -> File {
        File { path: "crates/x/Cargo.toml".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_sideways_edge_is_forbidden_except_in_tests() {
        let manifest = "[package]\nname = \"navmesh-search\"\n\n[dependencies]\n# Meshes.\n\
                        navmesh-core.workspace = true\nnavmesh-build = { workspace = true }\n\n\
                        [dev-dependencies]\nnavmesh-grid.workspace = true\n";
        assert_eq!(
            forbidden_edges(&sample(manifest)),
            ["crates/x/Cargo.toml: navmesh-search may not depend on navmesh-build"]
        );
    }

    #[test]
    fn a_new_package_has_to_be_put_into_the_table() {
        assert_eq!(forbidden_edges(&sample("[package]\nname = \"navmesh-crowd\"\n")).len(), 1);
    }

    #[test]
    fn a_dependency_without_a_reason_is_seen() {
        let manifest = "[dependencies]\n# Points.\nglam = \"0.33\"\nrand = { version = \"1\" }\n\
                        [dev-dependencies]\nproptest.workspace = true\n[lints]\nworkspace = true\n";
        assert_eq!(
            unexplained(&sample(manifest)),
            [
                "crates/x/Cargo.toml: no reason above `rand = { version = \"1\" }`",
                "crates/x/Cargo.toml: no reason above `proptest.workspace = true`",
            ]
        );
    }
}
