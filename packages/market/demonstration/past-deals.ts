// The deals of the simulated participants in the demonstration's past. Most are in the months with the largest open interest, more in the
// morning than at lunch, with an occasional large order. A deal is a resting order and an order that deals with it.

import {
  asPrice,
  type ContractListing,
  type InsertOrder,
  lots,
  type OrderType,
  type Price,
  type Side,
  type Volatility,
  volatility,
} from '@openpit/venue';
import { dayMs } from '@openpit/wire';
import { simulatedUsers } from './demo-users.ts';
import { onTick } from './past-prices.ts';

export type SimulatedUser = (typeof simulatedUsers)[keyof typeof simulatedUsers];

export interface PlannedDeal {
  readonly at: number;
  readonly contract: ContractListing;
  readonly lots: number;
  readonly maker: SimulatedUser;
  readonly taker: SimulatedUser;
  /** The side of the taker. */
  readonly side: Side;
  /** How far the price is above the path, in ticks. */
  readonly ticks: number;
}

/** Deals of a business day in the contract with the largest open interest of the busiest instrument. */
const dealsOfBusiest = 110;
/** The share of it in the busiest month of each instrument. */
const shares: Readonly<Record<string, number>> = {
  WMAZ: 1,
  YMAZ: 0.8,
  SOYA: 0.5,
  WEAT: 0.45,
  SUNS: 0.35,
  CORN: 0.3,
  BEAN: 0.18,
};
const otherShare = 0.1;
/** Every listed future deals a few times a day. */
const leastDeals = 5;
const dealsOfOption = 1.4;
const dealsOfPair = 4;
const dealsOfDelta = 0.5;
/** Strikes on each side of the money that are dealt. */
const dealtStrikes = 4;
const sizes = [1, 1, 2, 2, 3, 5, 5, 5, 8, 10, 10, 15, 20, 25];
const largeSizes = [40, 50, 60, 80];
const largeShare = 0.015;

/** The largest long or short position of a participant in a contract, smaller than the positions that it trades with later. */
const maxHeld = 90;
const maxHeldOption = 30;

/** The accounts that deal, and their positions in the past so far. */
const users: readonly SimulatedUser[] = [
  simulatedUsers.maker,
  simulatedUsers.hedger,
  simulatedUsers.speculator,
  simulatedUsers.grower,
  simulatedUsers.oilPress,
  simulatedUsers.exporter,
];
const shareOfLimit: Readonly<Record<string, number>> = { [simulatedUsers.speculator.userId]: 0.3 };

/** Users who deliver and receive grain: their positions in grain for delivery stay as the script has dealt them. */
const delivering: ReadonlySet<SimulatedUser> = new Set([simulatedUsers.grower, simulatedUsers.exporter]);

export class PastDeals {
  readonly #nets = new Map<string, number>();
  readonly #isDelivered: (future: string) => boolean;

  /** `isDelivered`: whether the future is one of grain for delivery. */
  constructor(isDelivered: (future: string) => boolean) {
    this.#isDelivered = isDelivered;
  }

  /** The deals of a slot, in the order of time. */
  of(
    rates: readonly DealRate[],
    slot: {
      readonly from: number;
      readonly lengthMs: number;
      /** 1 in an average slot. */
      readonly activity: number;
      /** How much fewer and larger the deals are, as a factor: the volume stays the same, and the slot is simulated faster. */
      readonly coarseness: number;
      readonly random: () => number;
    },
  ): PlannedDeal[] {
    const { from, lengthMs, activity, coarseness, random } = slot;
    const deals: PlannedDeal[] = [];
    const perSlot = ((lengthMs / dayMs) * activity) / coarseness;
    for (const { contract, dealsOfDay } of rates) {
      const dealCount = dealsOfDay * perSlot;
      let count = Math.floor(dealCount);
      if (random() < dealCount - count) count += 1;
      for (let deal = 0; deal < count; deal += 1) {
        const at = Math.floor(from + random() * lengthMs);
        const planned = this.#planned(contract, { at, coarseness, random });
        if (planned !== null) deals.push(planned);
      }
    }
    return deals.sort((a, b) => a.at - b.at);
  }

