// Verify a Matchledger record (docs/record-format.md) without knowing any game; verify.py is this program's twin.
// The record of a tournament (docs/tournament-record.md) is verified without knowing any way of pairing.
// Usage: verify.mjs [--json] FILE|-...   Exit: 0 nothing is wrong, 1 something is wrong, 2 cannot be read. Node 18+.
// It reads from top to bottom: which members an entry has (`ENTRIES`, `SHAPES`), bytes and draws, which entry may follow
// which (`Order`), a record line by line and its checks (`Record`), that of a tournament (`Cup`), what is told of them.
// The twin has this order. All above "The program" runs anywhere, also in the page /verify: `isRecord`, `report`.
export const RECORD_BYTES = 2 ** 28;
const [FORMAT, LINE_BYTES, DEPTH, MOST_DRAWN, NOTES, DAY] = ["matchledger/1", 2 ** 22, 64, 2 ** 24, 20_000, 86_400_000];
const BOARD = "board/1", KNOWN = "known/1", NO_SECRET = "WXOdNYm0vXnqV0oJgqSKdy9b_UP2MinPk_EdktvV16I"; // commits to 32 zero bytes
const NAMES = "format numbering header chain seals secrets draws decisions clocks outcome complete entropy signatures";
const LINES = ["header", "entry", "data", "checkpoint", "note"];
// Types of members: s string, i whole number from 0, z whole number, h 32 bytes, k 16 bytes,
// o object, n null, b object or null, f fact, t tag, l label of a draw, p table and hash, w value and salt, c id of a
// case, a address of a fact, r rule cited, x string of at most 4000 characters, y true or false, any: not checked; in
// tournaments e id, q text, u exact points (U not 0), v such not below 0, 2-5 whole number from 2 to 5, B odd number to
// 9 (D not 1), P whole number from 1, Z a string but UTC, T true, F false; *t list of t, %t object of t, a|b one of
// these words, else a shape below. A member with ? may be absent, and is neither empty nor its default.
const EVERY = "n:i at:i by:s kind:s seals?:%h ", TAKEN = "seat:i player:s name_hash:s entropy:h bot?:s public_key?:s";
const PLAYED = "facts:*f draws?:*draw", ACTION = `${PLAYED} seat:i command:command used_ms:i reveals?:%w`;
const ENTRIES = {
  table_opened: "format:matchledger/1|- release:s table:s game:s version:i edition:h options:o seats:1-100 deal_id:s " +
    "protocol:seed+seats/1|board/1|branch/1|known/1 commitments:commitments secrets_open_at:confirmed|event_end|" +
    "never start:full|word data?:h visibility:public|unlisted|private delay_entries?:i delay_seconds?:i clock?:clock " +
    "confirm?:confirm connection?:shown|- label?:s external_id?:s series?:series branch_of?:branch tournament?:cup " +
    "arbiter_call?:none|stop file_ms?:i appeal_ms?:i", seat_taken: TAKEN, seat_replaced: TAKEN, seat_left: "seat:i",
  result_accepted: "seat:i", result_adjusted: "outcome:outcome case:c", ruling_accepted: "case:c seat:i",
  verified: "checks:*passed|failed|not_possible result:good|wrong head:head", game_started: PLAYED,
  result_confirmed: "", outage: "since:i until:i", caster_admitted: "caster:i player:s name_hash:s seats:*i",
  caster_dismissed: "caster:i", action_taken: `${ACTION} origin?:n seen?:i`, action_forced: ACTION,
  rewound_to: "to:i reason:infraction|mistake|service_fault|agreement|other order?:reshuffle|- facts?:*f " +
    "draws?:*draw case?:c clocks?:*i", table_abandoned: "reason:cancelled|no_show|idle|emergency|agreement|void|other",
  evidence_viewed: "viewer:s first:i last:i case?:s looked_at?:i", game_finished: "outcome:outcome",
  secrets_opened: "deal_secret:h salt_secret:h", resumed: "cause:s",
  paused: "cause:s reason:break|dispute|technical|conduct|emergency|other",
  clock_adjusted: "seat:i reason:penalty|compensation|mistake|agreement|other bank_ms?:i move_ms?:i",
  case_opened: "case:c moment:a about:rule|clock|connection|conduct|software|other stops_play:y filed_at:i text?:h",
  case_claimed: "case:c", case_released: "case:c", case_appealed: "case:c text?:h", case_closed: "case:c",
  case_dismissed: "case:c code:unfounded|too_late|duplicate|withdrawn|not_for_us|other text?:h",
  ruling_made: "case:c finding:infraction|no_infraction|service_fault|undecided grounds:*r measures:*none|rewind|" +
    "clock|result|penalty|void|words text?:h sealed_text?:h",
  penalty: "seat:i penalty:warning|time|game_loss|match_loss|disqualification case:c points?:i",
};
const CUP = "matchledger/tournament/1", CUP_NAMES = "format order chain pairings standings draws";
const ENTERS = "player:e rating?:i name_hash?:h bot?:e";
const TOLD = "round:i table:i game?:i places:*0-10 rests_on?:counted redealt?:T";
const OF_CUPS = {
  tournament_opened: "format:matchledger/tournament/1|- tournament:e game:s version:i method:o scoring:scoring " +
    "tie_breaks:*buchholz|buchholz_cut_1|sonneborn_berger|direct_encounter|wins|opponents_average_place|" +
    "opponents_win_share tie_break_edition:fide-c07-2026-03|- commitment:h label?:s options?:%any tables?:tables " +
    "registration?:code|- sandbox?:T best_of?:D cut?:cut_said draw_by_agreement?:before_start|any_time " +
    "own_byes?:own_byes data?:h at_rounds?:*of_rounds next_round_ms?:i time_zone?:Z decks?:registered|- same_deal?:T",
  player_registered: `${ENTERS} entropy:h`, player_entered_late: `${ENTERS} points:v`,
  player_checked_in: "player:e entropy?:h", player_withdrawn: "player:e", player_returned: "player:e",
  player_disqualified: "player:e reason:q", penalty_given: "player:e points:v reason:q",
  bye_requested: "player:e round:i bye:full|half|zero own?:T", pair_forbidden: "players:*e first:i last:i",
  tournament_started: "order:*e initial:0-1 draws:*draw", round_started: "round:i attempt:i board?:h",
  round_paired: "round:i attempt:i tables:**e byes?:*bye draws?:*draw reason?:q",
  round_recalled: "round:i attempt:i reason:q", result_counted: `${TOLD} reason?:q agreed?:T`,
  result_corrected: `${TOLD} reason:q`, draw_offered: "player:e round:i table:i stands?:F",
  result_conceded: "player:e round:i table:i game?:i", standings_frozen: "rounds:i rows:*standing draws?:*draw",
  cut_made: "standings:i players:*e", prizes_given: "standings:i prizes:*prize", tournament_ended: "standings:i",
  tournament_cancelled: "reason:q", tournament_paused: "reason:q", tournament_resumed: "", secret_opened: "secret:h",
  deck_registered: "player:e round?:2-999 seals:deck_seal", deck_opened: "player:e round?:2-999 salt:k deck:deck",
};
const AT_ANY_TIME = "player_withdrawn player_returned player_disqualified penalty_given bye_requested pair_forbidden " +
  "tournament_cancelled deck_registered";
const WHILE_PLAYED = "player_entered_late result_counted result_corrected standings_frozen cut_made prizes_given " +
  `draw_offered result_conceded round_recalled tournament_ended ${AT_ANY_TIME}`;
const CUP_ORDER = {
  registration: `player_registered player_checked_in tournament_started ${AT_ANY_TIME}`,
  running: `round_paired round_started tournament_paused ${WHILE_PLAYED}`, paused: `tournament_resumed ${WHILE_PLAYED}`,
  over: "deck_opened secret_opened", closed: "" };
const ENTERING = ["player_registered", "player_entered_late"];
const CUP_BECOMES = { tournament_started: "running", tournament_paused: "paused", tournament_resumed: "running",
  tournament_ended: "over", tournament_cancelled: "over", secret_opened: "closed" };
