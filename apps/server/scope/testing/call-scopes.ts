// For each HTTP call, for whom it is: who sees by it, who acts by it, on what, and how another's is named. Total by type over the
// paths: a new call does not compile until it stands here.
import type { PermissionFlag } from '@openpit/wire';
import { paths } from '@openpit/wire';
import { type Cast, type Person, pieter } from './cast.ts';

export type PathName = keyof typeof paths;

/** A request as it goes out; with a body it is a POST. */
export interface Asked {
  readonly path: string;
  readonly body?: object;
}
/** Fields of a body or a query, of which at least one names what is acted on. */
export type Fields = Readonly<Record<string, unknown>>;

export type CallScope =
  /** The same to whoever asks, signed in or not. */
  | { readonly scope: 'anybody'; readonly ask: Asked }
  /** The same to everyone who is signed in. No member is named, unless the call is about members. */
  | { readonly scope: 'everyone'; readonly ask: Asked; readonly namesMembers?: true }
  /** Each sees what belongs to him: to his member, to him as a dealer, or to his own account. */
  | {
      readonly scope: 'own';
      readonly ask: (cast: Cast, person: Person) => Promise<Asked> | Asked;
      /** Who is in what was told; by reference, unless it is said otherwise. */
      readonly whoseIn?: (body: unknown, person: Person) => string[];
      /** Whose rows a person sees: as orders and deals; his account's alone; or his member's, of whatever dealer. */
      readonly of: 'orders' | 'account' | 'member';
    }
  /** Acts on something that is named; another's is rejected as what does not exist, and nothing changes. */
  | {
      readonly scope: 'acts';
      readonly flags: readonly PermissionFlag[];
      /** Makes something of this person's; returns the fields that name it, with what else the call takes. */
      readonly make: (cast: Cast, owner: Person) => Promise<Fields> | Fields;
      /** The same fields, naming what does not exist. */
      readonly none: Fields;
      /** `dealer`: whoever sees his orders; `member`: any dealer of his member, for what has no dealer; `account`: he alone. */
      readonly by: 'dealer' | 'member' | 'account';
      readonly asQuery?: true;
    }
  /** Whoever has the permission, for the whole market. */
  | { readonly scope: 'permitted'; readonly flags: readonly PermissionFlag[]; readonly ask: Asked }
  /** Ends what is the caller's own. */
  | { readonly scope: 'ownSession' };

const noOrder = { activeOrderSeq: 999_999 };
const noDeal = { dealSeq: 999_999 };
const noReport = { unmatchedSeq: 999_999 };
const candles = (path: string): Asked => ({ path: `${path}?contract=DEC26%20WMAZ&interval=5` });
const details = { contractName: 'DEC26 WMAZ', instrument: 'WMAZ' };
const double = {
  contract: 'JUL27 WMAZ',
  bidQty: 2,
  bidPrice: 3890,
  offerQty: 2,
  offerPrice: 4100,
  capacity: 'A',
};
const layout = JSON.stringify({ name: 'Desk', isMobile: false, columns: [] });
const preferences = JSON.stringify({ defaults: { maxOrderQuantity: 400 } });

