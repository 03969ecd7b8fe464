// The start of a server, from top to bottom: the market with its files, sign-in, the seed of a new market, order guards, hub, schedule,
// HTTP, the operator and the participants. Whatever has been started stops in reverse order.
import { randomBytes } from 'node:crypto';
import {
  dayEndsAt,
  demoPassword,
  demoUsers,
  type MarketFeed,
  PastTime,
  type RunningSchedule,
  runSchedule,
  ScheduleCalendar,
  type StartSimulator,
  startDailyListing,
  startSimulation,
} from '@openpit/market';
import { createHubServer, type HubServer, systemClock as hubClock } from '@openpit/signalr-server';
import { listUsers, operatorCommand } from '@openpit/storage';
import { type Clock, ruleVersion } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { auditHub } from './audit/audit-hub.ts';
import { openAudit } from './audit/open-audit.ts';
import {
  deleteExpiredSessionsDaily,
  endSessionsWithDay,
  endWithdrawnSessions,
} from './auth/ended-sessions.ts';
import { openAuth } from './auth/open-auth.ts';
import { sessionEnds } from './auth/sessions.ts';
import { storedLastRun, storeLastRun } from './clock/last-run.ts';
import { type ClockBehind, JudgedClock } from './clock/trusted-clock.ts';
import { openDatabaseIn, openMarketIn } from './data-folder.ts';
import { type History, openHistory } from './history/history.ts';
import { createHttpApp } from './http/app.ts';
import { healthRoutes, readiness } from './http/health.ts';
import { MarketFigures } from './http/market-figures.ts';
import { metricsRoutes } from './http/metrics.ts';
import { dataHeaders, replyHeaders } from './http/reply-headers.ts';
import { createMarketHub, type MarketHub, startMarketFeed } from './hubs/market-hub.ts';
import { Admission } from './limits/admission.ts';
import { Connections, connectionsThatFit } from './limits/connections.ts';
import { FileHandles } from './limits/file-handles.ts';
import { UserLimits } from './limits/user-limits.ts';
import { holdAddress, listen, urlsForOthers } from './listening.ts';
import { type Notify, openLog, openStandardOutputLog } from './log.ts';
import { logEvents } from './logged-events.ts';
import type { DemoLogin, MarketServer } from './market-server.ts';
import { operatingSystemUser } from './operating-system-user.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorHistoryRoutes, operatorReportRoutes, operatorRoutes } from './operator/operator-routes.ts';
import { asSentence } from './options/operator-sentence.ts';
import type { ServerOptions } from './options/options.ts';
import { readSchedule } from './read-files.ts';
import { DisconnectTimes, startOrderGuards } from './schedule/order-guards.ts';
import { realClock } from './schedule/real-clock.ts';
import { scheduleQuestions, seenBeforeQuestion } from './schedule/schedule-questions.ts';
import { illustrationSeed, listsDaily } from './seed/demonstration-settings.ts';
import { hoursOf, seedMarket } from './seed/seed-market.ts';
import { reportRecovery } from './sequencer/recovery-report.ts';
import { drawSecretSeed } from './sequencer/sequencer.ts';
import { builtWebFolder, serverVersion } from './server-folder.ts';
import { ThreadHealth } from './thread-health.ts';
import { readTlsFiles } from './tls-files.ts';

/** The program that runs a server. */
export interface ServerHost {
  /** Called when the market has stopped because of an error. */
  readonly onStopped: (cause: Error) => void;
  /** Called with each notice, which is already in the log. */
  readonly notify?: Notify | undefined;
  /** `null` for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** Runs a scenario in the market. May throw for a scenario that cannot run in it. */
  readonly startScenario?:
    | ((market: MarketServer, onFailure: (error: unknown) => void) => () => Promise<void>)
    | undefined;
  /** By default the folder of the built browser application. */
  readonly webFolder?: string | undefined;
  /** By default the real clock. */
  readonly clock?: Clock | undefined;
  /** By default the process's own. */
  readonly monotonicMs?: (() => number) | undefined;
}

