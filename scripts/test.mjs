// `npm test`: the full test suite from a fresh copy, the same here and in continuous integration: packages, a browser,
// types, lint, unit tests, the build, and the journeys in that browser. Every part runs, also when another one fails.
import './require-node.mjs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { checkParts } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { runJourneys } from './journeys.mjs';
import { runParts } from './parts.mjs';
import { chromium, ensureProgram, postgres, promtool } from './programs.mjs';
import { createProgress, table } from './progress.mjs';
import { runCommand } from './step-failure.mjs';

const packages = 'Packages';
const build = 'Build';
let browserFile = '';

/** @type {readonly import('./parts.mjs').Part[]} */
const parts = [
  { title: packages, repeat: 'npm ci', run: (progress) => ensureInstalled({ progress }) },
  {
    title: chromium.name,
    repeat: 'npm run doctor',
    run: async (progress) => {
      browserFile = await ensureProgram(chromium, { progress });
    },
  },
  {
    title: postgres.name,
    repeat: 'npm run doctor',
    run: (progress) => ensureProgram(postgres, { progress }),
  },
  {
    title: promtool.name,
    repeat: 'npm run doctor',
    run: (progress) => ensureProgram(promtool, { progress }),
  },
  ...checkParts({ needs: [packages], unitTestsNeed: [postgres.name, promtool.name] }),
  {
    title: build,
    repeat: 'npm run build',
    needs: [packages],
    run: (progress) => ensureBuilt({ progress }),
  },
  {
    title: 'Journeys in the browser',
    repeat: 'npm run journeys',
    needs: [packages, chromium.name, build],
    run: (progress) =>
      progress.step('Journeys in the browser', async (voice) => {
        voice.note(await runJourneys({ browser: chromium, file: browserFile, onLine: voice.say }));
      }),
  },
];

runCommand(async () => {
  parseArgs({ options: {} });
  const progress = createProgress();
  try {
    await runParts(parts, { progress });
  } finally {
    process.stdout.write(`\n${table(progress.results)}\n`);
  }
});
