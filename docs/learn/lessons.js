// Pictures of sets lead to the lesson of the page that shows the same set, where the site has the page; elsewhere
// they stay plain pictures.

import { page, siteHasPage } from '../page.js';

/** The lesson of each picture: its address behind `board/#learn/`. In `op=attacks` the set is that of the blockers. */
const LESSONS = {
    'first-bit': 'sets=0x0002000020000400',
    'shift': 'sets=0x0000000089000000',
    'knight-set': 'sets=0x0&op=attacks&piece=knight,e4',
    'knight-corner': 'sets=0x0&op=attacks&piece=knight,a1',
    'rook-attacks': 'sets=0x0000080042000800&op=attacks&piece=rook,d4',
    'rook-mask': 'magic=rook,d4&occupied=0x0',
    'pext': 'magic=rook,d4&occupied=0x0000080042000000',
    'pawn-pushes': 'sets=0x0000000000000f00',
    'pin': 'sets=0x0000000000200000&op=attacks&piece=bishop,h5',
    'check-targets': 'sets=0x0000000002040800',
    'behind-the-king': 'sets=0x0000000000100000&op=attacks&piece=rook,e8',
    'castling-way': 'sets=0x000000000000001c',
    'castling-shield': 'sets=0x0000000000000006&op=attacks&piece=queen,a1',
    'en-passant-trap': 'sets=0x0000000019000000&op=attacks&piece=queen,h4',
};

function lessonOf(picture) {
    const [, name = ''] = /pictures\/([\w-]+)-(?:light|dark)\.svg/.exec(picture.src) ?? [];
    return Object.hasOwn(LESSONS, name) ? new URL(`#learn/${LESSONS[name]}`, page).href : null;
}

function linkTo(lesson, ...content) {
    const link = document.createElement('a');
    Object.assign(link, { href: lesson, target: '_blank', rel: 'noopener' });
    link.append(...content);
    return link;
}

const pictures = [...document.querySelectorAll('article img')].filter(lessonOf);
if (pictures.length > 0 && await siteHasPage()) {
    // A paragraph has the same picture twice, for the light and the dark page: both are one link.
    const lessons = new Map(pictures.map((picture) => [picture.closest('p'), lessonOf(picture)]));
    for (const [paragraph, lesson] of lessons) {
        paragraph.replaceChildren(linkTo(lesson, ...paragraph.childNodes));
        paragraph.nextElementSibling?.append(' ', linkTo(lesson, 'Change the squares'));
    }
}
