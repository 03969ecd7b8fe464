// `npm run check`: types, lint and all unit tests, for every few minutes of work. `npm run check:fast` leaves out the unit
// tests that need files, threads and sockets. Both make a fraction of the generated runs of `npm test`.
import './steps/require-node.mjs';
import { parseArgs } from 'node:util';
import { checkParts } from './steps/checks.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { runParts } from './steps/parts.mjs';
import { ensureProgram, postgres } from './steps/programs.mjs';
import { createProgress, lists } from './steps/progress.mjs';
import { runCommand } from './steps/step-failure.mjs';

runCommand(async () => {
  const { fast } = parseArgs({ options: { fast: { type: 'boolean', default: false } } }).values;
  const progress = createProgress();
  await ensureInstalled({ progress });
  if (!fast) await ensureProgram(postgres, { progress });
  try {
    await runParts(checkParts({ isFast: fast, isReduced: true }), { progress });
  } finally {
    process.stdout.write(lists(progress.results, { onlyWarnings: true }));
  }
});
