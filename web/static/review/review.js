/**
 * The page that steps through a record: served for a table, or packed into one file with all its frames.
 *
 * The page knows no rules: every picture, sentence and choice stands in the frames.
 */

import { Lost, Problem } from "../base/api.js";
import { say } from "../base/words.js";
import { board } from "../board/board.js";
import { frame as framed } from "../board/frame.js";
import { asItLies } from "../board/layout.js";
import { finish, mayMove, oneByOne, sliding } from "../motion/slide.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { astray } from "./astray.js";
import { addressed } from "./browser.js";
import { Checking } from "./checking.js";
import { kept, reseen } from "./compare.js";
import { asking, helping } from "./dialogs.js";
import { bound } from "./keys.js";
import { inOrder, OwnNotes, readable } from "./notes.js";
import { isNoLink, link, linked, typedPlace } from "./place.js";
import { rail } from "./rail.js";
import { sharing } from "./share.js";
import { Sparing } from "./sparing.js";
import { entryOf } from "./stepper.js";
import { SPEEDS, steps } from "./steps.js";
import { heard, stretchTo } from "./stretch.js";
import { textsOf } from "./texts.js";
import { top } from "./top.js";

/** @typedef {import("./stepper.js").Stepper} Stepper */
/** @typedef {import("../frames/frames.js").Frame} Frame */
/** @typedef {import("../frames/frames.js").Step} Step */
/** @typedef {import("../board/types.js").Pick} Pick */
/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("./stretch.js").Stretch} Stretch */
/** @typedef {import("./steps.js").Far} Far */
/** @typedef {import("./rail.js").Pane} Pane */

export class Review {
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #playing;
  /** @type {string | undefined} */ #open;
  #place = "";
  #turn = 0;
  #beside = false;
  /** what is said of the link that led here, as long as one stays */
  said = "";

