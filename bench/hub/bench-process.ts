// A process of the hub benchmark that carries out tasks and replies when they are done.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const replyTimeoutMs = 120_000;

export class BenchProcess {
  readonly #child: ChildProcess;

  /** `file`: relative to this file. It runs without a TypeScript loader, with the compiled packages. */
  constructor(file: string) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [] });
  }

  /** Sends a task and returns the reply. Rejects when the process ends or does not reply in time. */
  request<Reply>(task: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timeout);
        this.#child.off('message', onReply);
        this.#child.off('exit', onExit);
        settle();
      };
      const onExit = (code: number | null) =>
        finish(() => reject(new Error(`A process of the benchmark ended with code ${code}.`)));
      const onReply = (reply: unknown) => finish(() => resolve(reply as Reply));
      const timeout = setTimeout(
        () => finish(() => reject(new Error('A process of the benchmark did not reply in time.'))),
        replyTimeoutMs,
      );
      this.#child.on('message', onReply);
      this.#child.on('exit', onExit);
      this.#child.send(task);
    });
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.disconnect();
    await ended;
  }
}
