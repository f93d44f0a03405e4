//! The table of conditions.

use super::condition::Condition;
use super::game_tester::{FactTest, Test};
use super::known_facts::{has_any, player_sides, ratings};
use super::position_search::Searched;
use super::{MoveList, NameList, Selection, SideChoice};
use crate::facts::{EndgameKind, EndgamePlies, GameRules, Occurrence, Termination};
use crate::{GameMode, Speed};
use ferz::{Color, Position};
use std::fmt::Display;
use std::str::FromStr;

/// Parses a value.
fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Parses a value and makes it that of the condition.
fn put<T: FromStr<Err: Display>>(value: &mut Option<T>, text: &str) -> Result<(), String> {
    *value = Some(parsed(text)?);
    Ok(())
}

/// Parses a value and adds it to those of the condition.
fn push<T: FromStr<Err: Display>>(values: &mut Vec<T>, text: &str) -> Result<(), String> {
    values.push(parsed(text)?);
    Ok(())
}

/// Makes a rating the value of a condition.
fn put_rating(value: &mut Option<u16>, text: &str) -> Result<(), String> {
    let expected = || format!("expected a rating from 0 to {}", u16::MAX);
    *value = Some(text.parse().map_err(|_| expected())?);
    Ok(())
}

/// Makes a number of plies the value of a condition.
fn put_plies(value: &mut Option<u32>, text: &str, least: u32) -> Result<(), String> {
    let plies = text.parse().ok().filter(|&plies| plies >= least);
    *value = Some(plies.ok_or_else(|| format!("expected a number of plies of at least {least}"))?);
    Ok(())
}

fn put_side(value: &mut Option<Color>, text: &str) -> Result<(), String> {
    *value = Some(match text {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return Err("expected white or black".to_owned()),
    });
    Ok(())
}

fn put_flag(value: &mut bool, text: &str) -> Result<(), String> {
    *value = match text.to_ascii_lowercase().as_str() {
        "true" => true,
        "false" => false,
        _ => return Err("expected true or false".to_owned()),
    };
    Ok(())
}

/// Returns no values: any text can be one.
fn any() -> Vec<(&'static str, &'static str)> {
    Vec::new()
}

fn sides() -> Vec<(&'static str, &'static str)> {
    vec![("white", ""), ("black", "")]
}

fn side_choices() -> Vec<(&'static str, &'static str)> {
    let choices = SideChoice::ALL.into_iter();
    choices.map(|choice| (choice.name(), choice.description())).collect()
}

/// The test of the conditions on the player and the opponent, which hold for one side together.
const HAS_PLAYER: FactTest = |selection, facts| player_sides(selection, facts).contains(&true);

/// What an index lacks for conditions with a file: what an index answers, a server answers too.
const NO_OTHER_FILE: &str = "an index reads no other file for this condition";

impl Condition {
    /// A condition with any single value, which is parsed and stored by `set`.
    const fn new(
        name: &'static str,
        value_name: &'static str,
        help: &'static str,
        set: fn(&mut Selection, &str) -> Result<(), String>,
        is_given: fn(&Selection) -> bool,
        test: Test,
    ) -> Self {
        let (alias, values, is_repeated, needs): (_, _, _, &[_]) = (None, any, false, &[]);
        let index_lacks = None;
        Self {
            name,
            alias,
            value_name,
            help,
            values,
            is_repeated,
            needs,
            index_lacks,
            set,
            is_given,
            test,
        }
    }

    const fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    const fn with_values(self, values: fn() -> Vec<(&'static str, &'static str)>) -> Self {
        Self { values, ..self }
    }

    const fn with_alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// A condition that an index cannot answer.
    const fn without_index(self, index_lacks: &'static str) -> Self {
        Self { index_lacks: Some(index_lacks), ..self }
    }

    const fn with_needs(self, needs: &'static [&'static str]) -> Self {
        Self { needs, ..self }
    }
}

