//! The shared parts of the programs: their maps, their pages, their exit.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::scenario::names;
use crate::setting::Setting;

/// The maps of a run.
#[derive(Debug, Clone, Args)]
pub struct Maps {
    /// The folder that has `movingai/SUITE/NAME.map`, and the map's other files beside it.
    #[arg(long)]
    pub data: PathBuf,
    /// The maps, such as `dao/arena`, separated by commas; without it, all that have the files needed.
    #[arg(long, value_delimiter = ',')]
    maps: Vec<String>,
}

impl Maps {
    /// The maps asked for; else all that have files of these endings.
    ///
    /// # Errors
    ///
    /// A sentence, where the folder cannot be read or has no such map.
    pub fn names(&self, endings: &[&str]) -> Result<Vec<String>, String> {
        if !self.maps.is_empty() {
            return Ok(self.maps.clone());
        }
        let found = names(&self.data, endings)?;
        let folder = self.data.display();
        let message = || format!("{folder}: no map has files of the endings {endings:?}");
        if found.is_empty() { Err(message()) } else { Ok(found) }
    }
}

/// The heading under which people say on a page what its figures mean.
const HANDWRITTEN: &str = "\n## What this says\n";

/// The hand-written part of a page; empty where there is none.
fn handwritten(page: &str) -> &str {
    page.find(HANDWRITTEN).map_or("", |start| &page[start..])
}

/// The pages of a run.
#[derive(Debug, Clone, Args)]
pub struct Pages {
    /// Writes the page, and its picture if it has one, into this folder.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The day to write into the page; without it, today.
    #[arg(long)]
    date: Option<String>,
}

impl Pages {
    /// The setting of a measurement, for the program of this name.
    #[must_use]
    pub fn setting(&self, program: &str) -> Setting {
        Setting::of_this_process(program, self.date.clone())
    }

    /// Writes a file into the folder, if one was given; what people wrote at the end of the file that was there stays.
    ///
    /// # Errors
    ///
    /// A sentence that names the file.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let Some(folder) = &self.out else { return Ok(()) };
        let file = folder.join(name);
        let before = fs::read_to_string(&file).unwrap_or_default();
        let text = text.to_owned() + handwritten(&before);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
        written.map_err(|error| format!("{}: {error}", file.display()))
    }
}

/// Ends the program of this name; a failure prints a sentence and exits with code 2.
#[must_use]
pub fn ended(program: &str, result: Result<ExitCode, String>) -> ExitCode {
    result.unwrap_or_else(|message| {
        eprintln!("{program}: {message}");
        ExitCode::from(2)
    })
}
