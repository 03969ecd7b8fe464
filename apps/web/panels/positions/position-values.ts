// What a position is worth now (domain §4.10): its open profit at the last price of its contract, or at its MTM while nothing has
// dealt; its profit at the MTM; what it weighs in futures and in premium; and what the positions come to together, in rand.
import { classifyContract, type MarketRow, openProfit, type PositionRow } from '@openpit/wire';

type Prices = Pick<MarketRow, 'last' | 'mtm'>;

/** The price at which a position is valued: the last deal, else the MTM; null when the market has neither. */
export function valuationPrice(market: Prices | undefined): number | null {
  return market?.last ?? market?.mtm ?? null;
}

/** Rand; zero when flat, null while the contract has no price. */
export function openProfitOf(
  position: Pick<PositionRow, 'net' | 'cost' | 'tons'>,
  market: Prices | undefined,
): number | null {
  if (position.net === 0) return 0;
  const price = valuationPrice(market);
  return price === null ? null : openProfit(position, price);
}

/** Rand by which the net position stands above its cost at the previous MTM; null where there is none. */
export function mtmProfitOf(
  position: Pick<PositionRow, 'net' | 'cost' | 'tons'>,
  market: Pick<MarketRow, 'mtm'> | undefined,
): number | null {
  if (position.net === 0) return 0;
  const mtm = market?.mtm ?? null;
  return mtm === null ? null : openProfit(position, mtm);
}

/** Lots of the future that move like this position: of an option its lots times its delta; null where nobody knows that. */
export function deltaLotsOf(
  { net }: Pick<PositionRow, 'net'>,
  market: Pick<MarketRow, 'contractDisplay' | 'delta'> | undefined,
): number | null {
  if (market === undefined) return null;
  if (classifyContract(market.contractDisplay) !== 'options') return net;
  return market.delta === undefined ? null : net * market.delta;
}

/** Rand that the premium of an option position comes to at its valuation price; null for what has no premium. */
export function premiumValueOf(
  { net, tons }: Pick<PositionRow, 'net' | 'tons'>,
  market: (Prices & Pick<MarketRow, 'contractDisplay'>) | undefined,
): number | null {
  if (market === undefined || classifyContract(market.contractDisplay) !== 'options') return null;
  const price = valuationPrice(market);
  return price === null ? null : (Math.round(price * 100) * net * tons) / 100;
}

/** Lots that may be exercised: those of a long option; null for what cannot be exercised. */
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
  readonly margin: number;
  /** Positions that have no price: the sum of the open profit is without them. */
  readonly unpriced: number;
}

export function positionSums(
  positions: readonly PositionRow[],
  marketOf: (contract: string) => Prices | undefined,
): PositionSums {
  let [open, realised, margin, unpriced] = [0, 0, 0, 0];
  for (const position of positions) {
    const profit = openProfitOf(position, marketOf(position.contract));
    if (profit === null) unpriced += 1;
    open += Math.round((profit ?? 0) * 100);
    realised += Math.round(position.realised * 100);
    margin += Math.round(position.margin * 100);
  }
  return { open: open / 100, realised: realised / 100, margin: margin / 100, unpriced };
}
