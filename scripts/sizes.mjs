// The step of `npm test` that compares the size of the browser application with its limits (apps/web/sizes/sizes.ts).
import { join } from 'node:path';
import { installedProgram, root } from './repository.mjs';
import { runTool } from './run-tool.mjs';

/**
 * @param {{ say: (line: string) => void, note: (text: string) => void }} voice
 * @returns {Promise<void>} rejects with a StepFailure that has the table when a page is above its limit
 */
export async function checkSizes({ say, note }) {
  const table = await runTool({
    title: 'The browser application has grown above a limit',
    command: process.execPath,
    args: [installedProgram('tsx', 'tsx'), join(root, 'apps', 'web', 'sizes', 'sizes.ts')],
    cwd: root,
    onLine: say,
    advice: 'Load later what is not needed at once (a dynamic import), or remove the package that was added.',
  });
  note(table.trim().split('\n').join('; '));
}
