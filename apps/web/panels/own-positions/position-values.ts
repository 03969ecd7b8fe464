// The values of a position at the market now: open profit, profit at the MTM, delta-equivalent lots, premium
// and exercisable lots, and the sums over positions (market.md, Positions). Money is in rand.
import { classifyContract, type MarketRow, openProfit, type PositionRow } from '@openpit/wire';

type Prices = Pick<MarketRow, 'last' | 'mtm'>;

/** The price at which a position is valued: the last price, else the MTM; null when there is neither. */
function valuationPrice(market: Prices | undefined): number | null {
  return market?.last ?? market?.mtm ?? null;
}

/**
 * Null while the contract has no price. A flat position needs none: its profit is zero for an account, and what the
 * accounts of a member have paid and received for theirs, where these are added up.
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

/** Whether a position is in an option; it can only be in a future or an option (market.md, Contract names). */
const isOption = ({ contract }: Pick<PositionRow, 'contract'>): boolean => / [CP]$/.test(contract);

/** The value of a position in a future; null for one in an option, which no sum of futures counts. */
export const ofFuture = (position: Pick<PositionRow, 'contract'>, value: number): number | null =>
  isOption(position) ? null : value;

/**
 * The lots of the future that move like this position: for an option its lots times its delta; null while
 * that is unknown.
 */
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
  return price === null ? null : (Math.round(price * 100) * net * tons) / 100;
}

/** The lots that may be exercised: all of a long option, none of a short one; null for what is no option. */
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
  let [open, realised, margin, unpriced, futures, stale] = [0, 0, 0, 0, 0, 0];
  let deltaLots: number | null = 0;
  for (const position of positions) {
    const market = prices.get(position.contract);
    const profit = openProfitOf(position, market);
    futures += ofFuture(position, position.net) ?? 0;
    const lots = deltaLotsOf(position, market);
    deltaLots = deltaLots === null || lots === null ? null : deltaLots + lots;
    if (profit === null) unpriced += 1;
    else if (position.net !== 0 && !prices.isLive(position.contract)) stale += 1;
    open += Math.round((profit ?? 0) * 100);
    realised += Math.round(position.realised * 100);
    margin += Math.round(position.margin * 100);
  }
  const tenths = deltaLots === null ? null : Math.round(deltaLots * 10) / 10 + 0;
  return {
    open: open / 100,
    realised: realised / 100,
    margin: margin / 100,
    futures,
    deltaLots: tenths,
    unpriced,
    stale,
  };
}
