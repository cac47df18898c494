//! Writes the public items of each published library to `docs/api/LIBRARY.txt`, a line an item.
//!
//! With `--check` it writes nothing and fails if a record is out of date. It runs at the root of the
//! repository. The JSON of rustdoc is unstable; with a compiler whose JSON is unknown, it says so and
//! checks nothing.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const LIBRARIES: [&str; 10] = [
    "navmesh-core",
    "navmesh-build",
    "navmesh-search",
    "navmesh-funnel",
    "navmesh-grid",
    "navmesh-agents",
    "navmesh-io",
    "navmesh-draw",
    "navmesh-terrain",
    "tautline",
];

/// The variable that tells this program to run rustdoc.
const AS_RUSTDOC: &str = "PUBLIC_API_AS_RUSTDOC";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if env::var_os(AS_RUSTDOC).is_some() {
        return run_rustdoc();
    }
    let is_check = env::args().any(|word| word == "--check");
    let mut outdated = Vec::new();
    let folder = rustdoc_json()?;
    for library in LIBRARIES {
        let json = folder.join(format!("{}.json", library.replace('-', "_")));
        let record = match record_of(&json) {
            Ok(record) => record,
            Err(error) => {
                eprintln!("not checked: this compiler's rustdoc JSON is unknown ({error})");
                return Ok(ExitCode::SUCCESS);
            }
        };
        let file = PathBuf::from(format!("docs/api/{library}.txt"));
        if fs::read_to_string(&file).is_ok_and(|before| before == record) {
            continue;
        }
        outdated.push(library);
        if !is_check {
            fs::write(&file, record)?;
        }
    }
    if outdated.is_empty() || !is_check {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("the public API has changed: {}", outdated.join(", "));
    eprintln!(
        "review it: cargo run --manifest-path .ci/public-api/Cargo.toml, then git diff docs/api"
    );
    Ok(ExitCode::FAILURE)
}

/// Documents all libraries with all features as JSON, and returns the folder of the files.
///
/// One build of the whole workspace shares what `cargo doc` has compiled. This program stands in for rustdoc, so that only
/// rustdoc sees the variable that permits unstable options: build scripts would run again for it.
fn rustdoc_json() -> Result<PathBuf, Box<dyn Error>> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or(PathBuf::from("target"), PathBuf::from);
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["doc", "--locked", "--quiet", "--workspace", "--no-deps", "--all-features", "--lib"])
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTDOC", env::current_exe()?)
        .env(AS_RUSTDOC, "1")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json")
        .status()?;
    if !status.success() {
        return Err("rustdoc failed".into());
    }
    Ok(target.join("doc"))
}

/// Runs rustdoc with the arguments of this program. JSON is an unstable option of the stable compiler.
fn run_rustdoc() -> Result<ExitCode, Box<dyn Error>> {
    let mut rustdoc = Command::new("rustdoc");
    let status = rustdoc.args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Lists the public items of a library, without derived and blanket implementations.
fn record_of(json: &Path) -> Result<String, public_api::Error> {
    let api = public_api::Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}
