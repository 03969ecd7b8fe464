// Rows for screens, folded from the market's events, each with its audience.
export type { RequestAnswer } from './access/answers.ts';
export type { UserView } from './access/rights.ts';
export {
  type Audience,
  audienceName,
  audienceOf,
  everyone,
  type MemberRow,
  maySee,
  ofMember,
  type Viewer,
} from './audience.ts';
export type { ExchangeDay, GroupPhase, Halt } from './data-sets/exchange-day.ts';
export type { DataSetChange } from './data-sets/member-rows.ts';
export type { DepthChange, DepthImage } from './depth/depth-view.ts';
export {
  type CandleFigures,
  type CandleMinutes,
  Candles,
  candleStart,
  type DayCandle,
  joinFigures,
  type MinuteCandle,
} from './history/candles.ts';
export { type DealPrint, HistoryFold, type HistoryRows, type SavedHistory } from './history/history-fold.ts';
export { ContractBook } from './market/contract-book.ts';
export { ContractBooks } from './market/contract-books.ts';
export type { MarketChange, Wanted } from './market/market-display.ts';
export {
  type OutcomeChanges,
  Projections,
  type SavedProjections,
} from './projections.ts';
