// The Positions panel (PANEL-8): the net position of each account in each contract, with the open profit as
// the market moves, and the action that closes a position out.
import { classifyContract, type PositionRow } from '@openpit/wire';
import { useMemo } from 'react';
import { denialOf, keyOfAction, reasonAgainst } from '../../actions/action.ts';
import { closeOut } from '../../actions/close-out.ts';
import { sendToCalculator } from '../../actions/send-to-calculator.ts';
import { useActionContext } from '../../actions/use-action-context.ts';
import { showToast } from '../../notices/toasts.ts';
import { compareContracts } from '../../stores/contract-order.ts';
import { useSession } from '../../stores/session.ts';
import { dataSetStores, marketStore } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { CalculatorIcon, CloseOutIcon } from '../../ui/icons.tsx';
import { entryOfKey } from '../../ui/keys.ts';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { rowsWithMarket } from '../sources/rows-with-market.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { CloseOutButton, closeOutTarget } from './close-out-button.tsx';
import { PositionSumsLine } from './position-footer.tsx';
import { positionKeys } from './position-keys.ts';
import styles from './positions.module.css';
import { phoneColumns, positionsColumns } from './positions-columns.tsx';
import { positionsMessage } from './positions-message.ts';

const texts = {
  rows: 'positions',
  one: 'position',
  many: 'positions',
  empty: { title: 'No positions.', detail: 'A position shows here with your first deal in a contract.' },
};
const positionsWithMarket = rowsWithMarket(dataSetStores.positions);

export function PositionsPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const positions = useDataSet('positions');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const context = useActionContext();
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : positionsColumns;
    return make({
      marketOf: marketStore.get,
      lastTradingDayOf: (contract) => dataSetStores.contractDate.get(contract)?.lastTradingDay ?? null,
      renderActions: (position) => (
        <CloseOutButton position={position} context={context} isOnPhone={isPhone} />
      ),
    });
  }, [isPhone, context]);

  const close = ({ row, anchor }: RowGesture<PositionRow>) => {
    const target = closeOutTarget(row, anchor);
    const reason = reasonAgainst(closeOut, target, context);
    if (reason === null) closeOut.perform(target, context);
    else showToast({ type: 'warning', message: reason });
  };

  /** For the position of an option; none for those of other contracts. */
  const calculatorItems = ({ contract, net }: PositionRow): readonly ActionMenuItem[] => {
    const row = marketStore.get(contract);
    if (row === undefined || classifyContract(row.contractDisplay) !== 'options') return [];
    const { id, label, perform } = sendToCalculator;
    const lots = net === 0 ? null : net;
    return [{ id, label, icon: <CalculatorIcon />, run: () => perform({ contract, lots }, context) }];
  };

  return (
    <RowsPanel
      panel={props}
      label="Positions"
      set={positions}
      source={positionsWithMarket}
      texts={texts}
      message={positionsMessage(scope)}
      columns={columns}
      compare={comparePositions}
      menu={{
        labelOf: ({ contract }) => `Position in ${contract}`,
        itemsOf: (gesture) => [
          {
            id: closeOut.id,
            label: 'Close out…',
            icon: <CloseOutIcon />,
            keyName: keyOfAction(closeOut),
            ...denialOf(closeOut, closeOutTarget(gesture.row, gesture.anchor), context),
            run: () => close(gesture),
          },
          ...calculatorItems(gesture.row),
        ],
      }}
      onDoubleClick={close}
      onKey={(key, gesture) => {
        if (entryOfKey(positionKeys, key) === null) return false;
        close(gesture);
        return true;
      }}
      hasFullFooterOnPhone
      phoneLines={styles.phone}
      footerOf={(rows) => rows.length > 0 && <PositionSumsLine />}
    />
  );
}

/** By contract in the order of the market, then by principal. */
function comparePositions(a: PositionRow, b: PositionRow): number {
  const dated = ({ instrument, contract }: PositionRow) => ({
    instrument,
    contractDate: contract.split(' ')[0] ?? '',
  });
  return compareContracts(dated(a), dated(b)) || (a.principal < b.principal ? -1 : 1);
}
