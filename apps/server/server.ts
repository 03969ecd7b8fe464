// The composition root: one process of named parts (storage, guards, hub, schedule, sessions, HTTP, operator, participants), which stop
// in reverse order.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import {
  type MarketFeed,
  PastTime,
  type RunningSchedule,
  runSchedule,
  type StartSimulator,
  startDailyListing,
  startSimulation,
} from '@openpit/market';
import { createHubServer, systemClock as hubClock } from '@openpit/signalr-server';
import { listUsers } from '@openpit/storage';
import { type Clock, ruleVersion } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { auditHub } from './audit/audit-hub.ts';
import { openAudit } from './audit/open-audit.ts';
import { sessionEnds } from './auth/accounts.ts';
import {
  deleteExpiredSessionsDaily,
  endSessionsWithDay,
  endWithdrawnSessions,
} from './auth/ended-sessions.ts';
import { JudgedClock } from './clock/trusted-clock.ts';
import { type CreatedServer, createMarketServer } from './create-market-server.ts';
import { openDatabaseIn, openMarketIn } from './data-folder.ts';
import { type History, openHistory } from './history/history.ts';
import { createHttpApp } from './http/app.ts';
import { healthRoutes, readiness } from './http/health.ts';
import { MarketFigures } from './http/market-figures.ts';
import { metricsRoutes } from './http/metrics.ts';
import { dataHeaders, replyHeaders } from './http/reply-headers.ts';
import { createMarketHub, startMarketFeed } from './hubs/market-hub.ts';
import { Admission } from './limits/admission.ts';
import { Connections, connectionsThatFit } from './limits/connections.ts';
import { FileHandles } from './limits/file-handles.ts';
import { UserLimits } from './limits/user-limits.ts';
import { openLog, openStandardOutputLog } from './log.ts';
import { logEvents } from './logged-events.ts';
import type { DemoLogin, MarketServer } from './market-server.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorHistoryRoutes, operatorReportRoutes, operatorRoutes } from './operator/operator-routes.ts';
import type { ServerOptions } from './options/options.ts';
import { type Line, startOrderGuards } from './schedule/order-guards.ts';
import { realClock } from './schedule/real-clock.ts';
import { scheduleQuestions, seenBeforeQuestion } from './schedule/schedule-questions.ts';
import { illustrationSeed } from './seed/demonstration-settings.ts';
import { drawSecretSeed } from './sequencer/sequencer.ts';
import { builtWebFolder, serverVersion } from './server-folder.ts';
import { type StartedParts, startParts } from './started-parts.ts';
import { ThreadHealth } from './thread-health.ts';
import { readTlsFiles } from './tls-files.ts';

export interface ServerParts {
  /** Called when the market has stopped because of an error. */
  readonly onStopped: (cause: Error) => void;
  /** Called with true if the database cannot be reached, and with false if it is back. */
  readonly onInterrupted?: (isInterrupted: boolean) => void;
  /** Called with the schedule's question to the operator (operations.md, A clock that is ahead). */
  readonly onQuestion?: (question: string) => void;
  /** Called with lines about slow parts of a start. */
  readonly onProgress?: (line: string) => void;
  /** `null` for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** By default the folder of the built browser application. */
  readonly webFolder?: string;
  /** Called with a sentence when `history.db` is damaged; the market is not affected. */
  readonly onHistoryDamaged?: (damage: string) => void;
  /** By default the real clock. */
  readonly clock?: Clock;
  /** By default the process's own. */
  readonly monotonicMs?: () => number;
  /** Runs a scenario in the market. May throw for a scenario that cannot run in it. */
  readonly startScenario?: (market: MarketServer, onFailure: (error: unknown) => void) => () => Promise<void>;
}

