//! Runs the program with arguments, and checks its files, text and exit codes.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod answers;
mod arguments;
mod bad_files;
mod costs;
mod crowd;
mod degrees;
mod files;
mod floors;
mod levels;
mod live;
mod pictures;
mod queries;
mod repairs;
mod restrictions;
mod same_bits;
mod samples;
mod scenarios;
mod tile_formats;
mod welding;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A folder of files for one test.
struct Workdir {
    folder: TempDir,
}

/// The result of a run.
struct Finished {
    code: i32,
    out: String,
    err: String,
}

impl Workdir {
    fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    /// A folder with `square.geojson`, `map.map` and `two.mesh`.
    fn with_maps() -> Self {
        let workdir = Self::new();
        workdir.put("square.geojson", SQUARE);
        workdir.put("map.map", MAP);
        workdir.put("two.mesh", TWO_CELLS);
        workdir
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    /// The names of all files in the folder.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the program in the folder with arguments separated by spaces.
    fn run(&self, arguments: &str) -> Finished {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tautline"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace());
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let code = output.status.code().expect("the program was not killed");
        let ended = Finished { code, out: text(output.stdout), err: text(output.stderr) };
        assert!(!ended.err.contains("panicked"), "{arguments}: {}", ended.err);
        ended
    }

    /// Runs the program with `--json`, and asserts that it prints one object and no error.
    fn json(&self, arguments: &str) -> (i32, Value) {
        let ended = self.run(&format!("{arguments} --json"));
        assert_eq!(ended.err, "", "{arguments}");
        let value: Value = serde_json::from_str(&ended.out).expect(&ended.out);
        assert!(value["status"].is_string(), "{arguments}: {value}");
        (ended.code, value)
    }

    /// Asserts that a command fails with exit code 2 and a message with all of `words`, the same in
    /// text and in JSON.
    fn assert_fails(&self, arguments: &str, words: &[&str]) -> Value {
        let ended = self.run(arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments}: {}", ended.err);
        assert!(ended.err.starts_with("tautline: "), "{arguments}: {}", ended.err);
        let (code, value) = self.json(arguments);
        assert_eq!(code, 2, "{arguments}");
        let message = value["message"].as_str().unwrap().to_owned();
        assert!(ended.err.contains(&message), "{arguments}: {} is not {message}", ended.err);
        for word in words {
            assert!(message.contains(word), "{arguments}: {message:?} does not contain {word:?}");
        }
        value
    }
}

/// A square with a triangular hole, a null geometry, and an altitude.
const SQUARE: &str = r#"{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {"kind": "walkable", "name": "yard"}, "geometry":
    {"type": "Polygon", "coordinates": [[[-5, 0, 7], [10, 0], [10, 8], [-5, 8], [-5, 0]]]}},
  {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry":
    {"type": "Polygon", "coordinates": [[[4, 2], [6, 2], [5, 7], [4, 2]]]}},
  {"type": "Feature", "properties": null, "geometry": null}
]}
"#;

/// Two rooms that touch only at the point (3, 2), and a pillar in the first.
const MAP: &str = "type octile\nheight 4\nwidth 5\nmap\n...@@\n.@.@@\n@@@..\n@@@.G\n";

/// Two triangles that make the unit square.
const TWO_CELLS: &str = "mesh\n2\n4 2\n0 0 2 0 -1\n1 0 3 1 0 -1\n0 1 3 0 1 -1\n1 1 2 1 -1\n\
                         3 0 1 2 -1 -1 1\n3 1 3 2 0 -1 -1\n";
