// For tests: a market with its journal, database and HTTP calls in a temporary folder, with the demonstration users and
// without a socket.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, demoUsers, openMarketOnce } from '@openpit/market';
import { createHubServer } from '@openpit/signalr-server';
import { openDatabase } from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import { defaultClientSettings } from '@openpit/wire';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type Logger, pino } from 'pino';
import { defaultAuditDays, openAudit } from '../audit/open-audit.ts';
import { Passwords } from '../auth/passwords.ts';
import { Sessions } from '../auth/sessions.ts';
import { SignIn } from '../auth/sign-in.ts';
import { Tokens } from '../auth/tokens.ts';
import { trustingClock } from '../clock/trusted-clock.ts';
import { databaseFile, openMarketIn } from '../data-folder.ts';
import { openHistory } from '../history/history.ts';
import { createHttpApp } from '../http/app.ts';
import { healthRoutes } from '../http/health.ts';
import { MarketFigures } from '../http/market-figures.ts';
import { metricsRoutes } from '../http/metrics.ts';
import { replyHeaders } from '../http/reply-headers.ts';
import { Admission } from '../limits/admission.ts';
import { Connections } from '../limits/connections.ts';
import { defaultLimits, type ServerLimits } from '../limits/limits.ts';
import { UserLimits } from '../limits/user-limits.ts';
import type { MarketServer } from '../market-server.ts';
import {
  operatorHistoryRoutes,
  operatorPath,
  operatorReportRoutes,
  operatorRoutes,
} from '../operator/operator-routes.ts';
import { readMarketFile } from '../read-files.ts';
import type { RunningMarket } from '../running-market.ts';
import { DisconnectTimes } from '../schedule/order-guards.ts';
import { realClock } from '../schedule/real-clock.ts';
import { illustrationSeed } from '../seed/demonstration-settings.ts';
import { ensureDemoUsers } from '../seed/seed-market.ts';
import { demoMarketFile } from '../server-folder.ts';
import { ThreadHealth } from '../thread-health.ts';

export const operatorToken = 'a-token-for-tests';

/** For tests in which one user sends more than any limit allows. */
export const withoutLimits = Object.fromEntries(
  Object.keys(defaultLimits).map((name) => [name, 1_000_000_000]),
) as unknown as ServerLimits;

