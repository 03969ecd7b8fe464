// The Breakdown panel (PANEL-15): a tree of account, instrument and contract for the last business day that was cleared. The leaves add up
// to the amount due. The explanation of the selected row and the deals behind it are next to the tree.
import type { BreakdownRow, DealRow } from '@openpit/wire';
import { useCallback, useMemo, useState } from 'react';
import { useWorkspacePort } from '../../actions/workspace-port.ts';
import { type CallState, useCallState } from '../../market/answers.ts';
import { useDataSet } from '../../market/use-store.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { useSession } from '../../stores/session.ts';
import { getDealsOfDay } from '../../transport/history.ts';
import { Button, classNames, IconButton } from '../../ui/button.tsx';
import { formatDate, formatPrice, formatSigned } from '../../ui/format.ts';
import { ChevronLeftIcon, CloseIcon, GroupIcon } from '../../ui/icons.tsx';
import type { GridMessage } from '../../ui/live-grid/grid-column.ts';
import { PanelLookContext, PanelTitle, PanelTools, usePanelLook } from '../../ui/panel-frame.tsx';
import { type PanelProps, usePanelSettings } from '../parts/panel-settings.ts';
import { useRowSource } from '../parts/row-source.ts';
import { accountsIn, accountsMessage } from '../parts/rows/messages.ts';
import { AccountSelect } from '../parts/rows/row-bars.tsx';
import rowStyles from '../parts/rows/rows.module.css';
import { RowsGrid } from '../parts/rows/rows-grid.tsx';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import styles from './breakdown.module.css';
import { breakdownColumns } from './columns.ts';
import { breakdownSettings } from './definition.tsx';
import {
  type BreakdownLine,
  breakdownLines,
  explanationOf,
  type MarkedDeal,
  markedDealColumns,
  markedDeals,
  sumOfLeaves,
} from './rules.ts';

const texts = {
  rows: 'deals',
  one: 'deal',
  many: 'deals',
  empty: { title: 'No deals.', detail: 'The account dealt nothing in it on this business day.' },
};
const keyOf = (deal: MarkedDeal) => deal.dealSeq;

interface LeafDealsProps {
  readonly row: BreakdownRow & { readonly contract: string };
  readonly position: NonNullable<BreakdownRow['position']>;
  readonly isPhone: boolean;
}

/**
 * The deals behind a contract's row of the breakdown. Its grid is separate: the menu of the panel acts on the tree only. Must be remounted
 * for another row.
 */
