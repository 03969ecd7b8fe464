// Starts a thread or a process from TypeScript source (tsx, vitest): Node 20 does not apply the parent's loader to
// a thread's first file, so this plain file registers tsx and then imports the file of the thread or process.
// Compiled code does not use it. Where the sources were bundled for a run of many threads
// (scripts/testing/bundle-threads.ts), it takes the bundle: tsx costs each thread a fifth of a second.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

const file = workerData?.file ?? process.argv[2];
const bundles = process.env.OPENPIT_THREAD_BUNDLES;
const bundle = bundles === undefined ? '' : join(bundles, `${basename(file, '.ts')}.js`);
if (bundle !== '' && existsSync(bundle)) {
  await import(pathToFileURL(bundle).href);
} else {
  const { register } = await import('tsx/esm/api');
  register();
  await import(file);
}
