// The Clearing panel (PANEL-14): the accounts of the member with what is due, their movements, the valuations of the running day,
// the parameters of margin and the booking fees, and the end-of-day reports. Each tab loads only its own data.
import { type BfProfileRow, compareInstruments, type MarginRow } from '@openpit/wire';
import { useCallback, useMemo } from 'react';
import { compareContracts } from '../../stores/market-days.ts';
import { useSession } from '../../stores/session.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { AccountSelect } from '../rows/account-select.tsx';
import { accountsIn } from '../rows/accounts-in.ts';
import { accountsMessage } from '../rows/accounts-message.ts';
import { RowsPanel, type RowsPanelProps } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { AccountsTab } from './accounts-tab.tsx';
import styles from './clearing.module.css';
import { type ClearingTab, clearingSettings, clearingTabs } from './clearing-settings.ts';
import { movementsColumns, newestFirst, phoneMovementsColumns } from './movements-columns.ts';
import { feesColumns, marginsColumns, phoneFeesColumns, phoneMarginsColumns } from './rates-columns.ts';
import { ReportsTab } from './reports-tab.tsx';
import { compareValuations, phoneValuationsColumns, valuationsColumns } from './valuations-columns.ts';

const segments = clearingTabs.map((value) => ({ value, label: value }));

export function ClearingPanel(props: PanelProps) {
  const [{ tab = 'Accounts' }, change] = usePanelSettings(clearingSettings, props);
  const isPhone = props.device === 'mobile';
  return (
    <>
      <SegmentedControl<ClearingTab>
        label="What is shown"
        look="tabs"
        value={tab}
        onChange={(next) => change({ tab: next })}
        segments={segments}
        className={isPhone ? styles.phoneTabs : styles.tabs}
      />
      <Tab key={tab} tab={tab} panel={props} />
    </>
  );
}

interface TabProps {
  readonly panel: PanelProps;
}

function Tab({ tab, panel }: TabProps & { readonly tab: ClearingTab }) {
  switch (tab) {
    case 'Accounts':
      return <Accounts panel={panel} />;
    case 'Movements':
      return <Movements panel={panel} />;
    case 'Valuations':
      return <Valuations panel={panel} />;
    case 'Margins':
      return <Margins panel={panel} />;
    case 'Fees':
      return <Fees panel={panel} />;
    case 'Reports':
      return <ReportsTab isPhone={panel.device === 'mobile'} />;
  }
}

const useAccountsMessage = (title: string) =>
  accountsMessage(
    useSession(({ hqAccess }) => hqAccess?.scope),
    title,
  );

function Accounts({ panel }: TabProps) {
  const clearing = useDataSet('clearing');
  const info = useDataSet('clearingInfo');
  const message = useAccountsMessage('Clearing is not shown to you.');
  const [, change] = usePanelSettings(clearingSettings, panel);
  return (
    <AccountsTab
      panel={panel}
      clearing={clearing}
      info={info}
      message={message}
      onMovements={(account) => change({ tab: 'Movements', account })}
    />
  );
}

/** Rows of the accounts of the member, or of a chosen one. */
function AccountRows<Row extends { readonly principal: string; readonly member: string }>(
  props: Omit<RowsPanelProps<Row>, 'isShown'>,
) {
  const { panel } = props;
  const [{ account: wanted = null }, change] = usePanelSettings(clearingSettings, panel);
  const { rows } = useDataSet('clearingInfo');
  const accounts = useMemo(() => accountsIn(rows), [rows]);
  // A layout may be that of another member.
  const account = wanted !== null && accounts.includes(wanted) ? wanted : null;
  const isShown = useCallback(({ principal }: Row) => account === null || principal === account, [account]);
  return (
    <>
      <AccountSelect
        accounts={accounts}
        account={account}
        isPhone={panel.device === 'mobile'}
        onChange={(next) => change({ account: next })}
      />
      <RowsPanel {...props} isShown={isShown} />
    </>
  );
}

function Movements({ panel }: TabProps) {
  return (
    <AccountRows
      panel={panel}
      label="Movements"
      set={useDataSet('movements')}
      texts={{
        rows: 'movements',
        one: 'movement',
        many: 'movements',
        empty: {
          title: 'No movements in the last ten business days.',
          detail:
            'Margins, fees and interest move when a business day ends, payments when the operator records them.',
        },
      }}
      message={useAccountsMessage('Movements are not shown to you.')}
      columns={panel.device === 'mobile' ? phoneMovementsColumns : movementsColumns}
      compare={newestFirst}
    />
  );
}

function Valuations({ panel }: TabProps) {
  return (
    <AccountRows
      panel={panel}
      label="Valuations"
      set={useDataSet('earlyValuations')}
      texts={{
        rows: 'valuations',
        one: 'row',
        many: 'rows',
        empty: {
          title: 'No valuation of the market today.',
          detail:
            'The schedule or the operator values the market during the day. The end of the day decides.',
        },
      }}
      message={useAccountsMessage('Valuations of accounts are not shown to you.')}
      columns={panel.device === 'mobile' ? phoneValuationsColumns : valuationsColumns}
      compare={compareValuations}
      footerOf={(rows) => rows.some(({ isProvisional }) => isProvisional) && <span>provisional</span>}
    />
  );
}

const compareMargins = (a: MarginRow, b: MarginRow) =>
  compareContracts(dated(a), dated(b)) || (a.effectiveFrom < b.effectiveFrom ? -1 : 1);
const dated = ({ instrument, contract }: MarginRow) => ({
  instrument,
  contractDate: contract.split(' ')[0] ?? '',
});

function Margins({ panel }: TabProps) {
  return (
    <RowsPanel
      panel={panel}
      label="Margins"
      set={useDataSet('margins')}
      texts={{
        rows: 'parameters of margin',
        one: 'row',
        many: 'rows',
        empty: { title: 'No parameters of margin.', detail: 'The exchange lists no futures.' },
      }}
      columns={panel.device === 'mobile' ? phoneMarginsColumns : marginsColumns}
      compare={compareMargins}
    />
  );
}

const compareFees = (a: BfProfileRow, b: BfProfileRow) =>
  compareInstruments(a.instrument, b.instrument) || (a.uniqueKey < b.uniqueKey ? -1 : 1);

function Fees({ panel }: TabProps) {
  return (
    <RowsPanel
      panel={panel}
      label="Booking fees"
      set={useDataSet('bfProfiles')}
      texts={{
        rows: 'booking fees',
        one: 'row',
        many: 'rows',
        empty: { title: 'No booking fees.', detail: 'The exchange charges none.' },
      }}
      columns={panel.device === 'mobile' ? phoneFeesColumns : feesColumns}
      compare={compareFees}
    />
  );
}