export interface RunningServer {
  /** An address on this machine, `http://127.0.0.1:4173`. */
  readonly url: string;
  /** Addresses for other machines, if the server listens on all addresses of this one. */
  readonly urlsForOthers: readonly string[];
  readonly replayed: number;
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
  /** The state in the journal that was damaged and has been written again; otherwise null. */
  readonly repairedState: { readonly seq: number; readonly damage: string } | null;
  /** The rules of the version that ran the market before, when this start has changed them; otherwise null. */
  readonly formerRules: number | null;
  /** Users whose password is public: the demonstration's users who may sign in. */
  readonly demoLogins: readonly DemoLogin[];
  /** Whether the market has users of the demonstration, even when they may not sign in. */
  readonly hasDemoUsers: boolean;
  /** Whether there is a user with a password. */
  readonly hasLogins: boolean;
  /** A sentence that the file of `--reference-data` was not used and differs from the market; null otherwise. */
  readonly ignoredReferenceData: string | null;
  /** Closes connections, handles the queued commands, takes a snapshot and releases the folder. */
  stop(): Promise<void>;
  /**
   * Closes the files and ends the threads immediately, even during `stop`: queued commands are rejected, and no snapshot is taken.
   * The process may end when it resolves. Nothing that was acknowledged is lost.
   */
  abandon(): Promise<void>;
}

/** Rejects with an error that has a readable sentence if folder, port or reference data cannot be used. */
export const startServer = (options: ServerOptions, given: ServerParts): Promise<RunningServer> =>
  startParts(async (parts) => {
    const storage = await startStorage(parts, options, given);
    const { market, log, audit, address, history, database } = storage;
    const server = await createMarketServer(options, market, {
      ...storage,
      db: database.db,
      onProgress: given.onProgress ?? (() => undefined),
    });
    const context: Context = { ...storage, parts, options, given, server };
    const guards = startGuards(context);
    const hub = await startHub(context, guards);
    const schedule = await startSchedule(context);
    await startSessions(context);
    const token = newOperatorToken();
    const app = await httpApp({ ...context, ...hub, schedule, token });
    app.server.on('error', (error) => hub.handles.failed(error));
    await address.release();
    const url = await listen(app, options);
    parts.add('http', async () => {
      hub.feed.stop();
      await hub.hubServer.close();
      await app.close();
    });
    endConnectionsWithSessions(context, hub.contexts);
    await announce(context, { url, token });
    startParticipants(context);
    audit.add({ kind: 'server', what: 'start', outcome: 'ok' });
    parts.add('audited stop', () => audit.add({ kind: 'server', what: 'stop', outcome: 'ok' }));
    const { replayed, damagedSnapshots, repairedState, formerRules } = market.recovered;
    log.info({ url, replayed, lastSeq: market.view.lastSeq }, 'the market is open');
    const { demoLogins, hasDemoUsers, ignoredReferenceData } = server;
    if (ignoredReferenceData !== null) log.warn(ignoredReferenceData);
    return {
      url,
      urlsForOthers: urlsForOthers(options, url),
      replayed,
      damagedSnapshots,
      repairedState,
      formerRules,
      demoLogins,
      hasDemoUsers,
      hasLogins: (await listUsers(database.db)).length > 0,
      ignoredReferenceData,
      stop: () => {
        log.info('the server stops');
        return parts.stop((part, err) =>
          log.error({ err, part }, 'a part of the server could not be stopped'),
        );
      },
      abandon: async () => {
        await Promise.allSettled([history.close(), market.abandon(), database.close()]);
      },
    };
  });

type Storage = Awaited<ReturnType<typeof startStorage>>;

/** The context that every part receives. */
interface Context extends Storage {
  readonly parts: StartedParts;
  readonly options: ServerOptions;
  readonly given: ServerParts;
  readonly server: CreatedServer;
}

