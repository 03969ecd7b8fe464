// The actions on the rows of a panel: the buttons in a row's last cell, the items of its menu, their keys and a double-click, and the tools
// in the header. An action that does not apply is disabled and shows the reason. A phone shows the first that applies; the others are in
// the menu that a tap on the row opens.
//
// One rule for several chosen rows: menu, keys and tools act on all of them, or say that the action takes one row at a time. Buttons and
// double-clicks act on their own row.
import {
  type ActionContext,
  denialOf,
  keyOfAction,
  menuItem,
  type RowAction,
  reasonAgainst,
  runOnEach,
  runRowAction,
} from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { showReason } from '../../../notices/toasts.ts';
import type { ActionMenuItem, Denial } from '../../../ui/action-menu.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { GridColumn } from '../../../ui/live-grid/grid-column.ts';
import { actions as actionsColumn } from '../column-kinds.ts';
import styles from './rows.module.css';

/** At least one row. */
export type SomeRows<Row> = readonly [Row, ...Row[]];

interface RowActionsOptions<Row, Target> {
  /** In the order of the buttons and of the menu. Its key also calls each of them on the focused row. */
  readonly list: readonly RowAction<Target>[];
  /** A row in a sentence: "One order at a time". */
  readonly one: string;
  /** Several rows only for actions on rows `together`. `anchor` is the cell at which a form opens; null for a button. */
  targetOf(rows: SomeRows<Row>, anchor: Anchor | null): Target;
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

/** The rows that a menu or a key acts on: the chosen rows, or a row that is not among them. */
export interface RowsGesture<Row> {
  readonly rows: SomeRows<Row>;
  readonly anchor: Anchor;
}

/** An action on the chosen rows, for a button in the header of the panel. */
interface RowsTool<Row> extends Pick<RowAction<Row>, 'id' | 'label' | 'icon' | 'key'> {
  readonly disabledReason: string | null;
  run(anchor: Anchor): void;
}

/** The actions on rows in the form that a grid needs. */
export interface RowActions<Row> {
  itemsOf(gesture: RowsGesture<Row>, context: ActionContext): ActionMenuItem[];
  /** `noneReason` is the reason if no row is chosen. */
  toolsOf(rows: readonly Row[], noneReason: string, context: ActionContext): readonly RowsTool<Row>[];
  /** True if the key belongs to an action. */
  onKey(key: string, gesture: RowsGesture<Row>, context: ActionContext): boolean;
  readonly onDoubleClick: ((row: Row, anchor: Anchor, context: ActionContext) => void) | undefined;
  readonly column: ((context: ActionContext, isPhone: boolean) => GridColumn<Row>) | undefined;
}

/** With buttons it must stay the same object from render to render. */
export function rowActions<Row, Target>(options: RowActionsOptions<Row, Target>): RowActions<Row> {
  const { list, one, targetOf, doubleClick, buttons, itemOf } = options;

  const denialOfRows = (action: RowAction<Target>, rows: SomeRows<Row>, context: ActionContext): Denial => {
    if (rows.length === 1 || action.several === 'together')
      return denialOf(action, targetOf(rows, null), context);
    const [first, ...others] = rows.map((row) => denialOf(action, targetOf([row], null), context));
    if (first === undefined) return {};
    if (action.several !== undefined)
      return others.find(({ disabledReason }) => disabledReason === null) ?? first;
    return first.lacks === undefined
      ? { disabledReason: `One ${one} at a time: several are chosen.` }
      : first;
  };

  const run = (action: RowAction<Target>, { rows, anchor }: RowsGesture<Row>, context: ActionContext) => {
    const { several } = action;
    if (rows.length > 1 && several !== undefined && several !== 'together') {
      const targets = rows.map((row) => targetOf([row], anchor));
      void runOnEach({ ...action, several }, targets, context);
    } else if (!showReason(denialOfRows(action, rows, context).disabledReason))
      void runRowAction(action, targetOf(rows, anchor), context);
  };

  return {
    itemsOf: (gesture, context) => {
      const [row] = gesture.rows;
      return list.map((action) =>
        menuItem(action, targetOf(gesture.rows, gesture.anchor), context, {
          ...denialOfRows(action, gesture.rows, context),
          ...itemOf?.(action, row),
          run: () => run(action, gesture, context),
        }),
      );
    },
    toolsOf: ([first, ...others], noneReason, context) =>
      list.map((action) => {
        const { id, label, icon, key } = action;
        const shown = { id, label, icon, ...(key === undefined ? {} : { key }) };
        if (first === undefined) return { ...shown, disabledReason: noneReason, run: () => undefined };
        const rows: SomeRows<Row> = [first, ...others];
        return {
          ...shown,
          disabledReason: denialOfRows(action, rows, context).disabledReason ?? null,
          run: (anchor) => run(action, { rows, anchor }, context),
        };
      }),
    onKey(key, gesture, context) {
      const action = list.find((rowAction) => rowAction.key?.toLowerCase() === key.toLowerCase());
      if (action !== undefined) run(action, gesture, context);
      return action !== undefined;
    },
    onDoubleClick:
      doubleClick &&
      ((row, anchor, context) => {
        const target = targetOf([row], anchor);
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
              target={targetOf([row], null)}
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
