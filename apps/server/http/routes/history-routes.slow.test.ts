// The history calls by dealers of three members: visibility, pages, and bad input.
import {
  type CandlesReply,
  candlesReply,
  type PastDealsReply,
  type PastOrdersReply,
  pastDealsReply,
  pastOrdersReply,
  type TimeAndSalesReply,
  timeAndSalesReply,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operatorHistoryPath } from '../../operator/operator-routes.ts';
import { operatorToken, type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';
import { boundsInDays } from './page-cursors.ts';

let server: ServerInAFolder;
let thandi: string;
let pieter: string;
let lerato: string;
let requests = 0;

const read = async <Reply>(url: string, token = thandi): Promise<Reply> => {
  const { status, body } = await server.get(url, token);
  expect([status, body]).toEqual([200, body]);
  return body as Reply;
};
const order = async (token: string, fields: object) => {
  requests += 1;
  const body = { requestId: `h-${requests}`, contract: 'DEC26 WMAZ', type: 0, qty: 2, price: 4040 };
  const payload = { ...body, capacity: 'P', ...fields };
  const reply = await server.post('/api/Orders/InsertOrder', payload, token);
  expect([reply.status, reply.body]).toEqual([200, reply.body]);
};
const contract = encodeURIComponent('DEC26 WMAZ');

beforeAll(async () => {
  server = await serverInAFolder({ illustrativeHistory: true });
  thandi = await server.signIn('thandi@kand.example');
  pieter = await server.signIn('pieter@veld.example');
  lerato = await server.signIn('lerato@karo.example');
  for (let at = 0; at < 7; at += 1) {
    const price = 4040 + at;
    await order(pieter, { side: 'S', principal: 'VELD', price });
    await order(thandi, { side: 'B', principal: 'KAND', price });
  }
  await order(pieter, { side: 'S', principal: 'VELD', price: 4050, qty: 3 });
  await order(thandi, { side: 'B', principal: '9996S', capacity: 'A', price: 4050, qty: 3 });
  await server.history.reach(server.view.lastSeq);
});
afterAll(() => server.close());

it.each([
  [`Candles?contract=${contract}&interval=day`, candlesReply],
  [`Candles?contract=${contract}&interval=1`, candlesReply],
  [`TimeAndSales?contract=${contract}`, timeAndSalesReply],
  ['Deals', pastDealsReply],
  ['Orders', pastOrdersReply],
])('the reply of %s has the fields of its schema and no others', async (call, schema) => {
  const reply = await read<{ readonly rows: readonly unknown[] }>(`/api/History/${call}`);
  expect(reply.rows).not.toEqual([]);
  // Parsing drops fields that the schema does not name.
  expect(schema.parse(reply)).toEqual(reply);
});

describe('candles', () => {
  it('[API-1] are of days and of minutes, in the order of time, in rand, under both paths', async () => {
    const day = await read<CandlesReply>(`/api/History/Candles?contract=${contract}&interval=day`);
    const { businessDay } = server.view.directory;
    expect(day.rows.at(-1)).toEqual({
      time: Date.parse(`${businessDay}T00:00:00Z`),
      businessDay,
      open: 4040,
      high: 4050,
      low: 4040,
      close: 4050,
      volume: 17,
      deals: 8,
      mtm: null,
      openInterest: null,
      illustrative: false,
    });
    expect(day.asOf).toBeGreaterThanOrEqual(server.view.lastSeq);
    for (const interval of ['1', '5', '15', '60']) {
      const { rows } = await read<CandlesReply>(
        `/api/MarketData/GetPriceHistory?contract=${contract}&interval=${interval}`,
      );
      const real = rows.filter(({ illustrative }) => !illustrative);
      expect(real.reduce((sum, { volume }) => sum + volume, 0)).toBe(17);
      expect(real.at(-1)?.close).toBe(4050);
      const times = rows.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.every((time) => time % (Number(interval) * 60_000) === 0)).toBe(true);
    }
  });

  it('are generated for the time before the market opened, and marked as illustrative', async () => {
    const url = `/api/History/Candles?contract=${encodeURIComponent('MAY27 SOYA')}&interval=`;
    const { rows: days } = await read<CandlesReply>(`${url}day`);
    expect(days).toHaveLength(120);
    expect(days.every(({ illustrative }) => illustrative)).toBe(true);
    expect(days.at(-1)).toMatchObject({ close: 7650, mtm: 7650 });
    const { rows: fives } = await read<CandlesReply>(`${url}5`);
    expect(fives.length).toBeGreaterThan(50);
    expect(fives.every(({ illustrative }) => illustrative)).toBe(true);
    expect(fives.at(-1)?.close).toBe(7650);
  });

  it('are paged from the newest backwards, and limited by from and to', async () => {
    const url = `/api/History/Candles?contract=${contract}&interval=day`;
    const whole = await read<CandlesReply>(url);
    expect([whole.rows.length, whole.next]).toEqual([121, null]);
    const pages: CandlesReply['rows'] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: CandlesReply = await read(`${url}&limit=50${next === '' ? '' : `&cursor=${next}`}`);
      expect(page.rows.length).toBeLessThanOrEqual(50);
      pages.unshift(...page.rows);
      next = page.next;
    }
    expect(pages).toEqual(whole.rows);
    const [from, to] = [whole.rows[3]?.businessDay, whole.rows[8]?.businessDay];
    const part = await read<CandlesReply>(`${url}&from=${from}&to=${to}`);
    expect(part.rows).toEqual(whole.rows.slice(3, 9));
  });

  it('are rejected with 404 for an unknown contract', async () => {
    const { status, body } = await server.get(
      '/api/History/Candles?contract=NOV99%20GOLD&interval=5',
      thandi,
    );
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'notFound' })]);
  });
});

