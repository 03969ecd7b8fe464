// The calls of the page in a demonstration without a server, by path. They are answered as the server does. Users, preferences and layouts
// last as long as the page. Commands, questions and rows come from packages/market.
import {
  accessOf,
  answerRead,
  badInput,
  CallRejected,
  type DocumentStores,
  demoLayout,
  demoPassword,
  demoPreferences,
  demoUsers,
  documentCalls,
  errorsByPath,
  getAllUserLayouts,
  type HostReadKind,
  layoutInReply,
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
  type UserDocument,
} from '@openpit/market';
import {
  type CandlesQuery,
  dataSets,
  dayMs,
  defaultClientSettings,
  paths,
  type ReadInput,
  type UserCommand,
  type UserRead,
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

export function demoCalls(
  market: MarketAccess,
  history: MemoryHistory,
): (call: DemoCall) => Promise<DemoReply> {
  const { view } = market;
  const openedAt = Date.now();

  const calls = new Map<string, Call>();
  const get = (path: string, answer: Answer) => calls.set(`GET ${path}`, { answer });
  const post = (path: string, answer: Answer) => calls.set(`POST ${path}`, { answer });
  const add = ({ path, query, body }: UserRead, answer: (input: unknown, userId: string) => unknown) => {
    if (body === undefined)
      calls.set(`GET ${path}`, { query, answer: (call, userId) => answer(call.query, userId) });
    else calls.set(`POST ${path}`, { body, answer: (call, userId) => answer(call.body, userId) });
  };

  for (const kind of userCommandKinds) {
    const { path, body, outcomePath }: UserCommand = userCommands[kind];
    const answer: Answer = async (call, userId) => {
      const submission = await submissionOf(market, userId, kind, call.body as never);
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

  for (const kind of marketReadKinds)
    add(userReads[kind], (input, userId) => answerRead(kind, market, userId, input));
  const ownReads = { ...readsOfPrices(market), ...readsOfHistory(market, history) };
  for (const kind of Object.keys(ownReads) as HostReadKind[])
    add(userReads[kind], (input, userId) => ownReads[kind](input as never, userId));
  const layouts = pageDocuments(() => demoLayout);
  const stores: DocumentStores = {
    preferences: pageDocuments(demoPreferences),
    layouts,
    read: (text, { schema }) => schema.parse(JSON.parse(text)),
  };
  add(getAllUserLayouts, (_input, userId) =>
    layouts.list(userId).map((layout) => layoutInReply(userId, layout)),
  );
  for (const call of documentCalls(market, stores)) add(call, (input, userId) => call.answer(userId, input));

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

/** The documents of one kind, as long as the page is open. Each user begins with one. */
function pageDocuments(first: () => object) {
  const stored = new Map<string, readonly UserDocument[]>();
  let written = 0;
  const newDocument = (json: string, id?: string): UserDocument => {
    written += 1;
    return { id: id ?? `page-${written}`, json, version: String(written) };
  };
  const list = (userId: string) => {
    const documents = stored.get(userId) ?? [newDocument(JSON.stringify(first()))];
    stored.set(userId, documents);
    return documents;
  };
  return {
    list,
    /** Without an id, the only document. */
    find: async (userId: string, id?: string) =>
      list(userId).find((document) => document.id === (id ?? document.id)),
    count: async (userId: string) => list(userId).length,
    async create(userId: string, json: string) {
      const created = newDocument(json);
      stored.set(userId, [...list(userId), created]);
      return created;
    },
    async update(userId: string, { id, json, was }: { id: string; json: string; was?: string }) {
      const documents = list(userId).map((document) =>
        document.id === id && document.json === (was ?? document.json) ? newDocument(json, id) : document,
      );
      stored.set(userId, documents);
      return documents.find((document) => document.id === id);
    },
    async delete(userId: string, id: string) {
      const before = list(userId);
      const kept = before.filter((document) => document.id !== id);
      stored.set(userId, kept);
      return kept.length < before.length;
    },
  };
}
