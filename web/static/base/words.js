/**
 * The words of a page. English sentences are the ids, with `{name}` places; the page brings the catalogue of its
 * language as JSON in `<script type="application/json" id="words">`, so nothing is fetched before a page can speak.
 *
 * What is said is found in the sources (`tests/web/said.js`): the arguments of `say`, `count` and `message` are
 * therefore written out where they stand.
 */

/**
 * @typedef {object} Catalogue
 * @property {string} language a tag of BCP 47
 * @property {Record<string, string[]>} messages the forms of each sentence: one, or as many as its language counts by
 */

/** @typedef {string | number} Value */

const FORMS = ["zero", "one", "two", "few", "many", "other"]; // in the order of plural forms in gettext's catalogues

/** @type {Catalogue} */
const ENGLISH = { language: "en", messages: {} };

/** @type {Catalogue | undefined} */
let spoken;

/** @returns {Catalogue} that of the page, read when somebody speaks first */
function catalogue() {
  if (spoken === undefined) {
    const block = globalThis.document?.getElementById("words");
    spoken = block?.textContent ? /** @type {Catalogue} */ (JSON.parse(block.textContent)) : ENGLISH;
  }
  return spoken;
}

/**
 * Speak by a catalogue; `undefined` reads the page's again.
 *
 * @param {Catalogue | undefined} other
 */
export function speak(other) {
  spoken = other;
}

/** @returns {string} the tag of the language that is spoken */
export function language() {
  return catalogue().language;
}

/**
 * @param {string} sentence
 * @param {Record<string, Value>} values
 * @returns {string} the sentence with its places filled; a place nobody fills stays as it is
 */
function filled(sentence, values) {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name) => (Object.hasOwn(values, name) ? `${values[name]}` : place));
}

/**
 * @param {Record<string, string[]>} messages
 * @param {string} id
 * @returns {string[] | undefined}
 */
function forms(messages, id) {
  return Object.hasOwn(messages, id) ? messages[id] : undefined;
}

/**
 * Say a sentence in the page's language.
 *
 * @param {string} text
 * @param {Record<string, Value>} [values]
 * @returns {string}
 */
export function say(text, values = {}) {
  return filled(forms(catalogue().messages, text)?.[0] ?? text, values);
}

/**
 * Say a sentence of n things; `{n}` is filled.
 *
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, Value>} [values]
 * @returns {string}
 */
export function count(one, many, n, values = {}) {
  const { language, messages } = catalogue();
  const said = forms(messages, one);
  const sentence = said === undefined ? (n === 1 ? one : many) : said[Math.min(form(language, n), said.length - 1)];
  return filled(sentence ?? many, { n, ...values });
}

/**
 * @param {string} language
 * @param {number} n
 * @returns {number} which of a language's forms counts n things
 */
function form(language, n) {
  const rules = new Intl.PluralRules(language);
  const known = FORMS.filter((name) => rules.resolvedOptions().pluralCategories.includes(/** @type {any} */ (name)));
  return known.indexOf(rules.select(n));
}

/**
 * @param {string[]} sentences
 * @returns {string} one after the other, as the page's language writes them: not every one puts a space between
 */
export function inTurn(sentences) {
  return sentences
    .filter(Boolean)
    .reduce((said, next) => (said === "" ? next : say("{said} {next}", { said, next })), "");
}

/**
 * Mark a sentence that is said elsewhere, such as one in a table of labels: it is found, and returned as it is.
 *
 * @template {string} T
 * @param {T} text
 * @returns {T}
 */
export function message(text) {
  return text;
}
