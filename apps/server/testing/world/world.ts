// A world that one number decides: a server with a faulty journal, which is killed and started again, clients, and a network between them
// that loses, repeats, reorders and delays. Time is virtual. At its end, the clients' knowledge must match the journal.
import { isDeepStrictEqual } from 'node:util';
import { createJournalMemory, JournalFencedError, openMemoryJournal } from '@openpit/storage';
import { asPrice, type Command, epochMs, lots, type Outcome } from '@openpit/venue';
import { anOrder, RandomValues } from '@openpit/venue/testing';
import { VirtualClock } from '../../schedule/virtual-clock.ts';
import { decodeOutcome } from '../../sequencer/command-codec.ts';
import { newestState, recover } from '../../sequencer/recovery.ts';
import { marketOf } from '../../sequencer/snapshot-contents.ts';
import { seedSmallMarket } from '../seed-small-market.ts';
import { faultyJournal } from './faulty-journal.ts';
import { MemorySnapshots, type WorldReply, type WorldRequest, WorldServer } from './world-server.ts';

const users = ['abdul', 'denise'] as const;
/** The number of clients. Of six worlds, one is crowded: it has enough clients for commands to be coalesced. */
const clientCounts = { usual: 3, crowded: 15 } as const;
const members = { abdul: 'KAND', denise: 'VELD' } as const;
const commandsPerClient = 14;
/** The time that a client waits for a reply. */
const patienceMs = 1_500;
const missesThatCount = 2;
/** The longest world in virtual time; most need a minute or two. */
const longestMs = 30 * 60_000;

interface WorldEnd {
  /** The events of the world, in order. The same seed has the same trace. */
  readonly trace: readonly string[];
  /** Events that must not have happened. */
  readonly faults: readonly string[];
}

export async function runWorld(seed: number): Promise<WorldEnd> {
  return await new World(seed).run();
}

type Known = Extract<WorldReply, { kind: 'known' }>;

class World {
  readonly #random: RandomValues;
  readonly #clock = new VirtualClock(epochMs(1_795_000_000_000));
  readonly #memory = createJournalMemory();
  readonly #snapshots = new MemorySnapshots();
  readonly #trace: string[] = [];
  readonly #faults: string[] = [];
  /** Each client's knowledge of its requests, by user and request id. */
  readonly #known = new Map<string, Known>();
  #server: WorldServer | null = null;
  #starts = 0;
  #isOver = false;

  constructor(seed: number) {
    this.#random = new RandomValues(seed);
  }