describe('time and sales', () => {
  it('has the deals of a contract for everyone, newest first, without clients and dealers', async () => {
    const replies = await Promise.all(
      [thandi, pieter, lerato].map((token) =>
        read<TimeAndSalesReply>(`/api/History/TimeAndSales?contract=${contract}`, token),
      ),
    );
    const [first] = replies;
    for (const reply of replies) expect(reply.rows).toEqual(first?.rows);
    expect(first?.rows).toHaveLength(8);
    expect(first?.rows[0]).toMatchObject({
      contract: 'DEC26 WMAZ',
      price: 4050,
      qty: 3,
      aggressor: 'B',
      buyer: 'KAND',
      seller: 'VELD',
      origin: 'screen',
    });
    expect(JSON.stringify(first)).not.toMatch(/9996S|THN|thandi/);
  });
});

describe('past deals and orders', () => {
  it('have only each member’s own side', async () => {
    for (const [token, member, side] of [
      [thandi, 'KAND', 'B'],
      [pieter, 'VELD', 'S'],
    ] as const) {
      const deals = await read<PastDealsReply>('/api/History/Deals', token);
      expect(deals.rows).toHaveLength(8);
      expect(new Set(deals.rows.map((row) => `${row.member} ${row.side}`))).toEqual(
        new Set([`${member} ${side}`]),
      );
      const orders = await read<PastOrdersReply>('/api/History/Orders', token);
      expect(orders.rows).toHaveLength(8);
      expect(new Set(orders.rows.map((row) => `${row.member} ${row.state}`))).toEqual(
        new Set([`${member} Filled`]),
      );
    }
    for (const path of ['Deals', 'Orders'])
      expect((await read<PastDealsReply>(`/api/History/${path}`, lerato)).rows).toEqual([]);
  });

  it('have the rows of the data sets, with their business day', async () => {
    const { rows } = await read<PastDealsReply>('/api/History/Deals');
    const { businessDay } = server.view.directory;
    const shown = server.view.rowsFor('deals', { userId: 'thandi', member: 'KAND' }).rows;
    expect(rows).toEqual(
      [...shown].sort((a, b) => b.dealSeq - a.dealSeq).map((row) => ({ ...row, businessDay })),
    );
  });

  it('are filtered by contract and principal, and paged', async () => {
    const keys = async (query: string, token = thandi) =>
      (await read<PastDealsReply>(`/api/History/Deals?${query}`, token)).rows.map(({ qty }) => qty);
    expect(await keys('principal=9996S')).toEqual([3]);
    // The client belongs to another member.
    expect(await keys('principal=9996S', pieter)).toEqual([]);
    expect(await keys(`contract=${contract}&principal=KAND`)).toHaveLength(7);
    expect(await keys('contract=MAR27%20WMAZ')).toEqual([]);
    expect(await keys(`from=${Date.now() + 60_000}`)).toEqual([]);
    expect(await keys(`from=2026-11-18&to=${Date.now() + 60_000}`)).toHaveLength(8);
    expect(await keys('from=0&to=999999999999999')).toHaveLength(8);
    const first = await read<PastDealsReply>('/api/History/Deals?limit=5');
    const second = await read<PastDealsReply>(`/api/History/Deals?limit=5&cursor=${first.next}`);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([5, 3, null]);
    expect(second.rows[0]?.dealSeq).toBeLessThan(first.rows[4]?.dealSeq ?? 0);
  });
});

