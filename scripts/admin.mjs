// `npm run admin -- COMMAND`: the operator's command line. Installs and builds missing parts without a line on standard
// output, which is for the answer.
import './steps/require-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { createProgress } from './steps/progress.mjs';
import { root } from './steps/repository.mjs';
import { runCommand } from './steps/step-failure.mjs';

runCommand(async () => {
  const progress = createProgress({ screen: process.stderr, isQuiet: true });
  await ensureInstalled({ progress });
  await ensureBuilt({ progress });
  const cli = pathToFileURL(join(root, 'apps/server/dist/bundle/cli.js')).href;
  const { runOperatorCli } = await import(cli);
  return await runOperatorCli(process.argv.slice(2));
});
