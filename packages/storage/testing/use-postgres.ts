// Starts a PostgreSQL server of the tests, uses it, prints its folder and ends without stopping it. Started by postgres-server.slow.test.ts.
import { startPostgres } from './postgres-server.ts';

const server = await startPostgres();
const url = await server.createDatabase(() => undefined);
await server.run(url, 'select 1');
console.log(new URL(url).searchParams.get('host'));
