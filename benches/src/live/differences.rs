//! Comparisons of live maps with fresh builds.

use navmesh_testkit::SplitMix64;
use tautline::build::OutlineKey;
use tautline::live::StepKind;
use tautline::{LiveMesh, MeshFinder, PathQuery};

use super::shapes::{Family, ground};

/// The counts of a comparison.
#[derive(Debug, Clone, Copy, Default)]
pub struct Compared {
    /// The edits.
    pub edits: usize,
    /// The edits that were made locally.
    pub local: usize,
    /// The answers that were compared: queries, areas and numbers of components.
    pub answers: usize,
    /// The answers that differ.
    pub wrong: usize,
    /// The expansions of all queries on the live map.
    pub expanded: u64,
    /// Those on the fresh builds.
    pub expanded_fresh: u64,
}

/// Makes random edits of all families, and compares after every `every`-th.
///
/// # Errors
///
/// A sentence, where a fresh build fails.
pub fn sequence(map: &mut LiveMesh, edits: usize, every: usize) -> Result<Compared, String> {
    let mut random = SplitMix64::new(edits as u64 ^ 0xd1f);
    let mut keys: Vec<OutlineKey> = Vec::new();
    let mut compared = Compared::default();
    for number in 1..=edits {
        let done = match random.below(8) {
            0 => map.undo().is_ok(),
            1 => map.redo().is_ok(),
            2 | 3 if !keys.is_empty() => {
                map.remove(keys.swap_remove(random.below(keys.len()))).is_ok()
            }
            4 if !keys.is_empty() => {
                let by = ground(map.mesh(), &mut random) - ground(map.mesh(), &mut random);
                map.move_by(*random.pick(&keys), by * 0.02).is_ok()
            }
            _ => {
                let (family, _) = *random.pick(&Family::ALL);
                let outline = family.at(ground(map.mesh(), &mut random), &mut random);
                let added = map.add_obstacle(outline);
                keys.extend(added.iter());
                added.is_ok()
            }
        };
        keys.retain(|&key| map.shape(key).is_some());
        compared.edits += usize::from(done);
        compared.local += usize::from(done && map.report().kind == StepKind::Patched);
        if number.is_multiple_of(every) {
            compare(map, &mut random, 40, &mut compared)?;
        }
    }
    Ok(compared)
}

/// Compares answers with those of a fresh build.
///
/// # Errors
///
/// A sentence, where the fresh build fails.
pub fn compare(
    map: &LiveMesh,
    random: &mut SplitMix64,
    queries: usize,
    compared: &mut Compared,
) -> Result<(), String> {
    let fresh = MeshFinder::new(map.builder().build_mesh().map_err(|error| error.to_string())?);
    let live = map.finder();
    let [own, other] = [&live, &fresh].map(|finder| finder.mesh().area());
    let is_same = (own - other).abs() <= 1e-12 * other
        && live.mesh().component_count() == fresh.mesh().component_count();
    compared.answers += 1;
    compared.wrong += usize::from(!is_same);
    for _ in 0..queries {
        let query = PathQuery::new(ground(live.mesh(), random), ground(live.mesh(), random));
        compared.answers += 1;
        let is_same = match [&live, &fresh].map(|finder| finder.find_path(&query)) {
            [Ok(own), Ok(other)] => {
                compared.expanded += own.stats().expanded;
                compared.expanded_fresh += other.stats().expanded;
                (own.length() - other.length()).abs() <= 1e-12 * other.length()
            }
            [Err(own), Err(other)] => own.kind() == other.kind(),
            _ => false,
        };
        compared.wrong += usize::from(!is_same);
    }
    Ok(())
}
