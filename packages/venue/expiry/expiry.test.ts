import { afterEach, describe, expect, it } from 'vitest';
import type { IsoDate } from '../kernel/civil-date.ts';
import { asMoney, asPrice, lots, volatility } from '../kernel/units.ts';
import type { OrderAnswer } from '../orders/order-answers.ts';
import type { PositionChanged } from '../positions/position.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import { dealFlags, dealMarket, dealsOf } from '../testing/deal-market.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';

/** With a product that is settled in cash, and without daily limits. */
const data: ReferenceData = {
  ...marketOfAllTypes,
  instruments: [
    ...marketOfAllTypes.instruments.map((instrument) => ({ ...instrument, dailyLimit: null })),
    {
      code: 'CORN',
      name: 'Chicago corn',
      tonsPerContract: 100,
      tick: asPrice(20),
      settlement: 'cash',
      dailyLimit: null,
      initialMargin: asMoney(1_800_000),
    },
  ],
  futures: [
    ...marketOfAllTypes.futures,
    { instrument: 'CORN', year: 2026, month: 11, displaySeq: 6, mtm: asPrice(306_000), openInterest: 0 },
  ],
  options: [
    {
      instrument: 'WMAZ',
      year: 2026,
      month: 12,
      displaySeq: 1101,
      strikes: [asPrice(400_000), asPrice(404_000)],
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(0), skewAbove: volatility(0) },
    },
  ],
};
const call = 'DEC26 WMAZ 4000 C';
const put = 'DEC26 WMAZ 4040 P';
const future = 'DEC26 WMAZ';

let market: TestMarket;
/** Replaying the journal of every market reproduces its outcomes, even after a restart in the middle. */
afterEach(() => {
  const replayed = new Venue();
  for (const command of market.journal) replayed.handle(command);
  expect(replayed.stateHash()).toBe(market.venue.stateHash());
  market.restart();
  expect(market.venue.stateHash()).toBe(replayed.stateHash());
});

function open(reference = data): TestMarket {
  market = TestMarket.opened(reference);
  for (const userId of ['abdul', 'denise'])
    market.operate({
      kind: 'grantPermissions',
      userId,
      flags: ['exerciseOption', 'abandonOption', 'splitDeal'],
    });
  return market;
}

function trade(
  contract: string,
  price: number,
  quantity = 10,
  seller: Partial<Parameters<TestMarket['order']>[1]> = {},
): OrderAnswer {
  const terms = { contract, price: asPrice(price), lots: lots(quantity) };
  market.order('denise', { ...terms, side: 'S', ...seller });
  return market.order('abdul', { ...terms, side: 'B' });
}

const exercise = (contract: string, quantity: number, principal = 'KAND') =>
  ({ kind: 'exerciseOption', contract, lots: lots(quantity), principal }) as const;
const abandon = (contract: string, quantity: number) =>
  ({ kind: 'abandonOption', contract, lots: lots(quantity), principal: 'KAND' }) as const;
const admin = () =>
  market.operate({
    kind: 'beginPhase',
    groups: ['other', 'deliveryMonth', 'world'],
    phase: 'admin',
    dueAt: null,
    next: null,
    opensAt: null,
  });
/** Ends days until the business day is this one. */
function goTo(day: string): void {
  for (let days = 0; days < 30 && market.reference.businessDay !== Date.parse(day) / 86_400_000; days += 1)
    market.operate({ kind: 'endDay' });
}
const held = () =>
  market.positions
    .filter(({ net }) => net !== 0)
    .map(({ principal, contract, net }) => `${principal} ${net} ${contract}`)
    .sort();

