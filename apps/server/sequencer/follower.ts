// The market's side of the follower: feeds it the handled commands and requests snapshots. If its thread dies, it is restarted
// from the market's state. Until then, only snapshots are missing.
import type { Projections } from '@openpit/projections';
import { buffersOf, keepThread, pack, type Thread, type ThreadWatch } from '@openpit/storage';
import type { StateHash, Venue } from '@openpit/venue';
import type { FollowerProtocol } from './follower-messages.ts';
import type { Beginning } from './recovery.ts';
import { savedMarket } from './snapshot-contents.ts';

interface FollowerParts {
  readonly snapshotFolder: string;
  /** The market's own. The thread is started with their state, which takes as long as a snapshot. */
  readonly venue: Venue;
  readonly projections: Projections;
  readonly watch: ThreadWatch | undefined;
}

interface KeptState {
  readonly seq: number;
  readonly stateHash: StateHash;
}

export class FollowerFailed extends Error {
  override name = 'FollowerFailed';
}

const failed = (why: string): FollowerFailed => new FollowerFailed(`the follower failed: ${why}`);

/** How long commands are batched before they are sent to the thread. */
const feedAfterMs = 25;

export class Follower {
  readonly #parts: FollowerParts;
  /** `null` while it is paused. */
  #thread: Thread<FollowerProtocol> | null;
  /** The last command in the state that the thread started with. */
  #startedAfter = 0;
  #unfed: Uint8Array[] = [];
  #feeding: NodeJS.Timeout | null = null;

  /**
   * `beginning` says how the parts reached their current state, so that the thread can repeat it and the market need not write
   * out its state.
   */
  constructor(parts: FollowerParts, beginning: Beginning | null) {
    this.#parts = parts;
    this.#thread = this.#start(beginning);
    if (beginning !== null) this.feed(this.#startedAfter + 1, beginning.commands);
  }

  /** False while it is paused, and between a death of the thread and its next start. */
  get isRunning(): boolean {
    return this.#thread !== null && this.#thread.ended === undefined;
  }

  /** Ends the thread; commands handled until the next start are not fed. */
  async pause(): Promise<void> {
    this.#takeUnfed();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  /** Starts the thread again, from the market's current state. */
  resume(): void {
    this.#thread ??= this.#start();
  }

  /**
   * Passes commands as they are in the journal, from `firstSeq` on. It is cheap enough to be called
   * for every batch.
   */
  feed(firstSeq: number, commands: readonly Uint8Array[]): void {
    if (!this.isRunning) return;
    // The state that a thread starts with may be ahead of the fed commands.
    for (const [at, command] of commands.entries())
      if (firstSeq + at > this.#startedAfter) this.#unfed.push(command);
    this.#feeding ??= setTimeout(() => this.#feedAll(), feedAfterMs).unref();
  }

  /** Keeps the state after all commands fed so far. Rejects with FollowerFailed. */
  async keep(): Promise<KeptState> {
    this.#feedAll();
    return await this.#running().call('keep', null);
  }

  /** The milliseconds that the thread has spent on commands since it last kept the state. Rejects with FollowerFailed. */
  async spentMs(): Promise<number> {
    this.#feedAll();
    return await this.#running().call('spent', null);
  }

  /**
   * Writes the state that `keep` captured as a snapshot. Call it only when the outcomes up to that state are on disk. Rejects with
   * FollowerFailed.
   */
  async write(): Promise<void> {
    await this.#running().call('write', null);
  }

  #start(beginning: Beginning | null = null): Thread<FollowerProtocol> {
    const { snapshotFolder, venue, watch } = this.#parts;
    let first = beginning;
    const thread = keepThread<FollowerProtocol>({
      name: 'follower',
      file: new URL('./follower-worker.ts', import.meta.url),
      start: () => {
        this.#takeUnfed();
        this.#startedAfter = first === null ? venue.lastSeq : (first.state?.seq ?? 0);
        const state = first === null ? savedMarket(this.#parts) : first.state;
        first = null;
        return { snapshotFolder, state };
      },
      callError: ({ message }) => failed(message),
      endError: failed,
      watch,
    });
    thread.unref();
    return thread;
  }

  #running(): Thread<FollowerProtocol> {
    if (this.#thread === null) throw failed('it is paused');
    return this.#thread;
  }

  #feedAll(): void {
    const commands = this.#takeUnfed();
    if (commands.length === 0) return;
    const rows = pack(commands);
    this.#thread?.notify(rows, buffersOf(rows));
  }

  #takeUnfed(): readonly Uint8Array[] {
    if (this.#feeding !== null) clearTimeout(this.#feeding);
    this.#feeding = null;
    const commands = this.#unfed;
    this.#unfed = [];
    return commands;
  }
}
