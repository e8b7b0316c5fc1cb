// Draws the OpenAPI document of this service. Text only ever becomes text: nothing is inserted as markup.
"use strict";

const ADDRESS = "/api/v1/openapi.json";
const METHODS = ["get", "post", "put", "delete"];
const LONGEST = 200000; // characters of an answer that are shown

let spec;

/** Make an element with attributes and children; strings become text. */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Turn `code` in backquotes into code elements. */
function prose(text) {
  return text.split(/`([^`]+)`/).map((part, i) => (i % 2 ? make("code", {}, part) : part));
}

function nameOf(schema) {
  return schema.$ref?.split("/").pop();
}

function resolve(schema) {
  return schema.$ref ? spec.components.schemas[nameOf(schema)] : schema;
}

/** Say in a few words what a schema allows. */
function kindOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const usual = schema.default !== undefined && schema.default !== null ? [`default ${JSON.stringify(schema.default)}`] : [];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" | "), ...usual].join(", ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(kindOf).join(" or ");
  const types = [schema.type ?? "anything"].flat();
  const words = types.map((type) => {
    if (type === "array" && schema.items) return `list of ${kindOf(schema.items)}`;
    if (type === "string" && schema.format) return schema.format;
    return type;
  });
  const limits = [];
  const least = schema.minimum !== undefined ? [`from ${schema.minimum}`] : [];
  const most = schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? [`to ${schema.maximum}`] : [];
  if (least.length + most.length) limits.push([...least, ...most].join(" "));
  if (schema.maxLength !== undefined) limits.push(`up to ${schema.maxLength} characters`);
  if (schema.maxItems !== undefined) limits.push(`up to ${schema.maxItems}`);
  return [words.join(" or "), ...limits, ...usual].join(", ");
}

/** Return the schemas inside a schema that have members worth showing. */
function inside(schema) {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap(inside);
  if ([schema.type].flat().includes("array") && schema.items) return inside(schema.items);
  if (schema.type === "array" && schema.prefixItems) return schema.prefixItems.flatMap(inside);
  if (typeof schema.additionalProperties === "object") return inside(schema.additionalProperties);
  return Object.keys(resolve(schema).properties ?? {}).length || choicesOf(schema) ? [schema] : [];
}

function choicesOf(schema) {
  const found = resolve(schema);
  return found.anyOf ?? found.oneOf;
}

/** Draw the members of a schema; members of members open on demand, so that schemas may refer to themselves. */
function members(schema) {
  const found = resolve(schema);
  if (choicesOf(schema)) {
    return make("div", {}, choicesOf(schema).flatMap(inside).map((choice) => opening(make("span", {}, kindOf(choice)), choice)));
  }
  const required = new Set(found.required ?? []);
  const items = Object.entries(found.properties ?? {}).map(([name, member]) => {
    const head = make("span", {},
      make("code", {}, name), " ",
      make("span", { class: "kind" }, kindOf(member)), " ",
      required.has(name) ? make("span", { class: "must" }, "required ") : "",
      member.description ? make("span", { class: "note" }, "– ", prose(member.description)) : "");
    const deeper = inside(member);
    return make("li", {}, deeper.length ? deeper.map((one, i) => opening(i ? make("span", {}, kindOf(one)) : head, one)) : head);
  });
  return make("ul", { class: "schema" }, items.length ? items : make("li", { class: "note" }, "nothing"));
}

function opening(head, schema) {
  const box = make("details", {}, make("summary", {}, head));
  box.addEventListener("toggle", () => {
    if (box.open && box.children.length === 1) box.append(members(schema));
  });
  return box;
}

/** Make an example body: required members, and what has a default. */
function example(schema, depth = 0) {
  const found = resolve(schema);
  if (found.examples) return found.examples[0];
  if (found.default !== undefined) return found.default;
  if (found.enum) return found.enum[0];
  const type = [found.type].flat()[0];
  if (type === "object") {
    const required = new Set(found.required ?? []);
    const names = Object.keys(found.properties ?? {}).filter((name) => required.has(name));
    return depth > 4 ? {} : Object.fromEntries(names.map((name) => [name, example(found.properties[name], depth + 1)]));
  }
  if (type === "array") return found.items && depth <= 4 ? [example(found.items, depth + 1)] : [];
  return { string: "", integer: found.minimum ?? 0, boolean: false }[type] ?? null;
}

const CALLERS = {
  anybody: "anybody",
  seat: "a seat's token",
  player: "a player's key",
  opener: "the opener's token",
  caster: "a caster's token",
  organiser: "an organiser's key",
  operator: "an operator's key",
  arbiter: "an arbiter's key",
};

/** Say who may call an operation, one line for each kind of callers and condition. */
function callers(operation) {
  const lines = operation["x-callers"].map(({ caller, when }) =>
    make("li", {}, make("strong", {}, CALLERS[caller] ?? caller), when ? make("span", { class: "note" }, " ", prose(when)) : ""));
  return [make("h4", {}, "Who may call"), make("ul", { class: "callers" }, lines)];
}

function parameters(operation) {
  if (!operation.parameters.length) return null;
  const rows = operation.parameters.map((parameter) => make("tr", {},
    make("th", { scope: "row" }, make("code", {}, parameter.name), parameter.required ? make("span", { class: "must" }, " required") : ""),
    make("td", {}, parameter.in),
    make("td", {}, make("span", { class: "kind" }, kindOf(parameter.schema))),
    make("td", {}, prose(parameter.description ?? parameter.schema.description ?? ""))));
  const head = make("thead", {}, make("tr", {}, ["Name", "In", "Type", "Meaning"].map((text) => make("th", { scope: "col" }, text))));
  return [make("h4", {}, "Parameters"), make("table", {}, head, make("tbody", {}, rows))];
}

function requestBody(operation) {
  const content = operation.requestBody?.content["application/json"];
  if (!content) return null;
  return [make("h4", {}, operation.requestBody.required ? "Body" : "Body, may be left out"), members(content.schema)];
}

function replies(operation) {
  const drawn = Object.entries(operation.responses).map(([status, reply]) => {
    const parts = Object.entries(reply.content ?? {}).map(([media, content]) => make("div", {},
      make("div", { class: "note mono" }, media, content.schema?.$ref ? ` – ${nameOf(content.schema)}` : ""),
      content.schema ? (inside(content.schema).length ? members(content.schema) : make("span", { class: "kind" }, kindOf(content.schema))) : ""));
    const headers = Object.entries(reply.headers ?? {}).map(([name, header]) => make("div", {}, make("code", {}, name), " ", header.description));
    const mood = status < "400" ? "good" : "bad";
    return make("details", { class: "reply" },
      make("summary", {}, make("span", { class: `status ${mood}` }, status), prose(reply.description)),
      make("div", {}, headers, parts));
  });
  return [make("h4", {}, "Answers"), make("div", {}, drawn)];
}

/** Draw the form that sends the request, and what comes back. */
function trial(method, path, operation) {
  const inputs = operation.parameters.map((parameter) => {
    const input = make("input", { name: parameter.name, placeholder: kindOf(parameter.schema), required: parameter.required });
    return { parameter, input, label: make("label", {}, `${parameter.name} (${parameter.in})`, input) };
  });
  const content = operation.requestBody?.content["application/json"];
  const body = content && make("textarea", { spellcheck: "false", "aria-label": "Body" });
  if (body) body.value = JSON.stringify(content.example ?? example(content.schema), null, 2);
  const answer = make("div", { class: "answer", "aria-live": "polite" });
  const form = make("form", { class: "try", autocomplete: "off" },
    inputs.length ? make("div", { class: "fields" }, inputs.map((one) => one.label)) : "",
    body ?? "",
    make("div", {}, make("button", { type: "submit" }, "Send")),
    answer);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    answer.replaceChildren(make("p", { class: "note" }, "Waiting for the answer …"));
    answer.replaceChildren(...(await send(method, path, inputs, body)));
  });
  return [make("h4", {}, "Try it"), form];
}

async function send(method, path, inputs, body) {
  const query = new URLSearchParams();
  const headers = {};
  let address = path;
  for (const { parameter, input } of inputs) {
    if (input.value === "") continue;
    if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (parameter.in === "query") query.set(parameter.name, input.value);
    else headers[parameter.name] = input.value;
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body?.value.trim()) headers["Content-Type"] = "application/json";
  if (query.size) address += `?${query}`;
  try {
    const reply = await fetch(address, { method: method.toUpperCase(), headers, body: body?.value.trim() || undefined, redirect: "error" });
    const text = await reply.text();
    const shown = ["Location", "ETag", "Content-Type"].filter((name) => reply.headers.get(name));
    return [
      make("div", {}, make("span", { class: `status ${reply.ok ? "good" : "bad"}` }, String(reply.status)), `${method.toUpperCase()} ${address}`),
      ...shown.map((name) => make("div", { class: "note mono" }, `${name}: ${reply.headers.get(name)}`)),
      make("pre", {}, pretty(text, reply.headers.get("Content-Type") ?? "").slice(0, LONGEST)),
    ];
  } catch (error) {
    return [make("p", { class: "must" }, `No answer: ${error.message}`)];
  }
}

function pretty(text, media) {
  if (!/json($|;)/.test(media) || media.includes("ndjson")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function operationBox(method, path, operation) {
  const box = make("details", { class: "operation", id: operation.operationId },
    make("summary", {},
      make("span", { class: `method ${method}` }, method.toUpperCase()),
      make("span", { class: "path" }, path),
      make("span", { class: "what" }, operation.summary)));
  box.addEventListener("toggle", () => {
    if (!box.open || box.children.length > 1) return;
    box.append(make("div", { class: "inside" },
      make("p", {}, prose(operation.description)),
      callers(operation), parameters(operation), requestBody(operation), replies(operation), trial(method, path, operation)));
  });
  return box;
}

function operations() {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method, operation: methods[method] })));
}

function games() {
  const names = Object.keys(spec.components.schemas);
  return names.filter((name) => name.endsWith(".options")).map((name) => name.slice(0, -".options".length)).map((game) => ({
    game,
    schemas: [`${game}.options`, `${game}.view`, ...names.filter((name) => name.startsWith(`${game}.command.`)).sort()],
  }));
}

function gameBox({ game, schemas }) {
  return make("details", { class: "operation", id: `game-${game}` },
    make("summary", {}, make("span", { class: "path" }, game), make("span", { class: "what" }, "options, view, bodies of commands")),
    make("div", { class: "inside" }, schemas.map((name) => {
      const schema = { $ref: `#/components/schemas/${name}` };
      const note = resolve(schema).description;
      const title = make("span", {}, make("code", {}, name.slice(game.length + 1)), " ", note ? make("span", { class: "note" }, prose(note)) : "");
      return opening(title, followed(schema));
    })));
}

