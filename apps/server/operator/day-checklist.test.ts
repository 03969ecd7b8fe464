// The checklist of the end of a day, from markets with open work.
import { Projections } from '@openpit/projections';
import { asMoney, asPrice, lots, volatility } from '@openpit/venue';
import {
  award,
  deal,
  delivered,
  openSiloMarket,
  siloMarket,
  stage,
  TestMarket,
  tender,
} from '@openpit/venue/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkLine, dayChecklist, isReady } from './day-checklist.ts';

type Market = ReturnType<typeof openSiloMarket>;
let market: Market;
beforeEach(() => {
  market = openSiloMarket();
});

function checks() {
  const view = new Projections();
  for (const outcome of market.outcomes) view.apply(outcome);
  return dayChecklist(view);
}
const lines = () => checks().map(checkLine);
const endDay = () => market.operate({ kind: 'endDay' });

describe('the checklist of the end of a day', () => {
  it('is ok on a quiet day, and lists everything that ends with the day', () => {
    expect(isReady(checks())).toBe(true);
    expect(lines().filter((line) => !line.startsWith('  ok'))).toEqual([]);
    expect(lines()).toContain('  ok   futures with their last trading day today: none');
  });

  it('lists the futures that have dealt at a limit, and the books that are locked there', () => {
    market = TestMarket.opened();
    const contract = 'MAR27 WMAZ';
    const view = new Projections();
    for (const outcome of market.outcomes) view.apply(outcome);
    const limit = view.market.rows().find((row) => row.contract === contract)?.limitHigh ?? 0;
    expect(limit).toBeGreaterThan(0);
    expect(lines()).toContain('  ok   at their limit: none');
    market.order('abdul', { contract, price: asPrice(Math.round(limit * 100)), lots: lots(2) });
    const expected = `  ok   at their limit: ${contract} ${limit.toFixed(2)}`;
    expect(lines()).toContain(expected);
    market.order('denise', { contract, side: 'S', price: asPrice(Math.round(limit * 100)), lots: lots(2) });
    expect(lines()).toContain(expected);
  });

  it('is open while a delivery is not awarded, and explains the consequence', () => {
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    stage(market, 'tendering');
    market.by('denise', tender());
    stage(market, 'bidding');
    expect(isReady(checks())).toBe(false);
    expect(lines()).toContain(
      '  OPEN deliveries not awarded: NOV26 WMAZ (lots: 1, bids: 0); award them, or the lots go back to their sellers',
    );
    stage(market, 'deciding');
    award(market);
    expect(isReady(checks())).toBe(true);
  });

  it('notes the shorts that default with the last notice day', () => {
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    const expected = `  NOTE shorts that default with the day: VELD 3 ${delivered}; ask them to tender, or they pay the penalty`;
    for (let days = 0; days < 20 && !lines().includes(expected); days += 1) endDay();
    expect(lines()).toContain(expected);
    expect(isReady(checks())).toBe(true);
    endDay();
    expect(lines()).toContain('  ok   no short defaults today');
  });

  it('says in a market without silos that such shorts are closed, because nobody can tender there', () => {
    const { silo: _silo, ...without } = siloMarket;
    market = openSiloMarket(without);
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    const expected = `  ok   shorts that are closed at the MTM with the day: VELD 3 ${delivered}`;
    for (let days = 0; days < 20 && !lines().includes(expected); days += 1) endDay();
    expect(lines()).toContain(expected);
    expect(lines().join()).not.toContain('penalty');
  });

  it('counts neither options that nobody holds any more, nor futures in their notice period', () => {
    const strikes = { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 10 };
    const curve = { atTheMoney: volatility(2_500), skewBelow: volatility(0), skewAbove: volatility(0) };
    market = openSiloMarket({
      ...siloMarket,
      instruments: siloMarket.instruments.map((instrument) => ({ ...instrument, strikes })),
      options: [
        {
          ...{ instrument: 'WMAZ', year: 2026, month: 12, displaySeq: 1101 },
          ...{ strikes: [asPrice(400_000)], curve },
        },
      ],
    });
    endDay();
    endDay();
    const dealt = { contract: 'DEC26 WMAZ 4000 C', lots: 5, price: 4_000 };
    deal(market, dealt);
    expect(lines()).toContain(
      '  ok   options that expire today: 2, of which 1 are held and will be exercised or lapse',
    );
    deal(market, { ...dealt, buyer: 'denise', seller: 'abdul' });
    expect(lines()).toContain(
      '  ok   options that expire today: 2, of which 0 are held and will be exercised or lapse',
    );
    const prices = () => lines().find((line) => line.includes('prices:'));
    expect(prices()).toContain(' 3 have not and keep their MTM');
    // The last trading day of NOV26 WMAZ is the second one.
    for (let days = 0; days < 2; days += 1) endDay();
    expect(prices()).toContain(' 2 have not and keep their MTM');
  });

  it('notes halts, and accounts with overdue payments', () => {
    market.operate({ kind: 'haltInstrument', instrument: 'WMAZ', reason: 'a fire' });
    expect(lines()).toContain(
      '  NOTE halted: WMAZ (a fire); resume trading, or the books of the halt do not count for the MTM',
    );
    market.operate({ kind: 'resumeInstrument', instrument: 'WMAZ' });
    deal(market, { contract: delivered, lots: 3, price: 410_000 });
    endDay();
    const owed = lines().find((line) => line.includes('accounts that have not paid'));
    expect(owed).toMatch(
      /^ {2}NOTE accounts that have not paid what was due: KAND R[\d.]+, due on 2026-11-19, VELD /,
    );
    // The certificate that is delivered meanwhile is due on the next day.
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(6_290_000) });
    market.operate({ kind: 'recordPayment', principal: 'VELD', amount: asMoney(6_300_000) });
    stage(market, 'tendering');
    market.by('denise', tender());
    for (const next of ['bidding', 'deciding'] as const) stage(market, next);
    award(market);
    expect(lines()).toContain(
      '  NOTE accounts that have not paid what was due: KAND R100.00, due on 2026-11-19; record their payments, or stop their trading',
    );
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(10_000) });
    expect(lines()).toContain('  ok   every account has paid what was due');
  });
});
