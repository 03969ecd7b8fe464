// The grid of a panel that shows the rows of a data set, with the gestures of every such panel: a click makes the row's contract the active
// one, D and C open its depth and chart, and a right click, on a phone a tap, opens the menu of the row.
import type { ContractClass } from '@openpit/wire';
import { useCallback, useMemo, useRef, useState } from 'react';
import { menuItem, useActionContext } from '../../../actions/action.ts';
import { openChart, openDepth } from '../../../actions/view-actions.ts';
import type { RowSet } from '../../../market/use-store.ts';
import { setActiveContract } from '../../../stores/chosen.ts';
import { isOld, useFeedState } from '../../../stores/feed.ts';
import { ActionMenu, type ActionMenuItem } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatLots } from '../../../ui/format.ts';
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
import { useContractColumns } from '../market/columns.ts';
import { showContractByKey } from '../market/keys.ts';
import type { SavedView } from '../saved-view.ts';
import { type RowsTexts, rowsMessage } from './messages.ts';
import type { RowActions, RowsGesture } from './row-actions.tsx';
import styles from './rows.module.css';

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
  readonly contractKinds?: readonly ContractClass[] | undefined;
  /** The order of the rows while the user has sorted nothing. */
  readonly compare?: (a: Row, b: Row) => number;
  /** True if `compare` puts the newest rows first: the grid then has only the newest `maxRows` until the user asks for all. */
  readonly isNewestFirst?: boolean;
  /** The groups of the rows while the user has chosen no others. */
  readonly grouping?: GridGrouping<Row> | undefined;
  /** Rows that it rejects are omitted. */
  readonly isShown?: ((row: Row) => boolean) | undefined;
  /** The source of the cells' rows, if they change with more than the data set: `rowsWithMarket`. */
  readonly source?: GridSource<Row, RowKey>;
  /** Calls back when texts have changed that depend on more than the row, such as a time left. */
  readonly onRepaint?: (listener: () => void) => () => void;
  /** In place of the message that `texts` give. */
  readonly message?: GridMessage | undefined;
  /** The style of a phone's lines; by default two lines of contract, price, summary and state. */
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
export const maxRows = 5_000;
export function RowsGrid<Row extends object>(props: RowsGridProps<Row>) {
  const { label, set, texts, isPhone, compare, isShown, menu, onKey, rowActions, onSelection } = props;
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
  const nameText = [...new Set(rows.flatMap((row) => contractOf(row) ?? []))].join('\n');
  const names = useMemo(() => nameText.split('\n'), [nameText]);
  const columns = useContractColumns(shownColumns, { kinds: props.contractKinds, names, noted });
  const feed = useFeedState();
  const [opened, setOpened] = useState<RowGesture<Row> | null>(null);
  const source = props.source ?? set.source;
  const chosenKeys = useRef<readonly RowKey[]>([]);
  const noteSelection = useCallback(
    (keys: readonly RowKey[]) => {
      chosenKeys.current = keys;
      onSelection?.(keys);
    },
    [onSelection],
  );
  const withChosen = ({ row, anchor }: RowGesture<Row>): RowsGesture<Row> => {
    const chosen = chosenKeys.current;
    if (!chosen.includes(keyOf(row))) return { rows: [row], anchor };
    const [first = row, ...others] = chosen.flatMap((key) => source.get(key) ?? []);
    return { rows: [first, ...others], anchor };
  };
  const doubleClick = rowActions?.onDoubleClick;
  const onDoubleClick =
    props.onDoubleClick ??
    (doubleClick && (({ row, anchor }: RowGesture<Row>) => doubleClick(row, anchor, context)));
  const ordered = useMemo(() => {
    const shown = isShown === undefined ? [...rows] : rows.filter(isShown);
    return compare === undefined ? shown : shown.sort(compare);
  }, [rows, isShown, compare]);
  const keys = useMemo(
    () => (hasAllRows ? ordered : ordered.slice(0, maxRows)).map(keyOf),
    [ordered, hasAllRows, keyOf],
  );

  return (
    <>
      <LiveGrid
        label={label}
        source={source}
        rowKeys={keys}
        keyOf={keyOf}
        columns={columns}
        grouping={props.grouping}
        {...props.savedView}
        isStacked={isPhone}
        className={isPhone ? (props.phoneLines ?? styles.lines) : undefined}
        isStale={isOld(feed)}
        message={props.message ?? rowsMessage(set.status, texts)}
        onRepaint={props.onRepaint}
        onSelection={noteSelection}
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
          if (rowActions?.onKey(key, withChosen(gesture), context) || onKey?.(key, gesture)) return true;
          const contract = contractOf(gesture.row);
          return contract !== null && showContractByKey(key, { contract }, context);
        }}
      />
      {keys.length < ordered.length && (
        <div className={styles.pages}>
          <span>
            The newest {formatLots(maxRows)} of {formatLots(ordered.length)} {texts.many}
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
                  ...(rowActions?.itemsOf(withChosen(opened), context) ?? []),
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
      menuItem(openDepth, { contract }, context, { label: `Depth of ${contract}` }),
      menuItem(openChart, { contract }, context, { label: `Chart of ${contract}` }),
    ];
  }
}
/** The contracts with the notes after them; empty if the column has no notes. */
function notedContracts<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): readonly string[] {
  const { note, text } = columns.find(({ id }) => id === 'contract') ?? {};
  if (note === undefined || text === undefined) return none;
  return rows.flatMap((row) => {
    const words = note(row, noColumns);
    return words === undefined ? [] : [`${text(row)} ${words}`];
  });
}
const none: readonly string[] = [];
/** The longest note: it repeats what no other column shows. */
const noColumns: ReadonlySet<string> = new Set();
function contractOf(row: object): string | null {
  return 'contract' in row && typeof row.contract === 'string' ? row.contract : null;
}
