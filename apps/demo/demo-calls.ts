// The calls of the page in a demonstration without a server, by path. They are answered as the server does. Users, preferences and layouts
// last as long as the page. Commands, questions and rows come from packages/market.
import {
  accessOf,
  answerRead,
  applyPreferences,
  badInput,
  CallRejected,
  demoLayout,
  demoPassword,
  demoPreferences,
  demoUsers,
  errorsByPath,
  type HostReadKind,
  listedPrice,
  type MarketAccess,
  marketReadKinds,
  memberOfReports,
  notFound,
  outcomeOfRequest,
  presentMarginsOf,
  replyToCommand,
  reportText,
  requireEnded,
  settingsOfMarket,
  submissionOf,
} from '@openpit/market';
import {
  type CandlesQuery,
  dataSets,
  dayMs,
  defaultClientSettings,
  noPermissions,
  paths,
  type ReadInput,
  type StoredLayout,
  type StoredPreference,
  type UserCommand,
  type UserRead,
  type UserReadKind,
  userCommandKinds,
  userCommands,
  userReads,
} from '@openpit/wire';
import type { MemoryHistory } from './demo-history.ts';

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
const sessionMs = 30 * dayMs;

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

/** `call.query` and `call.body` are as the schema of the call has accepted them. */
type Answer = (call: DemoCall, userId: string) => unknown;

interface Call {
  readonly answer: Answer;
  readonly query?: UserRead['query'] | undefined;
  readonly body?: UserRead['body'] | undefined;
}

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
  const openedAt = Date.now();

  const calls = new Map<string, Call>();
  const get = (path: string, answer: Answer) => calls.set(`GET ${path}`, { answer });
  const post = (path: string, answer: Answer) => calls.set(`POST ${path}`, { answer });
  const read = (kind: UserReadKind, answer: (input: unknown, userId: string) => unknown) => {
    const { path, query, body }: UserRead = userReads[kind];
    if (body === undefined)
      calls.set(`GET ${path}`, { query, answer: (call, userId) => answer(call.query, userId) });
    else calls.set(`POST ${path}`, { body, answer: (call, userId) => answer(call.body, userId) });
  };

  for (const kind of userCommandKinds) {
    const { path, body, outcomePath }: UserCommand = userCommands[kind];
    const answer: Answer = async (call, userId) => {
      const submission = submissionOf(market, userId, kind, call.body as never);
      return replyToCommand(market, await market.gateway.submit(submission));
    };
    calls.set(`POST ${path}`, { body, answer });
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

  for (const kind of marketReadKinds) read(kind, (input, userId) => answerRead(kind, market, userId, input));
  const ownReads = { ...readsOfPrices(market), ...readsOfHistory(market, history) };
  for (const kind of Object.keys(ownReads) as HostReadKind[])
    read(kind, (input, userId) => ownReads[kind](input as never, userId));
  addDocuments(get, post, market);

  return async (call) => {
    const { method, path, token } = call;
    if (path === paths.getClientSettings) return { status: 200, body: clientSettings(market) };
    if (path === paths.demoLogin || path === paths.login)
      return { status: 200, body: { token: signIn(call) } };
    const userId = userOf(token);
    if (userId === null) throw new CallRejected(401, 'notSignedIn', 'You are not signed in. Sign in again.');
    const called = calls.get(`${method} ${path}`);
    if (called === undefined)
      throw new CallRejected(404, 'noSuchCall', `The market in this page has no call ${method} ${path}.`);
    const query = called.query?.safeParse(call.query) ?? { success: true, data: call.query };
    const body = called.body?.safeParse(call.body) ?? { success: true, data: call.body };
    const issues = query.error?.issues ?? body.error?.issues;
    if (issues !== undefined) {
      const errors = errorsByPath(issues.map(({ path, message }) => [path.join('.') || 'body', message]));
      return { status: 400, body: badInput(errors) };
    }
    const accepted = { ...call, query: query.data as DemoCall['query'], body: body.data };
    return { status: 200, body: await called.answer(accepted, userId) };
  };
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
  ...settingsOfMarket(market),
  demoUsers: demoUsers.map(({ userId, displayName: name, about }) => ({ userId, name, about })),
});

