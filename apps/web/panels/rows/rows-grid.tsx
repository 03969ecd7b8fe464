// The grid of a panel whose rows are those of a data set, with what every such panel offers: a click makes
// the row's contract the active one, D and C open its depth and chart, a right click opens the menu of the
// row; on a phone a tap does.
import type { ContractClass } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { keyOfAction, useActionContext, useFeedState } from '../../actions/action.ts';
import { openChart, openDepth } from '../../actions/view-actions.ts';
import { setActiveContract } from '../../stores/chosen.ts';
import type { RowKey } from '../../stores/keyed-store.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { ChartIcon, DepthIcon } from '../../ui/icons.tsx';
import type { GridColumn, GridGrouping, GridMessage, GridSource } from '../../ui/live-grid/grid-column.ts';
import type { GridTree } from '../../ui/live-grid/grid-tree.ts';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { showContractByKey } from '../market/contract-keys.ts';
import { isOld } from '../market/feed-age.tsx';
import { useContractColumns } from '../market/fitted-columns.ts';
import type { SavedView } from '../settings/use-saved-view.ts';
import type { RowSet } from '../sources/use-data-set.ts';
import phone from './phone-lines.module.css';
import { type RowsTexts, rowsMessage } from './rows-message.ts';

export interface RowsGridProps<Row extends object> {
  /** Accessible name of the grid. */
  readonly label: string;
  readonly set: RowSet<Row>;
  readonly texts: RowsTexts;
  readonly isPhone: boolean;
  /** Without it the view is that of this visit only. */
  readonly savedView?: SavedView;
  readonly columns: readonly GridColumn<Row>[];
  /** The kinds of contracts that rows can be in, so that the column of the contract is no wider than their names. */
  readonly contractKinds?: readonly ContractClass[];
  /** The order of the rows while the user has sorted nothing. */
  readonly compare?: (a: Row, b: Row) => number;
  /** The groups of the rows while the user has chosen no others. */
  readonly grouping?: GridGrouping<Row>;
  /** Rows that it rejects are left out. */
  readonly isShown?: ((row: Row) => boolean) | undefined;
  /** Where cells read their rows, if they change with more than the data set: `rowsWithMarket`. */
  readonly source?: GridSource<Row, RowKey>;
  /** Calls back when texts have changed that depend on more than the row, such as a time left. */
  readonly onRepaint?: (listener: () => void) => () => void;
  /** In place of the message that `texts` give. */
  readonly message?: GridMessage | undefined;
  /** The style of a phone's lines; two lines of contract, price, summary and state where it is left out. */
  readonly phoneLines?: string | undefined;
  /** The row's own menu; the depth and chart of its contract are added to it. */
  readonly menu?: {
    readonly labelOf: (row: Row) => string;
    readonly itemsOf: (gesture: RowGesture<Row>) => readonly ActionMenuItem[];
  };
  readonly onDoubleClick?: (gesture: RowGesture<Row>) => void;
  /** A key on the focused row; true when it was used. */
  readonly onKey?: (key: string, gesture: RowGesture<Row>) => boolean;
  readonly onSelection?: (keys: readonly RowKey[]) => void;
  /** A click, a tap or Enter on a row. */
  readonly onChoose?: (row: Row) => void;
  /** How the rows are nested. */
  readonly tree?: GridTree<Row>;
}

export function RowsGrid<Row extends object>(props: RowsGridProps<Row>) {
  const { label, set, texts, isPhone, compare, isShown, menu, onDoubleClick, onKey } = props;
  const { rows, keyOf } = set;
  const noted = useMemo(() => notedContracts(props.columns, rows), [props.columns, rows]);
  const columns = useContractColumns(props.columns, { kinds: props.contractKinds, more: noted });
  const context = useActionContext();
  const feed = useFeedState();
  const [opened, setOpened] = useState<RowGesture<Row> | null>(null);
  const keys = useMemo(() => {
    const shown = isShown === undefined ? [...rows] : rows.filter(isShown);
    return (compare === undefined ? shown : shown.sort(compare)).map(keyOf);
  }, [rows, isShown, compare, keyOf]);

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
        className={isPhone ? (props.phoneLines ?? phone.lines) : undefined}
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
          if (onKey?.(key, gesture)) return true;
          const contract = contractOf(gesture.row);
          return contract !== null && showContractByKey(key, { contract }, context);
        }}
      />
      {menu !== undefined && (
        <ActionMenu
          label={opened === null ? label : menu.labelOf(opened.row)}
          at={opened === null ? null : { left: opened.anchor.left, top: opened.anchor.bottom }}
          onClose={() => setOpened(null)}
          items={opened === null ? [] : [...menu.itemsOf(opened), ...contractItems(opened.row)]}
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

/** The contracts with the notes after them; without notes none, whatever the rows. */
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
