// For tests: the whole server on a port of its own and in a temporary folder, without simulated participants and on a virtual
// clock. Dealers can be added to those of the demonstration, and screens connect with the client library that browsers use.
// The product never imports it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubConnection } from '@microsoft/signalr';
import { createUser } from '@openpit/storage';
import { type EpochMs, epochMs, lots } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import {
  type ConnectionComponent,
  type MarketHubEvent,
  type MarketHubEvents,
  type MarketHubMethod,
  marketHub,
  permissionFlags,
} from '@openpit/wire';
import { Passwords } from '../auth/passwords.ts';
import type { MarketServer } from '../market-server.ts';
import type { OperatorRequest } from '../operator/operator-requests.ts';
import { operatorPath } from '../operator/operator-routes.ts';
import { readOptions } from '../options.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { demoMaxOrderQuantity, demoPassword } from '../seed/demo-users.ts';
import { type RunningServer, startServer } from '../server.ts';
import { demoMarketFile } from '../server-folder.ts';

// The client finds its WebSocket by `require`, which only its CommonJS build does in Node.
const require = createRequire(import.meta.url);
const signalr: typeof import('@microsoft/signalr') = require('@microsoft/signalr');
const msgpack: typeof import('@microsoft/signalr-protocol-msgpack') = require('@microsoft/signalr-protocol-msgpack');

/** A dealer with all permissions, besides those of the demonstration. */
export interface MoreDealer {
  readonly userId: string;
  readonly member: string;
  readonly dealer: string;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface MarketOnAPort {
  readonly server: MarketServer;
  readonly url: string;
  readonly dataFolder: string;
  /** Stands still at ten in the morning until it is moved. */
  readonly clock: VirtualClock;
  /** The token of the operator's command line. */
  readonly operatorToken: string;
  /** With a body it is a POST. */
  call(path: string, options?: { readonly body?: object; readonly token?: string }): Promise<Reply>;
  /** @param userId the part of the e-mail address before the @ */
  signIn(userId: string): Promise<string>;
  connect(token: string, options?: ScreenOptions): Promise<Screen>;
  /** Signs in and connects. */
  atScreen(userId: string, options?: ScreenOptions): Promise<Screen>;
  /** Sends a request of the operator's command line; rejects when it is not carried out. */
  operate(request: OperatorRequest): Promise<void>;
  close(): Promise<void>;
}

export interface ScreenOptions {
  readonly component?: ConnectionComponent;
  /** MessagePack, as in browsers, instead of JSON. */
  readonly isBinary?: boolean;
}

/** `disclosesMembers`: of the market; `dealers`: besides those of the demonstration; `businessDay`: the first. */
export async function marketOnAPort({
  disclosesMembers = true,
  dealers = [],
  businessDay = '2026-11-18',
}: {
  readonly disclosesMembers?: boolean;
  readonly dealers?: readonly MoreDealer[];
  readonly businessDay?: string;
} = {}): Promise<MarketOnAPort> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-port-'));
  const file = join(folder, 'market.json');
  await writeFile(file, JSON.stringify(await marketWith({ disclosesMembers, dealers })));
  const places = ['--data', join(folder, 'data'), '--reference-data', file];
  const argv = ['--port', '0', '--no-simulator', '--business-day', businessDay, ...places];
  const options = readOptions(argv, folder);
  if (options === null) throw new Error('The options ask for help.');
  const started: MarketServer[] = [];
  const clock = new VirtualClock(tomorrowMorning());
  const running: RunningServer = await startServer(options, {
    onStopped: (cause) => {
      throw cause;
    },
    startSimulator: null,
    clock,
    startScenario: (market) => {
      started.push(market);
      return async () => {};
    },
  });
  const [server] = started;
  if (server === undefined) throw new Error('The server has started without its market.');
  for (const dealer of dealers) await addDealer(server, dealer);
  const address = await readFile(join(folder, 'data', 'operator.json'), 'utf8');
  const { token: operatorToken } = JSON.parse(address) as { token: string };
  const screens: Screen[] = [];

