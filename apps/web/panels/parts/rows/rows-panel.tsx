// A panel that shows the rows of a data set: its grid with the menu and the keys of a row, its footer, the filter by dealer, the choice of
// an account, and the bar of rows that are loaded page by page.
import type { ContractClass } from '@openpit/wire';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { keyOfAction, useActionContext } from '../../../actions/action.ts';
import { openChart, openDepth } from '../../../actions/view-actions.ts';
import { StaleAge } from '../../../market/contract-heading.tsx';
import { exchangeTime } from '../../../market/market-text.ts';
import type { RowSet } from '../../../market/use-store.ts';
import {
  clearDealerFilter,
  type DealerFilter,
  isOfDealer,
  setActiveContract,
  useDealerFilter,
} from '../../../stores/chosen.ts';
import { isOld, useFeedState } from '../../../stores/feed.ts';
import { ActionMenu, type ActionMenuItem } from '../../../ui/action-menu.tsx';
import { Button, cx } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
import { ChartIcon, CloseIcon, DepthIcon, FilterIcon } from '../../../ui/icons.tsx';
import {
  columnsFor,
  type GridColumn,
  type GridGrouping,
  type GridMessage,
  type GridSource,
  type RowKey,
} from '../../../ui/live-grid/grid-column.ts';
import type { GridTree } from '../../../ui/live-grid/grid-rows.ts';
import { LiveGrid } from '../../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../../ui/live-grid/use-grid-gestures.ts';
import { PanelFooter, PanelTitle } from '../../../ui/panel-frame.tsx';
import { useContractColumns } from '../market/columns.ts';
import { showContractByKey } from '../market/keys.ts';
import type { PagedFeed, PagedState } from '../paged-feed.ts';
import type { PanelProps } from '../panel-settings.ts';
import { type SavedView, useSavedView } from '../saved-view.ts';
import { type RowsTexts, rowsMessage } from './messages.ts';
import type { RowActions } from './row-actions.tsx';
import styles from './rows.module.css';

// The number of rows in the footer of a panel: "3 deals".
export interface RowCountProps {
  readonly count: number;
  readonly one: string;
  readonly many: string;
  /** False while rows are loading, have failed to load or are not shown to this user: no number would be true then. */
  readonly isKnown: boolean;
  /** The footer stays even if it has nothing else, because its other parts come and go while the user points at a row. */
  readonly needsLine?: boolean;
}

export function RowCount({ count, one, many, isKnown, needsLine = false }: RowCountProps) {
  if (count === 0 && !isKnown) return null;
  return (
    <span data-count={needsLine ? undefined : ''}>
      {formatLots(count)} {count === 1 ? one : many}
    </span>
  );
}

// The bar below rows that are loaded page by page: how old they are, why loading failed, and the buttons for newer and for
// earlier rows.

export interface PagedBarProps {
  readonly state: Pick<
    PagedState<unknown, unknown>,
    'rows' | 'status' | 'next' | 'fault' | 'isLoadingEarlier' | 'loadedAt'
  >;
  readonly feed: Pick<PagedFeed<unknown, unknown>, 'loadEarlier' | 'reload'>;
  /** The rows in a sentence: "deals". */
  readonly what: string;
}

