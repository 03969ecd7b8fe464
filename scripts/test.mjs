// `npm test`: the full test suite from a fresh copy, the same here and in continuous integration: packages, a browser,
// types, lint, unit tests, the build, and the journeys in that browser.
import './require-node.mjs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { chromium, ensureProgram, postgres } from './programs.mjs';
import { createProgress, table } from './progress.mjs';
import { runCommand } from './step-failure.mjs';

const progress = createProgress();

runCommand(async () => {
  parseArgs({ options: {} });
  await ensureInstalled({ progress });
  const file = await ensureProgram(chromium, { progress });
  await ensureProgram(postgres, { progress });
  await runChecks({ progress });
  await ensureBuilt({ progress });
  await progress.step('Journeys in the browser', async (voice) => {
    voice.note(await runJourneys({ browser: chromium, file, onLine: voice.say }));
  });
}).then(() => {
  if (progress.results.length > 0) process.stdout.write(`\n${table(progress.results)}\n`);
});
