//! Letters with marks, as one character.

use std::borrow::Cow;

/// The marks that follow a letter, with their canonical combining classes and, in pairs, the small letters of the
/// Latin, Greek and Cyrillic alphabets without and with the mark, from the canonical decompositions of Unicode.
///
/// Names of players need no other script, and the crate `unicode-normalization` would add its tables of 100 kB and
/// a second of compilation to the first command.
#[rustfmt::skip]
const COMPOSITIONS: [(char, u8, &str); 17] = [
    ('\u{300}', 230, "aàeèiìoòuùüǜnǹеѐиѝēḕōṑwẁâầăằêềôồơờưừyỳ"),
    ('\u{301}', 230, "aáeéiíoóuúyýcćlĺnńrŕsśzźüǘgǵåǻæǽøǿαάεέηήιίοόυύωώгѓкќçḉēḗïḯkḱmḿõṍōṓpṕũṹwẃâấăắêếôốơớưứ"),
    ('\u{302}', 230, "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷzẑạậẹệọộ"),
    ('\u{303}', 230, "aãnñoõiĩuũvṽâẫăẵeẽêễôỗơỡưữyỹ"),
    ('\u{304}', 230, "aāeēiīoōuūüǖäǟȧǡæǣǫǭöȫõȭȯȱyȳиӣуӯgḡḷḹṛṝ"),
    ('\u{306}', 230, "aăeĕgğiĭoŏuŭийуўжӂаӑеӗȩḝạặ"),
    ('\u{307}', 230, "cċeėgġzżaȧoȯbḃdḋfḟhḣmṁnṅpṗrṙsṡśṥšṧṣṩtṫwẇxẋyẏſẛ"),
    ('\u{308}', 230, "aäeëiïoöuüyÿιϊυϋеёіїаӓәӛжӝзӟиӥоӧөӫэӭуӱчӵыӹhḧõṏūṻwẅxẍ"),
    ('\u{309}', 230, "aảâẩăẳeẻêểiỉoỏôổơởuủưửyỷ"),
    ('\u{30a}', 230, "aåuů"),
    ('\u{30b}', 230, "oőuűуӳ"),
    ('\u{30c}', 230, "cčdďeělľnňrřsštťzžaǎiǐoǒuǔüǚgǧkǩʒǯhȟ"),
    ('\u{31b}', 216, "oơuư"),
    ('\u{323}', 220, "bḅdḍhḥkḳlḷmṃnṇrṛsṣtṭvṿwẉzẓaạeẹiịoọơợuụưựyỵ"),
    ('\u{326}', 220, "sștț"),
    ('\u{327}', 202, "cçgģkķlļnņrŗsştţeȩdḑhḩ"),
    ('\u{328}', 202, "aąeęiįuųoǫ"),
];

/// Returns a text in which a letter and the marks that follow it are one character where there is one, as in the
/// normalization form NFC: `u` and U+0308 become `ü`. Other texts are unchanged.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    // The marks, from U+0300 to U+036F, begin with one of these bytes.
    if !text.bytes().any(|byte| matches!(byte, 0xCC | 0xCD)) {
        return Cow::Borrowed(text);
    }
    let mut found: Vec<char> = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(mut letter) = rest.next() {
        let mut marks = Vec::new();
        while let Some(mark) = rest.next_if(|mark| class(*mark).is_some()) {
            marks.push(mark);
        }
        // The order of marks above and below a letter does not count.
        marks.sort_by_key(|mark| class(*mark));
        let mut left = Vec::new();
        for mark in marks {
            match with_mark(letter, mark) {
                Some(composed) => letter = composed,
                None => left.push(mark),
            }
        }
        found.push(letter);
        found.extend(left);
    }
    Cow::Owned(found.into_iter().collect())
}

/// Returns the class of a mark.
fn class(mark: char) -> Option<u8> {
    COMPOSITIONS.iter().find(|(known, ..)| *known == mark).map(|&(_, class, _)| class)
}

/// Returns a letter with a mark, of the same case.
fn with_mark(letter: char, mark: char) -> Option<char> {
    let (.., pairs) = COMPOSITIONS.iter().find(|(known, ..)| *known == mark)?;
    let small = letter.to_lowercase().next()?;
    let mut pairs = pairs.chars();
    let composed = std::iter::from_fn(|| pairs.next().zip(pairs.next()))
        .find_map(|(plain, composed)| (plain == small).then_some(composed))?;
    if letter == small { Some(composed) } else { composed.to_uppercase().next() }
}

#[cfg(test)]
mod tests {
    use super::composed;

    #[test]
    fn letters_and_marks_are_one_character() {
        for (text, expected) in [
            ("Müller", "Müller"),
            ("Mu\u{308}ller", "Müller"),
            ("MU\u{308}LLER", "MÜLLER"),
            ("Nguye\u{302}\u{303}n", "Nguyễn"),
            ("a\u{302}\u{323}", "ậ"),
            ("a\u{323}\u{302}", "ậ"),
            ("\u{438}\u{306}", "й"),
            ("x\u{308}q\u{308}", "ẍq\u{308}"),
            ("\u{308}", "\u{308}"),
            ("", ""),
        ] {
            assert_eq!(composed(text), expected, "{text:?}");
            assert_eq!(composed(&composed(text)), expected);
        }
    }
}
