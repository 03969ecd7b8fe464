// The kill switch (market/rights.md, Trading stops): members and dealers who may not enter orders and deals until the operator lets them. Their
// orders in the market can still be suspended and cancelled.
import { byOperator } from '../kernel/command-entry.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import type { EventKinds } from '../kernel/venue-module.ts';
import type { Market, MarketContext } from '../reference/market.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import type { RightsState } from '../rights/change-rights.ts';
import { reject as rejectRights } from '../rights/rights-rejections.ts';
import type { UserRights } from '../rights/user-rights.ts';

/** A stop of a whole member, or of one of its dealers. */
export interface Stopped {
  readonly member: string;
  /** `null` for all dealers of the member. */
  readonly dealer: string | null;
}

/** Stops trading and deletes the working orders; handled by the orders. */
export interface StopTrading extends Stopped {
  readonly kind: 'stopTrading';
  /** The reason, for the dealers who are stopped. */
  readonly reason: string;
}
export interface ResumeTrading extends Stopped {
  readonly kind: 'resumeTrading';
}

export interface TradingStopped extends Stopped {
  readonly kind: 'tradingStopped';
  readonly reason: string;
}
interface TradingResumed extends Stopped {
  readonly kind: 'tradingResumed';
}

type TradingStopsEvent = TradingStopped | TradingResumed;

type SavedStops = readonly (Stopped & { readonly reason: string })[];

const keyOf = ({ member, dealer }: Stopped): string => (dealer === null ? member : `${member}/${dealer}`);

export class TradingStops {
  readonly #stops = new Map<string, SavedStops[number]>();

  has(stopped: Stopped): boolean {
    return this.#stops.has(keyOf(stopped));
  }

  put(stop: SavedStops[number]): void {
    this.#stops.set(keyOf(stop), stop);
  }

  delete(stopped: Stopped): void {
    this.#stops.delete(keyOf(stopped));
  }

  /**
   * Returns why the dealer may not trade; null if the dealer may. `dealer` is empty for an account,
   * which belongs to no dealer.
   */
  rejectionFor({ member, dealer }: Pick<UserRights, 'member' | 'dealer'>): Rejection | null {
    if (this.#stops.size === 0) return null;
    const stop = this.#stops.get(member) ?? this.#stops.get(keyOf({ member, dealer }));
    if (stop === undefined) return null;
    return reject('tradingStopped', { who: keyOf(stop), reason: stop.reason });
  }

  save(): SavedStops {
    return [...this.#stops.values()];
  }

  static load(saved: SavedStops): TradingStops {
    const stops = new TradingStops();
    for (const stop of saved) stops.put(stop);
    return stops;
  }
}

export interface TradingStopsState extends RightsState {
  readonly tradingStops: TradingStops;
}

const tradingStopsRejections = {
  tradingStopped: detailed({
    status: 403,
    when: 'orders, doubles, strikes, resubmitting, amending, bids and tenders of certificates, reported deals, deals that are passed on',
    examples: [{ who: 'KAND', reason: 'the margin was not paid' }],
    sentence: (v) =>
      `The operator has stopped the trading of ${v.who}: ${v.reason}. Nothing has changed. Talk to the operator; orders can still be suspended and cancelled.`,
  }),
  tradingNotStopped: detailed({
    status: 409,
    when: 'resume trading',
    examples: [{ who: 'KAND/THN' }],
    sentence: (v) => `The trading of ${v.who} is not stopped.`,
  }),
};
export const reject = rejectionsFrom(tradingStopsRejections);

/** Rejects a stop of an unknown member or dealer. */
export function strangerRejection(
  { members, dealers }: Pick<Market, 'members' | 'dealers'>,
  { member, dealer }: Stopped,
): Rejection | null {
  if (!members.has(member)) return rejectReference('memberUnknown', { member });
  if (dealer === null || dealers.has(`${member}/${dealer}`)) return null;
  return rejectRights('dealerUnknown', { member, dealer });
}

function resumeTrading(
  { state, market, emit }: MarketContext<TradingStopsState, TradingStopsEvent>,
  { member, dealer }: ResumeTrading,
): Rejection | null {
  const stranger = strangerRejection(market, { member, dealer });
  if (stranger !== null) return stranger;
  if (!state.tradingStops.has({ member, dealer }))
    return reject('tradingNotStopped', { who: keyOf({ member, dealer }) });
  state.tradingStops.delete({ member, dealer });
  emit({ kind: 'tradingResumed', member, dealer });
  return null;
}

export const tradingStopsModule = {
  name: 'tradingStops',
  events: { tradingStopped: true, tradingResumed: true } satisfies EventKinds<TradingStopsEvent>,
  slice: {
    empty: () => new TradingStops(),
    save: (stops: TradingStops): SavedStops => stops.save(),
    load: (saved: SavedStops) => TradingStops.load(saved),
  },
  commands: { resumeTrading: byOperator(resumeTrading) },
  rejections: tradingStopsRejections,
} as const;

export type { TradingStopsEvent };
