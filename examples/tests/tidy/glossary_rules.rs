//! Words that the glossary has retired, and the word of the field that took the place of each.

use crate::source::File;

/// Retired words as they stand in names and prose, each with its replacement.
///
/// A word is found whole: `room` is not found in `rooms`, and `Leap` not in `leap`.
const RETIRED: [(&str, &str); 39] = [
    ("Surveyor", "MeshQueries"),
    ("surveyor", "queries"),
    ("DoorSet", "ClosedDoors"),
    ("DoorKind", "MeshDoor"),
    ("AreaKind", "MeshArea"),
    ("UnderWay", "InProgress"),
    ("calls_off", "cancels"),
    ("Watch", "ProgressHook"),
    ("Leap", "OffMeshConnection"),
    ("Landing", "ConnectionExit"),
    ("Room", "Workspace"),
    ("Outlook", "IntervalView"),
    ("Quest", "Objective"),
    ("Beacon", "GoalBounds"),
    ("beacon", "goal_bounds"),
    ("Trunk", "ShortcutBlocks"),
    ("Toll", "reduced cost"),
    ("Overtaking", "interval dominance"),
    ("overtaken", "dominated"),
    ("Alike", "tie band"),
    ("superseded", "stale"),
    ("Strand", "Source"),
    ("Patience", "SnapStrategy"),
    ("Diamonds", "Isometric"),
    ("Breakthrough", "penetration search"),
    ("parted", "disconnected"),
    ("missing_way", "unreachable_error"),
    ("museum", "regression corpus"),
    ("Museum", "regression corpus"),
    ("whoever", "the caller"),
    ("dear", "costly"),
    ("dearer", "costlier"),
    ("add_led", "add_driven"),
    ("reask", "replan"),
    ("Soup", "Plsg"),
    ("soup", "plsg"),
    ("or_cheaper", "improve_by_alternatives"),
    ("take_way_of", "replace_route"),
    ("forgo", "disable"),
];

/// Places where a retired word stands in a source file.
pub(crate) fn retired_words(file: &File) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut complaints = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for word in line.split(|c| !is_word(c)) {
            if let Some((_, instead)) = RETIRED.iter().find(|(retired, _)| *retired == word) {
                let place = format!("{}:{}", file.path, index + 1);
                complaints.push(format!("{place}: `{word}` is retired, say {instead}"));
            }
        }
    }
    complaints
}

#[test]
fn a_retired_word_is_seen_whole_in_code_and_in_comments() {
    let text = "let room = Room::new(); // whoever asks\nRoomy\n";
    let file = File { path: "x.rs".to_owned(), text: text.to_owned() };
    let complaints = retired_words(&file);
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert_eq!(complaints[0], "x.rs:1: `Room` is retired, say Workspace");
}
