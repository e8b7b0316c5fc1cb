/** What narrows the list of cases, and how old a case is. */

import { language, say } from "../base/words.js";

/** @typedef {{state: string, mine: boolean, overdue: boolean, closed: boolean, table: string}} Filters */

/** @returns {Filters} */
export function everything() {
  return { state: "", mine: false, overdue: false, closed: false, table: "" };
}

/**
 * @param {Filters} filters
 * @param {number} limit
 * @returns {string} the address of a list
 */
export function listAddress(filters, limit) {
  const asked = new URLSearchParams({ limit: `${limit}` });
  if (filters.state) asked.set("state", filters.state);
  if (filters.table.trim()) asked.set("table", filters.table.trim().slice(0, 64));
  for (const name of /** @type {const} */ (["mine", "overdue", "closed"]))
    if (filters[name] || (name === "closed" && filters.state === "closed")) asked.set(name, "true");
  return `/cases?${asked}`;
}

/**
 * @param {string} time
 * @param {number} now
 * @returns {string} how long ago
 */
export function ago(time, now) {
  const minutes = Math.max(0, Math.floor((now - Date.parse(time)) / 60_000));
  if (minutes < 60) return say("{n} min ago", { n: minutes });
  if (minutes < 48 * 60) return say("{n} h ago", { n: Math.floor(minutes / 60) });
  return new Date(time).toLocaleDateString(language());
}
