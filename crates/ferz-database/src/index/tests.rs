//! Indexes of simulated and of real games, compared with all of their games.

use super::blocks::{BLOCK, BLOCK_DATA, reads};
use super::*;
use crate::facts::{GameTags, PlayerName};
use crate::{GameDate, Speed};
use fastrand::Rng;
use ferz::Color;
use ferz_game::GameResult;
use ferz_game::pgn::{GameBuilder, GameTexts, Input, ParallelReader, PgnGame, Player};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Read;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A folder that is removed after a test.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-index-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    /// Returns the names and the contents of the files of the index.
    pub(super) fn files(&self) -> HashMap<String, Vec<u8>> {
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        entries
            .map(|entry| {
                let content = fs::read(entry.path()).unwrap();
                (entry.file_name().into_string().unwrap(), content)
            })
            .collect()
    }

    pub(super) fn restore(&self, files: &HashMap<String, Vec<u8>>) {
        let _ = fs::remove_dir_all(&self.0);
        fs::create_dir_all(&self.0).unwrap();
        files.iter().for_each(|(name, content)| fs::write(self.0.join(name), content).unwrap());
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A game as the brute force has it.
pub(super) struct KnownGame {
    pub(super) info: GameFacts,
    tags: GameTags,
    /// The first four fields of the FEN of each position, with the last move from it.
    moves: HashMap<String, Move>,
    pub(super) text: String,
}

/// Returns the text that identifies a position.
fn identity(position: &Position) -> String {
    let fen = position.fen();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Simulates a game: moves at random, with few of the legal ones frequent, so that games share positions.
fn simulate(rng: &mut Rng, plies: u16) -> KnownGame {
    let names = ["Anna", "Boris", "Clara", "Dmitri Ö.", "anna-maria", "Zoë"];
    let mut pick = |list: &[&str]| list[rng.usize(..list.len())].to_owned();
    let (white, black) = (pick(&names), pick(&names));
    let event = pick(&["League", "Club \\\"A\\\"", "?", "Rated Blitz game", "casual club game"]);
    let date = pick(&["2019.05.??", "2020.01.31", "2021.??.??", "????.??.??", "2022.11.03"]);
    let control = pick(&["60+0", "180+2", "600+5", "-", "?", "40/7200"]);
    let elos = [pick(&["1500", "2100", "2760", "?"]), pick(&["1400", "2000", "2500", ""])];
    let result = GameResult::ALL[rng.usize(..4)];
    let mut position = Position::startpos();
    let (mut moves, mut sans) = (HashMap::new(), Vec::new());
    for ply in 0..rng.u16(1..40) {
        let legal = ranked_moves(&position);
        if legal.is_empty() {
            break;
        }
        let mv = legal[(rng.f64().powi(6) * legal.len() as f64) as usize];
        if ply < plies {
            moves.insert(identity(&position), mv);
        }
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        sans.push(format!("{number}{}", position.san(mv)));
        position.do_move(mv);
    }
    let text = format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
         [Result \"{result}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[TimeControl \"{control}\"]\n\n\
         {} {result}\n\n",
        elos[0],
        elos[1],
        sans.join(" "),
    );
    let event = event.replace('\\', "");
    let (date, speed) = (GameDate::from_tag(&date), Speed::of_time_control(&control));
    let mut tags = GameTags::default();
    for (name, value) in
        [("Event", &event), ("White", &white), ("WhiteElo", &elos[0]), ("BlackElo", &elos[1])]
    {
        tags.set(name, value);
    }
    let [white_elo, black_elo] = elos.map(|elo| elo.parse().ok());
    let info = GameFacts { white, black, event, white_elo, black_elo, date, result, speed };
    KnownGame { info, tags, moves, text }
}

pub(super) fn simulated(seed: u64, games: usize) -> Vec<KnownGame> {
    let mut rng = Rng::with_seed(seed);
    (0..games).map(|_| simulate(&mut rng, 30)).collect()
}

/// The least memory, so that many segments are written.
pub(super) const OPTIONS: WriterOptions =
    WriterOptions { plies: Some(30), memory: WriterOptions::MIN_MEMORY, texts: true };

/// Adds the games of a text to an index.
pub(super) fn add(
    folder: &Folder,
    text: &str,
    options: WriterOptions,
) -> Result<AddReport, IndexError> {
    let mut writer = IndexWriter::open(&folder.0, options)?;
    let mut reader = ParallelReader::new(text.as_bytes());
    reader.set_threads(NonZeroUsize::MIN);
    reader.keep_texts();
    let plies = writer.plies();
    let read = reader.read_all(
        || Player::new(GameIndexer::new(plies)),
        |chunk| {
            let texts: GameTexts = chunk.texts;
            let games = chunk.visitor.into_visitor().into_games();
            match games.iter().zip(texts.iter()).try_for_each(|(game, text)| {
                assert_eq!(game.error, None);
                writer.add(game, text).map(|_| ())
            }) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        },
    );
    match read.unwrap() {
        ControlFlow::Continue(()) => writer.commit(),
        ControlFlow::Break(error) => Err(error),
    }
}

pub(super) fn texts(games: &[KnownGame]) -> String {
    games.iter().map(|game| game.text.as_str()).collect()
}

/// Returns the games that an index has: of those with the same moves, players, date and result, the first.
pub(super) fn distinct(games: Vec<KnownGame>) -> Vec<KnownGame> {
    let mut known = HashSet::new();
    let mut is_new = |game: &KnownGame| {
        let GameFacts { white, black, date, result, .. } = &game.info;
        let moves = game.text.split_once("\n\n").map(|(_, moves)| moves.to_owned());
        known.insert((white.to_lowercase(), black.to_lowercase(), *date, result.as_str(), moves))
    };
    games.into_iter().filter(|game| is_new(game)).collect()
}

/// Conditions, and what is shown.
#[derive(Clone, Default, Debug)]
pub(super) struct Probe {
    pub(super) selection: Selection,
    pub(super) shown: Shown,
}

/// Conditions of every kind, and some together.
pub(super) fn probes() -> Vec<Probe> {
    let shown = |top_games, recent_games, by_month| Shown { top_games, recent_games, by_month };
    let none = Shown::default();
    let probes: &[(&[(&str, &str)], Shown)] = &[
        (&[], none),
        (&[], shown(4, 3, false)),
        (&[("player", "anna")], none),
        (&[("player", "DMITRI ö"), ("color", "white")], none),
        (&[("player", "boris"), ("color", "black")], none),
        (&[("player", "boris"), ("opponent", "clara")], shown(0, 2, false)),
        (&[("player", "boris"), ("player", "zoë"), ("opponent", "anna")], none),
        (&[("opponent", "zoe\u{308}")], none),
        (&[("player", "nobody")], none),
        (&[("white", "anna"), ("black", "boris"), ("black", "clara")], none),
        (&[("result", "1-0"), ("result", "*")], none),
        (&[("won", "anna")], none),
        (&[("lost", "anna"), ("player", "boris")], none),
        (&[("drew", "anna"), ("drew", "clara")], none),
        (&[("event", "club")], none),
        (&[("event", "club"), ("event", "LEAGUE")], none),
        (&[("min-elo", "2000")], none),
        (&[("max-elo", "2100")], none),
        (&[("min-elo", "1500"), ("max-elo", "2500")], shown(2, 0, false)),
        (&[("mean-elo", "1750-1999,2500-")], none),
        (&[("player", "anna"), ("opponent-elo", "-2000,2700-")], none),
        (&[("opponent", "clara"), ("opponent-elo", "2000"), ("color", "black")], none),
        (&[("mode", "rated")], shown(0, 0, true)),
        (&[("mode", "rated"), ("mode", "casual"), ("event", "CLUB")], none),
        (&[], shown(0, 0, true)),
        (&[("speed", "blitz")], none),
        (&[("speed", "rapid,correspondence")], none),
        (&[("since", "2020")], none),
        (&[("until", "2021.06")], none),
        (&[("since", "2020.01.31"), ("until", "2021.02.15")], none),
        (&[("tag", "Event ~ ^club")], shown(2, 0, false)),
        (&[("player", "anna"), ("tag", "White != anna"), ("tag", "WhiteElo >= 2000")], none),
        (&[("tag", "EloDiff > -100"), ("tag", "Missing != x")], none),
        (
            &[
                ("player", "boris"),
                ("color", "black"),
                ("event", "league"),
                ("min-elo", "1400"),
                ("speed", "bullet,blitz,classical"),
                ("since", "2019.06"),
            ],
            none,
        ),
    ];
    let probe = |&(conditions, shown): &(&[(&str, &str)], Shown)| {
        let mut selection = Selection::default();
        conditions.iter().for_each(|(name, value)| selection.set(name, value).unwrap());
        Probe { selection, shown }
    };
    probes.iter().map(probe).collect()
}

/// Tests the conditions on the facts of a game, without the code of the index. Returns the sides that the player
/// can have.
fn accepted_sides(filter: &Selection, KnownGame { info, tags, .. }: &KnownGame) -> [bool; 2] {
    let is = |name: &str, players: &[PlayerName]| {
        players.is_empty() || players.iter().any(|player| player.matches(name))
    };
    let elos = [info.white_elo, info.black_elo];
    let are_opponents = elos.map(|elo| match (&filter.opponent_elo, elo) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(ranges), Some(elo)) => ranges.contains(u64::from(elo)),
    });
    let is_white = is(&info.white, &filter.players)
        && is(&info.black, &filter.opponents)
        && are_opponents[1]
        && filter.color != Some(Color::Black);
    let is_black = is(&info.black, &filter.players)
        && is(&info.white, &filter.opponents)
        && are_opponents[0]
        && filter.color != Some(Color::White);
    let (won, lost) = match info.result {
        GameResult::WhiteWins => (info.white.as_str(), info.black.as_str()),
        GameResult::BlackWins => (info.black.as_str(), info.white.as_str()),
        _ => ("", ""),
    };
    let is_drawn = info.result == GameResult::Draw;
    let has_results = (filter.results.is_empty() || filter.results.contains(&info.result))
        && is(won, &filter.won)
        && is(lost, &filter.lost)
        && (filter.drew.is_empty()
            || is_drawn && (is(&info.white, &filter.drew) || is(&info.black, &filter.drew)));
    let event = info.event.to_lowercase();
    let mean = info.white_elo.zip(info.black_elo).map(|(white, black)| (white + black) / 2);
    let first_word = info.event.split(' ').next().unwrap().to_lowercase();
    // The first and the last day of a date as numbers.
    let days = |date: GameDate| {
        let number = |month: u8, day: u8| {
            let year = u32::from(date.year().unwrap_or(0));
            year * 10_000
                + u32::from(date.month().unwrap_or(month)) * 100
                + u32::from(date.day().unwrap_or(day))
        };
        (number(1, 1), number(12, 31))
    };
    let is_dated = info.date.year().is_some();
    let (first, last) = days(info.date);
    let is_accepted = (filter.events.is_empty()
        || filter.events.iter().any(|part| event.contains(part)))
        && has_results
        && is(&info.white, &filter.white)
        && is(&info.black, &filter.black)
        && filter
            .min_elo
            .is_none_or(|min| elos.iter().all(|elo| elo.is_some_and(|elo| elo >= min)))
        && filter
            .max_elo
            .is_none_or(|max| elos.iter().all(|elo| elo.is_some_and(|elo| elo <= max)))
        && filter
            .mean_elo
            .as_ref()
            .is_none_or(|ranges| mean.is_some_and(|mean| ranges.contains(u64::from(mean))))
        && (filter.modes.is_empty()
            || filter.modes.iter().any(|mode| mode.to_string() == first_word))
        && (filter.speeds.is_empty() || info.speed.is_some_and(|it| filter.speeds.contains(&it)))
        && filter.since.is_none_or(|since| is_dated && last >= days(since).0)
        && filter.until.is_none_or(|until| is_dated && first <= days(until).1)
        && filter.tags.iter().all(|condition| condition.accept(tags));
    [is_white && is_accepted, is_black && is_accepted]
}