/** The market from its journal, the log, the database, history and the audit log; and the port, which is held but does not answer yet. */
async function startStorage(
  parts: StartedParts,
  options: ServerOptions,
  { onStopped, onInterrupted, onHistoryDamaged, clock: systemClock = realClock, monotonicMs }: ServerParts,
) {
  const { dataFolder, acceptsMissingFiles } = options;
  const place = { dataFolder, database: options.database };
  // This must run before there are other threads, because each would delay it.
  const mostConnections = Math.min(options.limits.connections, connectionsThatFit());
  const tls = options.tls === null ? null : await readTlsFiles(options.tls);
  const feeds: MarketFeed[] = [];
  const announceState = (isRunning: boolean) => {
    for (const feed of feeds) feed.announceState(isRunning);
  };
  let opened: { readonly history?: History; readonly log?: Logger } = {};
  const threads = new ThreadHealth((death) =>
    opened.log?.error(death, 'a thread has died and will be started again'),
  );
  const figures = new MarketFigures();
  const admission = new Admission(monotonicMs);
  const userLimits = new UserLimits(options.limits, monotonicMs);
  const pastTime = new PastTime(systemClock, drawSecretSeed);
  const market = await openMarketIn(place, {
    clock: pastTime.clock,
    ...(monotonicMs !== undefined && { monotonicMs }),
    drawSeed: pastTime.drawSeed,
    acceptsMissingFiles,
    onOutcome: (outcome, changes) => {
      for (const feed of feeds) feed.publish(outcome, changes);
      if (opened.log !== undefined) logEvents(opened.log, outcome);
    },
    onDataSet: (change) => {
      for (const feed of feeds) feed.publishDataSet(change);
    },
    onOutcomesWritten: () => opened.history?.outcomesWritten(),
    watch: threads,
    floorWatch: {
      appended: (durationMs) => {
        figures.appended(durationMs);
        admission.appended(durationMs);
      },
      published: (outcome, sinceDurableMs) => figures.published(outcome, sinceDurableMs),
      answered: (sinceSubmittedMs) => figures.answered(sinceSubmittedMs),
      notTaken: (code) => figures.notTaken(code),
    },
    onSnapshotFailed: (err) => opened.log?.error({ err }, 'a snapshot could not be taken'),
    onDamagedDay: (err) => opened.log?.error({ err }, 'a closed day cannot be packed'),
    onInterrupted: (why) => {
      opened.log?.error({ why }, 'the database cannot be reached: the market takes no commands');
      announceState(false);
      onInterrupted?.(true);
    },
    onResumed: () => {
      opened.log?.warn('the database is back: the market takes commands again');
      announceState(true);
      onInterrupted?.(false);
    },
    onStopped: (cause) => {
      announceState(false);
      onStopped(cause);
    },
  });
  parts.add('market', () => market.close());
  const lastRanAt = market.recovered.venue.lastAt;
  const log =
    options.logTo === 'stdout'
      ? openStandardOutputLog(options.logLevel)
      : openLog(dataFolder, options.logLevel);
  opened = { log };
  log.info({ version: serverVersion, rules: ruleVersion, node: process.version }, 'the server starts');
  const { lastSeq } = market.view;
  const database = await openDatabaseIn(place, { lastSeq, acceptsMissingFiles });
  parts.add('database', () => database.close());
  const clock = new JudgedClock(systemClock, {
    knownAt: (await seenBeforeQuestion(database.db)) ?? lastRanAt,
    ...(monotonicMs !== undefined && { monotonicMs }),
  });
  // A first start that cannot listen must leave nothing behind that decides which market the next start opens.
  const address = await holdAddress(options);
  parts.add('address', () => address.release());
  const illustrativeSeed = await illustrationSeed(database.db, {
    isNew: market.view.directory.businessDay === '',
    isDemonstration: options.referenceDataFile === null,
    seed: options.seed,
  });
  const history = openHistory({
    ...place,
    illustrativeSeed,
    isAlone: false,
    watch: threads,
    onDamaged: (damage) => {
      log.error({ damage }, 'history is damaged');
      onHistoryDamaged?.(damage);
    },
  });
  opened = { log, history };
  parts.add('history', () => history.close());
  const audit = await openAudit({
    ...place,
    epoch: market.journal.epoch,
    db: database.db,
    clock,
    keptDays: options.auditDays,
    onFailure: (err) => log.error({ err }, 'the audit log cannot be written'),
  });
  parts.add('audit log', () => audit.close());
  const onFailure = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const shared = { market, lastRanAt, log, database, clock, address, history, audit, onFailure };
  return { ...shared, mostConnections, tls, feeds, threads, figures, admission, userLimits, pastTime };
}

