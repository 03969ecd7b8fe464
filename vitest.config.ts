// Unit and property tests of every workspace, run from the TypeScript sources (the `openpit-source` export
// condition), so that no build has to come first.
import { defineConfig } from 'vitest/config';

const conditions = ['openpit-source', 'module', 'node', 'development|production'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    globalSetup: ['scripts/testing/bundle-threads.ts'],
    passWithNoTests: false,
    // One a core: left to itself vitest keeps a core free, which on two cores doubles the time.
    maxWorkers: '100%',
    // Files share a process and what it has loaded, which saves a quarter of the time. No test may lean on being alone.
    isolate: false,
    // Two cores shared with a browser or a compiler must not turn a good test into a bad one.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