const SHAPES = new Map([...Object.entries(ENTRIES).map(([kind, members]) => [`entry ${kind}`, EVERY + members]),
  ...Object.entries(OF_CUPS).map(([kind, members]) => [`cup ${kind}`, `n:i at:i by:q kind:s ${members}`]),
  ...Object.entries({
  "method round_robin": "format:s cycles?:2-2 groups?:2-99", "method knock_out": "format:s losses?:2-2 drawn?:replay|-",
  "method swiss": "format:s rounds:1-999 edition:fide-c0403-2026-02|-",
  "method pods": "format:s rounds:1-999 seats:3-10 edition:pods-1|-",
  scoring: "by_place:*u tie?:draw_points|- draw_points?:U pairing_bye?:u forfeit_loss?:U",
  tables: "clock?:clock confirm?:confirm visibility?:unlisted|private no_show_ms?:i round_ms?:i " +
    "secrets_open_at?:event_end|- delay_entries?:i delay_seconds?:i seat_tokens?:T",
  cut_said: "players:2-999 losses?:2-2 drawn?:replay|- best_of?:B", prize: "place:i player:e prize:q",
  of_rounds: "first:1-999 last?:1-999 options?:%any data?:h clock?:clock best_of?:B decks?:anew|-",
  deck_seal: "/deck:h", deck: "tag:t body:o", own_byes: "half?:P zero?:P last?:i",
  bye: "player:e kind:pairing|full|half|zero", standing: "place:i player:e score:s values:*s",
  counted: "table:s n:i hash:h kind:result_confirmed|result_adjusted|table_abandoned", "line cup": "entry:o hash:h",
  "line header": "header:header", "line data": "data:card_set", "line checkpoint": "checkpoint:any",
  "line note": "note:note", note: "n:i part:/text|/sealed_text salt:k text:x",
  "line entry": "entry:o hash:h opened?:%w", card_set: "digest:h text:s",
  header: "format:matchledger/1|- game:s release:s table:s viewer:s", place: "place:i seats:*i",
  clock: "move_ms?:i bank_ms?:i increment_ms?:i delay_ms?:i grace_ms?:i no_show_ms?:i", confirm: "window_ms:i",
  head: "n:i hash:h", commitments: "deal:h salt:h", command: "tag:t body:b", series: "id:s number:i previous?:p",
  branch: "table:s n:i hash:h", cup: "id:s round:i pairing:i board?:i sandbox?:T seat_tokens?:T",
  draw: "label:l kind:shuffle|pick n:0-65536 result:any",
  outcome: "places:*place ended_by:play|concession|time|limit|abandoned|ruling reason:s points?:*z" })]);
const CASES = new Map(Object.entries({ // what a case becomes by an entry, from each state
  case_opened: { "": "open" }, case_claimed: { open: "claimed", appealed: "reclaimed" },
  case_released: { claimed: "open", reclaimed: "appealed" }, case_dismissed: { claimed: "dismissed" },
  ruling_made: { claimed: "ruled", reclaimed: "ruled" }, case_appealed: { ruled: "appealed", dismissed: "appealed" },
  case_closed: { ruled: "closed", dismissed: "closed" }, penalty: { ruled: "ruled" },
  ruling_accepted: { ruled: "ruled", dismissed: "dismissed" } }));
const MEASURES = new Map(Object.entries({ rewound_to: "rewind", clock_adjusted: "clock", result_adjusted: "result",
  penalty: "penalty", table_abandoned: "void" }));
const OF_CASES = [...CASES.keys()].join(" "), DESK = `evidence_viewed ${OF_CASES}`;
const ALIKE = "seat_replaced caster_admitted caster_dismissed table_abandoned evidence_viewed";
const ORDER = { // what may come while the table is in this status
  open: `seat_taken seat_left game_started ${ALIKE}`,
  running: `action_taken action_forced game_finished rewound_to paused resumed clock_adjusted outage ${ALIKE} ` +
      `result_adjusted ${OF_CASES}`,
  finished: `result_accepted result_confirmed result_adjusted rewound_to ${DESK}`,
  closed: `result_adjusted ${OF_CASES}`,
  confirmed: `secrets_opened result_adjusted verified ${DESK}`, abandoned: `secrets_opened verified ${DESK}` };
const BECOMES = { game_started: "running", rewound_to: "running", game_finished: "finished",
  result_confirmed: "confirmed", table_abandoned: "abandoned", secrets_opened: "closed" };
const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const whole = (v, least = 0, most = Number.MAX_SAFE_INTEGER) => Number.isSafeInteger(v) && v >= least && v <= most;

/** Say whether points are exact, in lowest terms: 5, 1/2, -10/3. */
const exact = (text) => {
  const [, above, below] = text.match(/^-?(0|[1-9][0-9]{0,8})(?:\/([1-9][0-9]{0,8}))?$/) ?? [];
  if (!above || above === "0") return text === "0";
  let [a, b] = [Number(above), Number(below)];
  while (b) [a, b] = [b, a % b];
  return !below || (below !== "1" && a === 1);
};
const pair = (v) => Array.isArray(v) && v.length === 2;
const STRINGS = { // what a string of a type is like
  s: /^.*$/su, x: /^.{0,4000}$/su, q: /^.{1,500}$/su, r: /^.{1,80}$/su, t: /^(?!\?$).*$/su, Z: /^(?!UTC$).*$/su,
  h: /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, k: /^[A-Za-z0-9_-]{21}[AQgw]$/, e: /^[A-Za-z0-9_.-]{1,64}$/,
  c: /^[a-z0-9][a-z0-9_-]{0,63}$/, a: /^[1-9][0-9]{0,8}(\.(0|[1-9][0-9]{0,5}))?$/, l: /^[0-9]+\/[0-9]+\/.+$/su };
const likes = ([type, like]) => [type, (v) => typeof v === "string" && like.test(v)];
const SIMPLE = new Map([...Object.entries(STRINGS).map(likes), ...Object.entries({
  z: (v) => Number.isSafeInteger(v), i: (v) => whole(v), P: (v) => whole(v, 1),
  D: (v) => [3, 5, 7, 9].includes(v), B: (v) => v === 1 || SIMPLE.get("D")(v),
  u: (v) => typeof v === "string" && exact(v), U: (v) => SIMPLE.get("u")(v) && v !== "0",
  v: (v) => SIMPLE.get("u")(v) && v[0] !== "-", o: isObject, n: (v) => v === null, b: (v) => v === null || isObject(v),
  y: (v) => typeof v === "boolean", T: (v) => v === true, F: (v) => v === false, any: () => true,
  f: (v) => isObject(v) && Object.hasOwn(v, "tag") && SIMPLE.get("t")(v.tag), w: (v) => pair(v) && SIMPLE.get("k")(v[1]),
  p: (v) => pair(v) && SIMPLE.get("s")(v[0]) && SIMPLE.get("h")(v[1]),
})]);
const RULERS = "opener|player|organiser|operator", RULER = new RegExp(`^(${RULERS}|arbiter)(:[^]*)?$`);
const PAUSE = `ruler (${RULERS})|case:[a-z0-9][a-z0-9_-]{0,63}`;
const STOPS = new Map([["paused", new RegExp(`^(arbiter arbiter|${PAUSE} (seat|arbiter|${RULERS}))(:[^]*)?$`)],
  ["resumed", new RegExp(`^(arbiter (arbiter|operator)|${PAUSE} (arbiter|operator|clock))(:[^]*)?$`)]]);
