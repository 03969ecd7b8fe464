// The scope of each HTTP call that is not a command. Total by type over the wire's paths and reads: a new one does not compile until it
// has an entry.
import { paths, type UserReadKind, userReads } from '@openpit/wire';
import type { ActScope, CallRequest, ReadScope } from './call-scope.ts';
import type { ScopeFixture } from './fixture.ts';
import { type Person, people } from './people.ts';

export type ReadName = keyof typeof paths | UserReadKind;

const candles = (path: string): CallRequest => ({ path: `${path}?contract=DEC26%20WMAZ&interval=5` });
const details = { contractName: 'DEC26 WMAZ', instrument: 'WMAZ' };
const layout = JSON.stringify({ name: 'Desk', isMobile: false, columns: [] });
const preferences = JSON.stringify({ defaults: { maxOrderQuantity: 400 } });

/** The outcome of a command by its request id. */
const outcome = (
  make: (fixture: ScopeFixture, owner: Person, requestId: string) => Promise<unknown>,
): ActScope => ({
  scope: 'acts',
  make: async (fixture, owner) => {
    const requestId = fixture.mark(owner);
    await make(fixture, owner, requestId);
    return { requestId };
  },
  none: { requestId: 'of-nobody-0' },
  by: 'account',
  asQuery: true,
});

const idOfLayout = async (fixture: ScopeFixture, owner: Person): Promise<string> => {
  const body = { userId: owner.userId, userLayoutJson: layout };
  return createdId(fixture, owner, { path: paths.createUserLayout, body });
};
const idOfPreferences = async (fixture: ScopeFixture, owner: Person): Promise<string> => {
  const reply = await fixture.ask(owner, paths.getUserPreference);
  if (reply.status === 200) return (reply.body as { _id: string })._id;
  const body = { userId: owner.userId, userPreferenceJson: '{}' };
  return createdId(fixture, owner, { path: paths.createUserPreference, body });
};
async function createdId(fixture: ScopeFixture, owner: Person, { path, body }: CallRequest): Promise<string> {
  const reply = await fixture.ask(owner, path, body);
  if (reply.status !== 200) throw new Error(`${owner.userId} ${path}: ${JSON.stringify(reply.body)}`);
  return (reply.body as { _id: string })._id;
}

const userIdsIn = (body: unknown): string[] => {
  const matches = JSON.stringify(body).matchAll(/"userId":"(\w+)"/g);
  return [...new Set([...matches].map(([, userId = '']) => userId))].sort();
};
const membersIn = (body: unknown): string[] => {
  const matches = JSON.stringify(body).matchAll(/"member":"(\w+)"/g);
  return [...new Set([...matches].map(([, member = '']) => member))].sort();
};
/** The members of the rows' principals. */
const principalMembersIn = (body: unknown): string[] => {
  const rows = body as readonly { readonly principal: string }[];
  const memberOf = (principal: string) =>
    people.find(({ member, client }) => principal === member || principal === client)?.member ?? principal;
  return [...new Set(rows.map(({ principal }) => memberOf(principal)))].sort();
};
/** The members whose clients a text names. */
const clientMembersIn = (body: unknown): string[] => {
  const named = people.filter(({ client }) => String(body).includes(client));
  return [...new Set(named.map(({ member }) => member))].sort();
};
/** The person's member, if it is on one side of each arrangement. */
const partiesIn = (body: unknown, { member }: Person): string[] => {
  const rows = body as { readonly executingMember: string; readonly carryingMember: string }[];
  const isOwn = rows.every(({ executingMember, carryingMember }) =>
    [executingMember, carryingMember].includes(member),
  );
  return rows.length > 0 && isOwn ? [member] : ['somebody else'];
};