/// Compares the sums by colour and by month, and the players found, with those of the accepted games.
fn compare_sums(index: &Index, games: &[&KnownGame], position: &Position, filter: &Probe) {
    let explored = index.explore(position, &filter.selection, filter.shown).unwrap();
    let counted = |games: &mut dyn Iterator<Item = &GameFacts>| {
        let mut counts = [0; 4];
        for info in games {
            counts[info.result as usize] += 1;
        }
        counts
    };
    let numbers = |counts: &ResultCounts| {
        let mut numbers = [0; 4];
        numbers[GameResult::WhiteWins as usize] = counts.white;
        numbers[GameResult::Draw as usize] = counts.draws;
        numbers[GameResult::BlackWins as usize] = counts.black;
        numbers[GameResult::Unknown as usize] = counts.unknown();
        numbers
    };
    assert_eq!(explored.by_color.is_some(), !filter.selection.players.is_empty());
    for (color, found) in explored.by_color.iter().flatten().enumerate() {
        let of_color = games.iter().filter(|game| accepted_sides(&filter.selection, game)[color]);
        assert_eq!(numbers(found), counted(&mut of_color.map(|game| &game.info)), "{filter:?}");
    }
    let month = |info: &GameFacts| {
        filter.shown.by_month.then_some(info.date.year()?).zip(info.date.month())
    };
    let mut months: Vec<_> = games.iter().filter_map(|game| month(&game.info)).collect();
    months.sort();
    months.dedup();
    assert_eq!(explored.months.is_some(), filter.shown.by_month);
    let found: Vec<_> = explored
        .months
        .iter()
        .flatten()
        .map(|(date, counts)| {
            let this = date.year().zip(date.month());
            let mut of_month =
                games.iter().map(|game| &game.info).filter(|info| month(info) == this);
            assert_eq!(numbers(counts), counted(&mut of_month), "{date}");
            assert_eq!(date.day(), None);
            this.unwrap()
        })
        .collect();
    assert_eq!(found, months, "{filter:?}");
    let players = index.find_players(position, &filter.selection).unwrap();
    let names = filter.selection.named_lists();
    assert_eq!(players.len(), names.count());
    for (found, (name, list)) in players.iter().zip(filter.selection.named_lists()) {
        assert_eq!(&found.name, name);
        let mut expected = HashMap::<&str, u64>::new();
        for game in games {
            let [is_white, is_black] = accepted_sides(&filter.selection, game);
            let GameFacts { white, black, result, .. } = &game.info;
            let roles = match list {
                NameList::Player => [is_white, is_black],
                NameList::Opponent => [is_black, is_white],
                NameList::White => [true, false],
                NameList::Black => [false, true],
                NameList::Won => {
                    [*result == GameResult::WhiteWins, *result == GameResult::BlackWins]
                }
                NameList::Lost => {
                    [*result == GameResult::BlackWins, *result == GameResult::WhiteWins]
                }
                NameList::Drew => [true, true],
            };
            for (player, _) in
                [white, black].into_iter().zip(roles).filter(|(_, has_role)| *has_role)
            {
                if name.matches(player) {
                    *expected.entry(player).or_default() += 1;
                }
            }
        }
        let found = found.players.iter().map(|(name, &games)| (name.as_str(), games));
        assert_eq!(found.collect::<HashMap<_, _>>(), expected, "{filter:?}");
    }
}

