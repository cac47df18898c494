//! Writes the public items of each published library to `docs/api/LIBRARY.txt`, a line an item.
//!
//! With `--check` it writes nothing and fails if a record is out of date. It runs at the root of the
//! repository. The JSON of rustdoc is unstable; with a compiler whose JSON is unknown, it says so and
//! checks nothing.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const LIBRARIES: [&str; 9] = [
    "navmesh-core",
    "navmesh-build",
    "navmesh-search",
    "navmesh-funnel",
    "navmesh-grid",
    "navmesh-agents",
    "navmesh-io",
    "navmesh-draw",
    "tautline",
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let is_check = env::args().any(|word| word == "--check");
    let mut outdated = Vec::new();
    for library in LIBRARIES {
        let json = rustdoc_json(library)?;
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

/// Documents a library with all features as JSON, and returns the file.
fn rustdoc_json(library: &str) -> Result<PathBuf, Box<dyn Error>> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or(PathBuf::from("target"), PathBuf::from);
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .args(["rustdoc", "--locked", "--quiet", "--all-features", "--lib", "-p", library])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "-Z", "unstable-options", "--output-format", "json"])
        // JSON is an unstable option of the stable compiler.
        .env("RUSTC_BOOTSTRAP", "1")
        .status()?;
    if !status.success() {
        return Err(format!("rustdoc failed for {library}").into());
    }
    Ok(target.join("doc").join(format!("{}.json", library.replace('-', "_"))))
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
