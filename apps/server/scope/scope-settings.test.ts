// The settings on which it depends what two dealers of one member do to each other's orders: kept to his own, suspended when his
// connection is lost, and the market's rule on orders that would match own ones.
import { epochMs } from '@openpit/venue';
import type { ActiveOrderRow } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOperatorCli } from '../operator/cli.ts';
import { operatorPath } from '../operator/operator-routes.ts';
import { disconnectGraceMs, type OrderGuards, startOrderGuards } from '../schedule/order-guards.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { marketInAFolder, operatorToken, type TestMarket } from '../testing/market-in-a-folder.ts';
import {
  addDealer,
  type MarketOnAPort,
  marketOnAPort,
  type Screen,
  until,
} from '../testing/market-on-a-port.ts';

let trial: TestMarket;
const tokens = new Map<string, string>();
beforeAll(async () => {
  trial = await marketInAFolder();
  await addDealer(trial.server, { userId: 'johan', member: 'KAND', dealer: 'JVM' });
  tokens.set('thandi', await trial.signIn('thandi@kand.example'));
  tokens.set('johan', await trial.signIn('johan@more.example'));
  tokens.set('pieter', await trial.signIn('pieter@veld.example'));
});
afterAll(() => trial.close());

type User = 'thandi' | 'johan' | 'pieter';
interface Said {
  readonly code?: string;
  readonly message?: string;
  readonly said?: string;
  readonly state?: string;
  readonly activeOrderSeq: number;
  readonly orders?: readonly number[];
}

let requests = 0;
async function post(user: User, call: string, fields: object) {
  requests += 1;
  const payload = { requestId: `s-${requests}`, ...fields };
  const token = tokens.get(user) ?? '';
  const { status, body } = await trial.call({ method: 'POST', url: `/api/${call}`, payload, token });
  return { status, body: body as Said };
}
async function insert(user: User, fields: object = {}) {
  const principal = user === 'pieter' ? 'VELD' : 'KAND';
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 5, price: 4030, capacity: 'P', principal };
  return await post(user, 'Orders/InsertOrder', { ...order, ...fields });
}
async function operate(payload: object): Promise<Said> {
  const { body } = await trial.call({ method: 'POST', url: operatorPath, payload, token: operatorToken });
  return body as Said;
}
const stateOf = (activeOrderSeq: number): ActiveOrderRow['state'] | null =>
  trial.server.view.activeOrders.rows.get(activeOrderSeq)?.state ?? null;

describe('a dealer who is kept to his own', () => {
  it('acts on what a colleague has before the operator says so, not after, and again when he is let', async () => {
    const [first, second] = [(await insert('thandi')).body, (await insert('thandi')).body];
    const act = (user: User, call: string, { activeOrderSeq }: Said) =>
      post(user, `Orders/${call}`, { activeOrderSeq });
    expect((await act('johan', 'SuspendActiveOrder', first)).status).toBe(200);
    expect((await operate({ action: 'scope', user: 'johan@more.example', scope: 'own' })).said).toBe(
      'johan sees and acts on own orders and deals only.',
    );
    expect((await operate({ action: 'users' })).said).toMatch(
      /johan .*all permissions, own orders and deals only/,
    );
    expect((await act('johan', 'ResubmitActiveOrder', first)).body.code).toBe('orderNotFound');
    expect((await act('johan', 'DeleteActiveOrder', second)).body.code).toBe('orderNotFound');
    const own = (await insert('johan')).body;
    const all = { filter: {}, includeHoldOver: true, expectedCount: 1 };
    expect((await post('johan', 'Orders/CancelAllActiveOrders', all)).body.orders).toEqual([
      own.activeOrderSeq,
    ]);
    expect([stateOf(first.activeOrderSeq), stateOf(second.activeOrderSeq)]).toEqual(['Suspended', 'Active']);
    await operate({ action: 'scope', user: 'johan', scope: 'member' });
    expect((await post('johan', 'Orders/CancelAllActiveOrders', all)).body.orders).toEqual([
      first.activeOrderSeq,
      second.activeOrderSeq,
    ]);
  });

  it('is nobody whom the operator does not know, nor of a scope that there is not', async () => {
    expect((await operate({ action: 'scope', user: 'nobody', scope: 'own' })).message).toContain(
      'no user "nobody"',
    );
    expect(await operate({ action: 'scope', user: 'johan', scope: 'his' })).toMatchObject({
      errors: { scope: [expect.stringContaining('A scope is member')] },
    });
  });
});

