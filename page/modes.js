// The modes of the page. Each is a custom element `<ferz-NAME>` in NAME/NAME.js, a `ModeElement`, with its style in
// NAME/NAME.css, loaded when it is first used. It has the attribute `active` while it is shown.

/**
 * @typedef {object} Mode
 * @property {string} name
 * @property {string} label
 * @property {string} icon the path of a picture of 24 by 24 points, drawn with lines
 */

/** In the order of their tabs. @type {readonly Mode[]} */
export const MODES = [
    { name: 'analyse', label: 'Analyse', icon: 'M4 19V11M10 19V5M16 19V14M22 19V8' },
    { name: 'games', label: 'Games', icon: 'M5 4H19V20H5ZM9 9H15M9 13H15' },
    { name: 'play', label: 'Play', icon: 'M8 5V19L19 12Z' },
    {
        name: 'solve',
        label: 'Solve',
        icon: 'M5 9H9.2A2.4 2.4 0 1 1 13.8 9H18V13.2A2.4 2.4 0 1 1 18 17.8V21H5Z',
    },
    {
        name: 'openings',
        label: 'Openings',
        icon: 'M4 12H10M10 12C14 12 13 6 17 6H20M10 12C14 12 13 18 17 18H20M10 12H20',
    },
    { name: 'learn', label: 'Learn', icon: 'M3 9L12 5L21 9L12 13ZM7 11V16C9 18 15 18 17 16V11' },
];