export interface Response {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Every possible answer to an operator's call. */
interface OperatorResponse {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  /** By the path of the field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The output of the command line; empty if the request was rejected. */
  readonly sentence: string;
}

export interface ServerInAFolder extends MarketServer {
  readonly market: RunningMarket;
  readonly app: FastifyInstance;
  readonly folder: string;
  signIn(email: string): Promise<string>;
  call(request: InjectOptions & { readonly token?: string | undefined }): Promise<Response>;
  get(url: string, token?: string): Promise<Response>;
  post(url: string, payload: object, token?: string): Promise<Response>;
  /** Sends a request of the operator's command line, or one that the server rejects. */
  operate(request: object): Promise<OperatorResponse>;
  close(): Promise<void>;
}

/**
 * `demoLogins`: whether the demonstration users may sign in; `illustrativeHistory`: whether history begins with generated candles, as in
 * the demonstration; `limits`: the limits that differ from the defaults.
 */
export async function serverInAFolder({
  demoLogins = true,
  illustrativeHistory = false,
  limits = {},
  trustedProxies = [],
  clock: systemClock = realClock,
  inactivityMs = null,
  logger = pino({ level: 'silent' }),
}: {
  readonly demoLogins?: boolean;
  readonly illustrativeHistory?: boolean;
  readonly limits?: Partial<ServerLimits>;
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
  readonly inactivityMs?: number | null;
  readonly logger?: Logger;
} = {}): Promise<ServerInAFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-test-'));
  const clock = trustingClock(systemClock);
  let historyOf: MarketServer['history'] | null = null;
  const figures = new MarketFigures();
  const market = await openMarketIn(
    { dataFolder: folder },
    {
      clock,
      metrics: figures,
      onOutcomesWritten: () => historyOf?.outcomesWritten(),
      onStopped: (cause) => console.error(cause),
    },
  );
  const database = await openDatabase(databaseFile(folder));
  const { gateway, view } = market;
  const passwords = new Passwords();
  const parts = { gateway, view, db: database.db, clock };
  const newMarket = { isNew: true, isIllustrated: illustrativeHistory, seed: 1 };
  const illustrativeSeed = await illustrationSeed(database.db, newMarket);
  const history = openHistory({ dataFolder: folder, illustrativeSeed, isAlone: false });
  historyOf = history;
  await openMarketOnce({ ...parts, operatorId: 'test' }, () => readMarketFile(demoMarketFile));
  await ensureDemoUsers(parts, passwords);
  const tokens = new Tokens(new TextEncoder().encode('a secret of thirty-two characters'));
  const sessions = new Sessions({ db: database.db, clock, tokens, inactivityMs });
  const audit = await openAudit({
    dataFolder: folder,
    db: database.db,
    epoch: 1,
    clock,
    keptDays: defaultAuditDays,
    onFailure: (error) => console.error(error),
  });
  const server: MarketServer = {
    ...parts,
    ...market.queries,
    history,
    sessions,
    audit,
    signIns: new SignIn({ ...parts, sessions, passwords, key: tokens.keyFor('known browsers') }),
    clientSettings: defaultClientSettings,
    calendar: null,
    disconnectTimes: new DisconnectTimes(),
    epoch: 'test',
    demoLogins: demoLogins ? demoUsers.map((user) => ({ ...user, password: demoPassword })) : [],
    signInRejection: () => (demoLogins ? null : 'Demonstration users are closed.'),
  };
  const hubServer = createHubServer();
  const callLimits = {
    users: new UserLimits({ ...defaultLimits, ...limits }),
    connections: new Connections(defaultLimits),
    admission: new Admission(() => figures.notAccepted('venueBusy')),
  };
  const app = await createHttpApp(server, {
    logger,
    webFolder: join(folder, 'no-web'),
    headers: await replyHeaders(),
    hubServer,
    tls: null,
    limits: callLimits,
    trustedProxies,
    isDocsExposed: false,
    extraRoutes: [
      operatorRoutes({ ...server, schedule: null }, operatorToken),
      operatorHistoryRoutes(server, operatorToken),
      operatorReportRoutes(server, operatorToken),
      healthRoutes({
        gateway: market.gateway,
        view,
        clock,
        schedule: null,
        history,
        handles: { isOut: false },
        database,
      }),
      metricsRoutes({
        figures,
        market: { ...server, gateway: market.gateway, isReady: () => true, scheduleWaits: () => false },
        hub: hubServer.metrics,
        threads: new ThreadHealth(() => undefined),
        limits: callLimits,
        handles: { isOut: false, timesOut: 0 },
        dataFolder: folder,
        certificateExpiresAt: null,
        isExposed: false,
      }),
    ],
  });
  const call: ServerInAFolder['call'] = async ({ token, headers, ...request }) => {
    const reply = await app.inject({
      ...request,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
    const json = reply.body !== '' && String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, body: json ? reply.json() : reply.body, headers: reply.headers };
  };
  const post: ServerInAFolder['post'] = (url, payload, token) =>
    call({ method: 'POST', url, payload, token });
  return {
    ...server,
    market,
    app,
    folder,
    call,
    get: (url, token) => call({ method: 'GET', url, token }),
    post,
    signIn: async (email) => {
      const { body } = await post('/api/authenticate/login', { email, password: demoPassword });
      return (body as { token: string }).token;
    },
    operate: async (request) => {
      const payload = { operatorId: testOperator.operatorId, request };
      const { status, body } = await post(operatorPath, payload, operatorToken);
      if (status !== 200) return { ...(body as Omit<OperatorResponse, 'sentence'>), status, sentence: '' };
      return { status, sentence: (body as OperatorResponse).sentence };
    },
    close: async () => {
      await hubServer.close();
      await app.close();
      await audit.close();
      await history.close();
      await market.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