describe('suspension on a lost connection', () => {
  const clock = new VirtualClock(epochMs(0));
  let guards: OrderGuards;
  beforeAll(() => {
    const { floor, view } = trial.server;
    guards = startOrderGuards({
      floor,
      view,
      clock,
      onFailure: (error) => expect.fail(String(error)),
    });
  });
  afterAll(() => guards.stop());

  async function wants(user: User, suspendOnDisconnect: boolean): Promise<void> {
    const token = tokens.get(user) ?? '';
    const settings = JSON.stringify({ defaults: { suspendOnDisconnect } });
    const found = await trial.call({ method: 'GET', url: '/api/UserSettings/GetUserPreference', token });
    const isNew = found.status === 404;
    const payload = isNew
      ? { userId: user, userPreferenceJson: settings }
      : { id: (found.body as { _id: string })._id, jsonString: settings };
    const url = `/api/UserSettings/${isNew ? 'Create' : 'Update'}UserPreference`;
    expect((await trial.call({ method: 'POST', url, payload, token })).status).toBe(200);
  }
  /** Both are connected, and both lose their connections; so long passes. */
  async function lose(users: readonly User[], passesMs: number): Promise<void> {
    for (const user of users) guards.connected(user);
    for (const user of users) guards.disconnected(user);
    clock.advance(passesMs);
    // A submission is handled in turns of the loop that no virtual clock moves.
    await operate({ action: 'announce', message: 'x' });
  }

  it('suspends the orders of the dealer who wants it, and leaves those of his colleague who does not', async () => {
    await wants('johan', true);
    const [his, hers] = [(await insert('johan')).body, (await insert('thandi')).body];
    await lose(['johan', 'thandi'], disconnectGraceMs - 1);
    expect([stateOf(his.activeOrderSeq), stateOf(hers.activeOrderSeq)]).toEqual(['Active', 'Active']);
    clock.advance(1);
    await operate({ action: 'announce', message: 'x' });
    expect([stateOf(his.activeOrderSeq), stateOf(hers.activeOrderSeq)]).toEqual(['Suspended', 'Active']);
    await wants('johan', false);
    expect(
      (await post('johan', 'Orders/ResubmitActiveOrder', { activeOrderSeq: his.activeOrderSeq })).status,
    ).toBe(200);
    await lose(['johan', 'thandi'], 2 * disconnectGraceMs);
    expect(stateOf(his.activeOrderSeq)).toBe('Active');
    for (const { activeOrderSeq } of [his, hers])
      await post('thandi', 'Orders/DeleteActiveOrder', { activeOrderSeq });
  });
});

describe('orders of two dealers of one member that would match', () => {
  it('are rejected for one account until the operator allows it, and never for two', async () => {
    const offer = { side: 'S', price: 4031 };
    const { activeOrderSeq } = (await insert('thandi', offer)).body;
    const rejected = await insert('johan', { price: 4031 });
    expect([rejected.status, rejected.body]).toMatchObject([422, { code: 'orderWouldMatchOwnOrder' }]);
    expect(rejected.body.message).toContain(`own order ${activeOrderSeq} of KAND`);
    await operate({ action: 'scope', user: 'johan', scope: 'own' });
    expect((await insert('johan', { price: 4031 })).body.message).toBe(
      'The order would match an order that another dealer of your member has for KAND. Change the price, or have that order deleted.',
    );
    await operate({ action: 'scope', user: 'johan', scope: 'member' });
    const forClient = { price: 4031, qty: 2, capacity: 'A', principal: '9996S' };
    expect((await insert('johan', forClient)).body.state).toBe('Filled');
    expect((await operate({ action: 'self-match', selfMatch: 'allow' })).said).toContain(
      'may match own ones',
    );
    expect((await insert('johan', { price: 4031, qty: 3 })).body.state).toBe('Filled');
    expect(stateOf(activeOrderSeq)).toBeNull();
    await operate({ action: 'self-match', selfMatch: 'reject' });
    await insert('thandi', offer);
    expect((await insert('johan', { price: 4031 })).body.code).toBe('orderWouldMatchOwnOrder');
    // Another member's order is no self-match.
    expect((await insert('pieter', { price: 4031 })).body.state).toBe('Filled');
  });
});

describe('a server with screens', () => {
  const johan = { userId: 'johan', member: 'KAND', dealer: 'JVM' };
  let market: MarketOnAPort;
  beforeAll(async () => {
    market = await marketOnAPort({ dealers: [johan] });
  });
  afterAll(() => market.close());

  const insertAt = async ({ token }: Screen): Promise<number> => {
    const order = {
      contract: 'DEC26 WMAZ',
      side: 'B',
      type: 0,
      qty: 5,
      price: 4030,
      capacity: 'P',
      principal: 'KAND',
    };
    requests += 1;
    const body = { requestId: `s-${requests}`, ...order };
    const reply = await market.call('/api/Orders/InsertOrder', { body, token });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return (reply.body as Said).activeOrderSeq;
  };
  const stateAt = (activeOrderSeq: number) =>
    market.server.view.activeOrders.rows.get(activeOrderSeq)?.state ?? null;

  it('suspends the orders of a dealer whose last connection is gone, not of his colleague who has one left', async () => {
    const { floor } = market.server;
    for (const userId of ['thandi', 'johan'])
      await floor.submit({
        by: { kind: 'user', userId },
        requestId: null,
        command: { kind: 'setOwnOrderGuards', timeOutSeconds: 0, suspendsOnDisconnect: true },
      });
    const [his, hers, more] = [
      await market.atScreen('johan'),
      await market.atScreen('thandi'),
      await market.atScreen('thandi', { component: 'Depth' }),
    ];
    const [hisOrder, herOrder] = [await insertAt(his), await insertAt(hers)];
    /** Time passes until the market has suspended it: when the server hears that a connection is gone, nothing says. */
    const isSuspendedInTime = (activeOrderSeq: number) => () => {
      market.clock.advance(disconnectGraceMs);
      return stateAt(activeOrderSeq) === 'Suspended';
    };
    await Promise.all([his.connection.stop(), hers.connection.stop()]);
    await until(isSuspendedInTime(hisOrder));
    expect(stateAt(herOrder)).toBe('Active');
    await more.connection.stop();
    await until(isSuspendedInTime(herOrder));
  });

  it('keeps a dealer to his own by the operator’s command line', async () => {
    const printed: unknown[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
    const run = (...argv: string[]) => runOperatorCli([...argv, '--data', market.dataFolder]);
    const codes = [
      await run('scope', 'johan', 'own'),
      await run('scope', 'johan', 'all'),
      await run('scope'),
    ];
    log.mockRestore();
    error.mockRestore();
    expect(codes).toEqual([0, 1, 1]);
    expect(printed[0]).toBe('johan sees and acts on own orders and deals only.');
    expect(printed[1]).toContain('scope cannot be understood.\nscope: A scope is member');
    expect(market.server.view.rights.of('johan')?.onlyDealer).toBe('JVM');
  });
});
