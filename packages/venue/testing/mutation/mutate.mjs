// Mutation test of the venue: order book, positions, orders, money, silo and rights. Run it from the root of the repository:
// node packages/venue/testing/mutation/mutate.mjs [--most N] [PART OF A FILE'S PATH …]. It puts each small fault (mutants.mjs) into one
// module at a time and runs its tests; faults that no test sees survive and are printed. About three seconds per fault, ten where scenarios
// run, too. With --most it takes at most N faults of each file, evenly spread.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';

const venue = fileURLToPath(new URL('../..', import.meta.url));
const root = join(venue, '..', '..');

const conditions = 'packages/venue/act-conditions.test.ts';
const scenarios = 'packages/scenario/scenarios.test.ts';
const money = ['packages/venue/clearing', 'packages/venue/margins', 'packages/venue/mtm', scenarios];
/** By folder of the venue, the tests that must see its faults. */
const targets = {
  'order-book': ['packages/venue/order-book'],
  positions: ['packages/venue/positions', 'packages/venue/deal-actions'],
  orders: ['packages/venue/orders', conditions, scenarios],
  clearing: money,
  margins: money,
  mtm: money,
  silo: ['packages/venue/silo', conditions, scenarios],
  rights: ['packages/venue/rights', conditions, scenarios],
};
/** Interfaces, the naive book and what only prints are not tested. */
const leftOut = ['order-book.ts', 'naive-book.ts', 'print-book.ts'];

const temporary = mkdtempSync(join(tmpdir(), 'openpit-mutants-'));
const { values, positionals: asked } = parseArgs({
  options: { most: { type: 'string' } },
  allowPositionals: true,
});
const most = Number(values.most ?? Number.POSITIVE_INFINITY);
let [killed, all] = [0, 0];

/** @param {string[]} tests @param {string} [file] @param {string} [source] */
function passes(tests, file = '', source = '') {
  const path = join(temporary, 'mutant.ts');
  writeFileSync(path, source);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const config = join(venue, 'testing', 'mutation', 'mutation.config.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', config, ...tests], {
    cwd: root,
    env: { ...process.env, MUTANT_FILE: file, MUTANT_SOURCE: path },
    stdio: 'ignore',
    timeout: 120_000,
  });
  return status === 0;
}

/** @param {string} target @returns {string[]} its modules */
function modulesOf(target) {
  const path = join(venue, target);
  const names = readdirSync(path).filter((name) => !name.endsWith('.test.ts') && !leftOut.includes(name));
  return names.map((name) => join(path, name));
}

try {
  for (const [target, tests] of Object.entries(targets)) {
    const files = modulesOf(target).filter(
      (file) => asked.length === 0 || asked.some((part) => file.includes(part)),
    );
    if (files.length === 0) continue;
    if (!passes(tests)) throw new Error(`The tests of ${target} fail without any mutant.`);
    for (const file of files) {
      const found = mutantsOf(readFileSync(file, 'utf8'));
      const step = Math.max(1, found.length / most);
      const mutants = found.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
      const survivors = mutants.filter(({ source }) => passes(tests, file, source));
      all += mutants.length;
      killed += mutants.length - survivors.length;
      const name = file.slice(venue.length);
      console.log(`${name}: ${mutants.length - survivors.length} of ${mutants.length} killed`);
      for (const { line, from, to } of survivors) console.log(`  ${line}: ${from}\n      ${to}`);
    }
  }
  console.log(`Mutation score ${((killed / Math.max(all, 1)) * 100).toFixed(1)} % (${killed} of ${all})`);
} finally {
  rmSync(temporary, { recursive: true });
}
