// The operator's actions on silo certificates, and a delivery whose stages the schedule begins, as members see them.
import { epochMs, lots } from '@openpit/venue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverable } from '../testing/added-dealers.ts';
import { until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

let server: ServerOnAPort;
const tokens = new Map<string, string>();
beforeAll(async () => {
  const options = ['--schedule', 'sast'];
  server = await serverOnAPort({ hasDelivery: true, businessDay: '2026-11-19', options });
  for (const user of ['thandi', 'pieter']) tokens.set(user, await server.signIn(user));
});
afterAll(() => server.close());

const kand = { userId: 'thandi', member: 'KAND' };
const veld = { userId: 'pieter', member: 'VELD' };
const certOf = (viewer: typeof kand, siloReceiptNo: string) =>
  server.view.rowsFor('siloCerts', viewer).rows.find((row) => row.siloReceiptNo === siloReceiptNo);
const auction = () =>
  server.view.rowsFor('siloAuctions', kand).rows.find(({ contract }) => contract === deliverable);

let requests = 0;
async function send(user: string, path: string, fields: object) {
  requests += 1;
  const body = { requestId: `silo-${requests}`, ...fields };
  const reply = await server.call(path, { body, token: tokens.get(user) ?? '' });
  expect([reply.status, reply.body]).toMatchObject([200, {}]);
  return reply.body as { readonly siloCertSeq: number; readonly siloBidSeq: number };
}

const issued = {
  action: 'silo-issue',
  siloReceiptNo: 'SR900001',
  instrument: 'WMAZ',
  tons: 300,
  grade: 'WM1',
  origin: 'RSA',
  location: 'BOTHA',
  season: '2026/27',
  owner: 'VELD',
  issuedOn: '2026-11-02',
  storagePaidUntil: '2026-11-19',
} as const;

describe('the register of silo certificates', () => {
  it('[SILO-1] [MODEL-7] is kept by the operator: issue, transfer, split, storage, encumber, release and load-out, each in the history', async () => {
    await server.operate(issued);
    expect(certOf(veld, 'SR900001')).toMatchObject({
      'seq/state': '1/Held',
      lots: 3,
      differential: 180,
      discount: 0,
    });
    await server.operate({ action: 'silo-storage', siloReceiptNo: 'SR900001', until: '2026-12-31' });
    await server.operate({ action: 'silo-encumber', siloReceiptNo: 'SR900001', lender: 'Land Bank' });
    expect(certOf(veld, 'SR900001')).toMatchObject({ 'seq/state': '3/Encumbered', lender: 'Land Bank' });
    await expect(
      server.operate({ action: 'silo-transfer', siloReceiptNo: 'SR900001', owner: 'KAND' }),
    ).rejects.toThrow('This requires a certificate that is held.');
    await server.operate({ action: 'silo-release', siloReceiptNo: 'SR900001' });
    await server.operate({ action: 'silo-transfer', siloReceiptNo: 'SR900001', owner: 'KAND' });
    expect(certOf(veld, 'SR900001')).toBeUndefined();
    await server.operate({ action: 'silo-split', siloReceiptNo: 'SR900001', tons: [200, 100] });
    await server.operate({ action: 'silo-load-out', siloReceiptNo: 'SR900001-2' });
    expect([certOf(kand, 'SR900001')?.state, certOf(kand, 'SR900001-2')?.state]).toEqual([
      'Cancelled',
      'Cancelled',
    ]);
    const history = await server.call('/api/Silo/GetSiloCertHistory?siloReceiptNo=SR900001', {
      token: tokens.get('thandi') ?? '',
    });
    // Accounts of other members are not named.
    expect(
      (history.body as { 'seq/state': string; principal: string | null }[]).map((step) => [
        step['seq/state'],
        step.principal,
      ]),
    ).toEqual([
      ['1/Held', null],
      ['2/Held', null],
      ['3/Encumbered', null],
      ['4/Held', null],
      ['5/Held', 'KAND'],
      ['6/Cancelled', 'KAND'],
    ]);
  });

  it('[API-3] has static data: locations, grades, operators and origins', async () => {
    for (const [path, first] of [
      ['GetAllSiloLocations', { code: 'RANDF', differentials: expect.any(Array) }],
      ['GetAllPhysicalGrades', { code: 'WM1', discount: 0 }],
      ['GetAllSiloOwners', { code: 'VAALG' }],
      ['GetAllOrigins', { code: 'RSA' }],
      ['GetAllSiloCerts', { member: 'KAND' }],
    ] as const) {
      const { status, body } = await server.call(`/api/Silo/${path}`, { token: tokens.get('thandi') ?? '' });
      expect([path, status, (body as object[])[0]]).toMatchObject([path, 200, first]);
    }
  });
});

describe('the answers about certificates', () => {
  it('name the parts that a split of a part has made', async () => {
    await server.operate({ ...issued, siloReceiptNo: 'SR900005', tons: 400, owner: 'KAND' });
    const split = (siloReceiptNo: string) =>
      server.operate({ action: 'silo-split', siloReceiptNo, tons: [100, 100] });
    await server.operate({ action: 'silo-split', siloReceiptNo: 'SR900005', tons: [200, 200] });
    expect(await split('SR900005-1')).toBe('Certificate SR900005-1 is replaced by SR900005-3, SR900005-4.');
    expect(certOf(kand, 'SR900005-4')?.state).toBe('Held');
  });

  it('say if nothing has changed', async () => {
    await server.operate({ ...issued, siloReceiptNo: 'SR900006', owner: 'KAND' });
    const transfer = { action: 'silo-transfer', siloReceiptNo: 'SR900006', owner: 'KAND' } as const;
    expect(await server.operate(transfer)).toBe(
      'Nothing has changed: the certificate already has this owner.',
    );
    expect(await server.operate({ ...transfer, owner: 'VELD' })).toBe(
      'Certificate SR900006 belongs to VELD.',
    );
  });
});

describe('a delivery day', () => {
  it('[SILO-2] [SILO-3] [ACT-21] runs the scheduled stages: tender, bids, award, invoice, and the certificate’s new owner', async () => {
    const order = { contract: deliverable, type: 0, qty: 3, price: 4100, capacity: 'P' };
    await send('pieter', '/api/Orders/InsertOrder', { ...order, side: 'S', principal: 'VELD' });
    await send('thandi', '/api/Orders/InsertOrder', { ...order, side: 'B', principal: 'KAND' });
    await server.operate({ ...issued, siloReceiptNo: 'SR900002' });

    const at = (time: string) => epochMs(Date.parse(`2026-11-20T${time}+02:00`));
    const moveTo = async (time: string, stage: string) => {
      server.clock.advance(at(time) - server.clock.now());
      await until(() => auction()?.stage === stage);
    };
    await moveTo('09:00', 'tendering');
    expect(auction()).toMatchObject({ businessDay: '2026-11-20', endsAt: at('12:00'), offered: 0 });
    for (const user of ['thandi', 'pieter']) tokens.set(user, await server.signIn(user));
    const { siloCertSeq } = await send('pieter', '/api/Silo/TenderSiloCert', {
      contract: deliverable,
      siloReceiptNo: 'SR900002',
    });
    await moveTo('12:00', 'bidding');
    const bid = { siloCertSeq, principal: 'KAND' };
    await send('thandi', '/api/Silo/InsertSiloCertAuctionBid', { ...bid, premium: 10 });
    const { siloBidSeq } = await send('thandi', '/api/Silo/InsertSiloCertAuctionBid', {
      ...bid,
      premium: 12,
    });
    await send('thandi', '/api/Silo/DeleteSiloCertAuctionBid', { siloBidSeq });
    await send('thandi', '/api/Silo/InsertSiloCertAuctionBid', { ...bid, premium: 12 });
    expect(server.view.rowsFor('siloOffers', kand).rows).toMatchObject([
      { siloCertSeq, state: 'In auction', bestPremium: 12, bids: 1, spotPrice: 4100 - 180 },
    ]);
    await moveTo('12:45', 'deciding');
    await moveTo('13:00', 'closed');

    const [received] = server.view.rowsFor('siloInvoices', kand).rows;
    const [paid] = server.view.rowsFor('siloInvoices', veld).rows;
    // (4 100 − 180 + 12) × 300, less a day of unpaid storage at R0.90 per ton.
    const amount = 3_932 * 300 - 0.9 * 300;
    expect([received, paid]).toMatchObject([
      { side: 'B', perTon: 3_932, dealtPremium: 12, storageDays: -1, amount: -amount },
      { side: 'S', tons: 300, amount },
    ]);
    expect(certOf(kand, 'SR900002')).toMatchObject({ state: 'Held', principal: 'KAND' });
    expect(certOf(veld, 'SR900002')).toBeUndefined();
    const held = server.view.rowsFor('positions', kand).rows.find(({ contract }) => contract === deliverable);
    expect(held?.net).toBe(lots(0));
    expect(server.view.rowsFor('siloPositions', kand).rows).toEqual([]);
  });

  it('[SILO-3] [MODEL-7] has its invoices in history and only in the reports of both sides', async () => {
    await server.operate({ action: 'end-of-day', force: 'the test wants the next day' });
    await server.history.reach(server.view.lastSeq);
    const get = async (user: string, path: string) => {
      const { status, body } = await server.call(path, { token: await server.signIn(user) });
      expect([status, body]).toEqual([200, body]);
      return body;
    };
    // 300 t at R3,932 less R270 for the rest, and 15 % VAT.
    for (const [user, principal, side, amount, vat, total] of [
      ['thandi', 'KAND', 'B', '-1179330', '-176899.5', '-1356229.5'],
      ['pieter', 'VELD', 'S', '1179330', '176899.5', '1356229.5'],
    ] as const) {
      for (const dataSet of ['siloInvoices', 'siloAllocations'])
        expect(await get(user, `/api/History/DataSet?dataSet=${dataSet}`)).toMatchObject({
          rows: [{ businessDay: '2026-11-20', principal, side, siloReceiptNo: 'SR900002' }],
        });
      const text = String(await get(user, '/api/Reports/EndOfDay?report=invoices&date=2026-11-20'));
      const [captions, line, ...others] = text.split('\r\n');
      expect(captions).toMatch(/^Date,Time,Invoice No,Contract,Certificate,Location,Principal,/);
      expect(line).toBe(
        `2026-11-20,2026-11-20 13:00,1,${deliverable},SR900002,BOTHA,${principal},,${side},VELD,VELD,4100120014,KAND,KAND,4100110007,WM1,RSA,2026/27,3,300,4100,180,0,12,3932,-1,-270,${amount},${vat},${total},2026-11-23,10:00`,
      );
      expect(others).toEqual(['']);
    }
    expect(await get('lerato', '/api/History/DataSet?dataSet=siloInvoices')).toMatchObject({ rows: [] });
  });
});
