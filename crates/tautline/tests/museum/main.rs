//! Every exhibit of the museum is built, measured and walked on.
//!
//! What the files say was found without our builder: by hand, or by the exact survey of the testkit.
//! Here three parties meet: the files, the survey, and what is built of them.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod buildings;
mod facts;
mod ground;
mod walks;

use std::fs;
use std::path::Path;

use navmesh_testkit::{Exhibit, museum};

/// Every exhibit without floors, by the name of its file, in order.
fn exhibits() -> Vec<(String, Exhibit)> {
    exhibits_in(&museum::folder())
}

/// The exhibits of a folder, by the names of their files, in order.
fn exhibits_in(folder: &Path) -> Vec<(String, Exhibit)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|ending| ending == "txt"));
    let mut read: Vec<(String, Exhibit)> = texts
        .map(|file| {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&file).unwrap();
            let exhibit = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, exhibit)
        })
        .collect();
    read.sort_by(|a, b| a.0.cmp(&b.0));
    read
}

#[test]
fn every_exhibit_has_a_story_and_says_where_its_numbers_come_from() {
    let all = exhibits();
    assert!(all.len() >= 80, "only {} exhibits", all.len());
    let buildings = exhibits_in(&museum::buildings());
    for (name, Exhibit { title, story, numbers, outcome, .. }) in all.iter().chain(&buildings) {
        assert!(story.len() >= 20 && !title.is_empty(), "{name} has no story");
        assert!(!numbers.is_empty() && outcome.is_some(), "{name} expects nothing");
    }
}

#[test]
fn every_exhibit_reads_as_it_is_written() {
    for (name, exhibit) in exhibits().into_iter().chain(exhibits_in(&museum::buildings())) {
        let text = exhibit.to_string();
        let again: Exhibit = text.parse().unwrap();
        assert_eq!(again.to_string(), text, "{name}");
    }
}
