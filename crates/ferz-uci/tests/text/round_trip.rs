//! Commands and replies of every kind parse back from their text.

use ferz::{Bound, PieceType, Score, Square};
use ferz_uci::{
    CheckStatus, Command, CurrentLine, Go, Info, OptionDeclaration, OptionKind, PerftLine,
    Register, Reply, SetOption, StartPosition, UciMove, UciPosition, WdlPermille,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

fn uci_move() -> impl Strategy<Value = UciMove> {
    (0..64usize, 0..64usize, 0..5usize).prop_map(|(from, to, promotion)| {
        let square = |index| Square::from_index(index).unwrap();
        let promotion = PieceType::PROMOTIONS.get(promotion).copied();
        UciMove::new(square(from), square(to), promotion).unwrap_or(UciMove::NULL)
    })
}

fn moves() -> impl Strategy<Value = Vec<UciMove>> {
    vec(uci_move(), 0..5)
}

/// Tokens that are not keywords, many of them not ASCII, joined by single spaces.
fn tokens(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    vec("[A-Z0-9çß♔\u{a0}./:<>\\\\-]{1,6}", count).prop_map(|tokens| tokens.join(" "))
}

/// Trimmed text that extends to the end of the line.
fn text() -> impl Strategy<Value = String> {
    "([!-~é♔][ -~é♔\t]{0,20})?[!-~é♔]"
        .prop_filter("the notation of an empty text", |text| text != "<empty>")
}

fn empty_or_text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), text()]
}

fn start() -> impl Strategy<Value = StartPosition> {
    prop_oneof![Just(StartPosition::Startpos), tokens(1..7).prop_map(StartPosition::Fen)]
}

fn go() -> impl Strategy<Value = Go> {
    let clocks = (of(any::<i64>()), of(any::<i64>()), of(any::<i64>()), of(any::<i64>()));
    let limits = (of(any::<u32>()), of(any::<u32>()), of(any::<u64>()), of(any::<u32>()));
    let rest = (any::<bool>(), of(any::<i64>()), of(any::<u32>()), any::<bool>(), moves());
    (clocks, limits, rest).prop_map(
        |(
            (wtime, btime, winc, binc),
            (movestogo, depth, nodes, mate),
            (ponder, movetime, perft, infinite, searchmoves),
        )| Go {
            ponder,
            wtime,
            btime,
            winc,
            binc,
            movestogo,
            depth,
            nodes,
            mate,
            movetime,
            perft,
            infinite,
            searchmoves,
        },
    )
}

fn register() -> impl Strategy<Value = Register> {
    let names = (of(tokens(0..4)), of(tokens(0..4)));
    prop_oneof![
        Just(Register::Later),
        names
            .prop_filter("at least one field", |(name, code)| name.is_some() || code.is_some())
            .prop_map(|(name, code)| Register::As { name, code }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        (tokens(1..4), of(empty_or_text()))
            .prop_map(|(name, value)| Command::SetOption(SetOption { name, value })),
        register().prop_map(Command::Register),
        Just(Command::UciNewGame),
        (start(), moves())
            .prop_map(|(start, moves)| Command::Position(UciPosition { start, moves })),
        go().prop_map(Command::Go),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Show),
        Just(Command::Eval),
        text().prop_map(Command::ExportNet),
        vec("[!-~é♔]{1,9}", 0..4).prop_map(Command::Bench),
        Just(Command::Flip),
        Just(Command::Compiler),
        Just(Command::Help),
    ]
}

