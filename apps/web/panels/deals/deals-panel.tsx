// The Deals panel (PANEL-10): the deals of the day, the newest first, with their sums; or the same deals
// consolidated.
import type { DealRow } from '@openpit/wire';
import { useMemo } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { formatLots, formatPrice } from '../../ui/format.ts';
import { SumIcon } from '../../ui/icons.tsx';
import { PanelTools } from '../../ui/panel-slots.tsx';
import { RowsGrid } from '../rows/rows-grid.tsx';
import { RowsFooter, RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { type RowSet, useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { type ConsolidatedDeal, consolidated, consolidatedColumns } from './consolidated-deals.ts';
import { dealsColumns, phoneColumns, sumsOf } from './deals-columns.ts';
import { dealsSettings } from './deals-settings.ts';

const texts = {
  rows: 'deals',
  one: 'deal',
  many: 'deals',
  empty: {
    title: 'No deals today.',
    detail: 'A deal shows here the moment that one of your orders meets another.',
  },
};

export function DealsPanel(props: PanelProps) {
  const [{ isConsolidated = false }, change] = usePanelSettings(dealsSettings, props);
  const deals = useDataSet('deals');
  const isPhone = props.device === 'mobile';
  return (
    <>
      {!isPhone && (
        <PanelTools>
          <IconButton
            icon={<SumIcon />}
            label="Consolidate: add up by principal, contract and side"
            aria-pressed={isConsolidated}
            onClick={() => change({ isConsolidated: !isConsolidated })}
          />
        </PanelTools>
      )}
      {isConsolidated && !isPhone ? (
        <ConsolidatedDeals deals={deals} />
      ) : (
        <RowsPanel
          panel={props}
          label="Deals"
          set={deals}
          texts={texts}
          columns={isPhone ? phoneColumns : dealsColumns}
          compare={newestFirst}
          footerOf={(rows) => <DealSums deals={rows} isPhone={isPhone} />}
        />
      )}
    </>
  );
}

const newestFirst = (a: DealRow, b: DealRow) => b.time - a.time || b.dealSeq - a.dealSeq;
const keyOfSum = (row: ConsolidatedDeal) => row.id;

/** The view of this grid is not saved: it is a glance at the sums. */
function ConsolidatedDeals({ deals }: { readonly deals: RowSet<DealRow> }) {
  const { rows: all, status } = deals;
  const rows = useMemo(() => consolidated(all), [all]);
  const { source } = useRowSource(rows, keyOfSum);
  return (
    <>
      <RowsGrid
        label="Deals consolidated"
        set={{ rows, status, source, keyOf: keyOfSum }}
        texts={texts}
        isPhone={false}
        columns={consolidatedColumns}
      />
      <RowsFooter texts={texts} count={all.length} isPhone={false}>
        <DealSums deals={all} isPhone={false} />
      </RowsFooter>
    </>
  );
}

function DealSums({ deals, isPhone }: { readonly deals: readonly DealRow[]; readonly isPhone: boolean }) {
  if (deals.length === 0) return null;
  const { bought, sold, value } = sumsOf(deals);
  return (
    <>
      <span>
        bought {formatLots(bought)}, sold {formatLots(sold)} lots
      </span>
      {!isPhone && <span>value R {formatPrice(value, 2)}</span>}
    </>
  );
}
