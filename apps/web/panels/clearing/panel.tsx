// The Clearing panel (PANEL-14): a tab each for accounts, movements, valuations, margins, fees and reports. A tab loads only its own data.
import { type BfProfileRow, compareInstruments, type EndOfDayReport, type MarginRow } from '@openpit/wire';
import { useCallback, useMemo, useState } from 'react';
import { useWorkspacePort } from '../../actions/workspace-port.ts';
import { type CallState, useCallState } from '../../market/answers.ts';
import { StaleAge } from '../../market/contract-heading.tsx';
import { useDataSet } from '../../market/use-store.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { compareContractNames } from '../../stores/market-days.ts';
import { useSession } from '../../stores/session.ts';
import { getEndOfDayReport, getReportDays } from '../../transport/history.ts';
import { Button, classNames } from '../../ui/button.tsx';
import { saveFile } from '../../ui/clipboard.ts';
import { formatDate, formatPrice } from '../../ui/format.ts';
import { DownloadIcon, PositionsIcon, SumIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { GridMessageView } from '../../ui/live-grid/grid-message.tsx';
import { PanelFooter } from '../../ui/panel-frame.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { accountsIn, useAccountsMessage } from '../parts/rows/messages.ts';
import { AccountSelect } from '../parts/rows/row-bars.tsx';
import rowStyles from '../parts/rows/rows.module.css';
import { RowCount, RowsPanel, type RowsPanelProps } from '../parts/rows/rows-panel.tsx';
import styles from './clearing.module.css';
import {
  accountsColumns,
  compareValuations,
  feesColumns,
  marginsColumns,
  movementsColumns,
  newestMovementFirst,
  valuationsColumns,
} from './columns.ts';
import { type ClearingTab, clearingSettings, clearingTabs } from './definition.tsx';
import {
  type AccountDay,
  type AmountsDue,
  accountDays,
  daysOf,
  dueOf,
  noValuations,
  payeesOf,
  reportFileName,
  reportTexts,
} from './rules.ts';

const texts = {
  rows: 'accounts',
  one: 'account',
  many: 'accounts',
  empty: { title: 'No accounts.', detail: 'The operator opens the accounts of your member.' },
};
const keyOf = (row: AccountDay) => row.principal;

interface TabProps {
  readonly panel: PanelProps;
}

/** The Accounts tab of Clearing (PANEL-14): each account's opening balance, movements, amount due and due date. */
function Accounts({ panel }: TabProps) {
  const clearing = useDataSet('clearing');
  const info = useDataSet('clearingInfo');
  const message = useAccountsMessage('Clearing is not shown to you.');
  const [, change] = usePanelSettings(clearingSettings, panel);
  const isPhone = panel.device === 'mobile';
  const workspace = useWorkspacePort();
  const [day, setDay] = useState<string | null>(null);
  const days = useMemo(() => daysOf(clearing.rows), [clearing.rows]);
  const shownDay = day !== null && days.includes(day) ? day : null;
  const rows = useMemo(
    () => accountDays(clearing.rows, info.rows, shownDay),
    [clearing.rows, info.rows, shownDay],
  );
  const newest = useMemo(() => accountDays(clearing.rows, info.rows, null), [clearing.rows, info.rows]);
  const due = useMemo(() => dueOf(newest), [newest]);
  const { source } = useRowSource(rows, keyOf);
  const status = clearing.status === 'success' ? info.status : clearing.status;
  return (
    <>
      {message === undefined && days.length > 0 && (
        <div className={classNames(styles.bar, rowStyles.fields)} data-phone={isPhone || undefined}>
          <DueLines due={due} payees={payeesOf(newest)} />
          <label className={styles.day}>
            Day
            <select value={shownDay ?? ''} onChange={(event) => setDay(event.target.value || null)}>
              <option value="">Newest of each account</option>
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatDate(day)}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <RowsPanel
        panel={panel}
        label="Accounts"
        set={{ rows: message === undefined && status === 'success' ? rows : [], status, source, keyOf }}
        texts={texts}
        message={message}
        columns={accountsColumns}
        menu={{
          labelOf: ({ principal }) => `Account ${principal}`,
          itemsOf: ({ row: { principal } }) => [
            {
              id: 'breakdown',
              label: `Breakdown of ${principal}`,
              icon: <SumIcon />,
              run: () => workspace.showPanel('Breakdown', { account: principal }),
            },
            {
              id: 'movements',
              label: `Movements of ${principal}`,
              icon: <PositionsIcon />,
              run: () => change({ tab: 'Movements', account: principal }),
            },
          ],
        }}
        onDoubleClick={({ row }) => workspace.showPanel('Breakdown', { account: row.principal })}
      />
    </>
  );
}

/** The payments and receipts of all accounts together, with due date and clearing member. */
function DueLines({ due, payees }: { readonly due: readonly AmountsDue[]; readonly payees: string }) {
  const isStale = isOld(useFeedState());
  if (due.length === 0) return <p className={styles.due}>Nothing is due.</p>;
  return due.map(({ dueOn, toPay, overdue, toReceive }) => (
    <p key={dueOn} className={styles.due} data-stale={isStale || undefined}>
      <span>{dueOn === null ? 'Due when the day has been cleared:' : `Due by ${formatDate(dueOn)}:`}</span>
      {toPay > 0 && (
        <span>
          to pay <strong>R {formatPrice(toPay, 2)}</strong>
          {overdue > 0 && <span className={styles.overdue}> (R {formatPrice(overdue, 2)} overdue)</span>}
        </span>
      )}
      {toReceive > 0 && (
        <span>
          to receive <strong>R {formatPrice(toReceive, 2)}</strong>
        </span>
      )}
      {payees !== '' && <span>through {payees}</span>}
    </p>
  ));
}

/** The Reports tab (PANEL-14): the end-of-day reports of the user's member as files. A failure is shown next to its report. */
function ReportsTab({ isPhone }: { readonly isPhone: boolean }) {
  const access = useSession(({ hqAccess }) => hqAccess);
  const member = access?.memberCode ?? '';
  const denied = useAccountsMessage('Reports are not shown to you.');
  const readDays = useCallback((signal: AbortSignal) => getReportDays(member, signal), [member]);
  const [daysCall, retry] = useCallState(denied === undefined && member !== '' ? readDays : null);
  const [chosen, setChosen] = useState<string | null>(null);
  const message = denied ?? messageOf(daysCall, retry);
  const days = daysCall.status === 'success' ? daysCall.value : [];
  const day = chosen ?? days[0] ?? '';
  return (
    <>
      {message !== undefined ? (
        <div className={styles.reports}>
          <GridMessageView message={message} />
        </div>
      ) : (
        <div className={classNames(styles.reports, rowStyles.fields)} data-phone={isPhone || undefined}>
          <label className={styles.day}>
            Business day
            <select value={day} onChange={(event) => setChosen(event.target.value)}>
              {days.map((day) => (
                <option key={day} value={day}>
                  {formatDate(day)}
                </option>
              ))}
            </select>
          </label>
          <ul className={styles.list}>
            {reportTexts.map((texts) => (
              <ReportLine
                key={`${texts.report} ${day}`}
                {...texts}
                member={member}
                day={day}
                isPhone={isPhone}
              />
            ))}
          </ul>
        </div>
      )}
      <PanelFooter>
        <RowCount count={days.length} one="day" many="days" isKnown={daysCall.status === 'success'} />
        <StaleAge />
      </PanelFooter>
    </>
  );
}

function messageOf(call: CallState<readonly string[]>, retry: () => void): GridMessage | undefined {
  if (call.status === 'loading') return { kind: 'loading', title: 'Loading the days that have reports…' };
  if (call.status === 'error')
    return {
      kind: 'error',
      title: 'The days that have reports could not be loaded.',
      detail: call.fault,
      action: { label: 'Try again', run: retry },
    };
  if (call.value.length > 0) return undefined;
  return {
    kind: 'empty',
    title: 'No reports yet.',
    detail: 'They are made when a business day ends.',
    action: { label: 'Look again', run: retry },
  };
}

interface ReportLineProps {
  readonly report: EndOfDayReport;
  readonly title: string;
  readonly content: string;
  readonly member: string;
  readonly day: string;
  readonly isPhone: boolean;
}

function ReportLine({ report, title, content, member, day, isPhone }: ReportLineProps) {
  const [state, setState] = useState<{ readonly isLoading: boolean; readonly fault: string | null }>({
    isLoading: false,
    fault: null,
  });
  const download = async () => {
    setState({ isLoading: true, fault: null });
    const answer = await getEndOfDayReport({ report, date: day });
    if (answer.kind === 'ok')
      saveFile({ name: reportFileName(report, member, day), type: 'text/csv', content: answer.value });
    setState({ isLoading: false, fault: answer.kind === 'ok' ? null : answer.message });
  };
  return (
    <li className={styles.report}>
      <div>
        <p className={styles.reportTitle}>{title}</p>
        <p className={styles.reportContent}>{content}</p>
        <p role="alert" className={styles.fault}>
          {state.fault !== null && `The file was not loaded. ${state.fault}`}
        </p>
      </div>
      <Button
        size={isPhone ? 'large' : 'small'}
        icon={<DownloadIcon />}
        aria-label={`Download ${title} of ${formatDate(day)} as CSV`}
        aria-busy={state.isLoading || undefined}
        disabledReason={state.isLoading ? 'The file is being loaded.' : null}
        onClick={() => void download()}
      >
        {state.isLoading ? 'Loading…' : 'CSV'}
      </Button>
    </li>
  );
}

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

/** Rows of the accounts of the member, or of a chosen one. */
function AccountRows<Row extends { readonly principal: string; readonly member: string }>(
  props: Omit<RowsPanelProps<Row>, 'isShown'>,
) {
  const { panel } = props;
  const [{ account: chosenAccount = null }, change] = usePanelSettings(clearingSettings, panel);
  const { rows } = useDataSet('clearingInfo');
  const accounts = useMemo(() => accountsIn(rows), [rows]);
  // A layout may come from another member.
  const account = chosenAccount !== null && accounts.includes(chosenAccount) ? chosenAccount : null;
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
      columns={movementsColumns}
      compare={newestMovementFirst}
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
        empty: noValuations(useDataSet('mtm').rows),
      }}
      message={useAccountsMessage('Valuations of accounts are not shown to you.')}
      columns={valuationsColumns}
      compare={compareValuations}
      footerOf={(rows) => rows.some(({ isProvisional }) => isProvisional) && <span>provisional</span>}
    />
  );
}

const compareMargins = (a: MarginRow, b: MarginRow) =>
  compareContractNames(a.contract, b.contract) || (a.effectiveFrom < b.effectiveFrom ? -1 : 1);

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
      columns={marginsColumns}
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
      columns={feesColumns}
      compare={compareFees}
    />
  );
}
