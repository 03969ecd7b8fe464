import { type ActiveOrderRow, type DealRow, permissionFlags } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../testing/server-in-a-folder.ts';

let server: ServerInAFolder;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await serverInAFolder();
  for (const email of ['thandi@kand.example', 'pieter@veld.example', 'lerato@karo.example'])
    tokens.set(email.slice(0, email.indexOf('@')), await server.signIn(email));
});
afterAll(() => server.close());

let requests = 0;
function post(path: string, user: string, fields: object) {
  requests += 1;
  return server.post(path, { requestId: `o-${requests}`, ...fields }, tokens.get(user) ?? '');
}
const insert = (user: string, fields: object) =>
  post('/api/Orders/InsertOrder', user, {
    side: 'B',
    type: 0,
    qty: 5,
    capacity: 'P',
    principal: user === 'pieter' ? 'VELD' : 'KAND',
    ...fields,
  });
const viewers = {
  thandi: { userId: 'thandi', member: 'KAND' },
  pieter: { userId: 'pieter', member: 'VELD' },
  lerato: { userId: 'lerato', member: 'KARO' },
};
const ordersOf = (user: keyof typeof viewers): readonly ActiveOrderRow[] =>
  server.view.rowsFor('activeOrders', viewers[user]).rows;
const dealsOf = (user: keyof typeof viewers): readonly DealRow[] =>
  server.view.rowsFor('deals', viewers[user]).rows;

const option = 'MAR27 WMAZ 4060 P';

describe('orders on options over HTTP', () => {
  it('get premium, volatility and reference in the reply when priced by volatility; only the user’s member has the row', async () => {
    const { status, body } = await insert('thandi', { contract: option, volatility: 28.5, reference: 4060 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'Active', volatility: 28.5, reference: 4060 });
    const { premium } = body as { premium: number };
    expect(Math.round(premium * 100) % 20).toBe(0);
    expect(ordersOf('thandi').find(({ contract }) => contract === option)).toMatchObject({
      price: premium,
      pricing: { premium, volatility: 28.5, reference: 4060 },
    });
    for (const other of ['pieter', 'lerato'] as const)
      expect(ordersOf(other).filter(({ contract }) => contract === option)).toEqual([]);
  });

  it('need either a price or a volatility, and name the field otherwise', async () => {
    for (const priced of [{}, { price: 100, volatility: 20 }]) {
      const { status, body } = await insert('thandi', { contract: option, ...priced });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        errors: { price: ['Give either a price or, for an option or a delta, a volatility.'] },
      });
    }
    const { status, body } = await insert('thandi', { contract: option, volatility: 28.505 });
    expect([status, body]).toMatchObject([
      400,
      { errors: { volatility: ['A volatility has at most two decimals.'] } },
    ]);
  });

  it('may be quoted in volatility on both sides', async () => {
    const { status, body } = await post('/api/Orders/InsertDoubleOrder', 'thandi', {
      contract: 'MAR27 WMAZ 4080 C',
      bidQty: 5,
      bidVolatility: 28,
      offerQty: 5,
      offerVolatility: 30,
      capacity: 'P',
      principal: 'KAND',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ bid: { volatility: 28 }, offer: { volatility: 30 } });
  });

  it('are rejected when priced by volatility for a future, or without the permission', async () => {
    const future = await insert('thandi', { contract: 'MAR27 WMAZ', volatility: 20 });
    expect([future.status, future.body]).toMatchObject([422, { code: 'volatilityNotForContract' }]);
    const lerato = await insert('lerato', { contract: option, volatility: 20, principal: 'KARO' });
    expect(lerato.status).toBe(403);
  });
});

describe('deltas over HTTP', () => {
  it('have the hedge in the reply, and print option and future in one group, for the two parties only', async () => {
    const delta = `${option} D`;
    const resting = await insert('thandi', { contract: delta, qty: 20, volatility: 29, reference: 4062 });
    expect(resting.body).toMatchObject({ state: 'Active', hedge: { contract: 'MAR27 WMAZ', side: 'B' } });
    const { hedge, premium } = resting.body as { hedge: { qty: number }; premium: number };
    const taken = await insert('pieter', { contract: delta, side: 'S', qty: 20, volatility: 29 });
    expect(taken.body).toMatchObject({ state: 'Filled', dealt: 20, hedge: { side: 'S' } });
    const [bought, hedged] = dealsOf('thandi').slice(-2);
    expect(bought).toMatchObject({ contract: option, side: 'B', qty: 20, price: premium, origin: 'delta' });
    expect(hedged).toMatchObject({
      contract: 'MAR27 WMAZ',
      side: 'B',
      qty: hedge.qty,
      price: 4062,
      origin: 'delta',
    });
    expect(hedged?.linkedGroup).toBe(bought?.linkedGroup);
    expect(dealsOf('pieter').slice(-2)).toMatchObject([{ side: 'S' }, { side: 'S' }]);
    expect(dealsOf('lerato')).toEqual([]);
  });
});

describe('splits over HTTP', () => {
  it('deal at negative prices and print their legs', async () => {
    const split = 'MAR27-MAY27 WMAZ';
    expect((await insert('thandi', { contract: split, price: -80, qty: 2 })).body).toMatchObject({
      state: 'Active',
    });
    expect((await insert('pieter', { contract: split, side: 'S', price: -80, qty: 2 })).body).toMatchObject({
      state: 'Filled',
    });
    expect(dealsOf('thandi').slice(-2)).toMatchObject([
      { contract: 'MAY27 WMAZ', side: 'B', origin: 'split' },
      { contract: 'MAR27 WMAZ', side: 'S', origin: 'split' },
    ]);
  });
});

describe('adding a strike over HTTP', () => {
  const add = (user: string, strike: number, requestId?: string) =>
    post('/api/Options/AddStrike', user, {
      instrument: 'WMAZ',
      contractDate: 'MAR27',
      strike,
      ...(requestId === undefined ? {} : { requestId }),
    });

  it('lists four contracts for everyone, once per request, with an outcome under the request id', async () => {
    const first = await add('thandi', 3800, 'strike-1');
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        contracts: ['MAR27 WMAZ 3800 C', 'MAR27 WMAZ 3800 P', 'MAR27 WMAZ 3800 C D', 'MAR27 WMAZ 3800 P D'],
        repeated: false,
      },
    ]);
    expect((await add('thandi', 3800, 'strike-1')).body).toMatchObject({ repeated: true });
    const token = tokens.get('thandi') ?? '';
    const outcome = await server.get('/api/Orders/ByRequestId?requestId=strike-1', token);
    expect(outcome.body).toMatchObject({ outcome: 'accepted', reply: { contracts: expect.any(Array) } });
    expect((await insert('pieter', { contract: 'MAR27 WMAZ 3800 P', volatility: 30 })).status).toBe(200);
  });

  it('is rejected without the permission, off the grid, and for a negative strike', async () => {
    expect(permissionFlags).toContain('insertOrderOrDouble');
    expect((await add('lerato', 3700)).status).toBe(403);
    const offGrid = await add('thandi', 3810);
    expect([offGrid.status, offGrid.body]).toMatchObject([422, { code: 'strikeOffGrid' }]);
    expect((await add('thandi', -20)).status).toBe(400);
  });
});
