// `npm run admin -- COMMAND`: the operator's command line. Installs and builds missing parts without a line on
// standard output, which is for the answer.
import './steps/require-node.mjs';
import { ensureBuilt } from './build.mjs';
import { runBuilt } from './run-built.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { createProgress } from './steps/progress.mjs';
import { runCommand } from './steps/step-failure.mjs';

runCommand(async () => {
  const progress = createProgress({ screen: process.stderr, isQuiet: true });
  await ensureInstalled({ progress });
  await ensureBuilt({ progress });
  return await runBuilt(['admin', ...process.argv.slice(2)]);
});