/// Compares a position of an index with all games.
fn compare(index: &Index, games: &[KnownGame], position: &Position, filter: &Probe) {
    let key = identity(position);
    let mut expected: HashMap<Move, Vec<(u64, &GameFacts)>> = HashMap::new();
    let mut accepted = Vec::new();
    for (number, game) in (0..).zip(games) {
        if let Some(&mv) = game.moves.get(&key)
            && accepted_sides(&filter.selection, game).contains(&true)
        {
            expected.entry(mv).or_default().push((number, &game.info));
            accepted.push(game);
        }
    }
    compare_sums(index, &accepted, position, filter);
    let explored = index.explore(position, &filter.selection, filter.shown).unwrap();
    assert_eq!(explored.moves.len(), expected.len(), "{key} {filter:?}");
    assert!(explored.moves.is_sorted_by_key(|mv| Reverse(mv.counts.games)));
    for mv in &explored.moves {
        let games = &expected[&mv.mv];
        let wins = |result| games.iter().filter(|(_, info)| info.result == result).count() as u64;
        let counts = &mv.counts;
        assert_eq!(counts.games, games.len() as u64, "{key} {filter:?}");
        assert_eq!(counts.white, wins(GameResult::WhiteWins));
        assert_eq!(counts.draws, wins(GameResult::Draw));
        assert_eq!(counts.black, wins(GameResult::BlackWins));
        assert_eq!(counts.unknown(), wins(GameResult::Unknown));
        assert_eq!(Some(counts.last_played), games.iter().map(|(_, info)| info.date).max());
        for color in Color::ALL {
            let elo = |(_, info): &(u64, &GameFacts)| match color {
                Color::White => info.white_elo,
                Color::Black => info.black_elo,
            };
            let elos: Vec<f64> = games.iter().filter_map(elo).map(f64::from).collect();
            let mean = elos.iter().sum::<f64>() / elos.len() as f64;
            let rounded = (!elos.is_empty()).then(|| (mean + 1e-9).round() as u64);
            assert_eq!(counts.average_rating(color), rounded);
        }
        assert_eq!(mv.game, (games.len() == 1).then(|| games[0].0));
    }
    let mut numbers: Vec<u64> = expected.values().flatten().map(|(number, _)| *number).collect();
    numbers.sort();
    assert_eq!(explored.counts.games, numbers.len() as u64);
    assert_eq!(index.find_games(position, &filter.selection).unwrap(), numbers);
    let mean = |info: &GameFacts| match (info.white_elo, info.black_elo) {
        (Some(white), Some(black)) => (white + black) / 2,
        (white, black) => white.or(black).unwrap_or(0),
    };
    let sorted = |key: &dyn Fn(&GameFacts) -> u64, limit: usize| {
        let mut keys: Vec<_> = numbers.iter().map(|&n| key(&games[n as usize].info)).collect();
        keys.sort_by_key(|&key| Reverse(key));
        keys.truncate(limit);
        keys
    };
    let day = |info: &GameFacts| {
        let part = |part: Option<u8>| u64::from(part.unwrap_or(0));
        let year = u64::from(info.date.year().unwrap_or(0));
        year * 10_000 + part(info.date.month()) * 100 + part(info.date.day())
    };
    let shown = |games: &[ExploredGame], key: &dyn Fn(&GameFacts) -> u64| -> Vec<u64> {
        games.iter().map(|game| key(&game.info)).collect()
    };
    let rating = |info: &GameFacts| u64::from(mean(info));
    assert_eq!(shown(&explored.top_games, &rating), sorted(&rating, filter.shown.top_games));
    assert_eq!(shown(&explored.recent_games, &day), sorted(&day, filter.shown.recent_games));
    for game in explored.top_games.iter().chain(&explored.recent_games) {
        assert_eq!(game.info, games[game.number as usize].info);
        assert_eq!(game.mv, games[game.number as usize].moves[&key]);
    }
}

