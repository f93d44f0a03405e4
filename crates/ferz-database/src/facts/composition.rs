//! Letters with marks, as one character.

use std::borrow::Cow;

/// The marks that follow a letter, with their canonical combining classes and, in pairs, the letters without and with
/// the mark, from the canonical decompositions of Unicode: Latin, Greek, Cyrillic and Arabic letters and kana, small
/// ones where there are. The last pairs of U+0323 have an accent already: Vietnamese in Windows-1258 writes them so.
///
/// The crate `unicode-normalization`, which has all scripts, would add its tables of 100 kB and a second of
/// compilation to the first command.
#[rustfmt::skip]
const COMPOSITIONS: [(char, u8, &str); 34] = [
    ('\u{300}', 230, "aàeèiìoòuùüǜnǹеѐиѝēḕōṑwẁâầăằêềôồơờưừyỳἀἂἁἃἐἒἑἓἠἢἡἣἰἲἱἳὀὂὁὃὐὒὑὓὠὢὡὣαὰεὲηὴιὶοὸυὺωὼ᾿῍ϊῒ῾῝ϋῢ"),
    ('\u{301}', 230, "aáeéiíoóuúyýcćlĺnńrŕsśzźüǘgǵåǻæǽøǿαάεέηήιίοόυύωώϊΐϋΰϒϓгѓкќçḉēḗïḯkḱmḿõṍōṓpṕũṹwẃâấăắêếôốơớưứἀἄἁἅἐἔἑἕἠἤἡἥἰἴἱἵὀὄὁὅὐὔὑὕὠὤὡὥ᾿῎῾῞"),
    ('\u{302}', 230, "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷzẑạậẹệọộ"),
    ('\u{303}', 230, "aãnñoõiĩuũvṽâẫăẵeẽêễôỗơỡưữyỹ"),
    ('\u{304}', 230, "aāeēiīoōuūüǖäǟȧǡæǣǫǭöȫõȭȯȱyȳиӣуӯgḡḷḹṛṝαᾱιῑυῡ"),
    ('\u{306}', 230, "aăeĕgğiĭoŏuŭуўийжӂаӑеӗȩḝạặαᾰιῐυῠ"),
    ('\u{307}', 230, "cċeėgġIİzżaȧoȯbḃdḋfḟhḣmṁnṅpṗrṙsṡśṥšṧṣṩtṫwẇxẋyẏſẛ"),
    ('\u{308}', 230, "aäeëiïoöuüyÿιϊυϋϒϔеёіїаӓәӛжӝзӟиӥоӧөӫэӭуӱчӵыӹhḧõṏūṻwẅxẍtẗ"),
    ('\u{309}', 230, "aảâẩăẳeẻêểiỉoỏôổơởuủưửyỷ"),
    ('\u{30a}', 230, "aåuůwẘyẙ"),
    ('\u{30b}', 230, "oőuűуӳ"),
    ('\u{30c}', 230, "cčdďeělľnňrřsštťzžaǎiǐoǒuǔüǚgǧkǩʒǯjǰhȟ"),
    ('\u{30f}', 230, "aȁeȅiȉoȍrȑuȕѵѷ"),
    ('\u{311}', 230, "aȃeȇiȋoȏrȓuȗ"),
    ('\u{313}', 230, "αἀεἐηἠιἰοὀυὐωὠρῤ"),
    ('\u{314}', 230, "αἁεἑηἡιἱοὁυὑωὡρῥ"),
    ('\u{31b}', 216, "oơuư"),
    ('\u{323}', 220, "bḅdḍhḥkḳlḷmṃnṇrṛsṣtṭvṿwẉzẓaạeẹiịoọơợuụưựyỵâậêệôộăặ"),
    ('\u{324}', 220, "uṳ"),
    ('\u{325}', 220, "aḁ"),
    ('\u{326}', 220, "sștț"),
    ('\u{327}', 202, "cçgģkķlļnņrŗsştţeȩdḑhḩ"),
    ('\u{328}', 202, "aąeęiįuųoǫ"),
    ('\u{32d}', 220, "dḓeḙlḽnṋtṱuṷ"),
    ('\u{32e}', 220, "hḫ"),
    ('\u{330}', 220, "eḛiḭuṵ"),
    ('\u{331}', 220, "bḇdḏkḵlḻnṉrṟtṯzẕhẖ"),
    ('\u{342}', 230, "ἀἆἁἇἠἦἡἧἰἶἱἷὐὖὑὗὠὦὡὧαᾶηῆ᾿῏ιῖϊῗ῾῟υῦϋῧωῶ"),
    ('\u{345}', 240, "ἀᾀἁᾁἂᾂἃᾃἄᾄἅᾅἆᾆἇᾇἠᾐἡᾑἢᾒἣᾓἤᾔἥᾕἦᾖἧᾗὠᾠὡᾡὢᾢὣᾣὤᾤὥᾥὦᾦὧᾧὰᾲαᾳάᾴᾶᾷὴῂηῃήῄῆῇὼῲωῳώῴῶῷἈᾈἉᾉἊᾊἋᾋἌᾌἍᾍἎᾎἏᾏἨᾘἩᾙἪᾚἫᾛἬᾜἭᾝἮᾞἯᾟὨᾨὩᾩὪᾪὫᾫὬᾬὭᾭὮᾮὯᾯΑᾼΗῌΩῼ"),
    ('\u{653}', 230, "اآ"),
    ('\u{654}', 230, "اأوؤيئەۀہۂےۓ"),
    ('\u{655}', 220, "اإ"),
    ('\u{3099}', 8, "かがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどはばひびふぶへべほぼうゔゝゞカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドハバヒビフブヘベホボウヴワヷヰヸヱヹヲヺヽヾ"),
    ('\u{309a}', 8, "はぱひぴふぷへぺほぽハパヒピフプヘペホポ"),
];

