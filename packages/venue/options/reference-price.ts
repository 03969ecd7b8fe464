// Where a contract stands this moment, for prices that are computed from it: its last deal, else the middle of bid and
// offer, else its MTM, on the tick that is wanted (domain §3.2, §5.4).
import { roundToTick } from '@openpit/pricing';
import { type Cents, cents } from '../kernel/units.ts';
import type { Contract } from '../state.ts';

/** Rounded to the nearest tick, half a tick upwards. */
export function referencePrice(contract: Contract, tick: Cents): Cents {
  return cents(roundToTick(contract.last ?? middle(contract) ?? contract.mtm, tick));
}

function middle({ book, tick }: Contract): number | null {
  const [bid, offer] = [book.best('B'), book.best('S')];
  return bid === null || offer === null ? null : ((bid + offer) * tick) / 2;
}
