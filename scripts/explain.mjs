// `npm run explain -- SEQ`: one command's way through the market. Installs and builds missing parts without a line on standard
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
  const file = pathToFileURL(join(root, 'apps/server/dist/bundle/explain-cli.js')).href;
  const { runExplainCli } = await import(file);
  return await runExplainCli(process.argv.slice(2));
});
