// The process that sends the load: inserts and deletes of both demonstration dealers over HTTP, at arrival times fixed in
// advance. The time of an acknowledgement is measured from the due time of the order to the last byte of the reply.
import { type OrderReply, userCommands } from '@openpit/wire';
import { type ArrivalRate, arrivalTimes, paceArrivals } from './arrivals.ts';
import { answerTasks, ownCpuSeconds } from './bench-worker.ts';
import { arrivalsPerDeal, DealPairs, machineMs, type OwnOrder, type SentDeal } from './deal-pairs.ts';
import { GivenUp, type HttpReply, KeepAliveClient } from './keep-alive-client.ts';
import {
  type Dealer,
  dealers,
  type MixedOrder,
  type MixSettings,
  OrderMix,
  type QuotedContract,
} from './order-mix.ts';

export type LoadTask =
  | {
      readonly kind: 'open';
      readonly url: string;
      /** By user id. */
      readonly tokens: Readonly<Record<string, string>>;
      readonly contracts: readonly QuotedContract[];
      /** The maximum number of connections per dealer; 256 by default. With enough connections, no order waits for one. */
      readonly connections?: number;
    }
  | ({ readonly kind: 'load' } & LoadRate)
  /** Deletes the remaining orders; not measured. */
  | { readonly kind: 'clear' };

interface LoadRate extends ArrivalRate, MixSettings {
  readonly seed: number;
  /** The number of orders in the books before the first one is deleted; 0 by default. */
  readonly keptOrders?: number;
  /** Some arrivals are orders that deal in this contract (deal-pairs.ts). None by default. */
  readonly dealt?: QuotedContract;
}

export interface LoadResult {
  /** Milliseconds from due to answered, of the accepted orders, unordered. */
  readonly ackMs: Float64Array;
  /** As ackMs, of the deletes among them. */
  readonly deleteMs: Float64Array;
  /** Milliseconds from due to answered with 503. */
  readonly busyMs: Float64Array;
  /** Milliseconds from due to passed to the HTTP client. */
  readonly lateMs: Float64Array;
  readonly inserted: number;
  readonly deleted: number;
  /** Answered with 503: more commands arrive than the journal can write. */
  readonly venueBusy: number;
  /** Answered neither 200 nor 503, and the first of these answers. */
  readonly otherRejections: number;
  readonly firstRejection: string | null;
  /** Never sent: no connection was free, even some time after the last arrival. */
  readonly givenUp: number;
  /** From the start to the last answer. */
  readonly wallSeconds: number;
  readonly maxInFlight: number;
  readonly cpuSeconds: number;
  /** The accepted orders of `dealt` that dealt. */
  readonly deals: readonly SentDeal[];
  /** The accepted orders of the dealer whose client watches, except the orders in `dealt`. */
  readonly own: readonly OwnOrder[];
}

interface RestingOrder {
  readonly dealer: Dealer;
  readonly activeOrderSeq: number;
}

let contracts: readonly QuotedContract[] = [];
const clients = new Map<string, KeepAliveClient>();
/** Oldest first. */
let resting: RestingOrder[] = [];
/** The orders of the current load. */
let own: OwnOrder[] = [];

answerTasks<LoadTask>(async (task) => {
  switch (task.kind) {
    case 'open':
      contracts = task.contracts;
      // A second call is for another business day: the sessions have ended, and so have the orders.
      for (const client of clients.values()) client.close();
      resting = [];
      for (const { userId } of dealers)
        clients.set(userId, new KeepAliveClient(task.url, task.tokens[userId] ?? '', task.connections));
      return null;
    case 'load':
      return sendLoad(task);
    case 'clear':
      await clear();
      return null;
  }
});

/** How long orders may wait for a connection after the last arrival. */
const giveUpAfterMs = 3_000;

async function sendLoad(task: LoadRate): Promise<LoadResult> {
  const times = arrivalTimes(task);
  const mix = new OrderMix(contracts, task);
  const { keptOrders = 0 } = task;
  const tally = new Tally(times.length);
  const pairs = task.dealt === undefined ? null : new DealSender(task.dealt, task.name);
  let oldest = 0;
  own = [];
  const calls: Promise<void>[] = [];
  const beganAtMs = performance.now();
  const cpuBefore = ownCpuSeconds();
  await paceArrivals(times, (index, dueAtMs) => {
    tally.begin(index, dueAtMs);
    // Every second arrival deletes an order that is known to rest; without one, another insert keeps the rate.
    const paired = pairs?.send(index, dueAtMs);
    if (paired !== undefined) {
      calls.push(tally.settle(paired, dueAtMs, 'inserted'));
      return;
    }
    const order = index % 2 === 1 && resting.length - oldest > keptOrders ? resting[oldest] : undefined;
    if (order !== undefined) oldest += 1;
    const call = order === undefined ? insert(mix) : remove(order, mix.nextRequestId());
    calls.push(tally.settle(call, dueAtMs, order === undefined ? 'inserted' : 'deleted'));
  });
  const giveUp = setTimeout(() => {
    for (const client of clients.values()) client.giveUpWaiting();
  }, giveUpAfterMs);
  await Promise.all(calls);
  clearTimeout(giveUp);
  resting = [...resting.slice(oldest), ...(pairs?.left() ?? [])];
  return tally.result({
    wallSeconds: (performance.now() - beganAtMs) / 1_000,
    cpuSeconds: ownCpuSeconds() - cpuBefore,
    deals: pairs?.deals ?? [],
    own,
  });
}