/// Returns positions of games, and one that no game has.
pub(super) fn sample(games: &[KnownGame], count: usize) -> Vec<Position> {
    let mut rng = Rng::with_seed(9);
    let position = |fen: &str| Position::from_fen(&format!("{fen} 0 1")).unwrap();
    let mut positions = vec![Position::startpos(), position("4k3/8/8/8/8/8/8/4K2R w K -")];
    while positions.len() < count {
        let mut fens: Vec<_> = games[rng.usize(..games.len())].moves.keys().collect();
        fens.sort();
        positions.push(position(fens[rng.usize(..fens.len())]));
    }
    positions
}

pub(super) fn compare_all(
    index: &Index,
    games: &[KnownGame],
    positions: &[Position],
    filters: &[Probe],
) {
    assert_eq!(index.games(), games.len() as u64);
    for (position, number) in positions.iter().zip(0..) {
        // All filters for the most frequent positions, and each for some.
        for (filter, _) in
            filters.iter().zip(0..).filter(|(_, f)| number < 3 || (f + number) % 6 == 0)
        {
            compare(index, games, position, filter);
        }
    }
}

#[test]
fn an_index_equals_its_games_in_many_and_in_one_segment() {
    let folder = Folder::new("brute");
    let games = distinct(simulated(1, 2_000));
    let (first, rest) = games.split_at(100);
    let (second, third) = rest.split_at(1_300);
    for part in [first, second, third] {
        let report = add(&folder, &texts(part), OPTIONS).unwrap();
        assert_eq!((report.added, report.duplicates), (part.len() as u64, 0));
    }
    let positions = sample(&games, 60);
    let index = Index::open(&folder.0).unwrap();
    // The first hundred games are merged with the 1,300 that follow.
    assert_eq!((index.segments(), index.plies()), (2, 30));
    compare_all(&index, &games, &positions, &probes());
    let check = |index: &Index| assert!(index.check().is_empty(), "{:?}", index.check());
    check(&index);
    assert_eq!(IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap(), 2);
    let compacted = Index::open(&folder.0).unwrap();
    assert_eq!(compacted.segments(), 1);
    assert!(compacted.positions() < index.positions());
    check(&compacted);
    compare_all(&compacted, &games, &positions, &probes());
    for (number, game) in (0..).zip(&games).step_by(37) {
        assert_eq!(compacted.info(number).unwrap().as_ref(), Some(&game.info));
        let text = compacted.text(number).unwrap().unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), game.text);
    }
    let behind = compacted.games();
    assert_eq!((compacted.info(behind).unwrap(), compacted.text(behind).unwrap()), (None, None));
    assert_eq!(folder.files().len(), 7);
}

