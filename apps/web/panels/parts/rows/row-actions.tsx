// The actions on a row of a panel: the buttons in its last cell, the items of its menu, their keys and a double-click. An action that does
// not apply is disabled and shows the reason. A phone shows the first that applies; the others are in the menu that a tap on the row opens.
import {
  type ActionContext,
  keyOfAction,
  menuItem,
  type RowAction,
  reasonAgainst,
  runRowAction,
} from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import type { ActionMenuItem } from '../../../ui/action-menu.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { GridColumn } from '../../../ui/live-grid/grid-column.ts';
import type { RowGesture } from '../../../ui/live-grid/use-grid-gestures.ts';
import { actions as actionsColumn } from '../column-kinds.ts';
import styles from './rows.module.css';

interface RowActionsOptions<Row, Target> {
  /** In the order of the buttons and of the menu. Its key also calls each of them on the focused row. */
  readonly list: readonly RowAction<Target>[];
  /** `anchor` is the cell at which a form opens; null for a button. */
  targetOf(row: Row, anchor: Anchor | null): Target;
  /** A double-click performs the first of these that may run. If none may run, it states why the first one may not. */
  readonly doubleClick?: readonly RowAction<Target>[];
  /** The column of buttons. Without it the menu and the keys have the actions. */
  readonly buttons?: {
    readonly width: number;
    readonly rank?: number;
    /** The name of a button with its row, from the label of the action: "Accept unmatched deal 7". */
    nameOf(label: string, row: Row): string;
    /** A phone shows the first of these actions that applies; if omitted, the first of all actions. */
    readonly onPhone?: readonly RowAction<Target>[];
  };
  /** The menu's text instead of the label. */
  itemOf?(action: RowAction<Target>, row: Row): Partial<Pick<ActionMenuItem, 'label' | 'startsSection'>>;
}

/** The actions on rows in the form that a grid needs. */
export interface RowActions<Row> {
  itemsOf(gesture: Pick<RowGesture<Row>, 'row' | 'anchor'>, context: ActionContext): ActionMenuItem[];
  /** True if the key belongs to an action. */
  onKey(key: string, gesture: RowGesture<Row>, context: ActionContext): boolean;
  readonly onDoubleClick: ((gesture: RowGesture<Row>, context: ActionContext) => void) | undefined;
  readonly column: ((context: ActionContext, isPhone: boolean) => GridColumn<Row>) | undefined;
}

/** With buttons it must stay the same object from render to render. */
export function rowActions<Row, Target>(options: RowActionsOptions<Row, Target>): RowActions<Row> {
  const { list, targetOf, doubleClick, buttons, itemOf } = options;
  return {
    itemsOf: ({ row, anchor }, context) =>
      list.map((action) => {
        const target = targetOf(row, anchor);
        const run = () => void runRowAction(action, target, context);
        return menuItem(action, target, context, { ...itemOf?.(action, row), run });
      }),
    onKey(key, { row, anchor }, context) {
      const action = list.find((rowAction) => rowAction.key?.toLowerCase() === key.toLowerCase());
      if (action !== undefined) void runRowAction(action, targetOf(row, anchor), context);
      return action !== undefined;
    },
    onDoubleClick:
      doubleClick &&
      (({ row, anchor }, context) => {
        const target = targetOf(row, anchor);
        const action =
          doubleClick.find((rowAction) => reasonAgainst(rowAction, target, context) === null) ??
          doubleClick[0];
        if (action !== undefined) void runRowAction(action, target, context);
      }),
    column:
      buttons &&
      ((context, isPhone) =>
        actionsColumn<Row>(
          buttons.width,
          (row) => (
            <ActionButtons
              actions={(isPhone && buttons.onPhone) || list}
              target={targetOf(row, null)}
              context={context}
              isOnPhone={isPhone}
              nameOf={(label) => buttons.nameOf(label, row)}
            />
          ),
          { rank: buttons.rank },
        )),
  };
}

interface ActionButtonsProps<Target> {
  readonly actions: readonly RowAction<Target>[];
  readonly target: Target;
  readonly context: ActionContext;
  readonly isOnPhone: boolean;
  /** The name of a button with its row, from the label of the action: "Accept unmatched deal 7". */
  readonly nameOf: (label: string) => string;
}

function ActionButtons<Target>(props: ActionButtonsProps<Target>) {
  const { actions, target, context, isOnPhone, nameOf } = props;
  if (isOnPhone) {
    const first = actions.find((action) => reasonAgainst(action, target, context) === null);
    return first === undefined ? null : (
      <span className={styles.buttons}>
        <Button
          size="large"
          aria-label={nameOf(first.label)}
          onClick={(event) => {
            // The row below would open its menu.
            event.stopPropagation();
            void runRowAction(first, target, context);
          }}
        >
          {first.label}
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.buttons}>
      {actions.map((action) => {
        return (
          <IconButton
            key={action.id}
            tabIndex={-1}
            size="small"
            label={nameOf(action.label)}
            keyName={keyOfAction(action)}
            icon={<action.icon />}
            disabledReason={reasonAgainst(action, target, context)}
            onClick={() => void runRowAction(action, target, context)}
          />
        );
      })}
    </span>
  );
}
