// The Deals panel (PANEL-10): the deals of today, newest first or consolidated, or of all days, with their sums and the actions on them.
import { type DealRow, isCountedDeal } from '@openpit/wire';
import { type SyntheticEvent, useEffect, useMemo, useState } from 'react';
import {
  type ActionContext,
  keyOfAction,
  reasonAgainst,
  runRowAction,
  useActionContext,
} from '../../actions/action.ts';
import {
  type DealFacts,
  type DealTarget,
  dealActions,
  showDealDetails,
  useDealFacts,
} from '../../actions/deal-actions.ts';
import { type RowSet, useDataSet } from '../../market/use-store.ts';
import { isOfDealer, setChosenDeals, useDealerFilter } from '../../stores/chosen.ts';
import { serverNow } from '../../stores/connection.ts';
import { useSession } from '../../stores/session.ts';
import { getPastDeals, type PastDeal, type PastDealsFilter } from '../../transport/history.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { datePattern, formatDate, formatLots, formatPrice, parseDate } from '../../ui/format.ts';
import { SumIcon } from '../../ui/icons.tsx';
import type { GridColumn, GridMessage, RowKey } from '../../ui/live-grid/grid-column.ts';
import { PanelTitle, PanelTools } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { date } from '../parts/column-kinds.ts';
import { type PagedSource, type PagedState, usePagedFeed } from '../parts/paged-feed.ts';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { DealerChip, HiddenCount, hiddenRowsMessage } from '../parts/rows/dealer-chip.tsx';
import { rowActions } from '../parts/rows/row-actions.tsx';
import { PagedBar } from '../parts/rows/row-bars.tsx';
import { RowsGrid } from '../parts/rows/rows-grid.tsx';
import { RowsFooter, RowsPanel } from '../parts/rows/rows-panel.tsx';
import { dealsColumns, sumsOf } from './columns.ts';
import { type DealView, dealsSettings, dealViews } from './definition.tsx';
import styles from './past-deals.module.css';
import { type ConsolidatedDeal, consolidated, consolidatedDealColumns } from './rules.ts';

/** The sums of deals in the footer of the panel. */
function DealSums(props: { readonly deals: readonly DealRow[]; readonly isPhone: boolean }) {
  const { deals, isPhone } = props;
  if (deals.length === 0) return null;
  const { bought, sold, value, replaced, cancelled } = sumsOf(deals);
  return (
    <>
      <span>
        bought {formatLots(bought)}, sold {formatLots(sold)} lots
      </span>
      {!isPhone && <span>value R {formatPrice(value, 2)}</span>}
      {replaced > 0 && <span>{replaced} replaced</span>}
      {cancelled > 0 && <span>{cancelled} cancelled</span>}
    </>
  );
}

/** The actions on deals: buttons in the header of the panel for the selected deals, and the menu of a row. */
const shown = [...dealActions, showDealDetails];

const dealRowActions = <Row extends DealRow>(targetOf: (deals: readonly Row[]) => DealTarget) =>
  rowActions<Row, DealTarget>({
    list: shown,
    one: 'deal',
    targetOf,
    itemOf: (action) =>
      action.id === showDealDetails.id ? { startsSection: true } : { label: `${action.label}…` },
  });

/** One button for each action, for the selected deals. */
function DealTools(props: { readonly target: DealTarget; readonly context: ActionContext }) {
  const { target, context } = props;
  const [only, ...others] = target.deals;
  const subject = only === undefined || others.length > 0 ? 'the chosen deals' : `deal ${only.dealSeq}`;
  return shown.map((action) => (
    <IconButton
      key={action.id}
      icon={<action.icon />}
      label={`${action.label}: ${subject}`}
      keyName={keyOfAction(action)}
      disabledReason={reasonAgainst(action, target, context)}
      data-acts={only !== undefined || undefined}
      onClick={() => action.perform(target, context)}
    />
  ));
}

const texts = {
  rows: 'past deals',
  one: 'deal',
  many: 'deals',
  empty: { title: 'No deals match.', detail: 'Widen the range of days, or clear a filter.' },
};
const noFilter: PastDealsFilter = { from: '', to: '', contract: '', principal: '' };
const pastDeals: PagedSource<PastDealsFilter, PastDeal> = {
  first: noFilter,
  getPage: getPastDeals,
  now: serverNow,
};
const keyOf = (deal: PastDeal) => deal.dealSeq;
const newestFirst = (a: PastDeal, b: PastDeal) => b.time - a.time || b.dealSeq - a.dealSeq;

const pastColumns: readonly GridColumn<PastDeal>[] = [
  date('businessDay', 'Day', 78, { help: 'Business day' }),
  // A phone's line shows the day after side and quantity.
  ...dealsColumns.map(
    (column): GridColumn<PastDeal> =>
      column.isPhoneOnly && column.phone === 'summary'
        ? { ...column, text: (deal) => `${column.text(deal)}, ${formatDate(deal.businessDay)}` }
        : column,
  ),
];

interface PastDealsProps {
  readonly isPhone: boolean;
  readonly facts: DealFacts;
}

/**
 * The history of the Deals panel: the deals of all days that match the filters, newest first. It has no actions; today's deals are changed
 * in today's list.
 */
