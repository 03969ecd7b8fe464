// The Positions panel (PANEL-8): what one's accounts hold in each contract, with the open profit as the market moves, and
// the way to close a position out.
import type { PositionRow } from '@openpit/wire';
import { useMemo, useState } from 'react';
import { reasonAgainst } from '../../actions/action.ts';
import { closeOut } from '../../actions/close-out.ts';
import { openChart } from '../../actions/open-chart.ts';
import { openDepth } from '../../actions/open-depth.ts';
import type { Anchor } from '../../actions/order-form-request.ts';
import { useActionContext, useFeedState } from '../../actions/use-action-context.ts';
import { showToast } from '../../notices/toasts.ts';
import { setActiveContract } from '../../stores/active-contract.ts';
import { compareContracts } from '../../stores/contract-order.ts';
import { useSession } from '../../stores/session.ts';
import { contractDatesStore, marketStore, positionsStore } from '../../stores/stores.ts';
import { ActionMenu, type ActionMenuItem } from '../../ui/action-menu.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ChartIcon, CloseOutIcon, DepthIcon } from '../../ui/icons.tsx';
import { LiveGrid } from '../../ui/live-grid/live-grid.tsx';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { PanelFooter } from '../../ui/panel-slots.tsx';
import { showContractByKey } from '../contract-keys.ts';
import { FeedAge, isOld } from '../feed-age.tsx';
import type { PanelProps } from '../panel-props.ts';
import phone from '../phone-lines.module.css';
import { rowsWithMarket } from '../rows-with-market.ts';
import { useKeptView } from '../use-kept-view.ts';
import { useStoreRows, useStoreStatus } from '../use-store.ts';
import { PositionSumsLine } from './position-footer.tsx';
import styles from './positions.module.css';
import { phoneColumns, positionsColumns } from './positions-columns.tsx';
import { positionsMessage } from './positions-message.ts';

const keyOf = (position: PositionRow) => position.positionSeq;
const source = rowsWithMarket(positionsStore);
const targetOf = (position: PositionRow, anchor: Anchor | null) => ({
  position,
  market: marketStore.get(position.contract),
  anchor,
});

export function PositionsPanel(props: PanelProps) {
  const { device } = props;
  const kept = useKeptView(props);
  const isPhone = device === 'mobile';
  const status = useStoreStatus(positionsStore);
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const positions = useStoreRows(positionsStore);
  const feed = useFeedState();
  const context = useActionContext();
  const [menu, setMenu] = useState<RowGesture<PositionRow> | null>(null);
  const shown = useMemo(() => [...positions].sort(comparePositions).map(keyOf), [positions]);
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : positionsColumns;
    return make({
      marketOf: marketStore.get,
      lastTradingDayOf: (contract) => contractDatesStore.get(contract)?.lastTradingDay ?? null,
      renderActions: (position) => (
        <span className={styles.buttons}>
          <IconButton
            tabIndex={-1}
            size="small"
            label={`Close out ${position.contract} of ${position.principal}`}
            icon={<CloseOutIcon />}
            disabledReason={reasonAgainst(closeOut, targetOf(position, null), context)}
            onClick={(event) =>
              closeOut.perform(targetOf(position, event.currentTarget.getBoundingClientRect()), context)
            }
          />
        </span>
      ),
    });
  }, [isPhone, context]);

  const close = ({ row, anchor }: RowGesture<PositionRow>) => {
    const target = targetOf(row, anchor);
    const reason = reasonAgainst(closeOut, target, context);
    if (reason === null) closeOut.perform(target, context);
    else showToast({ type: 'warning', message: reason });
  };

  return (
    <>
      <LiveGrid
        label="Positions"
        source={source}
        rowKeys={shown}
        keyOf={keyOf}
        columns={columns}
        {...kept}
        isStacked={isPhone}
        className={isPhone ? phone.lines : undefined}
        isStale={isOld(feed)}
        message={positionsMessage(status, scope)}
        onRowSelect={(gesture) => {
          setActiveContract(gesture.row.contract);
          if (isPhone) setMenu(gesture);
        }}
        onRowDoubleClick={(gesture) => {
          if (!isPhone) close(gesture);
        }}
        onRowMenu={setMenu}
        onRowKey={(key, gesture) => {
          const letter = key.toLowerCase();
          if (letter === closeOut.key) close(gesture);
          else return showContractByKey(key, gesture.row, context);
          return true;
        }}
      />
      <PanelFooter>
        {(!isPhone || positions.length === 0) && (
          <span>
            {positions.length} {positions.length === 1 ? 'position' : 'positions'}
          </span>
        )}
        {positions.length > 0 && <PositionSumsLine isOld={isOld(feed)} />}
        {!isPhone && <FeedAge />}
      </PanelFooter>
      <ActionMenu
        label={menu === null ? 'Position' : `Position in ${menu.row.contract}`}
        at={menu === null ? null : { left: menu.anchor.left, top: menu.anchor.bottom }}
        onClose={() => setMenu(null)}
        items={menu === null ? [] : menuItems(menu)}
      />
    </>
  );

  function menuItems(gesture: RowGesture<PositionRow>): ActionMenuItem[] {
    const { row, anchor } = gesture;
    return [
      {
        id: closeOut.id,
        label: 'Close out…',
        icon: <CloseOutIcon />,
        keyName: 'X',
        disabledReason: reasonAgainst(closeOut, targetOf(row, anchor), context),
        run: () => close(gesture),
      },
      {
        id: openDepth.id,
        label: `Depth of ${row.contract}`,
        icon: <DepthIcon />,
        keyName: 'D',
        run: () => openDepth.perform(row, context),
      },
      {
        id: openChart.id,
        label: `Chart of ${row.contract}`,
        icon: <ChartIcon />,
        keyName: 'C',
        run: () => openChart.perform(row, context),
      },
    ];
  }
}

function comparePositions(a: PositionRow, b: PositionRow): number {
  const dated = ({ instrument, contract }: PositionRow) => ({
    instrument,
    contractDate: contract.split(' ')[0] ?? '',
  });
  return compareContracts(dated(a), dated(b)) || (a.principal < b.principal ? -1 : 1);
}