  /**
   * @param {HTMLElement} root
   * @param {Stepper} stepper
   * @param {Note[]} given notes that came with the file
   * @param {import("./checking.js").Check | null} check what checks the record; null where there is none to check
   * @param {import("./browser.js").Kept} storage what the browser keeps
   */
  constructor(root, stepper, given, check, storage) {
    this.root = root;
    this.stepper = stepper;
    this.given = given;
    this.checking = new Checking(stepper, check, () => this.draw());
    /** @type {Note[]} what was written about cases, of a served table */
    this.texts = [];
    this.own = new OwnNotes(stepper.header.table, storage);
    addEventListener("storage", ({ key }) => key === this.own.key && this.#reread()); // another tab has written
    this.sparing = new Sparing(stepper, storage);
    /** @type {string | null} the own note that is being changed */
    this.changing = null;
    /** @type {string} what came of the last file of notes */
    this.notesSaid = "";
    /** @type {Pane} */
    this.shows = "story";
    /** @type {Pick | null} */
    this.looked = null;
    /** @type {import("./compare.js").Kept | null} what this moment is compared with */
    this.before = null;
    /** @type {Stretch} */
    this.stretch = stretchTo(stepper);
    /** @type {Far} */
    this.far = "turn";
    /** @type {number} of `SPEEDS` */
    this.pace = 2;
    /** @type {number} px of the timeline */
    this.width = 0;
  }

  get isPlaying() {
    return this.#playing !== undefined;
  }

  /** @returns {Note[]} those that the viewer may read, in the order of the record */
  get notes() {
    const own = new Set(this.own.all.map((note) => note.id));
    return [...this.given.filter((note) => !own.has(note.id)), ...this.texts, ...this.own.notes]
      .filter((note) => readable(note, this.stepper.viewer))
      .sort(inOrder);
  }

  /**
   * Go a step; an entry goes fact by fact where things may move.
   *
   * @param {Step} by
   * @param {1 | -1} way
   */
  async go(by, way) {
    this.#turn += 1;
    finish();
    if (by === "entry" && way === 1 && mayMove()) await this.#factByFact();
    else await sliding(this.root, () => this.stepper.by(by, way));
  }

  async #factByFact() {
    const { stepper } = this;
    const mine = this.#turn;
    const start = stepper.frame;
    const n = start.fact === null ? start.n + 1 : start.n;
    if (n > stepper.header.n) return;
    const all = await stepper.frames.entry(n, stepper.viewer).catch(() => []);
    if (all.length === 0) return stepper.to(`${n}`); // which says what is wrong
    const frames = all.filter(({ fact }) => fact === null || start.n < n || fact > (start.fact ?? -1));
    const show = (/** @type {Frame} */ { address }) => stepper.to(address);
    const whole = await oneByOne(this.root, frames, show, () => mine === this.#turn);
    if (!whole) await stepper.to(`${n}`); // another step was asked for meanwhile: this one is over at once
  }

  /** @param {string} address */
  async to(address) {
    this.#turn += 1;
    finish();
    await this.stepper.to(address);
  }

  /**
   * Go where a link leads, as near as there is a place; the address bar then has the real one.
   *
   * @param {string} fragment
   */
  async follow(fragment) {
    const { stepper } = this;
    const { address, viewer } = linked(fragment);
    const isSeen = viewer === null || stepper.viewers.includes(viewer);
    if (viewer !== null && isSeen && viewer !== stepper.viewer) await this.through(viewer);
    if (address !== null) await this.to(address);
    this.arrived(fragment, isSeen ? null : stepper.header.over ? "unknown" : "too_early");
  }

  /** @param {string} fragment @param {import("./astray.js").Unseen | null} viewer why it is not seen as the link says */
  arrived(fragment, viewer) {
    const { address } = linked(fragment);
    const { frame, frames, unspoilt } = this.stepper;
    const isWay = document.getElementById(fragment.slice(1)) !== null; // into the page, as "Skip to the table" is
    const place = (isNoLink(fragment) && !isWay) || (address !== null && !frames.has(address));
    const far = unspoilt && address !== null && entryOf(address) > frame.n;
    this.#place = "";
    this.draw();
    this.said = astray(this.stepper, { place, far, viewer });
    this.draw();
  }

  /** Go to the last entry that is told of. */
  end() {
    return this.to(`${this.stepper.horizon}`);
  }

  /** @param {1 | -1} way */
  async eyes(way) {
    const { viewers, viewer } = this.stepper;
    await this.through(viewers[(viewers.indexOf(viewer) + way + viewers.length) % viewers.length]);
  }

  /** @param {string} viewer */
  async through(viewer) {
    this.#turn += 1;
    await this.stepper.through(viewer);
    try {
      this.before = await reseen(this.before, this.stepper);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
      this.stepper.lost = error; // the moment stays kept as it was seen
    }
    this.draw();
  }

  /** @param {1 | -1} way */
  note(way) {
    const { frame, horizon } = this.stepper;
    const at = this.notes.map((note) => note.address).filter((one) => entryOf(one) <= horizon);
    const found = way > 0 ? at.find((one) => entryOf(one) > frame.n) : at.findLast((one) => entryOf(one) < frame.n);
    if (found !== undefined) this.to(found);
  }

  /** Play by itself, or stop. */
  autoplay() {
    if (this.#playing) {
      clearTimeout(this.#playing);
      this.#playing = undefined;
    } else this.#playOn();
    this.draw();
  }

  /** @param {1 | -1} way */
  speed(way) {
    this.plays(this.pace + way);
  }

  /** @param {number} pace of `SPEEDS` */
  plays(pace) {
    this.pace = Math.min(SPEEDS.length - 1, Math.max(0, pace));
    this.draw();
  }

  #playOn() {
    this.#playing = setTimeout(async () => {
      if (this.stepper.atEnd) {
        this.#playing = undefined;
        this.draw();
        return;
      }
      this.#playOn();
      await this.go("entry", 1);
    }, SPEEDS[this.pace]);
  }

  /** @param {Far} by what the outer buttons go by from now on */
  goesBy(by) {
    this.far = by;
    this.draw();
  }

  /** @param {1 | -1} way */
  further(way) {
    if (this.far === "note") this.note(way);
    else this.go(this.far, way);
  }

  /** Show others this moment. */
  share() {
    sharing(this);
  }

  /** Ask where to go. */
  ask() {
    asking((typed) => {
      const { header, horizon } = this.stepper;
      const turns = (header.marks.turn ?? []).filter((n) => n <= horizon);
      const place = typedPlace(typed, turns);
      if (place !== null) this.to(place);
      return place !== null;
    });
  }

  help() {
    helping(bound());
  }

  /** Keep this moment to compare others with, or stop comparing. */
  compare() {
    this.before = this.before === null ? kept(this.stepper.frame, this.stepper.viewer) : null;
    this.pane("compare");
  }

  /** @param {Pane} pane */
  pane(pane) {
    this.shows = pane;
    if (pane === "notes") this.readTexts();
    if (!this.#beside && this.root.querySelector(".rail:not(:has(*:focus))")?.checkVisibility() === false)
      this.beside();
    this.draw();
  }

  /** Show what stands beside the board where there is no room for both, or the board again. */
  beside() {
    this.#beside = !this.#beside;
    this.root.toggleAttribute("data-beside", this.#beside);
    this.draw();
  }

  /** Tell no more than was seen, or all again. */
  unspoil() {
    this.sparing.turn();
    this.draw();
  }

  /** @param {Pick | null} pick */
  look(pick) {
    this.looked = pick;
    this.draw();
  }

  /**
   * Begin to change an own note, or leave it as it was.
   *
   * @param {string | null} id
   */
  changeNote(id) {
    this.changing = id;
    this.draw();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".note-form textarea"))?.focus();
  }

  /** Read what was written about cases; without an answer the review goes on as it is. */
  async readTexts() {
    const { source, header } = this.stepper;
    try {
      this.texts = textsOf(await source.cases(), header.seats, header.over);
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Lost)) throw error;
    }
    this.draw();
  }

  #reread() {
    this.own.reread();
    this.draw();
  }

  /** @param {string} id */
  removeNote(id) {
    if (this.changing === id) this.changing = null;
    this.own.remove(id, new Date());
    this.draw();
  }

  /** Draw what there is now; what did not change keeps its nodes. */
  draw() {
    const { frame, viewer } = this.stepper;
    const place = link(frame.address, viewer);
    const moved = place !== this.#place;
    if (moved) {
      this.sparing.keep();
      this.#place = place;
      this.said = "";
      addressed(place);
      this.stretch = stretchTo(this.stepper);
    }
    if (this.looked !== null) this.looked = frame.picture && asItLies(this.looked, frame.picture);
    const told = heard(this.stretch);
    const dock = steps(this); // which says what the place tells
    render(
      framed({ bar: top(this, this.#beside), board: this.#board(), rail: rail(this), dock, told, reads: true }),
      this.root,
    );
    const pane = this.root.querySelector(".pane:has(> .story)");
    if (moved && pane) pane.scrollTop = pane.scrollHeight;
  }

  /** Draw again with the width that the page has now. */
  measure() {
    this.width = this.root.querySelector(".tl-line")?.clientWidth ?? 0;
    this.draw();
  }

  #board() {
    const { frame } = this.stepper;
    if (frame.picture === null) return html`<p class="board-none">${say("Nothing is dealt yet.")}</p>`;
    const options = {
      openPanel: this.#open,
      onPanel: (/** @type {string} */ id) => {
        this.#open = id;
        this.draw();
      },
      handsOnBoard: true,
      awaited: frame.awaited.map(({ seat }) => seat),
    };
    return board(frame.picture, options);
  }
}
