// The test helpers for other workspaces.

export { PostgresProxy } from './postgres-proxy.ts';
export { type PostgresServer, sharedPostgres, startPostgres } from './postgres-server.ts';
