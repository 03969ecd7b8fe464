import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asMoney, asPrice, lots, volatility } from '../kernel/units.ts';
import { account, deal, dealMarket, openDealMarket, part } from '../testing/deal-market.ts';
import { rejectionOf, type TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';
import type { MarginRequired, MoneyMoved } from './clearing-events.ts';

const future = 'DEC26 WMAZ';
const perTon = { future: asPrice(20), option: asPrice(15) };
const withFees = {
  ...dealMarket,
  market: { ...dealMarket.market, vatPercent: 15 },
  instruments: dealMarket.instruments.map((instrument) => ({
    ...instrument,
    dailyLimit: null,
    bookingFee: { own: perTon, client: { future: asPrice(25), option: asPrice(20) } },
  })),
};

let market: TestMarket;
beforeEach(() => {
  market = openDealMarket(withFees);
});
/** Replaying the journal of every market restores the same state, and no cent is lost or created. */
afterEach(() => {
  const replayed = new Venue();
  for (const command of market.journal) replayed.handle(command);
  expect(replayed.stateHash()).toBe(market.venue.stateHash());
  market.restart();
  expect(market.venue.stateHash()).toBe(replayed.stateHash());
  const { accounts, paid } = market.venue.snapshot().clearing;
  expect(accounts.reduce((sum, { balance, margin }) => sum + balance + margin, 0)).toBe(paid);
});

/** Ends the day with this MTM of the December future. */
function endDay(mtm: number): void {
  // Deals of the last half hour would count for the average.
  market.pass(31 * 60_000);
  deal(market, { buyer: 'mpho', seller: 'denise', principal: '5044M', lots: 100, price: mtm });
  deal(market, { buyer: 'denise', seller: 'mpho', sellerPrincipal: '5044M', lots: 100, price: mtm });
  market.operate({ kind: 'endDay' });
  expect(market.contract(future).mtm).toBe(mtm);
}
const moves = (movement: MoneyMoved['movement'], principal: string): readonly number[] =>
  market.outcomes.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'moneyMoved' && event.movement === movement && event.principal === principal
        ? [event.amount]
        : [],
    ),
  );
const margins = (principal: string): readonly MarginRequired[] =>
  market.outcomes.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.kind === 'marginRequired' && event.principal === principal ? [event] : [],
    ),
  );
const balanceOf = (principal: string): number =>
  market.venue.snapshot().clearing.accounts.find((account) => account.principal === principal)?.balance ?? 0;

describe('variation margin', () => {
  it('is the deal against the MTM on the first day, and the change of the MTM afterwards', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay(404_000);
    expect(moves('variationMargin', 'KAND')).toEqual([500 * 10 * 100]);
    endDay(403_000);
    expect(moves('variationMargin', 'KAND')).toEqual([500 * 10 * 100, -1_000 * 10 * 100]);
  });

  it('pays a position’s gain in total, over days and accounts', () => {
    deal(market, { lots: 10, price: 403_500, subAccount: 'PROP' });
    endDay(404_000);
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 4, price: 404_600 });
    endDay(402_000);
    const total = (principal: string) =>
      moves('variationMargin', principal).reduce((sum, move) => sum + move, 0);
    expect(total('KAND')).toBe((4 * (404_600 - 403_500) + 6 * (402_000 - 403_500)) * 100);
    expect(total('KAND') + total('VELD') + total('5044M')).toBe(0);
  });

  it('names the contracts that it comes from', () => {
    for (const price of [403_500, 404_000]) deal(market, { lots: 1, price });
    for (const price of [406_000, 406_200]) deal(market, { lots: 1, price, contract: 'MAR27 WMAZ' });
    market.operate({ kind: 'endDay' });
    const moved = market.lastEvents.find(
      (event) => event.kind === 'moneyMoved' && event.principal === 'VELD',
    );
    const parts = [
      { contract: future, amount: -50_000 },
      { contract: 'MAR27 WMAZ', amount: -20_000 },
    ];
    expect(moved).toMatchObject({ movement: 'variationMargin', amount: -70_000, parts });
  });
});

