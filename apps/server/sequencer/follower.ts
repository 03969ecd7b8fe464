// The market's end of its follower: feeds it what was handled and has it take snapshots. A follower that fails costs the
// market its snapshots on the way, nothing else: they are then taken at the next clean stop.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SequencedCommand, StateHash } from '@openpit/venue';
import type { FollowerStart, FromFollower, ToFollower } from './follower-messages.ts';

export interface KeptState {
  readonly seq: number;
  readonly stateHash: StateHash;
}

export class FollowerFailed extends Error {
  override name = 'FollowerFailed';
}

/** How long commands may wait for the thread to hear of them: one message for many. */
const feedAfterMs = 25;

export class Follower {
  readonly #worker: Worker;
  #unfed: SequencedCommand[] = [];
  #feeding: NodeJS.Timeout | null = null;
  #waiting: { resolve: (message: FromFollower) => void; reject: (error: Error) => void } | null = null;
  #failure: FollowerFailed | null = null;

  constructor(start: FollowerStart) {
    this.#worker = startWorker(start);
    this.#worker.unref();
    this.#worker.on('message', (message: FromFollower) => this.#hear(message));
    this.#worker.on('error', (error) => this.#fail(error.message));
    this.#worker.on('exit', () => this.#fail('its thread has ended'));
  }

  /** Cheap enough to be called for every batch. */
  feed(commands: readonly SequencedCommand[]): void {
    if (this.#failure !== null) return;
    for (const command of commands) this.#unfed.push(command);
    this.#feeding ??= setTimeout(() => this.#feedAll(), feedAfterMs).unref();
  }

  /** Has it keep its state as it is after all that it was fed. Rejects with FollowerFailed. */
  async keep(): Promise<KeptState> {
    const kept = await this.#ask({ kind: 'keep' });
    if (kept.kind !== 'kept') throw new FollowerFailed('the follower answered out of turn');
    return kept;
  }

  /** Has it write what it kept; call it only when the outcomes up to there are on disk. Rejects with FollowerFailed. */
  async write(): Promise<void> {
    await this.#ask({ kind: 'write' });
  }

  async stop(): Promise<void> {
    this.#failure ??= new FollowerFailed('the follower was stopped');
    this.#forget();
    const exited = once(this.#worker, 'exit');
    await this.#worker.terminate();
    await exited.catch(() => undefined);
  }

  #ask(message: ToFollower): Promise<FromFollower> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#feedAll();
      this.#say(message);
    });
  }

  #feedAll(): void {
    const commands = this.#forget();
    if (commands.length > 0 && this.#failure === null) this.#say({ kind: 'commands', commands });
  }

  #forget(): readonly SequencedCommand[] {
    if (this.#feeding !== null) clearTimeout(this.#feeding);
    this.#feeding = null;
    const commands = this.#unfed;
    this.#unfed = [];
    return commands;
  }

  #say(message: ToFollower): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromFollower): void {
    if (message.kind === 'failed') this.#fail(message.message);
    else this.#waiting?.resolve(message);
    this.#waiting = null;
  }

  #fail(why: string): void {
    this.#failure ??= new FollowerFailed(`the follower failed: ${why}`);
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
  }
}

function startWorker(start: FollowerStart): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./follower-worker.${isSource ? 'ts' : 'js'}`, import.meta.url);
  const first = isSource ? new URL('./follower-source.mjs', import.meta.url) : entry;
  const execArgv = isSource ? ['--conditions=openpit-source'] : [];
  return new Worker(first, { name: 'follower', execArgv, workerData: { start, entry: entry.href } });
}
