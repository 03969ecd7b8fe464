// Mutation test of the order book and the positions, run by hand from the root of the repository: node packages/venue/proof/mutate.mjs
// [PART OF A FILE'S PATH …]. Each small fault (mutants.mjs) is put into one module at a time, and the tests of the folder run; a
// fault that no test sees survives, and is printed. Takes about three seconds a fault.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutantsOf } from './mutants.mjs';

const venue = fileURLToPath(new URL('..', import.meta.url));
const root = join(venue, '..', '..');
/** Promises, the twin for tests, and what only prints are not what is tested. */
const left = ['order-book.ts', 'naive-book.ts', 'print-book.ts'];
const tests = {
  'order-book': ['packages/venue/order-book'],
  positions: ['packages/venue/positions', 'packages/venue/deals/deal-actions.test.ts'],
};
const temporary = mkdtempSync(join(tmpdir(), 'openpit-mutants-'));
const asked = process.argv.slice(2);
let [killed, all] = [0, 0];

/** @param {string[]} files @param {string} [file] @param {string} [source] */
function passes(files, file = '', source = '') {
  const path = join(temporary, 'mutant.ts');
  writeFileSync(path, source);
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      '--config',
      join(venue, 'proof', 'mutation.config.mjs'),
      ...files,
    ],
    {
      cwd: root,
      env: { ...process.env, MUTANT_FILE: file, MUTANT_SOURCE: path },
      stdio: 'ignore',
      timeout: 40_000,
    },
  );
  return status === 0;
}

try {
  for (const [folder, files] of Object.entries(tests)) {
    if (!passes(files)) throw new Error(`The tests of ${folder} fail without any mutant.`);
    for (const name of readdirSync(join(venue, folder))) {
      const file = join(venue, folder, name);
      if (
        name.endsWith('.test.ts') ||
        left.includes(name) ||
        (asked.length > 0 && !asked.some((part) => file.includes(part)))
      )
        continue;
      const mutants = mutantsOf(readFileSync(file, 'utf8'));
      const survivors = mutants.filter(({ source }) => passes(files, file, source));
      all += mutants.length;
      killed += mutants.length - survivors.length;
      console.log(`${folder}/${name}: ${mutants.length - survivors.length} of ${mutants.length} killed`);
      for (const { line, from, to } of survivors) console.log(`  ${line}: ${from}\n      ${to}`);
    }
  }
  console.log(`Mutation score ${((killed / Math.max(all, 1)) * 100).toFixed(1)} % (${killed} of ${all})`);
} finally {
  rmSync(temporary, { recursive: true });
}
