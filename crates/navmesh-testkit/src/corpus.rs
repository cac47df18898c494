//! The corpus: outlines that broke somebody's builder, as small texts, each with its story and with
//! what a builder should make of it. The files lie in `data/corpus`.
//!
//! A text is a list of lines, each of which begins with what it says. A line that begins with a space
//! continues the one before it; blank lines and lines that begin with `#` say nothing.
//!
//! | line | says |
//! |---|---|
//! | `title …` | what is on show |
//! | `story …` | what is wrong with it, and what it did to whom |
//! | `thread OWNER/NAME#NUMBER` | where it was reported, if it was |
//! | `numbers …` | where the expected numbers come from: never from our own output |
//! | `walkable POINTS`, `obstacle POINTS` | an outline, by its exterior |
//! | `hole POINTS` | a hole in the outline before it |
//! | `wall POINTS` | a line that nobody crosses |
//! | `patch COST POINTS` | an area of this cost |
//! | `door POINTS` | a line that opens and closes |
//! | `link X,Y -> X,Y` | a way between two points that is not walked, on with `cost C`, `one-way`, `from N` and `to N` |
//! | `called NAME` | the name of the patch, the door or the link before it |
//! | `floor N` | what follows is drawn on this floor, until the next such line |
//! | `join N M POINTS` | a line along which floors N and M meet |
//! | `radius R` | how near to a wall an agent may come; 0 where it is left out |
//! | `fill even-odd` | what a ring covers; non-zero where it is left out |
//! | `error KIND`, `error KIND: PLACE` | it cannot be built, and why |
//! | `area A`, `components N` | it can, and this is the ground; with a radius, all that is as far from walls |
//! | `share A NAME` | how much of the ground belongs to the patches of this name |
//! | `crossings N exact, M rounded` | points to add where segments cross; 0 and 0 where it is left out |
//! | `repair KIND: PLACE` | one line of the build report; `repair floor N, KIND: PLACE` in a building |
//! | `moved LINK END DISTANCE` | an end, `from` or `to`, of a link that is put on the ground |
//! | `ask X,Y -> X,Y = COST` | a query, and its cheapest path: where no link is used its length; `= none`, where there is no way |
//!
//! A point is `x,y`. A number is as Rust reads it (`NaN`, `inf` and `-0` too), and may go on in units
//! in the last place: `4+1ulp` is the float after 4. In the place of a point, `rect:x,y,x,y` gives the
//! four corners of a box and `circle:x,y,r,n` a regular polygon's nearly equal cousin: n points on the
//! circle, n/4 in each quarter, the j-th of the first at r·(1−t², 2t)/(1+t²) with t = 4j/n; so no sine
//! is asked for, and every machine makes the same floats. A query may go on with `snap S`,
//! `search NAME`, `start POLICY`, `goal POLICY`, `from N` and `to N` (floors), `nodes N` and `cost C` (its budgets),
//! and `closed NAME` for each name of doors and links that are closed, before its `=`.
//!
//! ```
//! use navmesh_testkit::CorpusCase;
//!
//! let text = "title A gap of one ulp\nwalkable rect:0,0,4,4\nwalkable rect:4+1ulp,0,8,4\n\
//!             area 32\ncomponents 2\nask 1,1 -> 7,1 = none\n";
//! let case: CorpusCase = text.parse()?;
//! assert_eq!(case.outlines.walkable[1].exterior[0].x, 4f64.next_up());
//! assert_eq!(case.to_string().parse(), Ok(case));
//!
//! let error = "title A bow tie\nwalkable 0,0 4,four".parse::<CorpusCase>().unwrap_err();
//! assert_eq!(error.to_string(), "line 2: `4,four` is no point");
//! # Ok::<(), navmesh_testkit::corpus::CorpusError>(())
//! ```

mod number;
mod read;
mod write;

use std::path::PathBuf;

use navmesh_core::{Floors, LinkSide, Outlines, PathQuery};

use crate::oracle::Fill;

/// One case: outlines, and what should become of them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CorpusCase {
    /// The title, in a line.
    pub title: String,
    /// The defect of the input, and its effect on other libraries.
    pub story: String,
    /// The report, as `owner/name#number`.
    pub thread: Option<String>,
    /// The source of the expected numbers.
    pub numbers: String,
    /// The outlines; none in a building.
    pub outlines: Outlines,
    /// The floors of a building, and what joins them; none elsewhere.
    pub building: Floors,
    /// The fill rule of a ring that crosses itself.
    pub fill: Fill,
    /// The agent radius, in map units.
    pub radius: f64,
    /// The expected result of a build; `None` where it is unknown.
    pub outcome: Option<Outcome>,
    /// The queries on the mesh.
    pub asks: Vec<Ask>,
}

/// The expected result of a build.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// An error: its kind in kebab-case, and its place as the error prints it, if it has one.
    Error(String),
    /// A mesh.
    Mesh(Ground),
}

/// A mesh, in numbers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ground {
    /// The walkable area, in square map units.
    pub area: f64,
    /// The number of components.
    pub components: usize,
    /// The number of crossings that floats express exactly.
    pub exact_crossings: usize,
    /// The number of crossings that are rounded.
    pub rounded_crossings: usize,
    /// The lines of the build report: the kind in kebab-case, and the place as it prints.
    pub repairs: Vec<String>,
    /// The walkable area of the patches of a name, in square map units.
    pub shares: Vec<(String, f64)>,
    /// The ends of links that are put on the ground.
    pub moved: Vec<Moved>,
}

/// An end of a link that is put on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moved {
    /// Which link, from 0.
    pub link: usize,
    /// Which of its ends.
    pub side: LinkSide,
    /// The distance of the move, in map units.
    pub distance: f64,
}

/// A query, and what is known of its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// The query.
    pub query: PathQuery,
    /// The names of the doors and links that are closed.
    pub closed: Vec<String>,
    /// The answer, where it is known.
    pub answer: Option<Answer>,
}

/// The answer to a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// The cost of the cheapest path; without links its length.
    Cost(f64),
    /// There is no way, or an end is off the ground.
    None,
}

/// An error in a text, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub what: String,
}

impl std::fmt::Display for CorpusError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for CorpusError {}

/// The folder of the corpus's files.
#[must_use]
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/corpus")
}

/// The folder of its buildings: cases of several floors.
#[must_use]
pub fn buildings() -> PathBuf {
    folder().join("buildings")
}

#[cfg(test)]
mod tests;
