// What happens when a dragged own order is released at a price, in words beside that price.
import type { ActiveOrderRow } from '@openpit/wire';
import { formatLots } from '../../../ui/format.ts';
import type { LadderQuantities } from './ladder-levels.ts';
import { ticksOf } from './price-axis.ts';

export interface DragFacts {
  readonly order: Pick<ActiveOrderRow, 'side' | 'price' | 'remaining'>;
  /** Where it would be released, in ticks and as text. */
  readonly ticks: number;
  readonly priceText: string;
  readonly tick: number;
  readonly isArmed: boolean;
  /** Why it cannot be amended; null when it can. */
  readonly against: string | null;
  readonly quantities: LadderQuantities;
}

export function dragWords(facts: DragFacts): string {
  const { order, ticks, priceText, tick, isArmed, against } = facts;
  if (ticks === ticksOf(order.price, tick)) return 'Release: nothing changes.';
  if (against !== null) return `Release: nothing changes. ${against}`;
  const lots = `${formatLots(order.remaining)} ${order.remaining === 1 ? 'lot' : 'lots'}`;
  const amends = isArmed ? 'Release: amends' : 'Release: opens the form that amends';
  return `${amends} ${lots} to ${priceText}${effect(facts)}.`;
}

/** What deals or waits there: the lots that the other side offers up to this price, or those that are first in the queue. */
function effect({ order, ticks, quantities: { bids, offers } }: DragFacts): string {
  const isBid = order.side === 'B';
  const opposite = [...(isBid ? offers : bids)].filter(([price]) =>
    isBid ? price <= ticks : price >= ticks,
  );
  const crossed = opposite.reduce((sum, [, qty]) => sum + qty, 0);
  if (crossed > 0) return `; ${formatLots(Math.min(crossed, order.remaining))} can deal now`;
  const ahead = (isBid ? bids : offers).get(ticks) ?? 0;
  return ahead === 0 ? '' : `, behind ${formatLots(ahead)}`;
}