/// All conditions on games, a row each. The options of the commands, the calls of the server, the form of the page and
/// the keywords of Python are made of this table.
pub static CONDITIONS: &[Condition] = &[
    Condition::new(
        "player",
        "NAME",
        "Name of a player, or words of it in any order and case; repeat it for several, of whom one \
         plays",
        |s, text| push(&mut s.players, text),
        |s| !s.players.is_empty(),
        Test::Facts(HAS_PLAYER),
    )
    .repeated(),
    Condition::new(
        "color",
        "SIDE",
        "Side of that player",
        |s, text| put_side(&mut s.color, text),
        |s| s.color.is_some(),
        Test::Facts(HAS_PLAYER),
    )
    .with_values(sides)
    .with_needs(&["player", "opponent"]),
    Condition::new(
        "opponent",
        "NAME",
        "Name of the other player, or words of it; repeat it for several",
        |s, text| push(&mut s.opponents, text),
        |s| !s.opponents.is_empty(),
        Test::Facts(HAS_PLAYER),
    )
    .repeated(),
    Condition::new(
        "opponent-elo",
        "RANGE",
        "Rating of the opponent of that player, like 1800-1999, 2200- or -1500; ranges with commas \
         between them",
        |s, text| put(&mut s.opponent_elo, text),
        |s| s.opponent_elo.is_some(),
        Test::Facts(HAS_PLAYER),
    )
    .with_needs(&["player", "opponent"]),
    Condition::new(
        "white",
        "NAME",
        "Name of White, or words of it; repeat it for several",
        |s, text| push(&mut s.white, text),
        |s| !s.white.is_empty(),
        Test::Facts(|_, facts| facts.has_name(NameList::White, Color::White)),
    )
    .repeated(),
    Condition::new(
        "black",
        "NAME",
        "Name of Black, or words of it; repeat it for several",
        |s, text| push(&mut s.black, text),
        |s| !s.black.is_empty(),
        Test::Facts(|_, facts| facts.has_name(NameList::Black, Color::Black)),
    )
    .repeated(),
    Condition::new(
        "event",
        "TEXT",
        "Part of the tag Event, in any case; repeat it for several",
        |s, text| {
            s.events.push(text.to_lowercase());
            Ok(())
        },
        |s| !s.events.is_empty(),
        Test::Facts(|_, facts| facts.has_event()),
    )
    .repeated(),
    Condition::new(
        "min-elo",
        "ELO",
        "Minimum rating of both players, which must be known",
        |s, text| put_rating(&mut s.min_elo, text),
        |s| s.min_elo.is_some(),
        Test::Facts(|s, facts| {
            ratings(facts).is_some_and(|elos| elos.into_iter().min() >= s.min_elo)
        }),
    ),
    Condition::new(
        "max-elo",
        "ELO",
        "Maximum rating of both players, which must be known",
        |s, text| put_rating(&mut s.max_elo, text),
        |s| s.max_elo.is_some(),
        Test::Facts(|s, facts| {
            ratings(facts).is_some_and(|elos| elos.into_iter().max() <= s.max_elo)
        }),
    ),
    Condition::new(
        "mean-elo",
        "RANGE",
        "Mean rating of both players, which must be known, as Lichess groups games; ranges as above",
        |s, text| put(&mut s.mean_elo, text),
        |s| s.mean_elo.is_some(),
        Test::Facts(|s, facts| {
            let mean = ratings(facts).map(|[white, black]| white.midpoint(black).into());
            mean.zip(s.mean_elo.as_ref()).is_some_and(|(mean, ranges)| ranges.contains(mean))
        }),
    ),
    Condition::new(
        "speed",
        "SPEED",
        "Speed by the tag TimeControl, as Lichess computes it: ultraBullet, bullet, blitz, rapid, \
         classical or correspondence; repeat it for several, or put commas between them",
        |s, text| {
            let speeds = text.split(',').map(|name| parsed::<Speed>(name.trim()));
            s.speeds.extend(speeds.collect::<Result<Vec<_>, _>>()?);
            Ok(())
        },
        |s| !s.speeds.is_empty(),
        Test::Facts(|s, facts| facts.speed().is_some_and(|speed| s.speeds.contains(&speed))),
    )
    .repeated(),
    Condition::new(
        "mode",
        "MODE",
        "Mode by the first word of the tag Event, as in the games of Lichess",
        |s, text| push(&mut s.modes, text),
        |s| !s.modes.is_empty(),
        Test::Facts(|_, facts| facts.has_mode()),
    )
    .with_values(|| GameMode::ALL.map(|mode| (mode.name(), "")).to_vec())
    .repeated(),
    Condition::new(
        "since",
        "DATE",
        "First date, like 2024, 2024.03 or 2024.03.15",
        |s, text| put(&mut s.since, text),
        |s| s.since.is_some(),
        Test::Facts(|s, facts| facts.date().is_within(s.since, None)),
    ),
    Condition::new(
        "until",
        "DATE",
        "Last date",
        |s, text| put(&mut s.until, text),
        |s| s.until.is_some(),
        Test::Facts(|s, facts| facts.date().is_within(None, s.until)),
    ),
    Condition::new(
        "tag",
        "CONDITION",
        "Condition on a tag, like 'WhiteElo >= 2500', 'Date < 2020', 'Event = Blitz' or 'Site ~ \
         london|paris'; repeat it for several, which must all hold. `~` finds a regular expression; the \
         case of names of tags counts, that of values does not",
        |s, text| push(&mut s.tags, text),
        |s| !s.tags.is_empty(),
        Test::Tags(|s, facts| s.tags.iter().all(|condition| condition.accept(facts.tags))),
    )
    .repeated(),
    Condition::new(
        "variant",
        "VARIANT",
        "Variant, by the tag Variant and the castling rights of the start position: standard, also from other \
         start positions, chess960, crazyhouse, atomic, or another in any spelling",
        |s, text| {
            let rules = GameRules::from_name(text).filter(|_| !text.trim().is_empty());
            s.variants.push(rules.ok_or(
                "expected standard, chess960, kingofthehill, 3check, crazyhouse, racingkings, atomic, horde, \
                 antichess, giveaway or suicide",
            )?);
            Ok(())
        },
        |s| !s.variants.is_empty(),
        Test::Start(|s, facts| facts.rules().is_some_and(|rules| s.variants.contains(&rules))),
    )
    .repeated(),
    Condition::new(
        "result",
        "RESULT",
        "Result: 1-0, 0-1, 1/2-1/2 or *; repeat it for several",
        |s, text| push(&mut s.results, text),
        |s| !s.results.is_empty(),
        Test::Result(|s, facts| s.results.contains(&facts.result())),
    )
    .repeated(),
    Condition::new(
        "won",
        "NAME",
        "Name of a player who won, or words of it; repeat it for several",
        |s, text| push(&mut s.won, text),
        |s| !s.won.is_empty(),
        Test::Result(|_, facts| {
            facts.result().winner().is_some_and(|winner| facts.has_name(NameList::Won, winner))
        }),
    )
    .repeated(),
    Condition::new(
        "lost",
        "NAME",
        "Name of a player who lost, or words of it; repeat it for several",
        |s, text| push(&mut s.lost, text),
        |s| !s.lost.is_empty(),
        Test::Result(|_, facts| {
            facts.result().winner().is_some_and(|winner| facts.has_name(NameList::Lost, !winner))
        }),
    )
    .repeated(),
    Condition::new(
        "drew",
        "NAME",
        "Name of a player who drew, or words of it; repeat it for several",
        |s, text| push(&mut s.drew, text),
        |s| !s.drew.is_empty(),
        Test::Result(|_, facts| {
            facts.result() == ferz_game::GameResult::Draw && has_any(facts, NameList::Drew)
        }),
    )
    .repeated(),
    Condition::new(
        "moves",
        "MOVES",
        "First moves of the game, in SAN or UCI notation, like \"e4 c5\" or \"1. e4 c5 2. Nf3\"; `*` is any move, \
         `!Nf3` any other one, and `d4|c4` one of several; repeat it for several lines",
        |s, text| {
            s.first_moves.push(MoveList::parse(text).map_err(|error| error.to_string())?);
            Ok(())
        },
        |s| !s.first_moves.is_empty(),
        Test::Reached(|s, game| (0..s.first_moves.len()).any(|line| game.begins_with(line))),
    )
    .repeated(),
    Condition::new(
        "follows",
        "PGN",
        "Repertoire, a PGN file with variations, whose moves the game follows to the end of a line or \
         of the game; transpositions count",
        |s, text| put(&mut s.follows, text),
        |s| s.follows.is_some(),
        Test::Moves(|_, game| game.accepts_repertoire()),
    )
    .without_index(NO_OTHER_FILE),
    Condition::new(
        "leaves",
        "SIDE",
        "Side that leaves the repertoire of follows, before a line ends",
        |s, text| put(&mut s.leaves, text),
        |s| s.leaves.is_some(),
        Test::Part,
    )
    .with_values(side_choices)
    .with_needs(&["follows"])
    .without_index(NO_OTHER_FILE),
    Condition::new(
        "eco",
        "ECO",
        "ECO code, range or volume, like B90, B20-B99 or B, found by the positions; repeat it for \
         several",
        |s, text| push(&mut s.eco, text),
        |s| !s.eco.is_empty(),
        Test::Kept(|s, game| {
            game.opening.is_some_and(|eco| s.eco.iter().any(|range| range.contains(eco)))
        }),
    )
    .repeated(),
    Condition::new(
        "min-plies",
        "N",
        "Minimum length in plies",
        |s, text| put_plies(&mut s.min_plies, text, 0),
        |s| s.min_plies.is_some(),
        Test::Kept(|s, game| s.min_plies.is_none_or(|min| game.plies >= min)),
    ),
    Condition::new(
        "max-plies",
        "N",
        "Maximum length in plies",
        |s, text| put_plies(&mut s.max_plies, text, 0),
        |s| s.max_plies.is_some(),
        Test::Kept(|s, game| s.max_plies.is_none_or(|max| game.plies <= max)),
    ),
    Condition::new(
        "termination",
        "KIND",
        "The way in which the game ended; repeat it for several",
        |s, text| push(&mut s.terminations, text),
        |s| !s.terminations.is_empty(),
        Test::Kept(|s, game| {
            game.termination.is_some_and(|termination| s.terminations.contains(&termination))
        }),
    )
    .with_values(|| Termination::ALL.map(|kind| (kind.name(), kind.description())).to_vec())
    .repeated(),
    Condition::new(
        "occurs",
        "KIND",
        "What happens anywhere in the game, whatever ends it; repeat it for several, of which one happens",
        |s, text| push(&mut s.occurrences, text),
        |s| !s.occurrences.is_empty(),
        Test::Kept(|s, game| s.occurrences.iter().any(|&kind| game.occurrences.contains(kind))),
    )
    .with_values(|| Occurrence::ALL.map(|kind| (kind.name(), kind.description())).to_vec())
    .repeated(),
    Condition::new(
        "comment",
        "TEXT",
        "Text in a comment of the main line, a regular expression in any case, like 'novelty|theory', or `.` for \
         any comment; repeat it for several",
        |s, text| push(&mut s.comments, text),
        |s| !s.comments.is_empty(),
        Test::Reached(|_, game| game.has_comment()),
    )
    .repeated()
    .without_index("an index has no comments for this condition"),
    Condition::new(
        "endgame",
        "KIND",
        "Kind of endgame that is played for endgame-plies; repeat it for several, of which one is played",
        |s, text| push(&mut s.endgames, text),
        |s| !s.endgames.is_empty(),
        Test::Kept(|s, game| {
            let plies = s.endgame_plies.unwrap_or(EndgamePlies::DEFAULT);
            game.endgames.lasting(plies).any(|kind| s.endgames.contains(&kind))
        }),
    )
    .with_values(|| EndgameKind::ALL.map(|kind| (kind.name(), kind.description())).to_vec())
    .with_alias("ending")
    .repeated(),
    Condition::new(
        "endgame-plies",
        "N",
        "Minimum number of plies that are played with the material of the endgame, in all: 10, five moves of \
         each side, unless given, so that a passing exchange does not count",
        |s, text| put_plies(&mut s.endgame_plies, text, 1),
        |s| s.endgame_plies.is_some(),
        Test::Part,
    )
    .with_needs(&["endgame"]),
    Condition::new(
        "material",
        "PIECES",
        "Material that occurs in a position, like KRPvKR, with numbers and ranges like KR2P*vKRP1-3; `*` \
         is any number, `+` one or more, `M` a bishop or knight; repeat it for several, of which one occurs",
        |s, text| push(&mut s.material, text),
        |s| !s.material.is_empty(),
        Test::Reached(|_, game| game.has_found(Searched::Material)),
    )
    .repeated(),
    Condition::new(
        "material-lead",
        "RANGE",
        "Lead in material of one side over the other in a position, in pawns (queen 9, rook 5, bishop and knight 3), \
         like 3-, 1-2 or 0",
        |s, text| put(&mut s.material_lead, text),
        |s| s.material_lead.is_some(),
        Test::Reached(|_, game| game.has_found(Searched::Lead)),
    ),
    Condition::new(
        "material-of",
        "SIDE",
        "Side that has the first part of the material, and the lead; `either` without it",
        |s, text| put(&mut s.material_of, text),
        |s| s.material_of.is_some(),
        Test::Part,
    )
    .with_values(side_choices)
    .with_needs(&["material", "material-lead"]),
    Condition::new(
        "piece-count",
        "RANGE",
        "Number of all pieces of a position, kings and pawns included, like 5, 3-7 or -7",
        |s, text| put(&mut s.piece_count, text),
        |s| s.piece_count.is_some(),
        Test::Reached(|_, game| game.has_found(Searched::PieceCount)),
    ),
    Condition::new(
        "fen",
        "FEN",
        "Position that occurs, with any counters; repeat it for several, of which one occurs",
        |s, text| {
            let position = match text.trim() {
                "startpos" => Position::startpos(),
                fen => Position::from_fen(fen).map_err(|error| error.to_string())?,
            };
            s.positions.push(position);
            Ok(())
        },
        |s| !s.positions.is_empty(),
        Test::Reached(|_, game| game.has_found(Searched::Position)),
    )
    .repeated(),
    Condition::new(
        "pattern",
        "PATTERN",
        "Pieces on squares of a position, like `Nf5,Pe4,_h7` or a board with `?` and `*`; \
         `ferz pgn filter --help` describes it",
        |s, text| put(&mut s.pattern, text),
        |s| s.pattern.is_some(),
        Test::Reached(|_, game| game.has_found(Searched::Pattern)),
    ),
    Condition::new(
        "pattern-turn",
        "SIDE",
        "Side to move in the first position with the pattern",
        |s, text| put_side(&mut s.pattern_turn, text),
        |s| s.pattern_turn.is_some(),
        Test::Part,
    )
    .with_values(sides)
    .with_needs(&["pattern"]),
    Condition::new(
        "either-color",
        "",
        "Accept the pattern with colours exchanged and the board flipped too",
        |s, text| put_flag(&mut s.either_color, text),
        |s| s.either_color,
        Test::Part,
    )
    .with_needs(&["pattern"]),
    Condition::new(
        "stable-plies",
        "N",
        "Number of consecutive positions in which the pattern, the material, the lead or the piece count holds, each \
         for itself: 1 unless given",
        |s, text| put_plies(&mut s.stable_plies, text, 1),
        |s| s.stable_plies.is_some(),
        Test::Part,
    )
    .with_alias("pattern-plies")
    .with_needs(&["pattern", "material", "material-lead", "piece-count"]),
    Condition::new(
        "at-ply",
        "RANGE",
        "Plies after which positions count, 0 for the start, like 20-40 or -30: of fen, pattern, material, lead and \
         piece count",
        |s, text| put(&mut s.at_ply, text),
        |s| s.at_ply.is_some(),
        Test::Part,
    )
    .with_needs(&["fen", "pattern", "material", "material-lead", "piece-count"]),
];
