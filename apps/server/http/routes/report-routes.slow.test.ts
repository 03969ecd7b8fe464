// The end-of-day reports and the data sets in history, by dealers of three members, after a day with deals that has ended.
import { testOperator } from '@openpit/venue/testing';
import {
  type EndOfDayReport,
  endOfDayReports,
  type PastDataSet,
  type PastSetReply,
  pastDataSets,
} from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerInAFolder, serverInAFolder } from '../../testing/server-in-a-folder.ts';
import { whileOpen } from './report-routes.ts';

let server: ServerInAFolder;
let day: string;
let nextDay: string;
const tokens: Record<string, string> = {};

async function signInAll(): Promise<void> {
  for (const [user, member] of [
    ['thandi', 'kand'],
    ['pieter', 'veld'],
    ['lerato', 'karo'],
  ])
    tokens[user ?? ''] = await server.signIn(`${user}@${member}.example`);
}

beforeAll(async () => {
  server = await serverInAFolder();
  day = server.view.directory.businessDay;
  await signInAll();
  let requests = 0;
  const order = async (user: string, fields: object) => {
    requests += 1;
    const body = {
      requestId: `r-${requests}`,
      contract: 'DEC26 WMAZ',
      type: 0,
      qty: 2,
      price: 4040,
      capacity: 'P',
    };
    const reply = await server.post('/api/Orders/InsertOrder', { ...body, ...fields }, tokens[user]);
    expect([reply.status, reply.body]).toEqual([200, reply.body]);
  };
  await order('pieter', { side: 'S', principal: 'VELD', qty: 3 });
  await order('thandi', { side: 'B', principal: '9996S', capacity: 'A', ref: '=1+2,"x"' });
  await order('thandi', { side: 'B', principal: 'KAND', qty: 1, ref: '@SUM(A1)' });
  await server.gateway.submit({ by: testOperator, requestId: null, command: { kind: 'valueMarket' } });
  const ended = await server.operate({ action: 'end-of-day', force: 'the test wants the next day' });
  expect([ended.status, ended]).toEqual([200, ended]);
  nextDay = server.view.directory.businessDay;
  // The end of the day has signed everyone out.
  await signInAll();
});
afterAll(() => server.close());

const report = (name: EndOfDayReport | string, user = 'thandi', date = day) =>
  server.get(`/api/Reports/EndOfDay?report=${name}&date=${date}`, tokens[user]);
/** The lines of a report, split where the texts have no commas. */
async function linesOf(name: EndOfDayReport, user = 'thandi'): Promise<string[]> {
  const { status, body } = await report(name, user);
  expect([status, body]).toEqual([200, body]);
  const text = String(body);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}
/** The rows of a report as records by caption. */
async function recordsOf(name: EndOfDayReport, user = 'thandi'): Promise<Record<string, string>[]> {
  const [captions = '', ...lines] = await linesOf(name, user);
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(captions.split(',').map((caption, at) => [caption, cells[at] ?? '']));
  });
}