describe('booking fees', () => {
  it('are charged to both sides with VAT, by whose account it is: R23.00 and R28.75 for 100 t', () => {
    deal(market, { lots: 10, price: 403_500, sellerPrincipal: '8001V' });
    expect(market.outcomes.at(-1)?.events.find((event) => event.kind === 'dealMade')).toMatchObject({
      amount: 403_500 * 10 * 100,
      buy: { fee: 23_000 },
      sell: { fee: 28_750 },
    });
    market.operate({ kind: 'endDay' });
    expect([moves('bookingFee', 'KAND'), moves('bookingFee', '8001V')]).toEqual([[-23_000], [-28_750]]);
    expect(moves('bookingFee', 'exchange')).toEqual([51_750]);
  });

  it('are split among the parts of a deal without a difference, and follow the deal to a corrected account', () => {
    const { buy } = deal(market, { lots: 10, price: 403_500, principal: '9996S' });
    market.by('abdul', { kind: 'splitDeal', dealSeq: buy, parts: [part(3, '9996S'), part(7, '9104K')] });
    const [first = 0] = market.deals
      .filter(({ state, side }) => state === 'Open' && side === 'B')
      .map(({ dealSeq }) => dealSeq);
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: first, ...account('KAND') });
    market.operate({ kind: 'endDay' });
    expect([moves('bookingFee', 'KAND'), moves('bookingFee', '9104K'), moves('bookingFee', '9996S')]).toEqual(
      [[-3 * 2_300], [-7 * 2_875], []],
    );
  });

  it('are not charged for a cancelled error trade', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'cancelDeal', matchSeq: 1, reason: 'typed wrong' });
    market.operate({ kind: 'endDay' });
    expect(moves('bookingFee', 'KAND')).toEqual([]);
  });

  it('change on the next business day', () => {
    const fees = { ownFuture: 40, ownOption: 40, clientFuture: 40, clientOption: 40 };
    const set = Object.fromEntries(Object.entries(fees).map(([name, fee]) => [name, asPrice(fee)]));
    market.operate({
      kind: 'setBookingFees',
      instrument: 'WMAZ',
      ...(set as Record<keyof typeof fees, ReturnType<typeof asPrice>>),
    });
    deal(market, { lots: 1, price: 403_500 });
    market.operate({ kind: 'endDay' });
    deal(market, { lots: 1, price: 403_500 });
    market.operate({ kind: 'endDay' });
    expect(moves('bookingFee', 'KAND')).toEqual([-2_300, -4_600]);
  });
});

