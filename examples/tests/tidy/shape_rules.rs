//! The shape of folders and of signatures.

use std::collections::BTreeMap;

use crate::rust_rules::{functions, is_library_code};
use crate::source::{File, code_of, line_of};

/// The most modules in one folder.
const FOLDER_MODULES: usize = 16;

/// Functions that may take parameters packed into a tuple, each with its reason.
const PACKED: [(&str, &str); 0] = [];

/// Folders of library code with more modules than a newcomer can keep apart.
pub(crate) fn crowded_folders(files: &[File]) -> Vec<String> {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for file in files.iter().filter(|file| is_library_code(&file.path)) {
        let (folder, name) = file.path.rsplit_once('/').unwrap_or_default();
        *folders.entry(folder).or_default() += usize::from(!matches!(name, "lib.rs" | "main.rs"));
    }
    let crowded = folders.into_iter().filter(|&(_, modules)| modules > FOLDER_MODULES);
    let complaint =
        |(folder, modules)| format!("{folder}: {modules} modules, at most {FOLDER_MODULES}");
    crowded.map(complaint).collect()
}

/// Functions of library code with a parameter that is a pattern over a tuple.
pub(crate) fn packed_parameters(file: &File) -> Vec<String> {
    let code = code_of(&file.text);
    let mut complaints = Vec::new();
    for start in functions(&code) {
        let signature = &code[start..start + code[start..].find(['{', ';']).unwrap_or(0)];
        let name = signature["fn ".len()..].split(['(', '<']).next().unwrap_or_default();
        let is_allowed = PACKED.iter().any(|&(allowed, _)| allowed == name);
        if signature.contains("): (") && !is_allowed {
            let line = line_of(&code, start);
            complaints
                .push(format!("{}:{line}: `{name}` packs parameters into a tuple", file.path));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seventeen_modules_crowd_a_folder_and_sixteen_do_not() {
        let files = |count: usize| {
            let names = (0..count).map(|i| format!("crates/x/src/a/m{i}.rs"));
            let all = names
                .chain(["crates/x/src/lib.rs".to_owned(), "crates/x/src/a/tests.rs".to_owned()]);
            all.map(|path| File { path, text: String::new() }).collect::<Vec<_>>()
        };
        assert!(crowded_folders(&files(16)).is_empty());
        assert_eq!(crowded_folders(&files(17)), ["crates/x/src/a: 17 modules, at most 16"]);
    }

    #[test]
    fn a_tuple_pattern_is_seen_and_a_tuple_is_not() {
        let text = "fn a((x, y): (u32, u32)) {}\nfn b(at: (u32, u32)) -> (u8, u8) { |(a, b): (u8, u8)| a }\n";
        let file = File { path: "x.rs".to_owned(), text: text.to_owned() };
        assert_eq!(packed_parameters(&file), ["x.rs:1: `a` packs parameters into a tuple"]);
    }
}
