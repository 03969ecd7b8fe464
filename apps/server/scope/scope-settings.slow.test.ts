// The settings that decide what two dealers of one member can do to each other's orders: own-only visibility, suspension on
// disconnect, and the market's rule on orders that would match other orders of the same account.
import { epochMs } from '@openpit/venue';
import { type ActiveOrderRow, defaultDisconnectSeconds } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MarketServer } from '../market-server.ts';
import { runOperatorCli } from '../operator/cli.ts';
import { DisconnectTimes, type OrderGuards, startOrderGuards } from '../schedule/order-guards.ts';
import { VirtualClock } from '../schedule/virtual-clock.ts';
import { addDealer, emailOfAdded } from '../testing/added-dealers.ts';
import { exampleOrder } from '../testing/body-examples.ts';
import { type Screen, until } from '../testing/screen.ts';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

const disconnectGraceMs = defaultDisconnectSeconds * 1000;
let server: ServerInAFolder;
const tokens = new Map<string, string>();
beforeAll(async () => {
  server = await serverInAFolder();
  await addDealer(server, { userId: 'johan', member: 'KAND', dealer: 'JVM' });
  tokens.set('thandi', await server.signIn('thandi@kand.example'));
  tokens.set('johan', await server.signIn(emailOfAdded('johan')));
  tokens.set('pieter', await server.signIn('pieter@veld.example'));
});
afterAll(() => server.close());

type User = 'thandi' | 'johan' | 'pieter';
/** Every possible content of a reply. */
interface ReplyBody {
  readonly code?: string;
  readonly message?: string;
  readonly state?: string;
  readonly activeOrderSeq: number;
  readonly orders?: readonly number[];
}

let requests = 0;
async function post(user: User, call: string, fields: object) {
  requests += 1;
  const payload = { requestId: `s-${requests}`, ...fields };
  const { status, body } = await server.post(`/api/${call}`, payload, tokens.get(user) ?? '');
  return { status, body: body as ReplyBody };
}
async function insert(user: User, fields: object = {}) {
  const principal = user === 'pieter' ? 'VELD' : 'KAND';
  const order = { contract: 'DEC26 WMAZ', side: 'B', type: 0, qty: 5, price: 4030, capacity: 'P', principal };
  return await post(user, 'Orders/InsertOrder', { ...order, ...fields });
}
/** `null` for an order that is no longer active. */
const stateIn = ({ view }: Pick<MarketServer, 'view'>, activeOrderSeq: number) =>
  Array.from(view.allRows('activeOrders')).find((row) => row.activeOrderSeq === activeOrderSeq)?.state ??
  null;
const stateOf = (activeOrderSeq: number): ActiveOrderRow['state'] | null => stateIn(server, activeOrderSeq);

