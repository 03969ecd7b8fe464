// For tests: the whole server as `npm start` runs it, on a free port and in a temporary folder, without simulated
// participants and under a virtual clock.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword, demoUsers } from '@openpit/market';
import { epochMs } from '@openpit/venue';
import { testOperator } from '@openpit/venue/testing';
import type { MarketServer } from '../market-server.ts';
import type { OperatorRequest } from '../operator/operator-actions.ts';
import { operatorPath } from '../operator/operator-routes.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { type AddedDealer, addDealer, emailOfAdded, referenceDataWith } from './added-dealers.ts';
import { type CallOptions, requestOf } from './request-of.ts';
import { Screen, type ScreenOptions } from './screen.ts';
import { startMarket } from './started-market.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export interface ServerOnAPort extends MarketServer {
  readonly url: string;
  readonly dataFolder: string;
  /** Starts at `time` of the business day, in Johannesburg. */
  readonly clock: VirtualClock;
  /** The token of the operator's command line. */
  readonly operatorToken: string;
  /** A POST when there is a body. */
  call(path: string, options?: CallOptions): Promise<Reply>;
  signIn(userId: string): Promise<string>;
  connect(token: string, options?: ScreenOptions): Promise<Screen>;
  /** Signs in and connects. */
  openScreen(userId: string, options?: ScreenOptions): Promise<Screen>;
  /** Sends a request of the operator's command line; resolves with its sentence, and rejects when it is rejected. */
  operate(request: OperatorRequest): Promise<string>;
  close(): Promise<void>;
}

/**
 * `disclosesMembers`: whether the market does; `dealers`: the added ones; `businessDay`: the first; `options`: additional options;
 * `webFolder`:
 * of the browser's files.
 */
export async function serverOnAPort({
  disclosesMembers = true,
  dealers = [],
  hasDelivery = false,
  businessDay = '2026-11-18',
  time = '10:00',
  options: more = [],
  webFolder,
  monotonicMs,
}: {
  readonly disclosesMembers?: boolean;
  readonly dealers?: readonly AddedDealer[];
  /** Whether a future can be delivered. */
  readonly hasDelivery?: boolean;
  readonly businessDay?: string;
  /** Hours and minutes; ten in the morning is far from everything else that the schedule of the demonstration does. */
  readonly time?: string;
  readonly options?: readonly string[];
  readonly webFolder?: string;
  /** By default the process's own. */
  readonly monotonicMs?: () => number;
} = {}): Promise<ServerOnAPort> {
  const folder = await mkdtemp(join(tmpdir(), 'openpit-port-'));
  const file = join(folder, 'market.json');
  await writeFile(file, JSON.stringify(await referenceDataWith({ disclosesMembers, dealers, hasDelivery })));
  const places = ['--data', join(folder, 'data'), '--reference-data', file];
  const clock = new VirtualClock(epochMs(Date.parse(`${businessDay}T${time}+02:00`)));
  const {
    running,
    market: server,
    options,
  } = await startMarket(['--business-day', businessDay, ...places, ...more], {
    folder,
    clock,
    webFolder,
    monotonicMs,
  });
  for (const dealer of dealers) await addDealer(server, dealer);
  const address = await readFile(join(options.dataFolder, 'operator.json'), 'utf8');
  const { token: operatorToken } = JSON.parse(address) as { token: string };
  const screens: Screen[] = [];

  const call: ServerOnAPort['call'] = async (path, options = {}) => {
    const reply = await fetch(running.url + path, requestOf(options));
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return { status: reply.status, body: isJson ? await reply.json() : await reply.text() };
  };
  const signIn: ServerOnAPort['signIn'] = async (userId) => {
    const email = demoUsers.find((user) => user.userId === userId)?.email ?? emailOfAdded(userId);
    const { body } = await call('/api/authenticate/login', { body: { email, password: demoPassword } });
    return (body as { token: string }).token;
  };
  const connect: ServerOnAPort['connect'] = async (token, options = {}) => {
    const screen = new Screen(running.url, token, options);
    screens.push(screen);
    await screen.connection.start();
    return screen;
  };
  return {
    ...server,
    url: running.url,
    dataFolder: options.dataFolder,
    clock,
    operatorToken,
    call,
    signIn,
    connect,
    openScreen: async (userId, options) => connect(await signIn(userId), options),
    operate: async (request) => {
      const { status, body } = await call(operatorPath, {
        body: { operatorId: testOperator.operatorId, request },
        token: operatorToken,
      });
      if (status !== 200) throw new Error(`The operator's request was rejected: ${JSON.stringify(body)}`);
      return (body as { readonly sentence: string }).sentence;
    },
    close: async () => {
      await Promise.all(screens.map(({ connection }) => connection.stop()));
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
