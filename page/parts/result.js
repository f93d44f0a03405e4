// Results of games as they are shown.

/**
 * Returns a result as it is shown: `1–0`, `½–½`; nothing for a game without one.
 * @param {string} result as in PGN
 */
export function resultText(result) {
    return result === '*' ? '' : result.replaceAll('1/2', '½').replace('-', '–');
}
