// Positions for the grids of prices and of positions: net lots, values at the market, their sums, and the actions of a holder on an option
// at its expiry.
import {
  accountName,
  type ContractFacts,
  classifyContract,
  type HqAccess,
  type MarketRow,
  openProfit,
  type PositionRow,
  toCents,
  toRand,
} from '@openpit/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { type ActionContext, denialOf, menuItem } from '../../../actions/action.ts';
import type { Anchor } from '../../../actions/dialogs.ts';
import { abandonOption, type ExpiryTarget, exerciseOption } from '../../../actions/option-actions.ts';
import { type NetLots, netLotsOf } from '../../../market/own-lots.ts';
import { ownPrices } from '../../../market/prices.ts';
import { useSession } from '../../../stores/session.ts';
import { contractStore, dataSetStores } from '../../../stores/stores.ts';
import type { ActionMenuItem } from '../../../ui/action-menu.tsx';
import { formatSigned } from '../../../ui/format.ts';
import type { GridColumn, GridMessage } from '../../../ui/live-grid/grid-column.ts';
import { createSignal, joinStops } from '../../../ui/signal.ts';
import { type DerivedValue, derivedValue } from '../row-source.ts';

/** A dash if no lots are held, as for other lots of the market. `net` is called each time a row is written; `contractOf` is null for a line without a contract. */
export function netColumn<Row>(net: () => NetLots, contractOf: (row: Row) => string | null): GridColumn<Row> {
  const lots = (row: Row) => {
    const contract = contractOf(row);
    return contract === null ? null : net().get(contract) || null;
  };
  return {
    id: 'net',
    title: 'Net',
    fullTitle: 'Net position in lots; short is negative',
    width: 52,
    align: 'right',
    weight: 'strong',
    text: (row) => formatSigned(lots(row), 0),
    tone: (row) => ((lots(row) ?? 0) > 0 ? 'buy' : (lots(row) ?? 0) < 0 ? 'sell' : 'second'),
    sortValue: lots,
  };
}

type Prices = Pick<MarketRow, 'last' | 'mtm'>;

/** The price at which a position is valued: the last price, otherwise the MTM, or null if there is neither. */
function valuationPrice(market: Prices | undefined): number | null {
  return market?.last ?? market?.mtm ?? null;
}

/**
 * `null` while the contract has no price. A flat position needs none: its profit is zero for an account. For the sum of a member's accounts
 * it is the difference of their payments and receipts. Money is in rand here and in the functions below (market/money.md, Positions).
 */
export function openProfitOf(
  position: Pick<PositionRow, 'net' | 'cost' | 'tons'>,
  market: Prices | undefined,
): number | null {
  if (position.net === 0) return openProfit(position, 0);
  const price = valuationPrice(market);
  return price === null ? null : openProfit(position, price);
}

/** The profit of the net position at the previous MTM; null without an MTM. */
export function mtmProfitOf(
  position: Pick<PositionRow, 'net' | 'cost' | 'tons'>,
  market: Pick<MarketRow, 'mtm'> | undefined,
): number | null {
  if (position.net === 0) return openProfit(position, 0);
  const mtm = market?.mtm ?? null;
  return mtm === null ? null : openProfit(position, mtm);
}

/** True if a position is in an option; it can only be in a future or an option (market/contracts.md, Contract names). */
const isOption = ({ contract }: Pick<PositionRow, 'contract'>): boolean => / [CP]$/.test(contract);

/** The value of a position in a future; null for a position in an option, which no sum of futures includes. */
export const ofFuture = (position: Pick<PositionRow, 'contract'>, value: number): number | null =>
  isOption(position) ? null : value;

/** The lots of the future that move like this position, for an option its lots times its delta; null while that is unknown. */
export function deltaLotsOf(
  position: Pick<PositionRow, 'contract' | 'net'>,
  market: Pick<MarketRow, 'delta'> | undefined,
): number | null {
  const { net } = position;
  if (net === 0 || !isOption(position)) return net;
  return market?.delta === undefined ? null : net * market.delta;
}

