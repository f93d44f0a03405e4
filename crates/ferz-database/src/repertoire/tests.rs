//! Tests of repertoires against a reading by text: FENs in maps, and every way enumerated.

use super::*;
use ferz_game::pgn::{GameVisitor, Player, Visit};
use std::collections::{BTreeMap, BTreeSet};

fn repertoire(texts: &[&str]) -> Repertoire {
    let mut repertoire = Repertoire::default();
    for (number, text) in texts.iter().enumerate() {
        let faults = repertoire.add_text(&format!("{number}.pgn"), text.as_bytes(), None).unwrap();
        assert_eq!(faults, TextFaults::default());
    }
    repertoire
}

/// Returns the visits of a game of moves in SAN.
fn visits(repertoire: &Repertoire, moves: &str) -> GameVisits {
    let (mut position, mut visits) = (Position::startpos(), GameVisits::default());
    for san in moves.split_whitespace() {
        let mv = position.parse_san(san).unwrap();
        if !visits.add(repertoire, &position, Some(mv)) {
            return visits;
        }
        position.do_move(mv);
    }
    visits.finish(repertoire, &position);
    visits
}

fn counts(repertoire: &Repertoire, games: &[String]) -> RepertoireCounts {
    let mut counts = RepertoireCounts::new(repertoire);
    games.iter().for_each(|game| counts.add(&visits(repertoire, game)));
    counts
}

/// Returns the first four fields of the FEN after moves in SAN.
fn name_after(moves: &[&str]) -> String {
    let mut position = Position::startpos();
    moves.iter().for_each(|san| position.do_move(position.parse_san(san).unwrap()));
    fields(&position.fen())
}

fn name(repertoire: &Repertoire, number: usize) -> String {
    fields(&repertoire.position(number).fen())
}

