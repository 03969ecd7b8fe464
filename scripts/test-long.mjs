// `npm run test:long`: the tests that take minutes, in parts. Names of parts run these; none runs all, one after another.
import './steps/require-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { runJourneys } from './journeys.mjs';
import { runUnitTests } from './steps/checks.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { longParts } from './steps/long-parts.mjs';
import { runOnNode } from './steps/other-node.mjs';
import { chromium, ensureProgram, firefox, postgres, strace } from './steps/programs.mjs';
import { createProgress, table } from './steps/progress.mjs';
import { root } from './steps/repository.mjs';
import { runCommand, StepFailure } from './steps/step-failure.mjs';

const progress = createProgress();

runCommand(async () => {
  const { positionals } = parseArgs({ options: {}, allowPositionals: true });
  const names = positionals.length === 0 ? Object.keys(longParts) : positionals;
  const parts = names.map((name) => ({ name, ...partNamed(name) }));
  await ensureInstalled({ progress });
  await ensureProgram(postgres, { progress });
  for (const { name, unitTests, delays = [], journeys, isInFirefox, needsStrace, node } of parts) {
    if (node !== undefined) {
      const browser = await ensureProgram(chromium, { progress });
      await ensureBuilt({ progress });
      const env = { [chromium.variable]: browser };
      await runOnNode({ version: node, journeys: journeys ?? [], env, progress });
      continue;
    }
    const env = needsStrace ? { [strace.variable]: await ensureProgram(strace, { progress }) } : {};
    if (unitTests !== undefined)
      await progress.step(name, async (voice) => {
        voice.note(await runUnitTests({ files: unitTests, runs: 'long', env, onLine: voice.say }));
      });
    for (const seed of delays)
      await progress.step(`${name} ${seed}`, async (voice) => {
        const load = pathToFileURL(join(root, 'scripts', 'testing', 'delays.mjs'));
        const env = { OPENPIT_DELAYS: seed, NODE_OPTIONS: `--import=${load}` };
        voice.note(await runUnitTests({ files: [], runs: 'reduced', env, onLine: voice.say }));
      });
    if (journeys !== undefined) {
      const browser = isInFirefox ? firefox : chromium;
      const file = await ensureProgram(browser, { progress });
      await ensureBuilt({ progress });
      await progress.step(name, async (voice) => {
        voice.note(await runJourneys({ browser, file, files: journeys, isLong: true, onLine: voice.say }));
      });
    }
  }
}).then(() => {
  if (progress.results.length > 0) process.stdout.write(`\n${table(progress.results)}\n`);
});

/** @param {string} name */
function partNamed(name) {
  const part = longParts[name];
  if (part !== undefined) return part;
  const list = Object.entries(longParts).map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`);
  throw new StepFailure(`The long tests have no part "${name}".`, {
    advice: ['Use: npm run test:long -- [PART…]', ...list].join('\n'),
    exitCode: 2,
  });
}
