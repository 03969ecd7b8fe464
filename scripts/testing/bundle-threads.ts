// Before the unit tests: the sources of each worker thread, in one file a thread. The tests start hundreds of threads,
// and reading some two hundred sources through a loader each time was a third of their whole CPU time.
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const threads = [
  'packages/storage/journal/journal-worker.ts',
  'packages/storage/testing/called-thread.ts',
  'apps/server/sequencer/follower-worker.ts',
  'apps/server/history/history-worker.ts',
];

/** Called by vitest once; what it returns, at the end. */
export async function setup(): Promise<() => Promise<void>> {
  // Below the repository, so that packages which are not bundled are found from there.
  const folder = await mkdtemp(join(root, 'node_modules', '.openpit-threads-'));
  await Promise.all(
    threads.map((thread) =>
      build({
        entryPoints: [join(root, thread)],
        outfile: join(folder, `${basename(thread, '.ts')}.mjs`),
        bundle: true,
        platform: 'node',
        format: 'esm',
        conditions: ['openpit-source'],
        sourcemap: 'inline',
        logLevel: 'error',
        plugins: [
          {
            name: 'ours-only',
            setup({ onResolve }) {
              onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
                kind === 'entry-point' || path.startsWith('@openpit/') ? null : { path, external: true },
              );
            },
          },
        ],
      }),
    ),
  );
  process.env.OPENPIT_THREAD_BUNDLES = folder;
  return () => rm(folder, { recursive: true, force: true });
}