/// Returns the first four fields of a FEN, which are the name of a position.
fn fields(fen: &str) -> String {
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

const NO_LIMIT: CheckLimits = CheckLimits { chance: 0.0, games: 1 };

#[test]
fn positions_count_and_not_orders_of_moves() {
    let texts = ["1. d4 d5 2. c4 e6 3. Nc3 *", "1. d4 e6 2. c4 d5 *", "1. d4 Nf6 2. c4 e6 *"];
    let repertoire = repertoire(&texts);
    let report = check(&repertoire, Color::White, None, CheckLimits::default());
    // 1. d4 e6 2. c4 d5 is answered in the first game, 1...Nf6 2. c4 e6 nowhere.
    let found: Vec<_> = report.unanswered.iter().map(|it| it.line.as_str()).collect();
    assert_eq!(found, ["1. d4 Nf6 2. c4 e6"]);
    assert_eq!((report.conflicts.len(), report.transpositions), (0, 1));
    let games = ["d4 e6 c4 d5 Nf3 Nf6", "d4 d5 c4 dxc4", "d4 e6 c4 c5 d5"].map(str::to_owned);
    let counts = counts(&repertoire, &games);
    let report = check(&repertoire, Color::White, Some(&counts), NO_LIMIT);
    let gap = |gap: &Gap| {
        (gap.line.clone(), gap.games, gap.of_games.unwrap(), (gap.chance * 1e4).round())
    };
    let found: Vec<_> = report.gaps.iter().map(gap).collect();
    // 1...e6 is played in 2 of 3 games, 1...d5 in 1 of 3.
    assert_eq!(
        found,
        [
            ("1. d4 d5 2. c4 dxc4".to_owned(), 1, 1, 3333.0),
            ("1. d4 e6 2. c4 c5".to_owned(), 1, 2, 3333.0),
        ]
    );
    assert_eq!(fields(&report.gaps[0].fen), name_after(&["d4", "d5", "c4", "dxc4"]));
    assert_eq!((report.ends, report.compared), (Vec::new(), Some(3)));
}

#[test]
fn answers_exclude_each_other_unless_one_game_has_both() {
    for (texts, expected) in [
        (&["1. e4 (1. d4) *"][..], &[][..]),
        (&["1. e4 *", "1. d4 *"], &["e4", "d4"]),
        (&["1. e4 *", "1. d4 *", "1. d4 (1. e4) *"], &[]),
        (&["1. e4 (1. d4) *", "1. d4 (1. c4) *"], &[]),
        (&["1. e4 (1. d4) *", "1. c4 (1. Nf3) *"], &["e4", "c4"]),
        // The same position by two orders of moves.
        (&["1. d4 d5 2. c4 e6 3. Nc3 *", "1. d4 e6 2. c4 d5 3. Nf3 *"], &["Nc3", "Nf3"]),
        // Opponent's moves never do.
        (&["1. e4 e5 2. Nf3 *", "1. e4 c5 2. Nf3 *"], &[]),
    ] {
        let repertoire = repertoire(texts);
        let report = check(&repertoire, Color::White, None, CheckLimits::default());
        let found: Vec<_> = report
            .conflicts
            .iter()
            .flat_map(|conflict| &conflict.answers)
            .map(|answer| answer.san.as_str())
            .collect();
        assert_eq!(found, expected, "{texts:?}");
    }
}

#[test]
fn a_game_that_comes_back_has_not_left() {
    let repertoire = repertoire(&["1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 (4. Qc2) *"]);
    let departure = |moves: &str| visits(&repertoire, moves).departure(&repertoire);
    let left = |moves: &[&str], san: &str| {
        let position = repertoire.positions().iter().enumerate().map(|(number, _)| number);
        let mut found = position.filter(|&number| name(&repertoire, number) == name_after(moves));
        let position = found.next().unwrap();
        (position, repertoire.position(position).parse_san(san).unwrap())
    };
    let start = left(&[], "e4");
    let nimzo = left(&["d4", "Nf6", "c4", "e6", "Nc3", "Bb4"], "a3");
    let end = left(&["d4", "Nf6", "c4", "e6", "Nc3", "Bb4", "e3"], "O-O");
    for (moves, expected) in [
        ("", Departure::Within),
        ("d4 Nf6", Departure::Within),
        ("e4 e5", Departure::Left { position: start.0, mv: start.1 }),
        ("c4 e6 d4 Nf6 Nc3 Bb4 a3 Bxc3+", Departure::Left { position: nimzo.0, mv: nimzo.1 }),
        ("c4 Nf6 Nc3 e6 d4 Bb4 e3 O-O", Departure::LineEnd { position: end.0, mv: end.1 }),
    ] {
        assert_eq!(departure(moves), expected, "{moves}");
    }
    // A game with fewer men than each position cannot come back.
    let mut game = GameVisits::default();
    let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert!(!game.add(&repertoire, &position, None));
    assert_eq!(game.departure(&repertoire), Departure::Outside);
}

#[test]
fn a_thousand_files_of_orders_of_moves_have_no_gap() {
    const WHITE: [&str; 8] = ["Nf3", "g3", "Bg2", "O-O", "d3", "Nbd2", "e4", "Re1"];
    let mut black = ["a6", "b6", "c6", "d6", "e6", "g6", "h6"];
    let mut random = fastrand::Rng::with_seed(1);
    let mut line = |length: usize| {
        random.shuffle(&mut black);
        let mut moves: Vec<_> = WHITE.iter().zip(black).flat_map(|(&a, b)| [a, b]).collect();
        moves.push(WHITE[7]);
        moves.truncate(length);
        moves.join(" ")
    };
    // The last answer is in one file only.
    let lines: Vec<_> = (0..1000).map(|file| line(if file == 500 { 15 } else { 14 })).collect();
    let mut repertoire = Repertoire::default();
    for (file, line) in lines.iter().enumerate() {
        let faults = repertoire.add_text(&format!("{file}.pgn"), line.as_bytes(), None).unwrap();
        assert_eq!(faults, TextFaults::default());
    }
    let games: Vec<_> = (0..2000).map(|_| line(15)).collect();
    let report = check(&repertoire, Color::White, Some(&counts(&repertoire, &games)), NO_LIMIT);
    assert_eq!((report.conflicts, report.unanswered, report.gaps, report.ends), Default::default());
    assert!(report.transpositions > 50, "{}", report.transpositions);
    // A subset of the seven moves a position, half of them before White's answer.
    assert_eq!(report.answered, 128);
}

/// The faults by another way: lines as texts, positions as FENs, all ways enumerated.
#[derive(Default)]
struct Oracle {
    /// The moves in SAN by the position before them, with the position after each.
    moves: BTreeMap<String, BTreeMap<String, String>>,
}

impl Oracle {
    fn new(lines: &[Vec<String>]) -> Self {
        let mut oracle = Self::default();
        for line in lines {
            let line: Vec<_> = line.iter().map(String::as_str).collect();
            for end in 0..line.len() {
                let after = name_after(&line[..=end]);
                let before = oracle.moves.entry(name_after(&line[..end])).or_default();
                before.insert(line[end].to_owned(), after.clone());
                oracle.moves.entry(after).or_default();
            }
        }
        oracle
    }

    fn distances(&self) -> BTreeMap<&str, usize> {
        let start = name_after(&[]);
        let (start, _) = self.moves.get_key_value(&start).unwrap();
        let mut distances = BTreeMap::from([(start.as_str(), 0)]);
        for distance in 0.. {
            let level: Vec<_> =
                distances.iter().filter(|it| *it.1 == distance).map(|it| *it.0).collect();
            if level.is_empty() {
                return distances;
            }
            for after in level.into_iter().flat_map(|name| self.moves[name].values()) {
                distances.entry(after).or_insert(distance + 1);
            }
        }
        unreachable!()
    }

    /// Returns the chance of a position: the sum of the ways back to the start.
    fn chance(
        &self,
        name: &str,
        distances: &BTreeMap<&str, usize>,
        share: &dyn Fn(&str, &str) -> f64,
    ) -> f64 {
        if distances[name] == 0 {
            return 1.0;
        }
        let mut chance = 0.0;
        for (before, moves) in &self.moves {
            if distances[before.as_str()] + 1 != distances[name] {
                continue;
            }
            for (san, _) in moves.iter().filter(|(_, after)| *after == name) {
                chance += self.chance(before, distances, share) * share(before, san);
            }
        }
        chance.min(1.0)
    }
}

/// Returns random moves of a few pieces, so that orders of moves meet.
fn random_line(random: &mut fastrand::Rng, plies: usize) -> Vec<String> {
    let mut position = Position::startpos();
    let mut line = Vec::new();
    for _ in 0..plies {
        let legal = position.legal_moves();
        let few = ["a3", "a4", "b3", "Nf3", "Ng1", "a6", "a5", "Nf6", "Ng8", "b6"];
        let moves: Vec<_> = legal
            .iter()
            .map(|&mv| (mv, position.san(mv).to_string()))
            .filter(|(_, san)| few.contains(&san.as_str()))
            .collect();
        let Some((mv, san)) = random.choice(moves) else { break };
        position.do_move(mv);
        line.push(san);
    }
    line
}

#[test]
fn faults_are_those_of_texts_and_enumerated_ways() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut found_gaps = 0;
    for round in 0..60 {
        let (files, games) = (random.usize(1..6), random.usize(1..40));
        let lines: Vec<_> = (0..files)
            .map(|_| {
                let plies = random.usize(1..7);
                random_line(&mut random, plies)
            })
            .collect();
        let games: Vec<_> = (0..games).map(|_| random_line(&mut random, 8)).collect();
        let texts: Vec<_> = lines.iter().map(|line| line.join(" ")).collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let repertoire = repertoire(&texts);
        let counts = counts(&repertoire, &games.iter().map(|it| it.join(" ")).collect::<Vec<_>>());
        let side = if round % 2 == 0 { Color::White } else { Color::Black };
        let report = check(&repertoire, side, Some(&counts), NO_LIMIT);

        let oracle = Oracle::new(&lines);
        let distances = oracle.distances();
        let mut played: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for game in &games {
            let game: Vec<_> = game.iter().map(String::as_str).collect();
            let last: BTreeMap<_, _> =
                (0..game.len()).map(|end| (name_after(&game[..end]), game[end])).collect();
            for (name, san) in last {
                *played.entry(name).or_default().entry(san.to_owned()).or_default() += 1;
            }
        }
        let total = |name: &str| played.get(name).map_or(0, |moves| moves.values().sum::<u64>());
        let own = if side == Color::White { " w " } else { " b " };
        let share = |name: &str, san: &str| match name.contains(own) {
            true => 1.0,
            false if total(name) == 0 => 0.0,
            false => *played[name].get(san).unwrap_or(&0) as f64 / total(name) as f64,
        };
        let chance = |name: &str| oracle.chance(name, &distances, &share);
        let rounded = |chance: f64| (chance * 1e9).round() as u64;
        let (mut unanswered, mut ends, mut gaps) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for (name, moves) in &oracle.moves {
            let is_own = name.contains(own);
            if is_own && moves.is_empty() {
                unanswered.insert((name.clone(), total(name), rounded(chance(name))));
            } else if moves.is_empty() && total(name) > 0 {
                ends.insert((name.clone(), total(name), rounded(chance(name))));
            } else if !is_own {
                for (san, &games) in played.get(name).into_iter().flatten() {
                    let mut position = Position::from_fen(&format!("{name} 0 1")).unwrap();
                    position.do_move(position.parse_san(san).unwrap());
                    let after = fields(&position.fen());
                    if !moves.contains_key(san) && !oracle.moves.contains_key(&after) {
                        let chance = rounded(chance(name) * share(name, san));
                        gaps.insert((name.clone(), san.clone(), games, chance));
                    }
                }
            }
        }
        let set = |list: &[Gap]| -> BTreeSet<_> {
            list.iter().map(|it| (fields(&it.fen), it.games, rounded(it.chance))).collect()
        };
        assert_eq!(set(&report.unanswered), unanswered, "{texts:?}");
        assert_eq!(set(&report.ends), ends, "{texts:?}");
        let gap = |gap: &Gap| {
            let san: Vec<_> = gap.line.split(' ').filter(|word| !word.ends_with('.')).collect();
            let (last, before) = san.split_last().unwrap();
            (name_after(before), (*last).to_owned(), gap.games, rounded(gap.chance))
        };
        assert_eq!(report.gaps.iter().map(gap).collect::<BTreeSet<_>>(), gaps, "{texts:?}");
        found_gaps += gaps.len();
        // A game left for good where the last of its positions is known.
        for game in &games {
            let game: Vec<_> = game.iter().map(String::as_str).collect();
            let known = |end: &usize| oracle.moves.contains_key(&name_after(&game[..*end]));
            let last = (0..=game.len()).rev().find(known).unwrap();
            let expected = (last < game.len()).then(|| name_after(&game[..last]));
            let found = match visits(&repertoire, &game.join(" ")).departure(&repertoire) {
                Departure::Left { position, .. } | Departure::LineEnd { position, .. } => {
                    Some(name(&repertoire, position))
                }
                Departure::Within => None,
                Departure::Outside => panic!("each game begins at the start"),
            };
            assert_eq!(found, expected, "{texts:?} {game:?}");
        }
    }
    assert!(found_gaps > 100, "{found_gaps}");
}

