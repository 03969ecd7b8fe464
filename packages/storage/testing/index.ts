// What the tests of other workspaces use.
export { type PostgresServer, sharedPostgres, startPostgres } from './postgres-server.ts';
