// Everything that the order path benchmark starts and stops: the server, the generator of orders, the bare journal, the hub
// clients, a dealer's screen. A round is one measurement at one rate.
import { machineBusySeconds } from '../cpu-rate.ts';
import type { BareResult, BareTask } from './bare-commits.ts';
import type { BareServerTask } from './bare-server.ts';
import { BenchWorker } from './bench-worker.ts';
import { machineMs } from './deal-pairs.ts';
import type { HubReading, HubTask, SeenRows } from './hub-clients.ts';
import { futuresRows } from './market-rows.ts';
import type { LoadResult, LoadTask } from './order-load.ts';
import { dealers, type QuotedContract } from './order-mix.ts';
import { RunningServer } from './running-server.ts';
import { noScreen, type ProbeResult, probed, Screen, type WatchedScreen } from './screen.ts';

/** The hub allows 24 connections per user. */
const clientsPerWatcher = 20;
/** Rand per ton from the MTM down to the price of the first probe; enough for all of them. */
const probeDepth = 190;

/** The number of connections per dealer that lets no order wait for a free one. */
const crowdConnections = 4_000;

/** The longest wait for the last rows of orders and deals. */
const lastRowMs = 10_000;

interface SetupSettings {
  readonly hubClients: number;
  /** The e-mail address of the screen's user; null for no screen. */
  readonly screenEmail: string | null;
  readonly serverNodeOptions: readonly string[];
}

export interface RoundTask {
  readonly perSecond: number;
  readonly seconds: number;
  readonly seed: number;
  /** Unique among the rounds: request ids begin with it. */
  readonly name: string;
}

interface LoadWatch {
  begin(): Promise<void>;
  end(): Promise<void>;
}

export interface Round {
  readonly bare: BareResult;
  readonly load: LoadResult;
  /** Milliseconds from due to the row at the other dealer's client, of the orders that dealt; infinite for a row that never came. */
  readonly dealMs: Float64Array;
  /**
   * Milliseconds from the reply to the row at the dealer's client, for the dealer's own orders and for deals with another dealer's
   * order.
   */
  readonly ownRowMs: Float64Array;
  readonly fillMs: Float64Array;
  readonly probes: ProbeResult;
  readonly framesPerClientSecond: number;
  readonly messagesPerClientSecond: number;
  readonly clientsLost: number;
  /** Seconds of processor time per second; `machine` counts all programs. */
  readonly cpu: Readonly<Record<'server' | 'load' | 'clients' | 'browser' | 'machine', number>>;
  readonly serverCpuSeconds: number;
  /** The part of serverCpuSeconds that was spent in system calls. */
  readonly serverSystemSeconds: number;
}

/** A measurement without a comparison with the bare commit, and without a screen. */
export interface LoadRound {
  readonly load: LoadResult;
  readonly serverCpuSeconds: number;
  readonly framesPerClientSecond: number;
}

interface Parts {
  readonly server: RunningServer;
  readonly load: BenchWorker;
  /** As `load`, with many connections. */
  readonly crowd: BenchWorker;
  readonly bareServer: BenchWorker;
  readonly bareLoad: BenchWorker;
  readonly bare: BenchWorker;
  readonly hub: BenchWorker;
  readonly screen: WatchedScreen;
  readonly hubClients: number;
  readonly dealt: QuotedContract;
  readonly futures: number;
  /** Stops the parts, in the order they were started. */
  readonly stops: (() => Promise<void>)[];
}

export class BenchSetup {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async open(settings: SetupSettings): Promise<BenchSetup> {
    const stops: Parts['stops'] = [];
    try {
      return new BenchSetup(await openParts(settings, stops));
    } catch (error) {
      await stopAll(stops);
      throw error;
    }
  }

  /** Number of futures of the market. */
  get futures(): number {
    return this.#parts.futures;
  }

