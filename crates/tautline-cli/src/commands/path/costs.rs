//! The costs of a path: the gap that is proved, and the sections by area.

use serde_json::{Value, json};
use tautline::error::Short;
use tautline::path::AreaSection;
use tautline::{Guarantee, NavMesh, Path, PathQuery, Search};

use crate::failure::Failure;
use crate::query::Finder;
use crate::report::Report;

/// Returns the proved gap as a share of the cost; 0 for an optimal path.
pub(super) fn gap(path: &Path) -> f64 {
    match path.guarantee() {
        Guarantee::Bounded { gap } => gap / path.cost(),
        _ => 0.0,
    }
}

/// Formats a share in percent, with two significant digits.
pub(super) fn percent(share: f64) -> String {
    let rounded = format!("{:.1e}", 100.0 * share).parse().unwrap_or(100.0 * share);
    format!("{} %", Short(rounded))
}

/// Reports the sections of a path by area, on a mesh with areas or with different costs.
pub(super) fn state_sections(report: &mut Report, path: &Path, mesh: &NavMesh) {
    if mesh.areas().is_empty() && mesh.is_uniform() {
        return;
    }
    let Some(sections) = path.by_area(mesh) else { return };
    if sections.iter().any(|section| section.unit_cost != 1.0) {
        for section in &sections {
            report.say(format_args!("  {}", sentence(section, mesh)));
        }
    }
    let members = sections.iter().map(|section| {
        json!({
            "area": name_of(section, mesh),
            "unit_cost": section.unit_cost,
            "length": section.length,
            "cost": section.cost,
        })
    });
    report.put("sections", members.collect::<Vec<Value>>());
}

fn name_of<'a>(section: &AreaSection, mesh: &'a NavMesh) -> Option<&'a str> {
    section.area.and_then(|area| mesh.areas().get(area.index())).map(|area| area.name.as_str())
}

fn sentence(section: &AreaSection, mesh: &NavMesh) -> String {
    let AreaSection { unit_cost, length, cost, .. } = *section;
    let place = match name_of(section, mesh) {
        None => "outside areas".to_owned(),
        Some("") => "in an area without a name".to_owned(),
        Some(name) => format!("in {name:?}"),
    };
    format!(
        "{place}: length {}, cost {} at {} a unit",
        Short(length),
        Short(cost),
        Short(unit_cost)
    )
}

/// A bound on the relative rounding error of a sum of costs along a path.
const SUM_ROUNDING: f64 = 1e-9;

/// Returns the cost of a rounded coordinate on the costliest cell.
fn place_rounding(mesh: &NavMesh) -> f64 {
    let costliest = mesh.slots().map(|slot| mesh.cost(slot)).fold(0.0, f64::max);
    64.0 * f64::EPSILON * mesh.bounds().max_abs() * costliest
}

/// Holds the lower bound of a path against paths of other searches: that of a corridor, and one that is proved closer.
pub(super) fn verify_bound(finder: &Finder, query: &PathQuery, path: &Path) -> Result<(), Failure> {
    let mesh = finder.mesh_for_query(query).filter(|mesh| !mesh.is_uniform());
    let Some(mesh) = mesh else { return Ok(()) };
    let least = path.lower_bound() * (1.0 - SUM_ROUNDING) - place_rounding(&mesh);
    for mut other in [query.search(Search::Corridor), query.gap(0.25 * gap(path))] {
        (other.max_expanded, other.max_cost) = (None, None);
        let cost = finder.pathfinder().find_path(&other).map_or(f64::INFINITY, |path| path.cost());
        if cost < least {
            return Err(Failure::refuted_bound(path.lower_bound(), cost));
        }
    }
    Ok(())
}