/// Returns a text in which a letter and the marks that follow it are one character where there is one, as in the
/// normalization form NFC: `u` and U+0308 become `ü`. The parts of a Korean syllable become one, and the signs of
/// units that look like letters these letters. Other texts are unchanged.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    // Marks from U+0300 to U+036F, Arabic ones, parts of syllables, signs and marks of kana begin with one of these.
    if !text.bytes().any(|byte| matches!(byte, 0xCC | 0xCD | 0xD9 | 0xE1..=0xE3)) {
        return Cow::Borrowed(text);
    }
    let mut found: Vec<char> = Vec::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let mut letter = letter_of_sign(letter);
        while let Some(syllable) = rest.peek().and_then(|&part| syllable(letter, part)) {
            letter = syllable;
            rest.next();
        }
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
    let composed = |letter| {
        let mut pairs = pairs.chars();
        std::iter::from_fn(|| pairs.next().zip(pairs.next()))
            .find_map(|(plain, composed)| (plain == letter).then_some(composed))
    };
    // Some capital letters have pairs of their own: `i` with a dot has no character, and that of `ᾳ` in capitals is two.
    if let Some(found) = composed(letter) {
        return Some(found);
    }
    let mut upper = composed(letter.to_lowercase().next()?)?.to_uppercase();
    // Some capital letters with a mark, such as that of `ẖ`, are two characters.
    upper.next().filter(|_| upper.next().is_none())
}

/// Returns the letter of the sign of Ångström, Kelvin or Ohm, and any other character itself.
fn letter_of_sign(sign: char) -> char {
    match sign {
        '\u{212B}' => 'Å',
        '\u{212A}' => 'K',
        '\u{2126}' => 'Ω',
        _ => sign,
    }
}

/// Returns the Korean syllable of a consonant and a vowel, or of a syllable and its last consonant (The Unicode
/// Standard, section 3.12).
fn syllable(start: char, part: char) -> Option<char> {
    const FIRST: u32 = 0xAC00;
    const SYLLABLES: u32 = 11_172;
    let (start, part) = (u32::from(start), u32::from(part));
    match (start, part) {
        (0x1100..=0x1112, 0x1161..=0x1175) => {
            char::from_u32(FIRST + ((start - 0x1100) * 21 + part - 0x1161) * 28)
        }
        (FIRST.., 0x11A8..=0x11C2)
            if start < FIRST + SYLLABLES && (start - FIRST).is_multiple_of(28) =>
        {
            char::from_u32(start + part - 0x11A7)
        }
        _ => None,
    }
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
            ("â\u{323}", "ậ"),
            ("I\u{307}lker", "İlker"),
            ("i\u{307}", "i\u{307}"),
            ("h\u{331}H\u{331}", "ẖH\u{331}"),
            ("\u{212B}ngstro\u{308}m", "Ångström"),
            ("か\u{3099}は\u{309A}", "がぱ"),
            ("ا\u{654}", "أ"),
            ("\u{1112}\u{1161}\u{11AB}", "한"),
            ("\u{1100}\u{1161}\u{1100}", "가\u{1100}"),
            ("한\u{11A8}", "한\u{11A8}"),
            ("x\u{308}q\u{308}", "ẍq\u{308}"),
            ("\u{308}", "\u{308}"),
            ("", ""),
        ] {
            assert_eq!(composed(text), expected, "{text:?}");
            assert_eq!(composed(&composed(text)), expected);
        }
    }
}
