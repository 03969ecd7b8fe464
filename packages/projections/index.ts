// Rows for screens, folded from the market's events, each with its audience.
export { packedAnswerItems, type RequestAnswer } from './access/answers.ts';
export { type DealtAtOnce, dealtAtOnce } from './access/dealt-at-once.ts';
export type { UserView } from './access/rights.ts';
export { ContractBook } from './books/contract-book.ts';
export { ContractBooks } from './books/contract-books.ts';
export type { DepthChange } from './books/depth-view.ts';
export {
  type CandleFigures,
  type CandleMinutes,
  Candles,
  candleStart,
  type DayCandle,
  joinFigures,
  type MinuteCandle,
} from './history/candles.ts';
export {
  HistoryFold,
  type HistoryRows,
  type RecordedPrint,
  type SavedHistory,
} from './history/history-fold.ts';
export {
  type Audience,
  audienceName,
  audienceOf,
  maySee,
  type Viewer,
} from './kernel/audience.ts';
export type { DataSetChange } from './kernel/member-rows.ts';
export type { OutcomeChanges } from './kernel/projection.ts';
export { packedRecordItems } from './kernel/record-store.ts';
export type { ChangedMarketRow, Wanted } from './market/market-display.ts';
export type { FeedSource, MarketView } from './market-view.ts';
export { eventsRead, type SavedProjections } from './projection-list.ts';
export { Projections } from './projections.ts';
export { withRates } from './reference/directory.ts';
export type { Halt, PhaseOfGroup } from './reference/exchange-day.ts';
export { projectionUpgrades } from './upgrade.ts';
