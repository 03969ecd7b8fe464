// `npm run check`: types, lint and unit tests, for every few minutes of work. The whole proof is `npm test`.
import './require-node.mjs';
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { readOptions } from './options.mjs';
import { createProgress } from './progress.mjs';
import { runCommand } from './step-failure.mjs';

runCommand(async () => {
  const { long } = readOptions({
    command: 'npm run check',
    flags: { long: 'the tests that take minutes, too' },
  });
  const progress = createProgress();
  await ensureInstalled({ progress });
  await runChecks({ progress, long, quick: !long });
});
