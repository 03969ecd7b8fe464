// A process of the order path's benchmark that is told what to do and answers when it has done it: both ends. It runs from
// its source with the loader of the process that starts it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const answerLimitMs = 60_000;

type Reply = { readonly answer: unknown } | { readonly error: string };

export class BenchWorker {
  readonly #file: string;
  readonly #child: ChildProcess;

  /** `file`: beside this one. */
  constructor(file: string) {
    this.#file = file;
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' });
  }

  /** Rejects when the process ends, fails, or does not answer in time. */
  ask<Answer>(task: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(limit);
        this.#child.off('message', hear);
        this.#child.off('exit', gone);
        settle();
      };
      const fail = (why: string) => end(() => reject(new Error(`${this.#file}: ${why}`)));
      const gone = (code: number | null) => fail(`it ended with code ${code}`);
      const hear = (reply: Reply) =>
        'error' in reply ? fail(reply.error) : end(() => resolve(reply.answer as Answer));
      const limit = setTimeout(() => fail('it did not answer in time'), answerLimitMs);
      this.#child.on('message', hear);
      this.#child.on('exit', gone);
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

/** The worker's end: one task at a time, each answered or its error told. */
export function answerTasks<Task>(work: (task: Task) => Promise<unknown>): void {
  const reply = (message: Reply) => process.send?.(message);
  // Without the process that asks there is nothing to do.
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
