//! The report of a build in sentences.

use navmesh_core::Short;

use super::{BuildReport, MovedLink, Weld};
use crate::error::{InputPlace, Role};
use crate::floors::FloorsReport;

/// The largest number of welds that are described one by one.
const MOST_WELDS: usize = 20;

/// A sentence of a report.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Note {
    /// The number of the floor that it is about; `None` on the only floor and between floors.
    pub layer: Option<u32>,
    /// The place in the input that the text begins with, as a whole or without its vertex; `None` if it names none.
    pub place: Option<InputPlace>,
    /// The sentence.
    pub text: String,
}

impl Note {
    fn at(place: InputPlace, text: &impl ToString) -> Self {
        Self { layer: None, place: Some(place), text: text.to_string() }
    }

    fn of(text: String) -> Self {
        Self { layer: None, place: None, text }
    }
}

impl BuildReport {
    /// Returns what the build changed in its input, one sentence each: the repairs, the largest welds, counts of the
    /// other welds, of rounded crossings and of slivers, and the moved links.
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
        notes.extend(notes_of_links(&self.moved_links));
        notes
    }
}

impl FloorsReport {
    /// Returns what the build changed in its input, one sentence each: [the notes](BuildReport::notes) of each floor, then the
    /// repairs, welds and narrow pieces of floor connections, and the moved links.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        let floors = self.floors.iter().flat_map(|&(layer, ref report)| {
            let notes = report.notes().into_iter();
            notes.map(move |note| Note { layer: Some(layer), ..note })
        });
        let repairs = self.connection_repairs.iter().map(|repair| Note::at(repair.place, repair));
        let mut notes: Vec<Note> = floors.chain(repairs).collect();
        notes.extend(notes_of_welds(&self.connection_welds));
        notes.extend(self.narrow_connections.iter().map(|narrow| {
            Note::at(InputPlace::first(Role::FloorConnection, narrow.connection), narrow)
        }));
        notes.extend(notes_of_links(&self.moved_links));
        notes
    }
}

fn notes_of_links(links: &[MovedLink]) -> impl Iterator<Item = Note> {
    links.iter().map(|moved| Note::at(InputPlace::first(Role::Link, moved.link), moved))
}

/// Returns a sentence for each of the largest welds, and one that counts the others.
fn notes_of_welds(welds: &[Weld]) -> Vec<Note> {
    let (listed, others) = welds.split_at(welds.len().min(MOST_WELDS));
    let others = others.first().map(|largest| {
        let distance = Short(largest.distance);
        let count = others.len();
        Note::of(format!("{count} more points and sides were welded, by at most {distance}"))
    });
    listed.iter().map(|weld| Note::at(weld.place, weld)).chain(others).collect()
}