  #planned(
    contract: ContractListing,
    {
      at,
      coarseness,
      random,
    }: { readonly at: number; readonly coarseness: number; readonly random: () => number },
  ): PlannedDeal | null {
    const isFuture = contract.kind === 'future';
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    const size = isFuture && random() < largeShare ? pick(largeSizes) : pick(sizes);
    const quantity = (isFuture ? size : Math.min(size, 10)) * coarseness;
    const side: Side = random() < 0.5 ? 'B' : 'S';
    const changed = positionsOf(contract, quantity);
    const deal = changed.some(({ name }) => this.#isDelivered(name))
      ? users.filter((user) => !delivering.has(user))
      : users;
    const [maker, taker] = [pick(deal), pick(deal)];
    const ticks = (side === 'B' ? 1 : -1) * Math.floor(random() * 2);
    if (maker === taker) return null;
    const sign = side === 'B' ? 1 : -1;
    const fits = changed.every(
      ({ name, lots: change, max }) =>
        Math.abs(this.#net(taker, name) + sign * change) <= max * (shareOfLimit[taker.userId] ?? 1) &&
        Math.abs(this.#net(maker, name) - sign * change) <= max * (shareOfLimit[maker.userId] ?? 1),
    );
    if (!fits) return null;
    for (const { name, lots: change } of changed) {
      this.#nets.set(`${taker.userId} ${name}`, this.#net(taker, name) + sign * change);
      this.#nets.set(`${maker.userId} ${name}`, this.#net(maker, name) - sign * change);
    }
    return { at, contract, lots: quantity, maker, taker, side, ticks };
  }

  #net({ userId }: SimulatedUser, contract: string): number {
    return this.#nets.get(`${userId} ${contract}`) ?? 0;
  }
}

/** The positions that a deal changes, with the lots of a buyer. */
function positionsOf(
  { contract, kind, legs, underlying }: ContractListing,
  quantity: number,
): { readonly name: string; readonly lots: number; readonly max: number }[] {
  if (legs !== undefined)
    return [
      { name: legs.plus, lots: quantity * legs.plusLots, max: maxHeld },
      { name: legs.minus, lots: -quantity * legs.minusLots, max: maxHeld },
    ];
  // The hedge of a delta is small, and on either side.
  if (kind === 'delta') return [{ name: contract.replace(/ D$/, ''), lots: quantity, max: maxHeldOption }];
  return [{ name: contract, lots: quantity, max: underlying === undefined ? maxHeld : maxHeldOption }];
}

/** The number of deals of a contract on an average business day. */
export interface DealRate {
  readonly contract: ContractListing;
  readonly dealsOfDay: number;
}

/** The contracts that are dealt on a day at all; `priceOf` is the price of a future as the day begins. */
export function dealRates(
  contracts: readonly ContractListing[],
  priceOf: (contract: string) => number | undefined,
): DealRate[] {
  const largest = new Map<string, number>();
  for (const { kind, instrument, openInterest } of contracts)
    if (kind === 'future') largest.set(instrument, Math.max(largest.get(instrument) ?? 1, openInterest));
  return contracts.flatMap((contract) => {
    const rate = rateOf(contract, largest.get(contract.instrument) ?? 1, priceOf);
    return rate > 0 ? [{ contract, dealsOfDay: rate }] : [];
  });
}

function rateOf(
  { kind, instrument, openInterest, strike, underlying, flag }: ContractListing,
  largest: number,
  priceOf: (contract: string) => number | undefined,
): number {
  const share = shares[instrument] ?? otherShare;
  if (kind === 'future')
    return Math.max(leastDeals, dealsOfBusiest * share * (openInterest / largest) ** 1.3);
  if (kind === 'split' || kind === 'spread') return dealsOfPair * (share + 0.3);
  const price = underlying === undefined ? undefined : priceOf(underlying);
  if (price === undefined) return 0;
  const distance = Math.abs(strike - price) / price;
  const max = dealtStrikes * 0.01;
  if (distance > max) return 0;
  if (kind === 'delta') return isDeltaDealt(instrument) && distance < 0.01 ? dealsOfDelta : 0;
  // Calls above the money and puts below it are dealt most.
  const isOut = flag === 'C' ? strike >= price : strike <= price;
  return dealsOfOption * share * (isOut ? 1 : 0.4) * (1 - distance / max);
}

const isDeltaDealt = (instrument: string): boolean => instrument === 'WMAZ' || instrument === 'YMAZ';

/** The level at which it deals: a price, or a volatility for options and deltas. */
export type DealtAt = { readonly price: Price } | { readonly volatility: Volatility };

/** The price of a planned deal on its tick; null if it would be outside the limits. */
export function dealtAt(
  { contract, ticks }: PlannedDeal,
  {
    tick,
    priceOf,
    random,
  }: {
    readonly tick: Price;
    readonly priceOf: (contract: string) => number | undefined;
    readonly random: () => number;
  },
): DealtAt | null {
  const { kind, legs, limits, volatility: marked } = contract;
  if (kind === 'option' || kind === 'delta') {
    if (marked === undefined) return null;
    return { volatility: volatility(Math.max(100, Math.round(marked + (random() - 0.5) * 80))) };
  }
  if (legs !== undefined) {
    const [plus, minus] = [priceOf(legs.plus), priceOf(legs.minus)];
    if (plus === undefined || minus === undefined) return null;
    return { price: asPrice(Math.round((plus - minus) / tick) * tick + 0) };
  }
  const path = priceOf(contract.contract);
  if (path === undefined) return null;
  const price = asPrice(onTick(path, tick) + ticks * tick);
  if (limits !== null && (price < limits.low || price > limits.high)) return null;
  return { price };
}

/** An order of the past. */
export function orderOf(
  who: { readonly principal: string; readonly capacity: 'P' | 'A'; readonly subAccount?: string | null },
  terms: {
    readonly contract: string;
    readonly side: Side;
    readonly lots: number;
    /** `Normal` by default. */
    readonly type?: OrderType;
  } & DealtAt,
): InsertOrder {
  const { principal, capacity, subAccount = null } = who;
  return {
    kind: 'insertOrder',
    type: 'Normal',
    ...terms,
    lots: lots(terms.lots),
    principal,
    capacity,
    subAccount,
  };
}
