// A process of the hub benchmark that is told what to do and answers when it has done it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const answerLimitMs = 120_000;

export class BenchProcess {
  readonly #child: ChildProcess;

  /** `file`: beside this one. It runs without our loader, from the compiled packages. */
  constructor(file: string, nodeOptions: readonly string[] = []) {
    this.#child = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [...nodeOptions] });
  }

  /** Throws when the process ends, or does not answer in time. */
  ask<Answer>(task: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(limit);
        this.#child.off('message', hear);
        this.#child.off('exit', fail);
        settle();
      };
      const fail = (code: number | null) =>
        end(() => reject(new Error(`A process of the benchmark ended (${code ?? 'too slow'}).`)));
      const hear = (answer: unknown) => end(() => resolve(answer as Answer));
      const limit = setTimeout(() => fail(null), answerLimitMs);
      this.#child.on('message', hear);
      this.#child.on('exit', fail);
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
