use crate::process::ferz;

#[test]
fn last_line_is_nodes_and_speed() {
    let signature = |ran: &crate::process::Ran| {
        let last = ran.out.lines().last().unwrap();
        let words: Vec<_> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        assert!(words[2].parse::<u64>().unwrap() > 0);
        words[0].parse::<u64>().unwrap()
    };
    let (first, second) = (ferz(&["bench", "5"]), ferz(&["bench", "5"]));
    assert_eq!((first.status, first.err.as_str()), (Some(0), ""));
    assert_eq!(signature(&first), signature(&second));
    let sum: u64 = first
        .out
        .lines()
        .rev()
        .skip(1)
        .map(|line| line.split_whitespace().next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(signature(&first), sum);
}

#[test]
fn threads_are_compared_for_each_position() {
    let ran = ferz(&["bench", "4", "--threads", "2"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(ran.out.lines().count(), ferz_engine::bench::POSITIONS.len() + 3);
    let last = ran.out.lines().last().unwrap();
    let mean = last.strip_prefix("geometric mean of speedups to depth 4: ").unwrap();
    assert!(mean.parse::<f64>().unwrap() > 0.0);
    assert_eq!(ferz(&["bench", "--threads", "0"]).status, Some(2));
    assert_eq!(ferz(&["bench", "--rounds", "3"]).status, Some(2), "without --threads");
}

#[test]
fn json_is_one_object() {
    let ran = ferz(&["bench", "3", "--json"]);
    assert_eq!((ran.status, ran.err.as_str(), ran.out.lines().count()), (Some(0), "", 1));
    let json = ran.json();
    let positions = json["positions"].as_array().unwrap();
    assert_eq!(positions.len(), ferz_engine::bench::POSITIONS.len());
    let sum: u64 = positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&json["nodes"], &json["depth"]), (&sum.into(), &3.into()));
    let json = ferz(&["bench", "2", "--threads", "2", "--rounds", "1", "--json"]).json();
    assert_eq!(json["positions"].as_array().unwrap().len(), positions.len());
    assert!(json["speedup"].as_f64().unwrap() > 0.0 && json["threads"] == 2, "{json}");
}
