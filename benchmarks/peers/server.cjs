// A small card game on boardgame.io, with credentials and hidden hands; prints its port, ends with its input.
//     node server.cjs [FOLDER]
// In memory, or with boardgame.io's own store of files in a folder.
// Two players in turn play a card of seven from their hand onto the pile and draw another one; a game never ends.
"use strict";
const { FlatFile, Server } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const CARDS = Array.from({ length: 52 }, (_, card) => card);
const HAND = 7;

function play({ G, playerID, random }, place) {
  const [card] = G.players[playerID].hand.splice(place, 1);
  G.pile.push(card);
  if (G.secret.deck.length === 0) {
    G.secret.deck = random.Shuffle(G.pile.splice(0, G.pile.length - 1));
  }
  G.players[playerID].hand.push(G.secret.deck.pop());
}

const pile = {
  name: "pile",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(CARDS);
    const players = {};
    for (let player = 0; player < ctx.numPlayers; player++) players[player] = { hand: deck.splice(0, HAND) };
    return { secret: { deck }, players, pile: [] };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play },
};

const [folder] = process.argv.slice(2);
Server({ games: [pile], origins: [], db: folder ? new FlatFile({ dir: folder }) : undefined })
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
