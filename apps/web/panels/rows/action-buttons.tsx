// The actions on a row as the buttons in its last cell and as the items of its menu. One that does not apply is disabled and
// gives the reason. A phone shows the first that applies; the others are in the menu that a tap on the row opens.
import { type ActionContext, denialOf, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import { type RowAction, runItemAction } from '../../actions/silo-actions.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import cells from './row-buttons.module.css';

export interface ActionButtonsProps<Target> {
  readonly actions: readonly RowAction<Target>[];
  readonly target: Target;
  readonly context: ActionContext;
  readonly isOnPhone: boolean;
  /** The name of a button with its row, from the label of the action: "Accept unmatched deal 7". */
  readonly nameOf: (label: string) => string;
}

export function ActionButtons<Target>(props: ActionButtonsProps<Target>) {
  const { actions, target, context, isOnPhone, nameOf } = props;
  if (isOnPhone) {
    const first = actions.find((action) => reasonAgainst(action, target, context) === null);
    return first === undefined ? null : (
      <span className={cells.buttons}>
        <Button
          size="large"
          aria-label={nameOf(first.label)}
          onClick={(event) => {
            // The row below would open its menu.
            event.stopPropagation();
            void runItemAction(first, target, context);
          }}
        >
          {first.label}
        </Button>
      </span>
    );
  }
  return (
    <span className={cells.buttons}>
      {actions.map((action) => {
        const Icon = action.icon;
        return (
          <IconButton
            key={action.id}
            tabIndex={-1}
            size="small"
            label={nameOf(action.label)}
            keyName={keyOfAction(action)}
            icon={<Icon />}
            disabledReason={reasonAgainst(action, target, context)}
            onClick={() => void runItemAction(action, target, context)}
          />
        );
      })}
    </span>
  );
}

export function actionItems<Target>(
  actions: readonly RowAction<Target>[],
  target: Target,
  context: ActionContext,
): readonly ActionMenuItem[] {
  return actions.map((action) => {
    const Icon = action.icon;
    return {
      id: action.id,
      label: action.label,
      icon: <Icon />,
      keyName: keyOfAction(action),
      ...denialOf(action, target, context),
      run: () => void runItemAction(action, target, context),
    };
  });
}
