//! Tests of conditions on games.

use super::*;
use ferz::Move;

fn tags(white: &str, black: &str) -> GameTags {
    let mut tags = GameTags::default();
    tags.set("White", white);
    tags.set("Black", black);
    tags
}

fn name(text: &str) -> PlayerName {
    text.parse().unwrap()
}

/// Returns a text of up to 12 characters that conditions consist of.
fn condition_text(random: &mut u64) -> String {
    const CHARACTERS: [char; 36] = [
        'K', 'Q', 'R', 'B', 'P', 'v', '0', '1', '2', '9', '-', '+', '*', ',', '.', '=', '!', '<',
        '>', '~', ' ', '(', ')', '[', ']', '{', '}', '|', '\\', '?', '^', 'X', 'd', 'é', 'É',
        '\u{0}',
    ];
    let mut next = |limit: u64| {
        *random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        ((*random >> 33) % limit) as usize
    };
    (0..next(13)).map(|_| CHARACTERS[next(CHARACTERS.len() as u64)]).collect()
}

#[test]
fn any_text_is_a_condition_or_has_a_fault_with_a_place() {
    let (mut random, mut accepted) = (7, [0; 3]);
    for _ in 0..30_000 {
        let text = condition_text(&mut random);
        let (tag, material) = (format!("X ~ {text}"), format!("K{text}vK"));
        let results = [
            (material.parse::<MaterialPattern>().err(), &material),
            (text.parse::<NumberRanges>().err(), &text),
            (tag.parse::<TagCondition>().err(), &tag),
        ];
        for (count, (error, text)) in accepted.iter_mut().zip(results) {
            let Some(ParseConditionError { column, found, .. }) = error else {
                *count += 1;
                continue;
            };
            assert_eq!(text.chars().nth(column - 1), found, "{text:?}");
        }
        let _ = (text.parse::<GameDate>(), text.parse::<EcoRange>(), text.parse::<PlayerName>());
        let _ = format!("X {text}").parse::<TagCondition>();
    }
    assert!(accepted.iter().all(|&count| count > 0), "{accepted:?}");
}

/// Plays random games and compares the tests with those of all their positions.
#[test]
fn positions_of_a_game_meet_conditions() {
    let mut random = 3_u64;
    for game in 0..300 {
        let mut positions = vec![Position::startpos()];
        let mut moves = Vec::new();
        while let Some(position) = positions.last().filter(|_| moves.len() < 80) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let mv = legal[(random >> 33) as usize % legal.len()];
            let mut next = position.clone();
            next.do_move(mv);
            moves.push(mv);
            positions.push(next);
        }
        let count = 20 + game % 12;
        let material: MaterialPattern = "KQ*R*B*N*P*vKQ*R2B*N*P7".parse().unwrap();
        let wanted = positions[positions.len() / 2].clone();
        let other = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let line = |moves: &[Move]| {
            let texts = positions.iter().zip(moves).map(|(before, &mv)| before.san(mv).to_string());
            MoveList::parse(&texts.collect::<Vec<_>>().join(" ")).unwrap()
        };
        let has = |test: &dyn Fn(&Position) -> bool| positions.iter().any(test);
        let count_text = count.to_string();
        for (conditions, expected) in [
            (
                Selection { piece_count: count_text.parse().ok(), ..Selection::default() },
                has(&|position| position.occupied().len() == count),
            ),
            (
                Selection {
                    material: vec![material.clone()],
                    material_of: Some(SideChoice::White),
                    ..Selection::default()
                },
                has(&|position| material.matches(position, Color::White)),
            ),
            (Selection { positions: vec![other.clone(), wanted], ..Selection::default() }, true),
            (Selection { positions: vec![other.clone()], ..Selection::default() }, false),
            (Selection { first_moves: vec![line(&moves[..5])], ..Selection::default() }, true),
            (Selection { first_moves: vec![line(&moves[..1])], ..Selection::default() }, true),
            (Selection { min_plies: Some(60), ..Selection::default() }, moves.len() >= 60),
        ] {
            let tags = GameTags::default();
            let mut tester = conditions.tests().tester(&tags, &positions[0]);
            positions.iter().zip(&moves).for_each(|(before, &mv)| tester.add(before, Some(mv)));
            let last = &positions[positions.len() - 1];
            assert_eq!(tester.accept(&tags, last, None), expected, "{conditions:?}");
        }
    }
}

