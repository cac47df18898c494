//! The public functions with numbers, from `docs/api`: each is called with bad ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A word of a parameter's type that stands for a real number, a point, a shape, or options with one.
const REAL: [&str; 9] =
    ["f64", "f32", "DVec2", "IntoPoint", "Place", "Outline", "Outlines", "Bounds", "AgentOptions"];

/// A word of a parameter's type that stands for a count, a size or a number of a thing.
const COUNT: [&str; 4] = ["usize", "u64", "u32", "u16"];

/// Functions that are called with no bad numbers, below the reason.
const EXEMPT: [(&str, &[&str]); 4] = [
    (
        "a slot is an index: one that the mesh lacks panics, as for a slice",
        &[
            "NavMesh::area_of",
            "NavMesh::cell_id",
            "NavMesh::centroid",
            "NavMesh::component",
            "NavMesh::component_size",
            "NavMesh::corners",
            "NavMesh::cost",
            "NavMesh::each_cell_near",
            "NavMesh::each_cell_near_segment",
            "NavMesh::edge_range",
            "NavMesh::feature_at",
            "NavMesh::gap_between",
            "NavMesh::layer",
            "NavMesh::nudged_into",
            "NavMesh::off_mesh_connections_from",
            "NavMesh::off_mesh_connections_into",
            "NavMesh::place_in",
            "WallsBefore::doors",
        ],
    ),
    (
        "plain arithmetic: NaN gives NaN",
        &[
            "Features::divide_sides",
            "Features::map_points",
            "Isometric::to_map",
            "Isometric::to_screen",
            "Steps::euclidean",
            "Steps::manhattan",
            "Steps::octile",
            "DistanceMap::color",
        ],
    ),
    (
        "called by searches, or with what they found",
        &[
            "NavMesh::set_revision",
            "Observer::turned",
            "Place::snap",
            "RosMap::note_of_unknown",
            "Session::advance_observed",
            "Stop::error",
            "WallChange::concerns",
        ],
    ),
    (
        "the number is stored or compared, and another function of this list reads it",
        &[
            "FieldQuery::between",
            "FieldQuery::for_goals",
            "HexLayout::to_file",
            "HexLayout::to_map",
            "ManyQuery::to",
            "MeshQueries::random_point_around_with",
            "OutlineEdit::on_layer",
            "Place::may_be_on",
        ],
    ),
];

/// A public function: whether it takes real numbers, and counts.
#[derive(Debug, Default)]
struct Takes {
    reals: bool,
    counts: bool,
}

#[test]
fn each_public_function_with_numbers_is_called_with_bad_ones() {
    let (reals, counts) = (called(&["each_real("]), called(&["each_count(", "each_question("]));
    let exempt: BTreeSet<&str> =
        EXEMPT.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let mut missing = Vec::new();
    let public = public_functions();
    for (name, takes) in &public {
        let is_called =
            |names: &BTreeSet<String>| names.contains(name) || exempt.contains(name.as_str());
        if takes.reals && !is_called(&reals) {
            missing.push(format!("{name} with a bad real number"));
        }
        if takes.counts && !is_called(&counts) {
            missing.push(format!("{name} with a bad count"));
        }
    }
    assert!(public.len() > 200, "{} functions in docs/api", public.len());
    assert!(missing.is_empty(), "no test calls these functions:\n{}", missing.join("\n"));
    let named = reals.iter().chain(&counts).map(String::as_str).chain(exempt);
    let unknown: Vec<_> = named.filter(|name| !public.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "docs/api has no such functions with numbers: {unknown:?}");
}

/// Returns the functions that the tests of this folder name in calls of a macro-like function, and call.
fn called(callers: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in texts_in(&root().join("tests/numbers"), "rs") {
        for after in callers.iter().flat_map(|caller| text.split(caller).skip(1)) {
            let literal =
                after.trim_start().strip_prefix('"').and_then(|text| text.split('"').next());
            for name in literal.unwrap_or_default().split(',') {
                let name = name.trim_matches(|c: char| c == '\\' || c.is_whitespace());
                if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c))
                {
                    continue; // a description
                }
                let method = name.rsplit("::").next().unwrap();
                let is_called = [format!(".{method}("), format!("{name}("), format!("{method}(")];
                assert!(is_called.iter().any(|call| text.contains(call)), "no call of {name}");
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// Returns the functions that users of the facade reach and that take numbers, without those of trait implementations.
fn public_functions() -> BTreeMap<String, Takes> {
    let texts = texts_in(&root().join("../../docs/api"), "txt");
    let reexported: BTreeSet<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("pub use tautline::")?.rsplit("::").next())
        .collect();
    let mut functions = BTreeMap::new();
    for (line, is_of_trait) in texts.iter().flat_map(|text| functions_in(text)) {
        let Some((path, parameters)) = parsed(line) else { continue };
        let mut segments = path.rsplit("::");
        let (method, owner) = (segments.next().unwrap(), segments.next().unwrap_or_default());
        let is_method = owner.starts_with(char::is_uppercase);
        if is_method && is_of_trait {
            continue;
        }
        let item = if is_method { owner } else { method };
        let name = if is_method { format!("{owner}::{method}") } else { method.to_owned() };
        let is_whole = ["tautline::", "navmesh_io::", "navmesh_draw::"];
        let is_reached = is_whole.iter().any(|root| path.starts_with(root));
        if !path.contains("::backend::") && (is_reached || reexported.contains(item)) {
            let takes: &mut Takes = functions.entry(name).or_default();
            takes.reals |= has_word(parameters, &REAL);
            takes.counts |= has_word(parameters, &COUNT);
        }
    }
    functions.retain(|_, takes| takes.reals || takes.counts);
    functions
}

/// Iterates over the lines of functions, each with whether it follows the head of an implementation of a trait.
fn functions_in(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut is_of_trait = false;
    text.lines().filter_map(move |line| {
        let function = line.strip_prefix("pub fn ").or(line.strip_prefix("pub const fn "));
        if function.is_none() {
            is_of_trait = line.starts_with("impl") && line.contains(" for ");
        }
        Some((function?, is_of_trait))
    })
}

/// Splits a signature into the path without generics, and the function's generics with its parameters.
fn parsed(signature: &str) -> Option<(String, &str)> {
    let (mut path, mut depth, mut before) = (String::new(), 0, ' ');
    for (at, letter) in signature.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            '(' if depth == 0 => {
                let method = path.rsplit("::").next()?;
                let generics = signature[..at].rfind(method)?;
                let end = signature.rfind(" -> ").unwrap_or(signature.len());
                return Some((path, &signature[generics..end.max(at)]));
            }
            _ if depth == 0 => path.push(letter),
            _ => {}
        }
        before = letter;
    }
    None
}

/// True if a signature has one of the words as a type, and not as a part of a path.
fn has_word(signature: &str, words: &[&str]) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    words.iter().any(|word| {
        signature.match_indices(word).any(|(at, _)| {
            let (before, after) = (&signature[..at], &signature[at + word.len()..]);
            !before.ends_with(is_letter)
                && !after.starts_with(is_letter)
                && !after.starts_with("::")
        })
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads the files with an extension in a folder and those below it.
fn texts_in(folder: &Path, extension: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    let texts = paths.iter().flat_map(|path| match path.extension() {
        _ if path.is_dir() => texts_in(path, extension),
        Some(found) if found == extension => vec![std::fs::read_to_string(path).unwrap()],
        _ => vec![],
    });
    texts.collect()
}
