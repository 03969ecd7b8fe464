// Opens the order form beside the cell that was pressed (ACT-1), for one side or for both. It sends nothing. It opens on stale
// prices too; then the form's button says why it is disabled.
import type { Action } from './action.ts';
import { entryPermission } from './insert-order.ts';
import { may } from './may.ts';
import type { EntryRequest } from './order-form-request.ts';

export const openOrderForm: Action<EntryRequest, void> = {
  id: 'openOrderForm',
  label: 'Order',
  permission: entryPermission,
  enabled: (_request, { flags }) => may(entryPermission, flags),
  mustConfirm: () => null,
  perform: (request, { workspace }) => workspace.showOrderForm(request),
};