describe('initial margin', () => {
  it('is deposited at the end of the day and returned when the position is closed', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    expect(moves('initialMargin', 'KAND')).toEqual([-21_000_000]);
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    expect(moves('initialMargin', 'KAND')).toEqual([-21_000_000, 21_000_000]);
    expect(margins('KAND').map(({ before, margin }) => [before, margin])).toEqual([
      [0, 21_000_000],
      [21_000_000, 0],
    ]);
  });

  it('is relieved for a calendar spread, and counts the sub-accounts of a principal together', () => {
    deal(market, { lots: 10, price: 403_500 });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 406_000, contract: 'MAR27 WMAZ' });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 4, price: 403_500 });
    deal(market, { lots: 4, price: 403_500, subAccount: 'PROP' });
    market.operate({ kind: 'endDay' });
    expect(margins('KAND')[0]).toMatchObject({ margin: 21_000_000, classes: [{ classRelief: 21_000_000 }] });
  });

  it('lists the expiries of an instrument, the nearest first, whenever they were dealt', () => {
    for (const contract of ['MAR27 WMAZ', future, 'NOV26 WMAZ'])
      deal(market, { lots: 1, price: 403_500, contract });
    market.operate({ kind: 'endDay' });
    const names = margins('KAND')[0]?.classes.flatMap(({ expiries }) =>
      expiries.map(({ contract }) => contract),
    );
    expect(names).toEqual(['NOV26 WMAZ', future, 'MAR27 WMAZ']);
  });

  it('uses the operator’s rates from the next business day', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({
      kind: 'setMargins',
      instrument: 'WMAZ',
      initialMargin: asMoney(3_000_000),
      classSpreadMargin: asMoney(1_500_000),
      volatilityRange: volatility(400),
    });
    market.operate({ kind: 'endDay' });
    market.restart();
    market.operate({ kind: 'endDay' });
    expect(margins('KAND').map(({ margin }) => margin)).toEqual([21_000_000, 30_000_000]);
  });

  it('limits an account’s orders by the margin that all its open orders could need, except orders that lower it', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(25_000_000) });
    const order = (side: 'B' | 'S', quantity: number, price: number) =>
      rejectionOf(
        market.by('abdul', {
          kind: 'insertOrder',
          contract: future,
          side,
          type: 'Normal',
          lots: lots(quantity),
          price: asPrice(price),
          capacity: 'P',
          principal: 'KAND',
        }),
      );
    expect(order('B', 1, 403_000)).toBeNull();
    // An order that is amended does not count twice.
    const change = { price: asPrice(403_020), lots: null, principal: null, capacity: null };
    const activeOrderSeq = market.orders[0]?.activeOrderSeq ?? 0;
    expect(rejectionOf(market.by('abdul', { kind: 'amendActiveOrder', activeOrderSeq, change }))).toBeNull();
    expect(order('B', 1, 403_000)).toBe('marginAboveLimit');
    expect(order('S', 12, 404_000)).toBeNull();
    market.operate({ kind: 'limitMargin', principal: 'KAND', maxMargin: asMoney(1) });
    expect(order('S', 1, 404_000)).toBeNull();
    expect(order('S', 30, 404_000)).toBe('marginAboveLimit');
    market.operate({ kind: 'setDealerScope', userId: 'abdul', scope: 'own' });
    const { verdict } = market.by('abdul', {
      kind: 'insertOrder',
      contract: future,
      side: 'B',
      type: 'Normal',
      lots: lots(9),
      price: asPrice(402_000),
      capacity: 'P',
      principal: 'KAND',
    });
    expect(verdict).toMatchObject({
      rejection: { code: 'marginAboveLimit', details: { principal: 'KAND', limit: '0.01' } },
    });
    expect(JSON.stringify(verdict)).not.toContain('margin"');
  });
});

describe('interest', () => {
  const pay = (principal: string, cents: number) =>
    market.operate({ kind: 'recordPayment', principal, amount: asMoney(cents) });
  const interestOf = (principal: string) =>
    market.lastEvents.flatMap((event) =>
      event.kind === 'moneyMoved' && event.movement === 'interest' && event.principal === principal
        ? [[event.on, event.amount]]
        : [],
    );

  it('is simple, on the margin of the day before, for actual days of 365, paid by the exchange', () => {
    market.operate({ kind: 'setInterestRate', rate: 725 });
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    for (const principal of ['KAND', 'VELD']) pay(principal, -balanceOf(principal));
    for (let days = 0; days < 3; days += 1) market.operate({ kind: 'endDay' });
    // Deposited on Wednesday; one day to Thursday and to Friday, three to Monday. 210 000 × 7.25 % / 365 = 41.712…
    expect(moves('interest', 'KAND')).toEqual([4_171, 4_171, 12_514]);
    expect(moves('interest', 'exchange')).toEqual([-2 * 4_171, -2 * 4_171, -2 * 12_514]);
  });

  it('is paid only on the part of the margin that was paid in, so an account that never pays earns none', () => {
    market.operate({ kind: 'setInterestRate', rate: 725 });
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    const owed = 21_023_000;
    expect(balanceOf('KAND')).toBe(-owed);
    market.operate({ kind: 'endDay' });
    expect(interestOf('KAND')).toEqual([]);
    expect(balanceOf('KAND')).toBe(-owed);
    // The unpaid fee is also deducted from the deposit: if half of the debt is paid, half of it remains unpaid.
    pay('KAND', owed / 2);
    market.operate({ kind: 'endDay' });
    expect(interestOf('KAND')).toEqual([[21_000_000 - owed / 2, 2_083]]);
    // A gain of the day is not money that was paid in the day before.
    pay('KAND', -balanceOf('KAND'));
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 404_500 });
    market.operate({ kind: 'endDay' });
    expect(interestOf('KAND')).toEqual([[21_000_000, 12_514]]);
  });
});

