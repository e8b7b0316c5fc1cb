/** What a player has set for this browser; everything is off at first. */

/** @typedef {"oneTap" | "sound" | "vibration" | "notifications" | "noCharacterKeys"} Setting */

const KEY = "matchledger/settings";

/** @type {Record<string, boolean>} what was set and could not be stored: it holds as long as the page */
const unstored = {};

/** @returns {Record<string, boolean>} */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {}; // no storage, or not ours
  }
}

/**
 * @param {Setting} name
 * @returns {boolean}
 */
export function isSet(name) {
  return (unstored[name] ?? stored()[name]) === true;
}

/**
 * @param {Setting} name
 * @param {boolean} on
 */
export function set(name, on) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [name]: on }));
    delete unstored[name];
  } catch {
    unstored[name] = on;
  }
}
