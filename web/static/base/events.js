/** Server-sent events (WHATWG HTML, 9.2.6) out of pieces of text, cut anywhere. */

/**
 * @typedef {object} Told
 * @property {string} event its name, `message` where it has none
 * @property {string} data
 * @property {string | null} id the cursor that came with it
 */

export class Events {
  #rest = "";

  /**
   * @param {string} piece what came
   * @returns {Told[]} the events that are whole now; comments are none
   */
  take(piece) {
    const blocks = (this.#rest + piece).replaceAll("\r\n", "\n").split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(read).filter((told) => told !== null);
  }
}

/**
 * @param {string} block
 * @returns {Told | null}
 */
function read(block) {
  /** @type {{ event: string, id: string | null, data: string[] }} */
  const found = { event: "message", id: null, data: [] };
  for (const line of block.split("\n")) {
    const [, name, value] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "event") found.event = value ?? "";
    if (name === "id") found.id = value ?? "";
    if (name === "data") found.data.push(value ?? "");
  }
  return found.data.length > 0 ? { ...found, data: found.data.join("\n") } : null;
}
