// The Positions panel (PANEL-8): the net position of each account in each contract, with its values as the market moves, the sums in the
// footer, and the actions: close it out, exercise or abandon an option, show its deals.
import { classifyContract, type PositionRow, toCents, toRand } from '@openpit/wire';
import { useMemo, useState, useSyncExternalStore } from 'react';
import {
  type ActionContext,
  keyOfAction,
  menuItem,
  reasonAgainst,
  useActionContext,
} from '../../actions/action.ts';
import type { Anchor } from '../../actions/dialogs.ts';
import { closeOut, reversePosition } from '../../actions/order-entry.ts';
import { sendToCalculator } from '../../actions/view-actions.ts';
import { ownPrices } from '../../market/prices.ts';
import { useDataSet } from '../../market/use-store.ts';
import { isOld, useFeedState } from '../../stores/feed.ts';
import { useSession } from '../../stores/session.ts';
import { contractStore, dataSetStores } from '../../stores/stores.ts';
import type { ActionMenuItem } from '../../ui/action-menu.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { dash, formatPrice, formatSigned } from '../../ui/format.ts';
import { CloseOutIcon, DealsIcon } from '../../ui/icons.tsx';
import type { RowGesture } from '../../ui/live-grid/use-grid-gestures.ts';
import { loadedOnDemand, OnDemand } from '../../ui/on-demand.tsx';
import { joinStops } from '../../ui/signal.ts';
import { itemsOfPosition, positionsMessage, usePositionSums } from '../parts/own/positions.ts';
import { presentMargins } from '../parts/own/present-margins.ts';
import type { PanelProps } from '../parts/panel-settings.ts';
import { derivedValue, rowsWithMarket } from '../parts/row-source.ts';
import { rowActions, type SomeRows } from '../parts/rows/row-actions.tsx';
import rowStyles from '../parts/rows/rows.module.css';
import { RowsPanel } from '../parts/rows/rows-panel.tsx';
import { OwnAbandonments } from './abandonments.tsx';
import { positionsColumns } from './columns.tsx';
import styles from './positions.module.css';
import { comparePositions } from './rules.ts';

const closeOutTarget = (position: PositionRow, anchor: Anchor | null) => ({
  position,
  market: ownPrices.get(position.contract),
  anchor,
});

const tradeActions = rowActions({
  list: [closeOut, reversePosition],
  one: 'position',
  targetOf: ([position]: SomeRows<PositionRow>, anchor) => closeOutTarget(position, anchor),
  doubleClick: [closeOut],
  itemOf: ({ label }) => ({ label: `${label}…` }),
});

interface CloseOutButtonProps {
  readonly position: PositionRow;
  readonly context: ActionContext;
  /** On a phone the button has words, and a flat position has no button. */
  readonly isOnPhone?: boolean;
}

function CloseOutButton({ position, context, isOnPhone = false }: CloseOutButtonProps) {
  if (isOnPhone)
    return position.net === 0 ? null : (
      <span className={rowStyles.buttons}>
        <Button
          size="large"
          aria-label={`Close out ${position.contract} of ${position.principal}`}
          disabledReason={reasonAgainst(closeOut, closeOutTarget(position, null), context)}
          onClick={(event) => {
            // The row below would open its menu.
            event.stopPropagation();
            closeOut.perform(closeOutTarget(position, null), context);
          }}
        >
          Close out
        </Button>
      </span>
    );
  return (
    <span className={rowStyles.buttons}>
      <IconButton
        tabIndex={-1}
        size="small"
        label={`Close out ${position.contract} of ${position.principal}`}
        keyName={keyOfAction(closeOut)}
        icon={<CloseOutIcon />}
        disabledReason={reasonAgainst(closeOut, closeOutTarget(position, null), context)}
        onClick={(event) =>
          closeOut.perform(closeOutTarget(position, event.currentTarget.getBoundingClientRect()), context)
        }
      />
    </span>
  );
}

