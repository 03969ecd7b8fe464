// `npm run dev`: the server and the web application from their sources; each restarts when a file changes. Options after
// `--` go to the server. When one ends, so does the other.
import './steps/require-node.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './steps/install.mjs';
import { createProgress } from './steps/progress.mjs';
import { installedProgram, root } from './steps/repository.mjs';
import { endGroup, ownGroup, track, untrack } from './steps/run-tool.mjs';
import { runCommand } from './steps/step-failure.mjs';

const web = join(root, 'apps', 'web');

runCommand(async () => {
  await ensureInstalled({ progress: createProgress() });
  const server = [
    installedProgram('tsx', 'tsx'),
    'watch',
    '--clear-screen=false',
    '--conditions=openpit-source',
    join(root, 'scripts', 'dev-server.mjs'),
    ...process.argv.slice(2),
  ];
  const parts = [
    part({ name: 'server', args: server, cwd: root }),
    part({ name: 'web', args: [installedProgram('vite', 'vite', web), '--clearScreen', 'false'], cwd: web }),
  ];
  const code = await Promise.race(parts.map((part) => part.ended));
  for (const started of parts) started.end();
  await Promise.all(parts.map((part) => part.ended));
  return code;
});

/** @param {{ name: string, args: readonly string[], cwd: string }} options */
function part({ name, args, cwd }) {
  const child = spawn(process.execPath, [...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  track(child);
  for (const pipe of [child.stdout, child.stderr]) {
    let rest = '';
    pipe.setEncoding('utf8');
    pipe.on('data', (/** @type {string} */ text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() || '';
      for (const line of lines) process.stdout.write(`${name.padEnd(6)} │ ${line}\n`);
    });
  }
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('close', (code) => {
      untrack(child);
      resolve(code === null ? 0 : code);
    });
  });
  return { ended, end: () => endGroup(child, 'SIGTERM') };
}