describe('the end-of-day reports', () => {
  it('are CSV files with the name of report, member and day', async () => {
    const { headers } = await report('statement');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="openpit-statement-KAND-${day}.csv"`);
  });

  it('list the deals in order, each with the member’s side and its match number, and no text that a spreadsheet runs', async () => {
    const [captions, ...lines] = await linesOf('deals');
    expect(captions).toMatch(/^Date,Deal No,Match No,Time,Contract,B\/S,Qty,Price,Vol,Value,Principal,/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`,DEC26 WMAZ,B,2,4040,,808000,9996S,`);
    expect(lines[0]).toContain(`,"'=1+2,""x""",`);
    expect(lines[1]).toContain(`,'@SUM(A1),`);
    const theirs = (await linesOf('deals', 'pieter')).slice(1);
    expect(theirs.map((line) => line.split(',')[10])).toEqual(['VELD', 'VELD']);
    // Both sides name the same deals by the same number.
    const matches = (all: readonly string[]) => all.map((line) => line.split(',')[2]);
    expect(matches(theirs)).toEqual(matches(lines));
    expect((await linesOf('deals', 'lerato')).slice(1)).toEqual([]);
  });

  it('have the accounts at the end of the day in the report of positions', async () => {
    const rows = await recordsOf('positions');
    expect(rows.map((row) => [row.Principal, row.Opening, row.Bought, row.Net])).toEqual([
      ['9996S', '0', '2', '2'],
      ['KAND', '0', '1', '1'],
    ]);
  });

  it('list every contract with a new MTM, a deal or a position in the MTM report, the same for every member', async () => {
    const rows = await recordsOf('mtm');
    const december = rows.find((row) => row['Short name'] === 'DEC26 WMAZ');
    expect(december).toMatchObject({
      'Trade date': day,
      Open: '4040',
      High: '4040',
      Low: '4040',
      Volume: '3',
      'First trade price': '4040',
      'Contract size': '100',
    });
    expect(december?.['Expiry date']).toMatch(/^2026-12-\d\d$/);
    const { Change: change, 'Open interest': open, 'Open interest in rand': worth } = december ?? {};
    const shown = server.view.dailyFigures.mtmRows().find(({ contract }) => contract === 'DEC26 WMAZ');
    expect([Number(december?.Close), Number(change)]).toEqual([shown?.mtmToday, shown?.change]);
    expect(Number(worth)).toBeCloseTo(Number(open) * 100 * Number(december?.Close), 6);
    const quiet = rows.find((row) => row.Volume === '0');
    expect([quiet?.High, quiet?.Low]).toEqual(['0', '0']);
    expect(await linesOf('mtm', 'lerato')).toEqual(await linesOf('mtm'));
  });

  it('agree with each other to the cent: margins, movements and the statement', async () => {
    const statement = await recordsOf('statement');
    expect(statement.map((row) => row.Principal)).toEqual(['9996S', 'KAND']);
    const movements = await recordsOf('movements');
    const margins = await recordsOf('margins');
    for (const row of statement) {
      expect([row['Due on'], row['Due by'], row['Clearing member']]).toEqual([nextDay, '10:00', 'KAND']);
      const due = Number(row.Receivable) - Number(row.Payable);
      expect(due).toBeLessThan(0);
      expect(row.Overdue).toBe('0');
      const ownMovements = movements.filter((movement) => movement.Account === row.Principal);
      expect(ownMovements.at(-1)?.['Running balance']).toBe(String(due));
      const leaves = margins.filter(
        (margin) =>
          margin.Principal === row.Principal && margin.Level !== 'account' && margin.Level !== 'class',
      );
      const sum = leaves.reduce((total, leaf) => total + Math.round(Number(leaf.Amount) * 100), 0);
      expect(sum).toBe(Math.round(due * 100));
    }
    const other = JSON.stringify([await linesOf('statement', 'pieter'), await linesOf('margins', 'pieter')]);
    expect(other).toContain('VELD');
    expect(other).not.toMatch(/KAND|9996S/);
  });

  it('have each caption once, and a statement for a member whose accounts moved no money', async () => {
    const [captions = ''] = await linesOf('statement');
    expect(new Set(captions.split(',')).size).toBe(captions.split(',').length);
    expect(await recordsOf('statement', 'lerato')).toMatchObject([
      {
        Date: day,
        Principal: 'KARO',
        'Opening balance': '0',
        Payable: '0',
        Receivable: '0',
        Status: 'settled',
      },
    ]);
  });

  it('are broken off when the session ends while they are sent', async () => {
    const token = await server.signIn('thandi@kand.example');
    const account = await server.sessions.ofToken(token);
    const [sessionId, sent, ended] = [account?.sessionId ?? '', [] as string[], [] as number[]];
    const parts = (async function* () {
      yield 'captions';
      await server.sessions.endAllOf('thandi', 'byOperator');
      yield 'deals';
    })();
    const isOpen = () => server.sessions.isOpen(sessionId);
    for await (const part of whileOpen(parts, { isOpen, onEnded: () => void ended.push(sent.length) }))
      sent.push(part);
    expect({ sent, ended }).toEqual({ sent: ['captions'], ended: [1] });
    await signInAll();
  });

  it('are rejected with 404 and a sentence for a day that has not ended, or was not a business day', async () => {
    expect((await report('deals', 'thandi', nextDay)).body).toMatchObject({
      status: 404,
      message: `The business day ${nextDay} has not ended. Reports exist from the end of a day on.`,
    });
    expect((await report('deals', 'thandi', '2020-01-01')).body).toMatchObject({
      status: 404,
      message: 'There was no business day 2020-01-01 in this market. Name one that has ended.',
    });
  });

  it.each([
    ['report=salaries&date=2026-11-18', 'report', `A report is one of ${endOfDayReports.join(', ')}.`],
    ['report=deals&date=18%20Nov', 'date', 'Name the business day as YYYY-MM-DD.'],
    ['report=deals', 'date', 'Name the business day as YYYY-MM-DD.'],
  ])('are rejected with the path of the field for %s', async (query, field, text) => {
    const { status, body } = await server.get(`/api/Reports/EndOfDay?${query}`, tokens.thandi);
    expect([status, (body as { errors: object }).errors]).toEqual([400, { [field]: [text] }]);
  });
});

