//! The regression corpus: every file is built, measured and searched.
//!
//! The expected values in the files come from hand calculation or from the exact survey of the testkit,
//! not from the builder. The tests compare the files, the survey and the builds.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod soundness;
mod outcomes;
mod buildings;
mod paths;

use std::fs;
use std::path::Path;

use navmesh_testkit::{CorpusCase, corpus};

/// Returns the files with one floor, with their names, in order.
fn cases() -> Vec<(String, CorpusCase)> {
    cases_in(&corpus::folder())
}

/// Reads the files of a folder, with their names, in order.
fn cases_in(folder: &Path) -> Vec<(String, CorpusCase)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = files.filter(|file| file.extension().is_some_and(|ending| ending == "txt"));
    let mut read: Vec<(String, CorpusCase)> = texts
        .map(|file| {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&file).unwrap();
            let case = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, case)
        })
        .collect();
    read.sort_by(|a, b| a.0.cmp(&b.0));
    read
}

#[test]
fn every_file_has_a_description_and_the_origin_of_its_numbers() {
    let all = cases();
    assert!(all.len() >= 80, "only {} cases", all.len());
    let buildings = cases_in(&corpus::buildings());
    for (name, CorpusCase { title, story, numbers, outcome, .. }) in all.iter().chain(&buildings) {
        assert!(story.len() >= 20 && !title.is_empty(), "{name} has no description");
        assert!(!numbers.is_empty() && outcome.is_some(), "{name} has no expected outcome");
    }
}

#[test]
fn every_file_survives_a_round_trip_through_text() {
    for (name, case) in cases().into_iter().chain(cases_in(&corpus::buildings())) {
        let text = case.to_string();
        let again: CorpusCase = text.parse().unwrap();
        assert_eq!(again.to_string(), text, "{name}");
    }
}
