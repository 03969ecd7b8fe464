// The data sets of this page, one store each, by the key fields of MODEL-5. Screens read; only live/ and startup/ write.
import type {
  ActiveOrderRow,
  CompletedOrderRow,
  ContractDateRow,
  DailyTrendRow,
  DealRow,
  InstrumentRow,
  MarketRow,
  MemberRow,
  MtmRow,
  PositionRow,
} from '@openpit/wire';
import { createKeyedStore } from './create-keyed-store.ts';
import { createDepthStore } from './depth-store.ts';

/** By display name of the contract, `DEC26 WMAZ`. */
export const marketStore = createKeyedStore<MarketRow, string>((row) => row.contract);
export const activeOrdersStore = createKeyedStore<ActiveOrderRow, number>((row) => row.activeOrderSeq);
export const completedOrdersStore = createKeyedStore<CompletedOrderRow, number>(
  (row) => row.completedOrderSeq,
);
export const dealsStore = createKeyedStore<DealRow, number>((row) => row.dealSeq);
export const positionsStore = createKeyedStore<PositionRow, number>((row) => row.positionSeq);
export const instrumentsStore = createKeyedStore<InstrumentRow, string>((row) => row.instrument);
export const contractDatesStore = createKeyedStore<ContractDateRow, string>((row) => row.uniqueKey);
export const mtmStore = createKeyedStore<MtmRow, string>((row) => row.contract);
export const dailyTrendsStore = createKeyedStore<DailyTrendRow, string>((row) => row.uniqueKey);
export const membersStore = createKeyedStore<MemberRow, string>((row) => row.code);
/** By displaySeq. */
export const depthStore = createDepthStore();
