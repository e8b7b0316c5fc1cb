/**
 * What is new is brought in sight: the last sentence beside the board, and the squares that can be picked now. And
 * while an action is on its way nothing moves: the dock keeps its height.
 */

const RING = 4; // px around what can be picked

export class Sight {
  /** How many sentences stood beside the board when it was drawn last, and in how high a place. */
  #told = { sentences: 0, height: 0 };
  /** The squares that could be picked, and the room that there was to show them. */
  #offered = "";

  /** Of the dock before an action was sent, in px. */
  #height = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    addEventListener("resize", () => this.keep());
  }

  /** Look after a drawing; whoever has scrolled away stays there until something else is offered. */
  keep() {
    this.#toEnd();
    this.#holdDock();
    this.#toSquares();
  }

  /** Keep the newest sentence in sight, also where a hint takes some of the room, unless somebody reads older ones. */
  #toEnd() {
    const told = this.root.querySelector(".rail .story");
    if (told === null) return;
    const now = { sentences: told.querySelectorAll("li").length, height: told.clientHeight };
    const before = this.#told;
    this.#told = now;
    const wasAtEnd = told.scrollHeight - told.scrollTop - before.height <= 2; // px; browsers round
    if (now.sentences !== before.sentences || (now.height < before.height && wasAtEnd))
      told.scrollTop = told.scrollHeight;
  }

  /** What was pressed has left the dock; the board would jump down, and up again with the answer. */
  #holdDock() {
    const dock = this.root.querySelector(".dock");
    if (!(dock instanceof HTMLElement)) return;
    const sends = dock.matches(".is-sending, .is-unknown");
    dock.style.minHeight = sends ? `${this.#height}px` : "";
    if (!sends) this.#height = dock.offsetHeight;
  }

  /** Scroll a map down on a low screen until the last square that can be picked lies above the dock. */
  #toSquares() {
    const board = this.root.querySelector(".lay-grid");
    const squares = [...(board?.querySelectorAll(".map .is-lit > [data-stop]") ?? [])];
    const places = squares.map((one) => one.getAttribute("data-stop"));
    const offered = [board?.clientHeight, ...places].join("\n");
    if (board === null || offered === this.#offered) return;
    this.#offered = offered;
    const lowest = Math.max(...squares.map((one) => one.getBoundingClientRect().bottom));
    const hidden = lowest + RING - board.getBoundingClientRect().bottom;
    if (hidden > 0) board.scrollTop += hidden;
  }
}