  async run(): Promise<WorldEnd> {
    await this.#seed();
    await this.#start();
    const isCrowded = this.#random.oneIn(6);
    const clients = Array.from({ length: clientCounts[isCrowded ? 'crowded' : 'usual'] }, (_, at) =>
      this.#live(this.#random.pick(users), `c${at}`),
    );
    let left = clients.length;
    for (const client of clients) void client.then(() => (left -= 1));
    this.#plan(() => this.#snapshotOften());
    this.#plan(() => this.#killSometimes());
    const endsAt = this.#clock.now() + longestMs;
    while (left > 0) {
      await settled();
      if (left > 0 && (!this.#clock.advanceToNext() || this.#clock.now() > endsAt))
        return {
          trace: this.#trace,
          faults: [...this.#faults, 'a client never learns the outcome of its command'],
        };
    }
    this.#isOver = true;
    // Late messages arrive.
    for (;;) {
      await settled();
      if (!this.#clock.advanceToNext()) break;
    }
    await settled();
    await this.#check();
    return { trace: this.#trace, faults: this.#faults };
  }

  #note(what: string): void {
    this.#trace.push(`${this.#clock.now()} ${what}`);
  }

  readonly #claim = (isTrue: boolean, claim: string): void => {
    if (!isTrue) this.#faults.push(claim);
  };

  readonly #pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#clock.at(epochMs(this.#clock.now() + ms), resolve);
    });

  /** Work of the world's own, at times that the seed decides. */
  #plan(work: () => Promise<void>): void {
    void (async () => {
      while (!this.#isOver) {
        await this.#pause(this.#random.between(300, 4_000));
        if (!this.#isOver) await work();
      }
    })();
  }

  /** The market is opened with a journal that works. */
  async #seed(): Promise<void> {
    const journal = openMemoryJournal(this.#memory);
    const server = await WorldServer.start({
      memory: this.#memory,
      journal,
      snapshots: this.#snapshots,
      clock: this.#clock,
      gather: async () => undefined,
      claim: this.#claim,
      onStopped: () => undefined,
    });
    await seedSmallMarket(server);
    await server.drain();
  }

  async #start(): Promise<void> {
    const generation = ++this.#starts;
    const isPresent = () => generation === this.#starts;
    const ended = (what: string) => {
      if (!isPresent()) return;
      this.#note(what);
      this.#server = null;
      void this.#startLater();
    };
    const journal = faultyJournal({
      memory: this.#memory,
      random: this.#random,
      pause: this.#pause,
      note: (what) => this.#note(what),
      crash: () => ended('the server crashes'),
    });
    try {
      const server = await WorldServer.start({
        memory: this.#memory,
        journal,
        snapshots: this.#snapshots,
        clock: this.#clock,
        gather: () => {
          this.#note('commands gather');
          return this.#pause(3);
        },
        claim: (isTrue, claim) => this.#claim(isTrue || !isPresent(), claim),
        onStopped: () => ended('the market has stopped'),
      });
      if (!isPresent()) return;
      this.#server = server;
      this.#note(`start ${generation}, at command ${server.venue.lastSeq}`);
    } catch (error) {
      // A server that was killed may have been about to write outcomes, when the next one already has the journal.
      if (!isPresent() && error instanceof JournalFencedError) return;
      // A recovery writes outcomes, which may fail.
      if (!(error instanceof Error) || error.message !== 'the disk failed') throw error;
      ended('the start fails');
    }
  }

