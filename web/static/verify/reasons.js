/**
 * The verifier's reasons in the language of the page. `verify.mjs` speaks English, so that it needs nothing; each of its
 * sentences has a form here, a text with `{places}`, as the programs hear theirs (`programs/hearing.py`). A test reads
 * all forms off the verifier itself. What no form fits stays English.
 */

import { message, say } from "../base/words.js";

/** @type {string[]} */
export const FORMS = [
  message("{place} is opened to what cannot stand there"),
  message("the line does not end: the record was cut off"),
  message("there is no entry"),
  message("the line is not canonical JSON of at most {bytes} bytes"),
  message("a record is one header, then lines with exactly one of {kinds}"),
  message("no entry of the kind {kind} is known here; a newer release may have written it"),
  message("{place} is unknown, missing or not of its type"),
  message("{place} is not {format}"),
  message("{place}: a seal stands for each hidden place and for nothing else"),
  message("entry 1, and no other, opens the table"),
  message("the deal is not that of the table, or a known deal has a secret"),
  message("a branch, and no other, has branch_of"),
  message("a branch deals nothing"),
  message("{kind} comes while {status}"),
  message("the table has no such seat"),
  message("the seat is taken, or free"),
  message("no seats to cast"),
  message("nobody casts under this number"),
  message("the deal comes when every seat is taken"),
  message("another one acts"),
  message("the play is stopped"),
  message("another one stops the play, or lets it go on"),
  message("no such pause"),
  message("no such clock"),
  message("no such outage"),
  message("only some have an origin"),
  message("`seen` is no entry before this one"),
  message("`to` is no entry from the deal on"),
  message("the orders stay"),
  message("another one takes the table back"),
  message("no such banks"),
  message("a look at no such time"),
  message("the places are not of these seats"),
  message("the points are not those of these seats"),
  message("another one confirms the result"),
  message("another one accepts the result"),
  message("no such consent"),
  message("these secrets never open"),
  message("no such entries were seen"),
  message("no viewer who sees anything hidden"),
  message("the draws of a record are of at most {n} things together"),
  message("the secrets are not open in this copy"),
  message("the secrets are not open in this copy; only the labels were checked"),
  message("the end is not in this copy: later entries may be missing"),
  message("no seat gave entropy before a deal"),
  message("the deal is a known one, as in a first game: everybody could compute it"),
  message("the deal is that of a board: its tournament's record says what was mixed in"),
  message("a board, and no other, shares its deal"),
  message("none are defined yet"),
  message("it needs the rules"),
  message("header and entry 1 differ in {names}"),
  message("no viewer of this table"),
  message("{place} is not for this viewer"),
  message("{place} is not for everybody"),
  message("the card set is not the one that entry 1 names"),
  message("entry {n}, not before {at}, must stand here"),
  message("the hash does not follow from the entries so far"),
  message("{place} is opened to a value or salt that no seal holds"),
  message("the salt of {place} does not derive from the salt secret"),
  message("the {kind} secret is another one"),
  message("used_ms is not the time since an earlier entry"),
  message("the case is claimed"),
  message("the appeal is another's"),
  message("no such call"),
  message("a measure is missing"),
  message("no rules, or no ruling, end a game so"),
  message("nobody ruled so"),
  message("nobody verified this like this"),
  message("the case is not so far, or further"),
  message("too many cases or penalties"),
  message("nobody called the arbiter like this"),
  message("the moment is still to come"),
  message("the seat cannot call so"),
  message("nobody stops the play here"),
  message("a quiet call waits"),
  message("another one claims"),
  message("another one releases"),
  message("another one decides"),
  message("no such measures, or too many rules"),
  message("no such appeal"),
  message("another one closes the case"),
  message("the case stops the play"),
  message("another record was verified"),
  message("something comes too early, or too late"),
  message("draw {n} after {rewinds} rewinds must stand at /draws/{i}"),
  message("{place} is not what the secrets give"),
  message("a record has at most {n} notes"),
  message("the text is not the one whose hash its entry holds"),
  message("texts not in this copy, for which it is not possible: {n}"),
  message("the format is broken"),
  message("entry 1, and no other, opens the tournament"),
  message("no points"),
  message("the player is unknown, or known already"),
  message("nobody is named twice"),
  message("a pair is two players"),
  message("the first round is after the last"),
  message("nobody plays for want of decks"),
  message("these decks stand already"),
  message("another round comes next"),
  message("only a round without a result is taken back"),
  message("who is paired has left since, or must not meet"),
  message("no such table is being played"),
  message("the places are no ranking"),
  message("it does not rest on the table of that pairing"),
  message("it cites other standings than the last"),
  message("the secret is another one"),
  message("nobody registers decks here"),
  message("somebody plays without a deck"),
  message("the deck is not the one that was sealed"),
  message("decks are still sealed"),
  message("an earlier check failed"),
  message("a draw of {use} must stand at /draws/{i}"),
];

const PLACE = /\{(\w+)\}/;

/** @type {{form: string, names: string[], fits: RegExp}[]} those that say most themselves first */
const KNOWN = FORMS.map((form) => {
  const pieces = form.split(PLACE); // text, name, text, name, … text
  const texts = pieces.filter((_, i) => i % 2 === 0).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { form, names: pieces.filter((_, i) => i % 2 === 1), fits: new RegExp(`^${texts.join("(.+)")}$`) };
}).sort((one, other) => own(other.form) - own(one.form));

/**
 * @param {string} form
 * @returns {number} how many letters of it are its own
 */
function own(form) {
  return form.replaceAll(/\{\w+\}/g, "").length;
}

/**
 * @param {string} reason
 * @returns {string} the same in the language of the page
 */
export function heard(reason) {
  for (const known of KNOWN) {
    const found = known.fits.exec(reason);
    if (found !== null)
      return say(known.form, Object.fromEntries(known.names.map((name, i) => [name, `${found[i + 1]}`])));
  }
  return reason;
}
