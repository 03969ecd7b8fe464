// Before the unit tests: bundles each program that tests start in threads or processes of its own into one file, with all
// packages. The tests start hundreds of them; loading hundreds of sources and packages each time costs more than the tests.
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = [
  'packages/storage/journal/journal-worker.ts',
  'packages/storage/testing/called-thread.ts',
  'apps/server/sequencer/follower-worker.ts',
  'apps/server/history/history-worker.ts',
  'packages/pricing/cli.ts',
];

/** Vitest calls it once, and the returned function at the end. */
export async function setup(): Promise<() => Promise<void>> {
  // Inside the repository, so that the package which is not bundled can be imported.
  const folder = await mkdtemp(join(root, 'node_modules', '.openpit-threads-'));
  await Promise.all(
    programs.map((program) =>
      build({
        entryPoints: [join(root, program)],
        outfile: join(folder, `${basename(program, '.ts')}.mjs`),
        bundle: true,
        platform: 'node',
        format: 'esm',
        conditions: ['openpit-source'],
        // A native package.
        external: ['libsql'],
        // For CommonJS packages inside the bundle, which require modules of Node.
        banner: {
          js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
        },
        logLevel: 'error',
      }),
    ),
  );
  process.env.OPENPIT_THREAD_BUNDLES = folder;
  return () => rm(folder, { recursive: true, force: true });
}
