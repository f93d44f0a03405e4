//! Tests of the counts against published numbers and against the generator of the rules.

mod count;
mod published;
