// Vitest with one mutant: the module whose path is in MUTANT_FILE is loaded with the source that is in the file MUTANT_SOURCE.
// No file of the repository is written to.
import { readFileSync } from 'node:fs';

const { MUTANT_FILE = '', MUTANT_SOURCE = '' } = process.env;
const conditions = ['openpit-source', 'module', 'node', 'development|production'];

export default {
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      /** @param {string} id */
      load: (id) =>
        MUTANT_FILE !== '' && id.split('?')[0] === MUTANT_FILE ? readFileSync(MUTANT_SOURCE, 'utf8') : null,
    },
  ],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { environment: 'node', maxWorkers: 1, bail: 1, testTimeout: 120_000 },
};
