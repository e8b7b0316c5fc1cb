/**
 * What is new is brought in sight: the last sentence beside the board, and the squares, or the cards of an open pile,
 * that can be picked now. And until one is asked again nothing moves: the dock keeps its height.
 */

const RING = 4; // px around what can be picked
const OFFERED = ":is(.map, [data-many]) .is-lit > [data-stop]";
const ELSEWHERE = ".is-lit > [data-stop]"; // what can be picked in any place

export class Sight {
  /** How many sentences stood beside the board when it was drawn last, and in how high a place. */
  #told = { sentences: 0, height: 0 };
  /** What could be picked, and the room that there was to show them. */
  #offered = "";

  /** Of the dock when something was asked last, in px, and the room that the page had then. */
  #dock = { height: 0, room: "" };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    addEventListener("resize", () => this.keep());
  }

  /** Look after a drawing; whoever has scrolled away stays there until something else is offered. */
  keep() {
    this.#toEnd();
    this.#holdDock();
    this.#toOffered();
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

  /** What was pressed has left the dock; the board would jump down, and up again when one is asked the next time. */
  #holdDock() {
    const dock = this.root.querySelector(".dock");
    if (!(dock instanceof HTMLElement)) return;
    const room = `${innerWidth} ${innerHeight}`;
    const waits = dock.matches(".is-waiting") && document.body.dataset.status === "running";
    const holds = (waits || dock.matches(".is-sending, .is-unknown")) && room === this.#dock.room;
    dock.style.minHeight = holds ? `${this.#dock.height}px` : "";
    if (!holds && !waits) this.#dock = { height: dock.offsetHeight, room };
  }

  /**
   * Scroll on a low screen until the last square, or card of an open pile, that can be picked lies above the dock. Other
   * places are brought in sight where that takes no square out of it: beside a map that stays, or without any.
   */
  #toOffered() {
    const board = this.root.querySelector(".board");
    if (board === null) return;
    const places = [...board.querySelectorAll(OFFERED)];
    const grid = board.querySelector(".z-grid");
    const free = places.length === 0 || (grid !== null && getComputedStyle(grid).position === "sticky");
    const offers = free ? [...board.querySelectorAll(ELSEWHERE)].filter((one) => one.checkVisibility()) : places;
    const names = offers.map((one) => one.getAttribute("data-stop"));
    const offered = [board.clientHeight, ...names].join("\n");
    if (offered === this.#offered) return;
    this.#offered = offered;
    if (free) for (const one of offers.reverse()) one.scrollIntoView({ block: "nearest", inline: "nearest" });
    else this.#raise(board, places);
  }

  /**
   * @param {Element} board
   * @param {Element[]} places whose last comes to lie above the dock
   */
  #raise(board, places) {
    const lowest = Math.max(...places.map((one) => one.getBoundingClientRect().bottom));
    const hidden = lowest + RING - board.getBoundingClientRect().bottom;
    if (hidden > 0) board.scrollTop += hidden;
  }
}
