// The composition root: opens the market, creates HTTP calls, hub, simulated participants and operator's calls around it in one
// process, and stops them in reverse order.
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
import { createHubServer, type HubServer, systemClock as hubClock } from '@openpit/signalr-server';
import { type Clock, ruleVersion } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { auditHub } from './audit/audit-hub.ts';
import { openAudit } from './audit/open-audit.ts';
import { sessionEnds } from './auth/accounts.ts';
import { deleteExpiredSessionsDaily } from './auth/expired-sessions.ts';
import { endWithdrawnSessions } from './auth/withdrawn-sessions.ts';
import { JudgedClock } from './clock/trusted-clock.ts';
import { createMarketServer } from './create-market-server.ts';
import { openDatabaseIn, openMarketIn } from './data-folder.ts';
import { type History, openHistory } from './history/history.ts';
import { createHttpApp } from './http/app.ts';
import { type HealthParts, healthRoutes, readiness } from './http/health.ts';
import type { CallLimits } from './http/limit-calls.ts';
import { MarketFigures, type MarketSources } from './http/market-figures.ts';
import { metricsRoutes } from './http/metrics.ts';
import { replyHeaders } from './http/reply-headers.ts';
import { startMarketFeed } from './hubs/market-feed.ts';
import { createMarketHub } from './hubs/market-hub.ts';
import { Connections, connectionsThatFit } from './limits/connections.ts';
import { FileHandles } from './limits/file-handles.ts';
import { UserLimits } from './limits/user-limits.ts';
import { openLog, openStandardOutputLog } from './log.ts';
import { logEvents } from './logged-events.ts';
import type { DemoLogin, MarketServer } from './market-server.ts';
import { operatorHistoryRoutes } from './operator/history-routes.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import { operatorReportRoutes } from './operator/report-routes.ts';
import type { ServerOptions } from './options.ts';
import { type Line, startOrderGuards } from './schedule/order-guards.ts';
import { realClock } from './schedule/real-clock.ts';
import { scheduleQuestions, seenBeforeQuestion } from './schedule/schedule-questions.ts';
import { endSessionsWithDay } from './schedule/sign-out.ts';
import { illustrationSeed } from './seed/demonstration-settings.ts';
import { drawSecretSeed } from './sequencer/sequencer.ts';
import { builtWebFolder, serverVersion } from './server-folder.ts';
import { ThreadHealth } from './thread-health.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

export interface ServerParts {
  /** Called when the market has stopped because of an error. */
  readonly onStopped: (cause: Error) => void;
  /** Called with true when the database cannot be reached, and with false when it is back. */
  readonly onInterrupted?: (isInterrupted: boolean) => void;
  /** Called with what the schedule asks the operator (operations.md, A clock that is ahead). */
  readonly onQuestion?: (question: string) => void;
  /** Called with lines about what a start does that takes a while. */
  readonly onProgress?: (line: string) => void;
  /** Null for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** The folder of the built browser application unless given. */
  readonly webFolder?: string;
  /** Called with a sentence when `history.db` is damaged; the market is not affected. */
  readonly onHistoryDamaged?: (damage: string) => void;
  /** The real clock unless given. */
  readonly clock?: Clock;
  /** That of the process unless given. */
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
  /** Users whose password is public: those of a demonstration who may sign in. */
  readonly demoLogins: readonly DemoLogin[];
  /** Whether the market has users of the demonstration, also when they may not sign in. */
  readonly hasDemoUsers: boolean;
  /** Whether the market has any user. */
  readonly hasUsers: boolean;
  /** A sentence that the file of `--reference-data` was not used and differs from the market; null otherwise. */
  readonly ignoredReferenceData: string | null;
  /** Closes connections, handles the queued commands, takes a snapshot and releases the folder. */
  stop(): Promise<void>;
  /**
   * Closes the files and ends the threads at once, also during `stop`: queued commands are rejected, and no snapshot is taken.
   * The process may end when it resolves. Nothing that was acknowledged is lost.
   */
  abandon(): Promise<void>;
}

