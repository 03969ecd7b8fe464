// The buttons of an unmatched deal in its row: the actions of its menu and its keys. One that does not apply is disabled and
// gives the reason. A phone shows those that apply; the others are in the menu that a tap on the row opens.
import type { UnmatchedDealRow } from '@openpit/wire';
import type { ReactNode } from 'react';
import { type ActionContext, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import { runItemAction } from '../../actions/run-item-action.ts';
import { itemActions } from '../../actions/unmatched-deals.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { priceText } from '../market/market-text.ts';
import cells from '../rows/row-buttons.module.css';

export const itemIcons: Readonly<Record<string, ReactNode>> = Object.fromEntries(
  itemActions.map(({ id, icon: Icon }) => [id, <Icon key={id} />]),
);

export const itemTarget = (item: UnmatchedDealRow) => ({ item, priceText: priceText(item.price, item) });

export interface ItemButtonsProps {
  readonly item: UnmatchedDealRow;
  readonly context: ActionContext;
  readonly isOnPhone: boolean;
}

export function ItemButtons({ item, context, isOnPhone }: ItemButtonsProps) {
  const target = itemTarget(item);
  const nameOf = (label: string) => `${label} unmatched deal ${item.unmatchedSeq}`;
  if (isOnPhone) {
    const [first] = itemActions.filter((action) => reasonAgainst(action, target, context) === null);
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
      {itemActions.map((action) => (
        <IconButton
          key={action.id}
          tabIndex={-1}
          size="small"
          label={nameOf(action.label)}
          keyName={keyOfAction(action)}
          icon={itemIcons[action.id]}
          disabledReason={reasonAgainst(action, target, context)}
          onClick={() => void runItemAction(action, target, context)}
        />
      ))}
    </span>
  );
}
