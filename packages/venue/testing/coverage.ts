// The coverage that generated runs of the whole market must reach: every command, every possible rejection, every event, and every way
// that an event can happen.
import { type CommandKindOfUser, phases, siloStages } from '@openpit/terms';
import {
  type CommandKind,
  commandEntries,
  type EventKind,
  eventKinds,
  type RejectionCode,
  rejectionCatalogue,
  type VenueEvent,
} from '../modules.ts';
import type { Outcome } from '../outcome.ts';

/** Counts how often each kind of command was accepted, each rejection given, and each event emitted, in each of its ways. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  readonly count = ({ command, verdict, repeats, events }: Outcome): void => {
    if (repeats !== null) this.#add('repeat');
    else
      this.#add(verdict.kind === 'rejected' ? `rejection ${verdict.rejection.code}` : `command ${command}`);
    for (const event of events) {
      this.#add(`event ${event.kind}`);
      for (const way of waysOf(event)) this.#add(`${event.kind} ${way}`);
    }
  };

  /** The items that were counted less often than this. */
  missing(atLeast: number): string[] {
    return wanted.filter((what) => (this.#counts.get(what) ?? 0) < atLeast);
  }

  #add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

/** How the event happened, if there are several ways. */
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
    case 'optionExercised':
      return [event.isAutomatic ? 'automatically' : 'by a dealer'];
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
      return event.contracts.map(({ kind }) => kind);
    case 'siloCertChanged':
      return [event.cert.state];
    case 'siloLotChanged':
      return [event.lot.state];
    case 'siloBidChanged':
      return [event.bid.state];
    case 'siloStageBegun':
      return [event.stage];
    case 'siloDelivered':
      return [event.award];
    case 'dayEnded':
      return event.marks.map(({ method }) => method);
    default:
      return [];
  }
}

const ways = {
  dealMade: ['screen', 'package', 'split', 'spread', 'delta'],
  dealBooked: [
    'screen',
    'split',
    'spread',
    'delta',
    'reported',
    'assigned',
    'tripartite',
    'exercise',
    'lapse',
    'settlement',
    'delivery',
  ],
  dealCancelled: ['screen', 'package', 'split', 'spread', 'delta', 'reported'],
  optionExercised: ['by a dealer', 'automatically'],
  orderDeleted: ['deleted', 'cancelledAll', 'otherSideFilled', 'tradingStopped'],
  orderExpired: ['dayEnded', 'holdOverEnded', 'contractExpired'],
  ordersSuspendedFor: ['timedOut', 'disconnected', 'outsideLimits', 'notAccepted', 'accountInactive'],
  dealMoved: ['principal', 'subAccount'],
  dealStateChanged: ['Open', 'Assigning', 'Split', 'Cumulated', 'Assigned', 'Tripartite', 'Cancelled'],
  unmatchedDealEnded: [
    'reported Accepted',
    'reported Withdrawn',
    'reported Expired',
    'assign Accepted',
    'assign Withdrawn',
    'assign Expired',
  ],
  phaseBegan: phases,
  announcementMade: ['Info', 'Limit', 'Halt', 'Resume', 'Auction', 'Phase', 'EndOfDay'],
  contractUncrossed: ['with deals', 'without a deal'],
  contractsListed: ['future', 'option', 'split', 'delta'],
  dayEnded: ['VWAP', 'last deal', 'bid', 'offer', 'limit', 'previous', 'corrected', 'volatility', 'legs'],
  siloCertChanged: [
    'Held',
    'Encumbered',
    'Tendered',
    'In auction',
    'Awarded',
    'Allocated',
    'Invoiced',
    'Cancelled',
    'Expired',
  ],
  siloLotChanged: ['Tendered', 'In auction', 'Awarded', 'Allocated', 'Withdrawn'],
  siloBidChanged: ['Open', 'Deleted', 'Awarded', 'Lost', 'Lapsed'],
  siloStageBegun: siloStages,
  siloDelivered: ['bid', 'allocation'],
} satisfies Partial<Record<EventKind, readonly string[]>>;

/**
 * The command that withdraws a pending instruction, by the command that leaves it pending. It is
 * null for a command that takes effect immediately, withdraws something itself, or is given again
 * with another value.
 */
export const withdrawnBy: Readonly<Record<CommandKindOfUser, CommandKind | null>> = {
  insertOrder: 'deleteActiveOrder',
  insertDoubleOrder: 'deleteActiveOrder',
  addStrike: null,
  deleteActiveOrder: null,
  suspendActiveOrder: 'resubmitActiveOrder',
  resubmitActiveOrder: 'suspendActiveOrder',
  reduceActiveOrder: null,
  editSuspendOrder: 'deleteActiveOrder',
  amendActiveOrder: 'deleteActiveOrder',
  cancelAllActiveOrders: null,
  suspendAllActiveOrders: 'resubmitActiveOrder',
  splitDeal: null,
  cumulateDeal: null,
  correctDealPrinciple: null,
  subAccountChange: null,
  assignDealToMember: 'deleteUnmatchedDeal',
  tripartiteDeal: null,
  insertUnmatchedDeal: 'deleteUnmatchedDeal',
  editUnmatchedDeal: 'deleteUnmatchedDeal',
  deleteUnmatchedDeal: null,
  acceptUnmatchedDeal: null,
  exerciseOption: null,
  abandonOption: 'abandonOption',
  tenderSiloCert: 'withdrawSiloTender',
  withdrawSiloTender: null,
  insertSiloCertAuctionBid: 'deleteSiloCertAuctionBid',
  deleteSiloCertAuctionBid: null,
  setOwnMaxOrderQuantity: null,
  setOwnOrderGuards: null,
};

export const waitingCommands: readonly CommandKindOfUser[] = (
  Object.keys(withdrawnBy) as CommandKindOfUser[]
).filter((kind) => withdrawnBy[kind] !== null);

/** All kinds of commands. The venue itself handles the first four, and the entries of the modules are total by type. */
export const commandKinds: readonly CommandKind[] = [
  'openMarket',
  'endDay',
  'continueRun',
  'applyReferenceData',
  ...(Object.keys(commandEntries) as (keyof typeof commandEntries)[]),
];

/**
 * Rejections that no generated run can have: its first command opens the market (scenarios/days/ has both), its users do
 * not send the operator's commands (venue.test.ts does), its market has silos (scenarios/silo/ has one without), and its amounts
 * are small (scenarios/orders/largest-amounts.scenario has larger ones).
 */
const notPossible: readonly RejectionCode[] = [
  'marketNotOpened',
  'referenceDataUnusable',
  'operatorOnly',
  'siloNotInMarket',
  'accountTooLarge',
  'priceTooHigh',
  'paymentTooLarge',
  'cumulateTooMany',
  'bookFull',
];
const rejectionCodes = (Object.keys(rejectionCatalogue) as RejectionCode[]).filter(
  (code) => !notPossible.includes(code),
);
const wanted = [
  'repeat',
  ...commandKinds.map((kind) => `command ${kind}`),
  ...Object.keys(eventKinds).map((kind) => `event ${kind}`),
  ...rejectionCodes.map((code) => `rejection ${code}`),
  ...Object.entries(ways).flatMap(([kind, all]) => all.map((way) => `${kind} ${way}`)),
];