/** Rejects with an error that has a sentence for people when folder, port or reference data cannot be used. */
export async function startServer(
  options: ServerOptions,
  {
    onStopped,
    onInterrupted,
    onQuestion,
    onHistoryDamaged,
    onProgress = () => undefined,
    startSimulator,
    startScenario,
    webFolder = builtWebFolder,
    clock: systemClock = realClock,
    monotonicMs,
  }: ServerParts,
): Promise<RunningServer> {
  const { dataFolder, acceptsMissingFiles } = options;
  const place = { dataFolder, database: options.database };
  // Before there are other threads, each of which would hold it up.
  const mostConnections = Math.min(options.limits.connections, connectionsThatFit());
  const tls = options.tls === null ? null : await readTlsFiles(options.tls);
  const feeds: MarketFeed[] = [];
  let history: History | null = null;
  let openedLog: Logger | null = null;
  const threads = new ThreadHealth((death) =>
    openedLog?.error(death, 'a thread has died and will be started again'),
  );
  const figures = new MarketFigures();
  const pastTime = new PastTime(systemClock, drawSecretSeed);
  const market = await openMarketIn(place, {
    clock: pastTime.clock,
    drawSeed: pastTime.drawSeed,
    acceptsMissingFiles,
    onOutcome: (outcome, changes) => {
      for (const feed of feeds) feed.publish(outcome, changes);
      if (openedLog !== null) logEvents(openedLog, outcome);
    },
    onOutcomesWritten: () => history?.outcomesWritten(),
    watch: threads,
    floorWatch: figures,
    onSnapshotFailed: (err) => openedLog?.error({ err }, 'a snapshot could not be taken'),
    onInterrupted: (why) => {
      openedLog?.error({ why }, 'the database cannot be reached: the market takes no commands');
      for (const feed of feeds) feed.announceState(false);
      onInterrupted?.(true);
    },
    onResumed: () => {
      openedLog?.warn('the database is back: the market takes commands again');
      for (const feed of feeds) feed.announceState(true);
      onInterrupted?.(false);
    },
    onStopped: (cause) => {
      for (const feed of feeds) feed.announceState(false);
      onStopped(cause);
    },
  });
  const lastRanAt = market.recovered.venue.lastAt;
  const stopSteps: (() => Promise<void>)[] = [() => market.close()];
  /** A step that fails does not keep the others from running; its error is thrown at the end. */
  const stop = async () => {
    const failures: unknown[] = [];
    openedLog?.info('the server stops');
    for (const step of stopSteps.splice(0).reverse())
      await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const log =
      options.logTo === 'stdout'
        ? openStandardOutputLog(options.logLevel)
        : openLog(dataFolder, options.logLevel);
    openedLog = log;
    log.info({ version: serverVersion, rules: ruleVersion, node: process.version }, 'the server starts');
    const { lastSeq } = market.view;
    const database = await openDatabaseIn(place, { lastSeq, acceptsMissingFiles });
    stopSteps.push(() => database.close());
    const clock = new JudgedClock(systemClock, {
      knownAt: (await seenBeforeQuestion(database.db)) ?? lastRanAt,
      ...(monotonicMs !== undefined && { monotonicMs }),
    });
    // A first start that cannot listen must leave nothing behind that decides which market the next start opens.
    const address = await holdAddress(options);
    stopSteps.push(() => address.release());
    const illustrativeSeed = await illustrationSeed(database.db, {
      isNew: market.view.directory.businessDay === '',
      isDemonstration: options.referenceDataFile === null,
      seed: options.seed,
    });
    const opened = openHistory({
      ...place,
      illustrativeSeed,
      isAlone: false,
      watch: threads,
      onDamaged: (damage) => {
        log.error({ damage }, 'history is damaged');
        onHistoryDamaged?.(damage);
      },
    });
    history = opened;
    stopSteps.push(() => opened.close());
    const audit = await openAudit({
      ...place,
      epoch: market.journal.epoch,
      db: database.db,
      clock,
      keptDays: options.auditDays,
      onFailure: (err) => log.error({ err }, 'the audit log cannot be written'),
    });
    stopSteps.push(() => audit.close());
    const server = await createMarketServer(options, market, {
      db: database.db,
      history: opened,
      clock,
      audit,
      pastTime,
      onProgress,
    });
    const headers = await replyHeaders();
    const hubServer = createHubServer({
      // Tokens expire by the clock of the sessions.
      clock: { ...hubClock, epochMs: () => clock.earliest() },
      responseHeaders: headers,
      logger: ({ level, ...entry }) => log[level](entry),
      onDenied: auditHub(audit, options.trustedProxies),
    });
    const onFailure = (what: string) => (error: unknown) => log.error({ err: error }, what);
    const { calendar, floor, view } = server;
    let lines = (): Iterable<Line> => [];
    const guards = startOrderGuards({
      floor,
      view,
      clock,
      times: server.disconnectTimes,
      lines: () => lines(),
      onFailure: onFailure('order guards'),
    });
    stopSteps.push(async () => guards.stop());
    const stopHearing = server.accounts.onUsed((userId) => guards.heard(userId));
    stopSteps.push(async () => stopHearing());
    const connections = new Connections({ ...options.limits, connections: mostConnections });
    const limits = { users: new UserLimits(options.limits), connections };
    const handles = new FileHandles({ connections, log });
    stopSteps.push(async () => handles.stop());
    const hub = createMarketHub(server, market.view, {
      hubServer,
      takesCommands: () => market.floor.state === 'running',
      presence: guards,
      limits,
    });
    lines = () => hub.contexts();
    const feed = startMarketFeed(hub, market.view, server.epoch);
    feeds.push(feed);
    const schedule = await runSchedule({
      floor,
      view,
      clock,
      calendar,
      lastRanAt: server.hasPlayedPast ? 0 : lastRanAt,
      questions: scheduleQuestions(database.db),
      onQuestion: (question) => {
        log.warn(question);
        onQuestion?.(question);
      },
      onContinue: () => clock.confirm(),
      onFailure: onFailure('the schedule has stopped'),
    });
    stopSteps.push(() => schedule.stop());
    clock.judgedBy(schedule);
    if (server.listsDaily) {
      const stopListing = startDailyListing({
        ...server,
        onFailure: onFailure('the contracts of the demonstration cannot be listed'),
      });
      stopSteps.push(async () => stopListing());
    }
    await audit.prune();
    // After the schedule, which may have ended days while no server ran.
    await endWithdrawnSessions({
      ...server,
      businessDay: view.directory.businessDay,
      mayNotSignIn: (email) => server.signInRejection(email) !== null,
    });
    stopSteps.push(server.accounts.keepUses(onFailure('the uses of sessions cannot be stored')));
    const signOut = endSessionsWithDay({ ...server, onFailure: onFailure('sessions of an ended day') });
    stopSteps.push(async () => signOut());
    stopSteps.push(
      deleteExpiredSessionsDaily({
        db: database.db,
        clock,
        onFailure: onFailure('expired sessions cannot be deleted'),
      }),
    );
    const token = newOperatorToken();
    const app = await httpApp({
      server,
      state: market.floor,
      figures,
      schedule,
      headers,
      hubServer,
      threads,
      limits,
      handles,
      database,
      log,
      webFolder,
      token,
      options,
      tls,
    });
    app.server.on('error', (error) => handles.failed(error));
    await address.release();
    const url = await listen(app, options);
    stopSteps.push(async () => {
      feed.stop();
      await hubServer.close();
      await app.close();
    });
    const stopListening = server.accounts.onSessionEnded((sessionId, why) => {
      audit.add({ kind: 'session', what: 'ended', outcome: 'ok', session: sessionId });
      for (const context of hub.contexts())
        if (context.user.sessionId === sessionId) context.close({ error: sessionEnds[why] });
    });
    stopSteps.push(async () => stopListening());
    await market.journal.announceAddress(url);
    await writeOperatorAddress(dataFolder, { url, token, certificate: tls?.fingerprint ?? null });
    stopSteps.push(() => removeOperatorAddress(dataFolder));
    if (startSimulator !== null) {
      const { seed, market: busy } = options;
      stopSteps.push(
        startSimulation({
          startSimulator,
          ...server,
          seed,
          market: busy,
          onFailure: onFailure('the simulator has stopped'),
          onRejected: (rejected) => log.debug(rejected, 'an order of a simulated participant was rejected'),
        }),
      );
    }
    if (startScenario !== undefined)
      stopSteps.push(startScenario(server, onFailure('the scenario has stopped')));
    audit.add({ kind: 'server', what: 'start', outcome: 'ok' });
    stopSteps.push(async () => audit.add({ kind: 'server', what: 'stop', outcome: 'ok' }));
    const { replayed, damagedSnapshots, repairedState, formerRules } = market.recovered;
    log.info({ url, replayed, lastSeq: market.view.lastSeq }, 'the market is open');
    const abandon = async () => {
      await Promise.allSettled([opened.close(), market.abandon(), database.close()]);
    };
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
      hasUsers: view.rights.all().length > 0,
      ignoredReferenceData,
      stop,
      abandon,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function httpApp(parts: {
  readonly server: MarketServer;
  readonly state: HealthParts['floor'] & MarketSources['floor'];
  readonly figures: MarketFigures;
  readonly headers: Readonly<Record<string, string>>;
  readonly schedule: RunningSchedule;
  readonly hubServer: HubServer;
  readonly threads: ThreadHealth;
  readonly limits: CallLimits;
  readonly handles: FileHandles;
  readonly database: HealthParts['database'];
  readonly log: Logger;
  readonly webFolder: string;
  readonly token: string;
  readonly options: ServerOptions;
  readonly tls: TlsFiles | null;
}): Promise<FastifyInstance> {
  const { server, schedule, headers, hubServer, log, webFolder, token } = parts;
  const { exposed, trustedProxies } = parts.options;
  const { threads, limits, handles, database, tls, figures, state: floor } = parts;
  const health = { ...server, floor, schedule, handles, database };
  return createHttpApp(server, {
    logger: log,
    webFolder,
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
        dataFolder: parts.options.dataFolder,
        certificateExpiresAt: tls?.expiresAt ?? null,
        isExposed: exposed.includes('metrics'),
      }),
    ],
  });
}

/**
 * Listens, without answering, until it is released just before the HTTP server listens there. Rejects when nobody can listen
 * at that address.
 */
async function holdAddress({ port, host }: ServerOptions): Promise<{ release(): Promise<void> }> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen(port, host);
  await once(holder, 'listening');
  return {
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}

/** Resolves with an address that can be opened on this machine, also when the server listens on all of its addresses. */
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
