/** A world without time and network: timers go when a test says so, streams say what a test lets them say. */

export class Later {
  #ms = 0;
  #next = 1;
  /** @type {Map<number, { at: number, then: () => void }>} */
  #timers = new Map();

  now = () => this.#ms;

  /**
   * @param {() => void} then
   * @param {number} ms
   */
  after = (then, ms) => {
    this.#timers.set(this.#next, { at: this.#ms + ms, then });
    return this.#next++;
  };

  /** @param {number} timer */
  forget = (timer) => {
    this.#timers.delete(timer);
  };

  /**
   * Let time pass, and whatever it sets going happen.
   *
   * @param {number} ms
   */
  async pass(ms) {
    await settled();
    const end = this.#ms + ms;
    for (let due = this.#due(end); due !== undefined; due = this.#due(end)) {
      this.#ms = Math.max(this.#ms, due[1].at);
      this.#timers.delete(due[0]);
      due[1].then();
      await settled();
    }
    this.#ms = end;
    await settled();
  }

  /** @param {number} end */
  #due(end) {
    return [...this.#timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
  }
}

/** Everything that waits for nothing but its turn has had it. */
export async function settled() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
}

/** A service: each request is kept with its headers, and answered by the test. */
export class Service {
  /** @type {{ address: string, headers: any, say: (text: string) => Promise<void>, end: () => void, signal: AbortSignal }[]} */
  asked = [];
  /** @type {(() => Response | Error) | null} how the next requests are answered instead of by a stream */
  instead = null;

  /** @type {any} */
  fetch = async (/** @type {string} */ address, /** @type {any} */ options) => {
    const encoder = new TextEncoder();
    /** @type {any} */
    let writer;
    const start = (/** @type {any} */ controller) => {
      writer = controller;
    };
    const body = new ReadableStream({ start });
    const say = async (/** @type {string} */ text) => {
      writer.enqueue(encoder.encode(text));
      await settled();
    };
    options.signal.addEventListener("abort", () => {
      try {
        writer.error(options.signal.reason);
      } catch {
        // it has ended before
      }
    });
    this.asked.push({ address, headers: options.headers, say, end: () => writer.close(), signal: options.signal });
    const answer = this.instead?.() ?? new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    if (answer instanceof Error) throw answer;
    return answer;
  };

  /** @returns {any} the request that was sent last */
  get last() {
    return this.asked.at(-1);
  }
}

/** @param {Service} service */
export function world(service, later = new Later()) {
  const page = Object.assign(new EventTarget(), { visible: true });
  return {
    later,
    page,
    network: new EventTarget(),
    fetch: service.fetch,
    now: later.now,
    after: later.after,
    forget: later.forget,
    seen: () => page.visible,
    chance: () => 1,
  };
}

/** @param {number} n */
export const entry = (n) => `id: ${n}\ndata: {"entry":{"n":${n}}}\n\n`;

/** What a stream tells, written down. */
export function notes() {
  /** @type {any[]} */
  const told = [];
  return {
    told,
    entry: (/** @type {string} */ id) => told.push(id),
    state: (/** @type {string} */ state) => told.push(state),
    closed: (/** @type {string} */ reason) => told.push(`closed: ${reason}`),
  };
}
