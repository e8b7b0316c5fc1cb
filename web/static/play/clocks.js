/** How much time is left, by the service's clock. */

/** @typedef {import("../board/types.js").ClockFace} ClockFace */

const LOW = 10; // seconds

/**
 * @param {{seat: number, deadline: string}[]} clocks
 * @param {number} now ms since 1970, the service's
 * @returns {Map<number, ClockFace>} by seat
 */
export function faces(clocks, now) {
  return new Map(
    clocks.map(({ seat, deadline }) => {
      const left = Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000));
      return [seat, { text: written(left), low: left < LOW }];
    }),
  );
}

/**
 * @param {number} seconds
 * @returns {string} `4:12`, `1:04:12`, days as `3d 2:00:00`
 */
export function written(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${two(minutes)}:${two(seconds % 60)}`;
  if (days > 0) return `${days}d ${hours}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