const onOrder = (flags: readonly PermissionFlag[], more: Fields = {}): CallScope => ({
  scope: 'acts',
  flags,
  make: async (cast, owner) => ({ activeOrderSeq: await cast.order(owner), ...more }),
  none: { ...noOrder, ...more },
  by: 'dealer',
});
const onSuspended = (flag: PermissionFlag, more: Fields = {}): CallScope => ({
  scope: 'acts',
  flags: [flag],
  make: async (cast, owner) => {
    const activeOrderSeq = await cast.order(owner);
    await cast.does(owner, paths.suspendActiveOrder, { activeOrderSeq });
    return { activeOrderSeq, ...more };
  },
  none: { ...noOrder, ...more },
  by: 'dealer',
});
const onAll = (flag: PermissionFlag): CallScope => {
  const rest = { includeHoldOver: true, expectedCount: 1 };
  return {
    scope: 'acts',
    flags: [flag],
    make: async (cast, owner) => {
      await cast.order(owner, { contract: 'SEP27 WMAZ', price: 3960 });
      return { filter: { contract: 'SEP27 WMAZ', dealer: owner.dealer }, ...rest };
    },
    none: { filter: { contract: 'SEP27 WMAZ', dealer: 'NOBODY' }, ...rest },
    by: 'dealer',
  };
};
const onDeal = (flag: PermissionFlag, more: (owner: Person) => Fields): CallScope => ({
  scope: 'acts',
  flags: [flag],
  make: async (cast, owner) => ({ dealSeq: await cast.deal(owner), ...more(owner) }),
  none: { ...noDeal, ...more(pieter) },
  by: 'dealer',
});
const onReport = (flag: PermissionFlag, more: Fields = {}): CallScope => ({
  scope: 'acts',
  flags: [flag],
  make: async (cast, owner) => ({ unmatchedSeq: await cast.report(owner), ...more }),
  none: { ...noReport, ...more },
  by: 'dealer',
});
const byRequestId = (
  make: (cast: Cast, owner: Person, requestId: string) => Promise<unknown>,
): CallScope => ({
  scope: 'acts',
  flags: [],
  make: async (cast, owner) => {
    const requestId = cast.mark(owner);
    await make(cast, owner, requestId);
    return { requestId };
  },
  none: { requestId: 'of-nobody-0' },
  by: 'account',
  asQuery: true,
});
const withLayout = async (cast: Cast, owner: Person): Promise<string> => {
  const body = { userId: owner.userId, userLayoutJson: layout };
  return (await askedFor(cast, owner, paths.createUserLayout, body))._id;
};
const withPreferences = async (cast: Cast, owner: Person): Promise<string> => {
  const found = await cast.ask(owner, paths.getUserPreference);
  if (found.status === 200) return (found.body as { _id: string })._id;
  const body = { userId: owner.userId, userPreferenceJson: '{}' };
  return (await askedFor(cast, owner, paths.createUserPreference, body))._id;
};
async function askedFor(cast: Cast, owner: Person, path: string, body: object): Promise<{ _id: string }> {
  const reply = await cast.ask(owner, path, body);
  if (reply.status !== 200) throw new Error(`${owner.userId} ${path}: ${JSON.stringify(reply.body)}`);
  return reply.body as { _id: string };
}
const userIdsIn = (body: unknown): string[] => {
  const found = JSON.stringify(body).matchAll(/"userId":"(\w+)"/g);
  return [...new Set([...found].map(([, userId = '']) => userId))].sort();
};
/** His member, where each arrangement that is told has it on one side. */
const partiesIn = (body: unknown, { member }: Person): string[] => {
  const rows = body as { readonly executingMember: string; readonly carryingMember: string }[];
  const isOwn = rows.every(({ executingMember, carryingMember }) =>
    [executingMember, carryingMember].includes(member),
  );
  return rows.length > 0 && isOwn ? [member] : ['somebody else'];
};

