// Which calls are expensive, in units: one is a page of history or a data set of the user's own, about a millisecond of work.
import { type MarketHubMethod, paths } from '@openpit/wire';

const callCosts: Readonly<Record<string, number>> = {
  [paths.historyCandles]: 1,
  [paths.getPriceHistory]: 1,
  [paths.historyTimeAndSales]: 1,
  [paths.historyDeals]: 1,
  [paths.historyOrders]: 1,
  [paths.getPrices]: 5,
};

const invocationCosts: Partial<Readonly<Record<MarketHubMethod, number>>> = {
  PublishAllData: 1,
  Subscribe: 1,
  // Half a megabyte, of every contract of the market.
  GetMarketDisplayChunks: 10,
};

/** `path`: of the route. */
export const costOfCall = (path: string | undefined): number => callCosts[path ?? ''] ?? 0;

export const costOfInvocation = (method: MarketHubMethod): number => invocationCosts[method] ?? 0;
