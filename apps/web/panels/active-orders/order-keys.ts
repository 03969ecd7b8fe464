// The keys on an order: those of its actions.
import { actionKeys } from '../../actions/action.ts';
import { orderActions } from '../../actions/actions.ts';
import { openEditForm, openReduceForm } from '../../actions/order-actions.ts';
import { keyTable } from '../../ui/keys.ts';

export const orderKeys = keyTable(
  'Active orders',
  actionKeys([...orderActions, openEditForm, openReduceForm]),
);
