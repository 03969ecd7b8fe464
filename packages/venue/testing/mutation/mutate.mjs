// Mutation test of the venue. From the root of the repository:
// node packages/venue/testing/mutation/mutate.mjs [--sample N] [--seed S] [AREA or PART OF A FILE'S PATH …]
// The program puts each small fault (mutants.mjs) into one module at a time and runs the area's tests until one fails. Faults that no test
// detects survive and are printed. With --sample the program takes at most N faults of each area; the seed, 1 by default, decides which.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areas, explained, faultsOf, isExplained, testsOf } from './areas.mjs';

/** @typedef {import('./areas.mjs').Fault} Fault */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** A run takes seconds. A fault that makes it endless is detected. */
const longest = 120_000;

const { values, positionals: asked } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

/**
 * The same faults are used as long as their lines stay the same, even if other lines of their files change.
 * @param {Fault} fault
 */
const lot = ({ file, from, to, nth }) =>
  createHash('sha256').update([values.seed, file, from, to, nth].join('\n')).digest('hex');

/** @param {readonly Fault[]} faults @returns {readonly Fault[]} */
function sampleOf(faults) {
  if (values.sample === undefined) return faults;
  const drawn = [...faults].sort((a, b) => (lot(a) < lot(b) ? -1 : 1));
  return drawn.slice(0, Number(values.sample));
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let runner;

/**
 * @param {import('./runner.mjs').Request} request
 * @returns {Promise<import('./runner.mjs').Reply>}
 */
async function run(request) {
  if (runner === undefined) {
    runner = fork(join(import.meta.dirname, 'runner.mjs'), { cwd: root, stdio: 'ignore' });
    await once(runner, 'message');
  }
  const child = runner;
  const done = new AbortController();
  const { signal } = done;
  child.send(request);
  const [reply] = await Promise.race([
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }),
    setTimeout(longest, [], { signal }),
  ]);
  done.abort();
  if (typeof reply?.passed === 'boolean') return reply;
  child.kill('SIGKILL');
  runner = undefined;
  return { passed: false, durations: {} };
}

/**
 * @param {string} file @param {Readonly<Record<string, number>>} durations
 * @returns {readonly string[]} the test of the same name, then the shortest first
 */
function inOrder(file, durations) {
  const ownTest = file.replace(/\.ts$/, '.test.ts');
  const cost = (/** @type {string} */ test) => (test === ownTest ? 0 : (durations[test] ?? 0));
  return Object.keys(durations).sort((a, b) => cost(a) - cost(b));
}

/** @param {number} part @param {number} all */
const percent = (part, all) => `${((part / Math.max(all, 1)) * 100).toFixed(1)} %`;

for (const area of Object.keys(areas)) {
  const all = faultsOf(area).filter(
    ({ file, line }) =>
      asked.length === 0 || asked.some((part) => part === area || `${file}:${line}`.includes(part)),
  );
  if (all.length === 0) continue;
  const { passed, durations } = await run({ tests: testsOf(area) });
  if (!passed) throw new Error(`The tests of ${area} fail without any fault.`);
  const faults = sampleOf(all);
  let [detected, known] = [0, 0];
  for (const fault of faults) {
    if (isExplained(fault)) {
      known += 1;
      continue;
    }
    const { file, line, from, to, source } = fault;
    const reply = await run({ tests: inOrder(file, durations), file: join(root, file), source });
    if (!reply.passed) detected += 1;
    else console.log(`  ${file}:${line}: ${from}\n      ${to}`);
  }
  const { length } = faults;
  const left = length - detected - known;
  console.log(
    `${area}: ${length} of ${all.length} faults, ${detected} detected, ${known} explained, ${left} survived; ` +
      `score ${percent(detected, length - known)}`,
  );
}
console.log(`${explained.length} explanations`);
runner?.disconnect();