describe('a dealer with own-only visibility', () => {
  it('cannot act on orders of colleagues from when the operator sets it until the operator removes it', async () => {
    const [first, second] = [(await insert('thandi')).body, (await insert('thandi')).body];
    const act = (user: User, call: string, { activeOrderSeq }: ReplyBody) =>
      post(user, `Orders/${call}`, { activeOrderSeq });
    expect((await act('johan', 'SuspendActiveOrder', first)).status).toBe(200);
    expect(
      (await server.operate({ action: 'scope', user: emailOfAdded('johan'), scope: 'own' })).sentence,
    ).toBe('johan sees and acts on own orders and deals only.');
    expect((await server.operate({ action: 'users' })).sentence).toMatch(
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
    await server.operate({ action: 'scope', user: 'johan', scope: 'member' });
    expect((await post('johan', 'Orders/CancelAllActiveOrders', all)).body.orders).toEqual([
      first.activeOrderSeq,
      second.activeOrderSeq,
    ]);
  });

  it('must be a known user, and the scope a known one', async () => {
    expect((await server.operate({ action: 'scope', user: 'nobody', scope: 'own' })).message).toContain(
      'no user "nobody"',
    );
    expect(await server.operate({ action: 'scope', user: 'johan', scope: 'mine' })).toMatchObject({
      errors: { 'request.scope': [expect.stringContaining('A scope is member')] },
    });
  });
});

describe('suspension on disconnect', () => {
  const clock = new VirtualClock(epochMs(0));
  let guards: OrderGuards;
  beforeAll(() => {
    const { gateway, view, hasTimedOutOrders } = server;
    guards = startOrderGuards({
      gateway,
      view,
      hasTimedOutOrders,
      clock,
      times: new DisconnectTimes(),
      onFailure: (error) => expect.fail(String(error)),
    });
  });
  afterAll(() => guards.stop());

  async function wants(user: User, suspendOnDisconnect: boolean): Promise<void> {
    const token = tokens.get(user) ?? '';
    const settings = JSON.stringify({ defaults: { suspendOnDisconnect } });
    const stored = await server.get('/api/UserSettings/GetUserPreference', token);
    const isNew = stored.status === 404;
    const payload = isNew
      ? { userId: user, userPreferenceJson: settings }
      : { id: (stored.body as { _id: string })._id, jsonString: settings };
    const url = `/api/UserSettings/${isNew ? 'Create' : 'Update'}UserPreference`;
    expect((await server.post(url, payload, token)).status).toBe(200);
  }
  /** The users connect and lose their connections; then time passes. */
  async function disconnect(users: readonly User[], passesMs: number): Promise<void> {
    for (const user of users) guards.connected(user);
    for (const user of users) guards.disconnected(user);
    clock.advance(passesMs);
    // The guard's own command is handled before this one.
    await server.operate({ action: 'announce', message: 'x' });
  }

  it('suspends the orders of the dealer who wants it, but not of a colleague who does not', async () => {
    await wants('johan', true);
    const [johans, thandis] = [(await insert('johan')).body, (await insert('thandi')).body];
    await disconnect(['johan', 'thandi'], disconnectGraceMs - 1);
    expect([stateOf(johans.activeOrderSeq), stateOf(thandis.activeOrderSeq)]).toEqual(['Active', 'Active']);
    clock.advance(1);
    await server.operate({ action: 'announce', message: 'x' });
    expect([stateOf(johans.activeOrderSeq), stateOf(thandis.activeOrderSeq)]).toEqual([
      'Suspended',
      'Active',
    ]);
    await wants('johan', false);
    expect(
      (await post('johan', 'Orders/ResubmitActiveOrder', { activeOrderSeq: johans.activeOrderSeq })).status,
    ).toBe(200);
    await disconnect(['johan', 'thandi'], 2 * disconnectGraceMs);
    expect(stateOf(johans.activeOrderSeq)).toBe('Active');
    for (const { activeOrderSeq } of [johans, thandis])
      await post('thandi', 'Orders/DeleteActiveOrder', { activeOrderSeq });
  });
});

describe('orders of two dealers of one member that would match', () => {
  it('are rejected for one account until the operator allows it, and never for two', async () => {
    const offer = { side: 'S', price: 4031 };
    const { activeOrderSeq } = (await insert('thandi', offer)).body;
    const rejected = await insert('johan', { price: 4031 });
    expect([rejected.status, rejected.body]).toMatchObject([422, { code: 'orderWouldMatchOwnOrder' }]);
    expect(rejected.body.message).toContain(`member’s order ${activeOrderSeq} for KAND`);
    await server.operate({ action: 'scope', user: 'johan', scope: 'own' });
    expect((await insert('johan', { price: 4031 })).body.message).toBe(
      'The order would match an order that another dealer of your member has for KAND. Change the price, or have that order cancelled.',
    );
    await server.operate({ action: 'scope', user: 'johan', scope: 'member' });
    const forClient = { price: 4031, qty: 2, capacity: 'A', principal: '9996S' };
    expect((await insert('johan', forClient)).body.state).toBe('Filled');
    expect((await server.operate({ action: 'self-match', selfMatch: 'allow' })).sentence).toContain(
      'may match other orders of the same account',
    );
    expect((await insert('johan', { price: 4031, qty: 3 })).body.state).toBe('Filled');
    expect(stateOf(activeOrderSeq)).toBeNull();
    await server.operate({ action: 'self-match', selfMatch: 'reject' });
    await insert('thandi', offer);
    expect((await insert('johan', { price: 4031 })).body.code).toBe('orderWouldMatchOwnOrder');
    // Another member's order is not a self-match.
    expect((await insert('pieter', { price: 4031 })).body.state).toBe('Filled');
  });
});

describe('a server with connections', () => {
  const johan = { userId: 'johan', member: 'KAND', dealer: 'JVM' };
  let running: ServerOnAPort;
  beforeAll(async () => {
    running = await serverOnAPort({ dealers: [johan] });
  });
  afterAll(() => running.close());

  const insertAt = async ({ token }: Screen): Promise<number> => {
    const order = {
      ...exampleOrder,
      qty: 5,
      price: 4030,
    };
    requests += 1;
    const body = { requestId: `s-${requests}`, ...order };
    const reply = await running.call('/api/Orders/InsertOrder', { body, token });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return (reply.body as ReplyBody).activeOrderSeq;
  };
  const stateAt = (activeOrderSeq: number) => stateIn(running, activeOrderSeq);

  it('suspends the orders of a dealer who has lost the last connection, but not of one who has another', async () => {
    const { gateway } = running;
    for (const userId of ['thandi', 'johan'])
      await gateway.submit({
        by: { kind: 'user', userId },
        requestId: null,
        command: { kind: 'setOwnOrderGuards', timeOutSeconds: 0, suspendsOnDisconnect: true },
      });
    const [johans, thandis, second] = [
      await running.openScreen('johan'),
      await running.openScreen('thandi'),
      await running.openScreen('thandi', { component: 'Depth' }),
    ];
    const [johansOrder, thandisOrder] = [await insertAt(johans), await insertAt(thandis)];
    /** Lets time pass until the order is suspended, because the server may notice a closed connection at any time. */
    const isSuspendedInTime = (activeOrderSeq: number) => () => {
      running.clock.advance(disconnectGraceMs);
      return stateAt(activeOrderSeq) === 'Suspended';
    };
    await Promise.all([johans.connection.stop(), thandis.connection.stop()]);
    await until(isSuspendedInTime(johansOrder));
    expect(stateAt(thandisOrder)).toBe('Active');
    await second.connection.stop();
    await until(isSuspendedInTime(thandisOrder));
  });

  it('sets own-only visibility by the operator’s command line', async () => {
    const printed: unknown[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line));
    const error = vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
    const run = (...argv: string[]) => runOperatorCli([...argv, '--data', running.dataFolder]);
    const codes = [
      await run('user', 'scope', 'johan', 'own'),
      await run('user', 'scope', 'johan', 'all'),
      await run('user', 'scope'),
    ];
    log.mockRestore();
    error.mockRestore();
    expect(codes).toEqual([0, 1, 1]);
    expect(printed[0]).toBe('johan sees and acts on own orders and deals only.');
    expect(printed[1]).toContain('The arguments of user scope cannot be used:\n  scope: A scope is member');
    expect(running.view.rights.of('johan')?.onlyDealer).toBe('JVM');
  });
});
