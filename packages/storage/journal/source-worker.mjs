// Starts a worker thread from TypeScript source (tsx, vitest): Node 20 does not apply the parent's loader to a
// worker's first file, so this plain file registers tsx and then imports it. Compiled code never comes here.
// Where the sources were bundled for a run of many threads (scripts/testing/bundle-threads.ts), it takes the bundle:
// tsx costs each thread a fifth of a second.
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

const bundles = process.env.OPENPIT_THREAD_BUNDLES;
if (bundles === undefined) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(workerData.entry);
} else {
  const bundle = join(bundles, `${basename(workerData.entry, '.ts')}.mjs`);
  await import(pathToFileURL(bundle).href);
}
