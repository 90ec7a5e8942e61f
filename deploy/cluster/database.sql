-- Role and database of Calends. Run once on the primary, as superuser, with psql. Variables are explained in docs/guides/running-a-cluster.md.
create role calends login password '${DATABASE_PASSWORD}';

-- PgBouncer does not pass on the timeouts that nodes request.
alter role calends set statement_timeout = '30s';
alter role calends set idle_in_transaction_session_timeout = '10s';

create database calends owner calends template template0 encoding 'UTF8';

\connect calends
create extension pg_trgm;
