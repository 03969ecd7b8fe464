// A venue for tests: it handles commands one after another, a second apart, and keeps the outcomes.
import type { PermissionFlag } from '@openpit/terms';
import type { ContractListing, PriceLimits } from '../contracts/contract-listing.ts';
import type { VolatilityCurve } from '../contracts/volatility-curve.ts';
import type { Deal } from '../deals/deal.ts';
import { asPrice, epochMs, lots } from '../kernel/units.ts';
import type { LimitLock } from '../limits/limits.ts';
import type { Command, VenueEvent } from '../modules.ts';
import { sequenced } from '../order-gateway.ts';
import type { OrderAnswer } from '../orders/order-answers.ts';
import type { InsertOrder } from '../orders/order-commands.ts';
import type { SavedOrder } from '../orders/orders.ts';
import type { Actor, Outcome, SequencedCommand } from '../outcome.ts';
import type { Position } from '../positions/position.ts';
import type { DayPrices } from '../prices/prices-module.ts';
import type { Market } from '../reference/market.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { referenceModule } from '../reference/reference-module.ts';
import { Venue, type VenueSnapshot } from '../venue.ts';
import { smallMarket } from './small-market.ts';

export const orderFlags: readonly PermissionFlag[] = [
  'insertOrderOrDouble',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'resubmitActiveOrder',
  'reduceActiveOrder',
  'editSuspendOrder',
  'cancelAllActiveOrders',
  'suspendAllActiveOrders',
];

/** A bid that every test market accepts from the users of KAND, and that rests. */
export const anOrder: InsertOrder = {
  kind: 'insertOrder',
  contract: 'DEC26 WMAZ',
  side: 'B',
  type: 'Normal',
  lots: lots(10),
  price: asPrice(403_480),
  capacity: 'P',
  principal: 'KAND',
  subAccount: null,
  ref: '',
};

/** The sender of a test's operator commands. */
export const testOperator = { kind: 'operator', operatorId: 'test' } as const satisfies Actor;

/** The state of one contract in all modules of the venue. */
interface ContractState extends DayPrices {
  readonly limits: PriceLimits | null;
  readonly lock: LimitLock | null;
  readonly curve: VolatilityCurve | null;
  /** The numbers of the orders in the book, in price–time order. */
  readonly buys: readonly number[];
  readonly sells: readonly number[];
}

/** `index`: the contract's place in the order of listing. */
export function contractStateIn(
  { prices, limits, curves, orders }: VenueSnapshot,
  { contract, index }: { readonly contract: string; readonly index: number },
): ContractState {
  const dayPrices = prices[index];
  const own = limits.contracts[index];
  if (dayPrices === undefined || own === undefined) throw new Error(`${contract} is not listed`);
  const { buys, sells } = orders.books.find((book) => book.contract === contract) ?? { buys: [], sells: [] };
  const [, curve = null] = curves.find(([future]) => future === index) ?? [];
  return { ...dayPrices, ...own, curve, buys, sells };
}

export class TestMarket {
  venue = new Venue();
  readonly journal: SequencedCommand[] = [];
  readonly outcomes: Outcome[] = [];
  #passedMs = 0;

  /** Opens the market, registers its three dealers, and grants them all order actions. */
  static opened(data: ReferenceData = smallMarket): TestMarket {
    const market = new TestMarket();
    market.operate({ kind: 'openMarket', businessDay: '2026-11-18', referenceData: data });
    for (const [userId, member, dealer] of [
      ['abdul', 'KAND', 'ABD'],
      ['denise', 'VELD', 'DEN'],
      ['sleeper', 'SLAP', 'SLP'],
    ] as const) {
      market.operate({ kind: 'registerUser', userId, member, dealer });
      market.operate({ kind: 'grantPermissions', userId, flags: orderFlags });
      market.by(userId, { kind: 'setOwnMaxOrderQuantity', maxLots: lots(100) });
    }
    return market;
  }

  /** Lets time pass in addition to the second between two commands. */
  pass(durationMs: number): void {
    this.#passedMs += durationMs;
  }

