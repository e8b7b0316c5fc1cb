/** A first game, led: at each decision it is told what one more command is for. */

/** @typedef {import("../scenes.js").TableScene} TableScene */
/** @typedef {import("../../choosing/choosing.js").Choice} Choice */
/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Kept */

const KEY = "matchledger/guide/";

/**
 * @param {TableScene} scene
 * @returns {string[]} the tags of what is offered; what ends something comes last
 */
export function inOrder({ offers, last }) {
  const tags = [...new Set(offers.map(({ command }) => command))];
  return tags.sort((one, other) => last.indexOf(one) - last.indexOf(other));
}

/** Leads through a first game: one thing at a time, each once; what is being picked comes first. */
export class Guide {
  /** @type {Set<string> | null} tags that were explained; nothing where nobody is led */ #told = null;
  /** @type {{decision: string, tag: string} | null} */ #now = null;

  /**
   * @param {string} table
   * @param {Kept} storage of this visit, so that a reload goes on
   */
  constructor(table, storage) {
    this.key = KEY + table;
    this.storage = storage;
    const kept = storage.getItem(this.key);
    if (kept !== null) this.#told = new Set(tagsIn(kept));
  }

  /** Lead from now on. */
  begin() {
    this.#told ??= new Set();
    this.#keep();
  }

  /** Lead no more. */
  end() {
    this.#told = null;
    this.#now = null;
    this.storage.removeItem(this.key);
  }

  /**
   * @param {TableScene} scene
   * @param {Choice | null} choice
   * @param {Record<string, string>} purposes by tag
   * @returns {{label: string, purpose: string} | null} what is explained now
   */
  step(scene, choice, purposes) {
    if (this.#told === null || scene.decision === null || choice === null) return null;
    const picking = new Set(choice.picks.length > 0 ? choice.agreeing.map((one) => one.command.tag) : []);
    const [picked] = picking.size === 1 ? picking : [];
    const tag = picked !== undefined && picked in purposes ? picked : this.#next(scene, purposes);
    if (tag === null) return null;
    const label = scene.offers.find(({ command }) => command === tag)?.label ?? tag;
    return { label, purpose: purposes[tag] ?? "" };
  }

  /**
   * @param {TableScene} scene
   * @param {Record<string, string>} purposes in the order in which they are told: what wins first, what ends last
   * @returns {string | null} what is explained at this decision
   */
  #next(scene, purposes) {
    const decision = scene.decision?.tag ?? "";
    if (this.#now?.decision === decision) return this.#now.tag;
    const offered = new Set(scene.offers.map(({ command }) => command));
    const tag = Object.keys(purposes).find((command) => offered.has(command) && !this.#told?.has(command));
    if (tag === undefined) return null;
    this.#now = { decision, tag };
    this.#told?.add(tag);
    this.#keep();
    return tag;
  }

  #keep() {
    this.storage.setItem(this.key, JSON.stringify([...(this.#told ?? [])]));
  }
}

/**
 * @param {string} kept
 * @returns {string[]} what was explained; of what is not ours nothing
 */
function tagsIn(kept) {
  try {
    const found = JSON.parse(kept);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
