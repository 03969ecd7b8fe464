// The history of the Deals panel: the deals of all days that match the filters, the newest first. Nothing can be done with them
// here; deals of today are changed in the list of today.

import { type SyntheticEvent, useMemo, useState } from 'react';
import { useActionContext } from '../../actions/action.ts';
import { showDealDetails } from '../../actions/deal-actions.ts';
import { getPastDeals, type PastDeal, type PastDealsFilter } from '../../server/history.ts';
import { isOfDealer, useDealerFilter } from '../../stores/chosen.ts';
import { serverNow } from '../../stores/connection.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/button.tsx';
import { datePattern, formatDate, readDate } from '../../ui/date-text.ts';
import { SelectField, TextField } from '../../ui/form-fields.tsx';
import { entryOfKey } from '../../ui/keys.ts';
import type { GridColumn, GridMessage } from '../../ui/live-grid/grid-column.ts';
import { DealerChip, HiddenCount, hiddenRowsMessage } from '../rows/dealer-chip.tsx';
import { PagedBar } from '../rows/paged-bar.tsx';
import { RowsGrid } from '../rows/rows-grid.tsx';
import { RowsFooter } from '../rows/rows-panel.tsx';
import type { PagedSource, PagedState } from '../sources/paged-feed.ts';
import { usePagedFeed } from '../sources/use-paged-feed.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { dealKeys } from './deal-keys.ts';
import { DealSums } from './deal-sums.tsx';
import { dealMenu, runDealAction } from './deal-tools.tsx';
import { dealsColumns, phoneColumns } from './deals-columns.ts';
import styles from './past-deals.module.css';
import type { DealFacts } from './use-deal-facts.ts';

const texts = {
  rows: 'past deals',
  one: 'deal',
  many: 'deals',
  empty: { title: 'No deals match.', detail: 'Widen the days, or clear a filter.' },
};
const noFilter: PastDealsFilter = { from: '', to: '', contract: '', principal: '' };
const pastDeals: PagedSource<PastDealsFilter, PastDeal> = {
  first: noFilter,
  getPage: getPastDeals,
  now: serverNow,
};
const keyOf = (deal: PastDeal) => deal.dealSeq;
const newestFirst = (a: PastDeal, b: PastDeal) => b.time - a.time || b.dealSeq - a.dealSeq;

const dayColumn: GridColumn<PastDeal> = {
  id: 'businessDay',
  title: 'Day',
  fullTitle: 'Business day',
  width: 78,
  align: 'left',
  text: ({ businessDay }) => formatDate(businessDay),
  exported: ({ businessDay }) => businessDay,
  sortValue: ({ businessDay }) => businessDay,
  groups: true,
};
const desktopColumns: readonly GridColumn<PastDeal>[] = [dayColumn, ...dealsColumns];
/** A phone's line says the day after side and quantity. */
const phoneLines = phoneColumns.map(
  (column): GridColumn<PastDeal> =>
    column.id === 'summary'
      ? { ...column, text: (deal) => `${column.text(deal)}, ${formatDate(deal.businessDay)}` }
      : column,
);

export interface PastDealsProps {
  readonly isPhone: boolean;
  readonly facts: DealFacts;
}

export function PastDeals({ isPhone, facts }: PastDealsProps) {
  const { feed, state } = usePagedFeed(pastDeals);
  const { rows: loaded, status } = state;
  const filter = useDealerFilter();
  const deals = useMemo(() => loaded.filter(({ dealer }) => isOfDealer(filter, dealer)), [loaded, filter]);
  const hidden = loaded.length - deals.length;
  const { source } = useRowSource(deals, keyOf);
  const context = useActionContext();
  const targetOf = (deal: PastDeal) => ({ ...facts, deals: [deal], all: deals, isHistory: true });
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
        columns={isPhone ? phoneLines : desktopColumns}
        compare={newestFirst}
        menu={{
          labelOf: ({ dealSeq }) => `Deal ${dealSeq}`,
          itemsOf: ({ row }) => dealMenu(targetOf(row), context),
        }}
        onDoubleClick={({ row }) => runDealAction(showDealDetails.id, targetOf(row), context)}
        onKey={(key, { row }) => runDealAction(entryOfKey(dealKeys, key), targetOf(row), context)}
      />
      <PagedBar state={state} feed={feed} what="deals" />
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
  const [typed, setTyped] = useState(noFilter);
  const type = (change: Partial<PastDealsFilter>) => setTyped({ ...typed, ...change });
  const days = { from: dayOf(typed.from), to: dayOf(typed.to) };
  const fault =
    days.from === null || days.to === null ? `Write a day like ${formatDate('2026-11-25')}.` : null;
  const principals = account === null ? [] : [account.memberCode, ...account.clients.map(({ code }) => code)];
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (days.from !== null && days.to !== null)
      onFilter({ ...typed, contract: typed.contract.trim(), from: days.from, to: days.to });
  };
  const day = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      text={typed[name]}
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
        text={typed.contract}
        maxLength={64}
        onText={(contract) => type({ contract: contract.toUpperCase() })}
      />
      <SelectField
        label="Principal"
        value={typed.principal}
        choices={[{ value: '', label: 'All' }, ...principals.map((code) => ({ value: code, label: code }))]}
        onChoose={(principal) => type({ principal })}
      />
      <Button type="submit" disabledReason={isBusy ? 'The deals are loading.' : fault}>
        Show
      </Button>
    </form>
  );
}

/** Empty for no limit; null for what is no day. */
const dayOf = (text: string): string | null => (text.trim() === '' ? '' : readDate(text));

function messageFor(
  { status, fault }: Pick<PagedState<PastDealsFilter, PastDeal>, 'status' | 'fault'>,
  again: () => void,
): GridMessage | undefined {
  if (status !== 'error') return undefined;
  return {
    kind: 'error',
    title: 'The history of your deals could not be loaded.',
    ...(fault !== null && { detail: fault }),
    action: { label: 'Try again', run: again },
  };
}