/** The sums of the positions in the panel's footer: open profit as the market moves, realised profit, lots, margins. */
function PositionSumsLine() {
  const isStale = isOld(useFeedState());
  const sums = usePositionSums();
  const { open, realised, margin, futures, deltaLots, unpriced, stale } = sums;
  const needed = usePresentMargin();
  const [showsDay, setShowsDay] = useState(false);
  const today = toRand(toCents(open) + toCents(realised));
  return (
    <>
      <button
        type="button"
        className={styles.today}
        data-tip="Open and realised profit together. Press to see it over the day."
        aria-haspopup="dialog"
        onClick={() => setShowsDay(true)}
      >
        <span>
          today <Rand value={today} isStale={isStale || stale > 0} />
        </span>
      </button>
      {showsDay && (
        <OnDemand onEscape={() => setShowsDay(false)}>
          <DayProfit sums={sums} onClose={() => setShowsDay(false)} />
        </OnDemand>
      )}
      <span>
        open <Rand value={open} isStale={isStale || stale > 0} />
        {unpriced > 0 && ` (${unpriced} without a price)`}
        {stale > 0 && ` (${stale} at an old price)`}
      </span>
      <span>
        realised <Rand value={realised} isStale={isStale} />
      </span>
      <span data-tip="Initial margin that your accounts need for their positions now">
        margin now {wholeRand(needed)}
      </span>
      <span data-tip="Initial margin that your accounts deposited at the last end of day">
        deposited {wholeRand(margin)}
      </span>
      <span data-tip="Net lots of all futures, and the lots of futures that move like all positions, options included">
        futures {formatSigned(futures, 0)}, delta {formatSigned(deltaLots, 1)} lots
      </span>
    </>
  );
}

/** Without cents: the columns have them, and the footer has little room. */
const wholeRand = (rand: number | null) => (rand === null ? dash : `R\u00a0${formatPrice(rand, 0)}`);

/** Rand; null while it is not known. */
const usePresentMargin = (): number | null =>
  useSyncExternalStore(presentMargins.onChange, () => presentMargins.current()?.total ?? null);

function Rand({ value, isStale }: { readonly value: number; readonly isStale: boolean }) {
  return (
    <span className={styles.sum} data-tone={value === 0 || isStale ? undefined : value > 0 ? 'up' : 'down'}>
      R {formatSigned(value, 2)}
    </span>
  );
}

const PositionDeals = loadedOnDemand(() =>
  import('./position-deals.tsx').then((module) => module.PositionDeals),
);

const DayProfit = loadedOnDemand(() => import('./day-profit.tsx').then((module) => module.DayProfit));

const texts = {
  rows: 'positions',
  one: 'position',
  many: 'positions',
  empty: { title: 'No positions.', detail: 'A position shows here with your first deal in a contract.' },
};
const positionsWithMarket = rowsWithMarket(dataSetStores.positions);

/** The contracts with positions of several accounts. */
const shared = derivedValue(dataSetStores.positions, (rows) => {
  const contracts = rows.map(({ contract }) => contract);
  return new Set(contracts.filter((contract, index) => contracts.indexOf(contract) !== index));
});
const onRepaint = (listener: () => void) =>
  joinStops(presentMargins.onChange(listener), shared.onChange(listener));

export function PositionsPanel(props: PanelProps) {
  const isPhone = props.device === 'mobile';
  const positions = useDataSet('positions');
  const scope = useSession(({ hqAccess }) => hqAccess?.scope);
  const context = useActionContext();
  const [explained, setExplained] = useState<PositionRow | null>(null);
  const columns = useMemo(() => {
    return positionsColumns({
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

  /** Only a holder can exercise or abandon. */
  const expiryItems = ({ row, anchor }: RowGesture<PositionRow>): readonly ActionMenuItem[] =>
    row.net > 0 && isOption(row)
      ? itemsOfPosition({ contract: row.contract, position: row, anchor }, context)
      : [];

  const calculatorItems = (row: PositionRow): readonly ActionMenuItem[] => {
    if (!isOption(row)) return [];
    const { contract, net } = row;
    return [menuItem(sendToCalculator, { contract, lots: net === 0 ? null : net }, context)];
  };

  return (
    <>
      {scope === 'own' && <OwnAbandonments context={context} />}
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
        rowActions={tradeActions}
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
