//! Jams: stretches with slow agents before them for some time.
//!
//! A stretch with several slow agents before it for some time is jammed, until for as long hardly anybody was delayed.

use navmesh_core::DVec2;

use super::Narrows;

/// The time after which a stretch is jammed, and the time in which a jam clears, in seconds.
const JAM: f64 = 10.0;

/// The fewest slow agents of a jam.
const FEWEST: u32 = 4;

/// Whether a stretch is jammed.
#[derive(Debug, Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Jam {
    /// The time with slow agents less the time with few, in seconds, from 0 to the time of a jam.
    slow_for: f64,
    /// True from the time of a jam on, until that difference is 0 again.
    is_jammed: bool,
}

/// The jams of all zones.
#[derive(Debug, Default)]
pub(super) struct Jams {
    of: Vec<Jam>,
    /// The number of agents before each zone that are slow, or delayed once it is jammed.
    slow: Vec<u32>,
    /// The lines of jammed stretches.
    lines: Vec<[DVec2; 2]>,
}

impl Jams {
    pub(super) fn of(zones: usize) -> Self {
        Self { of: vec![Jam::default(); zones], slow: vec![0; zones], lines: Vec::new() }
    }
}

impl Narrows {
    /// Counts an agent before a stretch that is slow, or delayed.
    pub(crate) fn count_slow(&mut self, stretch: u32, is_slow: bool, is_delayed: bool) {
        let is_jammed = self.is_jammed(stretch);
        self.jams.slow[stretch as usize] += u32::from(if is_jammed { is_delayed } else { is_slow });
    }

    /// Decides which stretches are jammed, after all slow agents were counted. Returns true if one has cleared.
    pub(crate) fn decide_jams(&mut self, seconds: f64) -> bool {
        let (mut has_cleared, mut has_changed) = (false, false);
        for (jam, slow) in self.jams.of.iter_mut().zip(&mut self.jams.slow) {
            let change = if std::mem::take(slow) >= FEWEST { seconds } else { -seconds };
            jam.slow_for = (jam.slow_for + change).clamp(0.0, JAM);
            let was_jammed = jam.is_jammed;
            jam.is_jammed = if was_jammed { jam.slow_for > 0.0 } else { jam.slow_for >= JAM };
            has_changed |= was_jammed != jam.is_jammed;
            has_cleared |= was_jammed && !jam.is_jammed;
        }
        if has_changed {
            self.list_jams();
        }
        has_cleared
    }

    /// Lists the lines of the mouths of jammed stretches.
    fn list_jams(&mut self) {
        let mut lines = std::mem::take(&mut self.jams.lines);
        lines.clear();
        let mouths = self.mouths.iter().filter(|mouth| self.is_jammed(mouth.stretch));
        lines.extend(mouths.map(|mouth| mouth.line));
        self.jams.lines = lines;
    }

    /// Returns the lines of the mouths of jammed stretches.
    pub(crate) fn jams(&self) -> &[[DVec2; 2]] {
        &self.jams.lines
    }

    /// True if a stretch is jammed.
    pub(crate) fn is_jammed(&self, stretch: u32) -> bool {
        self.jams.of[stretch as usize].is_jammed
    }

    /// Returns which zones are jammed; none after a change.
    pub(crate) fn jam_states(&self) -> Vec<Jam> {
        if self.radius() > 0.0 { self.jams.of.clone() } else { Vec::new() }
    }

    /// Restores which zones are jammed. Returns false if these are not the zones of the state.
    pub(crate) fn set_jam_states(&mut self, states: &[Jam]) -> bool {
        let is_valid = |jam: &Jam| (0.0..=JAM).contains(&jam.slow_for);
        let fits = states.len() == self.jams.of.len() && states.iter().all(is_valid);
        if fits {
            self.jams.of.copy_from_slice(states);
            self.list_jams();
        }
        fits
    }
}
