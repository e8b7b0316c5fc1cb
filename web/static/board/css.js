/**
 * The one way in which a module of ours sets a style: custom properties through the CSSOM, as the policy of our pages
 * allows no style attribute. What they mean stands in the style sheets.
 */

import { Directive, directive, PartType } from "../vendor/lit-html/directive.js";
import { noChange } from "../vendor/lit-html/lit-html.js";

/** @typedef {Record<string, string | number | undefined>} Vars names without the two dashes */

class CssVars extends Directive {
  /** @param {import("../vendor/lit-html/directive.js").PartInfo} part */
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error("cssVars stands on an element, not in an attribute");
    /** @type {Map<string, string>} */
    this.set = new Map();
  }

  /** @param {Vars} _vars */
  render(_vars) {
    return noChange;
  }

  /**
   * @override
   * @param {import("../vendor/lit-html/directive.js").ElementPart} part
   * @param {[Vars]} values
   */
  update(part, [vars]) {
    const { style } = /** @type {HTMLElement | SVGElement} */ (part.element);
    for (const name of this.set.keys()) {
      if (vars[name] === undefined) {
        style.removeProperty(`--${name}`);
        this.set.delete(name);
      }
    }
    for (const [name, value] of Object.entries(vars)) {
      const text = value === undefined ? undefined : `${value}`;
      if (text !== undefined && this.set.get(name) !== text) {
        style.setProperty(`--${name}`, text);
        this.set.set(name, text);
      }
    }
    return noChange;
  }
}

/** Sets custom properties of an element: `<div ${cssVars({ columns: 5 })}>`. */
export const cssVars = directive(CssVars);
