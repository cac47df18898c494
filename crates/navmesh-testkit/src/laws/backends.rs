//! Law 7: on the same tiles, freer movement is never longer.

use navmesh_core::{Path, PathError, PathQuery, Pathfinder};

use super::{Breach, Law, LawViolation, at_most};

/// Three finders on the same tile map, corners never cut: any angle, eight directions, four.
#[derive(Clone, Copy)]
pub struct Backends<'a> {
    /// A mesh finder that promises the optimum.
    pub any_angle: &'a dyn Pathfinder,
    /// A grid finder with eight neighbours.
    pub octile: &'a dyn Pathfinder,
    /// A grid finder with four neighbours.
    pub manhattan: &'a dyn Pathfinder,
}

/// Checks that any-angle ≤ octile ≤ Manhattan and that all agree on what is reachable; returns how
/// many queries had a path. Ask between centres of free tiles.
///
/// # Errors
///
/// The first violation.
pub fn check_backends(
    map: &str,
    backends: Backends<'_>,
    queries: &[PathQuery],
) -> Result<usize, Box<LawViolation>> {
    let mut answered = 0;
    for query in queries {
        let finders = [backends.any_angle, backends.octile, backends.manhattan];
        let answers = finders.map(|finder| finder.find_path(query));
        answered += usize::from(answers[0].is_ok());
        check_answers(&answers).map_err(|Breach { law, what }| {
            Box::new(LawViolation { law, map: map.to_owned(), query: *query, what })
        })?;
    }
    Ok(answered)
}

fn check_answers(answers: &[Result<Path, PathError>; 3]) -> Result<(), Breach> {
    let outcome = |answer: &Result<Path, PathError>| match answer {
        Ok(path) => format!("length {:?}", path.length()),
        Err(error) => error.kind().to_owned(),
    };
    let ordered = match answers {
        [Ok(any_angle), Ok(octile), Ok(manhattan)] => {
            at_most(any_angle.length(), octile.length())
                && at_most(octile.length(), manhattan.length())
        }
        [Err(one), Err(other), Err(third)] => {
            one.kind() == other.kind() && other.kind() == third.kind()
        }
        _ => false,
    };
    let said = || format!("any angle, octile, Manhattan: {:?}", answers.each_ref().map(outcome));
    Law::Backends.demand(ordered, said)
}

impl std::fmt::Debug for Backends<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Backends").finish_non_exhaustive()
    }
}
