//! The table.

use super::{Effect, EngineOption, Kind};
use crate::search::skill::Skill;
use crate::searcher::SearchSettings;
use crate::tablebase::TablebaseSettings;
use crate::tt::TranspositionTable;
use std::time::Duration;

/// Every option, in the order in which they are printed.
pub static OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            min: 1,
            max: TranspositionTable::MAX_MIB as i64,
            set: |settings, value| settings.hash_mib = value as usize,
        },
        effect: Effect::ResizeTable,
    },
    EngineOption {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 1024,
            set: |settings, value| settings.threads = value as usize,
        },
        effect: Effect::SetThreads,
    },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |settings, value| settings.multipv = value as usize,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Ponder",
        kind: Kind::Check { default: false, set: |settings, value| settings.ponder = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: SearchSettings::MOVE_OVERHEAD.as_millis() as i64,
            min: 0,
            max: 5000,
            set: |settings, value| {
                settings.move_overhead = Duration::from_millis(value.unsigned_abs());
            },
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "nodestime",
        kind: Kind::Spin {
            default: 0,
            min: 0,
            max: 10_000,
            set: |settings, value| settings.nodes_per_ms = value.unsigned_abs(),
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Skill Level",
        kind: Kind::Spin {
            default: Skill::MAX_LEVEL as i64,
            min: 0,
            max: Skill::MAX_LEVEL as i64,
            set: |settings, value| settings.skill_level = value as u32,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            set: |settings, value| settings.limit_strength = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: 2000,
            min: Skill::MIN_ELO as i64,
            max: Skill::MAX_ELO as i64,
            set: |settings, value| settings.elo = value as u32,
        },
        effect: Effect::None,
    },
    EngineOption { name: "Clear Hash", kind: Kind::Button, effect: Effect::ClearTable },
    EngineOption {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false, set: |settings, value| settings.chess960 = value },
        effect: Effect::WriteCastling,
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: |settings, value| settings.show_wdl = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: "",
            set: |settings, text| text.clone_into(&mut settings.syzygy_path),
        },
        effect: Effect::OpenTablebases,
    },
    EngineOption {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: TablebaseSettings::DEFAULT.probe_depth as i64,
            min: 1,
            max: 100,
            set: |settings, value| settings.tablebases.probe_depth = value as i32,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: TablebaseSettings::DEFAULT.probe_limit as i64,
            min: 0,
            max: 7,
            set: |settings, value| settings.tablebases.probe_limit = value as usize,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Syzygy50MoveRule",
        kind: Kind::Check {
            default: TablebaseSettings::DEFAULT.fifty_move_rule,
            set: |settings, value| settings.tablebases.fifty_move_rule = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_EngineAbout",
        kind: Kind::Fixed { text: crate::ABOUT },
        effect: Effect::None,
    },
];
