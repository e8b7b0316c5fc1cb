// Moves at many matches of boardgame.io at once, each sent when the one before is answered; prints the
// seconds in all and of each move as JSON.
//     node load.cjs PORT MATCHES MOVES
// A connection for each match, on its websocket itself: socket.io's own client would cost more than that.
"use strict";
const WebSocket = require("ws");

const [port, matches, moves] = process.argv.slice(2).map(Number);
const NAME = "/pile,"; // socket.io's room of the game, before each message
const UPDATED = `42${NAME}["update"`;
const SYNCED = `42${NAME}["sync"`;
const ASKED = { method: "POST", headers: { "Content-Type": "application/json" } };

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${port}/games/pile${path}`, { ...ASKED, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Match {
  constructor(id, credentials) {
    this.id = id;
    this.credentials = credentials;
    this.each = [];
  }

  // Connect, and hear the state of the match.
  begin() {
    return new Promise((resolve, reject) => {
      this.socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
      this.socket.on("error", reject);
      this.socket.on("close", () => reject(new Error("the server has closed the connection")));
      this.socket.on("message", (data) => this.heard(data.toString(), resolve));
    });
  }

  heard(text, begun) {
    if (text.startsWith(UPDATED)) this.answered(text);
    else if (text === "2") this.socket.send("3"); // a ping
    else if (text.startsWith("0")) this.socket.send(`40${NAME}`);
    else if (text.startsWith(`40${NAME}`)) this.say("sync", this.id, "0", this.credentials[0]);
    else if (text.startsWith(SYNCED)) {
      this.state = stateOf(text);
      begun();
    }
  }

  say(...words) {
    this.socket.send(`42${NAME}${JSON.stringify(words)}`);
  }

  // Make the moves; resolves when the last one is answered.
  play() {
    return new Promise((resolve) => {
      this.done = resolve;
      this.move();
    });
  }

  move() {
    const playerID = String(this.each.length % 2);
    const payload = { type: "play", args: [0], playerID, credentials: this.credentials[playerID] };
    this.sent = performance.now();
    this.say("update", { type: "MAKE_MOVE", payload }, this.state, this.id, playerID);
  }

  answered(text) {
    this.each.push((performance.now() - this.sent) / 1000);
    const state = stateOf(text);
    if (state <= this.state) throw new Error(`a move has changed nothing: ${text.slice(0, 200)}`);
    this.state = state;
    if (this.each.length === moves) this.done();
    else this.move();
  }
}

// The number of the newest state that a message names; its log names older ones.
function stateOf(text) {
  return Math.max(...Array.from(text.matchAll(/"_stateID":(\d+)/g), (found) => Number(found[1])));
}

async function opened() {
  const { matchID } = await post("/create", { numPlayers: 2 });
  const credentials = {};
  for (const playerID of ["0", "1"]) {
    const joined = await post(`/${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
    credentials[playerID] = joined.playerCredentials;
  }
  return new Match(matchID, credentials);
}

async function main() {
  const all = [];
  for (let count = 0; count < matches; count++) all.push(await opened());
  await Promise.all(all.map((match) => match.begin()));
  const begun = performance.now();
  await Promise.all(all.map((match) => match.play()));
  const elapsed = (performance.now() - begun) / 1000;
  process.stdout.write(JSON.stringify([elapsed, all.flatMap((match) => match.each)]), () => process.exit(0));
}

main();