/** The premium of an option position at its valuation price; null for other positions and without a price. */
export function premiumValueOf(
  { net, tons }: Pick<PositionRow, 'net' | 'tons'>,
  market: (Prices & Pick<MarketRow, 'contractDisplay'>) | undefined,
): number | null {
  if (market === undefined || classifyContract(market.contractDisplay) !== 'options') return null;
  const price = valuationPrice(market);
  return price === null ? null : toRand(toCents(price) * net * tons);
}

/** The lots that may be exercised: all lots of a long option, none of a short option; null for other contracts. */
export function exercisableOf(
  { net }: Pick<PositionRow, 'net'>,
  market: Pick<MarketRow, 'contractDisplay'> | undefined,
): number | null {
  if (market === undefined || classifyContract(market.contractDisplay) !== 'options') return null;
  return Math.max(0, net);
}

export interface PositionSums {
  readonly open: number;
  readonly realised: number;
  /** Deposited at the last end of day. */
  readonly margin: number;
  /** Net lots of all futures. */
  readonly futures: number;
  /** Delta lots of all positions, to a tenth; null while the delta of an option is not known. */
  readonly deltaLots: number | null;
  /** The number of positions without a price, which the sum of open profits leaves out. */
  readonly unpriced: number;
  /** The number of open positions that are valued at the MTM, because their contract has not dealt. */
  readonly atMtm: number;
  /** The number of open positions whose price is not being received: their share of the sum is old. */
  readonly stale: number;
}

export function positionSums(
  positions: readonly PositionRow[],
  prices: {
    get(contract: string): (Prices & Pick<MarketRow, 'delta'>) | undefined;
    isLive(contract: string): boolean;
  },
): PositionSums {
  let [open, realised, margin, unpriced, futures, atMtm, stale] = [0, 0, 0, 0, 0, 0, 0];
  let deltaLots: number | null = 0;
  for (const position of positions) {
    const market = prices.get(position.contract);
    const profit = openProfitOf(position, market);
    futures += ofFuture(position, position.net) ?? 0;
    const lots = deltaLotsOf(position, market);
    deltaLots = deltaLots === null || lots === null ? null : deltaLots + lots;
    if (position.net !== 0 && profit !== null && (market?.last ?? null) === null) atMtm += 1;
    if (profit === null) unpriced += 1;
    else if (position.net !== 0 && !prices.isLive(position.contract)) stale += 1;
    open += toCents(profit ?? 0);
    realised += toCents(position.realised);
    margin += toCents(position.margin);
  }
  const tenths = deltaLots === null ? null : Math.round(deltaLots * 10) / 10 + 0;
  return {
    open: toRand(open),
    realised: toRand(realised),
    margin: toRand(margin),
    futures,
    deltaLots: tenths,
    unpriced,
    atMtm,
    stale,
  };
}

/** The interval at which sums are computed, because users cannot read totals faster. */
const pauseMs = 250;

// The sums are computed once for all who show them. Two timers would let the toolbar and a footer show different profits.
const sumsChanged = createSignal(followSums);
/** The sums as one text, so that React renders only when a sum has changed. */
let sumsText = '';

function computeSums(): string {
  const rows = dataSetStores.positions.rows();
  return JSON.stringify(positionSums(rows, ownPrices));
}

function followSums(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sumsText = computeSums();
      sumsChanged.emit();
    }, pauseMs);
  };
  sumsText = computeSums();
  return joinStops(
    () => clearTimeout(timer),
    dataSetStores.positions.onFlush(soon),
    ownPrices.onChange(soon),
  );
}

/** The sums of all positions as the market moves, for the footer of the Positions panel and the toolbar. */
export function usePositionSums(): PositionSums {
  return JSON.parse(
    useSyncExternalStore(sumsChanged.on, () => (sumsChanged.isUsed() ? sumsText : computeSums())),
  );
}

