// The end of a contract's trading: what its book says at that moment is kept, because its orders may be deleted afterwards, in the
// administration, and the day's mark depends on it (domain §6.1).
import type { Cents, EpochMs } from '../kernel/units.ts';
import { cents } from '../kernel/units.ts';
import type { Contract, Market } from '../state.ts';
import type { LimitLock } from './limit-lock.ts';

/** Best bid and offer with which trading ended; null where there was none. */
export interface Closing {
  readonly at: EpochMs;
  readonly bid: Cents | null;
  readonly offer: Cents | null;
  /** The limit at which the book was locked then. */
  readonly lock: LimitLock | null;
}

/** Keeps what the books of these futures say, where their trading has not ended before. */
export function closeTrading(market: Market, isMeant: (contract: Contract) => boolean, at: EpochMs): void {
  const { closings, collecting } = market.session;
  for (const [name, contract] of market.contracts) {
    const isFuture = contract.option === null && contract.pair === null;
    const hasExpired = contract.lastDay < market.businessDay;
    if (!isFuture || hasExpired || closings.has(name) || !isMeant(contract)) continue;
    // Orders that wait for an opening may cross: they are no market.
    const priceOf = (side: 'B' | 'S'): Cents | null => {
      const tick = collecting.has(name) ? null : contract.book.best(side);
      return tick === null ? null : cents(tick * contract.tick);
    };
    closings.set(name, { at, bid: priceOf('B'), offer: priceOf('S'), lock: contract.lock });
  }
}

/** Trading goes on after all. */
export function reopenTrading(market: Market, isMeant: (contract: Contract) => boolean): void {
  for (const name of [...market.session.closings.keys()]) {
    const contract = market.contracts.get(name);
    if (contract !== undefined && isMeant(contract)) market.session.closings.delete(name);
  }
}