  /** The bare commits first, then the orders at the same rate. `watch`: called around the orders. */
  async runRound(task: RoundTask, watch?: LoadWatch): Promise<Round> {
    const { bare, load, screen, hubClients, dealt } = this.#parts;
    const commits = await bare.ask<BareResult>({ kind: 'commit', ...task } satisfies BareTask);
    await watch?.begin();
    const before = await this.#read();
    const loading = async () => {
      const acknowledged = await load.ask<LoadResult>({ kind: 'load', ...task, dealt } satisfies LoadTask);
      const after = await this.#read();
      await watch?.end();
      return { acknowledged, after };
    };
    const [{ acknowledged, after }, probes] = await Promise.all([loading(), screen.probe(task.seconds)]);
    await screen.clear();
    await load.ask({ kind: 'clear' } satisfies LoadTask);
    const wall = after.at - before.at;
    const share = (field: 'server' | 'clients' | 'browser' | 'machine') =>
      (after[field] - before[field]) / wall;
    return {
      bare: commits,
      load: acknowledged,
      ...(await this.#rowTimes(acknowledged)),
      probes,
      framesPerClientSecond: (after.frames - before.frames) / hubClients / wall,
      messagesPerClientSecond: (after.messages - before.messages) / hubClients / wall,
      clientsLost: hubClients - after.open,
      cpu: {
        server: share('server'),
        load: acknowledged.cpuSeconds / acknowledged.wallSeconds,
        clients: share('clients'),
        browser: share('browser'),
        machine: share('machine'),
      },
      serverCpuSeconds: after.server - before.server,
      serverSystemSeconds: after.serverSystem - before.serverSystem,
    };
  }

  /** Orders on as many connections as they need: none waits for a free one, regardless of the server. */
  async runCrowd(task: RoundTask): Promise<LoadRound> {
    const { crowd, hubClients } = this.#parts;
    const before = await this.#read();
    const load = await crowd.ask<LoadResult>({ kind: 'load', ...task } satisfies LoadTask);
    const after = await this.#read();
    await crowd.ask({ kind: 'clear' } satisfies LoadTask);
    const frames = (after.frames - before.frames) / hubClients / (after.at - before.at);
    return { load, serverCpuSeconds: after.server - before.server, framesPerClientSecond: frames };
  }

  /** Sends the same orders to the bare server. */
  async runBareServer(task: RoundTask): Promise<Pick<LoadRound, 'load' | 'serverCpuSeconds'>> {
    const { bareServer, bareLoad } = this.#parts;
    const cpu = () => bareServer.ask<number>({ kind: 'cpu' } satisfies BareServerTask);
    const before = await cpu();
    const load = await bareLoad.ask<LoadResult>({ kind: 'load', ...task } satisfies LoadTask);
    return { load, serverCpuSeconds: (await cpu()) - before };
  }

  /** Waits until all rows have arrived, for some seconds at most. */
  async #rowTimes({ deals, own }: LoadResult): Promise<Pick<Round, 'dealMs' | 'ownRowMs' | 'fillMs'>> {
    const seen = { orders: new Map<number, number>(), deals: new Map<number, number>() };
    const untilMs = machineMs() + lastRowMs;
    const isComplete = () =>
      deals.every(({ resting }) => seen.deals.has(resting)) &&
      own.every(({ activeOrderSeq }) => seen.orders.has(activeOrderSeq));
    do {
      const more = await this.#parts.hub.ask<SeenRows>({ kind: 'takeRows' } satisfies HubTask);
      for (const set of ['orders', 'deals'] as const)
        for (const [order, atMs] of more[set]) if (!seen[set].has(order)) seen[set].set(order, atMs);
    } while (!isComplete() && machineMs() < untilMs);
    const dealSeen = (resting: number) => seen.deals.get(resting) ?? Infinity;
    return {
      dealMs: Float64Array.from(deals, ({ resting, dueMs }) => dealSeen(resting) - dueMs),
      fillMs: Float64Array.from(deals, ({ resting, repliedMs }) => dealSeen(resting) - repliedMs),
      ownRowMs: Float64Array.from(
        own,
        ({ activeOrderSeq, repliedMs }) => (seen.orders.get(activeOrderSeq) ?? Infinity) - repliedMs,
      ),
    };
  }

  get server(): RunningServer {
    return this.#parts.server;
  }

