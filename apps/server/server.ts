// The composition root: one process of named parts (storage, guards, hub, schedule, sessions, HTTP, operator, participants), which stop
// in reverse order.
import {
  type RunningSchedule,
  runSchedule,
  type StartSimulator,
  startDailyListing,
  startSimulation,
} from '@openpit/market';
import { createHubServer, systemClock as hubClock } from '@openpit/signalr-server';
import { listUsers, operatorCommand } from '@openpit/storage';
import type { FastifyInstance } from 'fastify';
import { auditHub } from './audit/audit-hub.ts';
import {
  deleteExpiredSessionsDaily,
  endSessionsWithDay,
  endWithdrawnSessions,
} from './auth/ended-sessions.ts';
import { sessionEnds } from './auth/sessions.ts';
import { createHttpApp } from './http/app.ts';
import { healthRoutes, readiness } from './http/health.ts';
import { metricsRoutes } from './http/metrics.ts';
import { dataHeaders, replyHeaders } from './http/reply-headers.ts';
import { createMarketHub, startMarketFeed } from './hubs/market-hub.ts';
import { Connections } from './limits/connections.ts';
import { FileHandles } from './limits/file-handles.ts';
import { listen, urlsForOthers } from './listening.ts';
import {
  type CreatedServer,
  createMarketServer,
  type DemoLogin,
  type MarketServer,
} from './market-server.ts';
import { operatingSystemUser } from './operating-system-user.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorHistoryRoutes, operatorReportRoutes, operatorRoutes } from './operator/operator-routes.ts';
import type { ServerOptions } from './options/options.ts';
import { type GuardedConnection, startOrderGuards } from './schedule/order-guards.ts';
import { scheduleQuestions } from './schedule/schedule-questions.ts';
import { builtWebFolder } from './server-folder.ts';
import { type StorageParts, startStorage } from './start-storage.ts';
import { type StartedParts, startParts } from './started-parts.ts';

export interface ServerParts extends StorageParts {
  /** Called with the schedule's question to the operator (operations.md, A clock that is ahead). */
  readonly onQuestion?: (question: string) => void;
  /** Called with progress lines about slow parts of a start. */
  readonly onProgress?: (line: string) => void;
  /** `null` for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** By default the folder of the built browser application. */
  readonly webFolder?: string;
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
  /** What was missing in the data folder or the database, and was accepted by `--accept-missing-files`. */
  readonly acceptedLosses: readonly string[];
  /** The earlier rule version if this start has upgraded the market; otherwise null. */
  readonly formerRules: number | null;
  /** Users whose password is public: the demonstration's users who may sign in. */
  readonly demoLogins: readonly DemoLogin[];
  /** Whether the market has demonstration users, even if they may not sign in. */
  readonly hasDemoUsers: boolean;
  /** Whether there is a user with a password. */
  readonly hasLogins: boolean;
  /** A sentence if the `--reference-data` file was ignored and differs from the market; otherwise null. */
  readonly ignoredReferenceData: string | null;
  /** Stops cleanly: closes connections, handles the queued commands, takes a snapshot and releases the folder. */
  stop(): Promise<void>;
  /**
   * Closes the files and ends the threads immediately, even during `stop`: queued commands are rejected, and no snapshot is taken.
   * The process may end when it resolves. Nothing that was acknowledged is lost.
   */
  abandon(): Promise<void>;
}

/** Rejects with a readable error if folder, port or reference data cannot be used. */
export const startServer = (options: ServerOptions, serverParts: ServerParts): Promise<RunningServer> =>
  startParts(async (parts) => {
    const storage = await startStorage(parts, options, serverParts);
    const { market, acceptedLosses, log, audit, address, history, database } = storage;
    const server = await createMarketServer(options, market, {
      ...storage,
      db: database.db,
      onProgress: serverParts.onProgress ?? (() => undefined),
    });
    const context: Context = { ...storage, parts, options, serverParts, server };
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
    for (const loss of acceptedLosses) {
      log.warn({ loss }, 'the start continues without the missing data');
      const request = { action: 'acceptMissingFiles', loss };
      audit.add({
        kind: 'operator',
        what: request.action,
        user: operatingSystemUser(),
        request,
        outcome: 'ok',
      });
    }
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
      acceptedLosses,
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
  readonly serverParts: ServerParts;
  readonly server: CreatedServer;
}

/** Deletes or suspends the orders of users who are silent or have lost their connections. */
function startGuards({ parts, server, clock, onFailure }: Context) {
  let lines = (): Iterable<GuardedConnection> => [];
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
    server.sessions.onUsed((userId) => guards.heard(userId)),
  );
  return {
    guards,
    watch: (contexts: () => Iterable<GuardedConnection>) => {
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
    maxConnections,
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
  const connections = new Connections({ ...options.limits, connections: maxConnections });
  const limits = { users: userLimits, connections, admission };
  const handles = new FileHandles({ connections, log });
  parts.add('file handles', () => handles.stop());
  const hub = createMarketHub(server, market.view, {
    hubServer,
    takesCommands: () => market.gateway.state === 'running',
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
  const { parts, options, serverParts, server, database, clock, lastRanAt, log, onFailure } = context;
  const schedule = await runSchedule({
    ...server,
    clock,
    lastRanAt: server.hasSimulatedPast ? 0 : lastRanAt,
    questions: scheduleQuestions(database.db),
    answerBy: operatorCommand('schedule continue', options.dataFolder),
    onQuestion: (question) => {
      log.warn(question);
      serverParts.onQuestion?.(question);
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
  parts.add('uses of sessions', server.sessions.keepUses(onFailure('the uses of sessions cannot be stored')));
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
  const stop = server.sessions.onEnded((sessionId, why) => {
    audit.add({ kind: 'session', what: 'ended', outcome: 'ok', session: sessionId });
    for (const context of contexts())
      if (context.user.sessionId === sessionId) context.close({ error: sessionEnds[why] });
  });
  parts.add('connections of sessions', stop);
}

/** Publishes this server's address for the operator's command line, and for a server that waits for the journal. */
async function announce(
  { parts, options: { dataFolder }, market, tls }: Context,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<void> {
  await market.journal.announceAddress(url);
  await writeOperatorAddress(dataFolder, { url, token, certificate: tls?.fingerprint ?? null });
  parts.add('operator', () => removeOperatorAddress(dataFolder));
}

/** Simulated participants, or a scenario. */
function startParticipants({ parts, serverParts, options, server, log, onFailure }: Context): void {
  const { startSimulator, startScenario } = serverParts;
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
  market: { gateway },
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
  serverParts,
  options,
  tls,
}: Context &
  Awaited<ReturnType<typeof startHub>> & {
    readonly schedule: RunningSchedule;
    readonly token: string;
  }): Promise<FastifyInstance> {
  const { exposed, trustedProxies } = options;
  const health = { ...server, gateway, schedule, handles, database };
  return createHttpApp(server, {
    logger: log,
    webFolder: serverParts.webFolder ?? builtWebFolder,
    headers,
    hubServer,
    tls,
    limits,
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
          gateway,
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
