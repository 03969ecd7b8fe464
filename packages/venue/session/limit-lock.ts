// A book locked at a limit of the day: the best bid stands at the upper limit, or the best offer at the lower one, so that nobody can deal
// further (domain §3.3). Since when it has been so is kept, because the mark of a day that ends like this is the limit (domain §6.1).
import type { Cents, EpochMs } from '../kernel/units.ts';
import type { Contract } from '../state.ts';

export interface LimitLock {
  readonly limit: Cents;
  readonly since: EpochMs;
}

/** For whenever the best price may have come to a limit or gone from it; `at`: now. */
export function followLimitLock(contract: Contract, at: EpochMs): void {
  const limit = limitOf(contract);
  if (limit === null) contract.lock = null;
  else if (contract.lock?.limit !== limit) contract.lock = { limit, since: at };
}

function limitOf({ limits, book, tick }: Contract): Cents | null {
  if (limits === null) return null;
  if (book.best('B') === limits.high / tick) return limits.high;
  return book.best('S') === limits.low / tick ? limits.low : null;
}
