// The server in a world: the product's sequencer, venue and projections, recovered from durable data. It is killed at any moment and
// started again.
import type { Projections } from '@openpit/projections';
import {
  type createJournalMemory,
  type Journal,
  type NewSnapshot,
  piecesOf,
  type Snapshots,
} from '@openpit/storage';
import {
  type Clock,
  type Command,
  GatewayUnavailable,
  type Outcome,
  type UnavailableCode,
  type Venue,
} from '@openpit/venue';
import { type Recovered, recover } from '../../sequencer/recovery.ts';
import { Sequencer } from '../../sequencer/sequencer.ts';
import { snapshotContents } from '../../sequencer/snapshot-contents.ts';

export interface WorldRequest {
  readonly kind: 'send' | 'ask';
  readonly userId: string;
  readonly requestId: string;
  readonly command: Command;
}

export type WorldReply =
  | { readonly kind: 'known'; readonly seq: number; readonly verdict: Outcome['verdict'] }
  | { readonly kind: 'unavailable'; readonly code: UnavailableCode }
  | { readonly kind: 'notReceived' };

type Memory = ReturnType<typeof createJournalMemory>;

interface WorldServerParts {
  readonly memory: Memory;
  readonly journal: Journal;
  readonly snapshots: Snapshots;
  readonly clock: Clock;
  /** Lets commands gather, in the time of the world. */
  readonly gather: () => Promise<void>;
  readonly claim: (isTrue: boolean, claim: string) => void;
  readonly onStopped: () => void;
}

/** The newest two snapshots of a world; one may be damaged. */
export class MemorySnapshots implements Snapshots {
  readonly #kept: { readonly snapshot: NewSnapshot; isDamaged: boolean }[] = [];

  async put(snapshot: NewSnapshot): Promise<void> {
    this.#kept.unshift({ snapshot, isDamaged: false });
    this.#kept.splice(2);
  }

  damageNewest(): void {
    const [newest] = this.#kept;
    if (newest !== undefined) newest.isDamaged = true;
  }

  async latest(): ReturnType<Snapshots['latest']> {
    const whole = this.#kept.find(({ isDamaged }) => !isDamaged)?.snapshot;
    const damaged = this.#kept
      .filter(({ isDamaged }) => isDamaged)
      .map(({ snapshot }) => ({ file: `snapshot-${snapshot.seq}.bin`, reason: 'damaged by the world' }));
    if (whole === undefined) return { snapshot: undefined, damaged };
    const sections = Object.fromEntries(
      Object.entries(whole.sections).map(([name, section]) => [name, Buffer.concat([...piecesOf(section)])]),
    );
    return { snapshot: { ...whole, sections, nodeMajor: 0, createdAt: 0 }, damaged };
  }
}

export class WorldServer {
  readonly #parts: WorldServerParts;
  readonly #recovered: Recovered;
  readonly #sequencer: Sequencer;

  private constructor(parts: WorldServerParts, recovered: Recovered) {
    this.#parts = parts;
    this.#recovered = recovered;
    const { memory, journal, clock, gather, claim, onStopped } = parts;
    this.#sequencer = new Sequencer({ journal, venue: recovered.venue, clock, gather, onStopped });
    this.#sequencer.onOutcome((outcome) => {
      claim(
        memory.commands.length >= outcome.seq,
        `outcome ${outcome.seq} was published before it was durable`,
      );
      recovered.projections.apply(outcome);
    });
  }

  static async start(parts: WorldServerParts): Promise<WorldServer> {
    return new WorldServer(parts, await recover(parts.journal, parts.snapshots));
  }

  get venue(): Venue {
    return this.#recovered.venue;
  }

  get projections(): Projections {
    return this.#recovered.projections;
  }

  get gateway(): Sequencer {
    return this.#sequencer;
  }

  async handle({ kind, userId, requestId, command }: WorldRequest): Promise<WorldReply> {
    if (kind === 'ask') {
      const first = this.venue.firstUseOf(userId, requestId);
      const answer = first.day === 'today' ? this.projections.answers.at(first.seq) : undefined;
      return answer === undefined
        ? { kind: 'notReceived' }
        : { kind: 'known', seq: answer.seq, verdict: answer.verdict };
    }
    try {
      const { seq, repeats, verdict } = await this.#sequencer.submit({
        by: { kind: 'user', userId },
        requestId,
        command,
      });
      const { memory, claim } = this.#parts;
      claim(memory.commands.length >= seq, `command ${seq} was acknowledged before it was durable`);
      return { kind: 'known', seq: repeats ?? seq, verdict };
    } catch (error) {
      if (error instanceof GatewayUnavailable) return { kind: 'unavailable', code: error.code };
      throw error;
    }
  }

  /** Takes a snapshot if every outcome up to here is written, as the product does. */
  async takeSnapshot(): Promise<boolean> {
    if (this.#parts.memory.outcomes.length < this.venue.lastSeq) return false;
    await this.#parts.snapshots.put(snapshotContents(this));
    return true;
  }

  drain(): Promise<void> {
    return this.#sequencer.drain('The world ends.');
  }
}
