// What the books of futures showed at the closing moment. It is kept because the orders may be deleted afterwards, in the
// admin period, and the day's MTM depends on it (market.md, MTM).
import type { Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { present } from '../kernel/assert.ts';
import { SeededRandom } from '../kernel/seeded-random.ts';
import { asPrice, type EpochMs, epochMs, type Price } from '../kernel/units.ts';
import type { LimitLock } from '../limits/limits.ts';
import type { OrdersState } from '../orders/orders.ts';
import { markRulesOf } from '../reference/mark-rules.ts';
import type { MarketAct } from '../reference/market.ts';

/** Best bid and offer at the closing moment, of the orders that had rested long enough; null where there was none. */
export interface Closing {
  /** The closing moment, drawn from the last minutes of trading. */
  readonly at: EpochMs;
  readonly bid: Price | null;
  readonly offer: Price | null;
  /** The limit at which the book was locked when trading ended. */
  readonly lock: LimitLock | null;
}

/** By the contract's index, of the futures whose trading has ended today. */
export type Closings = Map<number, Closing>;

type ClosingsAct = Omit<MarketAct<OrdersState & { readonly closings: Closings }, never>, 'emit'>;

/** Keeps what the books of these futures showed at the closing moment, unless their trading ended before. */
export function closeTrading(act: ClosingsAct, isMeant: (contract: Contract) => boolean): void {
  const { state, market } = act;
  const { closings, limits } = state;
  let moment: EpochMs | null = null;
  for (const contract of market.contracts.values()) {
    const { index, kind } = contract;
    const hasExpired = contract.lastDay < market.businessDay;
    if (kind !== 'future' || hasExpired || closings.has(index) || !isMeant(contract)) continue;
    moment ??= closingMoment(act);
    closings.set(index, {
      at: moment,
      bid: bestAt(act, contract, 'B', moment),
      offer: bestAt(act, contract, 'S', moment),
      lock: limits.lockOf(contract),
    });
  }
}

/** The same for all contracts whose trading ends together; nobody can foresee it. */
function closingMoment({ market, at, seed }: ClosingsAct): EpochMs {
  const { closingMinutes } = markRulesOf(market.rules);
  if (closingMinutes === 0) return at;
  const random = new SeededRandom(present(seed, 'the end of trading has no seed'));
  return epochMs(at - random.below(closingMinutes * 60_000));
}

function bestAt(
  { state, market }: ClosingsAct,
  contract: Contract,
  side: Side,
  moment: EpochMs,
): Price | null {
  // Orders that wait for a call auction may cross: they are not a market.
  if (state.phases.inAuction.has(contract.index)) return null;
  const since = moment - markRulesOf(market.rules).standingSeconds * 1000;
  const { orders } = state;
  const left = orders.left.best(contract.index, side, { moment, since });
  for (const { order, tick } of contract.book.resting(side)) {
    if (orders.get(order).queuedAt > since) continue;
    const resting = asPrice(tick * contract.tick);
    if (left === null) return resting;
    return asPrice(side === 'B' ? Math.max(left, resting) : Math.min(left, resting));
  }
  return left;
}

/** Trading goes on after all. */
export function reopenTrading(
  { state, market }: ClosingsAct,
  isMeant: (contract: Contract) => boolean,
): void {
  for (const contract of market.contracts.values())
    if (isMeant(contract)) state.closings.delete(contract.index);
}
