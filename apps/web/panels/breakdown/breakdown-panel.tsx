// The Breakdown panel (PANEL-15): why each account owes what it owes. A tree of account, instrument and contract for the last
// business day that was cleared, whose leaves add up to the amount due; a chosen row is explained to the cent.
import type { BreakdownRow } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { useFeedState } from '../../actions/action.ts';
import { useSession } from '../../stores/session.ts';
import { IconButton } from '../../ui/button.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { formatSigned } from '../../ui/format.ts';
import { GroupIcon } from '../../ui/icons.tsx';
import { PanelTitle, PanelTools } from '../../ui/panel-slots.tsx';
import { isOld } from '../market/feed-age.tsx';
import { AccountSelect } from '../rows/account-select.tsx';
import { accountsIn } from '../rows/accounts-in.ts';
import { accountsMessage } from '../rows/accounts-message.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { usePanelSettings } from '../settings/panel-settings.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { useRowSource } from '../sources/use-row-source.ts';
import styles from './breakdown.module.css';
import { breakdownColumns, phoneColumns } from './breakdown-columns.ts';
import { breakdownSettings } from './breakdown-settings.ts';
import { type BreakdownLine, breakdownLines, sumOfLeaves } from './breakdown-tree.ts';
import { ExplanationPane } from './explanation-pane.tsx';

const texts = {
  rows: 'breakdowns',
  one: 'row',
  many: 'rows',
  empty: {
    title: 'No breakdown yet.',
    detail: 'It is made for every account that moves money, each time a business day ends.',
  },
};
/** In place of the rows of an account while others have some. */
const emptyOf = (account: string) => ({
  title: `No breakdown of ${account}.`,
  detail: 'It moved no money on the business day that was cleared last.',
});
const keyOf = (line: BreakdownLine) => line.uniqueKey;
const placeOf = (line: BreakdownLine) => line.place;

export function BreakdownPanel(props: PanelProps) {
  const [{ account: wanted = null }, change] = usePanelSettings(breakdownSettings, props);
  const isPhone = props.device === 'mobile';
  const { rows, status } = useDataSet('breakDownAnalysis');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const isStale = isOld(useFeedState());
  /** The rows that the user has opened or closed. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [isAllOpen, setAllOpen] = useState(false);
  const [chosenKey, setChosenKey] = useState<string | null>(null);

  const { rows: info } = useDataSet('clearingInfo');
  const accounts = useMemo(() => accountsIn(info), [info]);
  // A layout may be that of another member.
  const account = wanted !== null && accounts.includes(wanted) ? wanted : null;
  const lines = useMemo(() => {
    const isOnlyOne = account !== null || new Set(rows.map(({ principal }) => principal)).size === 1;
    const isOpen = ({ uniqueKey, level }: BreakdownRow) =>
      toggled.get(uniqueKey) ?? (isAllOpen || level === 'account' || isOnlyOne);
    return breakdownLines(rows, { account, isOpen });
  }, [rows, account, toggled, isAllOpen]);
  const { source } = useRowSource(lines, keyOf);
  const tree = useMemo(
    () => ({
      placeOf,
      toggle: ({ uniqueKey }: BreakdownLine, isOpen: boolean) =>
        setToggled((before) => new Map(before).set(uniqueKey, isOpen)),
    }),
    [],
  );
  const chosen = rows.find(({ uniqueKey }) => uniqueKey === chosenKey);
  const total = sumOfLeaves(rows, account);
  const day = rows[0]?.businessDay;
  const coversTree = isPhone && chosen !== undefined;

  return (
    <div className={styles.split}>
      {day !== undefined && <PanelTitle>{`Business day ${formatDate(day)}`}</PanelTitle>}
      <PanelTools>
        <IconButton
          icon={<GroupIcon />}
          size={isPhone ? 'large' : 'medium'}
          label={isAllOpen ? 'Close the instruments' : 'Open all rows'}
          aria-pressed={isAllOpen}
          onClick={() => {
            setToggled(new Map());
            setAllOpen(!isAllOpen);
          }}
        />
      </PanelTools>
      {!coversTree && (
        <AccountSelect
          accounts={accounts}
          account={account}
          isPhone={isPhone}
          onChange={(next) => change({ account: next })}
        />
      )}
      <div className={styles.body}>
        {!coversTree && (
          <div className={styles.tree}>
            <RowsPanel
              panel={props}
              label="Breakdown"
              set={{ rows: lines, status, source, keyOf }}
              texts={account === null || rows.length === 0 ? texts : { ...texts, empty: emptyOf(account) }}
              message={accountsMessage(scope, 'Breakdowns of accounts are not shown to you.')}
              columns={isPhone ? phoneColumns : breakdownColumns}
              phoneLines={styles.phone}
              tree={tree}
              onChoose={({ uniqueKey }) => setChosenKey(uniqueKey)}
              onDoubleClick={({ row }) => {
                if (row.place.isOpen !== null) tree.toggle(row, !row.place.isOpen);
              }}
              footerOf={(shown) =>
                shown.length > 0 && (
                  <span className={styles.matches}>
                    {total.leaves} {total.leaves === 1 ? 'leaf adds' : 'leaves add'} up to R{' '}
                    {formatSigned(total.amount, 2)}
                  </span>
                )
              }
            />
          </div>
        )}
        {chosen !== undefined && (
          <ExplanationPane
            row={chosen}
            rows={rows}
            isPhone={isPhone}
            isStale={isStale}
            onClose={() => setChosenKey(null)}
          />
        )}
      </div>
    </div>
  );
}
