//! The report of a build in sentences.

use navmesh_core::Short;

use super::{BuildReport, Weld};
use crate::error::InputPlace;

/// The largest number of welds that are described one by one.
const MOST_WELDS: usize = 20;

/// A sentence of a report.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// The place in the input that the text begins with, if it is about one.
    pub place: Option<InputPlace>,
    /// The sentence.
    pub text: String,
}

impl Note {
    fn at(place: InputPlace, text: &impl ToString) -> Self {
        Self { place: Some(place), text: text.to_string() }
    }

    fn of(text: String) -> Self {
        Self { place: None, text }
    }
}

impl BuildReport {
    /// Returns what the build changed in its input, one sentence each: the repairs, the largest welds, and counts of the
    /// other welds, of rounded crossings and of slivers.
    ///
    /// ```
    /// use navmesh_build::{BuildOptions, build_outlines};
    /// use navmesh_core::{Outline, Outlines};
    ///
    /// let mut outlines = Outlines::default();
    /// outlines.walkable.push(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// outlines.obstacles.push(Outline::rect([20.0, 0.0], [21.0, 1.0]));
    /// let (_, report) = build_outlines(&outlines, &BuildOptions::default())?;
    /// let text = "obstacle 0, ring 0, vertex 0: it has no effect on the walkable area";
    /// assert_eq!(report.notes()[0].text, text);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> =
            self.repairs.iter().map(|repair| Note::at(repair.place, repair)).collect();
        notes.extend(notes_of_welds(&self.welds));
        notes.extend(self.rounded_crossings.first().map(|&first| {
            let (count, first) = (self.rounded_crossings.len(), Short(first));
            let text =
                "crossings of outlines were rounded to representable coordinates, the first to";
            Note::of(format!("{count} {text} {first}"))
        }));
        notes.extend(self.slivers.first().map(|first| {
            let (count, [from, to]) = (self.slivers.len(), first.ends.map(Short));
            let text = "slivers thinner than the rounding or the weld distance became lines, the first from";
            Note::of(format!("{count} {text} {from} to {to}"))
        }));
        notes
    }
}

/// Returns a sentence for each of the largest welds, and one that counts the others.
#[must_use]
pub fn notes_of_welds(welds: &[Weld]) -> Vec<Note> {
    let (listed, others) = welds.split_at(welds.len().min(MOST_WELDS));
    let others = others.first().map(|largest| {
        let distance = Short(largest.distance);
        let count = others.len();
        Note::of(format!("{count} more points and sides were welded, by at most {distance}"))
    });
    listed.iter().map(|weld| Note::at(weld.place, weld)).chain(others).collect()
}
