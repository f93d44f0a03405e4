//! The table of options.

use super::option::{Effect, EngineOption, ValueKind};
use ferz_engine::SearchSettings;
use ferz_engine::tablebase::TablebaseSettings;
use ferz_engine::{Searcher, Skill};
use std::time::Duration;

/// The options, in the order in which `uci` lists them.
pub static OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: ValueKind::Spin {
            default: 16,
            min: 1,
            max: Searcher::HASH_MIB_MAX as i64,
            set: |values, value| values.hash_mib = value as usize,
        },
        effect: Effect::ResizeTable,
    },
    EngineOption {
        name: "Threads",
        kind: ValueKind::Spin {
            default: 1,
            min: 1,
            max: 1024,
            set: |values, value| values.threads = value as usize,
        },
        effect: Effect::SetThreads,
    },
    EngineOption {
        name: "MultiPV",
        kind: ValueKind::Spin {
            default: 1,
            min: 1,
            max: 256,
            set: |values, value| values.multipv = value as usize,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Ponder",
        kind: ValueKind::Check { default: false, set: |values, value| values.ponder = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "Move Overhead",
        kind: ValueKind::Spin {
            default: SearchSettings::MOVE_OVERHEAD.as_millis() as i64,
            min: 0,
            max: 5000,
            set: |values, value| {
                values.move_overhead = Duration::from_millis(value.unsigned_abs());
            },
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "nodestime",
        kind: ValueKind::Spin {
            default: 0,
            min: 0,
            max: 10_000,
            set: |values, value| values.nodes_per_ms = value.unsigned_abs(),
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Skill Level",
        kind: ValueKind::Spin {
            default: Skill::MAX_LEVEL as i64,
            min: 0,
            max: Skill::MAX_LEVEL as i64,
            set: |values, value| values.skill_level = value as u32,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: ValueKind::Check {
            default: false,
            set: |values, value| values.limit_strength = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_Elo",
        kind: ValueKind::Spin {
            default: 2000,
            min: Skill::MIN_ELO as i64,
            max: Skill::MAX_ELO as i64,
            set: |values, value| values.elo = value as u32,
        },
        effect: Effect::None,
    },
    EngineOption { name: "Clear Hash", kind: ValueKind::Button, effect: Effect::ClearTable },
    EngineOption {
        name: "UCI_Chess960",
        kind: ValueKind::Check { default: false, set: |values, value| values.chess960 = value },
        effect: Effect::SetCastlingNotation,
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: ValueKind::Check { default: false, set: |values, value| values.show_wdl = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        kind: ValueKind::Check { default: false, set: |values, value| values.analyse_mode = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "PgnComment",
        kind: ValueKind::Check { default: false, set: |values, value| values.pgn_comment = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "Use NNUE",
        kind: ValueKind::Check { default: true, set: |values, value| values.use_nnue = value },
        effect: Effect::SelectEvaluation,
    },
    EngineOption {
        name: "EvalFile",
        kind: ValueKind::Text {
            default: "",
            set: |values, text| text.clone_into(&mut values.eval_file),
        },
        effect: Effect::LoadNetwork,
    },
    EngineOption {
        name: "SyzygyPath",
        kind: ValueKind::Text {
            default: "",
            set: |values, text| text.clone_into(&mut values.syzygy_path),
        },
        effect: Effect::OpenTablebases,
    },
    EngineOption {
        name: "SyzygyProbeDepth",
        kind: ValueKind::Spin {
            default: TablebaseSettings::DEFAULT.probe_depth as i64,
            min: 1,
            max: 100,
            set: |values, value| values.tablebases.probe_depth = value as i32,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "SyzygyProbeLimit",
        kind: ValueKind::Spin {
            default: TablebaseSettings::DEFAULT.probe_limit as i64,
            min: 0,
            max: 7,
            set: |values, value| values.tablebases.probe_limit = value as usize,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Syzygy50MoveRule",
        kind: ValueKind::Check {
            default: TablebaseSettings::DEFAULT.fifty_move_rule,
            set: |values, value| values.tablebases.fifty_move_rule = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "OwnBook",
        kind: ValueKind::Check { default: false, set: |values, value| values.own_book = value },
        effect: Effect::None,
    },
    EngineOption {
        name: "BookFile",
        kind: ValueKind::Text {
            default: "",
            set: |values, text| text.clone_into(&mut values.book_file),
        },
        effect: Effect::OpenBook,
    },
    EngineOption {
        name: "BookDepth",
        kind: ValueKind::Spin {
            default: 255,
            min: 1,
            max: 1000,
            set: |values, value| values.book_depth = value as u16,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Best Book Move",
        kind: ValueKind::Check {
            default: false,
            set: |values, value| values.best_book_move = value,
        },
        effect: Effect::None,
    },
    EngineOption {
        name: "Debug Log File",
        kind: ValueKind::Text {
            default: "",
            set: |values, text| text.clone_into(&mut values.debug_log_file),
        },
        effect: Effect::OpenLog,
    },
    EngineOption {
        name: "UCI_EngineAbout",
        kind: ValueKind::Fixed { text: ferz_engine::ABOUT },
        effect: Effect::None,
    },
];