describe('bad input', () => {
  it.each([
    ['Candles?interval=5', 'contract', 'Name the contract, for example "DEC26 WMAZ".'],
    ['Candles?contract=A&interval=7', 'interval', 'An interval is 1, 5, 15 or 60 (minutes), or day.'],
    [
      'Deals?from=yesterday',
      'from',
      'Give a time in milliseconds since 1970, or a business day as YYYY-MM-DD.',
    ],
    ['Deals?to=2026-02-30', 'to', 'Give a time in milliseconds since 1970, or a business day as YYYY-MM-DD.'],
    [
      'Deals?from=1795874207',
      'from',
      'Give a time in milliseconds since 1970, or a business day as YYYY-MM-DD.',
    ],
    ['Deals?from=2026-11-19&to=2026-11-18', 'to', 'The end is before the start (from).'],
    ['Orders?limit=501', 'limit', 'A page has 1 to 500 rows.'],
    ['Orders?limit=0', 'limit', 'A page has 1 to 500 rows.'],
    [
      'Orders?cursor=AAAA',
      'cursor',
      'This cursor does not belong to this query. Leave it out to start with the newest rows.',
    ],
    ['TimeAndSales?contract=A&colour=red', 'colour', 'There is no such field.'],
    ['Deals?member=VELD', 'member', 'There is no such field.'],
  ])('%s gets the path of the field', async (url, field, text) => {
    const { status, body } = await server.get(`/api/History/${url}`, thandi);
    expect([status, (body as { errors: object }).errors]).toEqual([400, { [field]: [text] }]);
  });

  it('includes the cursor of another call', async () => {
    const { next } = await read<PastDealsReply>('/api/History/Deals?limit=1');
    const { status } = await server.get(`/api/History/Orders?cursor=${next}`, thandi);
    expect(status).toBe(400);
  });
});

describe('the history calls', () => {
  it('are described at /api/docs', async () => {
    const { body } = await server.get('/api/docs/json');
    const described = (body as { paths: Record<string, { get: { parameters: { name: string }[] } }> }).paths;
    expect(described['/api/History/Candles']?.get.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['contract', 'interval', 'from', 'to', 'limit', 'cursor']),
    );
    for (const path of ['TimeAndSales', 'Deals', 'Orders'])
      expect(described).toHaveProperty([`/api/History/${path}`]);
  });

  it('let only the operator rebuild history', async () => {
    const rebuild = (token: string) => server.post(operatorHistoryPath, { action: 'rebuild' }, token);
    expect((await rebuild(thandi)).status).toBe(404);
    const before = await read<PastOrdersReply>('/api/History/Orders');
    const { status, body } = await rebuild(operatorToken);
    expect([status, (body as { isRebuilding: boolean }).isRebuilding]).toEqual([200, true]);
    await vi.waitUntil(
      async () => {
        const status = await server.post(operatorHistoryPath, { action: 'status' }, operatorToken);
        return !(status.body as { isRebuilding: boolean }).isRebuilding;
      },
      { timeout: 120_000, interval: 50 },
    );
    expect(await read<PastOrdersReply>('/api/History/Orders')).toEqual(before);
  });
});

it('a time at the end of a range of days means its day by the market’s clock', () => {
  const ms = Date.parse('2026-11-19T22:30:00Z');
  const bounds = {
    from: { kind: 'time', ms },
    to: { kind: 'businessDay', day: '2026-11-23' },
    limit: 9,
  } as const;
  expect(boundsInDays(bounds, 120)).toEqual({ from: '2026-11-20', to: '2026-11-23', limit: 9 });
  expect(boundsInDays(bounds, -180)).toEqual({ from: '2026-11-19', to: '2026-11-23', limit: 9 });
});

it('the time of a day’s candle, and the last time that can be given, mean a day in any market', () => {
  const daysOf = (ms: number, offsetMinutes: number) =>
    boundsInDays({ from: { kind: 'time', ms }, to: { kind: 'time', ms }, limit: 9 }, offsetMinutes);
  for (const offset of [120, -180]) {
    const candle = { from: '2026-11-20', to: '2026-11-20', limit: 9 };
    expect(daysOf(Date.parse('2026-11-20'), offset)).toEqual(candle);
    expect(daysOf(999_999_999_999_999, offset)).toMatchObject({ from: '9999-12-31', to: '9999-12-31' });
    expect(daysOf(0, offset)).toMatchObject({ from: '1970-01-01' });
  }
});
