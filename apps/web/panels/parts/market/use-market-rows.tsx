// The gestures on a row of a market grid: a click makes its contract the active one, a double-click on a
// price opens the order form to deal at it, B and S do the same by key, a right click opens the contract's
// menu. None of them sends an order.
import type { MarketRow, Side } from '@openpit/wire';
import { type ReactNode, useState } from 'react';
import { useActionContext } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { openDepth } from '../../../actions/view-actions.ts';
import { showReason } from '../../../notices/toasts.ts';
import { setActiveContract } from '../../../stores/chosen.ts';
import { ActionMenu, type ActionMenuItem } from '../../../ui/action-menu.tsx';
import { entryOfKey } from '../../../ui/keys.ts';
import type { RowGesture, RowGestureListeners } from '../../../ui/live-grid/use-grid-gestures.ts';
import { cellSide } from './columns.ts';
import { contractMenu, dealAtBest, openInsertForm } from './contract-menu.tsx';
import { marketKeys, showContractByKey } from './keys.ts';

export interface MarketRowsOptions<Row> {
  readonly isPhone: boolean;
  /**
   * The contract of a cell and the side that a double-click on it deals; null for a cell without a contract.
   */
  readonly targetOf: (
    row: Row,
    columnId: string,
  ) => { readonly row: MarketRow; readonly side: Side | null } | null;
  /** The contract whose menu a right click opens on a cell without a contract. */
  readonly menuOf?: ((row: Row) => MarketRow | null) | undefined;
  /** A click on a cell without a contract. */
  readonly onElsewhere?: (() => void) | undefined;
  /** Why B and S do nothing on a cell without a contract. */
  readonly elsewhereReason?: string | undefined;
  /** For options: whether the order form begins with the volatility. */
  readonly isByVolatility?: boolean;
  /** Entries that the panel adds to the menu of a contract. */
  readonly moreItems?: ((row: MarketRow, anchor: Anchor) => readonly ActionMenuItem[]) | undefined;
}

export function useMarketRows<Row>(options: MarketRowsOptions<Row>): {
  readonly listeners: RowGestureListeners<Row>;
  readonly menu: ReactNode;
} {
  const {
    isPhone,
    targetOf,
    menuOf,
    onElsewhere,
    elsewhereReason,
    isByVolatility = false,
    moreItems,
  } = options;
  const context = useActionContext();
  const [menu, setMenu] = useState<{ readonly row: MarketRow; readonly anchor: Anchor } | null>(null);
  const trade = (row: MarketRow, side: Side, anchor: Anchor, isTok: boolean) =>
    openInsertForm(
      { ...dealAtBest(row, side, anchor), isByVolatility, ...(isTok && { type: 'Tok' as const }) },
      context,
    );
  const at = ({ row, columnId }: RowGesture<Row>) => targetOf(row, columnId);
  return {
    listeners: {
      onRowSelect(gesture) {
        const target = at(gesture);
        if (target === null) onElsewhere?.();
        else {
          setActiveContract(target.row.contract);
          if (isPhone) openDepth.perform(target.row, context);
        }
      },
      onRowDoubleClick(gesture) {
        const target = at(gesture);
        if (target?.side && !isPhone) trade(target.row, target.side, gesture.anchor, gesture.ctrlKey);
      },
      onRowMenu(gesture) {
        const row = at(gesture)?.row ?? menuOf?.(gesture.row) ?? null;
        if (row !== null) setMenu({ row, anchor: gesture.anchor });
      },
      onRowKey(key, gesture) {
        const target = at(gesture);
        const pressed = entryOfKey(marketKeys, key);
        if (target === null) return pressed !== null && showReason(elsewhereReason);
        if (pressed === 'buy') trade(target.row, 'B', gesture.anchor, false);
        else if (pressed === 'sell') trade(target.row, 'S', gesture.anchor, false);
        else return showContractByKey(key, target.row, context);
        return true;
      },
    },
    menu: (
      <ActionMenu
        label={menu === null ? 'Contract' : menu.row.contract}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={
          menu === null
            ? []
            : [
                ...contractMenu(menu.row, menu.anchor, context, isByVolatility),
                ...(moreItems?.(menu.row, menu.anchor) ?? []),
              ]
        }
      />
    ),
  };
}

/** `targetOf` for a grid whose rows are contracts. */
export const contractOfRow = (row: MarketRow, columnId: string) => ({ row, side: cellSide(columnId) });
