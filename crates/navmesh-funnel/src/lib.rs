//! Under construction in this checkout.