#[test]
fn faults_of_texts_have_their_lines() {
    let mut repertoire = Repertoire::default();
    let text = "[Event \"a\"]\n\n1. e4 e5\n(1... c5 2. Ke3 d6) 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 d5\n2. Ke3 e6 *\n\n1. c4 *\n";
    let faults = repertoire.add_text("mine.pgn", text.as_bytes(), None).unwrap();
    let texts = |errors: &[PgnError]| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(texts(&faults.errors)[0].starts_with("mine.pgn:9:4: game 2: found the move `Ke3`"));
    assert!(texts(&faults.warnings)[0].starts_with("mine.pgn:4:13: game 1: found the move `Ke3`"));
    assert_eq!((faults.errors.len(), faults.warnings.len(), repertoire.games()), (1, 1, 3));
    // What stands before the faults is read, and so is the rest of the file.
    let moves = &repertoire.positions()[0].moves;
    assert_eq!(
        moves.iter().map(|mv| Position::startpos().san(mv.mv).to_string()).collect::<Vec<_>>(),
        ["e4", "d4", "c4"]
    );
    for text in ["", "\0\0\0", "(((((", "1. e4 (1. -- d5 2. e4) *", "[FEN \"x\"]\n\n1. e4 *"] {
        let mut repertoire = Repertoire::default();
        repertoire.add_text("hostile", text.as_bytes(), None).unwrap();
        check(&repertoire, Color::Black, None, NO_LIMIT);
        assert!(repertoire.positions().len() <= 2, "{text}: null moves begin no line");
    }
}

