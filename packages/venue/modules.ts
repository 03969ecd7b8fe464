// The modules of the venue, each above the modules that it may import, and their unions: all commands, events, answers and rejections, and
// the complete state. A new module adds a line to the list, and a line to the unions of events and answers if it has any. Its commands and
// rejections follow from the list.
import type { CommandKindOfUser } from '@openpit/terms';
import { type AnnouncementMade, announcementsModule } from './announcements/announcements-module.ts';
import type { ClearingEvent } from './clearing/clearing-events.ts';
import { clearingModule } from './clearing/clearing-module.ts';
import { dealActionsModule } from './deal-actions/deal-actions-module.ts';
import type { DealsAnswer, UnmatchedAnswer } from './deal-actions/deal-answers.ts';
import type { DealEvent } from './deals/deal-events.ts';
import { dealsModule } from './deals/deals-module.ts';
import type { ContinueRun, EndDay, ExchangeDayEvent } from './exchange-day/exchange-day-events.ts';
import { exchangeDayModule } from './exchange-day/exchange-day-module.ts';
import type { ExpiryEvent } from './expiry/expiry-events.ts';
import { expiryModule } from './expiry/expiry-module.ts';
import type { CommandEntry } from './kernel/command-entry.ts';
import type { DetailsOf, RejectionCatalogue } from './kernel/rejection.ts';
import type { VenueModule } from './kernel/venue-module.ts';
import { limitsModule } from './limits/limits-module.ts';
import type { LimitsChanged } from './limits/widen-limits.ts';
import type { StrikeAdded, StrikeAnswer } from './listing/add-strike.ts';
import type { ContractsListed } from './listing/list-addition.ts';
import { listingModule } from './listing/listing-module.ts';
import type { MarketOpened, OpenMarket } from './listing/open-market.ts';
import { type MarginLimited, marginsModule } from './margins/margins-module.ts';
import type { MtmEvent } from './mtm/mtm-events.ts';
import { mtmModule } from './mtm/mtm-module.ts';
import type { DoubleAnswer, OrderAnswer, OrdersAnswer } from './orders/order-answers.ts';
import type { OrderEvent } from './orders/order-events.ts';
import { ordersModule } from './orders/orders-module.ts';
import { phasesModule } from './phases/phases-module.ts';
import type { PositionChanged } from './positions/position.ts';
import { type PositionLimited, positionsModule } from './positions/positions-module.ts';
import { pricesModule } from './prices/prices-module.ts';
import { pricingModule } from './pricing/pricing-module.ts';
import { type RatesEvent, ratesModule } from './rates/rates-module.ts';
import {
  type ApplyReferenceData,
  type ReferenceEvent,
  referenceModule,
} from './reference/reference-module.ts';
import { requestsModule } from './requests/requests-module.ts';
import type { RightsEvent } from './rights/change-rights.ts';
import { rightsModule } from './rights/rights-module.ts';
import type { UserContext } from './rights/user-rights.ts';
import type { SiloAnswer, SiloEvent } from './silo/silo-events.ts';
import { siloModule } from './silo/silo-module.ts';
import { type TradingStopsEvent, tradingStopsModule } from './trading-stops/trading-stops-module.ts';

export const modules = [
  announcementsModule,
  referenceModule,
  rightsModule,
  tradingStopsModule,
  ratesModule,
  phasesModule,
  pricesModule,
  limitsModule,
  pricingModule,
  listingModule,
  positionsModule,
  marginsModule,
  dealsModule,
  ordersModule,
  dealActionsModule,
  mtmModule,
  expiryModule,
  clearingModule,
  siloModule,
  exchangeDayModule,
  requestsModule,
] as const satisfies readonly VenueModule[];

type Module = (typeof modules)[number];
type ModuleWithSlice = Extract<Module, { readonly slice: object }>;
type ModuleWithCommands = Extract<Module, { readonly commands: object }>;
type ModuleWithRejections = Extract<Module, { readonly rejections: object }>;
type ModuleWithEvents = Extract<Module, { readonly events: object }>;

type EntryIn<Commands> = Commands extends unknown ? Commands[keyof Commands] : never;
/** The commands that entries handle. */
type HandledBy<Entry> = Entry extends CommandEntry<never, infer Handled> ? Handled : never;

