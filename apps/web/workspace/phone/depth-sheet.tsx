// The depth of the tapped contract with Buy and Sell below it, and time and sales on request. A dealer who sees no positions
// exercises and abandons options here.

import type { Side } from '@openpit/wire';
import { useState } from 'react';
import { reasonAgainst, useActionContext } from '../../actions/action.ts';
import type { NewOrderRequest } from '../../actions/dialogs.ts';
import { openOrderForm } from '../../actions/order-entry.ts';
import { ContractLine } from '../../market/contract-heading.tsx';
import { useOldDepthNote } from '../../market/depth.ts';
import { priceText, sideVerb } from '../../market/market-text.ts';
import { usePrice } from '../../market/prices.ts';
import { DepthOfContract } from '../../panels/parts/depth/depth-of-contract.tsx';
import { TimeAndSales } from '../../panels/parts/depth/time-and-sales.tsx';
import { itemsOfOption } from '../../panels/parts/own/positions.ts';
import { ActionMenu, type ActionMenuProps } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Unframed } from '../../ui/panel-frame.tsx';
import styles from './depth-sheet.module.css';
import { Sheet } from './sheet.tsx';

/** A sheet has no footer, in which panels show this note. */
function OldDepth({ displaySeq }: { readonly displaySeq: number }) {
  const note = useOldDepthNote(displaySeq);
  return (
    <p className={styles.old} role="status">
      {note}
    </p>
  );
}

export function DepthSheet({
  contract,
  onClose,
}: {
  readonly contract: string;
  readonly onClose: () => void;
}) {
  const row = usePrice(contract);
  const context = useActionContext();
  const [showsSales, setShowsSales] = useState(false);
  const [menuAt, setMenuAt] = useState<ActionMenuProps['at']>(null);
  if (row === undefined) return null;
  const expiryItems = itemsOfOption(row, null, context);
  const trade = (side: Side) => {
    const price = side === 'B' ? row.offer : row.bid;
    const request: NewOrderRequest = {
      kind: 'order',
      contract,
      side,
      price: price ?? row.last ?? row.mtm,
      qty: null,
      type: 'Normal',
      anchor: null,
    };
    return (
      <Button
        size="large"
        variant={side === 'B' ? 'buy' : 'sell'}
        disabledReason={reasonAgainst(openOrderForm, request, context)}
        onClick={() => openOrderForm.perform(request, context)}
      >
        {sideVerb(side)}
        {price !== null && <span className={styles.at}>{priceText(price, row)}</span>}
      </Button>
    );
  };
  return (
    <Sheet title={<ContractLine contract={contract} />} closeLabel="Close the depth" onClose={onClose}>
      <div className={styles.levels} data-sales={showsSales || undefined}>
        <Unframed>
          <DepthOfContract row={row} view="price" />
          {showsSales && <TimeAndSales row={row} />}
        </Unframed>
      </div>
      <OldDepth displaySeq={row.displaySeq} />
      <div className={styles.buttons}>
        <Button
          size="large"
          className={styles.sales}
          aria-pressed={showsSales}
          onClick={() => setShowsSales(!showsSales)}
        >
          Time and sales
        </Button>
        {expiryItems.length > 0 && (
          <Button
            size="large"
            className={styles.sales}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const { left, top } = currentTarget.getBoundingClientRect();
              setMenuAt({ left, top });
            }}
          >
            Exercise or abandon…
          </Button>
        )}
        {trade('B')}
        {trade('S')}
      </div>
      <ActionMenu
        label={`Exercise or abandon ${contract}`}
        at={menuAt}
        onClose={() => setMenuAt(null)}
        items={expiryItems}
      />
    </Sheet>
  );
}
