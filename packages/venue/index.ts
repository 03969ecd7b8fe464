// The market, and what the world needs to talk to it: commands, events, outcomes, rejections, the Floor and the Clock.
export { permissionFlags } from './access/permission-flags.ts';
export type * from './commands.ts';
export type { Deal, DealState, DealTerms } from './deals/deal.ts';
export type * from './deals/deal-commands.ts';
export type * from './deals/deal-events.ts';
export { countsForMarket, type DealOrigin } from './deals/deal-origin.ts';
export type * from './deals/error-trade-commands.ts';
export type * from './deals/error-trade-events.ts';
export type { UnmatchedDeal, UnmatchedState, UnmatchedType } from './deals/unmatched-deal.ts';
export type * from './events.ts';
export { VenueBug } from './kernel/assert.ts';
export { civilOf, type Day, type IsoDate, isoDate, parseIsoDate } from './kernel/civil-date.ts';
export { marketTime } from './kernel/market-time.ts';
export { type Clock, type Floor, FloorUnavailable, type Submission } from './kernel/ports.ts';
export { hashText, type StateHash } from './kernel/state-hash.ts';
export { businessDayFrom, businessDaysBefore, type Holidays, nextBusinessDay } from './kernel/trading-day.ts';
export * from './kernel/units.ts';
export type { OptionDealt } from './options/option-dealt.ts';
export type { OptionPricing } from './options/option-terms.ts';
export type { AddStrike } from './options/strike-commands.ts';
export type { StrikeAdded } from './options/strike-events.ts';
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
  DealsAnswer,
  DoubleAnswer,
  HedgeAnswer,
  OrderAnswer,
  OrderState,
  OrdersAnswer,
  Outcome,
  StrikeAnswer,
  UnmatchedAnswer,
  Verdict,
} from './outcome.ts';
export { contractDates } from './reference/contract-dates.ts';
export {
  type ContractMonth,
  contractDateName,
  futureName,
  optionName,
  splitName,
  spreadName,
} from './reference/contract-names.ts';
export type * from './reference/reference-data.ts';
export { referenceDataFault } from './reference/reference-data-check.ts';
export {
  type Rejection,
  type RejectionCode,
  type RejectionDetails,
  rejectionCatalogue,
  rejectionSentence,
  rejectionStatus,
} from './rejections.ts';
export { type Opening, openingPrice, type Wish } from './session/opening-price.ts';
export {
  type ContractGroup,
  contractGroups,
  type Phase,
  type PhaseChange,
  phases,
} from './session/session.ts';
export type * from './session/session-commands.ts';
export type * from './session/session-events.ts';
export type { VenueSnapshot } from './snapshot.ts';
export { bookingFee, type ContractFees, contractFees } from './valuation/booking-fee.ts';
export { ruleVersion, Venue } from './venue.ts';
