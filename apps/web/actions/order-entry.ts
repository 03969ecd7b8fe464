// Enters an order (ACT-1): the button of the order form. Closed, with the reason, while prices are not live.

import type { DoubleOrderReply, MarketRow, OrderReply, PositionRow } from '@openpit/wire';
import { reasonNotDealt } from '../stores/market-days.ts';
import { contractStore } from '../stores/stores.ts';
import { type Action, type ActionContext, type Denied, may, permissionOf } from './action.ts';
import type { Anchor, EntryRequest, NewOrderRequest } from './dialogs.ts';
import { type FormCommand, type SentCommand, sendFormCommand } from './send.ts';

export const entryPermission = permissionOf('insertOrder');

/** Whether any order may be entered now; the form's fields say what the order itself lacks. */
export function mayEnter({ flags, entryClosed }: ActionContext): true | Denied {
  const answer = may(entryPermission, flags);
  return answer !== true || entryClosed === null ? answer : { reason: entryClosed };
}

export const insertOrder: Action<FormCommand<'insertOrder'>, Promise<SentCommand<OrderReply>>> = {
  id: 'insertOrder',
  label: 'Enter order',
  permission: entryPermission,
  enabled: (_order, context) => mayEnter(context),
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (order) => sendFormCommand('insertOrder', order),
};

// Enters a two-way quote (ACT-1): both sides are accepted or neither. Closed, with the reason, while prices are not live.

export const insertDoubleOrder: Action<
  FormCommand<'insertDoubleOrder'>,
  Promise<SentCommand<DoubleOrderReply>>
> = {
  id: 'insertDoubleOrder',
  label: 'Double',
  permission: entryPermission,
  enabled: (_quote, context) => mayEnter(context),
  // The form is the check: its button says in full what it will do.
  mustConfirm: () => null,
  perform: (quote) => sendFormCommand('insertDoubleOrder', quote),
};

// Opens the order form beside the cell that was pressed (ACT-1), for one side or for both. It sends nothing. It opens on stale
// prices too; then the form's button says why it is disabled. It does not open on a contract that no longer trades.

export const openOrderForm: Action<EntryRequest, void> = {
  id: 'openOrderForm',
  label: 'Order',
  permission: entryPermission,
  enabled: ({ contract }, { flags }) => {
    const reason = reasonNotDealt(contractStore.get(contract));
    return reason === null ? may(entryPermission, flags) : { reason };
  },
  mustConfirm: () => null,
  perform: (request, { workspace }) => workspace.showOrderForm(request),
};

// Closes a position out or reverses it: opens the order form with the opposite order, for the same account, at the best price
// on the other side. It sends nothing; the dealer does.

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
