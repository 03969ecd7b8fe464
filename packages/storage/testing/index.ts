// What the tests of other workspaces use.

export { PostgresProxy } from './postgres-proxy.ts';
export { type PostgresServer, sharedPostgres, startPostgres } from './postgres-server.ts';