/** Deletes or suspends the orders of users who are silent or have lost their connections. */
function startGuards({ parts, server, clock, onFailure }: Context) {
  let lines = (): Iterable<Line> => [];
  const guards = startOrderGuards({
    ...server,
    clock,
    times: server.disconnectTimes,
    lines: () => lines(),
    onFailure: onFailure('order guards'),
  });
  parts.add('order guards', () => guards.stop());
  parts.add(
    'guards of signed-in users',
    server.accounts.onUsed((userId) => guards.heard(userId)),
  );
  return {
    guards,
    watch: (contexts: () => Iterable<Line>) => {
      lines = contexts;
    },
  };
}

async function startHub(
  {
    parts,
    options,
    server,
    market,
    log,
    clock,
    audit,
    feeds,
    admission,
    userLimits,
    mostConnections,
  }: Context,
  { guards, watch }: ReturnType<typeof startGuards>,
) {
  const headers = await replyHeaders();
  const hubServer = createHubServer({
    // Tokens expire by the clock of the sessions.
    clock: { ...hubClock, epochMs: () => clock.earliest() },
    responseHeaders: dataHeaders(headers),
    logger: ({ level, ...entry }) => log[level](entry),
    onDenied: auditHub(audit, options.trustedProxies),
  });
  const connections = new Connections({ ...options.limits, connections: mostConnections });
  const limits = { users: userLimits, connections, admission };
  const handles = new FileHandles({ connections, log });
  parts.add('file handles', () => handles.stop());
  const hub = createMarketHub(server, market.view, {
    hubServer,
    takesCommands: () => market.floor.state === 'running',
    presence: guards,
    limits,
  });
  watch(() => hub.contexts());
  const feed = startMarketFeed(hub, market.view, server.epoch);
  feeds.push(feed);
  return { headers, hubServer, limits, handles, feed, contexts: () => hub.contexts() };
}

/** The schedule of the exchange day, and the contracts that a demonstration lists while it runs. */
async function startSchedule(context: Context): Promise<RunningSchedule> {
  const { parts, given, server, database, clock, lastRanAt, log, onFailure } = context;
  const schedule = await runSchedule({
    ...server,
    clock,
    lastRanAt: server.hasSimulatedPast ? 0 : lastRanAt,
    questions: scheduleQuestions(database.db),
    onQuestion: (question) => {
      log.warn(question);
      given.onQuestion?.(question);
    },
    onContinue: () => clock.confirm(),
    onFailure: onFailure('the schedule has stopped'),
  });
  parts.add('schedule', () => schedule.stop());
  clock.judgedBy(schedule);
  if (server.listsDaily)
    parts.add(
      'daily listing',
      startDailyListing({
        ...server,
        onFailure: onFailure('the contracts of the demonstration cannot be listed'),
      }),
    );
  return schedule;
}

/** Ends the sessions that must not continue. Runs after the schedule, which may have ended days while no server ran. */
async function startSessions({ parts, server, audit, clock, onFailure }: Context): Promise<void> {
  await audit.prune();
  await endWithdrawnSessions({
    ...server,
    businessDay: server.view.directory.businessDay,
    mayNotSignIn: (email) => server.signInRejection(email) !== null,
  });
  parts.add('uses of sessions', server.accounts.keepUses(onFailure('the uses of sessions cannot be stored')));
  parts.add(
    'sign-out with the day',
    endSessionsWithDay({ ...server, onFailure: onFailure('sessions of an ended day') }),
  );
  parts.add(
    'expired sessions',
    deleteExpiredSessionsDaily({
      db: server.db,
      clock,
      onFailure: onFailure('expired sessions cannot be deleted'),
    }),
  );
}

