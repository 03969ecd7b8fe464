// The Deals panel (PANEL-10): the deals of the day, the newest first, with their sums and everything that may be done with them;
// the same deals consolidated; or the deals of all days.
import type { DealRow } from '@openpit/wire';
import { useEffect, useMemo, useState } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { showDealDetails } from '../../actions/deal-actions.ts';
import { isOfDealer, setChosenDeals, useDealerFilter } from '../../stores/chosen.ts';
import type { RowKey } from '../../stores/keyed-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { SumIcon } from '../../ui/icons.tsx';
import { entryOfKey } from '../../ui/keys.ts';
import { PanelTitle, PanelTools } from '../../ui/panel-slots.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { DealerChip, HiddenCount, hiddenRowsMessage } from '../rows/dealer-chip.tsx';
import { RowsGrid } from '../rows/rows-grid.tsx';
import { RowsFooter, RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { type RowSet, useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { type ConsolidatedDeal, consolidated, consolidatedColumns } from './consolidated-deals.ts';
import { dealKeys } from './deal-keys.ts';
import { DealSums } from './deal-sums.tsx';
import { DealTools, dealMenu, runDealAction } from './deal-tools.tsx';
import { counts, dealsColumns, phoneColumns } from './deals-columns.ts';
import { type DealView, dealsSettings, dealViews } from './deals-settings.ts';
import { PastDeals } from './past-deals.tsx';
import { type DealFacts, useDealFacts } from './use-deal-facts.ts';

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
  const [{ dealView = 'Today', isConsolidated = false }, change] = usePanelSettings(dealsSettings, props);
  const isPhone = props.device === 'mobile';
  const facts = useDealFacts();
  return (
    <>
      <PanelTitle>
        <SegmentedControl<DealView>
          label="Deals shown"
          look="tabs"
          value={dealView}
          onChange={(view) => change({ dealView: view })}
          segments={dealViews.map((view) => ({
            value: view,
            label: view,
            tip: view === 'Today' ? 'The deals of this business day' : 'The deals of all days, with filters',
          }))}
        />
      </PanelTitle>
      {dealView === 'History' ? (
        <PastDeals isPhone={isPhone} facts={facts} />
      ) : (
        <DealsOfToday
          panel={props}
          facts={facts}
          isConsolidated={isConsolidated && !isPhone}
          onConsolidate={(next) => change({ isConsolidated: next })}
        />
      )}
    </>
  );
}

interface DealsOfTodayProps {
  readonly panel: PanelProps;
  readonly facts: DealFacts;
  readonly isConsolidated: boolean;
  readonly onConsolidate: (isConsolidated: boolean) => void;
}

function DealsOfToday({ panel, facts, isConsolidated, onConsolidate }: DealsOfTodayProps) {
  const isPhone = panel.device === 'mobile';
  const deals = useDataSet('deals');
  const context = useActionContext();
  const [chosen, setChosen] = useState<readonly RowKey[]>([]);
  const target = useMemo(() => {
    const chosenDeals = chosen.flatMap((key) => deals.rows.find(({ dealSeq }) => dealSeq === key) ?? []);
    return { ...facts, deals: isConsolidated ? [] : chosenDeals };
  }, [chosen, deals.rows, facts, isConsolidated]);
  useEffect(() => setChosenDeals(target.deals.map(({ dealSeq }) => dealSeq)), [target.deals]);
  useEffect(() => () => setChosenDeals([]), []);
  const targetOf = (deal: DealRow) => ({ ...facts, deals: dealsFor(deal, target.deals) });
  return (
    <>
      {!isPhone && (
        <PanelTools>
          <DealTools target={target} context={context} />
          <IconButton
            icon={<SumIcon />}
            label="Consolidate: add up by principal, contract and side"
            aria-pressed={isConsolidated}
            onClick={() => onConsolidate(!isConsolidated)}
          />
        </PanelTools>
      )}
      {isConsolidated ? (
        <ConsolidatedDeals deals={deals} />
      ) : (
        <RowsPanel
          panel={panel}
          label="Deals"
          set={deals}
          texts={texts}
          columns={isPhone ? phoneColumns : dealsColumns}
          compare={newestFirst}
          contractKinds={heldKinds}
          counts={counts}
          dealerOf={dealerOf}
          onSelection={setChosen}
          menu={{
            labelOf: ({ dealSeq }) => `Deal ${dealSeq}`,
            itemsOf: ({ row }) => dealMenu(targetOf(row), context),
          }}
          onDoubleClick={({ row }) => runDealAction(showDealDetails.id, { ...facts, deals: [row] }, context)}
          onKey={(key, { row }) => runDealAction(entryOfKey(dealKeys, key), targetOf(row), context)}
          footerOf={(rows) => <DealSums deals={rows} isPhone={isPhone} />}
        />
      )}
    </>
  );
}

/** All chosen deals where the row is one of them; else only the row's. */
function dealsFor(deal: DealRow, chosen: readonly DealRow[]): readonly DealRow[] {
  return chosen.some(({ dealSeq }) => dealSeq === deal.dealSeq) ? chosen : [deal];
}

/** Deals in pairs and deltas are booked in their legs. */
const heldKinds = ['futures', 'options'] as const;

const dealerOf = ({ dealer }: DealRow) => dealer;
const newestFirst = (a: DealRow, b: DealRow) => b.time - a.time || b.dealSeq - a.dealSeq;
const keyOfSum = (row: ConsolidatedDeal) => row.id;

/** The view of this grid is not saved: it is a glance at the sums. */
function ConsolidatedDeals({ deals }: { readonly deals: RowSet<DealRow> }) {
  const { status } = deals;
  const filter = useDealerFilter();
  const all = useMemo(
    () => deals.rows.filter(({ dealer }) => isOfDealer(filter, dealer)),
    [deals.rows, filter],
  );
  const hidden = deals.rows.length - all.length;
  const rows = useMemo(() => consolidated(all), [all]);
  const { source } = useRowSource(rows, keyOfSum);
  return (
    <>
      {filter !== null && <DealerChip filter={filter} isPhone={false} />}
      <RowsGrid
        label="Deals consolidated"
        set={{ rows, status, source, keyOf: keyOfSum }}
        texts={texts}
        isPhone={false}
        columns={consolidatedColumns}
        contractKinds={heldKinds}
        message={hiddenRowsMessage(texts, filter, hidden)}
      />
      <RowsFooter
        texts={texts}
        count={all.filter(counts).length}
        isKnown={status === 'success'}
        isPhone={false}
      >
        <DealSums deals={all} isPhone={false} />
        <HiddenCount hidden={hidden} />
      </RowsFooter>
    </>
  );
}
