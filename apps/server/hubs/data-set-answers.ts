// What PublishAllData sends for each data set (MODEL-6, design §4.3): four sets have an event of their own, every other
// answers DataSetInit with what this user may see, which is nothing while its part of the product is still to come.
import type { Projections, Viewer } from '@openpit/projections';
import { type DataSetName, dataSetNameOf, type MarketHubEvents } from '@openpit/wire';

export type DataSetAnswer =
  | { readonly event: 'InstrumentsInit'; readonly payload: MarketHubEvents['InstrumentsInit'] }
  | { readonly event: 'ContractDateInit'; readonly payload: MarketHubEvents['ContractDateInit'] }
  | { readonly event: 'MTMInit'; readonly payload: MarketHubEvents['MTMInit'] }
  | { readonly event: 'DailyTrendsInit'; readonly payload: MarketHubEvents['DailyTrendsInit'] }
  | { readonly event: 'DataSetInit'; readonly payload: MarketHubEvents['DataSetInit'] };

export function dataSetAnswer(
  dataSetId: number,
  {
    projections,
    viewer,
    epoch,
  }: { readonly projections: Projections; readonly viewer: Viewer; readonly epoch: string },
): DataSetAnswer {
  const { directory, dailyFigures, lastSeq: asOf } = projections;
  const name = dataSetNameOf(dataSetId);
  switch (name) {
    case 'instruments':
      return { event: 'InstrumentsInit', payload: { rows: directory.instrumentRows(), epoch, asOf } };
    case 'contractDate':
      return { event: 'ContractDateInit', payload: { rows: directory.contractDateRows(), epoch, asOf } };
    case 'mtm':
      return { event: 'MTMInit', payload: { rows: dailyFigures.mtmRows(), epoch, asOf } };
    case 'dailyTrends':
      return {
        event: 'DailyTrendsInit',
        payload: { rows: dailyFigures.trendRows(directory.businessDay), epoch, asOf },
      };
    default:
      return { event: 'DataSetInit', payload: { dataSetId, epoch, ...rowsOf(name, projections, viewer) } };
  }
}

function rowsOf(
  name: DataSetName | undefined,
  {
    directory,
    activeOrders,
    completedOrders,
    deals,
    unmatchedDeals,
    positions,
    market,
    lastSeq,
  }: Projections,
  viewer: Viewer,
): { rows: readonly object[]; asOf: number } {
  switch (name) {
    case 'activeOrders':
      return activeOrders.rows.image(viewer);
    case 'preMarketOrders':
      return activeOrders.preMarket.image(viewer);
    case 'completedOrders':
      return completedOrders.rows.image(viewer);
    case 'deals':
      return deals.rows.image(viewer);
    case 'unmatchedDeal':
      return unmatchedDeals.rows.image(viewer);
    case 'positions':
      return positions.rows.image(viewer);
    case 'holidays':
      return { rows: directory.holidayRows(), asOf: lastSeq };
    case 'prices':
      return { rows: market.prices(), asOf: lastSeq };
    default:
      return { rows: [], asOf: lastSeq };
  }
}