/** Draw what the service sends to a receiver of its own accord. */
function letterBox(type, letter) {
  const box = make("details", { class: "operation", id: `letter-${type}` },
    make("summary", {}, make("span", { class: "path" }, type), make("span", { class: "what" }, prose(letter.summary))));
  box.addEventListener("toggle", () => {
    if (!box.open || box.children.length > 1) return;
    box.append(make("div", { class: "inside" }, make("p", {}, prose(letter.description)),
      parameters(letter), requestBody(letter), replies(letter)));
  });
  return box;
}

/** Follow a schema that is nothing but a reference. */
function followed(schema) {
  const found = resolve(schema);
  return found.$ref ? followed(found) : schema;
}

function link(target, ...children) {
  return make("li", {}, make("a", { href: `#${target}` }, ...children));
}

function draw() {
  const all = operations();
  const main = document.getElementById("main");
  const nav = document.getElementById("nav");
  const paragraphs = spec.info.description.split("\n\n").map((text) => make("p", {}, prose(text)));
  const version = make("p", { class: "note" }, `Version ${spec.info.version} · OpenAPI ${spec.openapi} · `,
    make("a", { href: ADDRESS }, "openapi.json"), " · ", make("a", { href: "/docs/problems" }, "problem codes"));
  const sections = spec.tags.map((tag) => {
    const own = all.filter((one) => one.operation.tags.includes(tag.name));
    nav.append(make("h4", {}, tag.name), make("ul", {}, own.map(({ method, operation }) =>
      link(operation.operationId, make("span", { class: `method ${method}` }, method.toUpperCase()), operation.summary))));
    return make("section", {}, make("h2", {}, tag.name), make("p", { class: "note" }, tag.description),
      own.map(({ method, path, operation }) => operationBox(method, path, operation)));
  });
  const letters = Object.entries(spec.webhooks ?? {}).map(([type, { post }]) => ({ type, letter: post }));
  nav.append(make("h4", {}, "letters of webhooks"), make("ul", {}, letters.map(({ type }) => link(`letter-${type}`, type))));
  const known = games();
  nav.append(make("h4", {}, "schemas of the games"), make("ul", {}, known.map(({ game }) => link(`game-${game}`, game))));
  main.replaceChildren(make("h1", {}, spec.info.title), ...paragraphs, version, ...sections,
    make("section", {}, make("h2", {}, "letters of webhooks"),
      make("p", { class: "note" }, "Sent to the addresses that makeWebhook was given; docs/organisers.md says when."),
      letters.map(({ type, letter }) => letterBox(type, letter))),
    make("section", {}, make("h2", {}, "schemas of the games"),
      make("p", { class: "note" }, "Made from the games' own types; GET /api/v1/games/{game} has them too."), ...known.map(gameBox)));
  reveal();
}

/** Open what the address names. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}

async function start() {
  document.getElementById("credentials").addEventListener("submit", (event) => event.preventDefault());
  window.addEventListener("hashchange", reveal);
  try {
    spec = await (await fetch(ADDRESS)).json();
    draw();
  } catch (error) {
    document.getElementById("loading").textContent = `The document cannot be read: ${error.message}`;
  }
}

start();