export const callScopes = {
  login: {
    scope: 'anybody',
    ask: { path: paths.login, body: { email: 'nobody@kand.example', password: 'x' } },
  },
  getClientSettings: { scope: 'anybody', ask: { path: paths.getClientSettings } },
  logout: { scope: 'ownSession' },
  getHqAccess: { scope: 'own', of: 'account', ask: () => ({ path: paths.getHqAccess }), whoseIn: userIdsIn },

  getAllMembers: { scope: 'everyone', ask: { path: paths.getAllMembers }, namesMembers: true },
  getAnnouncements: { scope: 'everyone', ask: { path: paths.getAnnouncements } },
  getPrices: { scope: 'everyone', ask: { path: paths.getPrices } },
  getContractDetails: { scope: 'everyone', ask: { path: paths.getContractDetails, body: details } },
  getPhases: { scope: 'everyone', ask: { path: paths.getPhases } },
  historyCandles: { scope: 'everyone', ask: candles(paths.historyCandles) },
  getPriceHistory: { scope: 'everyone', ask: candles(paths.getPriceHistory) },
  historyTimeAndSales: {
    scope: 'everyone',
    ask: { path: `${paths.historyTimeAndSales}?contract=DEC26%20WMAZ` },
  },
  getTripartites: {
    scope: 'own',
    of: 'member',
    ask: () => ({ path: paths.getTripartites }),
    whoseIn: partiesIn,
  },
  historyDeals: { scope: 'own', of: 'orders', ask: () => ({ path: paths.historyDeals }) },
  historyOrders: { scope: 'own', of: 'orders', ask: () => ({ path: paths.historyOrders }) },

  getUserPreference: {
    scope: 'own',
    of: 'account',
    ask: async (cast, person) => {
      await withPreferences(cast, person);
      return { path: paths.getUserPreference };
    },
    whoseIn: userIdsIn,
  },
  createUserPreference: {
    scope: 'own',
    of: 'account',
    ask: async (cast, person) => {
      await withPreferences(cast, person);
      await cast.ask(person, `${paths.deleteUserPreferenceByUserId}?userId=${person.userId}`);
      // Whoever the body names, it is the caller's.
      return { path: paths.createUserPreference, body: { userId: 'thandi', userPreferenceJson: '{}' } };
    },
    whoseIn: userIdsIn,
  },
  updateUserPreference: {
    scope: 'acts',
    flags: [],
    make: async (cast, owner) => ({ id: await withPreferences(cast, owner), jsonString: preferences }),
    none: { id: 'no-such-document', jsonString: preferences },
    by: 'account',
  },
  deleteUserPreferenceByUserId: {
    scope: 'acts',
    flags: [],
    make: async (cast, owner) => {
      await withPreferences(cast, owner);
      return { userId: owner.userId };
    },
    none: { userId: 'nobody' },
    by: 'account',
    asQuery: true,
  },
  getAllUserLayouts: {
    scope: 'own',
    of: 'account',
    ask: async (cast, person) => {
      await withLayout(cast, person);
      return { path: paths.getAllUserLayouts };
    },
    whoseIn: userIdsIn,
  },
  createUserLayout: {
    scope: 'own',
    of: 'account',
    ask: () => ({ path: paths.createUserLayout, body: { userId: 'thandi', userLayoutJson: layout } }),
    whoseIn: userIdsIn,
  },
  updateUserLayout: {
    scope: 'acts',
    flags: [],
    make: async (cast, owner) => ({
      id: await withLayout(cast, owner),
      jsonString: layout.replace('Desk', 'Other'),
    }),
    none: { id: 'no-such-layout', jsonString: layout },
    by: 'account',
  },
  deleteUserLayoutById: {
    scope: 'acts',
    flags: [],
    make: async (cast, owner) => ({ Id: await withLayout(cast, owner) }),
    none: { Id: 'no-such-layout' },
    by: 'account',
    asQuery: true,
  },

  insertOrder: {
    scope: 'acts',
    flags: ['insertOrderOrDouble'],
    make: (cast, owner) => ({ ...cast.bid(owner), ref: '' }),
    none: {
      contract: 'JUL27 WMAZ',
      side: 'B',
      type: 0,
      qty: 5,
      price: 3900,
      capacity: 'A',
      principal: 'NONE',
    },
    by: 'member',
  },
  insertDoubleOrder: {
    scope: 'acts',
    flags: ['insertOrderOrDouble'],
    make: (_cast, { client }) => ({ ...double, principal: client }),
    none: { ...double, principal: 'NONE' },
    by: 'member',
  },
  deleteActiveOrder: onOrder(['deleteActiveOrder']),
  suspendActiveOrder: onOrder(['suspendActiveOrder']),
  reduceActiveOrder: onOrder(['reduceActiveOrder'], { qty: 1 }),
  amendActiveOrder: onOrder(['editSuspendOrder', 'suspendActiveOrder', 'resubmitActiveOrder'], { qty: 3 }),
  resubmitActiveOrder: onSuspended('resubmitActiveOrder'),
  editSuspendOrder: onSuspended('editSuspendOrder', { qty: 3 }),
  cancelAllActiveOrders: onAll('cancelAllActiveOrders'),
  suspendAllActiveOrders: onAll('suspendAllActiveOrders'),
  addStrike: {
    scope: 'permitted',
    flags: ['insertOrderOrDouble'],
    ask: { path: paths.addStrike, body: { instrument: 'WMAZ', contractDate: 'MAR27', strike: 3800 } },
  },
  orderByRequestId: byRequestId((cast, owner, requestId) =>
    cast.does(owner, paths.insertOrder, { ...cast.bid(owner), requestId }),
  ),

  splitDeal: onDeal('splitDeal', ({ client }) => ({
    parts: [
      { qty: 1, principal: client },
      { qty: 3, principal: client },
    ],
  })),
  cumulateDeal: {
    scope: 'acts',
    flags: ['cumulateDeal'],
    make: async (cast, owner) => ({ dealSeqs: [await cast.deal(owner), await cast.deal(owner)] }),
    none: { dealSeqs: [999_998, 999_999] },
    by: 'dealer',
  },
  correctDealPrinciple: onDeal('correctDealPrinciple', ({ member }) => ({ principal: member })),
  subAccountChange: {
    scope: 'acts',
    flags: ['subAccountChange'],
    make: async (cast, owner) => {
      const dealSeq = await cast.deal(owner);
      const subAccount = { '9996S': 'EAST', '8001V': 'MILL', '7310A': 'FEED' }[owner.client] ?? null;
      return { dealSeq, subAccount };
    },
    none: { ...noDeal, subAccount: null },
    by: 'dealer',
  },
  assignDealToMember: onDeal('assignDealToMember', ({ other }) => ({ member: other })),
  tripartiteDeal: onDeal('tripartiteDeal', () => ({ client: '7310A', carryingMember: 'KARO' })),
  dealByRequestId: byRequestId(async (cast, owner, requestId) =>
    cast.does(owner, paths.correctDealPrinciple, {
      dealSeq: await cast.deal(owner),
      principal: owner.member,
      requestId,
    }),
  ),

  insertUnmatchedDeal: {
    scope: 'acts',
    flags: ['insertUnmatchedDeal'],
    make: (cast, owner) => ({ ...cast.reported(owner, 'MIEL'), ref: '' }),
    none: { contract: 'DEC26 WMAZ', side: 'B', qty: 2, price: 4035, principal: 'NONE', counterparty: 'MIEL' },
    by: 'member',
  },
  editUnmatchedDeal: onReport('editUnmatchedDeal', { qty: 1 }),
  deleteUnmatchedDeal: onReport('deleteUnmatchedDeal'),
  acceptUnmatchedDeal: {
    scope: 'acts',
    flags: ['acceptUnmatchedDeal'],
    make: async (cast, owner) => {
      const captured = await cast.report(pieter, owner.member);
      return { unmatchedSeq: captured + 1, version: 1, principal: owner.client };
    },
    none: { ...noReport, version: 1, principal: '9996S' },
    // What is addressed to a member is any dealer's of it until one of them takes it.
    by: 'member',
  },
  unmatchedDealByRequestId: byRequestId((cast, owner, requestId) =>
    cast.does(owner, paths.insertUnmatchedDeal, { ...cast.reported(owner), requestId }),
  ),
} satisfies Readonly<Record<PathName, CallScope>>;