  async #startLater(): Promise<void> {
    await this.#pause(this.#random.between(20, 2_000));
    await this.#start();
  }

  async #snapshotOften(): Promise<void> {
    const server = this.#server;
    if (server === null) return;
    if (await server.takeSnapshot()) this.#note(`snapshot ${server.venue.lastSeq}`);
    if (this.#random.oneIn(10)) this.#snapshots.damageNewest();
  }

  async #killSometimes(): Promise<void> {
    if (!this.#random.oneIn(4) || this.#server === null) return;
    this.#note('kill -9');
    // The write in progress may still become durable.
    this.#server = null;
    this.#starts += 1;
    await this.#startLater();
  }

  /** Runs one client: it sends one command after another, and follows each until its outcome is known. */
  async #live(userId: 'abdul' | 'denise', name: string): Promise<void> {
    const orders: number[] = [];
    for (let at = 0; at < commandsPerClient; at += 1) {
      const requestId = `${name}-${at}`;
      const command = this.#command(userId, orders);
      const known = await this.#follow({ userId, requestId, command });
      this.#note(`${requestId} is ${known.verdict.kind} (${known.seq})`);
      this.#known.set(`${userId} ${requestId}`, known);
      const { verdict } = known;
      if (verdict.kind === 'accepted' && command.kind === 'insertOrder')
        orders.push(...numbersIn(verdict.answer));
    }
  }

  #command(userId: 'abdul' | 'denise', orders: readonly number[]): Command {
    const activeOrderSeq = this.#random.pick(orders);
    if (activeOrderSeq !== undefined && this.#random.oneIn(4))
      return { kind: 'deleteActiveOrder', activeOrderSeq };
    const price = asPrice(403_400 + 20 * this.#random.below(8));
    const side = this.#random.pick(['B', 'S'] as const);
    const quantity = lots(this.#random.between(1, 9));
    return { ...anOrder, principal: members[userId], side, price, lots: quantity };
  }

  /**
   * Follows a command like the browser: without a reply the outcome is unknown. The client asks until the market knows the request, or
   * sends it again under the same id.
   */
  async #follow(request: Omit<WorldRequest, 'kind'>): Promise<Known> {
    for (;;) {
      const sent = await this.#call({ ...request, kind: 'send' });
      if (sent?.kind === 'known') return sent;
      const isNotDone =
        sent?.kind === 'unavailable' && (sent.code === 'venueBusy' || sent.code === 'venueInterrupted');
      for (let misses = 0; !isNotDone && misses < missesThatCount; ) {
        await this.#pause(this.#random.between(200, 1_000));
        const asked = await this.#call({ ...request, kind: 'ask' });
        if (asked?.kind === 'known') return asked;
        if (asked?.kind === 'notReceived') misses += 1;
      }
      await this.#pause(500);
    }
  }

  /** The reply; null if none came in time. */
  #call(request: WorldRequest): Promise<WorldReply | null> {
    return new Promise((resolve) => {
      this.#clock.at(epochMs(this.#clock.now() + patienceMs), () => resolve(null));
      this.#carry(() => {
        const server = this.#server;
        if (server === null) return;
        void server.handle(request).then((reply) => {
          // A server that has ended replies nothing.
          if (server === this.#server) this.#carry(() => resolve(reply));
        });
      });
    });
  }

  /** The network: loses, repeats, delays, and so reorders. */
  #carry(arrive: () => void): void {
    const copies = this.#random.oneIn(8) ? 0 : this.#random.oneIn(10) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delay = this.#random.oneIn(15) ? this.#random.between(500, 6_000) : this.#random.between(1, 80);
      this.#clock.at(epochMs(this.#clock.now() + delay), arrive);
    }
  }

  async #check(): Promise<void> {
    const live = this.#server;
    if (live === null) throw new Error('the world ends without a server');
    await live.drain();
    const log = this.#memory.outcomes.map(({ seq, bytes }) => decodeOutcome(seq, bytes));
    this.#checkRequests(log);
    const { commands, outcomes } = this.#memory;
    this.#claim(
      commands.length === outcomes.length,
      `${commands.length} commands have ${outcomes.length} outcomes`,
    );
    this.#claim(live.venue.lastSeq === commands.length, 'the server does not end where the journal ends');
    for (const [from, snapshots] of [
      ['the first command', new MemorySnapshots()],
      ['a snapshot', this.#snapshots],
    ] as const) {
      const { venue, projections } = await recover(openMemoryJournal(this.#memory), snapshots);
      this.#claim(
        venue.stateHash() === live.venue.stateHash(),
        `replayed from ${from}, the market is another one`,
      );
      this.#claim(
        isDeepStrictEqual(stored(projections.save()), stored(live.projections.save())),
        `replayed from ${from}, the projections are others`,
      );
    }
    marketOf((await newestState(openMemoryJournal(this.#memory), this.#snapshots, commands.length)).state);
  }

  #checkRequests(log: readonly Outcome[]): void {
    const carriedOut = new Map<string, Outcome[]>();
    for (const outcome of log) {
      const { by, requestId, repeats } = outcome;
      if (by.kind !== 'user' || requestId === null || repeats !== null) continue;
      const key = `${by.userId} ${requestId}`;
      carriedOut.set(key, [...(carriedOut.get(key) ?? []), outcome]);
    }
    for (const [key, outcomes] of carriedOut)
      this.#claim(outcomes.length === 1, `${key} was carried out ${outcomes.length} times`);
    for (const [key, { seq, verdict }] of this.#known) {
      const [outcome] = carriedOut.get(key) ?? [];
      this.#claim(
        outcome?.seq === seq && isDeepStrictEqual(stored(outcome.verdict), stored(verdict)),
        `${key} was acknowledged as command ${seq}, and the journal has ${outcome === undefined ? 'none' : outcome.seq}`,
      );
    }
  }
}

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The order numbers in an answer. */
const numbersIn = (answer: unknown): number[] =>
  typeof answer === 'object' && answer !== null && 'activeOrderSeq' in answer
    ? [Number(answer.activeOrderSeq)]
    : [];

/** The sequencer lets a few turns of the event loop pass between its steps. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
