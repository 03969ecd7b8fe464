// Before the unit tests: bundles each program that tests start in separate threads or processes into one file, with all
// packages. The tests start hundreds of them; loading hundreds of sources and packages each time costs more than the tests.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = [
  'packages/storage/journal/journal-worker.ts',
  'packages/storage/testing/append-until-killed.ts',
  'packages/storage/testing/called-thread.ts',
  'apps/server/sequencer/follower-worker.ts',
  'apps/server/history/history-worker.ts',
  'packages/storage/database/history/check-history.ts',
  'apps/server/testing/run-admin.ts',
  'apps/server/testing/run-server.ts',
  'packages/pricing/cli.ts',
];

/** The folder of the server: no other tests start programs of other folders. */
const server = 'apps/server';
const folderOf = (path: string): string | undefined => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0];

/**
 * The programs that tests can start: all, unless every argument is the beginning of a path in a folder, as in `vitest run packages/venue`.
 * The name of the folder may be cut off: Vitest runs each file whose path has the argument in it.
 */
export function programsFor(patterns: readonly string[]): readonly string[] {
  const folders = patterns.map(folderOf);
  const mayRun = (path: string) => folders.some((folder) => folder !== undefined && path.startsWith(folder));
  if (folders.length === 0 || folders.includes(undefined) || mayRun(server)) return programs;
  return programs.filter(mayRun);
}

/** Vitest calls it once, and the returned function at the end. */
export async function setup(): Promise<() => Promise<void>> {
  // From this folder a program finds the packages that are not bundled and the files of the server.
  const prefix = join(root, 'apps', 'server', 'dist', 'bundle-of-tests-');
  await mkdir(dirname(prefix), { recursive: true });
  const folder = await mkdtemp(prefix);
  // A test that acts as another user starts threads too.
  await chmod(folder, 0o755);
  const patterns = process.argv.slice(2).filter((word) => word !== 'run' && !word.startsWith('-'));
  await Promise.all(
    programsFor(patterns).map((program) =>
      build({
        entryPoints: [join(root, program)],
        outfile: join(folder, `${basename(program, '.ts')}.js`),
        bundle: true,
        platform: 'node',
        format: 'esm',
        conditions: ['openpit-source'],
        // Native packages, and one that serves its own files.
        external: ['libsql', '@node-rs/argon2', 'pg-native', '@fastify/swagger-ui'],
        keepNames: true,
        // For CommonJS packages inside the bundle, which require modules of Node.
        banner: {
          js: "import { createRequire as openpitRequire } from 'node:module'; const require = openpitRequire(import.meta.url);",
        },
        logLevel: 'error',
      }),
    ),
  );
  process.env.OPENPIT_THREAD_BUNDLES = folder;
  return () => rm(folder, { recursive: true, force: true });
}
