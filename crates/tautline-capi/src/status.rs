//! Status codes, failures and their messages, and the guard that no panic passes.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use tautline::PathError;

/// The result of a call. `tl_last_message` tells more about a failure.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum tl_status {
    /// The call has succeeded.
    Ok = 0,
    /// An argument is null, out of its range or not a number; the message names it.
    BadArgument = 1,
    /// A handle is null, freed, or of another kind.
    BadHandle = 2,
    /// No shape, agent, field or class has this id any more.
    UnknownId = 3,
    /// The caller's array is too short; the count says how many elements there are.
    BufferTooSmall = 4,
    /// The shapes cannot be built, or an edit is not possible; nothing has changed.
    BadInput = 5,
    /// The bytes of a file are not valid, or the format is unknown.
    BadFile = 6,
    /// There is no such thing: nothing to undo, no wall in range, no ground at all.
    NotFound = 7,
    /// A panic inside the library, which is a bug of the library. Free the objects of the call.
    Panic = 8,
    /// The start is off the walkable area.
    StartOutside = 16,
    /// The goal is off the walkable area.
    GoalOutside = 17,
    /// An endpoint is in a closed cell.
    OnClosedCell = 18,
    /// Every path is closed by doors.
    ClosedOff = 19,
    /// No path leads from the start to the goal.
    Unreachable = 20,
    /// The budget of the search is spent.
    BudgetExhausted = 21,
}

/// A failed call: its status and its message.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: tl_status,
    pub(crate) message: String,
}

/// The result of the inside of a call.
pub(crate) type Checked<T> = Result<T, Failure>;

impl Failure {
    pub(crate) fn new(status: tl_status, message: impl Display) -> Self {
        Self { status, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl Display) -> Self {
        Self::new(tl_status::BadArgument, message)
    }

    pub(crate) fn input(message: impl Display) -> Self {
        Self::new(tl_status::BadInput, message)
    }

    pub(crate) fn file(message: impl Display) -> Self {
        Self::new(tl_status::BadFile, message)
    }
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        Self::new(status_of(&error), error)
    }
}

/// Returns the status of a failed query.
pub(crate) fn status_of(error: &PathError) -> tl_status {
    match error {
        PathError::StartOutside { .. } => tl_status::StartOutside,
        PathError::GoalOutside { .. } => tl_status::GoalOutside,
        PathError::OnClosedCell { .. } => tl_status::OnClosedCell,
        PathError::ClosedOff { .. } => tl_status::ClosedOff,
        PathError::Unreachable { .. } => tl_status::Unreachable,
        PathError::BudgetExhausted { .. } | PathError::Cancelled { .. } => {
            tl_status::BudgetExhausted
        }
        _ => tl_status::BadArgument,
    }
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
    static IS_INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Sets the message of the calling thread.
pub(crate) fn set_message(message: String) {
    MESSAGE.with(|own| *own.borrow_mut() = message);
}

/// Runs the inside of a call. A failure or a panic becomes a status and a message.
pub(crate) fn guard(call: impl FnOnce() -> Checked<()>) -> tl_status {
    catch_messages();
    let was_inside = IS_INSIDE.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    IS_INSIDE.set(was_inside);
    match result {
        Ok(Ok(())) => tl_status::Ok,
        Ok(Err(Failure { status, message })) => {
            set_message(message);
            status
        }
        Err(_) => tl_status::Panic,
    }
}

/// Turns panics inside a call into messages, so that nothing is printed. Other panics go the way they went before.
fn catch_messages() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if IS_INSIDE.get() {
                set_message(format!("a bug of the library: {info}"));
            } else {
                before(info);
            }
        }));
    });
}

/// Runs a function on the message of the calling thread.
pub(crate) fn with_message<T>(work: impl FnOnce(&str) -> T) -> T {
    MESSAGE.with(|own| work(&own.borrow()))
}
