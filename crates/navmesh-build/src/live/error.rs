//! Errors of edits, and reasons for a whole build.

use crate::builder::LiveKey;
use crate::error::BuildError;

/// The reason why edits are refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// No outline with this key stands: it is unknown, removed or forgotten.
    #[error("edit {edit}: there is no {key:?}")]
    UnknownKey {
        /// The index of the edit.
        edit: usize,
        /// The key.
        key: LiveKey,
    },
    /// The outline cannot be restored: it stands, is unknown or forgotten.
    #[error("edit {edit}: {key:?} is not a removed outline")]
    NotRemoved {
        /// The index of the edit.
        edit: usize,
        /// The key.
        key: LiveKey,
    },
    /// The new shape is of another kind than the key.
    #[error("edit {edit}: the new shape of {key:?} is of another kind")]
    OtherKind {
        /// The index of the edit.
        edit: usize,
        /// The key.
        key: LiveKey,
    },
    /// A new shape is not valid. The index of the outline in the error is that of the edit.
    #[error("edit {edit}: {error}")]
    Invalid {
        /// The index of the edit.
        edit: usize,
        /// The defect.
        error: BuildError,
    },
    /// The outlines that would stand have no mesh.
    #[error("after the edits: {error}")]
    Unbuildable {
        /// The error of their build.
        error: BuildError,
    },
}

/// The reason why edits led to a whole build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RebuildReason {
    /// Agents have a radius, and the edits change the largest coordinate, on which the margins for rounding depend; or a
    /// whole build draws the inset in another way, because its border crosses itself very often.
    Radius,
    /// A link was added, replaced or removed, or a whole build places an end of one elsewhere.
    Links,
    /// A floor connection was added, replaced or removed, or the edits touch one: a cut of it is made on both of its
    /// floors.
    Connection,
    /// The first shape of a floor was added, or the last one removed; or the map has several floors, and agents have a
    /// radius.
    Floors,
    /// The edits come within the weld distance of other outlines, without touching them exactly; or they change the largest
    /// coordinate so that the default weld distance is another one.
    Weld,
    /// The edits touch too many cells or segments.
    Large,
    /// Coordinates may be out of proportion, which the whole build decides.
    Proportion,
    /// Too many segments cross one another near the edits.
    ManyCrossings,
    /// The local step did not reach a result.
    Unsettled,
}