describe('payments', () => {
  it('settle an account’s debt', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    const owed = balanceOf('KAND');
    expect(owed).toBe(-23_000 - 21_000_000);
    expect(
      rejectionOf(market.operate({ kind: 'recordPayment', principal: 'NOBODY', amount: asMoney(1) })),
    ).toBe('accountUnknown');
    expect(
      rejectionOf(market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(0) })),
    ).toBe('paymentUnusable');
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(-owed) });
    expect(market.lastEvents).toMatchObject([
      { kind: 'moneyMoved', movement: 'payment', amount: -owed, balance: 0 },
    ]);
    expect(balanceOf('KAND')).toBe(0);
  });
});

describe('what is due', () => {
  const dueOf = (principal: string) =>
    market.lastEvents.flatMap((event) =>
      event.kind === 'paymentDue' && event.principal === principal ? [event] : [],
    );

  it('is the balance of each account when a day was cleared, by the next business day', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay(404_000);
    const owed = 23_000 + 21_000_000 - 500 * 10 * 100;
    expect(dueOf('KAND')).toEqual([
      {
        kind: 'paymentDue',
        businessDay: '2026-11-18',
        dueOn: '2026-11-19',
        dueBy: null,
        member: 'KAND',
        clearingMember: 'KAND',
        principal: 'KAND',
        amount: -owed,
        overdue: 0,
      },
    ]);
    expect(dueOf('exchange')).toEqual([]);
  });

  it('is paid through the clearing member of the member, until the cut-off', () => {
    market = openDealMarket({
      ...withFees,
      market: { ...withFees.market, paymentCutOff: '10:00' },
      members: withFees.members.map((member) =>
        member.code === 'KAND' ? { ...member, clearingMember: 'VELD' } : member,
      ),
    });
    deal(market, { lots: 10, price: 403_500, principal: '9996S' });
    market.operate({ kind: 'endDay' });
    const through = { dueOn: '2026-11-19', dueBy: '10:00', clearingMember: 'VELD' };
    expect(dueOf('9996S')).toMatchObject([{ ...through, member: 'KAND', amount: -28_750 - 21_000_000 }]);
    expect(dueOf('VELD')).toMatchObject([{ ...through, member: 'VELD', amount: -23_000 - 21_000_000 }]);
  });

  it('is paid until the cut-off of the day on which it is due', () => {
    const data = { ...withFees, market: { ...withFees.market, paymentCutOff: '10:00' } };
    market = openDealMarket(data);
    const referenceData = { ...data, market: { ...data.market, paymentCutOff: '09:00' } };
    market.operate({ kind: 'applyReferenceData', effectiveFrom: '2026-11-20', referenceData });
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    expect(dueOf('KAND')).toMatchObject([{ dueOn: '2026-11-19', dueBy: '10:00' }]);
    market.restart();
    market.operate({ kind: 'endDay' });
    expect(dueOf('KAND')).toMatchObject([{ dueOn: '2026-11-20', dueBy: '09:00' }]);
  });

  it('sets only payments against a debt: a loss of the next day does not make it overdue', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    const owed = -balanceOf('KAND');
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(owed) });
    deal(market, { lots: 10, price: 403_500 });
    endDay(403_000);
    const loss = 20 * 100 * 500;
    expect(dueOf('KAND')).toMatchObject([{ amount: -(23_000 + 21_000_000 + loss), overdue: 0 }]);
    // Paying out again brings back the debt that had been paid.
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(-balanceOf('KAND') + 50) });
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(-150) });
    endDay(403_000);
    expect(dueOf('KAND')).toMatchObject([{ amount: -100, overdue: 100 }]);
  });

  it('sets credits off: an account has no more overdue than it owes', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    const owed = -balanceOf('KAND');
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(owed - 1_000_000) });
    market.restart();
    market.operate({ kind: 'endDay' });
    expect(dueOf('KAND')).toMatchObject([{ amount: -1_000_000, overdue: 1_000_000 }]);
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 403_500 });
    market.operate({ kind: 'endDay' });
    // The margin that came back covers it.
    expect(dueOf('KAND')).toMatchObject([{ amount: 21_000_000 - 1_000_000 - 23_000, overdue: 0 }]);
  });
});
