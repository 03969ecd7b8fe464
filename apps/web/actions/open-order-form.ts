// Opens the order form beside the cell that was pressed (ACT-1), for one side or for both. Nothing is sent by it; it opens
// on stale prices too, and then the form's button says why it is shut.
import type { Action } from './action.ts';
import type { EntryRequest } from './desk.ts';
import { may } from './may.ts';

export const openOrderForm: Action<EntryRequest, void> = {
  id: 'openOrderForm',
  label: 'Order',
  flag: 'insertOrderOrDouble',
  enabled: (_request, { flags }) => may('insertOrderOrDouble', flags),
  mustConfirm: () => null,
  perform: (request, { desk }) => desk.showOrderForm(request),
};
