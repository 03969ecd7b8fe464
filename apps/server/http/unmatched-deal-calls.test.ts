// The calls on unmatched deals by dealers of three members: the effect of each call, and who sees the rows that it changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DealCalls } from './testing/deal-calls.ts';

let calls: DealCalls;
beforeAll(async () => {
  calls = await DealCalls.open();
});
afterAll(() => calls.server.close());

describe('the calls on unmatched deals', () => {
  const report = {
    contract: 'MAR27 WMAZ',
    side: 'S',
    qty: 5,
    price: 4060,
    principal: '9996S',
    counterparty: 'VELD',
  };

  it('[ACT-9] [ACT-12] [ACT-11] report, change and accept a deal, which a third member does not see', async () => {
    const before = calls.rows('lerato', 'unmatchedDeal');
    const market = calls.server.view.market.current('MAR27 WMAZ');
    const { unmatchedSeq } = await calls.accepted('thandi', 'UnmatchedDeals/InsertUnmatchedDeal', report);
    const seen = () => calls.rows('pieter', 'unmatchedDeal').at(-1);
    expect(seen()).toMatchObject({
      side: 'B',
      qty: 5,
      price: 4060,
      counterparty: 'KAND',
      state: 'Waiting',
      version: 1,
    });
    await calls.accepted('thandi', 'UnmatchedDeals/EditUnmatchedDeal', { unmatchedSeq, qty: 4, price: 4061 });
    expect(seen()).toMatchObject({ qty: 4, price: 4061, version: 2 });
    const accept = { unmatchedSeq: seen()?.unmatchedSeq, principal: '8001V', subAccount: 'MILL' };
    const stale = await calls.post('pieter', 'UnmatchedDeals/AcceptUnmatchedDeal', { ...accept, version: 1 });
    expect(stale).toMatchObject({ status: 422, body: { code: 'unmatchedDealChanged' } });
    const { deals } = await calls.accepted('pieter', 'UnmatchedDeals/AcceptUnmatchedDeal', {
      ...accept,
      version: 2,
    });
    expect(calls.dealRow('pieter', deals[0] ?? 0)).toMatchObject({
      origin: 'reported',
      side: 'B',
      qty: 4,
      counterparty: 'KAND',
    });
    expect(calls.rows('thandi', 'deals').at(-1)).toMatchObject({
      origin: 'reported',
      side: 'S',
      principal: '9996S',
      counterparty: 'VELD',
    });
    expect(calls.unmatchedRow('thandi', unmatchedSeq)).toMatchObject({
      state: 'Accepted',
      theirPrincipal: '8001V',
    });
    expect(seen()).toMatchObject({ state: 'Accepted', principal: '8001V', theirPrincipal: '9996S' });
    expect(calls.rows('lerato', 'unmatchedDeal')).toEqual(before);
    const now = calls.server.view.market.current('MAR27 WMAZ');
    expect([now?.last, now?.volume, now?.deals, now?.high]).toEqual([
      market?.last,
      market?.volume,
      market?.deals,
      market?.high,
    ]);
    expect(now?.openInterest).toBe((market?.openInterest ?? 0) + 4);
  });

  it('[ACT-10] withdraw a report that is not accepted yet', async () => {
    const { unmatchedSeq } = await calls.accepted('thandi', 'UnmatchedDeals/InsertUnmatchedDeal', report);
    expect(
      await calls.accepted('thandi', 'UnmatchedDeals/DeleteUnmatchedDeal', { unmatchedSeq }),
    ).toMatchObject({
      state: 'Withdrawn',
    });
    expect(calls.rows('pieter', 'unmatchedDeal').at(-1)).toMatchObject({ state: 'Withdrawn' });
    const again = await calls.post('thandi', 'UnmatchedDeals/DeleteUnmatchedDeal', { unmatchedSeq });
    expect(again).toMatchObject({ status: 422, body: { code: 'unmatchedDealNotWaiting' } });
  });

  it('show a cross to its one member in one row, with the accounts of both sides', async () => {
    const cross = { ...report, counterparty: 'KAND', counterpartyPrincipal: '9104K' };
    const { unmatchedSeq } = await calls.accepted('thandi', 'UnmatchedDeals/InsertUnmatchedDeal', cross);
    const rows = calls.rows('thandi', 'unmatchedDeal').filter((row) => row.unmatchedSeq === unmatchedSeq);
    expect(rows).toMatchObject([
      { role: 'cross', side: 'S', principal: '9996S', theirPrincipal: '9104K', state: 'Waiting' },
    ]);
    const accept = { unmatchedSeq, version: 1, principal: '9104K' };
    await calls.accepted('thandi', 'UnmatchedDeals/AcceptUnmatchedDeal', accept);
    expect(
      calls
        .rows('thandi', 'deals')
        .slice(-2)
        .map(({ principal, side }) => [principal, side]),
    ).toEqual([
      ['9996S', 'S'],
      ['9104K', 'B'],
    ]);
  });
});
