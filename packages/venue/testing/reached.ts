// What plays of the whole market must come to: every command, every rejection that can be, every event, and every way in which an event comes
// about. For property tests only.
import type { CommandKind } from '../commands.ts';
import type { EventKind, VenueEvent } from '../events.ts';
import type { Outcome } from '../outcome.ts';
import { type RejectionCode, rejectionCatalogue } from '../rejections.ts';

/** Counts how often each kind of command was taken, each rejection given, and each kind of event told, in each of its ways. */
export class Reached {
  readonly #counts = new Map<string, number>();

  readonly note = ({ command, verdict, repeats, events }: Outcome): void => {
    if (repeats !== null) this.#count('repeat');
    else
      this.#count(verdict.kind === 'rejected' ? `rejection ${verdict.rejection.code}` : `command ${command}`);
    for (const event of events) {
      this.#count(`event ${event.kind}`);
      for (const how of waysOf(event)) this.#count(`${event.kind} ${how}`);
    }
  };

  /** What has been reached less often than this. */
  lacking(atLeast: number): string[] {
    return wanted.filter((what) => (this.#counts.get(what) ?? 0) < atLeast);
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

/** How an event came about, where there are several ways. */
function waysOf(event: VenueEvent): readonly string[] {
  switch (event.kind) {
    case 'dealMade':
    case 'dealBooked':
    case 'dealCancelled':
      return [event.origin];
    case 'orderDeleted':
    case 'orderExpired':
    case 'ordersSuspendedFor':
      return [event.reason];
    case 'dealMoved':
      return [event.what];
    case 'dealStateChanged':
      return [event.state];
    case 'unmatchedDealEnded':
      return [`${event.item.type} ${event.item.state}`];
    case 'phaseBegan':
      return [event.phase];
    case 'announcementMade':
      return [event.announcement];
    case 'contractUncrossed':
      return [event.price === null ? 'without a deal' : 'with deals'];
    case 'contractsListed':
      return event.contracts.map(({ contractType }) => String(contractType));
    case 'dayEnded':
      return event.marks.map(({ method }) => method);
    default:
      return [];
  }
}

/** Each must be reached, too. No command leads to a deal of the origin exercise or delivery yet. */
const ways = {
  dealMade: { screen: true, package: true, split: true, spread: true, delta: true },
  dealBooked: {
    screen: true,
    split: true,
    spread: true,
    delta: true,
    reported: true,
    assigned: true,
    tripartite: true,
  },
  dealCancelled: { screen: true, package: true, split: true, spread: true, delta: true, reported: true },
  orderDeleted: { deleted: true, cancelledAll: true, otherSideFilled: true },
  orderExpired: { dayEnded: true, holdOverEnded: true, contractExpired: true },
  ordersSuspendedFor: { timedOut: true, disconnected: true, outsideLimits: true },
  dealMoved: { principal: true, subAccount: true },
  dealStateChanged: {
    Open: true,
    Assigning: true,
    Split: true,
    Cumulated: true,
    Assigned: true,
    Tripartite: true,
    Cancelled: true,
  },
  unmatchedDealEnded: {
    'reported Accepted': true,
    'reported Withdrawn': true,
    'reported Expired': true,
    'assign Accepted': true,
    'assign Withdrawn': true,
    'assign Expired': true,
  },
  phaseBegan: { closed: true, preOpen: true, continuous: true, admin: true, delivery: true },
  announcementMade: {
    Info: true,
    Limit: true,
    Halt: true,
    Resume: true,
    Auction: true,
    Phase: true,
    EndOfDay: true,
  },
  contractUncrossed: { 'with deals': true, 'without a deal': true },
  contractsListed: { 1: true, 2: true, 4: true, 5: true },
  dayEnded: {
    VWAP: true,
    'last deal': true,
    bid: true,
    offer: true,
    limit: true,
    previous: true,
    volatility: true,
    legs: true,
  },
} satisfies Partial<Record<EventKind, Readonly<Record<string, true>>>>;

/** Total by type, so that a new kind of command must be reached, too, and told of in a story. */
const isCommand: Readonly<Record<CommandKind, true>> = {
  acceptUnmatchedDeal: true,
  addStrike: true,
  amendActiveOrder: true,
  announce: true,
  assignDealToMember: true,
  beginPhase: true,
  cancelAllActiveOrders: true,
  cancelDeal: true,
  correctDealPrinciple: true,
  cumulateDeal: true,
  deleteActiveOrder: true,
  deleteUnmatchedDeal: true,
  editSuspendOrder: true,
  editUnmatchedDeal: true,
  endDay: true,
  grantPermissions: true,
  haltInstrument: true,
  insertDoubleOrder: true,
  insertOrder: true,
  insertUnmatchedDeal: true,
  limitOrderQuantity: true,
  limitPosition: true,
  openMarket: true,
  reduceActiveOrder: true,
  registerUser: true,
  repriceDeal: true,
  resubmitActiveOrder: true,
  resumeInstrument: true,
  revokePermissions: true,
  setOwnMaxOrderQuantity: true,
  setOwnOrderGuards: true,
  setDealerScope: true,
  setSelfMatch: true,
  splitDeal: true,
  subAccountChange: true,
  suspendActiveOrder: true,
  suspendAllActiveOrders: true,
  suspendDisconnectedOrders: true,
  suspendTimedOutOrders: true,
  tripartiteDeal: true,
  widenLimits: true,
};
export const commandKinds = Object.keys(isCommand) as readonly CommandKind[];

/** Total by type, so that a new kind of event must be reached, too. */
const eventKinds: Readonly<Record<EventKind, true>> = {
  announcementMade: true,
  contractUncrossed: true,
  contractsListed: true,
  dayEnded: true,
  dealBooked: true,
  dealCancelled: true,
  dealMade: true,
  dealerScopeSet: true,
  dealMoved: true,
  dealRepriced: true,
  dealStateChanged: true,
  instrumentHalted: true,
  instrumentResumed: true,
  limitsChanged: true,
  marketOpened: true,
  orderAccepted: true,
  orderCollected: true,
  orderDeleted: true,
  orderEdited: true,
  orderExpired: true,
  orderFilled: true,
  orderGuardsSet: true,
  orderHeldOver: true,
  orderKilled: true,
  orderQuantityLimited: true,
  orderReduced: true,
  orderRested: true,
  orderResubmitted: true,
  orderSuspended: true,
  ordersSuspendedFor: true,
  permissionsGranted: true,
  permissionsRevoked: true,
  phaseBegan: true,
  positionChanged: true,
  positionLimited: true,
  selfMatchSet: true,
  strikeAdded: true,
  unmatchedDealEdited: true,
  unmatchedDealEnded: true,
  unmatchedDealInserted: true,
  userRegistered: true,
};
/** No play can come to these: the market is open from its first command on. scenarios/days/ has a story for each. */
const beyondChance: readonly RejectionCode[] = ['marketNotOpened', 'referenceDataUnusable'];
const rejectionCodes = (Object.keys(rejectionCatalogue) as RejectionCode[]).filter(
  (code) => !beyondChance.includes(code),
);
const wanted = [
  'repeat',
  ...commandKinds.map((kind) => `command ${kind}`),
  ...Object.keys(eventKinds).map((kind) => `event ${kind}`),
  ...rejectionCodes.map((code) => `rejection ${code}`),
  ...Object.entries(ways).flatMap(([kind, all]) => Object.keys(all).map((how) => `${kind} ${how}`)),
];
