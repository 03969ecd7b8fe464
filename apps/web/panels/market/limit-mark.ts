// The mark of a contract that is locked at a limit of the day (market.md, Price limits): its best bid is at the upper limit, or
// its best offer at the lower one.
import type { MarketRow } from '@openpit/wire';
import type { CellMark } from '../../ui/live-grid/grid-column.ts';

export function limitMark({
  bid,
  offer,
  limitLow,
  limitHigh,
}: Pick<MarketRow, 'bid' | 'offer' | 'limitLow' | 'limitHigh'>): CellMark | undefined {
  if (bid !== null && bid === limitHigh) return { shape: 'up', label: 'at its upper limit' };
  if (offer !== null && offer === limitLow) return { shape: 'down', label: 'at its lower limit' };
  return undefined;
}