export const readScopes = {
  login: {
    scope: 'anybody',
    request: (caller) => ({
      path: paths.login,
      body: { email: `nobody-${caller}@kand.example`, password: 'x' },
    }),
  },
  demoLogin: {
    scope: 'anybody',
    request: () => ({ path: paths.demoLogin, body: { userId: 'nobody' } }),
  },
  getClientSettings: { scope: 'anybody', request: () => ({ path: paths.getClientSettings }) },
  logout: { scope: 'ownSession' },
  changePassword: { scope: 'ownSession' },
  sessions: {
    scope: 'own',
    of: 'account',
    request: () => ({ path: paths.sessions }),
    ownersIn: userIdsIn,
  },
  // sessions.test.ts tests that sessions of others are out of reach.
  revokeSession: { scope: 'ownSession' },
  twoFactorConfirmation: {
    scope: 'anybody',
    request: () => ({ path: `${paths.twoFactorConfirmation}?otp=123456` }),
  },
  twoFactorReset: {
    scope: 'anybody',
    request: (caller) => ({
      path: paths.twoFactorReset,
      body: { email: `lost-${caller}@kand.example`, password: 'x' },
    }),
  },
  twoFactorEnrol: { scope: 'ownSession' },
  twoFactorConfirmEnrolment: { scope: 'ownSession' },
  getHqAccess: {
    scope: 'own',
    of: 'account',
    request: () => ({ path: paths.getHqAccess }),
    ownersIn: userIdsIn,
  },

  getAllMembers: { scope: 'everyone', request: { path: userReads.getAllMembers.path }, namesMembers: true },
  getAnnouncements: { scope: 'everyone', request: { path: userReads.getAnnouncements.path } },
  getPrices: { scope: 'everyone', request: { path: userReads.getPrices.path } },
  getContractDetails: {
    scope: 'everyone',
    request: { path: userReads.getContractDetails.path, body: details },
  },
  getPhases: { scope: 'everyone', request: { path: userReads.getPhases.path } },
  historyCandles: { scope: 'everyone', request: candles(userReads.historyCandles.path) },
  getPriceHistory: { scope: 'everyone', request: candles(userReads.getPriceHistory.path) },
  historyTimeAndSales: {
    scope: 'everyone',
    request: { path: `${userReads.historyTimeAndSales.path}?contract=DEC26%20WMAZ` },
  },
  getTripartites: {
    scope: 'own',
    of: 'member',
    request: () => ({ path: userReads.getTripartites.path }),
    ownersIn: partiesIn,
  },
  getAllSiloLocations: { scope: 'everyone', request: { path: userReads.getAllSiloLocations.path } },
  getAllPhysicalGrades: { scope: 'everyone', request: { path: userReads.getAllPhysicalGrades.path } },
  getAllSiloOwners: { scope: 'everyone', request: { path: userReads.getAllSiloOwners.path } },
  getAllOrigins: { scope: 'everyone', request: { path: userReads.getAllOrigins.path } },
  getAllSiloCerts: {
    scope: 'own',
    of: 'accounts',
    request: () => ({ path: userReads.getAllSiloCerts.path }),
    ownersIn: membersIn,
  },
  getSiloCertHistory: {
    scope: 'own',
    of: 'accounts',
    request: (_fixture, { member }) => {
      const siloReceiptNo = { KAND: 'SR100001', VELD: 'SR100005', KARO: 'SR100009' }[member] ?? '';
      return { path: `${userReads.getSiloCertHistory.path}?siloReceiptNo=${siloReceiptNo}` };
    },
    ownersIn: (body) => (body as { principal: string }[]).map(({ principal }) => principal),
  },
  historyDeals: { scope: 'own', of: 'orders', request: () => ({ path: userReads.historyDeals.path }) },
  historyDataSet: {
    scope: 'own',
    of: 'accounts',
    request: () => ({ path: `${userReads.historyDataSet.path}?dataSet=clearing` }),
    ownersIn: membersIn,
  },
  endOfDayReport: {
    scope: 'own',
    of: 'accounts',
    forbidsOwnOnly: true,
    request: () => ({ path: `${userReads.endOfDayReport.path}?report=statement&date=2026-11-19` }),
    ownersIn: clientMembersIn,
  },
  historyOrders: { scope: 'own', of: 'orders', request: () => ({ path: userReads.historyOrders.path }) },

  getUserPreference: {
    scope: 'own',
    of: 'account',
    request: async (fixture, person) => {
      await idOfPreferences(fixture, person);
      return { path: paths.getUserPreference };
    },
    ownersIn: userIdsIn,
  },
  createUserPreference: {
    scope: 'own',
    of: 'account',
    request: async (fixture, person) => {
      await idOfPreferences(fixture, person);
      await fixture.ask(person, `${paths.deleteUserPreferenceByUserId}?userId=${person.userId}`);
      // The user in the body is ignored: the document belongs to the caller.
      return { path: paths.createUserPreference, body: { userId: 'thandi', userPreferenceJson: '{}' } };
    },
    ownersIn: userIdsIn,
  },
  updateUserPreference: {
    scope: 'acts',
    make: async (fixture, owner) => ({
      id: await idOfPreferences(fixture, owner),
      jsonString: preferences,
    }),
    none: { id: 'no-such-document', jsonString: preferences },
    by: 'account',
  },
  deleteUserPreferenceByUserId: {
    scope: 'acts',
    make: async (fixture, owner) => {
      await idOfPreferences(fixture, owner);
      return { userId: owner.userId };
    },
    none: { userId: 'nobody' },
    by: 'account',
    asQuery: true,
  },
  getAllUserLayouts: {
    scope: 'own',
    of: 'account',
    request: async (fixture, person) => {
      await idOfLayout(fixture, person);
      return { path: paths.getAllUserLayouts };
    },
    ownersIn: userIdsIn,
  },
  createUserLayout: {
    scope: 'own',
    of: 'account',
    request: () => ({ path: paths.createUserLayout, body: { userId: 'thandi', userLayoutJson: layout } }),
    ownersIn: userIdsIn,
  },
  updateUserLayout: {
    scope: 'acts',
    make: async (fixture, owner) => ({
      id: await idOfLayout(fixture, owner),
      jsonString: layout.replace('Desk', 'Other'),
    }),
    none: { id: 'no-such-layout', jsonString: layout },
    by: 'account',
  },
  deleteUserLayoutById: {
    scope: 'acts',
    make: async (fixture, owner) => ({ Id: await idOfLayout(fixture, owner) }),
    none: { Id: 'no-such-layout' },
    by: 'account',
    asQuery: true,
  },

  previewMargin: {
    scope: 'account',
    body: (principal) => ({ contract: 'DEC26 WMAZ', side: 'B', qty: 3, price: 4000, principal }),
    flag: 'insertOrderOrDouble',
  },

  // Only the user sees the actions; even dealers of the same member do not.
  getOwnActions: {
    scope: 'own',
    of: 'account',
    request: async (fixture, person) => {
      await fixture.order(person);
      return { path: userReads.getOwnActions.path };
    },
  },

  // The latest instruction for an account counts, so of dealers with one account only the last has one.
  getAbandonments: {
    scope: 'own',
    of: 'account',
    request: async (fixture, person) => {
      await fixture.send(person, 'abandonOption', await fixture.longOption(person));
      return { path: userReads.getAbandonments.path };
    },
    ownersIn: (body) => {
      const dealers = (body as readonly { readonly dealer: string }[]).map(({ dealer }) => dealer);
      return people.filter(({ dealer }) => dealers.includes(dealer)).map(({ userId }) => userId);
    },
  },

  getPresentMargins: {
    scope: 'own',
    of: 'accounts',
    forbidsOwnOnly: true,
    request: async (fixture, person) => {
      await fixture.deal(person);
      return { path: userReads.getPresentMargins.path };
    },
    ownersIn: principalMembersIn,
  },

  orderByRequestId: outcome((fixture, owner, requestId) =>
    fixture.send(owner, 'insertOrder', { ...fixture.bid(owner), requestId }),
  ),
  dealByRequestId: outcome(async (fixture, owner, requestId) => {
    const dealSeq = await fixture.deal(owner);
    return fixture.send(owner, 'correctDealPrinciple', { dealSeq, principal: owner.member, requestId });
  }),
  unmatchedDealByRequestId: outcome((fixture, owner, requestId) =>
    fixture.send(owner, 'insertUnmatchedDeal', { ...fixture.reported(owner), requestId }),
  ),
  siloByRequestId: outcome(async (fixture, owner, requestId) => {
    const siloCertSeq = await fixture.siloLot(owner);
    const bid = { siloCertSeq, principal: owner.client, premium: 12, requestId };
    return fixture.send(owner, 'insertSiloCertAuctionBid', bid);
  }),
} satisfies Readonly<Record<ReadName, ReadScope>>;