  close(): Promise<void> {
    return stopAll(this.#parts.stops);
  }

  async #read() {
    const { hub, server, screen } = this.#parts;
    const { cpuSeconds: clients, ...reading } = await hub.ask<HubReading>({ kind: 'read' } satisfies HubTask);
    const [{ all, system }, browser] = await Promise.all([server.cpuSeconds(), screen.cpuSeconds()]);
    const machine = machineBusySeconds();
    return {
      ...reading,
      clients,
      server: all,
      serverSystem: system,
      browser,
      machine,
      at: performance.now() / 1_000,
    };
  }
}

async function openParts(settings: SetupSettings, stops: Parts['stops']): Promise<Parts> {
  const { hubClients, screenEmail, serverNodeOptions } = settings;
  const server = await RunningServer.start(serverNodeOptions);
  stops.push(() => server.stop());
  const { url } = server;
  const tokens: Record<string, string> = {};
  for (const { userId, email } of dealers) tokens[userId] = await server.signIn(email);
  const [prober, watching] = dealers;
  const token = tokens[prober.userId] ?? '';
  const rows = await futuresRows(url, token);
  const quoted = rows.flatMap(({ contract, mtm }) => (mtm === null ? [] : [{ contract, mtm }]));
  const dealt = quoted.find(({ contract }) => contract !== probed.contract);
  if (dealt === undefined) throw new Error('The market has no contract for the orders that deal.');
  const contracts = quoted.filter((other) => other !== dealt && other.contract !== probed.contract);
  const mtm = quoted.find(({ contract }) => contract === probed.contract)?.mtm;
  if (mtm === undefined) throw new Error(`The market has no contract ${probed.contract} for the probes.`);

  const worker = (file: string) => {
    const started = new BenchWorker(file);
    stops.push(() => started.end());
    return started;
  };
  const load = worker('./order-load.ts');
  await load.ask({ kind: 'open', url, tokens, contracts } satisfies LoadTask);
  const crowd = worker('./order-load.ts');
  const connections = crowdConnections;
  await crowd.ask({ kind: 'open', url, tokens, contracts, connections } satisfies LoadTask);
  const bareServer = worker('./bare-server.ts');
  const bareUrl = await bareServer.ask<string>({ kind: 'open' } satisfies BareServerTask);
  stops.push(() => bareServer.ask({ kind: 'close' } satisfies BareServerTask));
  const bareLoad = worker('./order-load.ts');
  await bareLoad.ask({ kind: 'open', url: bareUrl, tokens, contracts } satisfies LoadTask);
  const bare = worker('./bare-commits.ts');
  await bare.ask({ kind: 'open', contracts } satisfies BareTask);
  stops.push(() => bare.ask({ kind: 'close' } satisfies BareTask));
  const hub = worker('./hub-clients.ts');
  const watchers: string[] = [];
  for (const email of await server.addWatchers(Math.ceil(hubClients / clientsPerWatcher)))
    watchers.push(await server.signIn(email));
  const names = quoted.map(({ contract }) => contract);
  await hub.ask({
    kind: 'open',
    url,
    clients: hubClients,
    tokens: watchers,
    contracts: names,
  } satisfies HubTask);
  const follow = { kind: 'followDeals', url, token: tokens[watching.userId] ?? '' } satisfies HubTask;
  await hub.ask(follow);
  const fromCents = (mtm - probeDepth) * 100;
  const screen =
    screenEmail === null
      ? noScreen
      : await Screen.open(url, screenEmail, { token, member: prober.member, fromCents });
  stops.push(() => screen.close());
  return {
    server,
    load,
    crowd,
    bareServer,
    bareLoad,
    bare,
    hub,
    screen,
    hubClients,
    dealt,
    futures: names.length,
    stops,
  };
}

/** Stops all parts, even when one of them fails to stop. */
async function stopAll(stops: Parts['stops']): Promise<void> {
  const failures: unknown[] = [];
  for (const step of stops.splice(0).reverse())
    await step().catch((error: unknown) => {
      failures.push(error);
    });
  if (failures.length > 0) throw new AggregateError(failures, 'The benchmark did not stop cleanly.');
}