#[test]
fn cards_are_learned_from_the_start_outward() {
    let repertoire = repertoire(&[
        "1. e4 {[%cal Ge2e4] Space.} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 *",
    ]);
    assert_eq!(repertoire.positions()[0].moves[0].comment, "Space.");
    let mut deck = Deck::new(&repertoire, Color::White);
    let texts: Vec<_> = deck.cards().iter().map(|card| card.texts.join("/")).collect();
    assert_eq!(texts, ["e4", "Nf3", "Bb5", "Nf3/c3"]);
    // Two new cards a day.
    assert_eq!(deck.queue(100, 2), [0, 1]);
    deck.answer(0, Grade::Good, 100);
    deck.answer(1, Grade::Again, 100);
    assert_eq!(deck.queue(100, 2), [1], "a wrong answer is due at once");
    let counts = deck.counts(100);
    assert_eq!((counts.new, counts.learned, counts.forgotten, counts.due), (2, 1, 1, 1));
    deck.answer(1, Grade::Good, 100);
    assert_eq!(deck.queue(100, 2), []);
    assert_eq!(deck.queue(101, 2), [1, 2, 3]);
    let state = deck.state(&deck.cards()[1]).unwrap();
    assert_eq!((state.answered, state.lapses, state.first, state.last), (2, 0, 100, 100));
    // Of a game of day 99 the card was learned since.
    let position = deck.cards()[0].position;
    assert!(!deck.make_due(position, Some(99), 101) && deck.make_due(position, Some(101), 101));
    assert_eq!(deck.queue(101, 0), [0, 1]);
}

