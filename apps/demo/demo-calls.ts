// The calls of the page in a demonstration without a server, by path. They are answered as the server does. Users, preferences and layouts
// last as long as the page. Commands, questions and rows come from packages/market.
import {
  abandonmentsOf,
  accessOf,
  applyPreferences,
  CallRejected,
  demoLayout,
  demoPassword,
  demoPreferences,
  demoUsers,
  listedPrice,
  type MarketAccess,
  marginPreviewOf,
  memberOfReports,
  notFound,
  outcomeOfRequest,
  ownActionsOf,
  phasesNow,
  phasesReplyOf,
  presentMarginsOf,
  replyToCommand,
  reportText,
  requireEnded,
  submissionOf,
} from '@openpit/market';
import {
  type CandleInterval,
  type ContractDetailsBody,
  dataSets,
  defaultClientSettings,
  type EndOfDayReport,
  noPermissions,
  type PastDataSet,
  type PreviewMarginBody,
  paths,
  type StoredLayout,
  type StoredPreference,
  type UserCommandKind,
  userCommands,
} from '@openpit/wire';
import type { MemoryHistory, PageQuery } from './demo-history.ts';

export interface DemoCall {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly token: string | null;
}

export interface DemoReply {
  readonly status: number;
  /** JSON; a text for a report. */
  readonly body: unknown;
}

/** The length of a sign-in: the page is closed long before its end. */
const sessionMs = 30 * 24 * 3_600_000;

/** A token in the form that the page reads. Nobody checks it: the page has the whole market anyway. */
function tokenOf(userId: string): string {
  const user = demoUsers.find((demoUser) => demoUser.userId === userId);
  const claims = {
    sub: userId,
    name: user?.displayName ?? '',
    exp: Math.floor((Date.now() + sessionMs) / 1_000),
  };
  return ['demo', btoa(JSON.stringify(claims)), ''].join('.');
}

/** The user of a token; null for an unknown token. */
export function userOf(token: string | null): string | null {
  try {
    const { sub } = JSON.parse(atob(token?.split('.')[1] ?? '')) as { readonly sub?: unknown };
    return demoUsers.find(({ userId }) => userId === sub)?.userId ?? null;
  } catch {
    return null;
  }
}

type Answer = (call: DemoCall, userId: string) => unknown;

interface Document {
  readonly id: string;
  json: string;
  version: number;
}

export function demoCalls(
  market: MarketAccess,
  history: MemoryHistory,
): (call: DemoCall) => Promise<DemoReply> {
  const { view } = market;
  const { directory, siloCerts } = view;
  const openedAt = Date.now();
  const memberOf = (userId: string) => view.rights.of(userId)?.member ?? '';
  const viewer = (userId: string) => view.rights.of(userId) ?? { userId: '', member: '' };

  const answers = new Map<string, Answer>();
  const get = (path: string, answer: Answer) => answers.set(`GET ${path}`, answer);
  const post = (path: string, answer: Answer) => answers.set(`POST ${path}`, answer);

  for (const kind of Object.keys(userCommands) as UserCommandKind[]) {
    const { path, body, outcomePath } = userCommands[kind];
    post(path, async (call, userId) => {
      const read = body.safeParse(call.body);
      if (!read.success) throw new BadBody(read.error.issues);
      const submission = submissionOf(market, userId, kind, read.data as never);
      const outcome = await market.gateway.submit(submission);
      return replyToCommand(market, outcome);
    });
    get(outcomePath, ({ query: { requestId = '' } }, userId) =>
      outcomeOfRequest(market, { userId, requestId, path: outcomePath }),
    );
  }

  get(paths.getHqAccess, (_call, userId) => {
    const user = demoUsers.find((demoUser) => demoUser.userId === userId);
    return {
      ...accessOf(view, userId),
      userName: user?.displayName ?? '',
      email: user?.email ?? '',
      twoFactorEnabled: false,
    };
  });
  post(paths.logout, () => ({ signedOut: true }));
  get(paths.sessions, (_call, userId) => {
    const now = Date.now();
    const times = { beganAt: openedAt, lastUsedAt: now, expiresAt: now + sessionMs };
    return {
      userId,
      sessions: [{ sessionId: 'page', ...times, address: null, browser: null, isThis: true }],
    };
  });
  for (const path of [
    paths.changePassword,
    paths.revokeSession,
    paths.twoFactorEnrol,
    paths.twoFactorConfirmEnrolment,
    paths.twoFactorConfirmation,
    paths.twoFactorReset,
  ]) {
    get(path, notInPage);
    post(path, notInPage);
  }

  get(paths.getAllMembers, () => directory.memberRows());
  get(paths.getAnnouncements, () => view.announcements.rows());
  get(paths.getPrices, () =>
    directory.listedContracts().flatMap(({ contract }) => {
      const row = view.market.row(contract);
      return row === undefined ? [] : [listedPrice(row)];
    }),
  );
  get(paths.getTripartites, (_call, userId) => directory.tripartiteRows(memberOf(userId)));
  post(paths.getContractDetails, ({ body }) => {
    const { contractName, instrument } = body as ContractDetailsBody;
    return directory.contractDetails(contractName, instrument);
  });
  get(paths.getPhases, () => phasesReplyOf(market));
  post(paths.previewMargin, ({ body }, userId) => marginPreviewOf(market, userId, body as PreviewMarginBody));
  get(paths.getPresentMargins, (_call, userId) => [...presentMarginsOf(market, userId)].flat());
  get(paths.getAbandonments, (_call, userId) => abandonmentsOf(view, userId));
  get(paths.getOwnActions, ({ query }, userId) => ownActionsOf(view, userId, Number(query.afterSeq ?? 0)));
  get(paths.getAllSiloLocations, () => siloCerts.locations());
  get(paths.getAllPhysicalGrades, () => siloCerts.grades());
  get(paths.getAllSiloOwners, () => siloCerts.owners());
  get(paths.getAllOrigins, () => siloCerts.origins());
  get(paths.getAllSiloCerts, (_call, userId) => view.rowsFor('siloCerts', viewer(userId)).rows);
  get(paths.getSiloCertHistory, ({ query }, userId) =>
    siloCerts.historyOf(query.siloReceiptNo ?? '', viewer(userId)),
  );

  addHistory(get, market, history);
  addDocuments(get, post, market);

  return async (call) => {
    const { method, path, token } = call;
    if (path === paths.getClientSettings) return { status: 200, body: clientSettings(market) };
    if (path === paths.demoLogin || path === paths.login)
      return { status: 200, body: { token: signIn(call) } };
    const userId = userOf(token);
    if (userId === null) throw new CallRejected(401, 'notSignedIn', 'You are not signed in. Sign in again.');
    const answer = answers.get(`${method} ${path}`);
    if (answer === undefined)
      throw new CallRejected(404, 'noSuchCall', `The market in this page has no call ${method} ${path}.`);
    try {
      return { status: 200, body: await answer(call, userId) };
    } catch (error) {
      if (!(error instanceof BadBody)) throw error;
      const title = 'The request cannot be understood. Correct the fields named below and send it again.';
      return { status: 400, body: { status: 400, title, errors: error.errors } };
    }
  };
}

