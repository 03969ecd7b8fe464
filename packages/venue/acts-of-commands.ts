// Maps each command to the acts it performs, as the table of conditions names them, and to the way to withdraw it before it takes
// effect (market/rights.md, Conditions). A new command does not compile without its line.
import { type ActName, isChecked } from './kernel/act-conditions.ts';
import type { CommandKind } from './modules.ts';

interface CommandActs {
  /** The acts that the command performs or immediately causes; empty if it changes neither a position nor a book. */
  readonly acts: readonly ActName[];
  /** The command that withdraws the pending item, or why none exists. */
  readonly takenBackBy: CommandKind | { readonly because: string };
}

const atOnce = { because: 'it takes effect at once' } as const;
const again = { because: 'it is given again with the value that should be' } as const;
const takesBack = { because: 'it takes something back itself' } as const;
const marketGoesOn = { because: 'it is part of the exchange day' } as const;
const setting = (takenBackBy: CommandActs['takenBackBy'] = again): CommandActs => ({ acts: [], takenBackBy });
const onDeal = (act: ActName): CommandActs => ({ acts: [act], takenBackBy: atOnce });
const leaving: CommandActs = { acts: ['leave'], takenBackBy: takesBack };

export const actsOfCommands: Readonly<Record<CommandKind, CommandActs>> = {
  insertOrder: { acts: ['order', 'packageOrder'], takenBackBy: 'deleteActiveOrder' },
  insertDoubleOrder: { acts: ['double'], takenBackBy: 'deleteActiveOrder' },
  amendActiveOrder: { acts: ['amend'], takenBackBy: 'deleteActiveOrder' },
  editSuspendOrder: { acts: ['edit'], takenBackBy: 'deleteActiveOrder' },
  resubmitActiveOrder: { acts: ['resubmit'], takenBackBy: 'suspendActiveOrder' },
  deleteActiveOrder: leaving,
  suspendActiveOrder: { acts: ['leave'], takenBackBy: 'resubmitActiveOrder' },
  reduceActiveOrder: leaving,
  cancelAllActiveOrders: leaving,
  suspendAllActiveOrders: { acts: ['leave'], takenBackBy: 'resubmitActiveOrder' },
  suspendTimedOutOrders: { acts: ['leave'], takenBackBy: 'resubmitActiveOrder' },
  suspendDisconnectedOrders: { acts: ['leave'], takenBackBy: 'resubmitActiveOrder' },
  addStrike: { acts: ['strike'], takenBackBy: atOnce },

  insertUnmatchedDeal: { acts: ['capture'], takenBackBy: 'deleteUnmatchedDeal' },
  editUnmatchedDeal: { acts: ['editCapture'], takenBackBy: 'deleteUnmatchedDeal' },
  deleteUnmatchedDeal: leaving,
  acceptUnmatchedDeal: { acts: ['acceptReport', 'acceptOffer'], takenBackBy: atOnce },
  assignDealToMember: { acts: ['offerDeal'], takenBackBy: 'deleteUnmatchedDeal' },
  tripartiteDeal: onDeal('tripartite'),
  splitDeal: onDeal('split'),
  cumulateDeal: onDeal('cumulate'),
  correctDealPrinciple: onDeal('correctPrincipal'),
  subAccountChange: onDeal('subAccount'),
  cancelDeal: onDeal('errorTrade'),
  repriceDeal: onDeal('errorTrade'),

  exerciseOption: { acts: ['exercise', 'assignment'], takenBackBy: atOnce },
  abandonOption: { acts: ['abandon'], takenBackBy: 'abandonOption' },

  tenderSiloCert: { acts: ['tender'], takenBackBy: 'withdrawSiloTender' },
  withdrawSiloTender: leaving,
  insertSiloCertAuctionBid: { acts: ['bid'], takenBackBy: 'deleteSiloCertAuctionBid' },
  deleteSiloCertAuctionBid: leaving,
  beginSiloStage: setting(marketGoesOn),
  awardSiloLots: { acts: ['award', 'allocation'], takenBackBy: atOnce },
  issueSiloCert: setting(atOnce),
  transferSiloCert: setting(atOnce),
  splitSiloCert: setting(atOnce),
  encumberSiloCert: setting('releaseSiloCert'),
  releaseSiloCert: setting('encumberSiloCert'),
  loadOutSiloCert: setting(atOnce),
  paySiloStorage: setting(atOnce),

  openMarket: setting(atOnce),
  beginPhase: { acts: ['heldOverReturn', 'auctionOpening'], takenBackBy: 'beginPhase' },
  haltInstrument: setting('resumeInstrument'),
  resumeInstrument: { acts: ['heldOverReturn', 'auctionOpening'], takenBackBy: 'haltInstrument' },
  endDay: { acts: ['endOfDay', 'heldOverReturn'], takenBackBy: marketGoesOn },
  continueRun: setting(marketGoesOn),
  stopTrading: setting('resumeTrading'),
  resumeTrading: setting('stopTrading'),
  applyReferenceData: setting('applyReferenceData'),
  changeRules: setting({ because: 'a newer version takes the market over' }),
  putMember: setting(),
  putDealer: setting(),
  putClient: setting(),
  setSelfMatch: setting(),
  widenLimits: setting({ because: 'orders may rest at the wider limits; they end with the day' }),
  limitPosition: setting(),
  limitMargin: setting(),
  setMargins: setting(),
  setBookingFees: setting(),
  setInterestRate: setting(),
  recordPayment: setting({ because: 'money has moved; the opposite payment is recorded' }),
  valueMarket: setting(atOnce),
  correctMtm: setting(),
  approveMtm: setting('correctMtm'),
  announce: setting({ because: 'it has been read; another one follows' }),
  registerUser: setting({ because: 'a user without permissions may do nothing' }),
  grantPermissions: setting('revokePermissions'),
  revokePermissions: setting('grantPermissions'),
  limitOrderQuantity: setting(),
  setDealerScope: setting(),
  setOwnMaxOrderQuantity: setting(),
  setOwnOrderGuards: setting(),
};

/** The commands that are rejected while the dealer's trading is stopped. */
export const needsTrading: ReadonlySet<CommandKind> = new Set(
  (Object.keys(actsOfCommands) as CommandKind[]).filter((kind) =>
    actsOfCommands[kind].acts.some((act) => isChecked(act, 'stopped')),
  ),
);