/** The calls that each host answers itself. */
type OwnReads = { readonly [Kind in HostReadKind]: (input: ReadInput<Kind>, userId: string) => unknown };

const readsOfPrices = (market: MarketAccess): Pick<OwnReads, 'getPrices' | 'getPresentMargins'> => ({
  getPrices: () =>
    market.view.directory.listedContracts().flatMap(({ contract }) => {
      const row = market.view.market.row(contract);
      return row === undefined ? [] : [listedPrice(row)];
    }),
  getPresentMargins: (_query, userId) => [...presentMarginsOf(market, userId)].flat(),
});

function readsOfHistory(
  { view }: MarketAccess,
  history: MemoryHistory,
): Omit<OwnReads, 'getPrices' | 'getPresentMargins'> {
  const requireContract = (contract: string, rows: number): void => {
    if (rows === 0 && view.directory.contract(contract) === undefined)
      throw notFound(
        `There is no contract "${contract}", now or in history. Contracts are named like "DEC26 WMAZ".`,
      );
  };
  const candles = ({ contract, interval, ...page }: CandlesQuery) => {
    const answer = history.candles(contract, interval, page);
    requireContract(contract, answer.rows.length);
    return { contract, interval, ...answer };
  };
  const nothing = { rows: [], next: null, asOf: 0 };
  const ownerOf = (userId: string) => {
    const rights = view.rights.of(userId);
    return rights === undefined ? null : { member: rights.member, dealer: rights.onlyDealer };
  };
  return {
    historyCandles: candles,
    getPriceHistory: candles,
    historyTimeAndSales: ({ contract, ...page }) => {
      const answer = history.timeAndSales(contract, page);
      requireContract(contract, answer.rows.length);
      return { contract, ...answer };
    },
    endOfDayReport: async ({ report, date: day }, userId) => {
      const sources = { view, reads: history, offsetMinutes: defaultClientSettings.utcOffsetMinutes };
      const member = memberOfReports(view, userId);
      await requireEnded(sources, day);
      const parts: string[] = [];
      for await (const part of reportText(sources, report, { member, day })) parts.push(part);
      return parts.join('');
    },
    historyDeals: (query, userId) => {
      const owner = ownerOf(userId);
      return owner === null ? nothing : history.deals(owner, query);
    },
    historyOrders: (query, userId) => {
      const owner = ownerOf(userId);
      return owner === null ? nothing : history.orders(owner, query);
    },
    historyDataSet: ({ dataSet, ...query }, userId) => {
      if (dataSets[dataSet].owner === 'market') return history.dataSet(dataSet, '', query);
      const owner = ownerOf(userId);
      return owner === null || owner.dealer !== null
        ? nothing
        : history.dataSet(dataSet, owner.member, query);
    },
  };
}

type Add = (path: string, answer: Answer) => unknown;

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
    const preferenceDocument = preferences.get(userId) ?? newDocument(JSON.stringify(demoPreferences()));
    preferences.set(userId, preferenceDocument);
    return preferenceDocument;
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
    const layoutDocuments = layouts.get(userId) ?? [newDocument(JSON.stringify(demoLayout))];
    layouts.set(userId, layoutDocuments);
    return layoutDocuments;
  };
  const storedLayout = (userId: string, { id, json, version }: Document): StoredLayout => ({
    _id: id,
    userId,
    userLayoutJson: json,
    version: String(version),
  });
  const layoutWith = (userId: string, id: string | undefined): Document => {
    const layout = layoutsOf(userId).find((layout) => layout.id === id);
    if (layout === undefined) throw notFound('You have no such layout. It may have been deleted.');
    return layout;
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
    const deleted = layoutWith(userId, query.Id);
    layouts.set(
      userId,
      layoutsOf(userId).filter((layout) => layout !== deleted),
    );
    return { deleted: true };
  });
}