/** A body that the schema of its command does not accept. */
class BadBody extends Error {
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
    super('The body cannot be understood.');
    const errors = new Map<string, string[]>();
    for (const { path, message } of issues) {
      const field = path.map(String).join('.') || 'body';
      errors.set(field, [...(errors.get(field) ?? []), message]);
    }
    this.errors = Object.fromEntries(errors);
  }
}

const notInPage = () => {
  throw new CallRejected(
    403,
    'notInPage',
    'The market runs in this page, which keeps no passwords. Start a server to use this.',
  );
};

function signIn({ path, body }: DemoCall): string {
  const { userId, email, password } = body as Partial<Record<'userId' | 'email' | 'password', string>>;
  const user = demoUsers.find((demoUser) =>
    path === paths.demoLogin
      ? demoUser.userId === userId
      : demoUser.email === email?.trim().toLowerCase() && password === demoPassword,
  );
  if (user === undefined)
    throw new CallRejected(
      401,
      'wrongCredentials',
      'E-mail address or password is wrong. Choose a user of the demonstration below.',
    );
  return tokenOf(user.userId);
}

const clientSettings = (market: MarketAccess) => ({
  ...defaultClientSettings,
  // The demonstration fetches nothing from a server first.
  startupDelayMs: 0,
  depthConnectDelayMs: 0,
  depthSubscribeDelayMs: 0,
  marketName: market.view.directory.marketName,
  exchangeDay: { serverTime: market.clock.now(), groups: phasesNow(market) },
  demoUsers: demoUsers.map(({ userId, displayName: name, about }) => ({ userId, name, about })),
});

type Add = (path: string, answer: Answer) => unknown;

