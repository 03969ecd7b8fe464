// Today's results of commands with a request id, by command number, so that a client that has lost a reply can ask for the
// outcome. Also lists each user's newest requests. The venue maps each id to its number. The results are stored as bytes off the
// heap, because there are as many as commands (decision 31).
import {
  AddedNumbers,
  blockReader,
  type ChunkStore,
  chunksInMemory,
  LongList,
  type Outcome,
  type PackedBytes,
  PackedValues,
  type PackedValuesHead,
  packedBytesOf,
} from '@openpit/venue';
import type { EventHandlers, Projection } from '../kernel/projection.ts';
import type { OrderTerms } from '../members/orders.ts';
import { type DealtAtOnce, dealtAtOnce } from './dealt-at-once.ts';

export interface RequestAnswer {
  readonly seq: number;
  readonly command: Outcome['command'];
  readonly verdict: Outcome['verdict'];
  /** The orders of the command that dealt immediately; omitted if none did. */
  readonly dealt?: readonly DealtAtOnce[];
  readonly requestId: string;
  /** When the market received the command, in epoch milliseconds. */
  readonly at: number;
  /**
   * The orders that it entered or changed, or the order that was rejected. Empty for commands on all orders, and for commands that are
   * not about orders.
   */
  readonly orders: readonly OrderTerms[];
}

interface SavedAnswers {
  readonly today: Iterable<RequestAnswer>;
  /** By user, the numbers of the newest requests, the oldest first. */
  readonly recent: readonly (readonly [userId: string, seqs: readonly number[]])[];
}

interface AnswersHead {
  readonly values: PackedValuesHead;
  readonly count: number;
  readonly firstSeq: number;
}

/** The saved shape of builds before 26 November 2026, even under rules 10: answers by user and request id. */
type EarlierSavedAnswers = readonly (readonly [
  key: string,
  answer: Omit<RequestAnswer, 'requestId' | 'at' | 'orders'>,
])[];

/** The number of requests that are listed for a user; older requests of the day are found by id only. */
const maxRecentRequests = 500;

export class Answers implements Projection {
  readonly #values: PackedValues;
  /** By the number of the command minus the first one, the place in the values plus one; 0 for a command without an answer. */
  readonly #places: AddedNumbers;
  #firstSeq = 0;
  /** By user, the numbers of the newest requests, the oldest first. */
  readonly #recent = new Map<string, number[]>();
  readonly #termsOf: (activeOrderSeq: number) => OrderTerms | null;

  constructor(termsOf: (activeOrderSeq: number) => OrderTerms | null, store: ChunkStore) {
    this.#termsOf = termsOf;
    this.#values = new PackedValues(store);
    this.#places = new AddedNumbers(store);
  }

  readonly on: EventHandlers = {
    dayEnded: () => this.#clear(),
  };

  afterOutcome(outcome: Outcome): void {
    const { by, requestId, seq, command, verdict, repeats, at } = outcome;
    if (by.kind !== 'user' || requestId === null || repeats !== null) return;
    // The id keeps the answer to its first use.
    if (verdict.kind === 'rejected' && verdict.rejection.code === 'requestIdReused') return;
    const dealt = dealtAtOnce(outcome);
    const orders = this.#ordersOf(outcome);
    this.#add({ seq, command, verdict, ...(dealt.length > 0 && { dealt }), requestId, at, orders });
    const recent = this.#recent.get(by.userId) ?? [];
    if (recent.push(seq) > maxRecentRequests) recent.shift();
    this.#recent.set(by.userId, recent);
  }

  /** The answer to the command with this number; undefined if it is not from today or had no request id of a user. */
  at(seq: number): RequestAnswer | undefined {
    const place = seq < this.#firstSeq ? 0 : this.#places.at(seq - this.#firstSeq);
    return place === 0 ? undefined : (this.#values.read(place - 1) as RequestAnswer);
  }

  /** The answers to the requests of the user today with a higher number, the oldest first, at most `maxRecentRequests`. */
  recentOf(userId: string, after: number): readonly RequestAnswer[] {
    const newer = (this.#recent.get(userId) ?? []).filter((seq) => seq > after);
    return newer.flatMap((seq) => this.at(seq) ?? []);
  }

  save(): SavedAnswers {
    const packed = { length: this.#places.length, bytes: () => this.#bytes() };
    return { today: new LongList(() => this.all(), packed), recent: [...this.#recent] };
  }

  /** Requests that an earlier build saved can be looked up, but are not listed. */
  load(saved: SavedAnswers | EarlierSavedAnswers): void {
    const { today, recent } = 'today' in saved ? saved : fromEarlier(saved);
    this.#clear();
    const packed = packedBytesOf(today);
    if (packed !== null) this.loadToday(packed);
    else for (const answer of today) this.#add(answer);
    for (const [userId, seqs] of recent) this.#recent.set(userId, [...seqs]);
  }

  /** The bytes of a saved list of today's answers. Only before any answer was added. */
  loadToday(packed: PackedBytes): void {
    const { values, count: length, firstSeq } = packed.head as AnswersHead;
    const next = blockReader(packed.blocks);
    this.#values.load(values, next);
    this.#places.load({ length }, next);
    this.#firstSeq = firstSeq;
  }

  /** Today's answers, by their numbers. */
  *all(): Generator<RequestAnswer> {
    for (let at = 0; at < this.#places.length; at += 1) {
      const answer = this.at(this.#firstSeq + at);
      if (answer !== undefined) yield answer;
    }
  }

  #bytes(): PackedBytes<AnswersHead> {
    const [values, places] = [this.#values.save(), this.#places.save()];
    return {
      kind: 'answers',
      head: { values: values.head, count: this.#places.length, firstSeq: this.#firstSeq },
      blocks: [...values.blocks, ...places.blocks],
    };
  }

  #add(answer: RequestAnswer): void {
    if (this.#places.length === 0) this.#firstSeq = answer.seq;
    while (this.#places.length < answer.seq - this.#firstSeq) this.#places.push(0);
    this.#places.push(this.#values.add(answer) + 1);
  }

  #clear(): void {
    this.#values.clear();
    this.#places.clear();
    this.#recent.clear();
  }

  #ordersOf({ verdict, rejected }: Outcome): readonly OrderTerms[] {
    if (rejected !== null) {
      const { contract, side, lots, price = 0 } = rejected;
      return [{ activeOrderSeq: null, contract, side, lots, price }];
    }
    const answer = verdict.kind === 'accepted' ? verdict.answer : null;
    const orders =
      answer?.kind === 'order' ? [answer] : answer?.kind === 'double' ? [answer.bid, answer.offer] : [];
    return orders.flatMap(({ activeOrderSeq }) => this.#termsOf(activeOrderSeq) ?? []);
  }
}

export function packedAnswerItems(packed: PackedBytes): Iterable<RequestAnswer> {
  const answers = new Answers(() => null, chunksInMemory);
  answers.loadToday(packed);
  return answers.all();
}

const fromEarlier = (saved: EarlierSavedAnswers): SavedAnswers => ({
  today: saved.map(([key, answer]) => ({
    ...answer,
    requestId: key.slice(key.lastIndexOf(' ') + 1),
    at: 0,
    orders: [],
  })),
  recent: [],
});
