// The style sheets of the elements. They are adopted, so that a strict content policy allows them.

const COLORS = `
:host {
    --light: var(--ferz-light, #efe6d5); --dark: var(--ferz-dark, #a6876d);
    --paper: #ffffff; --ink: #1d2126; --quiet: #59616b; --line: #d9dce1; --hover: #eef1f4; --accent: #0b6b63;
}
/* Dark where the page is: its property color-scheme decides, and not the system alone. */
@supports (color: light-dark(red, red)) {
    :host {
        --light: var(--ferz-light, light-dark(#efe6d5, #d8ccb8)); --dark: var(--ferz-dark, light-dark(#a6876d, #92755d));
        --paper: light-dark(#ffffff, #1c2025); --ink: light-dark(#1d2126, #e9ecef); --quiet: light-dark(#59616b, #a4adb7);
        --line: light-dark(#d9dce1, #383f47); --hover: light-dark(#eef1f4, #2a3037); --accent: light-dark(#0b6b63, #5cc9bd);
    }
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; }
button { font: inherit; color: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
`;

const BOARD = `
:host { display: block; container-type: inline-size; user-select: none; -webkit-user-select: none; }
/* Boards are not mirrored where text runs from right to left. */
.frame, .box { direction: ltr; }
.frame { position: relative; aspect-ratio: 1; border-radius: 0.9cqw; overflow: hidden; outline: 1px solid #0002; }
.grid, .row { display: grid; }
.grid { position: absolute; inset: 0; isolation: isolate; grid-template-rows: repeat(8, 1fr); }
.row { grid-template-columns: repeat(8, 1fr); }
.frame.live .grid { touch-action: none; }
.cell { position: relative; background: var(--light); outline: none; -webkit-tap-highlight-color: transparent; }
.cell.dark { background: var(--dark); }
.simple, :host([drawings="simple"]) .detailed { display: none; }
:host([drawings="simple"]) .simple { display: inline; }
:host([drawings="fine"]) .detailed path { stroke-width: 1.6; }
.cell::before, .cell::after { content: ""; position: absolute; inset: 0; pointer-events: none; }
.cell.last::before { background: #d9b310; opacity: 0.5; }
.cell.selected::before { background: #0f9184; opacity: 0.62; }
.cell.premove::before { background: #4468b0; opacity: 0.62; }
.cell.check::before { background: radial-gradient(circle, #e3241c 18%, #e3241caa 45%, #e3241c00 72%); opacity: 1; }
.cell.target::after { background: radial-gradient(circle, #0a4f48b8 0 17%, transparent 18.5%); }
.cell.target.taken::after { background: radial-gradient(circle, transparent 0 59%, #0a4f48b8 60.5%); }
.cell.own { cursor: grab; }
.cell.target, .tool .cell { cursor: pointer; }
@media (hover: hover) { .cell.target:hover::before { background: #0f9184; opacity: 0.5; } }
.cell:focus-visible { z-index: 1; box-shadow: inset 0 0 0 0.5cqw #fff, inset 0 0 0 1.2cqw #064a44; }
.names { display: grid; grid-template: repeat(8, 1fr) / repeat(8, 1fr); }
.coordinate { padding: 0.5cqw 0.6cqw; font: 600 max(9px, 2cqw)/1 system-ui, sans-serif; color: #6b4f3a; }
.coordinate.on-dark { color: #22160d; }
.coordinate.file { place-self: end; }
.layer { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.piece { position: absolute; left: 0; top: 0; width: 12.5%; height: 12.5%; transition: transform var(--ferz-animation, 180ms) ease-out; }
.piece.still { transition: none; }
.piece.held { filter: drop-shadow(0 0.7cqw 0.8cqw #0007); }
.ghost { opacity: 0.35; }
@media (prefers-reduced-motion: reduce) { .piece { transition: none; } }
.shape { opacity: 0.82; }
.circle { fill: none !important; stroke-width: 0.085; }
.G { fill: #1c8a3c; stroke: #1c8a3c; } .R { fill: #c8271e; stroke: #c8271e; }
.Y { fill: #d99a00; stroke: #d99a00; } .B { fill: #1f5fc4; stroke: #1f5fc4; }
.O { fill: #d9650f; stroke: #d9650f; } .C { fill: #0b98a8; stroke: #0b98a8; }
path.shape { stroke: none; }
.badge circle { stroke: #fff; stroke-width: 0.025; }
.badge text { font: 700 0.25px system-ui, sans-serif; text-anchor: middle; fill: #fff; }
.blunder { fill: #b3201b; } .mistake { fill: #b85408; } .dubious { fill: #8a6a00; }
.interesting { fill: #3a61ad; } .good { fill: #2a7a46; } .brilliant { fill: #0b7a80; }
.veil { position: absolute; inset: 0; background: #14100c80; }
.choice { position: absolute; display: grid; width: 12.5%; background: #f8f6f1; border-radius: 0.9cqw; overflow: hidden;
    box-shadow: 0 1cqw 3cqw #000a; }
.choice button { aspect-ratio: 1; padding: 4%; border: 0; background: none; }
.choice button:hover { background: #cfe6e1; }
.choice button:focus-visible { outline: 3px solid #064a44; outline-offset: -3px; background: #cfe6e1; }
.choice svg, .box svg { display: block; width: 100%; height: 100%; }
.box { display: grid; grid-template-columns: repeat(7, 1fr); gap: 4px; max-width: 420px; margin: 10px auto 0; }
.box button { position: relative; aspect-ratio: 1; padding: 5%; border: 1px solid transparent; border-radius: 8px; background: var(--dark); color: #17120d;
    touch-action: none; }
.box button:hover { filter: brightness(1.1); }
.box button[aria-pressed="true"] { background: #cfe6e1; border-color: #064a44; box-shadow: inset 0 0 0 2px #064a44; }
.box .sign { padding: 24%; background: var(--paper); border-color: var(--line); color: var(--ink); }
.box .sign[aria-pressed="true"] { color: #064a44; background: #cfe6e1; }
.sign path { fill: none; stroke: currentColor; stroke-width: 9; stroke-linecap: round; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (forced-colors: active) {
    .cell, .cell::before, .cell::after { forced-color-adjust: none; }
}
`;

