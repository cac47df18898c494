//! The rules for every `.rs` file.

use crate::source::{File, block_end, code_of, line_of, without_blocks};

const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;

/// A file that does not fit into one's head.
pub(crate) fn long_file(file: &File) -> Option<String> {
    let lines = file.text.lines().count();
    let path = &file.path;
    (lines > FILE_LINES).then(|| format!("{path}: {lines} lines, at most {FILE_LINES}"))
}

/// A module whose file has no name of its own: `mesh.rs` stands beside `mesh/`.
pub(crate) fn nameless_file(file: &File) -> Option<String> {
    let path = &file.path;
    path.ends_with("/mod.rs").then(|| format!("{path}: `NAME.rs` beside `NAME/`, no mod.rs"))
}

/// Functions that do not fit on a screen, from the line of their name to the closing brace.
pub(crate) fn long_functions(file: &File) -> Vec<String> {
    let code = code_of(&file.text);
    let mut complaints = Vec::new();
    for start in functions(&code) {
        let Some(end) = block_end(&code, start) else { continue };
        let first = line_of(&code, start);
        let lines = line_of(&code, end) + 1 - first;
        if lines > FUNCTION_LINES {
            let path = &file.path;
            complaints.push(format!("{path}:{first}: {lines} lines, at most {FUNCTION_LINES}"));
        }
    }
    complaints
}

/// The offsets of function declarations; the type `fn(…)` has no name and is none.
pub(crate) fn functions(code: &str) -> impl Iterator<Item = usize> + '_ {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices("fn ").map(|(at, _)| at).filter(move |&at| !code[..at].ends_with(is_word))
}

/// True for what users of the libraries run.
pub(crate) fn is_library_code(path: &str) -> bool {
    let in_library = path.strip_prefix("crates/").is_some_and(|path| path.contains("/src/"));
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    let others = [
        "/navmesh-testkit/",
        "/tautline-cli/",
        "/tautline-python/",
        "/tautline-web/",
        "/tautline-capi/header/",
    ];
    let is_other = others.iter().any(|package| path.contains(package));
    in_library && !is_test && !is_other
}

/// Calls that panic, outside of tests, without a reason in a comment on the line or just above it.
pub(crate) fn panicking_calls(file: &File) -> Vec<String> {
    let code = without_blocks(&code_of(&file.text), "#[cfg(test)]");
    let lines: Vec<&str> = file.text.lines().collect();
    let mut complaints = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let call = [".unwrap()", ".expect(", "::unwrap)", "::unwrap("]
            .into_iter()
            .find(|call| line.contains(call));
        let above = index.checked_sub(1).map_or("", |above| lines[above].trim_start());
        let has_reason = lines[index].contains("// ") || above.starts_with("// ");
        if let Some(call) = call.filter(|_| !has_reason) {
            complaints.push(format!("{}:{}: `{call}` without a reason", file.path, index + 1));
        }
    }
    complaints
}

/// Calls that reach beyond a library's arguments and answers: the console, files, the environment, the clock, the network.
const WORLDLY: [&str; 11] = [
    "print!(",
    "println!(",
    "eprint!(",
    "eprintln!(",
    "dbg!(",
    "std::env",
    "std::fs",
    "std::net",
    "std::process",
    "Instant",
    "SystemTime",
];

/// Places where a library prints, or asks something of the world.
pub(crate) fn worldly_calls(file: &File) -> Vec<String> {
    let code = without_blocks(&code_of(&file.text), "#[cfg(test)]");
    let lines = code.lines().enumerate();
    let calls = lines.filter_map(|(index, line)| {
        let call = WORLDLY.into_iter().find(|call| line.contains(call))?;
        Some(format!("{}:{}: a library with `{call}`", file.path, index + 1))
    });
    calls.collect()
}

/// The words that put work off; written so that this file has none of them.
const MARKS: [&str; 3] = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Lines that put work off.
pub(crate) fn marks(file: &File) -> Vec<String> {
    let lines = file.text.lines().enumerate();
    let marked = lines.filter(|(_, line)| MARKS.iter().any(|mark| line.contains(mark)));
    marked.map(|(index, line)| format!("{}:{}: {}", file.path, index + 1, line.trim())).collect()
}