/**
 * Everything that can change the market. A command is data that is journalled and replayed unchanged. Each module contributes the
 * commands of its entries. The venue itself handles the commands that involve all modules: opening the market, ending its day,
 * continuing that work, and changing the reference data.
 */
export type Command =
  | OpenMarket
  | EndDay
  | ContinueRun
  | ApplyReferenceData
  | HandledBy<EntryIn<ModuleWithCommands['commands']>>;
export type CommandKind = Command['kind'];
export type CommandOf<Kind extends CommandKind> = Extract<Command, { readonly kind: Kind }>;

/**
 * Everything that happens in the market. Events are the only source of screens, history and gateways. An event contains everything that its
 * readers need, because they cannot query the venue's state. Prices are cents per ton, quantities lots.
 */
export type VenueEvent =
  | AnnouncementMade
  | MarketOpened
  | ReferenceEvent
  | RightsEvent
  | TradingStopsEvent
  | RatesEvent
  | MarginLimited
  | LimitsChanged
  | StrikeAdded
  | ContractsListed
  | PositionChanged
  | PositionLimited
  | DealEvent
  | OrderEvent
  | MtmEvent
  | ExpiryEvent
  | ClearingEvent
  | SiloEvent
  | ExchangeDayEvent;
export type EventKind = VenueEvent['kind'];
export type EventOf<Kind extends EventKind> = Extract<VenueEvent, { readonly kind: Kind }>;

/** The answer to an accepted command. */
export type Answer =
  | StrikeAnswer
  | OrderAnswer
  | DoubleAnswer
  | OrdersAnswer
  | DealsAnswer
  | UnmatchedAnswer
  | SiloAnswer;

/** The slices of all modules, by name. */
export type VenueState = {
  readonly [M in ModuleWithSlice as M['name']]: ReturnType<M['slice']['empty']>;
};
/** The state of the venue as plain data. */
export type SavedState = {
  readonly [M in ModuleWithSlice as M['name']]: ReturnType<M['slice']['save']>;
};

/** The runtime context. `rights` is null at run time if the sender is not a user; handlers of such commands must not read it. */
export type VenueContext = UserContext<VenueState, VenueEvent>;

type ModuleCommandKind = Exclude<CommandKind, 'openMarket' | 'endDay' | 'continueRun' | 'applyReferenceData'>;

type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Object.assign loses the types of a list; the result combines all of its elements. */
const merged = <Part extends object>(parts: readonly Part[]): AllOf<Part> =>
  Object.assign({}, ...parts) as AllOf<Part>;

const modulesWithCommands = modules.filter((module): module is ModuleWithCommands => 'commands' in module);
const modulesWithRejections = modules.filter(
  (module): module is ModuleWithRejections => 'rejections' in module,
);
const modulesWithEvents = modules.filter((module): module is ModuleWithEvents => 'events' in module);
export const modulesWithSlice = modules.filter((module): module is ModuleWithSlice => 'slice' in module);

/** By kind of command. A command without an entry does not compile here, nor one of users without `requiredPermissions`. */
export const commandEntries: {
  readonly [Kind in ModuleCommandKind]: CommandEntry<VenueContext, CommandOf<Kind>> & {
    readonly by: Kind extends CommandKindOfUser ? 'user' : 'operator';
  };
} = merged(modulesWithCommands.map(({ commands }) => commands));

/** Whether commands of this kind contain a random decision, for which the sequencer must draw a seed. */
export const needsSeed = (kind: CommandKind): boolean =>
  kind === 'endDay' || (isOfModule(kind) && commandEntries[kind].needsSeed === true);

const isOfModule = (kind: CommandKind): kind is ModuleCommandKind => Object.hasOwn(commandEntries, kind);

/** All kinds of events. A kind that no module declares does not compile. */
export const eventKinds: Readonly<Record<EventKind, true>> = merged(
  modulesWithEvents.map(({ events }) => events),
);

/** The rejections of all modules, by code. */
export const rejectionCatalogue = merged(
  modulesWithRejections.map(({ rejections }) => rejections),
) satisfies RejectionCatalogue;

export type RejectionCode = keyof typeof rejectionCatalogue;
/** A rejection of one of the modules, with the details that its code declares. */
export type VenueRejection = {
  [Code in RejectionCode]: {
    readonly code: Code;
    readonly details: DetailsOf<(typeof rejectionCatalogue)[Code]>;
  };
}[RejectionCode];