  /** Replaces the venue with a venue loaded from its snapshot, as after a restart. */
  restart(): void {
    this.venue = Venue.from(JSON.parse(JSON.stringify(this.venue.snapshot())) as VenueSnapshot);
  }

  operate(command: Command): Outcome {
    return this.#send(testOperator, command, null);
  }

  by(userId: string, command: Command, requestId: string | null = null): Outcome {
    return this.#send({ kind: 'user', userId }, command, requestId);
  }

  /** The answer to an order of this user; throws if it was rejected. */
  order(userId: string, fields: Partial<InsertOrder>): OrderAnswer {
    const principal = userId === 'denise' ? 'VELD' : 'KAND';
    return answerOf(this.by(userId, { ...anOrder, principal, ...fields }));
  }

  /** The rejection code of a user's command; throws if it is accepted, or rejected with an effect. */
  rejected(userId: string, command: Command): string {
    const before = JSON.stringify(this.memory());
    const outcome = this.by(userId, command);
    const code = rejectionOf(outcome);
    if (code === null) throw new Error(`${command.kind} was accepted`);
    if (outcome.events.length > 0 || JSON.stringify(this.memory()) !== before)
      throw new Error(`${command.kind} was rejected with ${code} but has changed something`);
    return code;
  }

  get lastEvents(): readonly VenueEvent[] {
    return this.outcomes.at(-1)?.events ?? [];
  }

  /** All that the venue remembers, except the number and the time of the last command. */
  memory(): Omit<VenueSnapshot, 'lastSeq' | 'lastAt'> {
    const { lastSeq: _seq, lastAt: _at, ...memory } = this.venue.snapshot();
    return memory;
  }

  /** All contracts in the order of listing, as the events published them. */
  get listings(): readonly ContractListing[] {
    return this.outcomes.flatMap(({ events }) => events.flatMap(listedBy));
  }

  /** Contracts, people and rules as a venue that is loaded from the snapshot has them. */
  get reference(): Market {
    const { market } = referenceModule.slice.load(this.venue.snapshot().reference);
    if (market === null) throw new Error('the market is not open');
    return market;
  }

  contract(name = 'DEC26 WMAZ'): ContractState {
    const index = this.listings.findIndex(({ contract }) => contract === name);
    return contractStateIn(this.venue.snapshot(), { contract: name, index });
  }

  /** All open orders. */
  get orders(): readonly SavedOrder[] {
    return this.venue.snapshot().orders.orders;
  }

  openOrder(activeOrderSeq: number): SavedOrder | undefined {
    return this.orders.find((order) => order.activeOrderSeq === activeOrderSeq);
  }

  /** The day's deals in any state. */
  get deals(): readonly Deal[] {
    return [...this.venue.snapshot().deals.deals];
  }

  get positions(): readonly Position[] {
    return this.venue.snapshot().positions.positions;
  }

  #send(by: Actor, command: Command, requestId: string | null): Outcome {
    const seq = this.venue.lastSeq + 1;
    const at = epochMs(1_795_000_000_000 + seq * 1000 + this.#passedMs);
    const stamped = sequenced({ by, requestId, command }, { seq, at, drawSeed: () => seq });
    this.journal.push(stamped);
    const outcome = this.venue.handle(stamped);
    this.outcomes.push(outcome);
    const { continuation } = this.venue;
    return continuation === null ? outcome : this.#send(continuation.by, continuation.command, null);
  }
}

const listedBy = (event: VenueEvent): readonly ContractListing[] =>
  event.kind === 'marketOpened' || event.kind === 'strikeAdded' || event.kind === 'contractsListed'
    ? event.contracts
    : [];

/** The answer to an accepted command on an order; throws if it was rejected. */
export function answerOf(outcome: Outcome): OrderAnswer {
  if (outcome.verdict.kind === 'rejected') throw new Error(`rejected: ${outcome.verdict.rejection.code}`);
  const { answer } = outcome.verdict;
  if (answer?.kind !== 'order') throw new Error('accepted without the answer of an order');
  return answer;
}

/** The rejection's code, or null if the command was accepted. */
export function rejectionOf(outcome: Outcome): string | null {
  return outcome.verdict.kind === 'rejected' ? outcome.verdict.rejection.code : null;
}
