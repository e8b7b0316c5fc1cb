-- Who there is, and an empty database. Run once, as a superuser:
--   psql --set ON_ERROR_STOP=1 --file roles.sql postgres
-- and give both a password (\password matchledger_owner, \password matchledger) unless the server knows them otherwise.

-- Makes and changes the tables: `matchledger database upgrade`.
CREATE ROLE matchledger_owner LOGIN;

-- Serves: `matchledger serve`, `keys`, `people`. It can neither change nor delete an entry.
CREATE ROLE matchledger LOGIN;

CREATE DATABASE matchledger OWNER matchledger_owner ENCODING 'UTF8' TEMPLATE template0;