#[test]
fn a_card_with_other_answers_is_new() {
    let before = repertoire(&["1. e4 (1. d4) *"]);
    let mut deck = Deck::new(&before, Color::White);
    deck.answer(0, Grade::Good, 1);
    for (text, is_new) in [("1. d4 *", false), ("1. c4 *", true), ("1. c4 (1. e4) *", false)] {
        let repertoire = repertoire(&[text]);
        let mut other = Deck::new(&repertoire, Color::White);
        for (name, state) in deck.states() {
            other.set_state(name.to_owned(), state.clone());
        }
        assert_eq!(other.counts(1).new == 1, is_new, "{text}");
        assert_eq!(other.states().count(), 1, "nothing is lost");
    }
}

#[test]
fn parsers_of_games_pass_their_moves() {
    /// A visitor as the commands have it.
    struct Visits<'a>(&'a Repertoire, Vec<GameVisits>);
    impl GameVisitor for Visits<'_> {
        type Game = GameVisits;
        fn begin_game(&mut self, _: u64) -> GameVisits {
            GameVisits::default()
        }
        fn played(&mut self, game: &mut GameVisits, before: &Position, mv: Move) -> Visit {
            if game.add(self.0, before, Some(mv)) { Visit::Continue } else { Visit::SkipGame }
        }
        fn end_game(
            &mut self,
            mut game: GameVisits,
            last: &Position,
            _: Option<ferz_game::GameResult>,
        ) {
            game.finish(self.0, last);
            self.1.push(game);
        }
        fn error(&mut self, _: &mut GameVisits, error: PgnError) {
            panic!("{error}");
        }
    }
    let repertoire = repertoire(&["1. e4 e5 2. Nf3 *"]);
    let mut player = Player::new(Visits(&repertoire, Vec::new()));
    let games = &b"1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 d5 2. exd5 Nf6 3. c4 *"[..];
    Reader::new(games).read_all(&mut player).unwrap();
    let Visits(_, found) = player.into_visitor();
    assert_eq!(found[0], visits(&repertoire, "e4 e5 Nf3 Nc6"));
    assert_eq!(found[1], visits(&repertoire, "e4 d5 exd5 Nf6 c4"));
}
