// The words for each command of a user: in My actions, in the list of this page's own commands, and in texts about an order.
import type { Side, UserCommandKind } from '@openpit/wire';
import { sideVerb } from '../market/market-text.ts';

/** The name of the action, what it does, and the noun for the numbers in its answer. */
type CommandWords = readonly [name: string, effect: string, noun?: string];

export const commandWords: Readonly<Record<UserCommandKind, CommandWords>> = {
  insertOrder: ['Order', 'Insert an order'],
  insertDoubleOrder: ['Double', 'Insert a double'],
  addStrike: ['Add strike', 'Add a strike', 'Listed'],
  deleteActiveOrder: ['Cancel', 'Cancel an order'],
  suspendActiveOrder: ['Suspend', 'Suspend an order'],
  resubmitActiveOrder: ['Resubmit', 'Resubmit an order'],
  reduceActiveOrder: ['Reduce', 'Reduce an order'],
  editSuspendOrder: ['Edit', 'Edit an order'],
  amendActiveOrder: ['Amend', 'Amend an order'],
  cancelAllActiveOrders: ['Cancel all', 'Cancel all orders of a filter', 'Orders'],
  suspendAllActiveOrders: ['Suspend all', 'Suspend all orders of a filter', 'Orders'],
  splitDeal: ['Split', 'Split a deal', 'Deals'],
  cumulateDeal: ['Cumulate', 'Cumulate deals', 'Deals'],
  correctDealPrinciple: ['Correct', 'Correct the principal of a deal', 'Deals'],
  subAccountChange: ['Sub-account', 'Change the sub-account of a deal', 'Deals'],
  assignDealToMember: ['Assign', 'Assign a deal to another member', 'Deals'],
  tripartiteDeal: ['Tripartite', 'Pass a deal to the carrying member', 'Deals'],
  insertUnmatchedDeal: ['Report', 'Insert an unmatched deal', 'Unmatched deal'],
  editUnmatchedDeal: ['Edit', 'Edit an unmatched deal', 'Unmatched deal'],
  deleteUnmatchedDeal: ['Withdraw', 'Withdraw an unmatched deal', 'Unmatched deal'],
  acceptUnmatchedDeal: ['Accept', 'Accept an unmatched deal', 'Unmatched deal'],
  exerciseOption: ['Exercise', 'Exercise an option', 'Deals'],
  abandonOption: ['Abandon', 'Abandon an option', 'Deals'],
  tenderSiloCert: ['Tender', 'Tender a silo certificate', 'Certificate'],
  withdrawSiloTender: ['Withdraw', 'Withdraw a tender', 'Certificate'],
  insertSiloCertAuctionBid: ['Bid', 'Bid for a lot of the silo auction', 'Lot'],
  deleteSiloCertAuctionBid: ['Withdraw', 'Withdraw a bid of the silo auction', 'Lot'],
};

/** The name of a command in My actions: "Cancel all"; of a single order "Buy" or "Sell". */
export const commandName = (kind: UserCommandKind, orderSide: Side | undefined): string =>
  kind === 'insertOrder' && orderSide !== undefined ? sideVerb(orderSide) : commandWords[kind][0];