  const call: MarketOnAPort['call'] = async (path, { body, token } = {}) => {
    const reply = await fetch(running.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return { status: reply.status, body: isJson ? await reply.json() : await reply.text() };
  };
  const signIn: MarketOnAPort['signIn'] = async (userId) => {
    const email = emails[userId] ?? `${userId}@more.example`;
    const { body } = await call('/api/authenticate/login', { body: { email, password: demoPassword } });
    return (body as { token: string }).token;
  };
  const connect: MarketOnAPort['connect'] = async (token, options = {}) => {
    const screen = new Screen(running.url, token, options);
    screens.push(screen);
    await screen.connection.start();
    return screen;
  };
  return {
    server,
    url: running.url,
    dataFolder: options.dataFolder,
    clock,
    operatorToken,
    call,
    signIn,
    connect,
    atScreen: async (userId, options) => connect(await signIn(userId), options),
    operate: async (request) => {
      const { status, body } = await call(operatorPath, {
        body: { operatorId: testOperator.operatorId, request },
        token: operatorToken,
      });
      if (status !== 200) throw new Error(`The operator was rejected: ${JSON.stringify(body)}`);
    },
    close: async () => {
      await Promise.all(screens.map(({ connection }) => connection.stop()));
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Ten o'clock, far from everything that the schedule of the demonstration does; of tomorrow, because tokens expire by the
 * clock of the machine, too.
 */
function tomorrowMorning(): EpochMs {
  const today = new Date();
  return epochMs(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1, 8));
}

const emails: Readonly<Record<string, string>> = {
  thandi: 'thandi@kand.example',
  pieter: 'pieter@veld.example',
  lerato: 'lerato@karo.example',
};

interface MarketJson {
  market: { disclosesMembers: boolean };
  dealers: { code: string; member: string; branch: string; name: string }[];
}

async function marketWith(wanted: {
  readonly disclosesMembers: boolean;
  readonly dealers: readonly MoreDealer[];
}): Promise<MarketJson> {
  const file = JSON.parse(await readFile(demoMarketFile, 'utf8')) as MarketJson;
  const { disclosesMembers, dealers } = wanted;
  const branchOf = (member: string) => file.dealers.find((one) => one.member === member)?.branch ?? '';
  const isNew = ({ member, dealer }: MoreDealer) =>
    !file.dealers.some((one) => one.member === member && one.code === dealer);
  const added = dealers.filter(isNew).map(({ userId, member, dealer }) => {
    return { code: dealer, member, branch: branchOf(member), name: userId };
  });
  return { ...file, market: { ...file.market, disclosesMembers }, dealers: [...file.dealers, ...added] };
}

/** Adds a dealer with a login and all permissions. */
export async function addDealer(
  { floor, db, clock }: Pick<MarketServer, 'floor' | 'db' | 'clock'>,
  { userId, member, dealer }: MoreDealer,
): Promise<void> {
  const operator = { by: testOperator, requestId: null } as const;
  const flags = [...permissionFlags];
  await floor.submit({ ...operator, command: { kind: 'registerUser', userId, member, dealer } });
  await floor.submit({ ...operator, command: { kind: 'grantPermissions', userId, flags } });
  await floor.submit({
    by: { kind: 'user', userId },
    requestId: null,
    command: { kind: 'setOwnMaxOrderQuantity', maxLots: lots(demoMaxOrderQuantity) },
  });
  await createUser(db, {
    userId,
    email: `${userId}@more.example`,
    displayName: userId,
    passwordHash: await new Passwords().hash(demoPassword),
    createdAt: clock.now(),
  });
}

export interface Heard {
  readonly event: MarketHubEvent;
  readonly payload: unknown;
}

/** A connection of a user's browser and all events that it received. */
export class Screen {
  readonly heard: Heard[] = [];
  readonly token: string;
  readonly connection: HubConnection;
  isClosed = false;

  constructor(url: string, token: string, { component, isBinary = false }: ScreenOptions) {
    this.token = token;
    const query = component === undefined ? '' : `?component=${component}`;
    const builder = new signalr.HubConnectionBuilder()
      .withUrl(`${url}/market${query}`, {
        accessTokenFactory: () => token,
        transport: signalr.HttpTransportType.WebSockets,
      })
      .configureLogging(signalr.LogLevel.None);
    if (isBinary) builder.withHubProtocol(new msgpack.MessagePackHubProtocol());
    this.connection = builder.build();
    for (const event of Object.keys(marketHub.events) as MarketHubEvent[])
      this.connection.on(event, (payload) => void this.heard.push({ event, payload }));
    this.connection.onclose(() => {
      this.isClosed = true;
    });
  }

  invoke(method: MarketHubMethod, ...args: unknown[]): Promise<unknown> {
    return this.connection.invoke(method, ...args);
  }

  all<E extends MarketHubEvent>(event: E): MarketHubEvents[E][] {
    return this.heard
      .filter((one) => one.event === event)
      .map(({ payload }) => payload as MarketHubEvents[E]);
  }

  /** The rows of a data set's changes, in order of arrival. */
  rowsOf<Row>(dataSetId: number): Row[] {
    return this.all('DataSetUpdate')
      .filter((update) => update.dataSetId === dataSetId)
      .flatMap(({ rows }) => rows as readonly Row[]);
  }

  /** A round trip after everything that was sent before: an event that has not arrived then was not sent. */
  async settle(): Promise<void> {
    await this.connection.invoke('DisconnectCheck');
  }
}

/** Resolves when `what` returns true; rejects after the limit. */
export async function until(what: () => boolean, limitMs = 5000): Promise<void> {
  const end = Date.now() + limitMs;
  while (!what()) {
    if (Date.now() > end) throw new Error(`Still not true after ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
