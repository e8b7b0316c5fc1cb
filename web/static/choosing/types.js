/**
 * What is chosen from and what comes of it. Everything here is plain data.
 *
 * @typedef {{tag: string, body: Record<string, unknown>, say: string}} Command a legal command as a sentence
 * @typedef {{short: string, full: string, kind: "card" | "seat" | "word"}} Named
 *
 * @typedef {object} Field a field of an offer with its domain
 * @property {"one_of" | "subset" | "sequence" | "range" | "flag" | "free"} domain
 * @property {string} label
 * @property {unknown[]} [values]
 * @property {unknown[]} [of]
 * @property {number} [min]
 * @property {number} [max]
 * @property {Record<string, unknown>} [schema]
 *
 * @typedef {{command: string, label: string, hint?: string, fields: Record<string, Field>}} Offer
 *
 * @typedef {object} Scene the members of `GET /tables/{id}/scene` that choosing reads
 * @property {number} n
 * @property {number | null} seat
 * @property {{tag: string} | null} decision
 * @property {Command[]} commands
 * @property {boolean} truncated
 * @property {Offer[]} offers
 * @property {Record<string, Named>} words
 * @property {{tag: string, label: string, form?: Offer}[]} [anytime] what may be said out of turn
 * @property {string[]} last
 * @property {string[]} careful
 * @property {{panels?: PanelShort[]} | null} picture
 *
 * @typedef {{id?: string, role: string, seat?: number, zones?: {cards?: CardShort[]}[]}} PanelShort
 * @typedef {{id?: string, owner?: number, why_not?: string}} CardShort
 *
 * @typedef {object} Part one value in a command: a thing, the field that takes it, its place where the order counts
 * @property {string} path the field
 * @property {string} id the thing: see `idOf`
 * @property {number | null} at
 *
 * @typedef {object} Listed a command taken apart
 * @property {number} index in `scene.commands`
 * @property {Command} command
 * @property {Part[]} parts
 */

export {};
