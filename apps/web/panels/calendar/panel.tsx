// The Calendar panel: holidays, and the days on which contracts expire, are delivered or traded for the last time.
import { useCallback, useMemo } from 'react';
import { menuItem, useActionContext } from '../../actions/action.ts';
import { openContractDetails } from '../../actions/view-actions.ts';
import { usePhases } from '../../market/phases.ts';
import { useDataSet } from '../../market/use-store.ts';
import type { LoadStatus } from '../../stores/keyed-store.ts';
import { useSession } from '../../stores/session.ts';
import { PanelTitle } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { InstrumentFilter, isOfInstruments, useInstruments } from '../parts/market/instrument-filter.tsx';
import { positionsMessage } from '../parts/own/positions.ts';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { type CalendarTab, calendarSettings, calendarTabs } from './definition.tsx';
import { type CalendarDay, calendarColumns, calendarDays, compareDays, isHeld } from './rules.ts';

const emptyTexts: Readonly<Record<CalendarTab, { readonly title: string; readonly detail: string }>> = {
  'All days': { title: 'No day is known.', detail: 'The filter of instruments may hide them.' },
  'My contracts': {
    title: 'No day for your contracts.',
    detail: 'Expiries, delivery days and last trading days of the contracts that you hold are listed here.',
  },
  Holidays: { title: 'No holiday is known.', detail: 'The operator announces new ones.' },
};

const keyOfDay = ({ key }: CalendarDay) => key;

export function CalendarPanel(props: PanelProps) {
  const [{ tab = 'All days' }, change] = usePanelSettings(calendarSettings, props);
  const { phases, fault } = usePhases();
  const holidays = useDataSet('holidays');
  const dates = useDataSet('contractDate');
  const instruments = useDataSet('instruments');
  const prices = useDataSet('prices');
  const positions = useDataSet('positions');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const context = useActionContext();
  const { chosen, choose } = useInstruments(props);
  const today = phases?.businessDay ?? null;
  const rows = useMemo(
    () =>
      today === null
        ? []
        : calendarDays({
            today,
            holidays: holidays.rows,
            dates: dates.rows,
            instruments: instruments.rows,
            prices: prices.rows,
            positions: positions.rows,
          }),
    [today, holidays.rows, dates.rows, instruments.rows, prices.rows, positions.rows],
  );
  const { source } = useRowSource(rows, keyOfDay);
  const isShown = useCallback(
    (row: CalendarDay) =>
      (tab === 'All days' || (tab === 'Holidays' ? row.event === 'Holiday' : isHeld(row))) &&
      (row.instrument === null || isOfInstruments({ instrument: row.instrument }, chosen)),
    [tab, chosen],
  );
  const statuses: readonly LoadStatus[] = [
    holidays.status,
    dates.status,
    ...(tab === 'My contracts' ? [positions.status] : []),
    today !== null ? 'success' : fault !== null ? 'error' : 'loading',
  ];
  const status =
    statuses.find((status) => status === 'error') ??
    statuses.find((status) => status !== 'success') ??
    'success';
  return (
    <>
      <PanelTitle>
        <SegmentedControl<CalendarTab>
          label="Days shown"
          look="tabs"
          value={tab}
          onChange={(next) => change({ tab: next })}
          segments={calendarTabs.map((value) => ({ value, label: value }))}
        />
      </PanelTitle>
      <InstrumentFilter
        instruments={dates.rows.map(({ instrument }) => instrument)}
        chosen={chosen}
        isPhone={props.device === 'mobile'}
        onChoose={choose}
      />
      <RowsPanel
        panel={props}
        label="Calendar"
        set={{ rows, status, source, keyOf: keyOfDay }}
        texts={{ rows: 'calendar days', isOfMarket: true, one: 'day', many: 'days', empty: emptyTexts[tab] }}
        message={tab === 'My contracts' ? positionsMessage(scope) : undefined}
        columns={calendarColumns}
        compare={compareDays}
        isShown={isShown}
        menu={{
          labelOf: ({ event, about }) => `${event}: ${about}`,
          itemsOf: ({ row: { contract, instrument } }) =>
            contract === null || instrument === null
              ? []
              : [menuItem(openContractDetails, { contract, instrument }, context)],
        }}
      />
    </>
  );
}
