// How much a browser must fetch before the first interaction, held against its limits (apps/web/proof/sizes.ts).
import { join } from 'node:path';
import { installedProgram, root } from './repository.mjs';
import { runTool } from './run-tool.mjs';

/**
 * @param {{ say: (line: string) => void, note: (text: string) => void }} voice
 * @returns {Promise<void>} a StepFailure with the table when a page is above its limit
 */
export async function checkSizes({ say, note }) {
  const output = await runTool({
    title: 'The browser application has grown above a limit',
    command: process.execPath,
    args: [
      installedProgram('tsx', 'tsx'),
      '--conditions=openpit-source',
      join(root, 'apps', 'web', 'proof', 'sizes.ts'),
    ],
    cwd: root,
    onLine: say,
    advise: () =>
      'Load what is not needed at once later (a dynamic import), or do without the package that came in.',
  });
  note(
    [...output.matchAll(/^(\w+): ([\d.]+) kB/gm)].map(([, page, size]) => `${page} ${size} kB`).join(', '),
  );
}