export interface RunningServer {
  /** An address on this machine, `http://127.0.0.1:4173`. */
  readonly url: string;
  /** Addresses for other machines, if the server listens on all addresses of this one. */
  readonly urlsForOthers: readonly string[];
  readonly replayed: number;
  /** Users whose password is public: the demonstration's users who may sign in. */
  readonly demoLogins: readonly DemoLogin[];
  /** Whether the market has demonstration users, even if they may not sign in. */
  readonly hasDemoUsers: boolean;
  /** Whether there is a user with a password. */
  readonly hasLogins: boolean;
  /** Stops cleanly: closes connections, handles the queued commands, takes a snapshot and releases the folder. */
  stop(): Promise<void>;
  /**
   * Closes the files and ends the threads immediately, even during `stop`: queued commands are rejected, and no snapshot is taken.
   * The process may end when it resolves. Nothing that was acknowledged is lost.
   */
  abandon(): Promise<void>;
}

/** Rejects with a readable error if folder, port or reference data cannot be used. */
export const startServer = (options: ServerOptions, host: ServerHost): Promise<RunningServer> =>
  startParts(async (parts) => {
    const foundation = await startFoundation(parts, options, host);
    const { market, database, clock, history, audit, log, limits, notify, onFailure } = foundation;
    const { view, recovered } = market;
    const { server, hasSimulatedPast, hasDemoUsers } = await openMarketServer(options, foundation);
    const { sessions } = server;
    const headers = await replyHeaders();

    const guards = startOrderGuards({
      ...server,
      times: server.disconnectTimes,
      lines: () => hub.contexts(),
      onFailure: onFailure('order guards'),
    });
    parts.add('order guards', () => guards.stop());
    parts.add(
      'guards of signed-in users',
      sessions.onUsed((userId) => guards.heard(userId)),
    );

    const hubServer = createHubServer({
      // Tokens expire by the clock of the sessions.
      clock: { ...hubClock, epochMs: () => clock.earliest() },
      responseHeaders: dataHeaders(headers),
      logger: ({ level, ...entry }) => log[level](entry),
      onDenied: auditHub(audit, options.trustedProxies),
    });
    const handles = new FileHandles({ connections: limits.connections, log });
    parts.add('file handles', () => handles.stop());
    const hub = createMarketHub(server, view, {
      hubServer,
      takesCommands: () => market.gateway.state === 'running',
      presence: guards,
      limits,
    });
    const feed = startMarketFeed(hub, view, server.epoch);
    foundation.publishTo(feed);

    const schedule = await runSchedule({
      ...server,
      lastRanAt: hasSimulatedPast ? 0 : foundation.lastRanAt,
      questions: scheduleQuestions(database.db),
      answerBy: operatorCommand('schedule continue', options.dataFolder),
      onQuestion: (question) => notify('warn', question),
      onContinue: () => clock.confirm(),
      onFailure: onFailure('the schedule has stopped'),
    });
    parts.add('schedule', () => schedule.stop());
    clock.judgedBy(schedule);
    parts.add(
      'time of the last run',
      storeLastRun({ db: database.db, clock }, onFailure('the time of the last run cannot be stored')),
    );
    if (await listsDaily(database.db))
      parts.add(
        'daily listing',
        startDailyListing({
          ...server,
          onFailure: onFailure('the contracts of the demonstration cannot be listed'),
        }),
      );

    await audit.prune();
    // After the schedule, which may have ended days while no server ran.
    await endWithdrawnSessions({
      ...server,
      businessDay: view.directory.businessDay,
      mayNotSignIn: (email) => server.signInRejection(email) !== null,
    });
    parts.add('uses of sessions', sessions.keepUses(onFailure('the uses of sessions cannot be stored')));
    parts.add(
      'sign-out with the day',
      endSessionsWithDay({
        ...server,
        closeConnections: () => void closeEndedConnections(hub, sessions),
        onFailure: onFailure('sessions of an ended day'),
      }),
    );
    parts.add(
      'expired sessions',
      deleteExpiredSessionsDaily({ ...server, onFailure: onFailure('expired sessions cannot be deleted') }),
    );

    const token = newOperatorToken();
    const webFolder = host.webFolder ?? builtWebFolder;
    const network = { server, schedule, hubServer, handles, headers, token, webFolder };
    const app = await createApp(options, foundation, network);
    app.server.on('error', (error) => handles.failed(error));
    await foundation.address.release();
    const url = await listen(app, options);
    parts.add('http', async () => {
      feed.stop();
      await hubServer.close();
      await app.close();
    });
    const stopEnding = sessions.onEnded((sessionId, why) => {
      audit.add({ kind: 'session', what: 'ended', outcome: 'ok', session: sessionId });
      // The connections still receive the announcement, and are closed after it.
      if (why === 'dayEnded') return;
      for (const context of hub.contexts())
        if (context.user.sessionId === sessionId) context.close({ error: sessionEnds[why] });
    });
    parts.add('connections of sessions', stopEnding);

    // For the operator's command line, and for a server that waits for the journal.
    await market.journal.announceAddress(url);
    const certificate = foundation.tls?.fingerprint ?? null;
    await writeOperatorAddress(options.dataFolder, { url, token, certificate });
    parts.add('operator', () => removeOperatorAddress(options.dataFolder));

    startParticipants(parts, options, { host, server, foundation });
    reportStart(foundation);
    parts.add('audited stop', () => audit.add({ kind: 'server', what: 'stop', outcome: 'ok' }));
    log.info({ url, replayed: recovered.replayed, lastSeq: view.lastSeq }, 'the market is open');
    return {
      url,
      urlsForOthers: urlsForOthers(options, url),
      replayed: recovered.replayed,
      demoLogins: server.demoLogins,
      hasDemoUsers,
      hasLogins: (await listUsers(database.db)).length > 0,
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

type Foundation = Awaited<ReturnType<typeof startFoundation>>;

/** The market from its journal, the log, the database, history and the audit log; and the port, which is held but does not answer yet. */
export async function startFoundation(
  parts: StartedParts,
  options: ServerOptions,
  { clock: systemClock = realClock, monotonicMs, onStopped, ...host }: ServerHost,
) {
  const place = { dataFolder: options.dataFolder, database: options.database };
  const acceptedLosses: string[] = [];
  const acceptLoss = options.acceptsMissingFiles
    ? (loss: string) => void acceptedLosses.push(loss)
    : undefined;
  // This must run before there are other threads, because each would delay it.
  const maxConnections = Math.min(options.limits.connections, connectionsThatFit());
  const tls = options.tls === null ? null : await readTlsFiles(options.tls);
  const figures = new MarketFigures();
  const limits = {
    users: new UserLimits(options.limits, monotonicMs),
    connections: new Connections({ ...options.limits, connections: maxConnections }),
    admission: new Admission(() => figures.notAccepted('venueBusy'), monotonicMs),
  };

  // The market opens before these, and its callbacks use them from then on.
  let openedLog: Logger | null = null;
  let openedHistory: History | null = null;
  let feed: MarketFeed | null = null;
  const notify: Notify = (level, notice) => {
    openedLog?.[level](notice);
    host.notify?.(level, notice);
  };
  const onFailure = (message: string) => (err: unknown) => openedLog?.error({ err }, message);
  const threads = new ThreadHealth((death) =>
    openedLog?.error(death, 'a thread has died and will be started again'),
  );
  const pastTime = new PastTime(systemClock, drawSecretSeed);
  const market = await openMarketIn(place, {
    clock: pastTime.clock,
    monotonicMs,
    drawSeed: pastTime.drawSeed,
    acceptLoss,
    onOutcome: (outcome, changes) => {
      feed?.publish(outcome, changes);
      if (openedLog !== null) logEvents(openedLog, outcome);
    },
    onDataSet: (change) => feed?.publishDataSet(change),
    onOutcomesWritten: () => openedHistory?.outcomesWritten(),
    watch: threads,
    metrics: {
      appended: (durationMs) => {
        figures.appended(durationMs);
        limits.admission.appended(durationMs);
      },
      published: (outcome, sinceDurableMs) => figures.published(outcome, sinceDurableMs),
      answered: (sinceSubmittedMs) => figures.answered(sinceSubmittedMs),
      notAccepted: (code) => figures.notAccepted(code),
    },
    onSnapshotFailed: onFailure('a snapshot could not be taken'),
    onDamagedDay: onFailure('a closed day cannot be packed'),
    onInterrupted: (why) => {
      feed?.announceState(false);
      notify('error', `The market accepts no commands until its database can be written: ${why}.`);
    },
    onResumed: () => {
      feed?.announceState(true);
      notify('warn', 'The database can be written. The market accepts commands again.');
    },
    onStopped: (cause) => {
      feed?.announceState(false);
      onStopped(cause);
    },
  });
  parts.add('market', () => market.close());
  const log =
    options.logTo === 'stdout'
      ? openStandardOutputLog(options.logLevel)
      : openLog(options.dataFolder, options.logLevel);
  openedLog = log;
  log.info({ version: serverVersion, rules: ruleVersion, node: process.version }, 'the server starts');
  reportRecovery(market.recovered, notify);
  if (tls !== null && tls.expiresAt <= systemClock.now())
    notify('warn', certificateHasExpired(tls.expiresAt));
  const database = await openDatabaseIn(place, { lastSeq: market.view.lastSeq, acceptLoss });
  parts.add('database', () => database.close());
  const lastRanAt = Math.max(market.recovered.venue.lastAt, await storedLastRun(database.db));
  const clock = new JudgedClock(systemClock, {
    knownAt: (await seenBeforeQuestion(database.db)) ?? lastRanAt,
    onBehind: (times) => notify('warn', clockIsBehind(times)),
    monotonicMs,
  });
  // A first start that cannot listen must leave nothing behind that decides which market the next start opens.
  const address = await holdAddress(options);
  parts.add('address', () => address.release());
  const illustrativeSeed = await illustrationSeed(database.db, {
    isNew: market.view.directory.businessDay === '',
    isIllustrated: options.referenceDataFile === null && options.past,
    seed: options.seed,
  });
  const history = openHistory({
    ...place,
    illustrativeSeed,
    isAlone: false,
    watch: threads,
    now: () => systemClock.now(),
    onOutage: ({ why }) => notify('error', `${asSentence(why)} The market runs without its history.`),
  });
  openedHistory = history;
  parts.add('history', () => history.close());
  const audit = await openAudit({
    ...place,
    epoch: market.journal.epoch,
    db: database.db,
    clock,
    keptDays: options.auditDays,
    onFailure: onFailure('the audit log cannot be written'),
  });
  parts.add('audit log', () => audit.close());
  if (audit.loss !== null) notify('warn', audit.loss);
  const opened = { market, database, clock, history, audit, address, log, tls, pastTime };
  const publishTo = (hubFeed: MarketFeed) => {
    feed = hubFeed;
  };
  return { ...opened, limits, figures, threads, lastRanAt, acceptedLosses, notify, onFailure, publishTo };
}

/** Opens sign-in and a new market. Rejects with ScheduleError or ReferenceDataError for a file that cannot be used. */
async function openMarketServer(options: ServerOptions, foundation: Foundation) {
  const { market, database, clock, history, audit } = foundation;
  const { db } = database;
  const { gateway, view } = market;
  const hours = await readSchedule(options.scheduleFile);
  const calendar = new ScheduleCalendar(hoursOf(view, hours), () => view.directory.holidays());
  const { sessions, signIns, passwords } = await openAuth({
    db,
    clock,
    inactivityMs: options.inactivityMs,
    dayEndsAt: () => dayEndsAt({ calendar, view }, clock.now()),
  });
  const hasSimulatedPast = await seedMarket(options, { ...foundation, db, hours, calendar, passwords });
  const present = demoUsers.filter(({ userId }) => view.rights.of(userId) !== undefined);
  const users = view.rights.all().map(({ userId }) => userId);
  const server = {
    gateway,
    view,
    ...market.queries,
    db,
    clock,
    history,
    audit,
    sessions,
    signIns,
    calendar,
    disconnectTimes: await DisconnectTimes.load(db, users),
    clientSettings: options.clientSettings,
    // The journal's epoch alone would repeat after a backup has been restored.
    epoch: `${market.journal.epoch}-${randomBytes(4).toString('hex')}`,
    demoLogins: options.demoLogins ? present.map((user) => ({ ...user, password: demoPassword })) : [],
    signInRejection: (email) => {
      const isDemo = present.some((user) => user.email === email.trim().toLowerCase());
      if (!isDemo || options.demoLogins) return null;
      return 'The demonstration users cannot sign in while the server listens to other machines. To let them, start it with --demo.';
    },
  } satisfies MarketServer;
  return { server, hasSimulatedPast, hasDemoUsers: present.length > 0 };
}

function createApp(
  options: ServerOptions,
  { market, database, log, tls, limits, figures, threads }: Foundation,
  {
    server,
    schedule,
    hubServer,
    handles,
    headers,
    token,
    webFolder,
  }: {
    readonly server: MarketServer;
    readonly schedule: RunningSchedule;
    readonly hubServer: HubServer;
    readonly handles: FileHandles;
    readonly headers: Readonly<Record<string, string>>;
    /** The token of the operator's command line. */
    readonly token: string;
    readonly webFolder: string;
  },
): Promise<FastifyInstance> {
  const health = { ...server, gateway: market.gateway, schedule, handles, database };
  return createHttpApp(server, {
    logger: log,
    webFolder,
    headers,
    hubServer,
    tls,
    limits,
    trustedProxies: options.trustedProxies,
    isDocsExposed: options.exposed.includes('docs'),
    extraRoutes: [
      operatorRoutes({ ...server, schedule }, token),
      operatorHistoryRoutes(server, token),
      operatorReportRoutes(server, token),
      healthRoutes(health),
      metricsRoutes({
        figures,
        market: {
          ...health,
          isReady: () => readiness(health).status === 'ok',
          scheduleWaits: () => schedule.question !== null,
        },
        hub: hubServer.metrics,
        threads,
        limits,
        handles,
        dataFolder: options.dataFolder,
        certificateExpiresAt: tls?.expiresAt ?? null,
        isExposed: options.exposed.includes('metrics'),
      }),
    ],
  });
}

/** Starts simulated participants, or a scenario. */
function startParticipants(
  parts: StartedParts,
  options: ServerOptions,
  {
    host: { startSimulator, startScenario },
    server,
    foundation: { log, onFailure },
  }: { readonly host: ServerHost; readonly server: MarketServer; readonly foundation: Foundation },
): void {
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

/** Records the start and the losses that it has accepted. */
function reportStart({ audit, acceptedLosses, notify }: Foundation): void {
  audit.add({ kind: 'server', what: 'start', outcome: 'ok' });
  for (const loss of acceptedLosses) {
    notify('warn', `${asSentence(loss)} The market continues without the missing data.`);
    const request = { action: 'acceptMissingFiles', loss };
    audit.add({
      kind: 'operator',
      what: request.action,
      user: operatingSystemUser(),
      request,
      outcome: 'ok',
    });
  }
}

/** Commands are accepted, because a clock that was ahead before and has been corrected is right. */
const clockIsBehind = ({ now, seenAt }: ClockBehind): string =>
  `The clock reads ${isoTime(now)}, but the market has already seen ${isoTime(seenAt)}. Orders are accepted, but no phase begins and no business day ends until the clock has caught up. If it is wrong, correct it; if it was ahead before, use phase and end-of-day meanwhile.`;

/** Closes the connections whose sessions the end of a business day has ended. */
async function closeEndedConnections(hub: MarketHub, sessions: MarketServer['sessions']): Promise<void> {
  for (const context of hub.contexts())
    if (!(await sessions.isOpen(context.user.sessionId))) context.close({ error: sessionEnds.dayEnded });
}

const certificateHasExpired = (expiresAt: number): string =>
  `The certificate of --tls-cert expired at ${isoTime(expiresAt)}. Browsers and programs refuse to connect until you renew it and start the server again.`;

const isoTime = (ms: number): string => new Date(ms).toISOString();

type Stop = () => Promise<unknown> | unknown;

/** The parts of a server that have been started. They stop in reverse order, even when a later one cannot start. */
export class StartedParts {
  readonly #parts: { readonly name: string; readonly stop: Stop }[] = [];

  /** Registers a started part with its stop function. */
  add(name: string, stop: Stop): void {
    this.#parts.push({ name, stop });
  }

  /**
   * Stops all parts in reverse order; a second call finds none. If a part fails, the others are
   * stopped nevertheless. `failed` is called with the name of each such part, and the first error
   * is thrown at the end.
   */
  async stop(failed: (name: string, error: unknown) => void = () => undefined): Promise<void> {
    const failures: unknown[] = [];
    for (const { name, stop } of this.#parts.splice(0).reverse())
      try {
        await stop();
      } catch (error) {
        failed(name, error);
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}

/** Starts a server of parts. If one cannot start, those before it are stopped and its error is thrown. */
export async function startParts<Running>(
  start: (parts: StartedParts) => Promise<Running>,
): Promise<Running> {
  const parts = new StartedParts();
  try {
    return await start(parts);
  } catch (error) {
    await parts.stop().catch(() => undefined);
    throw error;
  }
}
