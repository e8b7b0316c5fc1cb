-- What the service may do with each table. Run as matchledger_owner, after each `matchledger database upgrade`:
--   psql --set ON_ERROR_STOP=1 --file rights.sql matchledger

GRANT SELECT ON matchledger TO matchledger;

-- Only ever added to.
GRANT SELECT, INSERT ON stored_events, attempts, card_sets, castings, remembered, hints TO matchledger;

-- Brought up to date.
GRANT SELECT, INSERT, UPDATE ON changes, listing, seat_tokens, api_keys, looks, calls, cases, tournaments, tournament_tables, tournament_links TO matchledger;

-- Erased on request; left again; withdrawn; used up.
GRANT SELECT, INSERT, DELETE ON people, texts, player_tables, casting_consents, excluded_arbiters, tickets TO matchledger;

-- Said again with other words; a cache, which processes live, and who is there; removed, and forgotten after a month.
GRANT SELECT, INSERT, UPDATE, DELETE ON rematch_consents, snapshots, heartbeats, seats_seen, webhooks, letters TO matchledger;