#[test]
fn matched_players_have_the_role_of_their_name() {
    let (lost, players) = (vec![name("meyer")], vec![name("meyer")]);
    let selection = Selection { lost, players, ..Selection::default() };
    let tags = tags("Meyer, A", "Meyer, B");
    for (result, expected) in [
        (GameResult::WhiteWins, &[(0, "Meyer, A"), (0, "Meyer, B"), (1, "Meyer, B")][..]),
        (GameResult::BlackWins, &[(0, "Meyer, A"), (0, "Meyer, B"), (1, "Meyer, A")]),
        (GameResult::Draw, &[(0, "Meyer, A"), (0, "Meyer, B")]),
    ] {
        assert_eq!(selection.matched_players(&tags, result), expected);
    }
    assert_eq!(selection.names().map(PlayerName::as_str).collect::<Vec<_>>(), ["meyer"; 2]);
}

#[test]
fn sides_are_those_of_the_player() {
    let (won, players) = (vec![name("b")], vec![name("a")]);
    let mut selection = Selection { won, players, ..Selection::default() };
    let tags = tags("A", "B");
    assert_eq!(selection.sides(SideChoice::Player, &tags), [false, true]);
    assert_eq!(selection.player_sides(&tags), [true, false]);
    selection.won.clear();
    assert_eq!(selection.sides(SideChoice::Player, &tags), [true, false]);
    selection.players.clear();
    assert!(!selection.has_player());
    assert_eq!(selection.sides(SideChoice::Player, &tags), [false, false]);
    assert_eq!(selection.sides(SideChoice::Black, &tags), [false, true]);
    assert_eq!(selection.player_sides(&tags), [true, true]);
}

/// A value of each condition, which is not that of another one.
const VALUES: &[(&str, &str)] = &[
    ("player", "anna"),
    ("color", "black"),
    ("opponent", "boris"),
    ("opponentElo", "1800-1999,2200-"),
    ("white", "anna"),
    ("black", "boris"),
    ("event", "League"),
    ("minElo", "2000"),
    ("max_elo", "2500"),
    ("mean_elo", "2000"),
    ("speeds", "Rapid, classical"),
    ("modes", "Casual"),
    ("since", "2023"),
    ("until", "2024.03"),
    ("tags", "Round = 5"),
    ("variant", "chess960"),
    ("results", "1-0"),
    ("won", "anna"),
    ("lost", "boris"),
    ("drew", "anna"),
    ("moves", "1. e4 c5"),
    ("follows", "lines.pgn"),
    ("leaves", "player"),
    ("eco", "B20-B99"),
    ("min-plies", "20"),
    ("maxPlies", "90"),
    ("terminations", "time"),
    ("occurs", "repetition"),
    ("comments", "novelty"),
    ("Endgame", "rook"),
    ("endgame_plies", "20"),
    ("material", "KRvKR"),
    ("materialLead", "3-"),
    ("material-of", "white"),
    ("piece-count", "-7"),
    ("fen", "startpos"),
    ("pattern", "Nf5"),
    ("eitherColor", "true"),
    ("pattern_plies", "2"),
    ("at-ply", "20-"),
];

#[test]
fn each_condition_is_set_by_any_form_of_its_name() {
    let mut selection = Selection::default();
    assert!(selection.accepts_all());
    for (number, &(name, value)) in VALUES.iter().enumerate() {
        let condition = Condition::find(name).unwrap();
        assert!(!condition.is_given(&selection), "{name}");
        selection.set(name, value).unwrap();
        assert!(condition.is_given(&selection), "{name}");
        assert_eq!(selection.given().count(), number + 1, "{name}");
        assert_eq!(selection.check(), Ok(()), "{name}");
    }
    let others = CONDITIONS.iter().filter(|condition| !condition.is_given(&selection));
    let others: Vec<_> = others.map(|condition| condition.name).collect();
    // It excludes `eitherColor`.
    assert_eq!(others, ["pattern-turn"], "each other one needs a value in VALUES");
    assert_eq!(selection.speeds, [Speed::Rapid, Speed::Classical]);
    assert_eq!((selection.min_elo, selection.modes), (Some(2000), vec![GameMode::Casual]));
}

#[test]
fn possible_values_are_accepted_and_names_are_unique() {
    for (number, condition) in CONDITIONS.iter().enumerate() {
        let found = Condition::find(condition.name).unwrap();
        assert!(std::ptr::eq(found, &CONDITIONS[number]), "{}", condition.name);
        for (value, _) in (condition.values)() {
            condition.set(&mut Selection::default(), value).unwrap();
        }
        for name in condition.needs {
            assert!(Condition::find(name).is_ok());
        }
    }
}

