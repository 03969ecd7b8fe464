// A process that runs tests of the venue with one mutant after another. It keeps Vitest and all transformed modules, so that a mutant
// costs its tests only. No file of the repository is written to: the mutated module is loaded with its other source.
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

/**
 * @typedef {object} Request
 * @property {readonly string[]} tests paths of test files, in the order they run
 * @property {string} [file] the module with the fault
 * @property {string} [source] its source with the fault
 */
/** @typedef {{ passed: boolean, durations: Record<string, number> }} Reply durations: of test files, in milliseconds */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const conditions = ['openpit-source', 'module', 'node', 'development|production'];
let mutant = { file: '', source: '' };

/** Test files run in the order of the request. */
class AsAsked {
  /** @template T @param {T} files @returns {Promise<T>} */
  async sort(files) {
    return files;
  }
  /** @template T @param {T} files @returns {Promise<T>} */
  async shard(files) {
    return files;
  }
}

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    reporters: [{}],
    include: ['packages/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'],
    environment: 'node',
    // A thread ends with this process, even when a fault never ends.
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    bail: 1,
    testTimeout: 120_000,
    sequence: { sequencer: AsAsked },
    env: { OPENPIT_QUICK: '1' },
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        load: (id) => (id.split('?')[0] === mutant.file ? mutant.source : null),
      },
    ],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  },
);
await vitest.standalone();

/** @param {Request} request @returns {Promise<Reply>} */
async function run({ tests, file = '', source = '' }) {
  if (mutant.file !== '') vitest.invalidateFile(mutant.file);
  mutant = { file, source };
  if (file !== '') vitest.invalidateFile(file);
  const specifications = await vitest.globTestSpecifications(tests);
  const place = (/** @type {string} */ path) => tests.findIndex((test) => path.endsWith(test));
  specifications.sort((a, b) => place(a.moduleId) - place(b.moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  // The result also has the files of earlier requests.
  const ran = testModules.filter((testModule) =>
    specifications.some(({ moduleId }) => moduleId === testModule.moduleId),
  );
  /** @type {Reply['durations']} */
  const durations = {};
  for (const testModule of ran) {
    const { duration, collectDuration } = testModule.diagnostic();
    durations[testModule.relativeModuleId] = duration + collectDuration;
  }
  const passed = ran.length > 0 && unhandledErrors.length === 0 && ran.every((testModule) => testModule.ok());
  return { passed, durations };
}

process.on('message', async (/** @type {Request} */ request) => {
  process.send?.(await run(request));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
