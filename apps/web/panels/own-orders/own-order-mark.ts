// The mark of own orders in a price cell: a filled dot when one is at the best price, a ring when all are
// behind it.
import type { MarketRow, Side } from '@openpit/wire';
import type { CellMark } from '../../ui/live-grid/grid-column.ts';
import { type WorkingLots, workingAt } from './working-lots.ts';

type Quoted = Pick<MarketRow, 'contract' | 'bid' | 'offer'>;

const bestOf = (row: Quoted, side: Side) => (side === 'B' ? row.bid : row.offer);

export function ownOrderMark(working: WorkingLots, row: Quoted, side: Side): CellMark | undefined {
  const lots = workingAt(working, row.contract, side);
  if (lots.size === 0) return undefined;
  const best = bestOf(row, side);
  const atBest = best === null ? undefined : lots.get(best);
  if (atBest !== undefined) return { shape: 'filled', label: `own ${atBest}` };
  const behind = [...lots.values()].reduce((sum, own) => sum + own, 0);
  return { shape: 'ring', label: `own ${behind} behind the best price` };
}

export function isOwnAtBest(working: WorkingLots, row: Quoted, side: Side): boolean {
  const best = bestOf(row, side);
  return best !== null && workingAt(working, row.contract, side).has(best);
}