describe('exercise', () => {
  it('[ACT-18] closes the option at 0 and opens the future at the strike, for both sides', () => {
    open();
    trade(call, 10_000);
    admin();
    const made = dealsOf(market.by('abdul', exercise(call, 4)));
    expect(made).toHaveLength(2);
    const deals = market.deals.filter(({ origin }) => origin === 'exercise');
    expect(
      deals.map(({ contract, side, lots: quantity, value, owner }) => [
        contract,
        side,
        quantity,
        value,
        owner.principal,
      ]),
    ).toEqual([
      [call, 'B', 4, 0, 'VELD'],
      [call, 'S', 4, 0, 'KAND'],
      [future, 'B', 4, 4 * 400_000, 'KAND'],
      [future, 'S', 4, 4 * 400_000, 'VELD'],
    ]);
    expect(held()).toEqual([`KAND 4 ${future}`, `KAND 6 ${call}`, `VELD -4 ${future}`, `VELD -6 ${call}`]);
  });

  it('[ACT-18] sells the future if the option is a put', () => {
    open();
    trade(put, 10_000);
    admin();
    market.by('abdul', exercise(put, 10));
    expect(held()).toEqual([`KAND -10 ${future}`, `VELD 10 ${future}`]);
  });

  it('[ACT-18] draws the short accounts by the seed, each lot with the same chance', () => {
    open();
    trade(call, 10_000, 30);
    trade(call, 10_000, 60, { principal: '8001V', capacity: 'A' });
    admin();
    market.by('abdul', exercise(call, 30));
    const shorts = market.positions.filter(({ contract, net }) => contract === future && net < 0);
    expect(shorts.map(({ principal }) => principal).sort()).toEqual(['8001V', 'VELD']);
    expect(shorts.reduce((sum, { net }) => sum + net, 0)).toBe(-30);
  });

  it('[ACT-18] is rejected for a contract that is not an option, at the wrong time, and beyond the long position', () => {
    open();
    trade(call, 10_000);
    expect(market.rejected('abdul', exercise(call, 1))).toBe('exerciseNotNow');
    admin();
    expect(market.rejected('abdul', exercise(future, 1))).toBe('contractNotOption');
    expect(market.rejected('abdul', exercise('DEC26 RICE', 1))).toBe('contractUnknown');
    expect(market.rejected('abdul', exercise(call, 11))).toBe('lotsAboveLong');
    expect(market.rejected('abdul', exercise(call, 0))).toBe('quantityNotPositive');
    expect(market.rejected('denise', { ...exercise(call, 1), principal: 'VELD' })).toBe('lotsAboveLong');
    expect(market.rejected('denise', exercise(call, 1))).toBe('principalUnknown');
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['exerciseOption'] });
    expect(market.rejected('abdul', exercise(call, 1))).toBe('notPermitted');
  });

  it('[ACT-18] does not reveal the position to a dealer with own-only visibility', () => {
    open();
    trade(call, 10_000);
    admin();
    market.operate({ kind: 'setDealerScope', userId: 'abdul', scope: 'own' });
    const { verdict } = market.by('abdul', exercise(call, 11));
    expect(verdict).toMatchObject({
      rejection: { details: { principal: 'KAND', contract: call, lots: 11 } },
    });
    expect(JSON.stringify(verdict)).not.toContain('long');
  });

  it('[ACT-18] stays within the position limit of the account', () => {
    open();
    trade(call, 10_000);
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(3) });
    admin();
    expect(market.rejected('abdul', exercise(call, 4))).toBe('dealAbovePositionLimit');
  });

  it('[ACT-18] stays within the margin limit of the account, which the future may reach exactly', () => {
    open();
    trade(call, 10_000);
    admin();
    // The initial margin of 10 futures is R210 000; 10 long calls need less.
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(20_999_999) });
    expect(market.rejected('abdul', exercise(call, 10))).toBe('dealAboveMarginLimit');
    expect(market.outcomes.at(-1)?.verdict).toMatchObject({
      rejection: { details: { principal: 'KAND', limit: '209999.99', margin: '210000.00' } },
    });
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(21_000_000) });
    dealsOf(market.by('abdul', exercise(call, 10)));
    expect(held()).toEqual([`KAND 10 ${future}`, `VELD -10 ${future}`]);
  });

  it('[ACT-16] [ACT-17] keeps its lots in the account, even if their deal is cumulated with a later one', () => {
    open();
    market.operate({
      kind: 'grantPermissions',
      userId: 'abdul',
      flags: ['exerciseOption', 'cumulateDeal', 'correctDealPrinciple'],
    });
    goTo('2026-11-20');
    const buyFive = () => {
      const terms = { contract: call, price: asPrice(10_000), lots: lots(5) };
      market.order('denise', { ...terms, side: 'S' });
      market.order('abdul', { ...terms, side: 'B', principal: '9996S', capacity: 'A' });
      return market.deals.findLast(({ owner, side }) => owner.principal === '9996S' && side === 'B');
    };
    const correct = (dealSeq = 0) =>
      ({ kind: 'correctDealPrinciple', dealSeq, principal: 'KAND', subAccount: null }) as const;
    const early = buyFive()?.dealSeq;
    dealsOf(market.by('abdul', exercise(call, 5, '9996S')));
    const late = buyFive()?.dealSeq;
    expect(market.rejected('abdul', correct(early))).toBe('dealClosedSince');
    const [cumulated] = dealsOf(
      market.by('abdul', { kind: 'cumulateDeal', dealSeqs: [early ?? 0, late ?? 0] }),
    );
    expect(market.rejected('abdul', correct(cumulated))).toBe('dealClosedSince');
    expect(held()).toContain(`9996S 5 ${call}`);
  });

  it('is possible on the expiry day until trading ends', () => {
    open();
    trade(call, 10_000);
    goTo('2026-11-20');
    expect(rejectionOf(market.by('abdul', exercise(call, 1)))).toBeNull();
    admin();
    expect(market.rejected('abdul', exercise(call, 1))).toBe('exerciseNotNow');
  });

  it('makes deals that a member cannot change and the operator can cancel', () => {
    open();
    trade(call, 10_000);
    admin();
    const [dealSeq = 0] = dealsOf(market.by('abdul', exercise(call, 4)));
    const parts = [1, 3].map((quantity) => ({ lots: lots(quantity), principal: 'KAND' }));
    expect(market.rejected('abdul', { kind: 'splitDeal', dealSeq, parts })).toBe('dealFromExercise');
    const matchSeq = market.deals.find((deal) => deal.dealSeq === dealSeq)?.matchSeq ?? 0;
    market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' });
    expect(held()).toEqual([`KAND 10 ${call}`, `VELD -10 ${call}`]);
  });
});

