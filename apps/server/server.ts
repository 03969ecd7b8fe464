// The composition root: opens the market, creates HTTP calls, hub, simulated participants and operator's calls around it in one
// process, and stops them in reverse order.
import type { AddressInfo } from 'node:net';
import { createHubServer, type HubServer } from '@openpit/signalr-server';
import { openDatabase } from '@openpit/storage';
import type { Clock } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { deleteExpiredSessionsDaily } from './auth/expired-sessions.ts';
import { createMarketServer } from './create-market-server.ts';
import { databaseFile, openMarketIn } from './data-folder.ts';
import { type History, openHistory } from './history/history.ts';
import { illustrationSeed } from './history/illustrative-history.ts';
import { createHttpApp } from './http/app.ts';
import { metricsRoutes } from './http/metrics.ts';
import { type MarketFeed, startMarketFeed } from './hubs/market-feed.ts';
import { createMarketHub } from './hubs/market-hub.ts';
import { openLog } from './log.ts';
import type { MarketServer } from './market-server.ts';
import { operatorHistoryRoutes } from './operator/history-routes.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import type { ServerOptions } from './options.ts';
import { startOrderGuards } from './schedule/order-guards.ts';
import { realClock } from './schedule/real-clock.ts';
import { runSchedule } from './schedule/run-schedule.ts';
import { endSessionsWithDay } from './schedule/sign-out.ts';
import { webFolder } from './server-folder.ts';
import { type StartSimulator, startSimulation } from './simulation.ts';

export interface ServerParts {
  /** Called when the market has stopped because of an error. */
  readonly onStopped: (cause: Error) => void;
  /** Null for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** Called with a sentence when `history.db` is damaged; the market is not affected. */
  readonly onHistoryDamaged?: (damage: string) => void;
  /** The real clock unless given. */
  readonly clock?: Clock;
  /** Runs a scenario in the market. May throw for a scenario that cannot run in it. */
  readonly startScenario?: (market: MarketServer, onFailure: (error: unknown) => void) => () => Promise<void>;
}

export interface RunningServer {
  /** `http://127.0.0.1:4173`. */
  readonly url: string;
  readonly replayed: number;
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
  /** Closes connections, handles the queued commands, takes a snapshot and releases the folder. */
  stop(): Promise<void>;
}

/** Rejects with an error that has a sentence for people when folder, port or reference data cannot be used. */
export async function startServer(
  options: ServerOptions,
  { onStopped, startSimulator, startScenario, onHistoryDamaged, clock = realClock }: ServerParts,
): Promise<RunningServer> {
  const { dataFolder } = options;
  const feeds: MarketFeed[] = [];
  let history: History | null = null;
  const market = await openMarketIn(dataFolder, {
    clock,
    onOutcome: (outcome, changes) => {
      for (const feed of feeds) feed.publish(outcome, changes);
    },
    onOutcomesWritten: () => history?.outcomesWritten(),
    onStopped: (cause) => {
      for (const feed of feeds) feed.announceStop();
      onStopped(cause);
    },
  });
  const stopSteps: (() => Promise<void>)[] = [() => market.close()];
  const stop = async () => {
    for (const step of stopSteps.splice(0).reverse()) await step();
  };
  try {
    const log = openLog(dataFolder, options.logLevel);
    const database = await openDatabase(databaseFile(dataFolder));
    stopSteps.push(() => database.close());
    const illustrativeSeed = await illustrationSeed(database.db, {
      isNew: market.view.directory.businessDay === '',
      isDemonstration: options.referenceDataFile === null,
      seed: options.seed,
    });
    const opened = openHistory({
      dataFolder,
      illustrativeSeed,
      isAlone: false,
      onFailed: (cause) => log.error({ err: cause }, 'history no longer follows the market'),
      onDamaged: (damage) => {
        log.error({ damage }, 'history is damaged');
        onHistoryDamaged?.(damage);
      },
    });
    history = opened;
    stopSteps.push(() => opened.close());
    const server = await createMarketServer(options, market, { db: database.db, history: opened, clock });
    const hubServer = createHubServer({
      logger: ({ level, ...entry }) => log[level](entry),
    });
    const onFailure = (what: string) => (error: unknown) => log.error({ err: error }, what);
    const { calendar, floor, view } = server;
    const guards = startOrderGuards({
      floor,
      view,
      clock,
      onFailure: onFailure('order guards'),
    });
    stopSteps.push(async () => guards.stop());
    const hub = createMarketHub(server, market.view, { hubServer, presence: guards });
    const feed = startMarketFeed(hub, market.view, server.epoch);
    feeds.push(feed);
    const schedule = await runSchedule({
      floor,
      view,
      clock,
      calendar,
      onFailure: onFailure('the schedule has stopped'),
    });
    stopSteps.push(() => schedule.stop());
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
    const app = await httpApp({ server, hubServer, log, token });
    const url = await listen(app, hubServer, options);
    stopSteps.push(async () => {
      feed.stop();
      await hubServer.close();
      await app.close();
    });
    const stopListening = server.accounts.onSessionEnded((sessionId) => {
      for (const context of hub.contexts()) if (context.user.sessionId === sessionId) context.close();
    });
    stopSteps.push(async () => stopListening());
    await market.journal.announceAddress(url);
    await writeOperatorAddress(dataFolder, { url, token });
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
    const { replayed, damagedSnapshots } = market.recovered;
    log.info({ url, replayed, lastSeq: market.view.lastSeq }, 'the market is open');
    return { url, replayed, damagedSnapshots, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function httpApp(parts: {
  readonly server: MarketServer;
  readonly hubServer: HubServer;
  readonly log: Logger;
  readonly token: string;
}): Promise<FastifyInstance> {
  const { server, hubServer, log, token } = parts;
  return createHttpApp(server, {
    logger: log,
    webFolder,
    hubRequest: (request, response) => hubServer.handleRequest(request, response),
    extraRoutes: [
      operatorRoutes(server, token),
      operatorHistoryRoutes(server, token),
      metricsRoutes(hubServer.metrics),
    ],
  });
}

async function listen(
  app: FastifyInstance,
  hubServer: HubServer,
  { port, host }: ServerOptions,
): Promise<string> {
  app.server.on('upgrade', (request, socket, head) => {
    if (!hubServer.handleUpgrade(request, socket, head)) socket.destroy();
  });
  await app.listen({ port, host });
  const address = app.server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address.port}`;
}
