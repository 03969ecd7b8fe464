// Unit and property tests of every workspace. They run from the TypeScript sources (the `openpit-source` export condition),
// without a build.
import { defineConfig } from 'vitest/config';

const conditions = ['openpit-source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    // Long tests run by their names only (scripts/long-parts.mjs).
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      ...(process.env.OPENPIT_LONG === '1' ? [] : ['**/*.long.test.ts']),
    ],
    // Tests of components name happy-dom in their first line. Their calls go to a server of the test.
    environment: 'node',
    environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
    globalSetup: ['scripts/testing/bundle-threads.ts'],
    setupFiles: ['apps/web/testing/patient-queries.ts'],
    passWithNoTests: false,
    // All cores; by default, Vitest leaves one free. Three and four workers on two cores were no faster.
    maxWorkers: '100%',
    // Test files share a process and its loaded modules, which saves a quarter of the time. No test may rely on being alone.
    isolate: false,
    // Transformed sources are kept between runs, which saves a quarter of a short run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.build/vitest' },
    // These limits only end tests that hang. A test waits for an event, never for a time in which it should happen, because the
    // machine may be slow, or busy with a browser or a compiler.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
});