const actions = [exerciseOption, abandonOption] as const;
type ExpiryAction = (typeof actions)[number];

/**
 * The actions of a holder on an option at its expiry, as entries in the menu of a position, and in the menus of the option and its delta in
 * the market panels, where they state why nothing can be exercised. `suffix` names the account, where the menu would not say which one.
 */
function expiryItem(
  action: ExpiryAction,
  target: ExpiryTarget,
  context: ActionContext,
  suffix = '',
): ActionMenuItem {
  return menuItem(action, target, context, {
    id: `${action.id}${suffix}`,
    label: `${action.label}${suffix}…`,
  });
}

export function itemsOfPosition(target: ExpiryTarget, context: ActionContext): readonly ActionMenuItem[] {
  return actions.map((action) => expiryItem(action, target, context));
}

/**
 * The entries for the menu of an option or a delta: one for each account that holds the option, otherwise one disabled entry with
 * the reason. A dealer who sees no positions gets a single entry for all accounts.
 */
export function itemsOfOption(
  row: ContractFacts,
  anchor: Anchor | null,
  context: ActionContext,
): readonly ActionMenuItem[] {
  const option = optionOf(row);
  if (option === undefined) return [];
  const { contract } = option;
  // The form asks for the account.
  if (useSession.getState().hqAccess?.scope === 'own')
    return actions.map((action) => expiryItem(action, { contract, position: null, anchor }, context));
  const { holders, missing } = holdersOf(contract);
  return actions.flatMap((action): readonly ActionMenuItem[] => {
    if (holders.length > 0)
      return holders.map((position) =>
        expiryItem(
          action,
          { contract, position, anchor },
          context,
          holders.length === 1 ? '' : ` for ${accountName(position)}`,
        ),
      );
    return [
      {
        id: action.id,
        label: `${action.label}…`,
        ...denialOf({ permission: action.permission, against: () => missing }, null, context),
        run: () => undefined,
      },
    ];
  });
}

/** The option of a delta; an option itself. */
function optionOf(row: ContractFacts): ContractFacts | undefined {
  const kind = classifyContract(row.contractDisplay);
  if (kind === 'options') return row;
  if (kind !== 'deltas') return undefined;
  const { underlying, optionExpiry, contractDisplay } = row;
  return contractStore
    .rows()
    .find(
      (other) =>
        other.underlying === underlying &&
        other.optionExpiry === optionExpiry &&
        other.contractDisplay.strike === contractDisplay.strike &&
        other.contractDisplay.flag === contractDisplay.flag &&
        classifyContract(other.contractDisplay) === 'options',
    );
}

/** The long positions, and the text if there are none. */
function holdersOf(contract: string): { readonly holders: readonly PositionRow[]; readonly missing: string } {
  const { positions } = dataSetStores;
  const holders = positions.rows().filter((position) => position.contract === contract && position.net > 0);
  return {
    holders,
    missing:
      positions.status() === 'success'
        ? `You are not long ${contract}: only a holder can exercise or abandon it.`
        : 'Your positions are being loaded.',
  };
}

/**
 * Returns the message instead of positions for a dealer with own-only visibility, and `undefined`
 * for a dealer who may see positions. A position belongs to an account and holds the deals of all
 * dealers, so a dealer who sees only their own orders and deals sees no positions.
 */
export function positionsMessage(scope: HqAccess['scope']): GridMessage | undefined {
  if (scope !== 'own') return undefined;
  return {
    kind: 'notPermitted',
    title: 'Positions are not shown to you.',
    detail:
      'You see only your own orders and deals, and a position holds those of all dealers. Ask your operator to change that.',
  };
}

/** The net positions for grid cells. */
export function useNetLots(): DerivedValue<NetLots> {
  return useMemo(() => derivedValue(dataSetStores.positions, netLotsOf), []);
}
