//! Commits whose subject fits a line of a log.

use std::process::Command;

use crate::source::root;

/// The commit after which subjects are short.
const SINCE: &str = "bedcef5b";

/// The most characters of a subject.
const MOST: usize = 72;

/// The number and subject of each commit since [`SINCE`], one a line; `None` where no history can be seen.
pub(crate) fn history() -> Option<String> {
    let range = format!("{SINCE}..HEAD");
    let arguments = ["log", "--no-merges", "--format=%h %s", &range];
    let output = Command::new("git").current_dir(root()).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Subjects that are too long.
pub(crate) fn long_subjects(history: &str) -> Vec<String> {
    let lines = history.lines().filter_map(|line| line.split_once(' '));
    let long = lines.map(|(commit, subject)| (commit, subject, subject.chars().count()));
    let long = long.filter(|&(_, _, length)| length > MOST);
    long.map(|(commit, subject, length)| format!("{commit}: {length} characters: {subject}"))
        .collect()
}

#[test]
fn a_long_subject_is_seen() {
    let history = format!("1234567 area: verb object\n89abcde {}\n", "ä".repeat(MOST + 1));
    let complaints = long_subjects(&history);
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].starts_with("89abcde: 73 characters"), "{complaints:?}");
}
