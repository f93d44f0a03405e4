//! The links between pages of the course, and the chapters that the list of topics names.

use crate::listings::pages;
use std::fs;
use std::path::Path;

/// Returns the lines of a page that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    })
}

/// Returns the targets of the links of a text, without those to other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
}

/// Returns the name of a heading in an address, by the rule of the site.
fn anchor(heading: &str) -> String {
    let kept = |&c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let text: String = heading.chars().filter(kept).collect();
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

#[test]
fn the_links_lead_to_files_and_headings() {
    let mut found = 0;
    for (page, text) in pages() {
        for link in prose(&text).flat_map(links) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            // A picture for a light or a dark page is named by an anchor too.
            if !heading.is_empty() && target.extension().is_some_and(|end| end == "md") {
                let text = fs::read_to_string(target).unwrap();
                let headings = prose(&text).filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#')));
                assert!(anchors.any(|name| name == heading), "{}: {link}", page.display());
            }
            found += 1;
        }
    }
    assert!(found > 350, "{found}");
}

/// A row names a chapter, and the code that its last column names is in one of its chapters.
#[test]
fn each_topic_has_a_chapter_with_what_it_names() {
    let all = pages();
    let (topics, text) = all.iter().find(|(path, _)| path.ends_with("topics.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| topic"));
    let mut count = 0;
    for row in rows {
        let [_, _, chapters, here, _] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let read = |link: &str| {
            let file = link.split('#').next().unwrap_or(link);
            fs::read_to_string(topics.with_file_name(Path::new(file))).unwrap()
        };
        let texts: Vec<String> = links(chapters).map(read).collect();
        assert!(!texts.is_empty(), "{row}");
        for path in here.split('`').skip(1).step_by(2) {
            let code = path.rsplit("::").next().unwrap_or(path);
            assert!(texts.iter().any(|text| text.contains(code)), "{path} in {row}");
        }
        count += 1;
    }
    assert_eq!(count, 119);
}
