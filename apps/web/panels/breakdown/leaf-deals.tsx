// The deals behind a contract's row of the breakdown. Its grid is separate: the menu of the panel acts on the tree only.
import type { BreakdownRow, DealRow } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { getDealsOfDay } from '../../server/history.ts';
import { Button } from '../../ui/button.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { PanelLookContext, usePanelLook } from '../../ui/panel-look.ts';
import { RowsGrid } from '../rows/rows-grid.tsx';
import { type Answer, useAnswer } from '../sources/use-answer.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import styles from './breakdown.module.css';
import { type MarkedDeal, markedDealColumns, markedDeals, phoneDealColumns } from './deals-of-leaf.ts';

const texts = {
  rows: 'deals',
  one: 'deal',
  many: 'deals',
  empty: { title: 'No deals.', detail: 'The account dealt nothing in it on this business day.' },
};
const keyOf = (deal: MarkedDeal) => deal.dealSeq;

export interface LeafDealsProps {
  readonly row: BreakdownRow & { readonly contract: string };
  readonly position: NonNullable<BreakdownRow['position']>;
  readonly isPhone: boolean;
}

/** To be mounted again for another row. */
export function LeafDeals({ row, position, isPhone }: LeafDealsProps) {
  const look = usePanelLook();
  const ownLook = useMemo(() => ({ ...look, tools: { current: null } }), [look]);
  const { businessDay, contract, principal } = row;
  const [known, again] = useAnswer(
    useCallback(
      (signal: AbortSignal) => getDealsOfDay({ businessDay, contract, principal, signal }),
      [businessDay, contract, principal],
    ),
  );
  const { deals: numbers, mtm, tons } = position;
  const rows = useMemo(
    () => (known.status === 'success' ? markedDeals(known.value, { numbers, mtm, tons }) : []),
    [known, numbers, mtm, tons],
  );
  const { source } = useRowSource(rows, keyOf);
  const missing = known.status === 'success' ? numbers.length - rows.length : 0;
  return (
    <>
      <div className={styles.deals}>
        <PanelLookContext value={ownLook}>
          <RowsGrid
            label={`Deals in ${row.contract} of ${row.principal}`}
            set={{ rows, status: known.status, source, keyOf }}
            texts={texts}
            isPhone={isPhone}
            columns={isPhone ? phoneDealColumns : markedDealColumns}
            message={messageOf(known, again)}
          />
        </PanelLookContext>
      </div>
      {missing > 0 && (
        <p role="status" className={styles.missing}>
          History does not have {missing} of these {numbers.length} deals yet.{' '}
          <Button size="small" onClick={again}>
            Load again
          </Button>
        </p>
      )}
    </>
  );
}

function messageOf(known: Answer<readonly DealRow[]>, again: () => void): GridMessage | undefined {
  if (known.status !== 'error') return undefined;
  return {
    kind: 'error',
    title: 'The deals could not be loaded.',
    detail: known.fault,
    action: { label: 'Try again', run: again },
  };
}