describe('the expiry of options', () => {
  it('exercises options that are in the money by a tick and lets the rest lapse', () => {
    open();
    trade(call, 10_000);
    trade(put, 10_000);
    goTo('2026-11-20');
    trade(future, 404_000, 1);
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([`KAND 11 ${future}`, `VELD -11 ${future}`]);
    const origins = market.lastEvents.flatMap((event) =>
      event.kind === 'dealBooked' ? [`${event.contract} ${event.origin}`] : [],
    );
    expect(new Set(origins)).toEqual(new Set([`${call} exercise`, `${future} exercise`, `${put} lapse`]));
  });

  it('[ACT-19] lets abandoned lots lapse although they are in the money', () => {
    open();
    trade(call, 10_000);
    expect(market.rejected('abdul', abandon(call, 4))).toBe('abandonNotExpiryDay');
    goTo('2026-11-20');
    expect(market.rejected('abdul', abandon(call, 11))).toBe('lotsAboveLong');
    market.by('abdul', abandon(call, 9));
    market.by('abdul', abandon(call, 4));
    expect(market.lastEvents).toEqual([
      {
        kind: 'optionAbandoned',
        positionSeq: 1,
        contract: call,
        member: 'KAND',
        principal: 'KAND',
        subAccount: null,
        lots: 4,
        dealer: 'ABD',
      },
    ]);
    market.restart();
    trade(future, 402_000, 1);
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([`KAND 7 ${future}`, `VELD -7 ${future}`]);
  });

  it('[ACT-19] lets abandoned lots lapse that were sold by mistake, once the operator has cancelled the sale', () => {
    open();
    trade(call, 10_000);
    goTo('2026-11-20');
    market.by('abdul', abandon(call, 10));
    const abandoned = () => {
      const position = market.positions.find(({ contract, net }) => contract === call && net >= 0);
      return [position?.net, position?.abandoned];
    };
    const sell = (quantity: number) => {
      const terms = { contract: call, price: asPrice(10_000), lots: lots(quantity) };
      market.order('denise', { ...terms, side: 'B' });
      market.order('abdul', { ...terms, side: 'S' });
      return market.deals.at(-1)?.matchSeq ?? 0;
    };
    const mistake = sell(7);
    expect(abandoned()).toEqual([3, 3]);
    sell(1);
    // Lots that are bought later are not abandoned.
    trade(call, 10_000, 4);
    expect(abandoned()).toEqual([6, 2]);
    market.operate({ kind: 'cancelDeal', matchSeq: mistake, reason: 'typed wrong' });
    expect(abandoned()).toEqual([13, 9]);
    market.restart();
    trade(future, 402_000, 1);
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([`KAND 5 ${future}`, `VELD -5 ${future}`]);
  });

  describe('an abandonment', () => {
    const shown = () => {
      const position = market.positions.find((held) => held.contract === call && held.principal === 'KAND');
      return [position?.net, position?.abandoned];
    };
    /** KAND deals with VELD, by default for itself; returns the number of its side. */
    const deal = (side: 'B' | 'S', quantity: number, principal = 'KAND') => {
      const terms = { contract: call, price: asPrice(10_000), lots: lots(quantity) };
      market.order('denise', { ...terms, side: side === 'B' ? 'S' : 'B' });
      market.order('abdul', { ...terms, side, principal, capacity: principal === 'KAND' ? 'P' : 'A' });
      return market.deals.filter(({ owner }) => owner.member === 'KAND').at(-1)?.dealSeq ?? 0;
    };
    const holding = (quantity: number) => {
      const { members, dealers, clients, tripartites = [] } = dealMarket;
      open({ ...data, members, dealers, clients, tripartites });
      market.operate({ kind: 'grantPermissions', userId: 'abdul', flags: dealFlags });
      deal('B', quantity);
      goTo('2026-11-20');
    };
    const accepted = (command: Parameters<TestMarket['by']>[1]) =>
      expect(rejectionOf(market.by('abdul', command))).toBeNull();

    it('[ACT-16] [ACT-19] does not revive when the sales that ended it are cumulated', () => {
      holding(10);
      accepted(abandon(call, 10));
      const all = deal('S', 10);
      deal('B', 10);
      accepted({ kind: 'cumulateDeal', dealSeqs: [all, deal('S', 1)] });
      expect(shown()).toEqual([9, 0]);
    });

    it('[ACT-17] [ACT-19] does not revive when a later purchase is split, after a sale was corrected to the account', () => {
      holding(10);
      const sale = deal('S', 10, '9996S');
      accepted(abandon(call, 10));
      accepted({ kind: 'correctDealPrinciple', dealSeq: sale, principal: 'KAND', capacity: 'P' });
      expect(shown()).toEqual([0, 0]);
      const parts = [4, 6].map((part) => ({
        lots: lots(part),
        principal: 'KAND',
        capacity: 'P' as const,
        subAccount: null,
      }));
      accepted({ kind: 'splitDeal', dealSeq: deal('B', 10), parts });
      expect(shown()).toEqual([10, 0]);
      const { matchSeq = 0 } = market.deals.find(({ dealSeq }) => dealSeq === sale) ?? {};
      market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' });
      expect(shown()).toEqual([20, 10]);
    });

    it('[ACT-16] [ACT-19] keeps its lots when purchases from before and after it are cumulated', () => {
      holding(20);
      const early = deal('B', 5);
      accepted(abandon(call, 25));
      deal('S', 5);
      const late = deal('B', 5);
      expect(shown()).toEqual([25, 20]);
      accepted({ kind: 'cumulateDeal', dealSeqs: [early, late] });
      expect(shown()).toEqual([25, 20]);
    });

    it('[ACT-15] [ACT-19] keeps its lots when the sale of a client is passed on', () => {
      holding(10);
      accepted(abandon(call, 10));
      const dealSeq = deal('S', 10, '9996S');
      accepted({ kind: 'tripartiteDeal', dealSeq, client: '5044M', carryingMember: 'MIEL' });
      expect(shown()).toEqual([10, 10]);
    });
  });

  it('loses the premium and gains the distance to the strike: bought at 100, strike 4000, MTM 4200 is +100 per ton', () => {
    open();
    trade(call, 10_000);
    goTo('2026-11-20');
    market.operate({ kind: 'endDay' });
    const { mtm } = market.contract(future);
    expect(mtm).toBe(403_500);
    market.order('denise', { contract: future, side: 'B', price: asPrice(420_000), lots: lots(1) });
    market.pass(120_000);
    market.operate({ kind: 'endDay' });
    expect(market.contract(future).mtm).toBe(420_000);
    expect(variation('KAND')).toBe(10 * 10_000);
    expect(variation('VELD')).toBe(-10 * 10_000);
  });
});

