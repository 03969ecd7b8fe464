// The Positions panel (PANEL-8): the net position of each account in each contract, with the open profit as
// the market moves, and what can be done with it: close it out, exercise or abandon an option, see its deals.
import { classifyContract, type PositionRow } from '@openpit/wire';
import { lazy, useMemo, useState } from 'react';
import { denialOf, keyOfAction, reasonAgainst, useActionContext } from '../../actions/action.ts';
import { closeOut, reverse } from '../../actions/order-entry.ts';
import { sendToCalculator } from '../../actions/view-actions.ts';
import { showToast } from '../../notices/toasts.ts';
import { useSession } from '../../stores/session.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { CalculatorIcon, CloseOutIcon, DealsIcon, ReverseIcon } from '../../ui/icons.tsx';
import { entryOfKey } from '../../ui/keys.ts';
import type { RowGesture } from '../../ui/live-grid/row-gesture.ts';
import { OnDemand } from '../../ui/on-demand.tsx';
import { itemsOfPosition } from '../own-positions/expiry-items.ts';
import { positionsMessage } from '../own-positions/positions-message.ts';
import { presentMargins } from '../own-positions/present-margins.ts';
import { RowsPanel } from '../rows/rows-panel.tsx';
import type { PanelProps } from '../settings/panel-props.ts';
import { derivedValue, onAnyChange } from '../sources/derived-value.ts';
import { ownPrices } from '../sources/prices.ts';
import { rowsWithMarket } from '../sources/rows-with-market.ts';
import { useDataSet } from '../sources/use-data-set.ts';
import { CloseOutButton, closeOutTarget } from './close-out-button.tsx';
import { PositionSumsLine } from './position-footer.tsx';
import { positionKeys } from './position-keys.ts';
import { comparePositions } from './position-order.ts';
import { phoneColumns, positionsColumns } from './positions-columns.tsx';

const PositionDeals = lazy(() =>
  import('./position-deals.tsx').then((module) => ({ default: module.PositionDeals })),
);

const texts = {
  rows: 'positions',
  one: 'position',
  many: 'positions',
  empty: { title: 'No positions.', detail: 'A position shows here with your first deal in a contract.' },
};
const positionsWithMarket = rowsWithMarket(dataSetStores.positions);

/** The contracts in which several accounts have a position. */
const shared = derivedValue(dataSetStores.positions, (rows) => {
  const contracts = rows.map(({ contract }) => contract);
  return new Set(contracts.filter((contract, at) => contracts.indexOf(contract) !== at));
});
const onRepaint = onAnyChange(presentMargins, shared);

export function PositionsPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const positions = useDataSet('positions');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const context = useActionContext();
  const [explained, setExplained] = useState<PositionRow | null>(null);
  const columns = useMemo(() => {
    const make = isPhone ? phoneColumns : positionsColumns;
    return make({
      prices: ownPrices,
      isShared: (contract) => shared.current().has(contract),
      lastTradingDayOf: (contract) => dataSetStores.contractDate.get(contract)?.lastTradingDay ?? null,
      marginNowOf: ({ positionSeq }) => {
        const margins = presentMargins.current();
        return margins === null ? null : (margins.byPosition.get(positionSeq) ?? 0);
      },
      renderActions: (position) => (
        <CloseOutButton position={position} context={context} isOnPhone={isPhone} />
      ),
    });
  }, [isPhone, context]);

  const trade = (action: typeof closeOut, { row, anchor }: RowGesture<PositionRow>) => {
    const target = closeOutTarget(row, anchor);
    const reason = reasonAgainst(action, target, context);
    if (reason === null) action.perform(target, context);
    else showToast({ type: 'warning', message: reason });
  };

  /** Only a holder can exercise or abandon. */
  const expiryItems = ({ row, anchor }: RowGesture<PositionRow>): readonly ActionMenuItem[] =>
    row.net > 0 && isOption(row) ? itemsOfPosition({ position: row, anchor }, context) : [];

  const calculatorItems = (row: PositionRow): readonly ActionMenuItem[] => {
    if (!isOption(row)) return [];
    const { contract, net } = row;
    const { id, label, perform } = sendToCalculator;
    const lots = net === 0 ? null : net;
    return [{ id, label, icon: <CalculatorIcon />, run: () => perform({ contract, lots }, context) }];
  };

  return (
    <>
      <RowsPanel
        panel={props}
        label="Positions"
        set={positions}
        source={positionsWithMarket}
        onRepaint={onRepaint}
        texts={texts}
        message={positionsMessage(scope)}
        columns={columns}
        compare={comparePositions}
        menu={{
          labelOf: ({ contract }) => `Position in ${contract}`,
          itemsOf: (gesture) => [
            ...[closeOut, reverse].map((action) => ({
              id: action.id,
              label: `${action.label}…`,
              icon: action === closeOut ? <CloseOutIcon /> : <ReverseIcon />,
              keyName: keyOfAction(action),
              ...denialOf(action, closeOutTarget(gesture.row, gesture.anchor), context),
              run: () => trade(action, gesture),
            })),
            ...expiryItems(gesture),
            ...calculatorItems(gesture.row),
            {
              id: 'positionDeals',
              label: 'Deals of this position…',
              icon: <DealsIcon />,
              run: () => setExplained(gesture.row),
            },
          ],
        }}
        onDoubleClick={(gesture) => trade(closeOut, gesture)}
        onKey={(key, gesture) => {
          const id = entryOfKey(positionKeys, key);
          const action = [closeOut, reverse].find((one) => one.id === id);
          if (action !== undefined) trade(action, gesture);
          return action !== undefined;
        }}
        hasFullFooterOnPhone
        footerOf={(rows) => rows.length > 0 && <PositionSumsLine />}
      />
      {explained !== null && (
        <OnDemand>
          <PositionDeals position={explained} onClose={() => setExplained(null)} />
        </OnDemand>
      )}
    </>
  );
}

function isOption({ contract }: PositionRow): boolean {
  const row = contractStore.get(contract);
  return row !== undefined && classifyContract(row.contractDisplay) === 'options';
}
