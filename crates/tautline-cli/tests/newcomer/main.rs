//! The cases that new users tried in their first hour, with the answers of the library and the program.
//!
//! Each test performs one case as a user would, and checks the printed text or the returned value. Maps of
//! earlier defects are read from the folder `found` of the test data, if `TAUTLINE_DATA` names it.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod library;
mod doors_and_floors;
mod program;
mod pictures;
mod package;
mod attacks;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The result of a run.
struct Finished {
    code: i32,
    out: String,
    err: String,
}

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file of the repository.
fn page(name: &str) -> String {
    let file = repository().join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The name of a sample.
fn sample(name: &str) -> String {
    repository().join("examples/data").join(name).canonicalize().unwrap().display().to_string()
}

/// Runs the program in a folder with arguments separated by spaces.
fn run_in(folder: &Path, arguments: &str) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
    let output = command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    Finished { code: output.status.code().unwrap(), out, err }
}

/// Runs the program in a new folder.
fn run(arguments: &str) -> Finished {
    run_in(TempDir::new().unwrap().path(), arguments)
}

/// Runs the program in a new folder with `--json`, and returns the object that it prints.
fn json(arguments: &str) -> Value {
    let ended = run(&format!("{arguments} --json"));
    serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {}", ended.err))
}

/// Asserts that a command is refused with all of `words`.
fn assert_refused(arguments: &str, words: &[&str]) {
    let ended = run(arguments);
    assert_eq!(ended.code, 2, "{arguments}: {}{}", ended.out, ended.err);
    for word in words {
        assert!(ended.err.contains(word), "{arguments}: {:?} has no {word:?}", ended.err);
    }
}
