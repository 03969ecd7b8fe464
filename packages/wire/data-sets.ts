// The data sets that screens load and follow (MODEL-6). The server's answers and hub groups, the browser's stores, feeds and loaders, and
// the scope tests are derived from this table. A set of MODEL-6 that is missing here has no rows yet.
import { dataSetIds } from './enumerations.ts';
import type { ActiveOrderRow } from './rows/active-order-row.ts';
import type { BreakdownRow } from './rows/breakdown-row.ts';
import type { ClearingInfoRow, ClearingRow, MovementRow } from './rows/clearing-rows.ts';
import type { CompletedOrderRow } from './rows/completed-order-row.ts';
import type { ConsPositionRow } from './rows/cons-position-row.ts';
import type { DealRow } from './rows/deal-row.ts';
import type { EarlyValuationRow } from './rows/early-valuation-row.ts';
import type { PositionRow } from './rows/position-row.ts';
import type { BfProfileRow, MarginRow } from './rows/rate-rows.ts';
import type {
  ContractDateRow,
  DailyTrendRow,
  HolidayRow,
  InstrumentRow,
  MtmRow,
  PriceRow,
} from './rows/reference-rows.ts';
import type {
  SiloAllocationRow,
  SiloAuctionRow,
  SiloBidRow,
  SiloCertRow,
  SiloInvoiceRow,
  SiloOfferRow,
  SiloPositionRow,
} from './rows/silo-rows.ts';
import type { UnmatchedDealRow } from './rows/unmatched-deal-row.ts';

export * from './rows/active-order-row.ts';
export * from './rows/breakdown-row.ts';
export * from './rows/clearing-rows.ts';
export * from './rows/completed-order-row.ts';
export * from './rows/cons-position-row.ts';
export * from './rows/deal-row.ts';
export * from './rows/early-valuation-row.ts';
export * from './rows/position-row.ts';
export * from './rows/rate-rows.ts';
export * from './rows/reference-rows.ts';
export * from './rows/silo-rows.ts';
export * from './rows/unmatched-deal-row.ts';

/**
 * The users who may see the rows: `market`, everyone; `dealers`, the row's member, but a dealer with own-only visibility sees only the
 * dealer's own rows; `accounts`, the row's member, but no dealer with own-only visibility.
 */
type DataSetOwner = 'market' | 'dealers' | 'accounts';

/** The hub events that carry a complete set (HUB-3). Sets without their own event share `DataSetInit`. */
export type InitEvent =
  | 'MTMInit'
  | 'ContractDateInit'
  | 'InstrumentsInit'
  | 'DailyTrendsInit'
  | 'DataSetInit';

export interface DataSet<Row extends object = object, Key extends keyof Row & string = keyof Row & string> {
  /** The argument of `PublishAllData`. */
  readonly id: number;
  /** The name of the set on the screen, as in "1,803 mtm". */
  readonly label: string;
  /** The field that identifies a row. */
  readonly key: Key;
  readonly owner: DataSetOwner;
  readonly initEvent: InitEvent;
  /** True if changes are sent immediately although the rows are the same for everyone; false if omitted. */
  readonly isLive?: boolean;
  /** False for a set that clients request only when they need it; they follow the others from sign-in on. */
  readonly isFollowed: boolean;
  /** Declares the type of the rows to the compiler; never set. */
  readonly row?: Row;
}

/** A set whose changes are all sent, in order, to the users who may see them. */
const ordered = <Row extends object, Key extends keyof Row & string>(
  about: Pick<DataSet<Row, Key>, 'id' | 'label' | 'key'> & { readonly owner: 'dealers' | 'accounts' },
): DataSet<Row, Key> => ({ ...about, initEvent: 'DataSetInit', isFollowed: true });

/** A set of accounts that no panel shows from sign-in on. */
const onRequest = <Row extends object>(
  about: Pick<DataSet<Row>, 'id' | 'label'>,
): DataSet<Row & { readonly uniqueKey: string }, 'uniqueKey'> => ({
  ...about,
  key: 'uniqueKey',
  owner: 'accounts',
  initEvent: 'DataSetInit',
  isFollowed: false,
});

/** A set that is the same for everyone. */
const market = <Row extends object, Key extends keyof Row & string>(
  about: Pick<DataSet<Row, Key>, 'id' | 'label' | 'key'> &
    Partial<Pick<DataSet, 'initEvent' | 'isFollowed' | 'isLive'>>,
): DataSet<Row, Key> => ({ initEvent: 'DataSetInit', isFollowed: true, ...about, owner: 'market' });