describe('data sets in history', () => {
  const read = async (query: string, user = 'thandi'): Promise<PastSetReply> => {
    const { status, body } = await server.get(`/api/History/DataSet?${query}`, tokens[user]);
    expect([status, body]).toEqual([200, body]);
    return body as PastSetReply;
  };

  /** Sets of deliveries, which this day does not have; operator-silo.slow.test.ts has a day with one. */
  const deliveries: readonly PastDataSet[] = ['siloAllocations', 'siloInvoices'];

  it.each(pastDataSets.filter((name) => !deliveries.includes(name)))(
    '[MODEL-7] %s has rows of the day that ended, of the user’s member only',
    async (name: PastDataSet) => {
      const { rows } = await read(`dataSet=${name}&from=${day}&to=${day}`);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ businessDay: day });
      const owners = new Set(rows.flatMap((row) => ('member' in row ? [row.member] : [])));
      expect([...owners]).toEqual(name === 'margins' || name === 'bfProfiles' ? [] : ['KAND']);
      expect((await read(`dataSet=${name}&from=${nextDay}`)).rows).toEqual([]);
    },
  );

  it('have the rows of the hub, are filtered by principal, and paged', async () => {
    const shown = server.view.rowsFor('clearing', { userId: 'thandi', member: 'KAND' }).rows;
    const { rows } = await read('dataSet=clearing');
    expect(rows.map(({ rowSeq: _rowSeq, ...row }) => row)).toEqual([...shown].reverse());
    expect((await read('dataSet=clearing&principal=9996S')).rows).toHaveLength(1);
    // The client belongs to another member.
    expect((await read('dataSet=clearing&principal=9996S', 'pieter')).rows).toEqual([]);
    const first = await read('dataSet=movements&limit=1');
    const second = await read(`dataSet=movements&limit=1&cursor=${first.next}`);
    const whole = await read('dataSet=movements');
    expect([...first.rows, ...second.rows]).toEqual(whole.rows.slice(0, 2));
    const { status } = await server.get(
      `/api/History/DataSet?dataSet=clearing&cursor=${first.next}`,
      tokens.thandi,
    );
    expect(status).toBe(400);
  });

  it('are empty for a dealer with own-only visibility, who receives no reports either', async () => {
    expect((await server.operate({ action: 'scope', user: 'lerato', scope: 'own' })).status).toBe(200);
    tokens.lerato = await server.signIn('lerato@karo.example');
    expect((await read('dataSet=clearingInfo', 'lerato')).rows).toEqual([]);
    expect((await read('dataSet=margins', 'lerato')).rows.length).toBeGreaterThan(0);
    expect((await report('statement', 'lerato')).body).toMatchObject({
      status: 403,
      code: 'reportsNotPermitted',
    });
  });
});
