//! Jams: passages with slow agents before them for some time.

use navmesh_core::DVec2;

use super::Gates;

/// The time after which a passage is jammed, and the time in which a jam clears, in seconds.
const JAM: f64 = 10.0;

/// The fewest slow agents of a jam.
const FEWEST: u32 = 4;

impl Gates {
    /// Decides which passages are jammed, after all agents of the step were asked for their ways. Returns true if one
    /// has cleared.
    pub(crate) fn decide_jams(&mut self, seconds: f64) -> bool {
        let (mut has_cleared, mut has_changed) = (false, false);
        for passage in &mut self.passages {
            let turn = &mut passage.turn;
            let change = if passage.slow >= FEWEST { seconds } else { -seconds };
            turn.slow_for = (turn.slow_for + change).clamp(0.0, JAM);
            let was_jammed = turn.is_jammed;
            turn.is_jammed = if was_jammed { turn.slow_for > 0.0 } else { turn.slow_for >= JAM };
            has_changed |= was_jammed != turn.is_jammed;
            has_cleared |= was_jammed && !turn.is_jammed;
        }
        if has_changed {
            self.list_jams();
        }
        has_cleared
    }

    /// Lists the lines of the gates of jammed passages.
    pub(super) fn list_jams(&mut self) {
        self.jams.clear();
        for gate in &self.gates {
            if self.passages[gate.passage as usize].turn.is_jammed {
                self.jams.push(gate.line);
            }
        }
    }

    /// Returns the lines of the gates of jammed passages.
    pub(crate) fn jams(&self) -> &[[DVec2; 2]] {
        &self.jams
    }

    /// True if a passage is jammed.
    pub(crate) fn is_jammed(&self, passage: u32) -> bool {
        self.passages[passage as usize].turn.is_jammed
    }
}