#[test]
fn faults_name_the_condition() {
    let mut selection = Selection::default();
    for (name, value, message) in [
        ("rating", "1", "found no condition \"rating\", expected one of player, color, "),
        ("colors", "white", "found no condition \"colors\""),
        ("player", " ", "player: expected a name"),
        ("color", "red", "color: expected white or black"),
        ("minElo", "-1", "min-elo: expected a rating from 0 to 65535"),
        ("opponent-elo", "2000-1", "opponent-elo: column 6: found `1`, expected a number that"),
        ("mean-elo", "high", "mean-elo: column 1: found `h`, expected a number or a range"),
        ("mode", "both", "mode: expected a mode: rated or casual"),
        ("speed", "blitz,fast", "speed: expected a speed: ultraBullet"),
        ("until", "May", "until: expected a date like 2024"),
        ("tag", "Round", "tag: column 6: found the end, expected an operator"),
        ("variant", "bughouse", "variant: expected standard, chess960, kingofthehill"),
        ("endgame-plies", "0", "endgame-plies: expected a number of plies of at least 1"),
        ("leaves", "both", "leaves: expected white, black, player or either"),
        ("moves", "e4 e4", "moves: "),
        ("moves", "* x", "moves: found `x`, expected a move"),
        ("occurs", "stalemate", "occurs: expected an occurrence"),
        ("comment", "(", "comment: column 1: found `(`, expected a regular expression"),
        ("stable-plies", "0", "stable-plies: expected a number of plies of at least 1"),
        ("at-ply", "9-3", "at-ply: column 3: found `3`"),
        ("material-lead", "+2", "material-lead: column 1: found `+`"),
        ("either-color", "maybe", "either-color: expected true or false"),
    ] {
        let error = selection.set(name, value).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
        assert!(selection.accepts_all(), "{name}");
    }
    for (conditions, message) in [
        (&[("color", "white")][..], "color needs player or opponent"),
        (&[("opponent-elo", "2000-")], "opponent-elo needs player or opponent"),
        (&[("either-color", "true")], "either-color needs pattern"),
        (
            &[("stable-plies", "3"), ("fen", "startpos")],
            "stable-plies needs pattern, material, material-lead or piece-count",
        ),
        (
            &[("at-ply", "3"), ("player", "a")],
            "at-ply needs fen, pattern, material, material-lead or piece-count",
        ),
        (&[("material", "KvK"), ("leaves", "white")], "leaves needs follows"),
        (&[("min-elo", "2001"), ("max-elo", "2000")], "min-elo is above max-elo"),
        (&[("min-plies", "9"), ("max-plies", "8")], "min-plies is above max-plies"),
        (&[("since", "2024.02"), ("until", "2024.01.31")], "since is after until"),
        (
            &[("material", "KvK"), ("material-of", "player")],
            "material-of player needs won, lost, drew or player",
        ),
    ] {
        let mut selection = Selection::default();
        conditions.iter().for_each(|(name, value)| selection.set(name, value).unwrap());
        assert_eq!(selection.check().unwrap_err().to_string(), message);
    }
}

#[test]
fn an_index_refuses_what_it_does_not_hold() {
    for (name, value) in VALUES {
        let mut selection = Selection::default();
        selection.set(name, value).unwrap();
        let condition = Condition::find(name).unwrap();
        match selection.check_index() {
            Ok(()) => assert_eq!(condition.index_lacks, None),
            Err(error) => {
                assert!(condition.index_lacks.is_some());
                assert!(error.to_string().starts_with(condition.name), "{error}");
            }
        }
    }
}

#[test]
fn moves_are_needed_for_conditions_on_them_only() {
    assert!(!Selection::default().tests().need_moves());
    for (name, value, expected) in [
        ("min-plies", "0", true),
        ("fen", "startpos", true),
        ("drew", "a", true),
        ("result", "*", true),
        ("piece-count", "5", true),
        ("variant", "standard", false),
        ("tag", "Round = 1", false),
        ("max-elo", "2000", false),
    ] {
        let mut selection = Selection::default();
        selection.set(name, value).unwrap();
        assert_eq!(selection.tests().need_moves(), expected, "{name}");
    }
}