describe('the end of a future', () => {
  it('settles it in cash at its last MTM on the last trading day, if the instrument is settled in cash', () => {
    open();
    trade('NOV26 CORN', 306_000);
    goTo('2026-11-23');
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([]);
    expect(market.lastEvents).toContainEqual({ kind: 'futureSettled', contract: 'NOV26 CORN', lots: 10 });
  });

  /** With options on the future that expire on its last day. */
  function openWithOptions(): void {
    const instruments = data.instruments.map((instrument) =>
      instrument.code === 'CORN'
        ? { ...instrument, strikes: { near: asPrice(2_000), far: asPrice(10_000), nearSteps: 10 } }
        : instrument,
    );
    const series = {
      instrument: 'CORN',
      year: 2026,
      month: 11,
      displaySeq: 1201,
      expires: '2026-11-23' as IsoDate,
      strikes: [asPrice(300_000)],
      curve: { atTheMoney: volatility(2_500), skewBelow: volatility(0), skewAbove: volatility(0) },
    };
    open({ ...data, instruments, options: [...(data.options ?? []), series] });
  }

  it('settles the lots that options open on its last day', () => {
    openWithOptions();
    trade('NOV26 CORN 3000 C', 7_000);
    goTo('2026-11-24');
    expect(held()).toEqual([]);
    const ended = market.outcomes.flatMap(({ events }) => events.map(({ kind }) => kind));
    expect(ended.indexOf('optionExercised')).toBeLessThan(ended.indexOf('futureSettled'));
    expect(variation('KAND')).toBe(10 * (306_000 - 300_000) - 10 * 7_000);
  });

  it.each([61_215, 0, -3_763])(
    'exercises its options at any price of the other exchange: %i cents',
    (mtm) => {
      openWithOptions();
      trade('NOV26 CORN 3000 P', 1_000);
      trade('NOV26 CORN 3000 C', 7_000);
      goTo('2026-11-23');
      const groups = ['other', 'deliveryMonth', 'world'] as const;
      market.operate({
        kind: 'beginPhase',
        groups,
        phase: 'admin',
        dueAt: null,
        next: null,
        opensAt: null,
      });
      const correction = {
        kind: 'correctMtm',
        contract: 'NOV26 CORN',
        mtm: asPrice(mtm),
        reason: 'as CBOT',
      } as const;
      expect(rejectionOf(market.operate(correction))).toBeNull();
      market.operate({ kind: 'endDay' });
      expect(held()).toEqual([]);
      // The put is exercised at 3000.00, and the call lapses.
      expect(variation('KAND')).toBe(10 * (300_000 - mtm - 1_000 - 7_000));
    },
  );

  it.each([61_215, 0, -3_763])('settles it at any price of the other exchange: %i cents', (mtm) => {
    open();
    trade('NOV26 CORN', 306_000);
    const correct = () =>
      market.operate({ kind: 'correctMtm', contract: 'NOV26 CORN', mtm: asPrice(mtm), reason: 'as CBOT' });
    goTo('2026-11-20');
    admin();
    // Before its last day it is an MTM like any other.
    expect(rejectionOf(correct())).not.toBeNull();
    goTo('2026-11-23');
    const groups = ['other', 'deliveryMonth', 'world'] as const;
    for (const phase of ['continuous', 'admin'] as const)
      market.operate({ kind: 'beginPhase', groups, phase, dueAt: null, next: null, opensAt: null });
    expect(rejectionOf(correct())).toBeNull();
    const [valued] = market.lastEvents.filter(({ kind }) => kind === 'marketValued');
    expect(valued).toMatchObject({ accounts: [{ initialMargin: 0 }, { initialMargin: 0 }] });
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([]);
    expect(variation('KAND')).toBe(10 * (mtm - 306_000));
    market.operate({ kind: 'endDay' });
  });

  it('keeps it open and untradable for five business days, if the instrument is delivered', () => {
    open();
    trade('NOV26 WMAZ', 400_000);
    goTo('2026-11-30');
    expect(held()).toEqual(['KAND 10 NOV26 WMAZ', 'VELD -10 NOV26 WMAZ']);
    const order = market.by('abdul', {
      kind: 'insertOrder',
      contract: 'NOV26 WMAZ',
      side: 'S',
      type: 'Normal',
      lots: lots(1),
      price: asPrice(400_000),
      capacity: 'P',
      principal: 'KAND',
    });
    expect(rejectionOf(order)).toBe('contractExpired');
    market.operate({ kind: 'endDay' });
    expect(held()).toEqual([]);
  });
});

