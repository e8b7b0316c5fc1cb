/** What this browser keeps of its reader: the name, and which tables it sat at. Tokens are never among it. */

const NAME = "matchledger:name";
const TABLES = "matchledger:tables";
const MET = "matchledger:met";
const KEPT = 12; // tables

/** @typedef {{id: string, title: string, at: number}} Mine */

/** @returns {string} */
export function myName() {
  return read(NAME) ?? "";
}

/** @param {string} name */
export function callMe(name) {
  write(NAME, name);
}

/** @returns {Mine[]} the newest first */
export function myTables() {
  return list(TABLES).filter((one) => typeof one?.id === "string" && typeof one.title === "string");
}

/** @param {Mine} table */
export function noteTable(table) {
  const others = myTables().filter((one) => one.id !== table.id);
  write(TABLES, JSON.stringify([table, ...others].slice(0, KEPT)));
}

/** @param {string} id */
export function forgetTable(id) {
  write(TABLES, JSON.stringify(myTables().filter((one) => one.id !== id)));
}

/**
 * @param {string} game
 * @returns {boolean} whether this game was played here
 */
export function hasMet(game) {
  return list(MET).includes(game);
}

/**
 * @param {string} game
 * @returns {boolean} whether this game is played here for the first time; the second time it is not
 */
export function meets(game) {
  if (hasMet(game)) return false;
  write(MET, JSON.stringify([...list(MET), game]));
  return true;
}

/**
 * @param {string} name
 * @returns {any[]}
 */
function list(name) {
  try {
    const found = JSON.parse(read(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * @param {string} name
 * @returns {string | null} nothing where the browser keeps nothing
 */
function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function write(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing: the page works without
  }
}
