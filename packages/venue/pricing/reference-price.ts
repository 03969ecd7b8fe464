// The current price of a contract, from which other prices are computed: its last deal, otherwise the middle of bid and offer,
// otherwise its MTM. A book that waits for its auction or is halted has no bid and no offer: its orders are hidden, may be crossed, and do
// not deal.
import { roundToTick } from '@openpit/pricing';
import type { Contract } from '../contracts/contract.ts';
import { asPrice, type Price } from '../kernel/units.ts';
import { haltedLeg } from '../phases/phases.ts';
import type { PricesState } from '../prices/prices-module.ts';

/** The part of the state that determines current prices. */
export type PriceView = Pick<PricesState, 'prices' | 'phases'>;

/** Rounded to the nearest tick, half a tick upwards. */
export function referencePrice(state: PriceView, contract: Contract, tick: Price): Price {
  const { last, mtm } = state.prices.of(contract);
  return asPrice(roundToTick(last ?? middle(state, contract) ?? mtm, tick));
}

function middle(state: PriceView, contract: Contract): number | null {
  const { book, tick, index } = contract;
  if (state.phases.inAuction.has(index) || haltedLeg({ state }, contract) !== null) return null;
  const [bid, offer] = [book.best('B'), book.best('S')];
  return bid === null || offer === null ? null : ((bid + offer) * tick) / 2;
}
