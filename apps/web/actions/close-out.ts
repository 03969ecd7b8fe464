// Closes a position out: opens the order form with the opposite order, for the same principal, at the best price on the other
// side. It sends nothing; the dealer does.
import type { MarketRow, PositionRow } from '@openpit/wire';
import type { Action } from './action.ts';
import { entryPermission } from './insert-order.ts';
import { openOrderForm } from './open-order-form.ts';
import type { Anchor, NewOrderRequest } from './order-form-request.ts';

export interface CloseOutTarget {
  readonly position: PositionRow;
  readonly market: Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm'> | undefined;
  readonly anchor: Anchor | null;
}

/** The order that would bring the position to zero. */
export function closingOrder({ position, market, anchor }: CloseOutTarget): NewOrderRequest {
  const isLong = position.net > 0;
  return {
    kind: 'order',
    contract: position.contract,
    side: isLong ? 'S' : 'B',
    price: (isLong ? market?.bid : market?.offer) ?? market?.last ?? market?.mtm ?? null,
    qty: Math.abs(position.net),
    type: 0,
    principal: position.principal,
    anchor,
  };
}

export const closeOut: Action<CloseOutTarget, void> = {
  id: 'closeOut',
  label: 'Close out',
  permission: entryPermission,
  key: 'x',
  enabled: (target, context) => {
    if (target.position.net === 0) return { reason: 'The position is flat: there is nothing to close.' };
    return openOrderForm.enabled(closingOrder(target), context);
  },
  mustConfirm: () => null,
  perform: (target, context) => openOrderForm.perform(closingOrder(target), context),
};
