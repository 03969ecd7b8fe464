// The Accounts tab of Clearing (PANEL-14): what each account of the member opened with, what moved, and what is due by when.
import type { ClearingInfoRow, ClearingRow } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { useFeedState, useWorkspacePort } from '../../actions/action.ts';
import { formatDate } from '../../ui/date-text.ts';
import { formatPrice } from '../../ui/format.ts';
import { PositionsIcon, SumIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { isOld } from '../market/feed-age.tsx';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import type { RowSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import { type AccountDay, accountDays, type Due, daysOf, dueOf, payeesOf } from './account-days.ts';
import { accountsColumns, phoneAccountsColumns } from './accounts-columns.ts';
import styles from './clearing.module.css';

const texts = {
  rows: 'accounts',
  one: 'account',
  many: 'accounts',
  empty: { title: 'No accounts.', detail: 'The operator opens the accounts of your member.' },
};
const keyOf = (row: AccountDay) => row.principal;

export interface AccountsTabProps {
  readonly panel: PanelProps;
  readonly clearing: RowSet<ClearingRow>;
  readonly info: RowSet<ClearingInfoRow>;
  readonly message: GridMessage | undefined;
  readonly onMovements: (account: string) => void;
}

export function AccountsTab({ panel, clearing, info, message, onMovements }: AccountsTabProps) {
  const isPhone = panel.device === 'mobile';
  const workspace = useWorkspacePort();
  const [day, setDay] = useState<string | null>(null);
  const days = useMemo(() => daysOf(clearing.rows), [clearing.rows]);
  const shownDay = day !== null && days.includes(day) ? day : null;
  const rows = useMemo(
    () => accountDays(clearing.rows, info.rows, shownDay),
    [clearing.rows, info.rows, shownDay],
  );
  const due = useMemo(() => dueOf(accountDays(clearing.rows, [], null)), [clearing.rows]);
  const { source } = useRowSource(rows, keyOf);
  const status = clearing.status === 'success' ? info.status : clearing.status;
  return (
    <>
      {message === undefined && days.length > 0 && (
        <div className={styles.bar} data-phone={isPhone || undefined}>
          <DueLines due={due} payees={payeesOf(info.rows)} />
          <label className={styles.day}>
            Day
            <select value={shownDay ?? ''} onChange={(event) => setDay(event.target.value || null)}>
              <option value="">Newest of each account</option>
              {days.map((one) => (
                <option key={one} value={one}>
                  {formatDate(one)}
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
        columns={isPhone ? phoneAccountsColumns : accountsColumns}
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
              run: () => onMovements(principal),
            },
          ],
        }}
        onDoubleClick={({ row }) => workspace.showPanel('Breakdown', { account: row.principal })}
      />
    </>
  );
}

/** What all accounts together pay and receive, by when, and through whom. */
function DueLines({ due, payees }: { readonly due: readonly Due[]; readonly payees: string }) {
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