function addHistory(get: Add, { view }: MarketAccess, history: MemoryHistory): void {
  const contractIn = ({ contract = '' }: Readonly<Record<string, string>>, rows: number): string => {
    if (rows === 0 && view.directory.contract(contract) === undefined)
      throw notFound(
        `There is no contract "${contract}", now or in history. Contracts are named like "DEC26 WMAZ".`,
      );
    return contract;
  };
  for (const path of [paths.historyCandles, paths.getPriceHistory])
    get(path, ({ query }) => {
      const interval = query.interval as CandleInterval;
      const page = history.candles(query.contract ?? '', interval, query);
      return { contract: contractIn(query, page.rows.length), interval, ...page };
    });
  get(paths.historyTimeAndSales, ({ query }) => {
    const page = history.timeAndSales(query.contract ?? '', query);
    return { contract: contractIn(query, page.rows.length), ...page };
  });
  get(paths.endOfDayReport, async ({ query: { report, date: day = '' } }, userId) => {
    const sources = { view, reads: history };
    const member = memberOfReports(view, userId);
    await requireEnded(sources, day);
    const parts: string[] = [];
    for await (const part of reportText(sources, report as EndOfDayReport, { member, day })) parts.push(part);
    return parts.join('');
  });
  const nothing = { rows: [], next: null, asOf: 0 };
  const ownerOf = (userId: string) => {
    const rights = view.rights.of(userId);
    return rights === undefined ? null : { member: rights.member, dealer: rights.onlyDealer };
  };
  const ofOwner =
    (read: (owner: NonNullable<ReturnType<typeof ownerOf>>, query: PageQuery) => object): Answer =>
    ({ query }, userId) => {
      const owner = ownerOf(userId);
      return owner === null ? nothing : read(owner, query);
    };
  get(
    paths.historyDeals,
    ofOwner((owner, query) => history.deals(owner, query)),
  );
  get(
    paths.historyOrders,
    ofOwner((owner, query) => history.orders(owner, query)),
  );
  get(paths.historyDataSet, ({ query: { dataSet, ...query } }, userId) => {
    const pastSet = dataSet as PastDataSet;
    if (dataSets[pastSet].owner === 'market') return history.dataSet(pastSet, '', query);
    const owner = ownerOf(userId);
    return owner === null || owner.dealer !== null ? nothing : history.dataSet(pastSet, owner.member, query);
  });
}

/** Preferences and layouts. */
function addDocuments(get: Add, post: Add, market: MarketAccess): void {
  const preferences = new Map<string, Document>();
  const layouts = new Map<string, Document[]>();
  let created = 0;
  const newDocument = (json: string): Document => {
    created += 1;
    return { id: `page-${created}`, json, version: 1 };
  };
  const replace = (document: Document, json: string, version: string | undefined) => {
    if (version !== undefined && version !== String(document.version))
      throw new CallRejected(
        409,
        'changedElsewhere',
        'This was changed since it was loaded. Nothing was saved.',
      );
    document.json = json;
    document.version += 1;
  };

  const preferenceOf = (userId: string): Document => {
    const known = preferences.get(userId) ?? newDocument(JSON.stringify(demoPreferences()));
    preferences.set(userId, known);
    return known;
  };
  const storedPreference = (userId: string): StoredPreference => {
    const { id, json, version } = preferenceOf(userId);
    const flags = market.view.rights.of(userId)?.flags ?? noPermissions();
    const userPreferenceJson = JSON.stringify({ ...JSON.parse(json), flags });
    return { _id: id, userId, userPreferenceJson, version: String(version) };
  };
  get(paths.getUserPreference, (_call, userId) => storedPreference(userId));
  for (const path of [paths.createUserPreference, paths.updateUserPreference])
    post(path, async ({ body }, userId) => {
      const { jsonString, userPreferenceJson, version } = body as Readonly<
        Record<string, string | undefined>
      >;
      const { flags: _flags, ...document } = JSON.parse(jsonString ?? userPreferenceJson ?? '{}');
      await applyPreferences(market, userId, document.defaults ?? {});
      replace(preferenceOf(userId), JSON.stringify(document), version);
      return storedPreference(userId);
    });
  get(paths.deleteUserPreferenceByUserId, (_call, userId) => ({ deleted: preferences.delete(userId) }));

  const layoutsOf = (userId: string): Document[] => {
    const known = layouts.get(userId) ?? [newDocument(JSON.stringify(demoLayout))];
    layouts.set(userId, known);
    return known;
  };
  const storedLayout = (userId: string, { id, json, version }: Document): StoredLayout => ({
    _id: id,
    userId,
    userLayoutJson: json,
    version: String(version),
  });
  const layoutWith = (userId: string, id: string | undefined): Document => {
    const found = layoutsOf(userId).find((layout) => layout.id === id);
    if (found === undefined) throw notFound('You have no such layout. It may have been deleted.');
    return found;
  };
  get(paths.getAllUserLayouts, (_call, userId) =>
    layoutsOf(userId).map((document) => storedLayout(userId, document)),
  );
  post(paths.createUserLayout, ({ body }, userId) => {
    const layout = newDocument((body as { readonly userLayoutJson: string }).userLayoutJson);
    layoutsOf(userId).push(layout);
    return storedLayout(userId, layout);
  });
  post(paths.updateUserLayout, ({ body }, userId) => {
    const { id, jsonString, userLayoutJson, version } = body as Readonly<Record<string, string | undefined>>;
    const layout = layoutWith(userId, id);
    replace(layout, jsonString ?? userLayoutJson ?? layout.json, version);
    return storedLayout(userId, layout);
  });
  get(paths.deleteUserLayoutById, ({ query }, userId) => {
    const gone = layoutWith(userId, query.Id);
    layouts.set(
      userId,
      layoutsOf(userId).filter((layout) => layout !== gone),
    );
    return { deleted: true };
  });
}
