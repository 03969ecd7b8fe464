// Unit and property tests of every workspace. They run from the TypeScript sources (the `openpit-source` export condition),
// without a build.
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const conditions = ['openpit-source', 'module', 'node', 'development|production'];

// All test processes inherit this locale and read it when they start. On a machine that is set to German, tests of the browser would find
// 1.234,50 instead of 1,234.50.
process.env.LC_ALL = 'C.UTF-8';

/**
 * Vitest ends a process, with all modules that it has loaded, when the next file needs another environment. So the files with
 * a DOM run after all others.
 */
class DomLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const hasDom = ({ moduleId }: TestSpecification) => moduleId.endsWith('.test.tsx');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !hasDom(file)), ...sorted.filter(hasDom)];
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    // Long tests run by their names only (scripts/steps/long-parts.mjs).
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      ...(process.env.OPENPIT_LONG === '1' ? [] : ['**/*.long.test.ts']),
    ],
    // Tests of components name happy-dom in their first line. Their calls go to a server of the test.
    environment: 'node',
    environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
    globalSetup: ['scripts/testing/bundle-threads.ts'],
    setupFiles: ['apps/web/testing/each-file.ts'],
    passWithNoTests: false,
    // All cores; by default, Vitest leaves one free. Three and four workers on two cores were no faster.
    maxWorkers: '100%',
    // Most objects of a test die young. More room for them saves an eighth of the time of generated markets.
    execArgv: ['--max-semi-space-size=64'],
    // Test files share a process and its loaded modules, which saves a quarter of the time. No test may rely on being alone.
    isolate: false,
    sequence: { sequencer: DomLast },
    // Transformed sources are kept between runs, which saves a quarter of a short run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.build/vitest' },
    // These limits only end tests that hang. A test waits for an event, never for a fixed time, because the
    // machine may be slow, or busy with a browser or a compiler.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
});