function LeafDeals({ row, position, isPhone }: LeafDealsProps) {
  const look = usePanelLook();
  const ownLook = useMemo(() => ({ ...look, tools: { current: null } }), [look]);
  const { businessDay, contract, principal } = row;
  const [dealsCall, again] = useCallState(
    useCallback(
      (signal: AbortSignal) => getDealsOfDay({ businessDay, contract, principal, signal }),
      [businessDay, contract, principal],
    ),
  );
  const { deals: numbers, mtm, tons } = position;
  const rows = useMemo(
    () => (dealsCall.status === 'success' ? markedDeals(dealsCall.value, { numbers, mtm, tons }) : []),
    [dealsCall, numbers, mtm, tons],
  );
  const { source } = useRowSource(rows, keyOf);
  const missing = dealsCall.status === 'success' ? numbers.length - rows.length : 0;
  return (
    <>
      <div className={styles.deals}>
        <PanelLookContext value={ownLook}>
          <RowsGrid
            label={`Deals in ${row.contract} of ${row.principal}`}
            set={{ rows, status: dealsCall.status, source, keyOf }}
            texts={texts}
            isPhone={isPhone}
            columns={markedDealColumns}
            message={messageOf(dealsCall, again)}
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

function messageOf(call: CallState<readonly DealRow[]>, again: () => void): GridMessage | undefined {
  if (call.status !== 'error') return undefined;
  return {
    kind: 'error',
    title: 'The deals could not be loaded.',
    detail: call.fault,
    action: { label: 'Try again', run: again },
  };
}

interface ExplanationPaneProps {
  readonly row: BreakdownRow;
  readonly rows: readonly BreakdownRow[];
  readonly isPhone: boolean;
  readonly isStale: boolean;
  /** On a phone the pane covers the tree, and this shows it again. */
  readonly onClose: () => void;
}

/**
 * The explanation of one row of the breakdown: the changes, the parts that add up to its amount, its deals and parameters, and the panels
 * that have its sources.
 */
function ExplanationPane({ row, rows, isPhone, isStale, onClose }: ExplanationPaneProps) {
  const { title, sentence, parts } = useMemo(() => explanationOf(row, rows), [row, rows]);
  const { uniqueKey, contract, position } = row;
  return (
    <section
      className={styles.pane}
      aria-label={`Explanation of ${title}`}
      data-phone={isPhone || undefined}
      data-stale={isStale || undefined}
    >
      {isPhone ? (
        <Button size="large" variant="quiet" icon={<ChevronLeftIcon />} onClick={onClose}>
          Back to the breakdown
        </Button>
      ) : (
        <IconButton
          className={styles.close}
          label="Close the explanation"
          icon={<CloseIcon />}
          onClick={onClose}
        />
      )}
      <div role="status">
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.sentence}>{sentence}</p>
      </div>
      <table className={styles.parts}>
        <caption className="visually-hidden">What adds up to the amount, in rand</caption>
        <tbody>
          {parts.map((part) => (
            <tr key={part.title}>
              <th scope="row">{part.title}</th>
              <td className={styles.how}>{part.how}</td>
              <td className={styles.rand} data-tone={toneOf(part.amount)}>
                {formatSigned(part.amount, 2)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Amount</th>
            <td className={styles.how}>in rand</td>
            <td className={styles.rand} data-tone={toneOf(row.amount)}>
              {formatSigned(row.amount, 2)}
            </td>
          </tr>
        </tfoot>
      </table>
      <Parameters classRow={row} rows={rows} />
      {contract !== null && position !== undefined && position.deals.length > 0 && (
        <LeafDeals key={uniqueKey} row={{ ...row, contract }} position={position} isPhone={isPhone} />
      )}
      <Sources row={row} />
    </section>
  );
}

const toneOf = (amount: number) => (amount === 0 ? undefined : amount > 0 ? 'up' : 'down');

/** The parameters of margin that were used for the row's instrument. */
function Parameters({
  classRow,
  rows,
}: {
  readonly classRow: BreakdownRow;
  readonly rows: readonly BreakdownRow[];
}) {
  const parameters =
    classRow.parameters ??
    rows.find(
      ({ level, principal, instrument }) =>
        level === 'class' && principal === classRow.principal && instrument === classRow.instrument,
    )?.parameters;
  if (parameters === undefined || classRow.instrument === null) return null;
  const { initialMargin, classSpreadMargin, volatilityRange } = parameters;
  return (
    <p className={styles.sentence}>
      Parameters of {classRow.instrument}: IMR R {formatPrice(initialMargin, 2)} per contract, CSMR R{' '}
      {formatPrice(classSpreadMargin, 2)} per leg of a calendar spread, VSR {formatPrice(volatilityRange, 2)}{' '}
      points of volatility.
    </p>
  );
}

/** Buttons for the panels with the sources of the row. */
function Sources({ row: { level, contract, principal, instrument } }: { readonly row: BreakdownRow }) {
  const workspace = useWorkspacePort();
  return (
    <p className={styles.sources}>
      {contract !== null && (
        <>
          <Button size="small" onClick={() => workspace.showChart(contract)}>
            Chart of {contract}
          </Button>
          <Button size="small" onClick={() => workspace.showPanel('MTM')}>
            MTM
          </Button>
          <Button size="small" onClick={() => workspace.showPanel('Positions')}>
            Positions
          </Button>
        </>
      )}
      {instrument !== null && (
        <Button size="small" onClick={() => workspace.showPanel('Clearing', { tab: 'Margins' })}>
          Margins
        </Button>
      )}
      {level !== 'classRelief' && level !== 'seriesRelief' && (
        <Button
          size="small"
          onClick={() => workspace.showPanel('Clearing', { tab: 'Movements', account: principal })}
        >
          Movements of {principal}
        </Button>
      )}
    </p>
  );
}

const breakdownTexts = {
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
const keyOfLine = (line: BreakdownLine) => line.uniqueKey;
const placeOf = (line: BreakdownLine) => line.place;

export function BreakdownPanel(props: PanelProps) {
  const [{ account: chosenAccount = null }, change] = usePanelSettings(breakdownSettings, props);
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
  // A layout may come from another member.
  const account = chosenAccount !== null && accounts.includes(chosenAccount) ? chosenAccount : null;
  const lines = useMemo(() => {
    const isOnlyOne = account !== null || new Set(rows.map(({ principal }) => principal)).size === 1;
    const isOpen = ({ uniqueKey, level }: BreakdownRow) =>
      toggled.get(uniqueKey) ?? (isAllOpen || level === 'account' || isOnlyOne);
    return breakdownLines(rows, { account, isOpen });
  }, [rows, account, toggled, isAllOpen]);
  const { source } = useRowSource(lines, keyOfLine);
  const tree = useMemo(
    () => ({
      placeOf,
      toggle: ({ uniqueKey }: BreakdownLine, isOpen: boolean) =>
        setToggled((before) => new Map(before).set(uniqueKey, isOpen)),
    }),
    [],
  );
  const chosen = rows.find(({ uniqueKey }) => uniqueKey === chosenKey);
  const day = rows[0]?.businessDay;
  const coversTree = isPhone && chosen !== undefined;

  return (
    <div className={styles.split}>
      {day !== undefined && (
        <PanelTitle>
          <span data-aside="">{`Business day ${formatDate(day)}`}</span>
        </PanelTitle>
      )}
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
              set={{ rows: lines, status, source, keyOf: keyOfLine }}
              texts={
                account === null || rows.length === 0
                  ? breakdownTexts
                  : { ...breakdownTexts, empty: emptyOf(account) }
              }
              message={accountsMessage(scope, 'Breakdowns of accounts are not shown to you.')}
              columns={breakdownColumns}
              phoneLines={classNames(rowStyles.captionless, styles.phone)}
              tree={tree}
              onChoose={({ uniqueKey }) => setChosenKey(uniqueKey)}
              onDoubleClick={({ row }) => {
                if (row.place.isOpen !== null) tree.toggle(row, !row.place.isOpen);
              }}
              footerOf={(shown) =>
                shown.length > 0 && (
                  <span className={styles.matches}>
                    total R {formatSigned(sumOfLeaves(rows, account), 2)}
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
