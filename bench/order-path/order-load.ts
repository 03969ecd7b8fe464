// The process that sends the load: inserts and deletes of both demonstration dealers over HTTP, at arrival times that are
// fixed in advance. An acknowledgement's time runs from the moment at which the order was due to the last byte of the reply.
import { type OrderReply, paths } from '@openpit/wire';
import { type ArrivalRate, arrivalTimes, paceArrivals } from './arrivals.ts';
import { answerTasks, ownCpuSeconds } from './bench-worker.ts';
import { GivenUp, type HttpReply, KeepAliveClient } from './keep-alive-client.ts';
import { type Dealer, dealers, OrderMix, type QuotedContract } from './order-mix.ts';

export type LoadTask =
  | {
      readonly kind: 'open';
      readonly url: string;
      /** By user id. */
      readonly tokens: Readonly<Record<string, string>>;
      readonly contracts: readonly QuotedContract[];
    }
  | ({ readonly kind: 'load'; readonly name: string } & ArrivalRate)
  /** Deletes what still stands; not measured. */
  | { readonly kind: 'clear' };

export interface LoadResult {
  /** Milliseconds from due to answered, of the accepted ones, in no order. */
  readonly ackMs: Float64Array;
  /** Milliseconds from due to handed to the HTTP client. */
  readonly lateMs: Float64Array;
  readonly inserted: number;
  readonly deleted: number;
  /** 503: the market takes in more than it can write down. */
  readonly venueBusy: number;
  /** Any other answer but 200, and the first of them. */
  readonly otherRejections: number;
  readonly firstRejection: string | null;
  /** Never sent: no connection was free until long after the last arrival. */
  readonly givenUp: number;
  /** From the start to the last answer. */
  readonly wallSeconds: number;
  readonly mostInFlight: number;
  readonly cpuSeconds: number;
}

interface StandingOrder {
  readonly dealer: Dealer;
  readonly activeOrderSeq: number;
}

let contracts: readonly QuotedContract[] = [];
const clients = new Map<string, KeepAliveClient>();
/** Oldest first. */
let standing: StandingOrder[] = [];

answerTasks<LoadTask>(async (task) => {
  switch (task.kind) {
    case 'open':
      contracts = task.contracts;
      for (const { userId } of dealers)
        clients.set(userId, new KeepAliveClient(task.url, task.tokens[userId] ?? ''));
      return null;
    case 'load':
      return sendLoad(task);
    case 'clear':
      await clear();
      return null;
  }
});

/** How long after the last arrival an order may still wait for a connection. */
const patienceMs = 3_000;

async function sendLoad(task: ArrivalRate & { readonly name: string }): Promise<LoadResult> {
  const times = arrivalTimes(task);
  const mix = new OrderMix(contracts, task);
  const tally = new Tally(times.length);
  let oldest = 0;
  const calls: Promise<void>[] = [];
  const beganAtMs = performance.now();
  const cpuBefore = ownCpuSeconds();
  await paceArrivals(times, (index, dueAtMs) => {
    tally.begin(index, dueAtMs);
    // Deletes come second, but only of what is known to stand; without any, one more order keeps the rate.
    const order = index % 2 === 1 ? standing[oldest] : undefined;
    if (order !== undefined) oldest += 1;
    const call = order === undefined ? insert(mix) : remove(order, mix.nextRequestId());
    calls.push(
      call.then(
        (reply) => tally.end(reply, dueAtMs, order === undefined ? 'inserted' : 'deleted'),
        (error: unknown) => tally.failed(error),
      ),
    );
  });
  const patience = setTimeout(() => {
    for (const client of clients.values()) client.giveUpWaiting();
  }, patienceMs);
  await Promise.all(calls);
  clearTimeout(patience);
  standing = standing.slice(oldest);
  return tally.result({
    wallSeconds: (performance.now() - beganAtMs) / 1_000,
    cpuSeconds: ownCpuSeconds() - cpuBefore,
  });
}

/** What came of the orders so far. */
class Tally {
  readonly #lateMs: Float64Array;
  readonly #ackMs: number[] = [];
  readonly #counts = {
    inserted: 0,
    deleted: 0,
    venueBusy: 0,
    otherRejections: 0,
    givenUp: 0,
    mostInFlight: 0,
  };
  #firstRejection: string | null = null;
  #inFlight = 0;

  constructor(arrivals: number) {
    this.#lateMs = new Float64Array(arrivals);
  }

  begin(index: number, dueAtMs: number): void {
    this.#lateMs[index] = performance.now() - dueAtMs;
    this.#inFlight += 1;
    this.#counts.mostInFlight = Math.max(this.#counts.mostInFlight, this.#inFlight);
  }

  end({ status, text }: HttpReply, dueAtMs: number, what: 'inserted' | 'deleted'): void {
    this.#inFlight -= 1;
    if (status === 200) {
      this.#counts[what] += 1;
      this.#ackMs.push(performance.now() - dueAtMs);
    } else if (status === 503) this.#counts.venueBusy += 1;
    else {
      this.#counts.otherRejections += 1;
      this.#firstRejection ??= `${status} ${text}`;
    }
  }

  /** Throws whatever is not a call that was given up. */
  failed(error: unknown): void {
    if (!(error instanceof GivenUp)) throw error;
    this.#inFlight -= 1;
    this.#counts.givenUp += 1;
  }

  result(used: Pick<LoadResult, 'wallSeconds' | 'cpuSeconds'>): LoadResult {
    const ackMs = Float64Array.from(this.#ackMs);
    return { ackMs, lateMs: this.#lateMs, ...this.#counts, firstRejection: this.#firstRejection, ...used };
  }
}

async function insert(mix: OrderMix): Promise<HttpReply> {
  const { dealer, body } = mix.nextOrder();
  const reply = await clientOf(dealer).post(paths.insertOrder, body);
  if (reply.status === 200) {
    const { activeOrderSeq } = JSON.parse(reply.text) as OrderReply;
    standing.push({ dealer, activeOrderSeq });
  }
  return reply;
}

/** Some at a time: after an overload there are many. */
async function clear(): Promise<void> {
  const left = standing.entries();
  const lane = async () => {
    for (const [index, order] of left) await remove(order, `clear-${index}-${Date.now()}`);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  standing = [];
}

function remove({ dealer, activeOrderSeq }: StandingOrder, requestId: string): Promise<HttpReply> {
  return clientOf(dealer).post(paths.deleteActiveOrder, { requestId, activeOrderSeq });
}

function clientOf({ userId }: Dealer): KeepAliveClient {
  const client = clients.get(userId);
  if (client === undefined) throw new Error(`${userId} is not signed in.`);
  return client;
}
