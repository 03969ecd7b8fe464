// The 21 permission flags of PREF-1. The flag is the thread through the whole product: flag = command = venue file =
// wire file = action file = scenario. The server's ledger decides (design §4.1); the browser only shows.

export const permissionFlags = [
  'insertOrderOrDouble',
  'cancelAllActiveOrders',
  'suspendAllActiveOrders',
  'deleteActiveOrder',
  'suspendActiveOrder',
  'reduceActiveOrder',
  'resubmitActiveOrder',
  'editSuspendOrder',
  'insertUnmatchedDeal',
  'deleteUnmatchedDeal',
  'acceptUnmatchedDeal',
  'editUnmatchedDeal',
  'splitDeal',
  'assignDealToMember',
  'tripartiteDeal',
  'cumulateDeal',
  'correctDealPrinciple',
  'exerciseOption',
  'abandonOption',
  'subAccountChange',
  'deleteSiloCertAuctionBid',
] as const;

export type PermissionFlag = (typeof permissionFlags)[number];
export type PermissionFlags = Readonly<Record<PermissionFlag, boolean>>;

/** All flags false: what a new user has (PREF-1). */
export function noPermissions(): Record<PermissionFlag, boolean> {
  return Object.fromEntries(permissionFlags.map((flag) => [flag, false])) as Record<PermissionFlag, boolean>;
}