function endConnectionsWithSessions(
  { parts, server, audit }: Context,
  contexts: Awaited<ReturnType<typeof startHub>>['contexts'],
): void {
  const stop = server.accounts.onSessionEnded((sessionId, why) => {
    audit.add({ kind: 'session', what: 'ended', outcome: 'ok', session: sessionId });
    for (const context of contexts())
      if (context.user.sessionId === sessionId) context.close({ error: sessionEnds[why] });
  });
  parts.add('connections of sessions', stop);
}

/** Tells the operator's command line, and a server that waits for the journal, where this server is. */
async function announce(
  { parts, options: { dataFolder }, market, tls }: Context,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<void> {
  await market.journal.announceAddress(url);
  await writeOperatorAddress(dataFolder, { url, token, certificate: tls?.fingerprint ?? null });
  parts.add('operator', () => removeOperatorAddress(dataFolder));
}

/** Simulated participants, or a scenario. */
function startParticipants({ parts, given, options, server, log, onFailure }: Context): void {
  const { startSimulator, startScenario } = given;
  if (startSimulator !== null)
    parts.add(
      'simulated participants',
      startSimulation({
        startSimulator,
        ...server,
        seed: options.seed,
        market: options.market,
        onFailure: onFailure('the simulator has stopped'),
        onRejected: (rejected) => log.debug(rejected, 'an order of a simulated participant was rejected'),
      }),
    );
  if (startScenario !== undefined)
    parts.add('scenario', startScenario(server, onFailure('the scenario has stopped')));
}

function httpApp({
  server,
  market: { floor },
  figures,
  headers,
  schedule,
  hubServer,
  threads,
  limits,
  handles,
  database,
  log,
  token,
  given,
  options,
  tls,
}: Context &
  Awaited<ReturnType<typeof startHub>> & {
    readonly schedule: RunningSchedule;
    readonly token: string;
  }): Promise<FastifyInstance> {
  const { exposed, trustedProxies } = options;
  const health = { ...server, floor, schedule, handles, database };
  return createHttpApp(server, {
    logger: log,
    webFolder: given.webFolder ?? builtWebFolder,
    headers,
    hubServer,
    tls,
    limits,
    onShed: () => figures.notTaken('venueBusy'),
    trustedProxies,
    isDocsExposed: exposed.includes('docs'),
    extraRoutes: [
      operatorRoutes({ ...server, schedule }, token),
      operatorHistoryRoutes(server, token),
      operatorReportRoutes(server, token),
      healthRoutes(health),
      metricsRoutes({
        figures,
        market: {
          ...server,
          floor,
          isReady: () => readiness(health).status === 'ok',
          scheduleWaits: () => schedule.question !== null,
        },
        hub: hubServer.metrics,
        threads,
        limits,
        handles,
        dataFolder: options.dataFolder,
        certificateExpiresAt: tls?.expiresAt ?? null,
        isExposed: exposed.includes('metrics'),
      }),
    ],
  });
}

/**
 * Listens, without answering, until it is released just before the HTTP server listens there. Rejects if it is impossible to listen at that
 * address.
 */
async function holdAddress({ port, host }: ServerOptions): Promise<{ release(): Promise<void> }> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen(port, host);
  await once(holder, 'listening');
  return {
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}

/** Resolves with an address that can be opened on this machine, even when the server listens on all of its addresses. */
async function listen(app: FastifyInstance, { port, host, tls }: ServerOptions): Promise<string> {
  await app.listen({ port, host });
  const address = app.server.address() as AddressInfo;
  return urlOf(addressToOpen[host] ?? host, { port: address.port, tls });
}

/** Addresses that mean all addresses of the machine, and one of these to open. */
const addressToOpen: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Addresses for other machines, if the server listens on all addresses of this one. */
function urlsForOthers({ host, tls }: ServerOptions, url: string): string[] {
  // A certificate has names, not addresses.
  if (addressToOpen[host] === undefined || tls !== null) return [];
  const port = Number(new URL(url).port);
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family, scopeid }) => !internal && !scopeid && (host === '::' || family === 'IPv4'))
    .map(({ address }) => urlOf(address, { port, tls }));
}

const urlOf = (name: string, { port, tls }: { readonly port: number; readonly tls: object | null }): string =>
  `${tls === null ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
