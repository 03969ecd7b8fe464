// The market and its interface: commands, events, outcomes, rejections, the order gateway and the clock.
export type {
  AnnouncementKind,
  Capacity,
  ContractGroup,
  ContractKind,
  DealOrigin,
  DealState,
  OrderFilter,
  OrderState,
  OrderType,
  PermissionFlag,
  Phase,
  Side,
  UnmatchedState,
  UnmatchedType,
} from '@openpit/terms';
export {
  type ContractMonth,
  contractDateName,
  contractGroups,
  futureName,
  isPermissionFlag,
  kindOfContractName,
  optionName,
  otherSide,
  parseContractDate,
  parseContractName,
  permissionFlags,
  phases,
  splitName,
  spreadName,
  toCents,
  toRand,
} from '@openpit/terms';
export { actsOfCommands } from './acts-of-commands.ts';
export type * from './announcements/announcements-module.ts';
export type * from './clearing/clearing-events.ts';
export { exchangeAccount } from './clearing/clearing-ledger.ts';
export { contractDates } from './contracts/contract-dates.ts';
export type { ContractListing } from './contracts/contract-listing.ts';
export type { Instrument, InstrumentRates } from './contracts/instrument.ts';
export type * from './deal-actions/deal-commands.ts';
export { allowsDealActions } from './deal-actions/deal-time.ts';
export type { ErrorTradePreview } from './deal-actions/error-trades.ts';
export type { Deal } from './deals/deal.ts';
export type * from './deals/deal-events.ts';
export { countsForMarket } from './deals/deal-origin.ts';
export { packedDealItems } from './deals/deal-table.ts';
export type { UnmatchedDeal } from './deals/unmatched-deal.ts';
export type * from './exchange-day/exchange-day-events.ts';
export { type Opening, openingPrice } from './exchange-day/opening-price.ts';
export type * from './expiry/expiry-events.ts';
export {
  type ActName,
  acts,
  type Cell,
  type Condition,
  conditions,
  conditionTable,
} from './kernel/act-conditions.ts';
export { type Chunk, type ChunkStore, chunksInMemory } from './kernel/chunk-store.ts';
export {
  civilOf,
  type Day,
  type IsoDate,
  isoDate,
  marketTime,
  minutesAhead,
  parseIsoDate,
} from './kernel/civil-date.ts';
export {
  blockReader,
  LongList,
  type NextBlock,
  type PackedBytes,
  packedBytesOf,
  type SavedBlocks,
} from './kernel/long-list.ts';
export {
  AddedNumbers,
  chunkSize,
  PackedNumbers,
  PackedValues,
  type PackedValuesHead,
} from './kernel/packed-values.ts';
export type { RejectionDetails } from './kernel/rejection.ts';
export { hashText, hashTexts, type StateHash } from './kernel/state-hash.ts';
export {
  businessDayFrom,
  businessDaysAfter,
  businessDaysBefore,
  type Holidays,
  nextBusinessDay,
} from './kernel/trading-day.ts';
export * from './kernel/units.ts';
export type { AddStrike } from './listing/add-strike.ts';
export type { MarketOpened, OpenMarket } from './listing/open-market.ts';
export type { ClassMargin } from './margins/portfolio-margin.ts';
export {
  type Answer,
  type Command,
  type CommandKind,
  type CommandOf,
  commandEntries,
  type EventKind,
  type EventOf,
  type RejectionCode,
  rejectionCatalogue,
  type VenueEvent,
  type VenueRejection,
} from './modules.ts';
export type * from './mtm/mtm-events.ts';
export { LadderOrderBook } from './order-book/ladder-book.ts';
export type {
  BookEntry,
  MatchListener,
  OrderBook,
  RestingMatch,
  RestingOrder,
} from './order-book/order-book.ts';
export {
  type Clock,
  GatewayUnavailable,
  type OrderGateway,
  type Submission,
  sequenced,
  type UnavailableCode,
} from './order-gateway.ts';
export type { OrderAnswer } from './orders/order-answers.ts';
export type * from './orders/order-commands.ts';
export type * from './orders/order-events.ts';
export { packedRefItems } from './orders/orders.ts';
export type { MarginPreview, MarginQuery } from './orders/preview-margin.ts';
export type { Actor, EventOrigin, Outcome, SequencedCommand, Verdict } from './outcome.ts';
export type { PhaseChange } from './phases/phases.ts';
export type { PositionChanged } from './positions/position.ts';
export type { DayMark } from './prices/prices-module.ts';
export type { OptionDealt } from './pricing/option-dealt.ts';
export type { OptionPricing } from './pricing/option-pricing.ts';
export { contractFees } from './rates/booking-fee.ts';
export { ratesOf } from './rates/rates.ts';
export type * from './rates/rates-module.ts';
export { deliveryDays } from './reference/market.ts';
export type * from './reference/parties.ts';
export type * from './reference/reference-data.ts';
export { clearingMemberOf } from './reference/reference-data.ts';
export {
  openingDatesFaults,
  referenceDataFault,
  referenceDataFaults,
} from './reference/reference-data-check.ts';
export type { MovedDates } from './reference/reference-module.ts';
export type * from './reference/silo-data.ts';
export { isRejectionCode, rejectionCodesByModule, rejectionSentence, rejectionStatus } from './rejections.ts';
export { packedRequestItems, rememberedDays } from './requests/request-ledger.ts';
export type * from './rights/change-rights.ts';
export type { OrderOwner } from './rights/owner.ts';
export { beginsRun } from './runs.ts';
export type * from './silo/silo-events.ts';
export { oldestRules, type SavedParts, type UpgradeSteps, upgraded, venueUpgrades } from './upgrade.ts';
export { ruleVersion, Venue, type VenueSnapshot } from './venue.ts';
