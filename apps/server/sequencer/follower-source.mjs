// Starts the follower's thread from TypeScript source (development and tests): Node 20 does not apply the parent's loader to a
// worker's first file, so this plain file registers tsx and then imports it. Compiled code never comes here.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.entry);
