//! The entry point, by which Godot loads the library.
#![allow(unsafe_code)]

use godot::prelude::*;

/// The library.
struct Tautline;

// The trait is unsafe, because an extension may switch off the checks of gdext. This one leaves them on.
#[gdextension]
unsafe impl ExtensionLibrary for Tautline {}
