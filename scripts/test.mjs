// `npm test`: packages, a browser, types, lint, unit tests, the build, and the journeys in that browser, from a fresh copy.
// `npm run test:all` leaves out nothing (test-selection.mjs). Every part runs, even when another one fails.
import './steps/require-node.mjs';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { firefoxPart, runJourneys, webkitPart } from './journeys.mjs';
import { checkParts } from './steps/checks.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { runParts } from './steps/parts.mjs';
import { chromium, ensureProgram, postgres, promtool } from './steps/programs.mjs';
import { createProgress, lists, table } from './steps/progress.mjs';
import { runCommand } from './steps/step-failure.mjs';
import { journeysOfTest, secondLook } from './steps/test-selection.mjs';

const packages = 'Packages';
const build = 'Build';
let browserFile = '';

/**
 * @param {boolean} isAll
 * @returns {readonly import('./steps/parts.mjs').Part[]}
 */
const partsOf = (isAll) => [
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
  ...checkParts({
    isAll,
    needs: [packages],
    unitTestsNeed: [postgres.name, promtool.name],
  }),
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
        const chosen = isAll ? {} : { files: journeysOfTest(), leftOut: secondLook };
        const { say: onLine, list } = voice;
        voice.note(await runJourneys({ browser: chromium, file: browserFile, ...chosen, onLine, list }));
      }),
  },
  ...(isAll ? [firefoxPart, webkitPart].map((part) => part({ needs: [packages, build] })) : []),
];

runCommand(async () => {
  const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values;
  const progress = createProgress();
  try {
    await runParts(partsOf(all), { progress });
  } finally {
    process.stdout.write(`\n${lists(progress.results)}\n${table(progress.results)}\n`);
  }
});
