//! Locations.