export const dataSets = {
  activeOrders: ordered<ActiveOrderRow, 'activeOrderSeq'>({
    id: dataSetIds.activeOrders,
    label: 'active orders',
    key: 'activeOrderSeq',
    owner: 'dealers',
  }),
  instruments: market<InstrumentRow, 'instrument'>({
    id: dataSetIds.instruments,
    label: 'instruments',
    key: 'instrument',
    initEvent: 'InstrumentsInit',
  }),
  holidays: market<HolidayRow, 'date'>({
    id: dataSetIds.holidays,
    label: 'holidays',
    key: 'date',
    isFollowed: false,
  }),
  contractDate: market<ContractDateRow, 'uniqueKey'>({
    id: dataSetIds.contractDate,
    label: 'contract dates',
    key: 'uniqueKey',
    initEvent: 'ContractDateInit',
  }),
  positions: ordered<PositionRow, 'positionSeq'>({
    id: dataSetIds.positions,
    label: 'positions',
    key: 'positionSeq',
    owner: 'accounts',
  }),
  completedOrders: ordered<CompletedOrderRow, 'completedOrderSeq'>({
    id: dataSetIds.completedOrders,
    label: 'completed orders',
    key: 'completedOrderSeq',
    owner: 'dealers',
  }),
  deals: ordered<DealRow, 'dealSeq'>({
    id: dataSetIds.deals,
    label: 'deals',
    key: 'dealSeq',
    owner: 'dealers',
  }),
  unmatchedDeal: ordered<UnmatchedDealRow, 'unmatchedSeq'>({
    id: dataSetIds.unmatchedDeal,
    label: 'unmatched deals',
    key: 'unmatchedSeq',
    owner: 'dealers',
  }),
  mtm: market<MtmRow, 'contract'>({
    id: dataSetIds.mtm,
    label: 'mtm',
    key: 'contract',
    initEvent: 'MTMInit',
  }),
  consPositions: onRequest<ConsPositionRow>({
    id: dataSetIds.consPositions,
    label: 'consolidated positions',
  }),
  prices: market<PriceRow, 'contract'>({
    id: dataSetIds.prices,
    label: 'prices',
    key: 'contract',
    isFollowed: false,
  }),
  dailyTrends: market<DailyTrendRow, 'uniqueKey'>({
    id: dataSetIds.dailyTrends,
    label: 'daily trends',
    key: 'uniqueKey',
    initEvent: 'DailyTrendsInit',
  }),
  earlyValuations: onRequest<EarlyValuationRow>({
    id: dataSetIds.earlyValuations,
    label: 'early valuations',
  }),
  breakDownAnalysis: onRequest<BreakdownRow>({
    id: dataSetIds.breakDownAnalysis,
    label: 'breakdown',
  }),
  margins: market<MarginRow, 'uniqueKey'>({
    id: dataSetIds.margins,
    label: 'margins',
    key: 'uniqueKey',
    isFollowed: false,
  }),
  bfProfiles: market<BfProfileRow, 'uniqueKey'>({
    id: dataSetIds.bfProfiles,
    label: 'booking fees',
    key: 'uniqueKey',
    isFollowed: false,
  }),
  movements: onRequest<MovementRow>({ id: dataSetIds.movements, label: 'movements' }),
  clearingInfo: onRequest<ClearingInfoRow>({ id: dataSetIds.clearingInfo, label: 'clearing info' }),
  preMarketOrders: ordered<ActiveOrderRow, 'activeOrderSeq'>({
    id: dataSetIds.preMarketOrders,
    label: 'pre-market orders',
    key: 'activeOrderSeq',
    owner: 'dealers',
  }),
  clearing: onRequest<ClearingRow>({ id: dataSetIds.clearing, label: 'clearing' }),
  siloCerts: {
    id: dataSetIds.siloCerts,
    label: 'silo certificates',
    key: 'siloReceiptNo',
    owner: 'accounts',
    initEvent: 'DataSetInit',
    isFollowed: false,
  } as DataSet<SiloCertRow, 'siloReceiptNo'>,
  siloAuctions: market<SiloAuctionRow, 'uniqueKey'>({
    id: dataSetIds.siloAuctions,
    label: 'silo auctions',
    key: 'uniqueKey',
    isLive: true,
    isFollowed: false,
  }),
  siloBids: {
    id: dataSetIds.siloBids,
    label: 'silo bids',
    key: 'uniqueKey',
    owner: 'dealers',
    initEvent: 'DataSetInit',
    isFollowed: false,
  } as DataSet<SiloBidRow, 'uniqueKey'>,
  siloOffers: market<SiloOfferRow, 'siloCertSeq'>({
    id: dataSetIds.siloOffers,
    label: 'silo offers',
    key: 'siloCertSeq',
    isLive: true,
    isFollowed: false,
  }),
  siloAllocations: onRequest<SiloAllocationRow>({
    id: dataSetIds.siloAllocations,
    label: 'silo allocations',
  }),
  siloInvoices: onRequest<SiloInvoiceRow>({ id: dataSetIds.siloInvoices, label: 'silo invoices' }),
  siloPositions: onRequest<SiloPositionRow>({ id: dataSetIds.siloPositions, label: 'silo positions' }),
} as const satisfies Partial<Record<keyof typeof dataSetIds, Pick<DataSet, 'id'>>>;

type DataSets = typeof dataSets;
/** A data set that has rows. */
export type FilledDataSet = keyof DataSets;
export type RowOf<Name extends FilledDataSet> = NonNullable<DataSets[Name]['row']>;
/** The type of the field that identifies a row. */
export type RowKeyOf<Name extends FilledDataSet> = Extract<
  RowOf<Name>[DataSets[Name]['key'] & keyof RowOf<Name>],
  string | number
>;