const OFFICE = /^(operator|arbiter)(:[^]*)?$/;
const nameIn = (by) => by.slice(by.split(":")[0].length + 1) || null;
const isDecided = ({ state }) => state === "ruled" || state === "dismissed";
const get = (object, name, otherwise) => (Object.hasOwn(object, name) ? object[name] : otherwise);
const unb64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (s) => s.charCodeAt(0));
const b64 = (all) => btoa(String.fromCharCode(...all)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const utf8 = (part) => (typeof part === "string" ? new TextEncoder().encode(part) : part);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const hash = (...parts) => b64(sha256(...parts));
const mac = (key, message) => { // RFC 2104
  const short = utf8(key).length > 64 ? sha256(key) : utf8(key);
  const pad = (mask) => Uint8Array.from({ length: 64 }, (_, i) => short[i] ^ mask);
  return sha256(pad(0x5c), sha256(pad(0x36), message));
};
const hkdf = (secret, salt, info) => mac(mac(salt, secret), `${info}\x01`); // RFC 5869, one block
const byPlace = ([a], [b]) => (a < b ? -1 : 1);
const own = (object, name, otherwise) => Object.entries(get(object, name, otherwise));
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const roots = (power) => Int32Array.from(PRIMES, (prime) => ((prime ** power) % 1) * 2 ** 32);
const [START, ROUNDS] = [roots(1 / 2).subarray(0, 8), roots(1 / 3)];
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** Return a digest (FIPS 180-4): browsers have their own only on secure origins, and only as promises. */
function sha256(...parts) {
  const given = parts.map(utf8), size = given.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(((size + 8) >> 6 << 6) + 64), view = new DataView(bytes.buffer);
  given.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
  bytes[size] = 0x80;
  view.setBigUint64(bytes.length - 8, BigInt(size) * 8n);
  const state = Int32Array.from(START), words = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3), high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25), chosen = (e & f) ^ (~e & g);
      const first = h + mixed + chosen + ROUNDS[i] + words[i];
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
  }
  state.forEach((word, i) => view.setInt32(4 * i, word));
  return bytes.slice(0, 32);
}

function canonical(value) {
  if (!isObject(value)) return Array.isArray(value) ? `[${value.map(canonical).join(",")}]` : JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Say whether a value has a canonical form. */
function plain(value, depth = 0) {
  if (typeof value === "number") return Number.isSafeInteger(value);
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== "object") return true;
  const asciiNames = Array.isArray(value) || Object.keys(value).every((name) => /^[\x00-\x7f]*$/.test(name));
  return depth < DEPTH && asciiNames && Object.values(value).every((item) => plain(item, depth + 1));
}

/** Return the first place that is unknown, missing or not of its type, or nothing. */
function misfit(value, kind, place) {
  let inner = [];
  if (SHAPES.has(kind) && isObject(value)) {
    const members = SHAPES.get(kind).split(" ").filter(Boolean).map((word) => word.split(":"));
    const names = members.map(([name]) => name.replace("?", ""));
    const odd = Object.keys(value).sort().filter((name) => !names.includes(name));
    odd.push(...members.map(([name]) => name).filter((name) => !name.endsWith("?") && !Object.hasOwn(value, name)));
    const isEmpty = (part) => typeof (part ?? 0) === "object" && !Object.keys(part).length;
    const empty = names.filter((name, i) => /\?:[*%]/.test(members[i].join(":")) && isEmpty(get(value, name)));
    if (!odd.length) odd.push(...empty, ...(kind === "draw" && !drawn(value, value.result) ? ["result"] : []));
    if (odd.length) return `${place}/${odd[0]}`;
    inner = members.map(([, type], i) => [names[i], type]).filter(([name]) => Object.hasOwn(value, name));
  } else if (kind[0] === "*" && Array.isArray(value)) inner = value.map((_, i) => [i, kind.slice(1)]);
  else if (kind[0] === "%" && isObject(value)) inner = Object.keys(value).sort().map((name) => [name, kind.slice(1)]);
  else if (/^[0-9]/.test(kind)) return whole(value, ...kind.split("-").map(Number)) ? "" : place;
  else if (!(SIMPLE.get(kind)?.(value) ?? (kind.includes("|") && kind.split("|").includes(value)))) return place;
  return inner.reduce((found, [name, type]) => found || misfit(value[name], type, `${place}/${name}`), "");
}

