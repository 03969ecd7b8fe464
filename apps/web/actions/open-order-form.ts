// Opens the order form beside the cell that was pressed (ACT-1), for one side or for both. It sends nothing. It opens on stale
// prices too; then the form's button says why it is disabled. It does not open on a contract that no longer trades.
import { reasonNotDealt } from '../stores/notice-period.ts';
import { contractStore } from '../stores/stores.ts';
import type { Action } from './action.ts';
import { entryPermission } from './insert-order.ts';
import { may } from './may.ts';
import type { EntryRequest } from './order-form-request.ts';

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
