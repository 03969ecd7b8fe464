// A tool's output is shown only when it fails, and no tool outlives the command that started it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFolder, write } from '../testing/small-copy.ts';
import { root } from './repository.mjs';
import { runTool } from './run-tool.mjs';

const run = (script: string, more: Partial<Parameters<typeof runTool>[0]> = {}) =>
  runTool({ title: 'The tool failed', command: process.execPath, args: ['-e', script], cwd: root, ...more });

describe('a tool', () => {
  it('returns all its output, and passes on each line immediately', async () => {
    const lines: string[] = [];
    const output = await run(`console.log('one'); console.error('two'); process.stdout.write('no end')`, {
      onLine: (line) => lines.push(line),
    });
    expect([...lines].sort()).toEqual(['one', 'two']);
    expect(output).toContain('no end');
  });

  it('is reported with its output, its exit code and what to do when it fails', async () => {
    await expect(run(`console.log('why'); process.exit(7)`, { advice: 'Try again.' })).rejects.toMatchObject({
      message: 'The tool failed.',
      output: 'why\n',
      advice: 'Try again.',
      exitCode: 7,
    });
  });

  it('is reported with the signal that ended it', async () => {
    await expect(run(`process.kill(process.pid, 'SIGKILL')`)).rejects.toMatchObject({
      message: 'The tool failed (it was ended by SIGKILL).',
      exitCode: 1,
    });
  });

  it('is reported when it does not exist', async () => {
    await expect(run('', { command: join(root, 'no-such-tool') })).rejects.toThrow('could not be started');
  });

  it('ends with the command that started it, and so do its own children', async () => {
    const folder = newFolder();
    const pids = join(folder, 'pids');
    const grandchild = `require('node:fs').appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n'); setInterval(() => {}, 1000);`;
    write(
      folder,
      'child.cjs',
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' }); ${grandchild}`,
    );
    write(
      folder,
      'command.mjs',
      `import { runTool } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/steps/run-tool.mjs')).href)};
       runTool({ title: 'x', command: process.execPath, args: ['child.cjs'], cwd: process.cwd() }).catch(() => {});`,
    );
    const command = spawn(process.execPath, ['command.mjs'], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => command.once('exit', resolve));
    const started = () => (existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []);
    await expect.poll(() => started()).toHaveLength(2);
    command.kill('SIGTERM');
    expect(await ended).toBe(128 + 15);
    await expect.poll(() => started().filter(isAlive)).toEqual([]);
  });

  it('leaves the signals to the server when it has ended', async () => {
    const before = process.listenerCount('SIGTERM');
    await run('');
    expect(process.listenerCount('SIGTERM')).toBe(before);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // On Linux a process that has ended and was not waited for yet still takes signals.
  const status = `/proc/${pid}/status`;
  return !existsSync(status) || !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
