//! Filters: areas that are forbidden, or cost something else, for one kind of agents.

use std::ffi::c_char;

use tautline::Filter;
use tautline::mesh::FilterError;

use crate::border::{Out, Plain, array, text};
use crate::finder::Finder;
use crate::handles::{get, insert};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::tl_finder;

/// A rule of a filter, for all areas of a name.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct tl_area_rule {
    /// The name of the areas.
    pub area: *const c_char,
    /// The cost there, a multiplier of length. It does not count if the areas are forbidden.
    pub cost: f64,
    /// Not 0 if the areas are forbidden.
    pub forbidden: u32,
    /// 0.
    pub reserved: u32,
}

// SAFETY: numbers and a pointer.
unsafe impl Plain for tl_area_rule {}

impl From<FilterError> for Failure {
    fn from(error: FilterError) -> Self {
        let status = match error {
            FilterError::UnknownArea { .. } => tl_status::UnknownId,
            _ => tl_status::BadArgument,
        };
        Self::new(status, error)
    }
}

/// Creates a finder on the same map with other rules for some areas. Free it with `tl_finder_free`.
///
/// The last rule for a name counts. The finder answers all queries under the rules, and a crowd may have a class on it. Its
/// map is a copy, made in linear time; make it again after an edit. After that all agents of a crowd on it plan again.
/// The status is `TL_STATUS_UNKNOWN_ID` if no area has a name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_filtered(
    finder: tl_finder,
    rules: *const tl_area_rule,
    count: usize,
    filtered: *mut tl_finder,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (filter, filtered) = unsafe {
            let rules = array(rules, count, "rules")?;
            (read_filter(&rules)?, Out::new(filtered, "filtered")?)
        };
        let mut own = get(finder)?.finder.clone();
        let id = own.add_filter(&filter)?;
        // Without its last edit: that of the map tells nothing about the rules.
        filtered.put(insert(Finder::new(own.filtered(id)?, None)));
        Ok(())
    })
}

/// Reads rules and their names.
///
/// # Safety
///
/// The contract of the crate holds for the pointers of the rules.
unsafe fn read_filter(rules: &[tl_area_rule]) -> Checked<Filter> {
    rules.iter().try_fold(Filter::new(), |filter, rule| {
        // SAFETY: passed on.
        let area = unsafe { text(rule.area, "area") }?;
        Ok(if rule.forbidden == 0 { filter.cost(area, rule.cost) } else { filter.forbid(area) })
    })
}