export function PagedBar({ state, feed, what }: PagedBarProps) {
  const { rows, status, next, fault, isLoadingEarlier, loadedAt } = state;
  if (loadedAt === null) return null;
  return (
    <div className={styles.pages}>
      {fault !== null && rows.length > 0 && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
      <span>As of {exchangeTime(loadedAt)}</span>
      <Button
        size="small"
        disabledReason={status === 'loading' ? `The ${what} are loading.` : null}
        onClick={() => void feed.reload()}
      >
        Load again
      </Button>
      {next !== null && (
        <Button
          size="small"
          disabledReason={isLoadingEarlier ? `Earlier ${what} are loading.` : null}
          onClick={() => void feed.loadEarlier()}
        >
          Load earlier
        </Button>
      )}
    </div>
  );
}

// The choice of one account in a panel that has rows of several.

export interface AccountSelectProps {
  readonly accounts: readonly string[];
  /** `null` for all. */
  readonly account: string | null;
  readonly isPhone: boolean;
  readonly onChange: (account: string | null) => void;
}

/** The choice of an account; renders nothing for a member with a single account. */
export function AccountSelect({ accounts, account, isPhone, onChange }: AccountSelectProps) {
  if (accounts.length < 2) return null;
  return (
    <div className={cx(styles.bar, styles.fields)} data-phone={isPhone || undefined}>
      <label>
        Account
        <select value={account ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">All accounts</option>
          {accounts.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

// The filter by dealer of the preferences as a chip in the header of a panel, on a phone above the rows, and an empty panel's text about
// the rows that the filter hides (PREF-7).

const showAll = 'Show all dealers';

export interface DealerChipProps {
  readonly filter: DealerFilter;
  readonly isPhone: boolean;
}

export function DealerChip({ filter, isPhone }: DealerChipProps) {
  const chip = (
    <Button
      size={isPhone ? 'large' : 'small'}
      className={styles.chip}
      aria-label={`${filter.label}: ${showAll.toLowerCase()}`}
      data-tip={`${filter.label}. ${showAll}, until you load the page again or save your preferences`}
      onClick={clearDealerFilter}
    >
      <FilterIcon />
      <span className={styles.label}>{filter.label}</span>
      <CloseIcon />
    </Button>
  );
  return isPhone ? <div className={styles.line}>{chip}</div> : <PanelTitle>{chip}</PanelTitle>;
}

/** In place of the rows when the filter hides all of them; undefined if it hides none. */
export function hiddenRowsMessage(
  { rows, one, many }: Pick<RowsTexts, 'rows' | 'one' | 'many'>,
  filter: DealerFilter | null,
  hidden: number,
): GridMessage | undefined {
  if (filter === null || hidden === 0) return undefined;
  return {
    kind: 'empty',
    title: `No ${rows} of ${filter.label.replace('Dealer', 'dealer').replace('Branch', 'branch')} here.`,
    detail: `The filter of your preferences hides ${formatLots(hidden)} ${hidden === 1 ? one : many}.`,
    action: { label: showAll, run: clearDealerFilter },
  };
}

export function HiddenCount({ hidden }: { readonly hidden: number }) {
  return hidden === 0 ? null : <span>{formatLots(hidden)} of other dealers hidden</span>;
}

// The grid of a panel that shows the rows of a data set, with the gestures of every such panel: a click makes the row's contract the active
// one, D and C open its depth and chart, and a right click, on a phone a tap, opens the menu of the row.

export interface RowsGridProps<Row extends object> {
  /** Accessible name of the grid. */
  readonly label: string;
  readonly set: RowSet<Row>;
  readonly texts: RowsTexts;
  readonly isPhone: boolean;
  /** Without it the view lasts for this visit only. */
  readonly savedView?: SavedView;
  /** The table of the panel, for desktops and phones. */
  readonly columns: readonly GridColumn<Row>[];
  /** The kinds of contracts that rows can be in, so that the column of the contract is no wider than their names. */
  readonly contractKinds?: readonly ContractClass[];
  /** The order of the rows while the user has sorted nothing. */
  readonly compare?: (a: Row, b: Row) => number;
  /** True if `compare` puts the newest rows first: the grid then has only the newest `mostRows` until the user asks for all. */
  readonly isNewestFirst?: boolean;
  /** The groups of the rows while the user has chosen no others. */
  readonly grouping?: GridGrouping<Row>;
  /** Rows that it rejects are omitted. */
  readonly isShown?: ((row: Row) => boolean) | undefined;
  /** The source of the cells' rows, if they change with more than the data set: `rowsWithMarket`. */
  readonly source?: GridSource<Row, RowKey>;
  /** Calls back when texts have changed that depend on more than the row, such as a time left. */
  readonly onRepaint?: (listener: () => void) => () => void;
  /** In place of the message that `texts` give. */
  readonly message?: GridMessage | undefined;
  /** The style of a phone's lines; two lines of contract, price, summary and state where it is omitted. */
  readonly phoneLines?: string | undefined;
  /** The actions on a row; see `rowActions`. */
  readonly rowActions?: RowActions<Row>;
  /** The menu of a row: its actions, these items, and the depth and chart of its contract. */
  readonly menu?: {
    readonly labelOf: (row: Row) => string;
    readonly itemsOf?: (gesture: RowGesture<Row>) => readonly ActionMenuItem[];
  };
  /** In place of the double-click of the actions. */
  readonly onDoubleClick?: (gesture: RowGesture<Row>) => void;
  /** A key on the focused row; true if it was used. */
  readonly onKey?: (key: string, gesture: RowGesture<Row>) => boolean;
  readonly onSelection?: (keys: readonly RowKey[]) => void;
  /** A click, a tap or Enter on a row. */
  readonly onChoose?: (row: Row) => void;
  /** The nesting of the rows. */
  readonly tree?: GridTree<Row>;
}

/** A line of a grid costs about a kilobyte, and a program may complete hundreds of thousands of orders in a day. */
export const mostRows = 5_000;

export function RowsGrid<Row extends object>(props: RowsGridProps<Row>) {
  const { label, set, texts, isPhone, compare, isShown, menu, onKey, rowActions } = props;
  const [hasAllRows, setHasAllRows] = useState(props.isNewestFirst !== true);
  const { rows, keyOf } = set;
  const context = useActionContext();
  const buttons = rowActions?.column;
  const shownColumns = useMemo(
    () =>
      columnsFor(
        buttons === undefined ? props.columns : [...props.columns, buttons(context, isPhone)],
        isPhone,
      ),
    [props.columns, buttons, context, isPhone],
  );
  const noted = useMemo(() => notedContracts(shownColumns, rows), [shownColumns, rows]);
  const columns = useContractColumns(shownColumns, { kinds: props.contractKinds, more: noted });
  const feed = useFeedState();
  const [opened, setOpened] = useState<RowGesture<Row> | null>(null);
  const doubleClick = rowActions?.onDoubleClick;
  const onDoubleClick =
    props.onDoubleClick ?? (doubleClick && ((gesture: RowGesture<Row>) => doubleClick(gesture, context)));
  const ordered = useMemo(() => {
    const shown = isShown === undefined ? [...rows] : rows.filter(isShown);
    return compare === undefined ? shown : shown.sort(compare);
  }, [rows, isShown, compare]);
  const keys = useMemo(
    () => (hasAllRows ? ordered : ordered.slice(0, mostRows)).map(keyOf),
    [ordered, hasAllRows, keyOf],
  );

  return (
    <>
      <LiveGrid
        label={label}
        source={props.source ?? set.source}
        rowKeys={keys}
        keyOf={keyOf}
        columns={columns}
        {...(props.grouping !== undefined && { grouping: props.grouping })}
        {...props.savedView}
        isStacked={isPhone}
        className={isPhone ? (props.phoneLines ?? styles.lines) : undefined}
        isStale={isOld(feed)}
        message={props.message ?? rowsMessage(set.status, texts)}
        onRepaint={props.onRepaint}
        onSelection={props.onSelection}
        tree={props.tree}
        onRowSelect={(gesture) => {
          const contract = contractOf(gesture.row);
          if (contract !== null) setActiveContract(contract);
          if (isPhone && menu !== undefined) setOpened(gesture);
          props.onChoose?.(gesture.row);
        }}
        onRowDoubleClick={isPhone ? undefined : onDoubleClick}
        onRowMenu={menu === undefined ? undefined : setOpened}
        onRowKey={(key, gesture) => {
          if (rowActions?.onKey(key, gesture, context) || onKey?.(key, gesture)) return true;
          const contract = contractOf(gesture.row);
          return contract !== null && showContractByKey(key, { contract }, context);
        }}
      />
      {keys.length < ordered.length && (
        <div className={styles.pages}>
          <span>
            The newest {formatLots(mostRows)} of {formatLots(ordered.length)} {texts.many}
          </span>
          <Button size="small" onClick={() => setHasAllRows(true)}>
            Show all
          </Button>
        </div>
      )}
      {menu !== undefined && (
        <ActionMenu
          label={opened === null ? label : menu.labelOf(opened.row)}
          at={opened === null ? null : { left: opened.anchor.left, top: opened.anchor.bottom }}
          onClose={() => setOpened(null)}
          items={
            opened === null
              ? []
              : [
                  ...(rowActions?.itemsOf(opened, context) ?? []),
                  ...(menu.itemsOf?.(opened) ?? []),
                  ...contractItems(opened.row),
                ]
          }
        />
      )}
    </>
  );

  function contractItems(row: Row): readonly ActionMenuItem[] {
    const contract = contractOf(row);
    if (contract === null) return [];
    return [
      {
        id: openDepth.id,
        label: `Depth of ${contract}`,
        icon: <DepthIcon />,
        keyName: keyOfAction(openDepth),
        run: () => openDepth.perform({ contract }, context),
      },
      {
        id: openChart.id,
        label: `Chart of ${contract}`,
        icon: <ChartIcon />,
        keyName: keyOfAction(openChart),
        run: () => openChart.perform({ contract }, context),
      },
    ];
  }
}

/** The contracts with the notes after them; none without notes, even if there are rows. */
function notedContracts<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): readonly string[] {
  const { note, text } = columns.find(({ id }) => id === 'contract') ?? {};
  if (note === undefined || text === undefined) return none;
  return rows.flatMap((row) => {
    const words = note(row);
    return words === undefined ? [] : [`${text(row)} ${words}`];
  });
}

const none: readonly string[] = [];

function contractOf(row: object): string | null {
  return 'contract' in row && typeof row.contract === 'string' ? row.contract : null;
}

// A panel that shows the rows of a data set. Sorting, grouping, filters, choice of columns, export, keyboard, selection, totals, saved
// view, freshness, messages and the lines of a phone are included; a panel supplies its columns, texts and row menu.

export interface RowsPanelProps<Row extends object>
  extends Omit<RowsGridProps<Row>, 'isPhone' | 'savedView'>,
    Pick<RowsFooterProps, 'hasFullFooterOnPhone'> {
  readonly panel: PanelProps;
  /** The dealer of a row, for the filter by dealer of the preferences. The function must stay the same from render to render. */
  readonly dealerOf?: ((row: Row) => string | null) | undefined;
  /** True if the footer counts the row; the default counts all rows. */
  readonly counts?: (row: Row) => boolean;
  /** The footer's text about these rows between their number and the age of the feed. */
  readonly footerOf?: (shown: readonly Row[]) => ReactNode;
}

export function RowsPanel<Row extends object>(props: RowsPanelProps<Row>) {
  const { panel, footerOf, hasFullFooterOnPhone, dealerOf, counts, ...grid } = props;
  const { set, isShown: isInPanel, texts } = grid;
  const isPhone = panel.device === 'mobile';
  const savedView = useSavedView(panel);
  const byPreference = useDealerFilter();
  const byDealer = dealerOf === undefined ? null : byPreference;
  const isShown = useCallback(
    (row: Row) =>
      (isInPanel === undefined || isInPanel(row)) && isOfDealer(byDealer, dealerOf?.(row) ?? null),
    [isInPanel, byDealer, dealerOf],
  );
  const inPanel = isInPanel === undefined ? set.rows : set.rows.filter(isInPanel);
  const shown = inPanel.filter(isShown);
  const hidden = inPanel.length - shown.length;
  return (
    <>
      {byDealer !== null && <DealerChip filter={byDealer} isPhone={isPhone} />}
      <RowsGrid
        {...grid}
        isShown={isShown}
        message={grid.message ?? hiddenRowsMessage(texts, byDealer, hidden)}
        isPhone={isPhone}
        savedView={savedView}
      />
      <RowsFooter
        texts={texts}
        count={counts === undefined ? shown.length : shown.filter(counts).length}
        isKnown={set.status === 'success' && grid.message === undefined}
        isPhone={isPhone}
        hasFullFooterOnPhone={hasFullFooterOnPhone}
      >
        {footerOf?.(shown)}
        <HiddenCount hidden={hidden} />
      </RowsFooter>
    </>
  );
}

export interface RowsFooterProps extends Pick<RowCountProps, 'count' | 'isKnown'> {
  readonly texts: Pick<RowsTexts, 'one' | 'many'>;
  readonly isPhone: boolean;
  /**
   * On a phone the children need the whole footer: the number of rows and the age of the feed are omitted.
   */
  readonly hasFullFooterOnPhone?: boolean | undefined;
  readonly children?: ReactNode;
}

export function RowsFooter(props: RowsFooterProps) {
  const { texts, count, isKnown, isPhone, hasFullFooterOnPhone, children } = props;
  const isFull = isPhone && hasFullFooterOnPhone === true;
  return (
    <PanelFooter>
      {(!isFull || count === 0) && (
        <RowCount count={count} one={texts.one} many={texts.many} isKnown={isKnown} />
      )}
      {children}
      {!isFull && <StaleAge />}
    </PanelFooter>
  );
}
