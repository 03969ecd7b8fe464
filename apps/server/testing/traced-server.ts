// For tests: the system calls of a running server, by strace, which can also let some of them fail.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

export interface SystemCall {
  /** The text of strace, with arguments and result. */
  readonly text: string;
  /** `fdatasync`. */
  readonly name: string;
  /** The places of the call's begin and end in the order of the trace. */
  readonly began: number;
  readonly ended: number;
  /** Epoch milliseconds of its beginning. */
  readonly at: number;
  /** Whether strace let it fail. */
  readonly isInjected: boolean;
}

/** Attaches strace to all threads of a process and resolves when it traces; `filters`: strace's arguments for tracing and injection. */
export async function trace(pid: number, file: string, filters: readonly string[]): Promise<ChildProcess> {
  const program = process.env.OPENPIT_STRACE ?? 'strace';
  const args = ['-f', '-ttt', '-y', '-s', '20000', '-o', file, ...filters, '-p', `${pid}`];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`strace ended with code ${code}: ${errors}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
      if (errors.includes('attached')) resolve();
    });
  });
  return child;
}

/** Ends strace, which leaves the process running, if it has not ended with it. */
export async function detach(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** The calls of a trace, in the order they began. A partly recorded call is omitted. */
export async function callsOf(file: string): Promise<SystemCall[]> {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { text: string; began: number; at: number }>();
  const lines = (await readFile(file, 'utf8')).split('\n');
  for (const [index, line] of lines.entries()) {
    const [, thread = '', seconds = '', text = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? [];
    if (text === '') continue;
    const at = Number(seconds) * 1000;
    const suspended = /^(.*) <unfinished \.\.\.>$/.exec(text)?.[1];
    if (suspended !== undefined) {
      unfinished.set(thread, { text: suspended, began: index, at });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const start = resumed === undefined ? { text: '', began: index, at } : unfinished.get(thread);
    if (start === undefined) continue;
    unfinished.delete(thread);
    const whole = start.text + (resumed ?? text);
    const name = /^(\w+)\(/.exec(whole)?.[1];
    if (name === undefined) continue;
    const isInjected = whole.endsWith('(INJECTED)');
    calls.push({ text: whole, name, began: start.began, ended: index, at: start.at, isInjected });
  }
  return calls.sort((a, b) => a.began - b.began);
}