export function PastDeals({ isPhone, facts }: PastDealsProps) {
  const { feed, state } = usePagedFeed(pastDeals);
  const { rows: loaded, status } = state;
  const filter = useDealerFilter();
  const deals = useMemo(() => loaded.filter(({ dealer }) => isOfDealer(filter, dealer)), [loaded, filter]);
  const hidden = loaded.length - deals.length;
  const { source } = useRowSource(deals, keyOf);
  const context = useActionContext();
  const targetOf = (chosen: readonly PastDeal[]) => ({
    ...facts,
    deals: chosen,
    all: deals,
    isHistory: true,
  });
  return (
    <>
      {filter !== null && <DealerChip filter={filter} isPhone={isPhone} />}
      <Filters isBusy={status === 'loading'} onFilter={(filter) => void feed.load(filter)} />
      <RowsGrid
        label="Deals of all days"
        set={{ rows: deals, status, source, keyOf }}
        texts={texts}
        message={messageFor(state, () => void feed.reload()) ?? hiddenRowsMessage(texts, filter, hidden)}
        isPhone={isPhone}
        columns={pastColumns}
        compare={newestFirst}
        menu={{ labelOf: ({ dealSeq }) => `Deal ${dealSeq}` }}
        rowActions={dealRowActions(targetOf)}
        onDoubleClick={({ row }) => void runRowAction(showDealDetails, targetOf([row]), context)}
      />
      <PagedBar state={state} feed={feed} rowsName="deals" />
      <RowsFooter texts={texts} count={deals.length} isKnown={status === 'success'} isPhone={isPhone}>
        <DealSums deals={deals} isPhone={isPhone} />
        <HiddenCount hidden={hidden} />
      </RowsFooter>
    </>
  );
}

interface FiltersProps {
  readonly isBusy: boolean;
  readonly onFilter: (filter: PastDealsFilter) => void;
}

/** Days are typed as the reader's locale writes them. */
function Filters({ isBusy, onFilter }: FiltersProps) {
  const account = useSession(({ hqAccess }) => hqAccess);
  const [filter, setFilter] = useState(noFilter);
  const type = (change: Partial<PastDealsFilter>) => setFilter({ ...filter, ...change });
  const days = { from: dayOf(filter.from), to: dayOf(filter.to) };
  const fault =
    days.from === null || days.to === null ? `Write a day like ${formatDate('2026-11-25')}.` : null;
  const principals = account === null ? [] : [account.memberCode, ...account.clients.map(({ code }) => code)];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (days.from !== null && days.to !== null)
      onFilter({ ...filter, contract: filter.contract.trim(), from: days.from, to: days.to });
  };
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      text={filter[name]}
      placeholder={datePattern()}
      maxLength={20}
      error={days[name] === null ? fault : null}
      onText={(text) => type({ [name]: text })}
    />
  );
  return (
    <form className={styles.filters} aria-label="Filters of the history" onSubmit={submit}>
      {day('from', 'From')}
      {day('to', 'To')}
      <TextField
        label="Contract"
        text={filter.contract}
        maxLength={64}
        onText={(contract) => type({ contract: contract.toUpperCase() })}
      />
      <SelectField
        label="Principal"
        value={filter.principal}
        choices={[{ value: '', label: 'All' }, ...principals.map((code) => ({ value: code, label: code }))]}
        onChoose={(principal) => type({ principal })}
      />
      <Button type="submit" disabledReason={isBusy ? 'The deals are loading.' : fault}>
        Show
      </Button>
    </form>
  );
}

/** Empty for no limit; null for a text that is not a day. */
const dayOf = (text: string): string | null => (text.trim() === '' ? '' : parseDate(text));

function messageFor(
  { status, fault }: Pick<PagedState<PastDealsFilter, PastDeal>, 'status' | 'fault'>,
  again: () => void,
): GridMessage | undefined {
  if (status !== 'error') return undefined;
  return {
    kind: 'error',
    title: 'The history of your deals could not be loaded.',
    detail: fault ?? undefined,
    action: { label: 'Try again', run: again },
  };
}

const todayTexts = {
  rows: 'deals',
  one: 'deal',
  many: 'deals',
  empty: {
    title: 'No deals today.',
    detail: 'A deal shows here as soon as it is made.',
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
  const targetOf = (chosen: readonly DealRow[]) => ({ ...facts, deals: chosen });
  return (
    <>
      {!isPhone && (
        <PanelTools>
          <DealTools target={target} context={context} />
          <IconButton
            icon={<SumIcon />}
            label="Consolidate: add up by principal, contract and side"
            aria-pressed={isConsolidated}
            data-acts={target.deals.length > 0 || undefined}
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
          texts={todayTexts}
          columns={dealsColumns}
          compare={newestDealFirst}
          isNewestFirst
          contractKinds={heldKinds}
          counts={isCountedDeal}
          dealerOf={dealerOf}
          onSelection={setChosen}
          menu={{ labelOf: ({ dealSeq }) => `Deal ${dealSeq}` }}
          rowActions={dealRowActions(targetOf)}
          onDoubleClick={({ row }) => void runRowAction(showDealDetails, targetOf([row]), context)}
          footerOf={(rows) => <DealSums deals={rows} isPhone={isPhone} />}
        />
      )}
    </>
  );
}

/** Deals in pairs and deltas are booked in their legs. */
const heldKinds = ['futures', 'options'] as const;

const dealerOf = ({ dealer }: DealRow) => dealer;
const newestDealFirst = (a: DealRow, b: DealRow) => b.time - a.time || b.dealSeq - a.dealSeq;
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
        texts={todayTexts}
        isPhone={false}
        columns={consolidatedDealColumns}
        contractKinds={heldKinds}
        message={hiddenRowsMessage(todayTexts, filter, hidden)}
      />
      <RowsFooter
        texts={todayTexts}
        count={all.filter(isCountedDeal).length}
        isKnown={status === 'success'}
        isPhone={false}
      >
        <DealSums deals={all} isPhone={false} />
        <HiddenCount hidden={hidden} />
      </RowsFooter>
    </>
  );
}
