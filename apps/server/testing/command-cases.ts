// The test cases of every user command, by kind. Total by type over the wire's table: a new command does not compile until it
// has an entry. The examples of bodies test the translation; the scopes test each call as real users.
import type { UserCommandKind } from '@openpit/wire';
import { commandScopes } from '../scope/testing/command-scopes.ts';
import { bodyExamples } from './body-examples.ts';
import type { CommandCase } from './command-case.ts';

export const commandCases: { readonly [Kind in UserCommandKind]: CommandCase<Kind> } = {
  insertOrder: { bodies: bodyExamples.insertOrder, scope: commandScopes.insertOrder },
  insertDoubleOrder: { bodies: bodyExamples.insertDoubleOrder, scope: commandScopes.insertDoubleOrder },
  addStrike: { bodies: bodyExamples.addStrike, scope: commandScopes.addStrike },
  deleteActiveOrder: { bodies: bodyExamples.deleteActiveOrder, scope: commandScopes.deleteActiveOrder },
  suspendActiveOrder: { bodies: bodyExamples.suspendActiveOrder, scope: commandScopes.suspendActiveOrder },
  resubmitActiveOrder: { bodies: bodyExamples.resubmitActiveOrder, scope: commandScopes.resubmitActiveOrder },
  reduceActiveOrder: { bodies: bodyExamples.reduceActiveOrder, scope: commandScopes.reduceActiveOrder },
  editSuspendOrder: { bodies: bodyExamples.editSuspendOrder, scope: commandScopes.editSuspendOrder },
  amendActiveOrder: { bodies: bodyExamples.amendActiveOrder, scope: commandScopes.amendActiveOrder },
  cancelAllActiveOrders: {
    bodies: bodyExamples.cancelAllActiveOrders,
    scope: commandScopes.cancelAllActiveOrders,
  },
  suspendAllActiveOrders: {
    bodies: bodyExamples.suspendAllActiveOrders,
    scope: commandScopes.suspendAllActiveOrders,
  },
  splitDeal: { bodies: bodyExamples.splitDeal, scope: commandScopes.splitDeal },
  cumulateDeal: { bodies: bodyExamples.cumulateDeal, scope: commandScopes.cumulateDeal },
  correctDealPrinciple: {
    bodies: bodyExamples.correctDealPrinciple,
    scope: commandScopes.correctDealPrinciple,
  },
  subAccountChange: { bodies: bodyExamples.subAccountChange, scope: commandScopes.subAccountChange },
  assignDealToMember: { bodies: bodyExamples.assignDealToMember, scope: commandScopes.assignDealToMember },
  tripartiteDeal: { bodies: bodyExamples.tripartiteDeal, scope: commandScopes.tripartiteDeal },
  insertUnmatchedDeal: { bodies: bodyExamples.insertUnmatchedDeal, scope: commandScopes.insertUnmatchedDeal },
  editUnmatchedDeal: { bodies: bodyExamples.editUnmatchedDeal, scope: commandScopes.editUnmatchedDeal },
  deleteUnmatchedDeal: { bodies: bodyExamples.deleteUnmatchedDeal, scope: commandScopes.deleteUnmatchedDeal },
  exerciseOption: { bodies: bodyExamples.exerciseOption, scope: commandScopes.exerciseOption },
  abandonOption: { bodies: bodyExamples.abandonOption, scope: commandScopes.abandonOption },
  tenderSiloCert: { bodies: bodyExamples.tenderSiloCert, scope: commandScopes.tenderSiloCert },
  withdrawSiloTender: { bodies: bodyExamples.withdrawSiloTender, scope: commandScopes.withdrawSiloTender },
  insertSiloCertAuctionBid: {
    bodies: bodyExamples.insertSiloCertAuctionBid,
    scope: commandScopes.insertSiloCertAuctionBid,
  },
  deleteSiloCertAuctionBid: {
    bodies: bodyExamples.deleteSiloCertAuctionBid,
    scope: commandScopes.deleteSiloCertAuctionBid,
  },
  acceptUnmatchedDeal: { bodies: bodyExamples.acceptUnmatchedDeal, scope: commandScopes.acceptUnmatchedDeal },
};