/** Return the pointers of the hidden places in a value. */
function hidden(value, pointer) {
  if (value === null || typeof value !== "object") return value === null || value === "?" ? [pointer] : [];
  const step = (key) => `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return Object.entries(value).flatMap(([key, item]) => hidden(item, step(key)));
}

/** Return the seats that a viewer holds, in order. */
function seatsIn(viewer, seats) {
  return Array.from({ length: seats }, (_, i) => `seat:${i}`).filter((name) => viewer.split(",").includes(name));
}

/** Say whether a draw could give this: a number below n, an order of 0 to n - 1, or something sealed. */
function drawn({ kind, n: many }, result) {
  const n = whole(many, 0, 65536) ? many : 0;
  if (kind === "pick") return result === null ? n > 0 : whole(result, 0, n - 1);
  const isOrder = Array.isArray(result) && result.length === n && new Set(result).size === n;
  return result === null || (isOrder && result.every((item) => whole(item, 0, n - 1)));
}

/** Return which place is opened to what cannot stand there, or nothing. */
function misopened(entry, opened) {
  const fits = (at, value) => (at !== "/origin" || ["hand", "prepared"].includes(value)) &&
    (at !== "/command/body" || isObject(value));
  const draws = new Map(get(entry, "draws", []).map((draw, i) => [`/draws/${i}/result`, draw]));
  const odd = own(entry, "reveals", {}).sort(byPlace)
    .filter(([at, [value]]) => !fits(at.replace(/^[0-9]+/, ""), value)).map(([at]) => at);
  for (const [at, [value]] of Object.entries(opened).sort(byPlace)) {
    const good = !draws.has(at) || (value !== null && drawn(draws.get(at), value));
    if (!good || !fits(at, value)) odd.push(at);
  }
  return odd.length ? `${odd[0]} is opened to what cannot stand there` : "";
}

/** Return in words what of a line or its entry is unknown, missing or not of its type, or nothing. */
function unfit(line, what, entries, form) {
  const entry = get(line, "entry"), kind = get(isObject(entry) ? entry : {}, "kind");
  let place = misfit(line, `line ${what}`, "");
  if (!place && entry && (typeof kind !== "string" || !SHAPES.has(`${entries} ${kind}`))) {
    const named = typeof kind === "string" ? kind : "what has no kind";
    return `no entry of the kind ${named} is known here; a newer release may have written it`;
  }
  if (entry) place ||= misfit(entry, `${entries} ${kind}`, "/entry");
  if (kind === "tournament_opened") place ||= misfit(entry.method, `method ${get(entry.method, "format")}`, "/entry/method");
  return place && `${place} is ${place.endsWith("/format") ? `not ${form}` : "unknown, missing or not of its type"}`;
}

/** Say whether any line, however damaged the others are, is an object with a header or an entry. */
export function isRecord(bytes) {
  for (let [start, end] = [0, 0]; start < bytes.length; start = end + 1) {
    end = (bytes.indexOf(10, start) + 1 || bytes.length + 1) - 1;
    try {
      const line = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
      if (!line.includes('"header"') && !line.includes('"entry"')) continue;
      const value = JSON.parse(line);
      if (isObject(value) && (Object.hasOwn(value, "header") || Object.hasOwn(value, "entry"))) return true;
    } catch { /* not this one */ }
  }
  return false;
}

/** Return what a draw must have given. */
function resultOf(key, { label, kind, n }) {
  let [block, words, places] = [0, [], Array.from({ length: n }, (_, i) => i)];
  const uniform = (count) => {
    for (;;) {
      const raw = words.length ? null : mac(key, `${label}/${block++}`);
      if (raw) words = [0, 8, 16, 24].map((start) => new DataView(raw.buffer).getBigUint64(start));
      const word = words.shift();
      if (word < 2n ** 64n - (2n ** 64n % count)) return Number(word % count);
    }
  };
  if (kind === "pick") return uniform(BigInt(n));
  for (let i = n - 1; i > 0; i--) {
    const j = uniform(BigInt(i + 1));
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

/** What the entries so far make of the table: which entry may come next, and what every clock shows at each. */
class Order {
  constructor() {
    [this.status, this.taken, this.casters, this.deal, this.drawn] = ["open", new Map(), new Map(), 0, 0];
    [this.result, this.accepted] = [null, new Set()]; // since when it waits to be final, by whom it is accepted
    [this.causes, this.since, this.stood, this.at, this.clocks] = [new Map(), 0, 0, 0, []]; // of the pause; of all
    [this.cases, this.called, this.over, this.until] = [new Map(), "", Infinity, new Map()]; // next pause; end; waits by case
    [this.owed, this.officer, this.sat] = [[], "", new Set()]; // what must come next, by whom; who has ever held a seat
  }
  /** Return how an entry contradicts those before it, or nothing; keep what it changes. */
  disorder(entry) {
    const { kind, n } = entry, seat = get(entry, "seat", 0), outcome = get(entry, "outcome", { places: [] });
    if ((kind === "table_opened") !== !this.opening) return "entry 1, and no other, opens the table";
    const opening = this.opening ??= entry, { seats, clock = {} } = opening;
    const places = outcome.places.flatMap((place) => place.seats);
    const forced = kind === "action_forced", acting = kind === "action_taken" || forced;
    const author = forced ? "clock" : `seat:${seat}`, declared = forced && entry.command.tag === "concede";
    const cast = kind === "caster_admitted" ? entry.seats : [];
    if (kind === "action_taken") this.action ??= entry;
    const { at, since, until, first, last, viewer = "" } = entry, viewing = kind === "evidence_viewed";
    for (const draw of get(entry, "draws", [])) this.drawn += draw.n;
    const limits = ["bank_ms", "move_ms"].filter((name) => Object.hasOwn(entry, name)), stops = STOPS.get(kind);
    const called = kind === "paused" && entry.cause.startsWith("case:") ? `${entry.cause} ${entry.by}` : "";
    const [misjudged, late] = CASES.has(kind) ? this.judged(entry, opening) : [[], false];
    const adjusts = kind === "result_adjusted", { state, ruled, measures = [] } = this.cases.get(entry.case) ?? {};
    const decided = state === "ruled" && ruled === entry.by && measures.includes(MEASURES.get(kind));
    const { id, board } = opening.tournament ?? {}, shares = opening.protocol === BOARD;
    const dealt = shares && board !== undefined ? `${id}/${board}` : opening.table;
    const known = opening.protocol === KNOWN, viewers = ["all", seatsIn(viewer, seats).join(",") || "all"];
    const stopping = stops && entry.cause.startsWith("case:") ? this.cases.get(entry.cause.slice(5)) ?? {} : {};
    const wrong = [
      [known ? opening.commitments.deal !== NO_SECRET : opening.deal_id !== dealt,
        "the deal is not that of the table, or a known deal has a secret"],
      [shares === (board === undefined) || (shares && opening.secrets_open_at === "confirmed"),
        "a board, and no other, shares its deal"],
      [!opening.branch_of === (opening.protocol === "branch/1"), "a branch, and no other, has branch_of"],
      [kind === "game_started" && opening.branch_of && entry.draws, "a branch deals nothing"],
      [entry !== opening && !ORDER[this.status].split(" ").includes(kind), `${kind} comes while ${this.status}`],
      [seat >= seats, "the table has no such seat"],
      [kind.startsWith("seat_") && this.taken.has(seat) === (kind === "seat_taken"), "the seat is taken, or free"],
      [kind === "caster_admitted" && !cast.length || cast.some((at, i) => !this.taken.has(at) || at <= cast[i - 1]),
        "no seats to cast"],
      [kind === "caster_dismissed" && !this.casters.has(entry.caster), "nobody casts under this number"],
      [kind === "game_started" && this.taken.size < seats, "the deal comes when every seat is taken"],
      [acting && !(declared ? RULER.test(entry.by) : entry.by === author), "another one acts"],
      [this.causes.size && (acting || kind === "game_finished"), "the play is stopped"],
      [stops && !stops.test(`${entry.cause} ${entry.by}`), "another one stops the play, or lets it go on"],
      [stops && this.causes.has(entry.cause) === (kind === "paused"), "no such pause"],
      [kind === "resumed" && entry.by === "clock" && !this.causes.get(entry.cause) &&
        !(this.until.size && isDecided(stopping)), "the case is claimed"],
      [kind === "resumed" && ["appealed", "reclaimed"].includes(stopping.state) &&
        !["clock", stopping.claimed].includes(entry.by), "the appeal is another's"],
      [called !== this.called, "no such call"],
      [this.owed[0] && kind !== "resumed" && !this.called && (!MEASURES.has(kind) || entry.by !== this.officer), "a measure is missing"],
      ...misjudged, [kind === "clock_adjusted" && !(OFFICE.test(entry.by) && limits.join() in clock), "no such clock"],
      [kind === "outage" && (this.causes.size || since < this.at || since >= until || until > at), "no such outage"],
      [kind === "action_taken" && "origin" in entry !== "origin" in this.action, "only some have an origin"],
      [get(entry, "seen", n - 1) >= n, "`seen` is no entry before this one"],
      [kind === "rewound_to" && !(this.deal <= entry.to && entry.to < n), "`to` is no entry from the deal on"],
      [kind === "rewound_to" && !entry.order && (entry.facts || entry.draws), "the orders stay"],
      [kind === "rewound_to" && !RULER.test(entry.by), "another one takes the table back"],
      [entry.clocks && !(entry.clocks.length === seats && "bank_ms" in clock), "no such banks"],
      [entry.looked_at < opening.at || entry.looked_at > at, "a look at no such time"],
      [new Set(places).size < places.length || places.some((at) => at >= seats) || adjusts && places.length < seats,
        "the places are not of these seats"],
      [get(outcome, "points", { length: seats }).length !== seats, "the points are not those of these seats"],
      [(outcome.ended_by === "ruling") !== adjusts || adjusts && outcome.reason !== "ruling",
        "no rules, or no ruling, end a game so"],
      [(adjusts || kind === "rewound_to") && Object.hasOwn(entry, "case") && !decided, "nobody ruled so"],
      [kind === "verified" && !(OFFICE.test(entry.by) && !this.sat.has(nameIn(entry.by)) && entry.head.n < n &&
        opening.secrets_open_at === "never" && entry.checks.length === 13 &&
        entry.checks.includes("failed") === (entry.result === "wrong")), "nobody verified this like this"],
      [kind === "result_confirmed" && opening.confirm && entry.by !== "clock", "another one confirms the result"],
      [kind === "result_accepted" && ![`seat:${seat}`, "table"].includes(entry.by), "another one accepts the result"],
      [kind === "result_accepted" && !(opening.confirm && !this.accepted.has(seat)), "no such consent"],
      [kind === "secrets_opened" && opening.secrets_open_at === "never", "these secrets never open"],
      [viewing && !(first >= 1 && first <= last && last < n), "no such entries were seen"],
      [viewing && !viewers.includes(viewer), "no viewer who sees anything hidden"],
      [this.drawn > MOST_DRAWN, `the draws of a record are of at most ${MOST_DRAWN} things together`],
    ];
    this.status = adjusts && this.status === "running" ? "finished" : get(BECOMES, kind, this.status);
    const stays = kind === "rewound_to" && !this.causes.has(`case:${entry.case}`) && this.goesBack(entry.case, at);
    this.called = stays || kind === "case_opened" && entry.stops_play ? `case:${entry.case} ${entry.by}` : "";
    if (kind === "ruling_made") [this.owed, this.officer] = [entry.measures, entry.by];
    this.owed = this.owed.filter((one) => !["none", "words", MEASURES.get(kind)].includes(one));
    if (kind === "result_confirmed" || kind === "table_abandoned") this.over = at;
    const [now, early] = this.shown(entry);
    this.clocks.push([now, early || late || this.settled(entry, opening)]);
    if (kind === "seat_left") this.taken.delete(seat); else if (entry.entropy) this.taken.set(seat, entry.player);
    if (entry.entropy) this.sat.add(entry.player);
    const left = kind === "seat_left" || kind === "seat_replaced" ? seat : -1;
    for (const [of, on] of this.casters) if (of === entry.caster || on.includes(left)) this.casters.delete(of);
    if (cast.length) this.casters.set(entry.caster, cast); else if (kind === "game_started") this.deal = n;
    return wrong.find(([isWrong]) => isWrong)?.[1] ?? "";
  }
  /** Return how an entry about a case may contradict those before it, and whether it comes too early or late. */
  judged({ kind, n, at, by, case: of, moment = "0", filed_at: filed = at, stops_play: stops, ...entry }, opening) {
    const found = this.cases.get(of) ?? {}, { state = "", claimed, ruled, until = at, consents = [] } = found;
    const [opens, rules, accepts, closes] =
      ["case_opened", "ruling_made", "ruling_accepted", "case_closed"].map((one) => one === kind);
    const [role] = by.split(":"), name = nameIn(by), call = opening.arbiter_call, mine = `seat:${entry.seat}`;
    const seats = [...this.taken.keys()].map((seat) => `seat:${seat}`), sits = seats.includes(by);
    const stopped = opens && [...this.cases.values()].some((one) => one.by === by && one.stops && !one.upheld);
    const interest = name && (this.sat.has(name) || opening.by === `player:${name}` ||
      [`player:${name}`, `arbiter:${name}`].includes(found.by));
    const measures = entry.measures ?? found.measures ?? [], final = state === "reclaimed";
    const hosts = role === "organiser" && opening.by;
    const wrong = [
      [!Object.hasOwn(CASES.get(kind), state), "the case is not so far, or further"],
      [opens && this.cases.size >= 1000 || kind === "penalty" && found.penalties >= 100, "too many cases or penalties"],
      [opens && !((role === "seat" ? sits : RULER.test(by)) && opening.at <= filed && filed <= at),
        "nobody called the arbiter like this"],
      [opens && Number(moment.split(".")[0]) >= n, "the moment is still to come"],
      [opens && role === "seat" && (call === "none" || stops && stopped), "the seat cannot call so"],
      [opens && stops && (call !== "stop" || this.status !== "running"), "nobody stops the play here"],
      [opens && !stops && this.status === "running" && !this.causes.size, "a quiet call waits"],
      [kind === "case_claimed" && (interest || !OFFICE.test(by) || by === ruled), "another one claims"],
      [kind === "case_released" && role !== "operator" && ![claimed, hosts].includes(by), "another one releases"],
      [(rules || kind === "case_dismissed") && by !== claimed, "another one decides"],
      [rules && (new Set(measures).size < measures.length || measures.length > 1 && measures.includes("none") ||
        measures.includes("result") && /void|rewind/.test(measures) || !measures.length || entry.grounds.length > 20),
        "no such measures, or too many rules"],
      [kind === "case_appealed" && (!sits || consents.includes(by) || found.final), "no such appeal"],
      [accepts && (!seats.includes(mine) || consents.includes(mine) || found.final || ![mine, "table"].includes(by)),
        "no such consent"],
      [closes && by !== "clock" && !OFFICE.test(by), "another one closes the case"],
      [closes && this.causes.has(`case:${of}`), "the case stops the play"],
      [kind === "penalty" && (by !== ruled || !measures.includes("penalty")), "nobody ruled so"],
    ];
    const first = found.first ?? at, ends = at + (final ? 0 : opening.appeal_ms ?? DAY);
    const decided = { first, ruled: by, until: ends, final, measures, consents: [] };
    const upheld = (entry.finding ?? "no_infraction") !== "no_infraction", agreed = [...consents, mine];
    const agreedOn = seats.every((seat) => agreed.includes(seat)) ? Math.min(until, at) : until;
    const changes = { case_opened: { by, stops, upheld: false }, case_claimed: { claimed: by },
      case_appealed: { claimed: "" }, ruling_accepted: { consents: agreed, until: agreedOn },
      case_dismissed: decided, ruling_made: { ...decided, upheld } };
    const penalties = (found.penalties ?? 0) + (kind === "penalty");
    this.cases.set(of, { ...found, ...get(changes, kind, {}), penalties, state: get(CASES.get(kind), state, "") });
    const when = opens ? filed : found.final ? found.first : at;
    const late = (opens || kind === "penalty") && when - this.over > (opening.file_ms ?? DAY);
    return [wrong, late || ((accepts || kind === "case_appealed") && at >= until) || (closes && at < until)];
  }
  /** Say whether a result is confirmed too early or adjusted too late; keep since when one waits, who accepts. */
  settled({ kind, at, seat, case: of }, { seats, confirm, file_ms: filing = DAY }) {
    const adjusts = kind === "result_adjusted", { final, first } = this.cases.get(of) ?? {};
    if (kind === "result_confirmed" && confirm) {
      const cases = [...this.cases.values()], window = this.accepted.size < seats ? confirm.window_ms : 0;
      const due = Math.max(this.result + window, ...cases.filter(isDecided).map(({ until }) => until));
      return at < due || cases.some((one) => !isDecided(one) && one.state !== "closed");
    }
    if (kind === "game_finished" || kind === "rewound_to") this.result = null;
    if (kind === "game_finished" || adjusts) this.result ??= at;
    if (["game_finished", "result_adjusted", "rewound_to"].includes(kind)) this.accepted.clear();
    if (kind === "result_accepted") this.accepted.add(seat);
    return adjusts && (final ? first : at) - this.over > filing;
  }
  /** Say whether a case took play back, and may still be appealed. */
  goesBack(of, at) {
    const { state, measures, until } = this.cases.get(of) ?? {};
    return state === "ruled" && measures.includes("rewind") && until > at;
  }
  /** Return what every clock shows at an entry, and whether a case stopped it for too short. */
  shown({ kind, at, by, cause = "", since = 0, until = 0, case: named }) {
    const stopped = this.causes.size, clock = by === "clock", of = cause.startsWith("case:") ? cause.slice(5) : named;
    const back = this.goesBack(of, at), ends = this.cases.get(of)?.until;
    const lasts = [...this.until].filter(([one]) => clock || this.cases.get(one).state !== "reclaimed");
    const early = kind === "resumed" && (at < Math.max(0, ...lasts.map(([, end]) => end)) ||
      (clock && at < (this.causes.get(cause) || at - 900_000) + 900_000));
    const stays = back && (kind === "paused" || kind === "ruling_made" && stopped);
    if (stays || kind === "ruling_accepted" && this.until.has(of)) this.until.set(of, ends);
    else if (kind === "ruling_made") this.until.delete(of);
    const waits = ["case_claimed", "case_released", "case_appealed"].includes(kind) && this.causes.has(`case:${of}`);
    if (waits) this.causes.set(`case:${of}`, kind === "case_claimed" ? 0 : at);
    if (kind === "paused") this.causes.set(cause, back ? 0 : at);
    if (kind === "resumed") this.causes.delete(cause);
    if (kind === "result_adjusted" || kind === "table_abandoned") this.causes.clear();
    if (!this.causes.size) this.until.clear();
    this.stood += until - since + (stopped && !this.causes.size ? at - this.since : 0);
    [this.since, this.at] = [stopped ? this.since : at, at];
    return [(this.causes.size ? this.since : at) - this.stood, early];
  }
}

/** A record in its lines, and what its checks found: `notes` holds status, reason and line by number. */
class Record {
  static names = NAMES;
  static proof = [1, 2, 4]; // the checks that a head rests on

  constructor(bytes, progress) {
    [this.progress, this.order] = [progress, new Order()];
    [this.notes, this.header, this.cards, this.texts, this.entries] = [new Map(), {}, [], [], []];
    let [start, number] = [0, 0];
    for (let end; !this.notes.has(1) && (end = bytes.indexOf(10, start)) >= 0; start = end + 1) {
      const wrong = this.misread(++number, bytes.subarray(start, end));
      this.note(1, !wrong, wrong, number);
      if (number % 256 === 0) progress(end / bytes.length / 2);
    }
    this.note(1, this.notes.has(1) || bytes.at(-1) === 10, "the line does not end: the record was cut off", number + 1);
    this.note(1, this.notes.size || this.entries.length, "there is no entry", 1);
  }
  /** Note the first failure of a check, or, without a line, why it is not possible. */
  note(number, right, reason, line = null) {
    const found = [line ? "failed" : "not possible", reason.replace(/[^ -~]/gu, "?").slice(0, 500), line];
    if (!right && !((this.notes.get(number) ?? [0, 0, NaN])[2] <= (line ?? Infinity))) this.notes.set(number, found);
  }
  /** Add a line; return what is wrong with it, or nothing. */
  misread(number, bytes) {
    let line;
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      line = JSON.parse(text);
      if (bytes.length > LINE_BYTES || !plain(line) || canonical(line) !== text) throw new Error("not canonical");
    } catch { return `the line is not canonical JSON of at most ${LINE_BYTES} bytes`; }
    return this.misplaced(number, line);
  }
  /** Add what a line holds; return what is wrong with it, or nothing. */
  misplaced(number, line) {
    const kinds = LINES.filter((kind) => isObject(line) && Object.hasOwn(line, kind));
    if (kinds.length !== 1 || (kinds[0] === "header") !== (number === 1)) {
      return `a record is one header, then lines with exactly one of ${LINES.slice(1).join(", ")}`;
    }
    const [entry, opened] = [get(line, "entry"), get(line, "opened", {})];
    const known = Object.fromEntries(Object.entries(line).filter(([name]) => !name.startsWith("x_")));
    const unknown = unfit(known, kinds[0], "entry", FORMAT);
    if (unknown) return unknown;
    this.header = get(line, "header", this.header);
    if (line.data) this.cards.push([number, line.data]);
    if (line.note && this.texts.push([number, line.note]) > NOTES) return `a record has at most ${NOTES} notes`;
    if (!entry) return "";
    const names = ["facts", "draws", "command", "origin"].filter((name) => Object.hasOwn(entry, name));
    const places = new Set(names.flatMap((name) => hidden(entry[name], `/${name}`)));
    const seals = new Set(Object.keys(get(entry, "seals", {})));
    const odd = [...places, ...seals].filter((at) => !places.has(at) || !seals.has(at)).sort();
    if (odd.length) return `${odd[0]}: a seal stands for each hidden place and for nothing else`;
    const wrong = misopened(entry, opened) || this.order.disorder(entry);
    this.entries.push([number, entry, line.hash, opened]);
    return wrong;
  }

  verify() {
    const kinds = this.entries.map(([, entry]) => entry.kind), { opening } = this.order;
    this.secrets = this.entries.map(([, entry]) => entry).find((entry) => entry.kind === "secrets_opened");
    const before = this.entries.slice(0, Math.max(0, kinds.indexOf("game_started"))).map(([, entry]) => entry);
    const held = new Map(before.filter(({ kind }) => kind.startsWith("seat_")).map((entry) => [entry.seat, entry]));
    const given = Array.from({ length: opening.seats }, (_, seat) => unb64(held.get(seat)?.entropy ?? "A".repeat(43)));
    const [deal, salt] = ["deal", "salt"].map((kind) => unb64(this.secrets?.[`${kind}_secret`] ?? ""));
    const shown = new Map([[KNOWN, "the deal is a known one, as in a first game: everybody could compute it"],
      [BOARD, "the deal is that of a board: its tournament's record says what was mixed in"]]).get(opening.protocol);
    const info = `${FORMAT}/deal/${opening.game}/${opening.version}`;
    const mixed = Uint8Array.from([deal, ...(shown ? [] : given)].flatMap((part) => [...part]));
    this.dealKey = hkdf(mixed, opening.deal_id, info);
    this.saltKey = hkdf(salt, opening.table, `${FORMAT}/salts`);
    this.heading(opening);
    this.chain(opening);
    this.reading(opening);
    this.draws();
    this.note(6, this.secrets, "the secrets are not open in this copy");
    this.note(7, this.secrets, "the secrets are not open in this copy; only the labels were checked");
    const ended = this.secrets || (opening.secrets_open_at === "never" && this.order.over < Infinity);
    this.note(11, ended, "the end is not in this copy: later entries may be missing");
    const random = !shown && given.some((entropy) => entropy.some(Boolean));
    this.note(12, random, shown ?? "no seat gave entropy before a deal");
    for (const i of [8, 10, 13]) this.note(i, false, i > 10 ? "none are defined yet" : "it needs the rules");
  }

  reading(opening) {
    const held = new Map(this.entries.flatMap(([, entry]) => ["text", "sealed_text"]
      .filter((name) => Object.hasOwn(entry, name)).map((name) => [`${entry.n}/${name}`, [entry[name], entry, name]])));
    const missing = new Set(held.keys()), { viewer } = this.header, seats = seatsIn(viewer, opening.seats);
    for (const [line, { n, part, salt, text }] of this.texts) {
      const place = `${n}${part}`, [hashed, entry, name] = held.get(place) ?? [];
      missing.delete(place);
      this.note(5, hashed === hash(unb64(salt), text), "the text is not the one whose hash its entry holds", line);
      const toAll = name === "text" && ["ruling_made", "case_dismissed"].includes(entry.kind);
      const may = !entry || this.order.over < Infinity || toAll || viewer === "all" || seats.includes(entry.by);
      this.note(3, may, `${place} is not for this viewer`, line);
    }
    const left = `texts not in this copy, for which it is not possible: ${missing.size}`;
    if (missing.size && !this.notes.has(5)) this.notes.set(5, ["passed", left, null]);
  }

  heading(opening) {
    const odd = ["game", "release", "table"].filter((name) => this.header[name] !== opening[name]);
    this.note(3, !odd.length, `header and entry 1 differ in ${odd.join(", ")}`, 1);
    const viewer = this.header.viewer, seats = seatsIn(viewer, opening.seats);
    this.note(3, ["all", "spectator", seats.join(",") || "all"].includes(viewer), "no viewer of this table", 1);
    for (const [line, entry, , opened] of this.entries) {
      for (const pointer of viewer === "all" ? [] : Object.keys(opened).sort()) {
        const mine = !["/command/body", "/origin"].includes(pointer) || seats.includes(`seat:${entry.seat}`);
        this.note(3, seats.length && mine && !pointer.startsWith("/draws/"), `${pointer} is not for this viewer`, line);
      }
      for (const [where] of own(entry, "reveals", {}).sort(byPlace)) {
        this.note(3, !/^[0-9]*\/(draws\/|origin$)/.test(where), `${where} is not for everybody`, line);
      }
    }
    for (const [line, { digest, text }] of this.cards) {
      const good = digest === opening.data && digest === hash(text);
      this.note(3, good, "the card set is not the one that entry 1 names", line);
    }
  }

  chain(opening) {
    let [head, before, place] = [hash(`${FORMAT}/${opening.table}`), 0, 0];
    const [moments, seals, acted, hashes] = [new Set(), new Map(), Array(opening.seats).fill(0), []];
    const patience = get(get(opening, "clock", {}), "no_show_ms", Infinity);
    for (const [line, entry, claimed, opened] of this.entries) {
      const { n, at } = entry, used = get(entry, "used_ms", 0), [now, short] = this.order.clocks[place];
      if (place % 256 === 0) this.progress(0.5 + place / this.entries.length / 2);
      this.note(2, n === ++place && at >= before, `entry ${place}, not before ${before}, must stand here`, line);
      [before, head] = [at, hash(unb64(head), canonical(entry))];
      this.note(4, head === claimed, "the hash does not follow from the entries so far", line);
      hashes.push(claimed);
      const attested = entry.kind !== "verified" || hashes[entry.head.n - 1] === entry.head.hash;
      this.note(4, attested, "another record was verified", line);
      seals.set(`${n}`, new Map(own(entry, "seals", {})));
      const mine = Object.entries(opened).map(([pointer, pair_]) => [`${n}${pointer}`, pair_]);
      for (const [where, [value, salt]] of [...mine.sort(byPlace), ...own(entry, "reveals", {}).sort(byPlace)]) {
        const [number, pointer] = [where.split("/", 1)[0], where.slice(where.split("/", 1)[0].length)];
        const fits = seals.get(number)?.get(pointer) === hash(unb64(salt), canonical(value));
        this.note(5, fits, `${where} is opened to a value or salt that no seal holds`, line);
        const derives = !this.secrets || salt === b64(mac(this.saltKey, where).subarray(0, 16));
        this.note(6, derives, `the salt of ${where} does not derive from the salt secret`, line);
      }
      for (const kind of entry === this.secrets ? ["deal", "salt"] : []) {
        const made = hash(`${FORMAT}/${kind}_secret/`, unb64(entry[`${kind}_secret`]));
        this.note(6, made === opening.commitments[kind], `the ${kind} secret is another one`, line);
      }
      this.note(9, !used || moments.has(now - used), "used_ms is not the time since an earlier entry", line);
      const early = entry.kind === "action_forced" && entry.by !== "clock" && now - acted[entry.seat] < patience;
      this.note(9, !early && !short, "something comes too early, or too late", line);
      if (Object.hasOwn(entry, "facts") || entry.kind === "rewound_to") moments.add(now);
      if (entry.kind === "game_started" || entry.kind === "rewound_to") acted.fill(now);
      if (entry.kind === "action_taken") acted[entry.seat] = now;
    }
  }

  draws() {
    let [use, rewinds, uses] = [0, 0, new Map()];
    for (const [line, entry] of this.entries) {
      if (entry.kind === "rewound_to") [use, rewinds] = [uses.get(entry.to) ?? 0, rewinds + 1];
      for (const [i, draw] of own(entry, "draws", [])) {
        const pointer = `/draws/${i}/result`, good = draw.label.startsWith(`${rewinds}/${use}/`);
        this.note(7, good, `draw ${use++} after ${rewinds} rewinds must stand at /draws/${i}`, line);
        if (!this.secrets || !good) continue;
        const made = canonical(resultOf(this.dealKey, draw)), salt = mac(this.saltKey, `${entry.n}${pointer}`);
        const sealed = draw.result === null && hash(salt.subarray(0, 16), made) === entry.seals[pointer];
        this.note(7, sealed || made === canonical(draw.result), `${pointer} is not what the secrets give`, line);
      }
      uses.set(entry.n, use);
    }
  }
}

/** The record of a tournament. `rounds` holds the last pairing of each, and whether it has begun. */
class Cup extends Record {
  static names = CUP_NAMES;
  static proof = [1, 2, 3];

  misplaced(number, line) {
    const wrong = unfit(isObject(line) ? line : {}, "cup", "cup", CUP);
    for (const [isWrong, why] of wrong || this.notes.has(2) ? [] : this.disorder(line.entry)) {
      this.note(2, !isWrong, why, number);
      if (isWrong) break;
    }
    if (!wrong) this.entries.push([number, line.entry, line.hash, {}]);
    return wrong;
  }
  /** Yield how an entry may contradict those before it, and whether it does; keep what it changes, if it may. */
  *disorder(entry) {
    const { kind, n, at, player, round = 0, attempt, places } = entry, place = this.entries.length + 1;
    yield [(kind === "tournament_opened") !== !this.opening, "entry 1, and no other, opens the tournament"];
    if (!this.opening) Object.assign(this, { opening: entry, status: "registration", at: 0, frozen: 0, apart: [] },
      { players: new Set(), gone: new Set(), listed: new Set(), byes: new Set(), recalled: new Map(), decks: new Map() },
      { rounds: [[{ round: 0, attempt: 0, tables: [] }, true]] }); // `decks`: the seals of those that are not open
    const { opening, decks, status } = this, inRounds = "rounds" in opening.method && !this.cut;
    yield [n !== place || at < this.at, `entry ${place}, not before ${this.at}, must stand here`];
    yield [n > 1 && !CUP_ORDER[status].split(" ").includes(kind), `${kind} comes while ${status}`];
    const seats = kind === "round_paired" ? entry.tables.flat() : [], byes = get(entry, "byes", []);
    const seated = [...seats, ...byes.map((bye) => bye.player), ...get(entry, "order", []), ...get(entry, "players", [])];
    const told = [entry, ...get(entry, "prizes", get(entry, "rows", []))].filter((one) => Object.hasOwn(one, "player"));
    const named = [...seated, ...told.map((one) => one.player)], isNew = ENTERING.includes(kind);
    const known = kind === "player_entered_late" ? new Set([...this.listed, ...this.gone]) : this.players;
    yield [named.some((one) => known.has(one) === isNew), "the player is unknown, or known already"];
    yield [new Set(seated).size < seated.length, "nobody is named twice"];
    yield [Object.hasOwn(entry, "standings") && entry.standings !== this.frozen, "it cites other standings than the last"];
    const [paired, begun] = this.rounds.at(-1), deck = `${player} ${round || 1}`, late = status !== "registration";
    const coming = begun ? [this.rounds.length, 1] : [paired.round, paired.attempt + 1];
    const isOther = round !== paired.round || attempt !== paired.attempt, isBack = this.recalled.get(round) === attempt;
    yield [kind === "tournament_opened" && !whole(entry.scoring.by_place.length, 1, 10), "no points"];
    if (kind === "pair_forbidden") {
      yield [seated.length !== 2, "a pair is two players"];
      yield [entry.first > entry.last, "the first round is after the last"];
      if (inRounds) this.apart.push(entry);
    } else if (kind === "round_paired") {
      yield [!seats.length && this.lacks(entry), "nobody plays for want of decks"];
      yield [round !== coming[0] || attempt !== coming[1], "another round comes next"];
      [this.rounds, this.apart] = [[...this.rounds.slice(0, round), [entry, false]], []];
    } else if (kind === "round_started") {
      yield [begun || isOther || isBack, "another round comes next"];
      yield [Object.hasOwn(opening, "same_deal") !== Object.hasOwn(entry, "board"), "a board, and no other, shares its deal"];
      const apart = this.apart.filter(({ first, last }) => first <= round && round <= last);
      const sit = [...paired.tables, ...get(paired, "byes", []).map((bye) => [bye.player])];
      const isOld = sit.some((table) => table.some((one) => this.gone.has(one)) ||
        apart.some(({ players }) => players.every((one) => table.includes(one))));
      yield [isOld, "who is paired has left since, or must not meet"];
      this.rounds.splice(-1, 1, [paired, true]);
    } else if (kind === "round_recalled") {
      const hasResult = this.entries.some(([, one]) => one.places && one.round === round);
      yield [!begun || isOther || hasResult, "only a round without a result is taken back"];
      this.rounds.splice(-1, 1, [paired, false]);
      this.recalled.set(round, attempt);
    } else if (places) {
      yield [Object.hasOwn(entry, "redealt") && !opening.same_deal, "a board, and no other, shares its deal"];
      const [now, isPlayed] = this.rounds[round] ?? this.rounds[0], ranks = places.filter(Boolean);
      const table = (isPlayed ? now.tables : [])[entry.table - 1] ?? [];
      yield [!table.length || table.length !== places.length, "no such table is being played"];
      const isRanking = ranks.every((one) => one === 1 + ranks.filter((other) => other < one).length);
      yield [!isRanking, "the places are no ranking"];
      yield [!this.stands(entry, now.attempt), "it does not rest on the table of that pairing"];
    } else if (kind === "deck_registered") {
      yield [!Object.hasOwn(opening, "decks"), "nobody registers decks here"];
      yield [!this.mayRegister(entry, deck, ...coming, inRounds), "these decks stand already"];
      decks.set(deck, entry.seals["/deck"]);
    } else if (kind === "tournament_started" && Object.hasOwn(opening, "decks")) {
      yield [seated.some((one) => !decks.has(`${one} 1`)), "somebody plays without a deck"];
    } else if (kind === "deck_opened") {
      const made = hash(unb64(entry.salt), canonical(entry.deck));
      yield [made !== decks.get(deck), "the deck is not the one that was sealed"];
      decks.delete(deck);
    } else if (kind === "secret_opened") {
      yield [hash(`${CUP}/secret/`, unb64(entry.secret)) !== opening.commitment, "the secret is another one"];
      yield [decks.size > 0, "decks are still sealed"];
    } else if (kind === "bye_requested") this.byes.add(`${player} ${round}`);
    else if (kind === "player_returned") this.gone.delete(player);
    else if (kind === "player_withdrawn" || kind === "player_disqualified") this.gone.add(player);
    else if (kind === "cut_made") this.cut = entry.players;
    const comesIn = kind === "player_entered_late" || (kind === "deck_registered" && late);
    for (const one of comesIn ? [player] : get(entry, "order", [])) this.listed.add(one);
    for (const one of named) this.players.add(one);
    [this.status, this.at] = [get(CUP_BECOMES, kind, status), at];
    if (kind !== "prizes_given") this.frozen = kind === "standings_frozen" ? n : 0;
  }
  /** Return from which round on the decks are registered that are played in a round. */
  deckRound(number) {
    const said = get(this.opening, "at_rounds", []).filter(({ first, last = number }) => first <= number && number <= last);
    return said.find((one) => Object.hasOwn(one, "decks"))?.first ?? 1;
  }
  /** Say whether a deck comes in time, or is a player's first one while no round is paired that has not begun. */
  mayRegister({ player, round: since = 1 }, deck, number, attempt, inRounds) {
    const started = this.status !== "registration", isLetIn = !started || this.listed.has(player) || inRounds;
    const isDue = since === 1 ? started : since < number || (since === number && attempt > 1);
    const isOpen = this.deckRound(since) === since && !this.gone.has(player) && isLetIn;
    return isOpen && (!isDue || (!this.decks.has(deck) && attempt === 1));
  }
  /** Say whether places rest on the table of their pairing, or on none as they may. */
  stands({ kind, round, table, game, ...entry }, attempt) {
    const rests = get(entry, "rests_on", {}).table, games = game ? [game] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const anew = this.recalled.has(round) ? `.${attempt}` : "";
    const here = `${CUP}/table/${this.opening.tournament}/${round}${anew}/${table}`;
    const isIts = (one) => hex(sha256(here, one > 1 ? `/${one}` : "").subarray(0, 10)) === rests;
    const isRuled = !rests && (kind === "result_corrected" || "reason" in entry || "agreed" in entry);
    return !Object.hasOwn(this.opening, "tables") || isRuled || games.some(isIts);
  }
  /** Say whether a round has no table because somebody has no deck; a bracket knows walk-overs. */
  lacks({ round, byes = [], ...entry }) {
    const since = this.deckRound(round), isBracket = this.opening.method.format === "knock_out" || this.cut;
    const there = [...(this.cut ?? this.listed)].filter((player) => !this.gone.has(player));
    const playing = there.filter((player) => !this.byes.has(`${player} ${round}`));
    const without = playing.filter((player) => !this.decks.has(`${player} ${since}`)).length;
    const letsPlay = isBracket ? byes.length : "reason" in entry && playing.length >= without + 2;
    return Object.hasOwn(this.opening, "decks") && without && !letsPlay;
  }

  verify() {
    for (const number of this.notes.has(2) ? [3, 4, 5, 6] : []) this.note(number, false, "an earlier check failed");
    if (this.notes.has(2)) return;
    const secret = this.entries.find(([, { kind }]) => kind === "secret_opened")?.[1].secret ?? "";
    const gives = this.entries.filter(([, entry]) => Object.hasOwn(entry, "entropy"));
    const given = new Map(gives.map(([, { player, entropy }]) => [player, entropy])); // where each registered first
    const whole = Uint8Array.from([secret, ...given.values()].flatMap((part) => [...unb64(part)]));
    const { tournament } = this.opening, key = hkdf(whole, tournament, `${CUP}/draws`), recalled = new Set();
    let head = hash(`${CUP}/${tournament}`);
    for (const [line, entry, claimed] of this.entries) {
      head = hash(unb64(head), canonical(entry));
      this.note(3, head === claimed, "the hash does not follow from the entries so far", line);
      const use = `${entry.round ?? entry.rounds ?? 0}/${entry.attempt ?? 0}/`;
      if (entry.kind === "round_recalled") recalled.add(entry.round);
      const place = "/board", anew = recalled.has(entry.round) ? `.${entry.attempt}` : "";
      const board = secret && entry.board && hkdf(whole, tournament, `${CUP}${place}/${entry.round}${anew}`);
      const same = !board || hash(`${FORMAT}/deal_secret/`, board) === entry.board;
      this.note(6, same, `${place} is not what the secrets give`, line);
      for (const [i, draw] of own(entry, "draws", [])) {
        const good = draw.label.startsWith(use), pointer = `/draws/${i}/result`;
        this.note(6, good, `a draw of ${use} must stand at /draws/${i}`, line);
        const made = !secret || !good || canonical(resultOf(key, draw)) === canonical(draw.result);
        this.note(6, made, `${pointer} is not what the secrets give`, line);
      }
    }
    this.note(6, secret, "the secrets are not open in this copy; only the labels were checked");
    for (const number of [4, 5]) this.note(number, false, "it needs the rules");
  }
}

/** Say whether a record begins as that of a tournament. */
function isCup(bytes) {
  const first = new TextDecoder().decode(bytes.subarray(0, (bytes.indexOf(10) + 1 || bytes.length + 1) - 1));
  return first.startsWith('{"entry":') && first.includes('"format":"matchledger/tournament/');
}

/** Return what the checks of a record find, in the words of docs/record-format.md; `progress` hears the share done. */
export function report(bytes, progress = () => {}) {
  const kind = isCup(bytes) ? Cup : Record, names = kind.names.split(" ");
  const record = new kind(bytes, progress), entries = record.entries.length;
  if (!record.notes.has(1)) record.verify();
  else names.slice(1).forEach((_, i) => { record.notes.set(i + 2, ["not possible", "the format is broken", null]); });
  const checks = names.map((name, i) => {
    const [status, reason, line] = record.notes.get(i + 1) ?? ["passed", null, null];
    return { number: i + 1, name, status, reason, line };
  });
  const wrong = checks.reduce((least, { line }) => (line && (!least || line < least) ? line : least), null);
  const proved = kind.proof.every((number) => checks[number - 1].status === "passed");
  return { checks, first_wrong_line: wrong, head: proved ? `${entries}:${record.entries[entries - 1][2]}` : null };
}
// ---- The program: what follows is for node alone.
import { closeSync, existsSync, openSync, readSync, realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Return the bytes of a file, no more than a record may have and one. */
function read(name) {
  const [file, chunks] = [name === "-" ? 0 : openSync(name), []];
  for (let [room, got] = [RECORD_BYTES + 1, 1]; room && got; room -= got) {
    const chunk = Buffer.alloc(Math.min(room, 2 ** 22));
    try { got = readSync(file, chunk); } catch (error) { if (error.code !== "EOF") throw error; got = 0; }
    chunks.push(chunk.subarray(0, got));
  }
  if (file) closeSync(file);
  return Buffer.concat(chunks);
}

/** Print what the checks of a record find; return whether nothing is wrong. */
function told(name, bytes, json) {
  const { checks, first_wrong_line: wrong, head } = report(bytes);
  const lines = checks.map(({ number, name: check, status, reason, line }) => [`${number}`.padStart(2), check.padEnd(10),
    `${status}${reason ? `: ${reason}` : ""}${line ? ` (line ${line})` : ""}`].join(" "));
  lines.push(head ? `Head: ${head}` : "No head: the entries are not proved.");
  lines.push(wrong ? `First wrong line: ${wrong}.` : "Nothing is wrong.");
  console.log(json ? JSON.stringify({ file: name, checks, first_wrong_line: wrong, head }) : lines.join("\n"));
  return wrong === null;
}

function main(args) {
  const names = args.filter((name) => name !== "--json"), found = new Set(), most = "no record of at most 256 MiB";
  for (const name of names.length ? names : ["--"]) {
    let good, why = `cannot be read, or ${most}; usage: verify.mjs [--json] FILE...`;
    try {
      const bytes = read(name);
      if (bytes.length <= RECORD_BYTES && isRecord(bytes)) good = told(name, bytes, args.includes("--json"));
    } catch (error) { // a fault of ours hides no other file
      if (!error.syscall) why = `no verdict: a fault of this verifier, ${error}`;
    }
    found.add(good ?? console.error(`${name}: ${why}`));
  }
  return found.has(false) ? 1 : found.has(undefined) ? 2 : 0;
}
const called = process.argv[1] ?? "";
if (existsSync(called) && pathToFileURL(realpathSync(called)).href === import.meta.url) {
  process.exitCode = main(process.argv.slice(2));
}
