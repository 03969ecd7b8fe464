// The costs of expensive calls, in units of about a millisecond of processor time, measured on the demonstration market.
import { type MarketHubMethod, paths } from '@openpit/wire';

const callCosts: Readonly<Record<string, number>> = {
  [paths.historyCandles]: 5,
  [paths.getPriceHistory]: 5,
  [paths.historyTimeAndSales]: 2,
  [paths.historyDeals]: 2,
  [paths.historyOrders]: 2,
  [paths.historyDataSet]: 2,
  [paths.endOfDayReport]: 20,
  [paths.getPrices]: 10,
  // For a portfolio of two hundred legs.
  [paths.previewMargin]: 5,
  [paths.getPresentMargins]: 5,
};

const invocationCosts: Partial<Readonly<Record<MarketHubMethod, number>>> = {
  PublishAllData: 2,
  Subscribe: 7,
  // Half a megabyte, of every contract of the market.
  GetMarketDisplayChunks: 15,
};

/** `path`: of the route. */
export const costOfCall = (path: string | undefined): number => callCosts[path ?? ''] ?? 0;

export const costOfInvocation = (method: MarketHubMethod): number => invocationCosts[method] ?? 0;
