//! The setting of a measurement: machine, compiler flags, commit and date.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The circumstances of a measurement, each as people write it.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The command that was run.
    pub command: String,
    /// The processor.
    pub machine: String,
    /// The compiler settings of the program.
    pub flags: String,
    /// The commit, where there is one.
    pub commit: String,
    /// The day, as year-month-day.
    pub date: String,
}

impl Setting {
    /// Returns the setting of this process; the caller may give the day.
    #[must_use]
    pub fn of_this_process(program: &str, date: Option<String>) -> Self {
        Self {
            command: command(program, std::env::args().skip(1)),
            machine: machine(),
            flags: flags(),
            commit: commit().unwrap_or_else(|| "unknown".to_owned()),
            date: date.unwrap_or_else(today),
        }
    }
}

/// The command as anybody can repeat it: the data folder by a name, and where the page went left out.
fn command(program: &str, mut arguments: impl Iterator<Item = String>) -> String {
    let mut command = format!("cargo run --release -p benches --bin {program} --");
    while let Some(argument) = arguments.next() {
        let (name, value) = argument.split_once('=').unwrap_or((&argument, ""));
        if !matches!(name, "--data" | "--out") {
            command += &format!(" {argument}");
            continue;
        }
        if value.is_empty() {
            arguments.next();
        }
        if name == "--data" {
            command += " --data DIR";
        }
    }
    command
}

fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    let model = line.and_then(|line| line.split_once(':')).map_or("unknown", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", model.trim())
}

/// The compiler flags known at compile time, which apply to the rivals too.
fn flags() -> String {
    let profile = match cfg!(debug_assertions) {
        true => "NOT a release build",
        false => "release profile, thin LTO",
    };
    let of_environment = option_env!("RUSTFLAGS").or(option_env!("CARGO_ENCODED_RUSTFLAGS"));
    let given = of_environment.filter(|flags| !flags.is_empty()).map_or_else(
        || "no RUSTFLAGS in the environment".to_owned(),
        |flags| format!("RUSTFLAGS `{}`", flags.replace('\x1f', " ")),
    );
    let wide = match (cfg!(target_feature = "avx2"), cfg!(target_feature = "fma")) {
        (false, false) => "no AVX2, no FMA: no `target-cpu=native`",
        _ => "AVX2 or FMA on: compiled for a processor of its own",
    };
    format!("{profile}; {given}; target {}, {wide}", std::env::consts::ARCH)
}

fn commit() -> Option<String> {
    let output = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = output(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = output(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { format!("{commit}, with changes") })
}

fn today() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil(now.as_secs() / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970-01-01.
///
/// Source: H. Hinnant, "chrono-compatible low-level date algorithms", 2013: years begin in March, so
/// that the leap day comes last.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_no_folder_of_this_machine() {
        let told = |text: &str| command("rivals", text.split(' ').map(str::to_owned));
        let expected = "cargo run --release -p benches --bin rivals -- --data DIR --repeat 3";
        assert_eq!(told("--data /a/b --out /c --repeat 3"), expected);
        assert_eq!(told("--data=/a/b --repeat 3 --out=/c"), expected);
    }

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_089), (2025, 1, 1));
    }
}
