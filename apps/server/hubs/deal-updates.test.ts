// The hub's messages after deal actions: each member's own deals (7), unmatched deals (8) and positions (5), in an unbroken chain,
// and no rows of other members.
import { type DealRow, dataSetIds, type PositionRow, type UnmatchedDealRow } from '@openpit/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Screen, until } from '../testing/screen.ts';
import { type ServerOnAPort, serverOnAPort } from '../testing/server-on-a-port.ts';

const { positions, deals, unmatchedDeal } = dataSetIds;

let server: ServerOnAPort;
beforeAll(async () => {
  server = await serverOnAPort();
});
afterAll(() => server.close());

async function openScreen(userId: string): Promise<Screen> {
  const screen = await server.openScreen(userId);
  for (const id of [positions, deals, unmatchedDeal]) await screen.invoke('PublishAllData', id, null);
  return screen;
}

let requests = 0;
async function act(
  path: string,
  body: object,
  { token }: Screen,
): Promise<{ readonly unmatchedSeq?: number }> {
  requests += 1;
  const reply = await server.call(`/api/${path}`, { body: { requestId: `u-${requests}`, ...body }, token });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as { readonly unmatchedSeq?: number };
}

describe('the market hub', () => {
  it('[HUB-3] sends an unmatched deal to both sides, then their deals and positions, and nothing to a third member', async () => {
    const [thandi, pieter, lerato] = await Promise.all(
      ['thandi', 'pieter', 'lerato'].map((userId) => openScreen(userId)),
    );
    if (thandi === undefined || pieter === undefined || lerato === undefined)
      throw new Error('A screen is missing.');
    await until(() => [thandi, pieter, lerato].every((screen) => screen.all('DataSetInit').length === 3));

    const report = { contract: 'DEC26 WMAZ', side: 'B', qty: 6, price: 4035, principal: '9996S' };
    const { unmatchedSeq } = await act(
      'UnmatchedDeals/InsertUnmatchedDeal',
      { ...report, counterparty: 'VELD' },
      thandi,
    );
    await until(() => pieter.rowsOf(unmatchedDeal).length === 1);
    const [waiting] = pieter.rowsOf<UnmatchedDealRow>(unmatchedDeal);
    expect(waiting).toMatchObject({ role: 'addressed', state: 'Waiting', counterparty: 'KAND', side: 'S' });
    await act('UnmatchedDeals/EditUnmatchedDeal', { unmatchedSeq, qty: 5 }, thandi);
    await until(() => pieter.rowsOf(unmatchedDeal).length === 2);
    expect(pieter.rowsOf<UnmatchedDealRow>(unmatchedDeal)[1]).toMatchObject({ qty: 5, version: 2 });
    const accept = { unmatchedSeq: waiting?.unmatchedSeq, version: 2, principal: 'VELD' };
    await act('UnmatchedDeals/AcceptUnmatchedDeal', accept, pieter);

    for (const [screen, principal, net] of [
      [thandi, '9996S', 5],
      [pieter, 'VELD', -5],
    ] as const) {
      await until(() => screen.rowsOf(positions).length === 1 && screen.rowsOf(deals).length === 1);
      expect(screen.rowsOf<DealRow>(deals)).toMatchObject([{ principal, origin: 'reported', state: 'Open' }]);
      expect(screen.rowsOf<PositionRow>(positions)).toMatchObject([{ principal, net }]);
      await until(() => screen.rowsOf<UnmatchedDealRow>(unmatchedDeal).at(-1)?.state === 'Accepted');
    }

    const [{ dealSeq = 0 } = {}] = thandi.rowsOf<DealRow>(deals);
    await act(
      'Deals/SplitDeal',
      {
        dealSeq,
        parts: [
          { qty: 2, principal: 'KAND' },
          { qty: 3, principal: '9104K' },
        ],
      },
      thandi,
    );
    await until(() => thandi.rowsOf(deals).length === 4 && thandi.rowsOf(positions).length === 3);
    expect(
      thandi
        .rowsOf<DealRow>(deals)
        .slice(1)
        .map(({ state, qty }) => [state, qty]),
    ).toEqual([
      ['Split', 5],
      ['Open', 2],
      ['Open', 3],
    ]);
    const [{ positionSeq = 0 } = {}] = thandi.rowsOf<PositionRow>(positions);
    expect(
      thandi
        .all('DataSetUpdate')
        .filter(({ dataSetId }) => dataSetId === positions)
        .at(-1)?.removed,
    ).toEqual([positionSeq]);
    for (const screen of [thandi, pieter, lerato])
      for (const id of [positions, deals, unmatchedDeal]) {
        const own = screen.all('DataSetUpdate').filter(({ dataSetId }) => dataSetId === id);
        const from = screen.all('DataSetInit').find(({ dataSetId }) => dataSetId === id)?.asOf;
        expect(own.map(({ prev }) => prev)).toEqual(
          [from, ...own.map(({ seq }) => seq)].slice(0, own.length),
        );
      }
    await lerato.settle();
    expect(lerato.all('DataSetUpdate')).toEqual([]);
    expect(pieter.rowsOf(deals)).toHaveLength(1);
  });
});
