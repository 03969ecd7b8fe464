// The market, and what the world needs to talk to it: commands, events, outcomes, refusals, the Floor and the Clock.
export { permissionFlags } from './access/permission-flags.ts';
export type * from './commands.ts';
export type * from './events.ts';
export { VenueBug } from './kernel/assert.ts';
export { civilOf, type Day, type IsoDate, isoDate, parseIsoDate } from './kernel/civil-date.ts';
export { type Clock, type Floor, FloorUnavailable, type Submission } from './kernel/ports.ts';
export { hashText, type StateHash } from './kernel/state-hash.ts';
export { businessDayFrom, type Holidays, nextBusinessDay } from './kernel/trading-day.ts';
export * from './kernel/units.ts';
export { LadderOrderBook } from './order-book/ladder-book.ts';
export { NaiveOrderBook } from './order-book/naive-book.ts';
export type {
  BookEntry,
  MatchListener,
  OrderBook,
  RestingMatch,
  RestingOrder,
} from './order-book/order-book.ts';
export { printBook } from './order-book/print-book.ts';
export type {
  Answer,
  DoubleAnswer,
  OrderAnswer,
  OrderState,
  OrdersAnswer,
  Outcome,
  Verdict,
} from './outcome.ts';
export { contractDateName, futureName } from './reference/contract-names.ts';
export type * from './reference/reference-data.ts';
export { referenceDataFault } from './reference/reference-data-check.ts';
export {
  type Refusal,
  type RefusalCode,
  type RefusalDetails,
  refusalCatalogue,
  refusalSentence,
  refusalStatus,
} from './refusals.ts';
export type { VenueSnapshot } from './snapshot.ts';
export { ruleVersion, Venue } from './venue.ts';
