// The composition root: puts the market, its HTTP side, its hub, the simulated participants and the operator's calls
// together in one process, and takes them down again in order. Nothing else in the server builds another part.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHubServer, type HubServer } from '@openpit/signalr-server';
import { type Db, ensureSetting, type OpenedDatabase, openDatabase } from '@openpit/storage';
import { type Clock, parseIsoDate } from '@openpit/venue';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Accounts } from './auth/accounts.ts';
import { Passwords } from './auth/passwords.ts';
import { Tokens } from './auth/tokens.ts';
import { demoUsers } from './genesis/demo-users.ts';
import { ensureDemoUsers, fileOfDay, openMarketOnce } from './genesis/open-demo-market.ts';
import { readMarketFile } from './genesis/reference-data-file.ts';
import { type History, openHistory } from './history/history.ts';
import { illustrationSeed } from './history/illustrative-history.ts';
import { createHttpApp } from './http/app.ts';
import { metricsRoutes } from './http/metrics.ts';
import { type MarketFeed, startMarketFeed } from './hubs/market-feed.ts';
import { createMarketHub } from './hubs/market-hub.ts';
import { openLog } from './log.ts';
import { type Market, openMarket } from './market.ts';
import type { MarketServer } from './market-server.ts';
import { operatorHistoryRoutes } from './operator/history-routes.ts';
import { newOperatorToken, removeOperatorAddress, writeOperatorAddress } from './operator/operator-key.ts';
import { operatorRoutes } from './operator/operator-routes.ts';
import type { ServerOptions } from './options.ts';
import { keepSchedule } from './schedule/keep-schedule.ts';
import { startOrderGuards } from './schedule/order-guards.ts';
import { realClock } from './schedule/real-clock.ts';
import { readSchedule } from './schedule/schedule.ts';
import { ScheduleCalendar } from './schedule/schedule-calendar.ts';
import { endSessionsWithDay } from './schedule/sign-out.ts';
import { demoMarketFile, webFolder } from './server-folder.ts';
import { type StartSimulator, startSimulation } from './simulation.ts';

export interface Surroundings {
  /** The market has stopped by itself, with the cause. */
  readonly onStopped: (cause: Error) => void;
  /** Null for a market without simulated participants. */
  readonly startSimulator: StartSimulator | null;
  /** The real clock unless given. */
  readonly clock?: Clock;
  /** Plays a story into the market; may throw for one that cannot be played in it. */
  readonly startStory?: (market: MarketServer, onFailure: (error: unknown) => void) => () => Promise<void>;
}

export interface RunningServer {
  /** `http://127.0.0.1:4173`. */
  readonly url: string;
  readonly replayed: number;
  readonly damagedSnapshots: readonly { readonly file: string; readonly reason: string }[];
  /** Ends connections, finishes what waits, takes a snapshot, lets go of the folder. */
  stop(): Promise<void>;
}

