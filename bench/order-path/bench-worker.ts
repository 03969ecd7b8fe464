// A process of a benchmark that performs tasks, and the calls to it. It runs from its source with the loader of the process that starts it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const replyLimitMs = 120_000;

type Reply = { readonly answer: unknown } | { readonly error: string };

export class BenchWorker {
  readonly #file: string;
  readonly #child: ChildProcess;

  /** `file`: relative to this one. A file of plain JavaScript runs without a loader, with the compiled packages. */
  constructor(file: string) {
    this.#file = file;
    const execArgv = file.endsWith('.mjs') ? { execArgv: [] } : {};
    const path = fileURLToPath(new URL(file, import.meta.url));
    this.#child = fork(path, { serialization: 'advanced', ...execArgv });
  }

  /** Rejects when the process ends, fails, or does not reply in time. */
  ask<Answer>(task: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(limit);
        this.#child.off('message', onReply);
        this.#child.off('exit', onExit);
        settle();
      };
      const fail = (why: string) => end(() => reject(new Error(`${this.#file}: ${why}`)));
      const onExit = (code: number | null) => fail(`it ended with code ${code}`);
      const onReply = (reply: Reply) =>
        'error' in reply ? fail(reply.error) : end(() => resolve(reply.answer as Answer));
      const limit = setTimeout(() => fail('it did not reply in time'), replyLimitMs);
      this.#child.on('message', onReply);
      this.#child.on('exit', onExit);
      this.#child.send(task);
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.disconnect();
    await ended;
  }
}

/** Runs in the worker: performs tasks and replies with the answer or the error of each. */
export function answerTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  const reply = (message: Reply) => process.send?.(message);
  process.on('disconnect', () => process.exit());
  process.on('message', (task: Task) => {
    work(task).then(
      (answer) => reply({ answer }),
      (error: unknown) =>
        reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

/** Seconds of processor time that this process has used. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