#[test]
fn positions_of_few_games_are_left_out_and_noted() {
    let folder = Folder::new("pruned");
    let games = distinct(simulated(8, 1_200));
    for part in games[..1_000].chunks(400) {
        add(&folder, &texts(part), OPTIONS).unwrap();
    }
    let old = Index::open(&folder.0).unwrap();
    let positions = sample(&games[..1_000], 300);
    let counted = |index: &Index, position: &Position| {
        index.explore(position, &Selection::default(), Shown::default()).unwrap()
    };
    let before: Vec<_> = positions.iter().map(|position| counted(&old, position)).collect();
    // The second time of a single segment.
    for (min_games, segments) in [(3, 3), (5, 1)] {
        let writer = IndexWriter::open(&folder.0, OPTIONS).unwrap();
        assert_eq!(writer.prune(min_games).unwrap(), segments);
        let index = Index::open(&folder.0).unwrap();
        assert_eq!((index.segments(), index.min_games()), (1, min_games));
        assert_eq!(index.games(), 1_000);
        assert!(index.check().is_empty());
        let mut left_out = 0;
        for (position, before) in positions.iter().zip(&before) {
            let is_kept = before.counts.games >= u64::from(min_games);
            left_out += usize::from(!is_kept);
            let expected = if is_kept { before } else { &Explored::default() };
            assert_eq!(counted(&index, position), *expected);
        }
        assert!(left_out > 50 && left_out < 250, "{left_out}");
        // Few positions have a small directory.
        assert!(index.sizes()[0] < old.sizes()[0] / 2, "{:?} {:?}", index.sizes(), old.sizes());
    }
    add(&folder, &texts(&games[1_000..]), OPTIONS).unwrap();
    let index = Index::open(&folder.0).unwrap();
    assert_eq!((index.games(), index.min_games()), (games.len() as u64, 5));
    compare(&index, &games, &Position::startpos(), &probes()[1]);
    IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
    assert_eq!(Index::open(&folder.0).unwrap().min_games(), 5);
    let other = Folder::new("pruned-adopted");
    let mut writer = IndexWriter::open(&other.0, OPTIONS).unwrap();
    writer.adopt(&folder.0).unwrap();
    writer.commit().unwrap();
    assert_eq!(Index::open(&other.0).unwrap().min_games(), 5);
}

