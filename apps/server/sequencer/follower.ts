// The market's side of its follower: feeds it the handled commands and has it take snapshots. If it fails,
// the market loses only the snapshots along the way: the next one is taken at the next clean stop.
import { startThread, type Thread } from '@openpit/storage';
import type { SequencedCommand, StateHash } from '@openpit/venue';
import type { FollowerProtocol } from './follower-messages.ts';

export interface KeptState {
  readonly seq: number;
  readonly stateHash: StateHash;
}

export class FollowerFailed extends Error {
  override name = 'FollowerFailed';
}

/** How long commands may wait before they are sent to the thread: one message for many. */
const feedAfterMs = 25;

export class Follower {
  readonly #thread: Thread<FollowerProtocol>;
  #unfed: SequencedCommand[] = [];
  #feeding: NodeJS.Timeout | null = null;

  constructor(start: FollowerProtocol['start']) {
    const failed = (why: string) => new FollowerFailed(`the follower failed: ${why}`);
    this.#thread = startThread<FollowerProtocol>({
      name: 'follower',
      file: new URL('./follower-worker.ts', import.meta.url),
      start,
      callError: ({ message }) => failed(message),
      endError: failed,
    });
    this.#thread.unref();
  }

  /** Cheap enough to be called for every batch. */
  feed(commands: readonly SequencedCommand[]): void {
    if (this.#thread.ended !== undefined) return;
    for (const command of commands) this.#unfed.push(command);
    this.#feeding ??= setTimeout(() => this.#feedAll(), feedAfterMs).unref();
  }

  /** Keeps the state as it is after all commands fed so far. Rejects with FollowerFailed. */
  keep(): Promise<KeptState> {
    this.#feedAll();
    return this.#endIfFailed(this.#thread.call('keep', null));
  }

  /**
   * Writes what was kept; call it only when the outcomes up to there are on disk. Rejects with
   * FollowerFailed.
   */
  write(): Promise<void> {
    return this.#endIfFailed(this.#thread.call('write', null));
  }

  async stop(): Promise<void> {
    this.#takeUnfed();
    await this.#thread.terminate();
  }

  /** What failed once on this thread would fail every time. */
  async #endIfFailed<Result>(call: Promise<Result>): Promise<Result> {
    try {
      return await call;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  #feedAll(): void {
    const commands = this.#takeUnfed();
    if (commands.length > 0) this.#thread.notify(commands);
  }

  #takeUnfed(): readonly SequencedCommand[] {
    if (this.#feeding !== null) clearTimeout(this.#feeding);
    this.#feeding = null;
    const commands = this.#unfed;
    this.#unfed = [];
    return commands;
  }
}
