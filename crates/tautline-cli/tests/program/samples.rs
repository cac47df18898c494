//! The commands in the documentation: each runs on its sample, and its picture is up to date.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Workdir;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the commands of a page that use samples, with absolute names of the samples.
fn commands_of(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(page)).unwrap();
    let spans = text.split('`').skip(1).step_by(2).map(str::to_owned);
    let data = format!("{}/examples/data/", repository().canonicalize().unwrap().display());
    let commands =
        spans.filter(|span| span.starts_with("tautline ") && span.contains("examples/data/"));
    commands.map(|command| command["tautline ".len()..].replace("examples/data/", &data)).collect()
}

#[test]
fn every_sample_is_used_by_a_command_that_works() {
    let workdir = Workdir::new();
    let commands = commands_of("docs/formats.md");
    for command in &commands {
        let ended = workdir.run(&format!("{command} --json"));
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{command}: {}", ended.out);
        // One object; of a script, one a line.
        let objects = serde_json::Deserializer::from_str(&ended.out).into_iter::<Value>();
        let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect(&ended.out);
        let stated = objects.iter().filter(|object| object["status"].is_string()).count();
        assert_eq!(stated, objects.len().max(1), "{command}: {}", ended.out);
    }
    let page = std::fs::read_to_string(repository().join("docs/formats.md")).unwrap();
    for entry in std::fs::read_dir(repository().join("examples/data")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!("(../examples/data/{name})")), "{name}");
    }
}

#[test]
fn the_gallery_and_the_tour_are_what_the_program_draws() {
    let workdir = Workdir::new();
    let [gallery, tour] = ["docs/gallery.md", "docs/tour.md"].map(commands_of);
    assert_eq!([gallery.len(), tour.len()], [13, 5]);
    for command in gallery.iter().chain(&tour) {
        let name = command.split(' ').next_back().unwrap();
        let code = workdir.run(command).code;
        assert!(code == 0 || name == "office_gap.svg", "{command}");
        let figure = repository().join("docs/figures/gallery").join(name);
        if std::env::var_os("TAUTLINE_REDRAW").is_some() {
            std::fs::write(&figure, workdir.bytes(name)).unwrap();
        }
        let drawn = std::fs::read(&figure).unwrap();
        assert!(drawn == workdir.bytes(name), "{name} is out of date; see docs/gallery.md");
    }
}
