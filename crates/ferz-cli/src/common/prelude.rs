//! The names that most commands use: a command imports them by `use crate::common::prelude::*;`.
//!
//! Only commands do: the modules of `common` import what they need one by one, as this module is above them.

pub(crate) use super::arguments::{
    PositionArgs, StartArgs, mebibytes, named, number, side, thread_count,
};
pub(crate) use super::conditions::ConditionArgs;
pub(crate) use super::error::Error;
pub(crate) use super::file_kind::FileKind;
pub(crate) use super::files::{GameOutput, GameOutputArgs};
pub(crate) use super::formats::{
    DEFAULT_COLUMNS, columns, counted, counts, cut_off, duration, fitting, grouped, one_decimal,
    per_second, percent, scaled, shortened, with_reasons, wrapped,
};
pub(crate) use super::interrupt;
pub(crate) use super::json::{json_text, print_json};
pub(crate) use super::name_report::NameReport;
pub(crate) use super::output::{escaped, print_message};
pub(crate) use super::progress::{ErrorLog, progress_bar};
pub(crate) use super::sources::{MoveArgs, SourceArgs, Sources};
pub(crate) use super::summary::{SummaryArgs, print_summary};
pub(crate) use super::table::{Column, Table, lines_of, share_row};
pub(crate) use clap::{Args, Subcommand, ValueEnum};
pub(crate) use ferz::{Color, Move, Position};
pub(crate) use ferz_engine::Control;
pub(crate) use serde::Serialize;
pub(crate) use std::fmt::Display;
pub(crate) use std::io::{BufWriter, IsTerminal, Write, stdout};
pub(crate) use std::num::NonZeroUsize;
pub(crate) use std::ops::ControlFlow;
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::Arc;
pub(crate) use std::time::{Duration, Instant};
