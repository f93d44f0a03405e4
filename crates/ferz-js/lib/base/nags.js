// Numeric annotation glyphs of PGN.

/** The glyphs of NAGs. @type {Record<number, string>} */
export const GLYPHS = {
    1: '!',
    2: '?',
    3: '!!',
    4: '??',
    5: '!?',
    6: '?!',
    7: '□',
    10: '=',
    13: '∞',
    14: '⩲',
    15: '⩱',
    16: '±',
    17: '∓',
    18: '+−',
    19: '−+',
    22: '⨀',
    23: '⨀',
    32: '⟳',
    36: '→',
    40: '→',
    132: '⇆',
    138: '⨁',
    140: '∆',
    146: 'N',
};
