//! The walk of one document.
