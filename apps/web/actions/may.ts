// Permissions as screens show them: the flags of the preference document, which the server owns and checks again
// (design §4.1). A denied action stays visible and says why.
import type { PermissionFlag, PermissionFlags } from '@openpit/wire';
import type { Denied } from './action.ts';

/** What an account without the flag may not do. Total by type: a new flag fails compilation here. */
const deeds: Readonly<Record<PermissionFlag, string>> = {
  insertOrderOrDouble: 'enter orders',
  cancelAllActiveOrders: 'cancel all orders at once',
  suspendAllActiveOrders: 'suspend all orders at once',
  deleteActiveOrder: 'delete orders',
  suspendActiveOrder: 'suspend orders',
  reduceActiveOrder: 'reduce orders',
  resubmitActiveOrder: 'resubmit suspended orders',
  editSuspendOrder: 'edit suspended orders',
  insertUnmatchedDeal: 'report deals',
  deleteUnmatchedDeal: 'withdraw reported deals',
  acceptUnmatchedDeal: 'accept reported deals',
  editUnmatchedDeal: 'edit reported deals',
  splitDeal: 'split deals',
  assignDealToMember: 'assign deals to another member',
  tripartiteDeal: 'book tripartite deals',
  cumulateDeal: 'cumulate deals',
  correctDealPrinciple: 'correct the principal of deals',
  exerciseOption: 'exercise options',
  abandonOption: 'abandon options',
  subAccountChange: 'change sub-accounts',
  deleteSiloCertAuctionBid: 'delete bids of silo auctions',
};

export function may(flag: PermissionFlag, flags: PermissionFlags): true | Denied {
  if (flags[flag]) return true;
  return {
    reason: `No permission: your account may not ${deeds[flag]}. Ask your operator for ${flag}.`,
  };
}
