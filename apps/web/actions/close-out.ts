// Closes a position out or reverses it: opens the order form with the opposite order, for the same account, at the best price
// on the other side. It sends nothing; the dealer does.
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

/** The order that would bring the position to zero, or with `times` 2 to the same lots on the other side. */
export function closingOrder(
  { position, market, anchor }: CloseOutTarget,
  times: 1 | 2 = 1,
): NewOrderRequest {
  const isLong = position.net > 0;
  return {
    kind: 'order',
    contract: position.contract,
    side: isLong ? 'S' : 'B',
    price: (isLong ? market?.bid : market?.offer) ?? market?.last ?? market?.mtm ?? null,
    qty: Math.abs(position.net) * times,
    type: 0,
    principal: position.principal,
    subAccount: position.subAccount,
    anchor,
  };
}

const opposite = (
  about: { readonly id: string; readonly label: string; readonly key: string; readonly flat: string },
  times: 1 | 2,
): Action<CloseOutTarget, void> => ({
  ...about,
  permission: entryPermission,
  enabled: (target, context) =>
    target.position.net === 0
      ? { reason: `The position is flat: there is nothing to ${about.flat}.` }
      : openOrderForm.enabled(closingOrder(target, times), context),
  mustConfirm: () => null,
  perform: (target, context) => openOrderForm.perform(closingOrder(target, times), context),
});

export const closeOut = opposite({ id: 'closeOut', label: 'Close out', key: 'x', flat: 'close' }, 1);
export const reverse = opposite({ id: 'reverse', label: 'Reverse', key: 'r', flat: 'reverse' }, 2);
