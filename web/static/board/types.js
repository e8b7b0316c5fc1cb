/**
 * The neutral picture of a table as a page gets it: what `domain/kernel/display/board.py` and `look.py` say, as JSON in
 * which a member is missing where it has its default. And what whoever shows a board may say of its cards.
 */

/** @typedef {"red" | "orange" | "yellow" | "green" | "teal" | "blue" | "violet" | "slate"} Tone */

/**
 * @typedef {object} Mark a sign on a card with a number or a word
 * @property {string} icon
 * @property {string} text
 * @property {string} say what is read aloud
 * @property {-1 | 0 | 1} [change] below or above what is printed
 */

/**
 * @typedef {object} Look what is drawn on a card that lies open
 * @property {Tone} [tone]
 * @property {string} [rank]
 * @property {string[]} [suit] small motifs below the rank
 * @property {string} [art] the large motif
 * @property {string} [against] a second one beside it
 * @property {string} [title]
 * @property {string} [short] what has room on a small card
 * @property {string[]} [lines] the rule in words
 * @property {Mark[]} [marks]
 */

/**
 * @typedef {object} CardPicture
 * @property {string} face
 * @property {string} [name]
 * @property {string | null} [id] what a command calls it
 * @property {boolean} [back]
 * @property {boolean | null} [lit]
 * @property {string | null} [why_not]
 * @property {string[]} [badges]
 * @property {[number, number] | null} [at] column and row of a grid
 * @property {"card" | "tile" | "strip" | "piece" | "pattern"} [kind]
 * @property {number | null} [owner]
 * @property {Look | null} [look]
 */

/**
 * @typedef {object} Counter
 * @property {string} label
 * @property {number} value
 * @property {number | null} [of]
 * @property {string} [sign]
 * @property {string | null} [icon]
 */

/**
 * @typedef {object} Badge
 * @property {string} text
 * @property {"plain" | "good" | "warning" | "turn"} [tone]
 */

/**
 * @typedef {object} Zone
 * @property {string} label
 * @property {"row" | "hand" | "pile" | "grid"} kind
 * @property {CardPicture[]} [cards]
 * @property {number | null} [slots]
 * @property {number | null} [count]
 * @property {[number, number] | null} [size] columns and rows of a grid
 * @property {string | null} [note]
 * @property {string} [id]
 * @property {string} [sign]
 */

/**
 * @typedef {object} Panel
 * @property {string} label
 * @property {"own" | "other" | "centre"} role
 * @property {number | null} [seat]
 * @property {Counter[]} [counters]
 * @property {Badge[]} [badges]
 * @property {Zone[]} [zones]
 * @property {boolean} [compact]
 * @property {string} [id]
 * @property {string} [sign]
 */

/**
 * @typedef {object} Picture
 * @property {string} headline
 * @property {string[]} [banner]
 * @property {Panel[]} [panels]
 * @property {string | null} [prompt]
 */

/**
 * How a card, a pile or a seat stands in a choice; several at once. Each has a shape of its own.
 *
 * @typedef {object} CardState
 * @property {boolean} [lit] it may be picked
 * @property {boolean} [dim] a command could name it, but none that agrees with what is picked
 * @property {number | true} [selected] it is picked; the number where the order counts
 * @property {boolean} [must] every command that is left names it
 * @property {boolean} [target] it is aimed at
 * @property {boolean} [way] a step on the way to somewhere
 * @property {boolean} [fresh] it came since one's own last decision
 * @property {string} [why] why it cannot be picked
 */

/**
 * What somebody points at. `deck` is a pile by its zone, `panel` a seat.
 *
 * @typedef {object} Pick
 * @property {"card" | "deck" | "panel"} kind
 * @property {string} id the card's, the zone's or the panel's
 * @property {CardPicture | null} card
 * @property {Zone | null} zone
 * @property {Panel} panel
 * @property {CardState} state how it stood when it was drawn
 */

/**
 * @typedef {object} ClockFace
 * @property {string} text
 * @property {boolean} [low] few seconds are left
 */

/**
 * `state` is asked for each card; with `null` for the card it is asked for a pile, with `null` for the zone too, for a
 * seat. What it says for the same panel decides whether that panel is drawn again.
 *
 * @typedef {object} BoardOptions
 * @property {(card: CardPicture | null, zone: Zone | null, panel: Panel) => CardState | undefined} [state]
 * @property {(pick: Pick) => void} [onPick]
 * @property {string} [openPanel] the id of the opponent whose board is open where there is room for one
 * @property {(id: string) => void} [onPanel] somebody wants another one open
 * @property {ReadonlyMap<number, ClockFace>} [clocks] by seat
 * @property {readonly number[]} [awaited] seats that are to act; without it those whose turn it is
 * @property {unknown} [last] what was told last, above one's own board where there is no rail
 * @property {boolean} [handsOnBoard] draw one's own hand on the board: there is no dock
 */

export {};