/// Returns a score with its bound; an exact one if there is no score.
fn score() -> impl Strategy<Value = (Option<Score>, Bound)> {
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    let score = prop_oneof![any::<i32>().prop_map(Score::Cp), any::<i32>().prop_map(Score::Mate)];
    prop_oneof![
        Just((None, Bound::Exact)),
        (score, bound).prop_map(|(score, bound)| (Some(score), bound)),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let wdl =
        any::<(u16, u16, u16)>().prop_map(|(win, draw, loss)| WdlPermille { win, draw, loss });
    let line = (of(any::<u32>()), moves()).prop_map(|(cpu, moves)| CurrentLine { cpu, moves });
    let string = prop_oneof![Just(String::new()), text()];
    let depths = any::<(Option<u32>, Option<u32>, Option<u32>, Option<u32>, Option<u32>)>();
    let counts =
        any::<(Option<u64>, Option<u64>, Option<u16>, Option<u64>, Option<u64>, Option<u64>)>();
    let values = (score(), of(wdl), of(uci_move()));
    let lines = (moves(), moves(), of(line), of(string));
    (depths, counts, values, lines).prop_map(
        |(
            (depth, seldepth, multipv, cpuload, currmovenumber),
            (nodes, nps, hashfull, tbhits, sbhits, time),
            ((score, bound), wdl, currmove),
            (pv, refutation, currline, string),
        )| Info {
            depth,
            seldepth,
            multipv,
            score,
            bound,
            wdl,
            nodes,
            nps,
            hashfull,
            tbhits,
            sbhits,
            cpuload,
            time,
            currmove,
            currmovenumber,
            pv,
            refutation,
            currline,
            string,
        },
    )
}

fn option() -> impl Strategy<Value = OptionDeclaration> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (tokens(0..3), vec(tokens(0..3), 0..5))
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        empty_or_text().prop_map(|default| OptionKind::String { default }),
    ];
    (tokens(1..4), kind).prop_map(|(name, kind)| OptionDeclaration { name, kind })
}

fn reply() -> impl Strategy<Value = Reply> {
    let status =
        prop_oneof![Just(CheckStatus::Checking), Just(CheckStatus::Ok), Just(CheckStatus::Error)];
    prop_oneof![
        text().prop_map(Reply::IdName),
        text().prop_map(Reply::IdAuthor),
        option().prop_map(Reply::Option),
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        info().prop_map(Reply::Info),
        (of(uci_move()), of(uci_move())).prop_map(|(best, ponder)| {
            // The null move of `bestmove` is read as no move.
            let [best, ponder] = [best, ponder].map(|mv| mv.filter(|mv| !mv.is_null()));
            Reply::BestMove { best, ponder }
        }),
        status.clone().prop_map(Reply::CopyProtection),
        status.prop_map(Reply::Registration),
        (uci_move(), any::<u64>())
            .prop_map(|(uci_move, nodes)| Reply::Perft(PerftLine::Move { uci_move, nodes })),
        any::<u64>().prop_map(|nodes| Reply::Perft(PerftLine::Total { nodes })),
    ]
}

/// Returns the line with additional white space between tokens.
fn with_white_space(line: &str) -> String {
    format!(" \t{}\r\n", line.replace(' ', " \t "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..Default::default() })]

    #[test]
    fn commands_round_trip(command in command()) {
        let line = command.to_string();
        prop_assert!(!line.contains('\n'));
        let mut ignored = Vec::new();
        let read = Command::parse_reporting(&line, |token| ignored.push(token.to_owned()));
        prop_assert_eq!(read, Ok(command.clone()));
        prop_assert_eq!(ignored, Vec::<String>::new());
        if !matches!(command, Command::SetOption(_) | Command::ExportNet(_)) {
            prop_assert_eq!(with_white_space(&line).parse(), Ok(command));
        }
    }

    #[test]
    fn replies_round_trip(reply in reply()) {
        let line = reply.to_string();
        prop_assert!(!line.contains('\n'));
        let mut ignored = Vec::new();
        let read = Reply::parse_reporting(&line, |token| ignored.push(token.to_owned()));
        prop_assert_eq!(read, Ok(reply.clone()));
        prop_assert_eq!(ignored, Vec::<String>::new());
        if let Reply::BestMove { .. } | Reply::CopyProtection(_) = reply {
            prop_assert_eq!(with_white_space(&line).parse(), Ok(reply));
        }
    }
}
