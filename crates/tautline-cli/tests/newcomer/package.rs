//! The pages, packages and checks of the repository: items 1 and 13 to 16.

use super::{page, repository};

#[test]
fn the_page_on_agents_with_a_size_opens_with_code() {
    let agents = page("docs/agents-with-a-size.md");
    let code = agents.find("```rust").unwrap();
    assert!(agents[..code].lines().count() <= 10, "code within the first ten lines");
    assert!(agents.contains("agent_radius") && page("README.md").contains("agents-with-a-size.md"));
}

#[test]
fn the_first_command_compiles_without_optimization_and_the_tests_without_rivals() {
    let (readme, manifest) = (page("README.md"), page("Cargo.toml"));
    let first = readme.lines().find(|line| line.starts_with("cargo run ")).unwrap();
    assert!(!first.contains("--release") && first.contains("--png"), "{first}");
    let members = manifest.lines().find(|line| line.starts_with("default-members")).unwrap();
    assert!(!members.contains("benches"), "{members}");
    assert!(readme.contains("From a fresh clone on two cores"), "times are given");
}

#[test]
fn every_published_package_has_what_a_registry_shows() {
    for name in ["core", "build", "search", "funnel", "grid", "agents", "io", "draw"] {
        assert_complete(&format!("navmesh-{name}"));
        assert!(page(&format!("crates/navmesh-{name}/Cargo.toml")).contains("all-features"));
    }
    assert_complete("tautline");
    assert_complete("tautline-cli");
}

fn assert_complete(name: &str) {
    let manifest = page(&format!("crates/{name}/Cargo.toml"));
    for key in ["repository", "homepage", "documentation", "readme", "license"] {
        assert!(manifest.contains(key), "{name}: {key}");
    }
    let readme = manifest.lines().find_map(|line| line.strip_prefix("readme = ")).unwrap();
    for file in [readme.trim_matches('"'), "LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(!page(&format!("crates/{name}/{file}")).is_empty(), "{name}: {file}");
    }
}

#[test]
fn the_api_is_a_reviewed_file_and_the_checks_are_one_command() {
    let records = std::fs::read_dir(repository().join("docs/api")).unwrap().count();
    assert!(records >= 8, "{records} records of public APIs");
    let checks = page(".ci/run");
    assert!(checks.contains(".ci/publish") && checks.contains("public-api"));
    let workflows = std::fs::read_dir(repository().join(".github/workflows")).unwrap();
    let mut texts = workflows.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    assert!(texts.any(|text| text.contains(".ci/run")));
    assert!(!page("SECURITY.md").is_empty());
    assert!(repository().join(".github/ISSUE_TEMPLATE").is_dir());
}

#[test]
fn the_gallery_shows_thirteen_pictures_with_their_commands() {
    let gallery = page("docs/gallery.md");
    assert_eq!(gallery.matches("![").count(), 13);
    assert!(gallery.matches("`tautline ").count() >= 13);
}
