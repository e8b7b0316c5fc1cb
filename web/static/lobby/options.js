/**
 * The options of a game as fields of a form, from their JSON Schema. What a reader leaves alone is not sent, so a table
 * is opened with the game's own defaults.
 */

/**
 * @typedef {string | number | boolean} Value
 *
 * @typedef {object} Field
 * @property {string} path names with slashes between them, of an option inside another
 * @property {"choice" | "number" | "flag" | "text" | "either"} kind `either`: one of `values`, or a number
 * @property {string} label in the words of the schema
 * @property {string[]} values
 * @property {number | undefined} least
 * @property {number | undefined} most
 * @property {Value | undefined} initial nothing for an option that is left out unless it is said
 */

/**
 * @param {any} schema
 * @returns {Field[]} in the schema's own order
 */
export function fieldsOf(schema) {
  return inside(resolved(schema, schema), schema, "", undefined);
}

/**
 * @param {any} node an object
 * @param {any} schema
 * @param {string} before the path of the object
 * @param {any} initial what the object is unless something is said
 * @returns {Field[]}
 */
function inside(node, schema, before, initial) {
  return Object.entries(node.properties ?? {}).flatMap(([name, given]) => {
    const of = resolved(given, schema);
    const path = `${before}${name}`;
    const first = initial?.[name] ?? of.default;
    return of.type === "object" ? inside(of, schema, `${path}/`, first) : [field(path, name, of, first)];
  });
}

/**
 * @param {string} path
 * @param {string} name
 * @param {any} of
 * @param {Value | undefined} initial
 * @returns {Field}
 */
function field(path, name, of, initial) {
  const ways = of.anyOf ?? [of];
  const values = ways.flatMap((/** @type {any} */ way) => way.enum ?? []);
  const number = ways.find((/** @type {any} */ way) => way.type === "integer");
  return {
    path,
    kind: kind(of, values, number),
    label: of.description ?? name,
    values,
    least: number?.minimum,
    most: number?.maximum,
    initial,
  };
}

/**
 * @param {any} of
 * @param {string[]} values
 * @param {any} number
 * @returns {Field["kind"]}
 */
function kind(of, values, number) {
  if (values.length > 0) return number === undefined ? "choice" : "either";
  if (number !== undefined) return "number";
  return of.type === "boolean" ? "flag" : "text";
}

/**
 * @param {any} node
 * @param {any} schema
 * @returns {any} what a node says, with what it refers to
 */
function resolved(node, schema) {
  if (node.$ref === undefined) return node;
  return { ...schema.$defs[node.$ref.split("/").at(-1)], ...node };
}

/**
 * @param {Field[]} fields
 * @param {Map<string, Value>} said by path
 * @returns {Record<string, any>} the options as the service takes them: what differs from the game's own
 */
export function optionsOf(fields, said) {
  /** @type {Record<string, any>} */
  const options = {};
  for (const one of fields) {
    const value = said.get(one.path);
    if (value !== undefined && value !== "" && value !== one.initial) put(options, one.path.split("/"), value);
  }
  return options;
}

/**
 * @param {Record<string, any>} options
 * @param {string[]} path
 * @param {Value} value
 */
function put(options, path, value) {
  const [name = "", ...rest] = path;
  if (rest.length === 0) options[name] = value;
  else {
    options[name] ??= {};
    put(options[name], rest, value);
  }
}
