// The operator widens the daily limits of an instrument for the rest of the day (market/orders.md, Price limits).
import { type AnnouncementMade, announce } from '../announcements/announcements-module.ts';
import type { PriceLimits } from '../contracts/contract-listing.ts';
import { detailed, type Rejection, rejectionsFrom } from '../kernel/rejection.ts';
import { amountText, type Price } from '../kernel/units.ts';
import { haltedLeg } from '../phases/phases.ts';
import type { MarketContext } from '../reference/market.ts';
import { reject as rejectReference } from '../reference/reference-module.ts';
import { type LimitsState, limitsAround } from './limits.ts';

export interface WidenLimits {
  readonly kind: 'widenLimits';
  readonly instrument: string;
  /** On either side of the last MTM. */
  readonly band: Price;
}

/** A contract has other limits for the rest of the day. */
export interface LimitsChanged {
  readonly kind: 'limitsChanged';
  readonly contract: string;
  readonly limits: PriceLimits;
}

export const limitsRejections = {
  limitsNotWider: detailed({
    when: 'widen limits',
    examples: [{ instrument: 'WMAZ', band: '200.00' }],
    sentence: (v) =>
      `A band of ${v.band} does not widen the daily limits of ${v.instrument} in any contract. Give a wider one, or look at the limits first.`,
  }),
};
const reject = rejectionsFrom(limitsRejections);

export function widenLimits(
  context: MarketContext<LimitsState, LimitsChanged | AnnouncementMade>,
  { instrument: code, band }: WidenLimits,
): Rejection | null {
  const { state, market, at, emit } = context;
  if (!market.instruments.has(code)) return rejectReference('instrumentUnknown', { instrument: code });
  const widened = [...market.contracts.values()].flatMap((contract) => {
    const limits = contract.instrument.code === code ? state.limits.of(contract) : null;
    if (limits === null) return [];
    const { mtm } = state.prices.of(contract);
    const wider = limitsAround(contract, { mtm, band, day: market.businessDay });
    const contains = wider !== null && wider.low <= limits.low && wider.high >= limits.high;
    const isWider = contains && wider.high - wider.low > limits.high - limits.low;
    return isWider ? [{ contract, limits: wider }] : [];
  });
  if (widened.length === 0) return reject('limitsNotWider', { instrument: code, band: amountText(band) });

  for (const { contract, limits } of widened) {
    state.limits.set(contract, limits);
    // A book that waits for an auction or is halted is not a market, and is not locked.
    const isMarket = !state.phases.inAuction.has(contract.index) && haltedLeg({ state }, contract) === null;
    if (isMarket) state.limits.updateLock(contract, at);
    // Reaching the new limits is announced again.
    for (const edge of ['upper', 'lower']) state.limits.announced.delete(`${contract.name} ${edge}`);
    emit({ kind: 'limitsChanged', contract: contract.name, limits });
  }
  const message = `Daily limits of ${code} are ${amountText(band)} either side of the last MTM for the rest of the day.`;
  announce(context, 'Limit', message);
  return null;
}