const GAME = `
:host { display: block; container-type: inline-size; color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
.game { display: grid; gap: 16px; }
@container (min-width: 640px) { .game { grid-template-columns: minmax(0, 1.15fr) minmax(260px, 1fr); align-items: stretch; } }
.side { position: relative; display: flex; flex-direction: column; min-height: 320px; max-height: 70vh; background: var(--paper);
    border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
@container (min-width: 640px) { .side { position: absolute; inset: 0; max-height: none; } .hold { position: relative; } }
header { padding: 12px 16px; border-bottom: 1px solid var(--line); }
header p { margin: 0; } .players { display: flex; justify-content: space-between; gap: 12px; font-weight: 650; }
.players b { white-space: nowrap; font-variant-numeric: tabular-nums; } .about { color: var(--quiet); font-size: 13px; }
.about:empty, .fault:empty { display: none; }
.fault { padding: 10px 16px; color: var(--ink); background: var(--hover); margin: 0; }
.moves { direction: ltr; flex: 1; overflow: auto; overscroll-behavior: contain; padding: 8px; }
.moves:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
.main { display: grid; grid-template-columns: 2.6em 1fr 1fr; align-items: stretch; }
.number { color: var(--quiet); padding: 5px 6px 5px 0; text-align: right; font-variant-numeric: tabular-nums; }
.aside { grid-column: 1 / -1; margin: 4px 0 6px; padding: 6px 10px; background: var(--hover); border-radius: 6px; font-size: 14px; }
.aside p, .before { margin: 0 0 2px; }
.before { padding: 4px 8px 8px; }
.variation { margin: 2px 0; color: var(--quiet); } .variation .move { color: var(--ink); } .variation .variation { margin-left: 6px; padding-left: 8px; border-left: 2px solid var(--line); }
.move { border: 0; background: none; border-radius: 5px; padding: 3px 6px; text-align: left; min-height: 24px; }
.main > .move { padding: 5px 8px; font-weight: 550; }
.main > .gap { padding: 5px 8px; color: var(--quiet); }
@media (pointer: coarse) { .move { min-height: 44px; min-width: 44px; } .number, .main > .gap { align-content: center; } }
.move:hover { background: var(--hover); } .aside .move:hover { background: var(--line); }
.comment { color: var(--quiet); }
.move[aria-current="true"], .variation .move[aria-current="true"] { background: var(--accent); color: var(--paper); }
nav { display: grid; grid-template-columns: repeat(5, 1fr); border-top: 1px solid var(--line); }
nav button { min-height: 46px; border: 0; background: none; display: grid; place-items: center; }
nav button:hover:not([aria-disabled="true"]) { background: var(--hover); } nav button[aria-disabled="true"] { opacity: 0.35; cursor: default; }
nav button:focus-visible { outline-offset: -3px; }
nav svg { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
`;

/** @param {string} text */
function sheet(text) {
    /** @type {CSSStyleSheet | null} */
    let made = null;
    return () => {
        if (made === null) {
            made = new CSSStyleSheet();
            made.replaceSync(COLORS + text);
        }
        return made;
    };
}

/** Returns the style sheet of the board. */
export const boardSheet = sheet(BOARD);
/** Returns the style sheet of the viewer. */
export const gameSheet = sheet(GAME);
