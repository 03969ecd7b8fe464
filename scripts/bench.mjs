// `npm run bench`: the measurements in bench/, run from their sources against the compiled packages (tsx's own wrappers around functions would distort the figures). Arguments go to
// bench/main.ts, which says what there is to measure.
import './require-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { createProgress } from './progress.mjs';
import { installedProgram, root } from './repository.mjs';
import { showTool } from './run-tool.mjs';
import { runCommand } from './step-failure.mjs';

runCommand(async () => {
  const progress = createProgress({ screen: process.stderr, quiet: true });
  await ensureInstalled({ progress });
  await ensureBuilt({ progress });
  const main = join(root, 'bench', 'main.ts');
  return await showTool({
    command: process.execPath,
    args: [installedProgram('tsx', 'tsx'), main, ...process.argv.slice(2)],
    cwd: root,
  });
});