/// The checksums of the files of an index: a change of any of them is another format.
#[test]
fn the_files_of_an_index_never_change() {
    let folder = Folder::new("format");
    // Not of random numbers, which another version may make differently.
    let game = |number: usize| {
        let pick = |list: &[&'static str], divisor| list[number / divisor % list.len()];
        let (result, time) =
            (pick(&["1-0", "0-1", "1/2-1/2", "*"], 1), pick(&["60", "300+3", "-"], 2));
        let date = pick(&["2024.03.15", "1999.12.??", "????.??.??"], 5);
        let moves = [
            pick(&["e4", "d4", "Nf3", "c4"], 1),
            pick(&["e5", "c5", "Nf6", "d5", "g6"], 4),
            pick(&["a3", "h3", "Nc3"], 20),
            pick(&["a6", "h6"], 60),
        ];
        format!(
            "[White \"P{}\"]\n[Black \"P{}\"]\n[Date \"{date}\"]\n[WhiteElo \"{}\"]\n\
             [TimeControl \"{time}\"]\n\n{} {result}\n\n",
            number % 7,
            number % 11,
            1_500 + number,
            moves.join(" "),
        )
    };
    add(&folder, &(0..240).map(game).collect::<String>(), OPTIONS).unwrap();
    let files = folder.files();
    let sums = ["positions-1.seg", "positions-1.dir", "games-1.tbl"]
        .map(|name| crc32fast::hash(&files[name]));
    assert_eq!(sums, [0x8b4c_9459, 0xae00_01f5, 0xf0bc_7ad2]);
}

#[test]
fn games_in_any_number_of_segments_are_the_same_index_when_compacted() {
    let games = distinct(simulated(2, 400));
    let mut compacted = Vec::new();
    for parts in [1, 7, 40] {
        let folder = Folder::new(&format!("parts-{parts}"));
        for part in games.chunks(games.len().div_ceil(parts)) {
            add(&folder, &texts(part), OPTIONS).unwrap();
        }
        let index = Index::open(&folder.0).unwrap();
        assert!(index.segments() < 32, "{}", index.segments());
        compare_all(&index, &games, &sample(&games, 10), &probes());
        IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
        let index = Index::open(&folder.0).unwrap();
        let text: Vec<_> = (0..index.games()).map(|game| index.text(game).unwrap()).collect();
        let positions: Vec<_> = sample(&games, 50)
            .iter()
            .map(|position| {
                index.explore(position, &Selection::default(), Shown::default()).unwrap()
            })
            .collect();
        compacted.push((text, positions, index.positions()));
    }
    assert!(compacted.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_position_of_one_game_takes_two_reads_in_each_segment() {
    let folder = Folder::new("reads");
    let games = distinct(simulated(12, 400));
    let (first, second) = games.split_at(250);
    add(&folder, &texts(first), OPTIONS).unwrap();
    add(&folder, &texts(second), OPTIONS).unwrap();
    let index = Index::open(&folder.0).unwrap();
    let mut found = [0; 2];
    for position in sample(&games, 200) {
        for segment in &index.segments {
            let mut entry = PositionEntry::default();
            reads::take();
            let is_found = segment.positions.find(position.key(), false, &mut entry).unwrap();
            if entry.games.len() <= 1 {
                assert!(reads::take() <= 2);
                found[usize::from(is_found)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn adopted_indexes_are_one_with_all_of_their_games() {
    let games = distinct(simulated(6, 500));
    let parts: Vec<Folder> = (0..20).map(|part| Folder::new(&format!("part-{part}"))).collect();
    for (folder, part) in parts.iter().zip(games[50..].chunks(games.len().div_ceil(20))) {
        add(folder, &texts(part), OPTIONS).unwrap();
    }
    let mut made = Vec::new();
    for name in ["adopting", "again"] {
        let folder = Folder::new(name);
        add(&folder, &texts(&games[..50]), OPTIONS).unwrap();
        let mut writer = IndexWriter::open(&folder.0, OPTIONS).unwrap();
        for part in parts.iter().filter(|part| part.0.exists()) {
            writer.adopt(&part.0).unwrap();
        }
        assert_eq!(writer.commit().unwrap().added, games.len() as u64 - 50);
        let index = Index::open(&folder.0).unwrap();
        // What is added at once is one segment, whatever index it came from.
        assert_eq!((index.segments(), index.check().len()), (2, 0));
        compare_all(&index, &games, &sample(&games, 20), &probes());
        for (number, game) in (0..).zip(&games) {
            assert_eq!(index.text(number).unwrap().as_deref(), Some(game.text.as_bytes()));
        }
        made.push(folder.files());
    }
    assert_eq!(made[0], made[1]);
    let folder = Folder::new("other-plies");
    let other = WriterOptions { plies: Some(31), ..OPTIONS };
    let mut writer = IndexWriter::open(&folder.0, other).unwrap();
    let error = writer.adopt(&parts[0].0).err().unwrap();
    assert!(matches!(error, IndexError::Plies { found: 31, given: 30 }), "{error}");
    let error = writer.adopt(&folder.0.join("missing")).err().unwrap();
    assert!(matches!(error, IndexError::NoIndex { .. }), "{error}");
}

#[test]
fn games_are_stored_once_and_texts_can_be_left_out() {
    let folder = Folder::new("twice");
    let games = distinct(simulated(3, 300));
    let without = WriterOptions { texts: false, ..OPTIONS };
    add(&folder, &texts(&games[..200]), without.clone()).unwrap();
    let report = add(&folder, &texts(&games), OPTIONS).unwrap();
    assert_eq!((report.added, report.duplicates), (games.len() as u64 - 200, 200));
    let twice = format!("{0}{0}", texts(&games));
    let report = add(&folder, &twice, OPTIONS).unwrap();
    assert_eq!((report.added, report.duplicates), (0, 2 * games.len() as u64));
    IndexWriter::open(&folder.0, OPTIONS).unwrap().compact().unwrap();
    let index = Index::open(&folder.0).unwrap();
    assert!(index.check().is_empty());
    // Tags are there without texts too.
    compare_all(&index, &games, &sample(&games, 10), &probes());
    for (number, game) in (0..).zip(&games) {
        let text = index.text(number).unwrap().map(|text| String::from_utf8(text).unwrap());
        assert_eq!(text.as_deref(), (number >= 200).then_some(game.text.as_str()), "{number}");
    }
    let plies = WriterOptions { plies: Some(31), ..OPTIONS };
    let error = IndexWriter::open(&folder.0, plies).err().unwrap();
    assert!(matches!(error, IndexError::Plies { found: 30, given: 31 }), "{error}");
    let writer = IndexWriter::open(&folder.0, OPTIONS).unwrap();
    let error = IndexWriter::open(&folder.0, OPTIONS).err().unwrap();
    assert!(matches!(error, IndexError::Locked { .. }), "{error}");
    drop(writer);
    fs::write(folder.0.join("notes.txt"), "mine").unwrap();
    IndexWriter::open(&folder.0, OPTIONS).unwrap().commit().unwrap();
    assert!(folder.0.join("notes.txt").exists());
    let error = Index::open(&folder.0.join("notes.txt")).err().unwrap();
    assert!(error.to_string().contains("found a file"), "{error}");
}

#[test]
fn repetitions_null_moves_and_other_starts_are_counted_once() {
    let folder = Folder::new("starts");
    let pgn = "[White \"A\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 *\n\n\
               [White \"B\"]\n\n1. d4 -- 2. d5 e5 *\n\n\
               [White \"C\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1-0\n\n";
    add(&folder, pgn, OPTIONS).unwrap();
    let index = Index::open(&folder.0).unwrap();
    let explore = |position: &Position| {
        index.explore(position, &Selection::default(), Shown::default()).unwrap()
    };
    let start = explore(&Position::startpos());
    let sans: Vec<_> =
        start.moves.iter().map(|mv| Position::startpos().san(mv.mv).to_string()).collect();
    assert_eq!((start.counts.games, sans), (2, vec!["d4".to_owned(), "e4".to_owned()]));
    let mut after = Position::startpos();
    after.do_move(after.parse_san("d4").unwrap());
    assert_eq!(explore(&after).moves, []);
    let other = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 5 9").unwrap();
    assert_eq!(explore(&other).counts.white, 1);
}

#[test]
fn the_blocks_are_those_of_the_documentation() {
    assert_eq!((BLOCK, BLOCK_DATA), (4_096, 4_092));
    assert_eq!((BLOCK_DATA / 29, BLOCK_DATA / 8), (141, 511));
}

/// Reads real games without the code of the index. Those with errors are left out.
fn real_games(text: &[u8], plies: usize) -> Vec<KnownGame> {
    let mut reader = ParallelReader::new(text);
    reader.keep_texts();
    let mut games = Vec::new();
    let read = reader.read_all(
        || Player::new(GameBuilder::new()),
        |mut chunk| {
            let built = chunk.visitor.visitor_mut().take_all();
            for ((game, error), text) in built.into_iter().zip(chunk.texts.iter()) {
                if error.is_none() {
                    let text = String::from_utf8(text.trim_ascii().to_vec()).unwrap() + "\n\n";
                    games.push(known(&game, text, plies));
                }
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!(read.unwrap(), ControlFlow::Continue(()));
    games
}

fn known(game: &PgnGame, text: String, plies: usize) -> KnownGame {
    let tag = |name| game.tags.get(name).unwrap_or_default();
    let name = |name| if tag(name).is_empty() { "?".to_owned() } else { tag(name).to_owned() };
    let mut tags = GameTags::default();
    game.tags.iter().for_each(|(name, value)| tags.set(name, value));
    let mut position = game.tree.start();
    let mut moves = HashMap::new();
    let line = game.tree.main_line().map_while(|node| game.tree.mv(node));
    for mv in line.take(plies) {
        moves.insert(identity(&position), mv);
        position.do_move(mv);
    }
    let info = GameFacts {
        white: name("White"),
        black: name("Black"),
        event: name("Event"),
        white_elo: tag("WhiteElo").parse().ok(),
        black_elo: tag("BlackElo").parse().ok(),
        date: tags.date(),
        result: game.result,
        speed: Speed::of_time_control(tag("TimeControl")),
    };
    KnownGame { info, tags, moves, text }
}

/// Filters for games of numbered players and events.
fn filters_of_numbers() -> Vec<Probe> {
    let conditions: [&[(&str, &str)]; 14] = [
        &[],
        &[("player", "player 1")],
        &[("player", "player 3"), ("color", "white")],
        &[("player", "player 3"), ("color", "black")],
        &[("player", "player 1"), ("opponent", "player 2")],
        &[("event", "EVENT 2")],
        &[("min-elo", "2400")],
        &[("max-elo", "2450"), ("min-elo", "2200")],
        &[("speed", "blitz")],
        &[("since", "1985")],
        &[("until", "1984")],
        &[("since", "1984.06"), ("until", "1990.01.01"), ("min-elo", "2300")],
        &[("tag", "Round = 3"), ("tag", "ECO ~ ^c0")],
        &[("tag", "WhiteElo > 2500"), ("player", "player 3")],
    ];
    let filter = |conditions: &[(&str, &str)]| {
        let mut selection = Selection::default();
        conditions.iter().for_each(|(name, value)| selection.set(name, value).unwrap());
        Probe { selection, shown: Shown { top_games: 3, recent_games: 3, by_month: false } }
    };
    conditions.map(filter).into()
}

/// Returns the first bytes of the file of real games, or `None` without it.
fn real_text(bytes: u64) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/games/masters.pgn.zst");
    if !path.exists() {
        eprintln!("skipped: {} is absent", path.display());
        return None;
    }
    let mut text = Vec::new();
    Input::open(&path).unwrap().take(bytes).read_to_end(&mut text).unwrap();
    // The last game may be cut.
    let end = text
        .windows(8)
        .rposition(|part| part == b"\n[Event ")
        .filter(|_| text.len() as u64 == bytes);
    text.truncate(end.unwrap_or(text.len()));
    Some(text)
}

/// Compares an index of games with them: in several segments, and in one.
fn compare_index(name: &str, games: Vec<KnownGame>, filters: &[Probe], positions: usize) {
    let folder = Folder::new(name);
    let games = distinct(games);
    let options = WriterOptions { memory: 64 << 20, ..OPTIONS };
    let (first, rest) = games.split_at(games.len() / 3);
    add(&folder, &texts(first), options.clone()).unwrap();
    add(&folder, &texts(rest), options.clone()).unwrap();
    let positions = sample(&games, positions);
    let index = Index::open(&folder.0).unwrap();
    assert_eq!(index.segments(), 2);
    compare_all(&index, &games, &positions, filters);
    IndexWriter::open(&folder.0, options).unwrap().compact().unwrap();
    let index = Index::open(&folder.0).unwrap();
    assert!(index.check().is_empty());
    compare_all(&index, &games, &positions, filters);
}

#[test]
fn an_index_of_real_games_equals_them() {
    // Debug builds are slow: the first games.
    let Some(text) = real_text(2_000_000) else { return };
    let games = real_games(&text, 30);
    assert!(games.len() > 3_000, "{}", games.len());
    compare_index("masters", games, &filters_of_numbers(), 12);
}

#[test]
#[ignore = "takes minutes"]
fn an_index_of_all_real_games_equals_them() {
    let Some(text) = real_text(u64::MAX) else { return };
    let games = real_games(&text, 30);
    assert!(games.len() > 36_000, "{}", games.len());
    compare_index("all-masters", games, &filters_of_numbers(), 60);
}

#[test]
#[ignore = "takes minutes"]
fn an_index_of_100_000_simulated_games_equals_them() {
    compare_index("simulated", simulated(11, 100_000), &probes(), 60);
}
