// What the books of futures showed when their trading ended. It is kept because the orders may be deleted afterwards, in the
// admin period, and the day's MTM depends on it (market.md, MTM).
import type { Side } from '@openpit/terms';
import type { Contract } from '../contracts/contract.ts';
import { asPrice, type EpochMs, type Price } from '../kernel/units.ts';
import type { LimitLock, LimitsState } from '../limits/limits.ts';
import type { MarketAct } from '../reference/market.ts';

/** Best bid and offer at the end of trading; null where there was none. */
export interface Closing {
  readonly at: EpochMs;
  readonly bid: Price | null;
  readonly offer: Price | null;
  /** The limit at which the book was locked then. */
  readonly lock: LimitLock | null;
}

/** By the contract's index, of the futures whose trading has ended today. */
export type Closings = Map<number, Closing>;

type ClosingsAct = Omit<MarketAct<LimitsState & { readonly closings: Closings }, never>, 'emit'>;

/** Keeps what the books of these futures show, unless their trading ended before. */
export function closeTrading(
  { state, market, at }: ClosingsAct,
  isMeant: (contract: Contract) => boolean,
): void {
  const { closings, limits, phases } = state;
  for (const contract of market.contracts.values()) {
    const { index, kind, book, tick } = contract;
    const hasExpired = contract.lastDay < market.businessDay;
    if (kind !== 'future' || hasExpired || closings.has(index) || !isMeant(contract)) continue;
    // Orders that wait for a call auction may cross: they are not a market.
    const isInAuction = phases.inAuction.has(index);
    const bestOf = (side: Side): Price | null => {
      const best = isInAuction ? null : book.best(side);
      return best === null ? null : asPrice(best * tick);
    };
    closings.set(index, { at, bid: bestOf('B'), offer: bestOf('S'), lock: limits.lockOf(contract) });
  }
}

/** Trading goes on after all. */
export function reopenTrading(
  { state, market }: ClosingsAct,
  isMeant: (contract: Contract) => boolean,
): void {
  for (const contract of market.contracts.values())
    if (isMeant(contract)) state.closings.delete(contract.index);
}
