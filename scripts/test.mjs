// `npm test`: the whole proof from a fresh copy, the same here and in continuous integration: packages, a browser,
// types, lint, unit tests, the build, and the journeys in that browser. `--long` adds the tests that take minutes.
import './require-node.mjs';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { readOptions } from './options.mjs';
import { createProgress, table } from './progress.mjs';
import { checkSizes } from './sizes.mjs';
import { runCommand } from './step-failure.mjs';

const progress = createProgress();

runCommand(async () => {
  const { long } = readOptions({ command: 'npm test', flags: { long: 'the tests that take minutes, too' } });
  await ensureInstalled({ progress });
  const chromium = await ensureChromium({ progress });
  await runChecks({ progress, long });
  await ensureBuilt({ progress });
  await progress.step('Size before the first interaction', (voice) => checkSizes(voice));
  await progress.step('Journeys in the browser', (voice) =>
    runJourneys({ chromium, long, onLine: voice.say, onCount: voice.note }),
  );
}).then(() => {
  if (progress.results.length > 0) process.stdout.write(`\n${table(progress.results)}\n`);
});
