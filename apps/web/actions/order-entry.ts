// Actions that enter an order (ACT-1) or open the form for one. Entry needs live prices. The form opens without them, and its button shows
// the reason.
import type { MarketRow, PositionRow } from '@openpit/wire';
import { reasonNotDealt } from '../stores/market-days.ts';
import { contractStore } from '../stores/stores.ts';
import { CloseOutIcon, ReverseIcon } from '../ui/icons.tsx';
import { type Action, permissionOf, type RowAction } from './action.ts';
import type { Anchor, InsertRequest, NewOrderRequest } from './dialogs.ts';
import { openTicket } from './ticket.ts';

export const entryPermission = permissionOf('insertOrder');

/** An action that only a form sends. It asks no question, because the button of the form describes the full effect. */
type EntryAction = Omit<Action<unknown, never>, 'question' | 'perform'>;

export const insertOrder: EntryAction = {
  id: 'insertOrder',
  label: 'Enter order',
  permission: entryPermission,
  worksOffline: true, // `entryClosed` covers a lost connection.
  against: (_order, { entryClosed }) => entryClosed,
};

/** A two-way quote: both sides are accepted or neither. */
export const insertDoubleOrder: EntryAction = { ...insertOrder, id: 'insertDoubleOrder', label: 'Double' };

/** Opening the form sends nothing. A contract that no longer trades has no form. */
export const openOrderForm: Action<InsertRequest, void> = {
  id: 'openOrderForm',
  label: 'Order',
  permission: entryPermission,
  worksOffline: true,
  against: ({ contract }) => reasonNotDealt(contractStore.get(contract)),
  perform: (request) => void openTicket(request),
};

export interface CloseOutTarget {
  readonly position: PositionRow;
  readonly market: Pick<MarketRow, 'bid' | 'offer' | 'last' | 'mtm'> | undefined;
  readonly anchor: Anchor | null;
}

/** The order that would close the position, or with `times` 2 would reverse it. */
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
    type: 'Normal',
    account: { principal: position.principal, subAccount: position.subAccount },
    anchor,
  };
}

/** Closes a position out or reverses it: the form opens with the opposite order, for the same account, at the best opposite price. */
const opposite = (
  description: Pick<RowAction<CloseOutTarget>, 'id' | 'label' | 'key' | 'icon'> & { readonly flat: string },
  times: 1 | 2,
): RowAction<CloseOutTarget> => ({
  ...description,
  permission: entryPermission,
  worksOffline: true,
  against: ({ position }) =>
    position.net === 0
      ? `The position is flat: there is nothing to ${description.flat}.`
      : reasonNotDealt(contractStore.get(position.contract)),
  perform(target) {
    void openTicket(closingOrder(target, times));
    return null;
  },
});

export const closeOut = opposite(
  { id: 'closeOut', label: 'Close out', key: 'x', icon: CloseOutIcon, flat: 'close' },
  1,
);
export const reversePosition = opposite(
  { id: 'reverse', label: 'Reverse', key: 'r', icon: ReverseIcon, flat: 'reverse' },
  2,
);
