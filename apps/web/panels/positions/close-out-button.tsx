// The button in the row of a position that closes it out.
import type { PositionRow } from '@openpit/wire';
import type { Anchor } from '../../actions/action.ts';
import { type ActionContext, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import { closeOut } from '../../actions/order-entry.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CloseOutIcon } from '../../ui/icons.tsx';
import cells from '../rows/row-buttons.module.css';
import { ownPrices } from '../sources/prices.ts';

export const closeOutTarget = (position: PositionRow, anchor: Anchor | null) => ({
  position,
  market: ownPrices.get(position.contract),
  anchor,
});

export interface CloseOutButtonProps {
  readonly position: PositionRow;
  readonly context: ActionContext;
  /** With words, and none for a flat position. */
  readonly isOnPhone?: boolean;
}

export function CloseOutButton({ position, context, isOnPhone = false }: CloseOutButtonProps) {
  if (isOnPhone)
    return position.net === 0 ? null : (
      <span className={cells.buttons}>
        <Button
          size="large"
          aria-label={`Close out ${position.contract} of ${position.principal}`}
          disabledReason={reasonAgainst(closeOut, closeOutTarget(position, null), context)}
          onClick={(event) => {
            // The row below would open its menu.
            event.stopPropagation();
            closeOut.perform(closeOutTarget(position, null), context);
          }}
        >
          Close out
        </Button>
      </span>
    );
  return (
    <span className={cells.buttons}>
      <IconButton
        tabIndex={-1}
        size="small"
        label={`Close out ${position.contract} of ${position.principal}`}
        keyName={keyOfAction(closeOut)}
        icon={<CloseOutIcon />}
        disabledReason={reasonAgainst(closeOut, closeOutTarget(position, null), context)}
        onClick={(event) =>
          closeOut.perform(closeOutTarget(position, event.currentTarget.getBoundingClientRect()), context)
        }
      />
    </span>
  );
}
