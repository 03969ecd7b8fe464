// The current price of a contract, from which other prices are computed: its last deal, otherwise the middle of bid and offer,
// otherwise its MTM.
import { roundToTick } from '@openpit/pricing';
import type { Contract } from '../contracts/contract.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import type { PricesState } from '../prices/prices-module.ts';

/** Rounded to the nearest tick, half a tick upwards. */
export function referencePrice(
  { prices }: Pick<PricesState, 'prices'>,
  contract: Contract,
  tick: Price,
): Price {
  const { last, mtm } = prices.of(contract);
  return asPrice(roundToTick(last ?? middle(contract) ?? mtm, tick));
}

function middle({ book, tick }: Contract): number | null {
  const [bid, offer] = [book.best('B'), book.best('S')];
  return bid === null || offer === null ? null : ((bid + offer) * tick) / 2;
}
