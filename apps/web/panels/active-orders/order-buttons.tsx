// The actions on orders in the Active orders panel: as buttons of a row, items of its menu and keys, and as tools for the selected rows.
import type { ActiveOrderRow } from '@openpit/wire';
import {
  type ActionContext,
  keyOfAction,
  type RowAction,
  reasonAgainst,
  runRowAction,
} from '../../actions/action.ts';
import {
  type ChangeTarget,
  changeLabels,
  editKind,
  openEditForm,
  openReduceForm,
  orderActions,
  usePendingOrders,
} from '../../actions/order-actions.ts';
import { IconButton } from '../../ui/button.tsx';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import rowStyles from '../parts/rows/rows.module.css';

const formActions = [openEditForm, openReduceForm];

const isForm = ({ id }: { readonly id: string }) => formActions.some((action) => action.id === id);

/** The form to edit is called Amend for an order in the market, and without an order. */
const labelOf = ({ id, label }: Pick<RowAction<never>, 'id' | 'label'>, order: ActiveOrderRow | undefined) =>
  id === openEditForm.id ? changeLabels[order === undefined ? 'amend' : editKind(order)] : label;

export const orderRowActions = rowActions({
  list: [...orderActions, ...formActions],
  one: 'order',
  targetOf: ([order]: SomeRows<ActiveOrderRow>, anchor) => ({ order, anchor }),
  doubleClick: [openEditForm],
  itemOf: (action, order) => ({ label: `${labelOf(action, order)}${isForm(action) ? '…' : ''}` }),
});

interface OrderButtonsProps {
  readonly order: ActiveOrderRow;
  readonly context: ActionContext;
  readonly isLarge: boolean;
}

/** All are always shown, so that the row keeps its shape; an action that does not apply is disabled and shows the reason. */
export function OrderButtons({ order, context, isLarge }: OrderButtonsProps) {
  usePendingOrders((orders) => orders.pending.has(order.activeOrderSeq));
  // A phone has room for three large buttons; the other actions are in the menu that a tap on the row opens.
  const shown: readonly RowAction<ChangeTarget>[] = isLarge
    ? orderActions
    : [...orderActions, ...formActions];
  return (
    <span className={rowStyles.buttons}>
      {shown.map((action) => (
        <IconButton
          key={action.id}
          tabIndex={-1}
          size={isLarge ? 'large' : 'small'}
          label={`${labelOf(action, order)} order ${order.activeOrderSeq}`}
          keyName={keyOfAction(action)}
          icon={<action.icon />}
          disabledReason={reasonAgainst(action, { order, anchor: null }, context)}
          onClick={(event) =>
            void runRowAction(action, { order, anchor: event.currentTarget.getBoundingClientRect() }, context)
          }
        />
      ))}
    </span>
  );
}

const noneSelected = 'Choose an order first: click its row, with Ctrl or Shift several.';

/** The buttons of a row, for all selected rows. */
export function SelectionTools(props: {
  readonly orders: readonly ActiveOrderRow[];
  readonly context: ActionContext;
}) {
  const { orders, context } = props;
  // The reasons follow the commands that wait.
  usePendingOrders((state) => state.pending);
  const [first] = orders;
  const subject = orders.length === 1 ? `order ${first?.activeOrderSeq}` : 'the chosen orders';
  return orderRowActions
    .toolsOf(orders, noneSelected, context)
    .map((tool) => (
      <IconButton
        key={tool.id}
        icon={<tool.icon />}
        label={`${labelOf(tool, first)} ${subject}`}
        keyName={keyOfAction(tool)}
        disabledReason={tool.disabledReason}
        onClick={(event) => tool.run(event.currentTarget.getBoundingClientRect())}
      />
    ));
}