/// The files whose code names a package.
pub(crate) fn files_that_name<'a>(name: &str, files: &'a [File]) -> Vec<&'a str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let names = |file: &&File| code_of(&file.text).split(|c| !is_word(c)).any(|word| word == name);
    files.iter().filter(names).map(|file| file.path.as_str()).collect()
}

/// Functions in a lib.rs, macros aside.
pub(crate) fn functions_in_first_chapter(file: &File) -> Vec<String> {
    let code = without_blocks(&code_of(&file.text), "macro_rules!");
    let place = |at| format!("{}:{}: lib.rs computes nothing", file.path, line_of(&code, at));
    functions(&code).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(text: &str) -> File {
        File { path: "crates/x/src/y.rs".to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_file_may_have_four_hundred_lines_and_no_more() {
        assert_eq!(long_file(&sample(&"x\n".repeat(400))), None);
        assert!(long_file(&sample(&"x\n".repeat(401))).is_some());
    }

    #[test]
    fn a_module_has_a_file_of_its_name() {
        let at = |path: &str| File { path: path.to_owned(), text: String::new() };
        assert_eq!(nameless_file(&at("crates/x/src/mesh.rs")), None);
        assert!(nameless_file(&at("crates/x/tests/common/mod.rs")).is_some());
    }

    #[test]
    fn a_function_may_have_sixty_lines_and_no_more() {
        let function =
            |body: usize| format!("x\nfn f() {{\n{}}}\n", "    { \"}\"; }\n".repeat(body));
        assert!(long_functions(&sample(&function(58))).is_empty());
        assert_eq!(
            long_functions(&sample(&function(59))),
            ["crates/x/src/y.rs:2: 61 lines, at most 60"]
        );
    }

    #[test]
    fn a_panicking_call_needs_a_reason_unless_it_is_a_test() {
        let bare = "/// x.unwrap() is not meant\nlet a = b.unwrap();\nlet c = d.expect(\"e\");\n";
        assert_eq!(panicking_calls(&sample(bare)).len(), 2);
        let reasoned =
            "// b was checked above\nlet a = b.unwrap();\nlet c = d.unwrap(); // so is d\n";
        assert!(panicking_calls(&sample(reasoned)).is_empty());
        let test = "#[cfg(test)]\nmod tests {\n    fn f() { a.unwrap() }\n}\nb.unwrap()\n";
        assert_eq!(
            panicking_calls(&sample(test)),
            ["crates/x/src/y.rs:5: `.unwrap()` without a reason"]
        );
    }

    #[test]
    fn a_library_asks_nothing_of_the_world() {
        let text = "/// println!(\"in a doc\")\nfn f() {\n    eprintln!(\"x\");\n    let t = Instant::now();\n}\n";
        assert_eq!(worldly_calls(&sample(text)).len(), 2);
        let test = "#[cfg(test)]\nmod tests {\n    fn f() { dbg!(1) }\n}\n";
        assert_eq!(worldly_calls(&sample(test)), Vec::<String>::new());
    }

    #[test]
    fn library_code_is_what_users_run() {
        assert!(is_library_code("crates/navmesh-core/src/mesh/raw.rs"));
        for other in ["core/src/mesh/tests.rs", "core/src/tests/twin.rs", "core/tests/areas.rs"] {
            assert!(!is_library_code(&format!("crates/navmesh-{other}")));
        }
        assert!(!is_library_code("crates/navmesh-testkit/src/rng.rs"));
        assert!(!is_library_code("examples/first_path.rs"));
    }

    #[test]
    fn a_mark_is_seen_in_comments_too() {
        let text = format!("fine\n// {}: later\n", MARKS[0]);
        assert_eq!(marks(&sample(&text)).len(), 1);
    }

    #[test]
    fn a_package_is_named_by_code_and_not_by_comments() {
        let files =
            ["// of spade\n", "use spade::Point2;\n", "let spades = \"spade\";\n"].map(sample);
        assert_eq!(files_that_name("spade", &files).len(), 1);
    }

    #[test]
    fn a_first_chapter_may_hold_macros_but_no_functions() {
        let chapter = "//! fn a() {}\nmacro_rules! b {\n    () => { fn c() {} };\n}\n";
        assert!(functions_in_first_chapter(&sample(chapter)).is_empty());
        assert_eq!(functions_in_first_chapter(&sample("pub fn d() {}\n")).len(), 1);
    }
}
