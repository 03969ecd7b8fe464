// `npm run bench`: the benchmarks in bench/, from their sources against the compiled packages (tsx's wrappers around functions
// would distort the figures). Arguments go to bench/main.ts. The libraries that benchmarks compare with are not among the
// packages of Openpit: they are installed into bench/ on first use.
import './steps/require-node.mjs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './steps/install.mjs';
import { chromium, findProgram } from './steps/programs.mjs';
import { createProgress } from './steps/progress.mjs';
import { installedProgram, root } from './steps/repository.mjs';
import { showTool } from './steps/run-tool.mjs';
import { runCommand } from './steps/step-failure.mjs';

const bench = join(root, 'bench');

runCommand(async () => {
  const progress = createProgress({ screen: process.stderr, isQuiet: true });
  await ensureInstalled({ progress });
  await ensureInstalled({
    progress,
    folder: bench,
    what: 'the libraries to compare with into bench/node_modules (once)',
  });
  await ensureBuilt({ progress });
  return await showTool({
    command: process.execPath,
    args: [installedProgram('tsx', 'tsx'), join(bench, 'main.ts'), ...process.argv.slice(2)],
    cwd: root,
    env: { [chromium.variable]: findProgram(chromium) },
  });
});