/** Rejects with an error that has a sentence for people when folder, port or reference data are not well. */
export async function startServer(
  options: ServerOptions,
  { onStopped, startSimulator, startStory, clock = realClock }: Surroundings,
): Promise<RunningServer> {
  const { dataFolder } = options;
  const feeds: MarketFeed[] = [];
  let history: History | null = null;
  const market = await openMarket({
    dataFolder,
    clock,
    onOutcome: (outcome, changes) => {
      for (const feed of feeds) feed.tell(outcome, changes);
    },
    onOutcomesWritten: () => history?.outcomesWritten(),
    onStopped: (cause) => {
      for (const feed of feeds) feed.tellStopped();
      onStopped(cause);
    },
  });
  const taken: (() => Promise<void>)[] = [() => market.close()];
  const takeDown = async () => {
    for (const step of taken.splice(0).reverse()) await step();
  };
  try {
    const log = openLog(dataFolder, options.logLevel);
    const database = await openDatabase(join(dataFolder, 'openpit.db'));
    taken.push(() => database.close());
    const illustrativeSeed = await illustrationSeed(database.db, {
      isNew: market.projections.directory.businessDay === '',
      isDemonstration: options.referenceDataFile === null,
      seed: options.seed,
    });
    const opened = openHistory({
      dataFolder,
      illustrativeSeed,
      isAlone: false,
      onFailed: (cause) => log.error({ err: cause }, 'history follows the market no more'),
    });
    history = opened;
    taken.push(() => opened.close());
    const server = await marketServer(options, market, { database, history: opened, clock });
    const hubServer = createHubServer({
      logger: ({ level, ...entry }) => log[level](entry),
    });
    const onFailure = (what: string) => (error: unknown) => log.error({ err: error }, what);
    const { calendar, floor, projections } = server;
    const guards = startOrderGuards({
      floor,
      projections,
      clock,
      onFailure: onFailure('order guards'),
    });
    taken.push(async () => guards.stop());
    const hub = createMarketHub(server, hubServer, guards);
    const feed = startMarketFeed(hub, server.projections, server.epoch);
    feeds.push(feed);
    const schedule = await keepSchedule({
      floor,
      projections,
      clock,
      calendar,
      onFailure: onFailure('the schedule cannot be kept'),
    });
    taken.push(() => schedule.stop());
    const signOut = endSessionsWithDay({ ...server, onFailure: onFailure('sessions of an ended day') });
    taken.push(async () => signOut());
    const token = newOperatorToken();
    const app = await httpApp({ server, hubServer, log, token });
    const url = await listen(app, hubServer, options);
    taken.push(async () => {
      feed.stop();
      await hubServer.close();
      await app.close();
    });
    const stopListening = server.accounts.onSessionEnded((sessionId) => {
      for (const context of hub.contexts()) if (context.user.sessionId === sessionId) context.close();
    });
    taken.push(async () => stopListening());
    await market.journal.announceAddress(url);
    await writeOperatorAddress(dataFolder, { url, token });
    taken.push(() => removeOperatorAddress(dataFolder));
    if (startSimulator !== null) {
      const { seed, market: busy } = options;
      taken.push(
        startSimulation({
          startSimulator,
          ...server,
          seed,
          market: busy,
          onFailure: (error) => log.error({ err: error }, 'the simulator has stopped'),
          onRejected: (rejected) => log.debug(rejected, 'an order of a simulated participant was rejected'),
        }),
      );
    }
    if (startStory !== undefined)
      taken.push(startStory(server, (error) => log.error({ err: error }, 'the story has stopped')));
    const { replayed, damagedSnapshots } = market.recovered;
    log.info({ url, replayed, lastSeq: market.projections.lastSeq }, 'the market is open');
    return { url, replayed, damagedSnapshots, stop: takeDown };
  } catch (error) {
    await takeDown();
    throw error;
  }
}

async function marketServer(
  options: ServerOptions,
  market: Market,
  {
    database: { db },
    history,
    clock,
  }: { readonly database: OpenedDatabase; readonly history: History; readonly clock: Clock },
): Promise<MarketServer & { readonly calendar: ScheduleCalendar }> {
  const { floor, projections, journal } = market;
  const hours = await readSchedule(options.scheduleFile);
  const calendar = new ScheduleCalendar(hours, () => projections.directory.holidays());
  const passwords = new Passwords();
  const tokens = new Tokens(await secret(db, 'tokenSecret'));
  await openMarketOnce({ floor, projections, db, clock }, async () => {
    const { businessDay, referenceDataFile } = options;
    const file = await readMarketFile(referenceDataFile ?? demoMarketFile);
    if (referenceDataFile !== null) return { ...file, anchorDate: businessDay ?? file.anchorDate };
    return fileOfDay(file, {
      wanted: businessDay === null ? null : parseIsoDate(businessDay),
      runs: (holidays) => new ScheduleCalendar(hours, () => holidays).businessDayAt(clock.now()),
    });
  });
  await ensureDemoUsers({ floor, projections, db, clock }, passwords);
  return {
    floor,
    projections,
    db,
    clock,
    history,
    calendar,
    accounts: new Accounts({
      db,
      clock,
      tokens,
      passwords,
      dayEndsAt: () => calendar.next(clock.now(), ({ kind }) => kind === 'endDay')?.at ?? null,
    }),
    clientSettings: options.clientSettings,
    // The journal's count alone would repeat after a backup was put back.
    epoch: `${journal.epoch}-${randomBytes(4).toString('hex')}`,
    signInRejection: (email) => {
      const demo = demoUsers.some((user) => user.email === email.trim().toLowerCase());
      if (!demo || options.demoLogins) return null;
      return 'The demonstration users cannot sign in while the server listens to other machines. Start it with --demo to let them.';
    },
  };
}

async function secret(db: Db, name: string): Promise<Uint8Array> {
  return Buffer.from(await ensureSetting(db, name, () => randomBytes(32).toString('base64url')), 'base64url');
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
    more: [
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