describe('the margin of a long option', () => {
  it.each([403_000, 403_200, 403_400, 403_600, 403_800])(
    'is at most its value at the MTM, which is on the tick, with the future at %i cents',
    (price) => {
      open();
      trade(call, 4_400);
      goTo('2026-11-19');
      trade(future, price, 1, { principal: '8001V', capacity: 'A' });
      market.order('abdul', { contract: future, side: 'S', price: asPrice(price), lots: lots(1) });
      market.order('denise', { contract: future, price: asPrice(price), lots: lots(1) });
      market.operate({ kind: 'endDay' });
      const margins = market.lastEvents.flatMap((event) =>
        event.kind === 'marginRequired' && event.principal === 'KAND' ? [event.margin] : [],
      );
      expect(margins).toHaveLength(1);
      expect(margins[0]).toBeLessThanOrEqual(market.contract(call).mtm * 10 * 100);
    },
  );
});

describe('a valuation on a day with an end', () => {
  /** The margins of each account by the valuation, and by the end of the day. */
  function valuedAndEnded() {
    market.operate({ kind: 'valueMarket' });
    const valued = market.lastEvents.flatMap((event) =>
      event.kind === 'marketValued' ? event.accounts : [],
    );
    market.operate({ kind: 'endDay' });
    const ended = valued.map(({ member, principal }) => {
      const sum = (amounts: readonly number[]) =>
        asMoney(amounts.reduce((total, amount) => total + amount, 0));
      return {
        member,
        principal,
        variationMargin: sum(
          market.lastEvents.flatMap((event) =>
            event.kind === 'moneyMoved' &&
            event.movement === 'variationMargin' &&
            event.principal === principal
              ? [event.amount]
              : [],
          ),
        ),
        initialMargin: sum(
          market.lastEvents.flatMap((event) =>
            event.kind === 'marginRequired' && event.principal === principal ? [event.margin] : [],
          ),
        ),
      };
    });
    return { valued, ended };
  }

  it('has exercised and let lapse the options that expire, and closed a future that is settled in cash', () => {
    open();
    trade(call, 10_000);
    trade(put, 4_000, 7, { principal: '8001V', capacity: 'A' });
    goTo('2026-11-20');
    trade(future, 404_000, 1);
    const { valued, ended } = valuedAndEnded();
    expect(valued).toEqual(ended);
    expect(valued.map(({ principal, initialMargin }) => [principal, initialMargin])).toEqual([
      ['8001V', 0],
      ['KAND', 11 * 2_100_000],
      ['VELD', 11 * 2_100_000],
    ]);
  });

  it('has closed a future on its last day: one in cash, one on grain on its last notice day', () => {
    open();
    trade('NOV26 CORN', 306_000);
    trade('NOV26 WMAZ', 400_000, 3);
    for (const day of ['2026-11-23', '2026-11-30']) {
      goTo(day);
      const { valued, ended } = valuedAndEnded();
      expect(valued).toEqual(ended);
    }
  });

  it('leaves abandoned lots out, and the accounts add up to zero', () => {
    open();
    trade(call, 10_000, 30);
    trade(call, 10_000, 60, { principal: '8001V', capacity: 'A' });
    goTo('2026-11-20');
    market.by('abdul', abandon(call, 40));
    trade(future, 404_200, 1);
    const { valued, ended } = valuedAndEnded();
    expect(valued.find(({ principal }) => principal === 'KAND')).toEqual(
      ended.find(({ principal }) => principal === 'KAND'),
    );
    expect(valued.reduce((sum, { variationMargin }) => sum + variationMargin, 0)).toBe(0);
  });
});

/** An account's profit and loss over all days so far, in cents per ton times lots. */
function variation(principal: string): number {
  const mtms = new Map(market.listings.map(({ contract, mtm }) => [contract, mtm]));
  const positions = new Map<number, PositionChanged>();
  let total = 0;
  for (const event of market.outcomes.flatMap(({ events }) => events)) {
    if (event.kind === 'positionChanged') positions.set(event.positionSeq, event);
    if (event.kind !== 'dayEnded') continue;
    for (const { contract, mtm } of event.marks) mtms.set(contract, mtm);
    for (const { contract, realised, net, cost, ...position } of positions.values())
      if (position.principal === principal) total += realised + net * (mtms.get(contract) ?? 0) - cost;
  }
  return total;
}