/** Sends the orders that deal. */
class DealSender {
  readonly #pairs: DealPairs;
  /** Accepted orders that rest, and those that will deal with them. */
  readonly #waiting: { readonly resting: number; readonly dealing: MixedOrder }[] = [];
  /** Orders that rest because the order that should deal with them was not accepted, or not yet. */
  readonly #undealt = new Set<number>();
  /** Accepted orders that dealt. */
  readonly deals: SentDeal[] = [];

  constructor(dealt: QuotedContract, name: string) {
    this.#pairs = new DealPairs(dealt, name);
  }

  /** The call of this arrival, or undefined if the arrival is another order's. */
  send(index: number, dueAtMs: number): Promise<HttpReply> | undefined {
    if (index % arrivalsPerDeal === 0) return this.#rest();
    const pair = index % arrivalsPerDeal === arrivalsPerDeal / 2 ? this.#waiting.shift() : undefined;
    return pair === undefined ? undefined : this.#deal(pair, machineMs() - performance.now() + dueAtMs);
  }

  /** The orders that rest. */
  left(): RestingOrder[] {
    const [, dealer] = dealers;
    const resting = [...this.#undealt, ...this.#waiting.map((pair) => pair.resting)];
    return resting.map((activeOrderSeq) => ({ dealer, activeOrderSeq }));
  }

  async #rest(): Promise<HttpReply> {
    const [resting, dealing] = this.#pairs.next();
    const reply = await send(resting);
    if (reply.status !== 200) return reply;
    const { activeOrderSeq } = JSON.parse(reply.text) as OrderReply;
    this.#waiting.push({ resting: activeOrderSeq, dealing });
    return reply;
  }

  async #deal({ resting, dealing }: { resting: number; dealing: MixedOrder }, dueMs: number) {
    this.#undealt.add(resting);
    const reply = await send(dealing);
    if (reply.status !== 200) return reply;
    this.#undealt.delete(resting);
    this.deals.push({ resting, dueMs, repliedMs: machineMs() });
    return reply;
  }
}

/** Counts the results of the orders. */
class Tally {
  readonly #lateMs: Float64Array;
  readonly #ackMs: number[] = [];
  readonly #deleteMs: number[] = [];
  readonly #busyMs: number[] = [];
  readonly #counts = {
    inserted: 0,
    deleted: 0,
    venueBusy: 0,
    otherRejections: 0,
    givenUp: 0,
    maxInFlight: 0,
  };
  #firstRejection: string | null = null;
  #inFlight = 0;

  constructor(arrivals: number) {
    this.#lateMs = new Float64Array(arrivals);
  }

  begin(index: number, dueAtMs: number): void {
    this.#lateMs[index] = performance.now() - dueAtMs;
    this.#inFlight += 1;
    this.#counts.maxInFlight = Math.max(this.#counts.maxInFlight, this.#inFlight);
  }

  /** Counts the result of a call when it is there; rejects for every error except GivenUp. */
  settle(call: Promise<HttpReply>, dueAtMs: number, what: 'inserted' | 'deleted'): Promise<void> {
    return call.then(
      (reply) => this.#end(reply, dueAtMs, what),
      (error: unknown) => this.#failed(error),
    );
  }

  #end({ status, text }: HttpReply, dueAtMs: number, what: 'inserted' | 'deleted'): void {
    this.#inFlight -= 1;
    if (status === 200) {
      this.#counts[what] += 1;
      this.#ackMs.push(performance.now() - dueAtMs);
      if (what === 'deleted') this.#deleteMs.push(performance.now() - dueAtMs);
    } else if (status === 503) {
      this.#counts.venueBusy += 1;
      this.#busyMs.push(performance.now() - dueAtMs);
    } else {
      this.#counts.otherRejections += 1;
      this.#firstRejection ??= `${status} ${text}`;
    }
  }

  #failed(error: unknown): void {
    if (!(error instanceof GivenUp)) throw error;
    this.#inFlight -= 1;
    this.#counts.givenUp += 1;
  }

  result(used: Pick<LoadResult, 'wallSeconds' | 'cpuSeconds' | 'deals' | 'own'>): LoadResult {
    const ackMs = Float64Array.from(this.#ackMs);
    const deleteMs = Float64Array.from(this.#deleteMs);
    const busyMs = Float64Array.from(this.#busyMs);
    return {
      ackMs,
      deleteMs,
      busyMs,
      lateMs: this.#lateMs,
      ...this.#counts,
      firstRejection: this.#firstRejection,
      ...used,
    };
  }
}

async function insert(mix: OrderMix): Promise<HttpReply> {
  const order = mix.nextOrder();
  const { dealer } = order;
  const reply = await send(order);
  if (reply.status === 200) {
    const repliedMs = machineMs();
    const { activeOrderSeq } = JSON.parse(reply.text) as OrderReply;
    resting.push({ dealer, activeOrderSeq });
    if (dealer === dealers[1]) own.push({ activeOrderSeq, repliedMs });
  }
  return reply;
}

function send({ dealer, body }: MixedOrder): Promise<HttpReply> {
  return clientOf(dealer).post(userCommands.insertOrder.path, body);
}

/** Deletes several at a time, because there are many after an overload. */
async function clear(): Promise<void> {
  const left = resting.entries();
  const lane = async () => {
    for (const [index, order] of left) await remove(order, `clear-${index}-${Date.now()}`);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  resting = [];
}

function remove({ dealer, activeOrderSeq }: RestingOrder, requestId: string): Promise<HttpReply> {
  return clientOf(dealer).post(userCommands.deleteActiveOrder.path, { requestId, activeOrderSeq });
}

function clientOf({ userId }: Dealer): KeepAliveClient {
  const client = clients.get(userId);
  if (client === undefined) throw new Error(`${userId} is not signed in.`);
  return client;
}
