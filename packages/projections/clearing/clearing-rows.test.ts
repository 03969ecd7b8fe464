import { asMoney, asPrice, contractGroups, lots, type ReferenceData, volatility } from '@openpit/venue';
import {
  account,
  deal,
  dealMarket,
  delivered,
  marketOfAllTypes,
  openDealMarket,
  openSiloMarket,
  type TestMarket,
} from '@openpit/venue/testing';
import { type BreakdownRow, type ClearingRow, dataSets } from '@openpit/wire';
import { beforeEach, describe, expect, it } from 'vitest';
import { HistoryFold } from '../history/history-fold.ts';
import { Projections } from '../projections.ts';
import { claimClearing } from '../testing/claim-clearing.ts';

const perTon = { future: asPrice(20), option: asPrice(15) };
const withFees: ReferenceData = {
  ...dealMarket,
  market: { ...dealMarket.market, vatPercent: 15 },
  instruments: dealMarket.instruments.map((instrument) => ({
    ...instrument,
    dailyLimit: null,
    bookingFee: { own: perTon, client: { future: asPrice(25), option: asPrice(20) } },
  })),
};
const december = 'DEC26 WMAZ';
const march = 'MAR27 WMAZ';
const first = '2026-11-18';
const kand = { userId: 'abdul', member: 'KAND' };
const own = { ...kand, onlyDealer: 'ABD' };

let market: TestMarket;
let projections: Projections;
let applied: number;
beforeEach(() => {
  market = openDealMarket(withFees);
  projections = new Projections();
  applied = 0;
});
/** The projections with everything that has happened; the rows of money are checked after each day. */
function shown(): Projections {
  for (const outcome of market.outcomes.slice(applied)) {
    projections.apply(outcome);
    const ended = outcome.events.find((event) => event.kind === 'dayEnded');
    if (ended !== undefined) claimClearing(projections, ended.businessDay);
  }
  applied = market.outcomes.length;
  return projections;
}
const endDay = () => market.operate({ kind: 'endDay' });
const rowsOf = <Name extends Parameters<Projections['rowsFor']>[0]>(name: Name, viewer = kand) =>
  shown().rowsFor(name, viewer).rows;
const leaf = (key: string): BreakdownRow | undefined =>
  rowsOf('breakDownAnalysis').find(({ uniqueKey }) => uniqueKey === key);

describe('movements', () => {
  it('[MODEL-5] have account, amount and balance in rand, and the contracts that they come from', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(5_000_000) });
    const rows = rowsOf('movements');
    expect(rows.map(({ movement, amount, balance }) => [movement, amount, balance])).toEqual([
      ['bookingFee', -230, -230],
      ['initialMargin', -210_000, -210_230],
      ['payment', 50_000, -160_230],
    ]);
    expect(rows[0]).toMatchObject({
      uniqueKey: `KAND ${rows[0]?.movementSeq}`,
      businessDay: first,
      member: 'KAND',
      principal: 'KAND',
      parts: [{ contract: december, amount: -230 }],
    });
    expect(rows[2]?.businessDay).toBe('2026-11-19');
  });

  it('stay for ten business days, while the debt of an account stays in Clearing', () => {
    deal(market, { lots: 10, price: 403_500 });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 403_500, sellerPrincipal: '9996S' });
    endDay();
    market.operate({ kind: 'setInterestRate', rate: 725 });
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(30_000_000) });
    for (let day = 0; day < 12; day += 1) endDay();
    const days = new Set(rowsOf('movements').map(({ businessDay }) => businessDay));
    expect([days.size, days.has(first)]).toEqual([10, false]);
    const cleared = rowsOf('clearing');
    expect(new Set(cleared.map(({ businessDay }) => businessDay)).size).toBeLessThanOrEqual(11);
    expect(cleared.filter(({ principal }) => principal === '9996S').length).toBeGreaterThan(0);
  });
});

describe('clearing', () => {
  it('has the opening balance, the movements and the amount due for each account and day', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(21_023_000) });
    market.operate({ kind: 'setInterestRate', rate: 725 });
    endDay();
    endDay();
    const own = rowsOf('clearing').filter(({ principal }) => principal === 'KAND');
    expect(own).toEqual([
      {
        uniqueKey: `${first} KAND`,
        businessDay: first,
        member: 'KAND',
        principal: 'KAND',
        openingBalance: 0,
        variationMargin: 0,
        marginBefore: 0,
        margin: 210_000,
        initialMargin: -210_000,
        bookingFees: -230,
        deliveries: 0,
        interest: 0,
        payments: 0,
        balance: -210_230,
        status: 'payable',
        clearingMember: 'KAND',
        dueOn: '2026-11-19',
        dueBy: null,
        due: -210_230,
        restDueOn: null,
        overdue: 0,
      },
      {
        ...own[0],
        uniqueKey: '2026-11-19 KAND',
        businessDay: '2026-11-19',
        openingBalance: -210_230,
        marginBefore: 210_000,
        initialMargin: 0,
        bookingFees: 0,
        payments: 210_230,
        balance: 0,
        status: 'settled',
        dueOn: null,
        due: 0,
      },
      {
        ...own[0],
        uniqueKey: '2026-11-20 KAND',
        businessDay: '2026-11-20',
        openingBalance: 0,
        marginBefore: 210_000,
        initialMargin: 0,
        bookingFees: 0,
        interest: 41.71,
        balance: 41.71,
        status: 'receivable',
        dueOn: '2026-11-23',
        due: 41.71,
      },
    ]);
    expect(leaf('KAND/interest')).toMatchObject({
      amount: 41.71,
      interestOn: { margin: 210_000, rate: 7.25, days: 1 },
    });
  });

  it('states when a balance is due, and the overdue part less the payments since then', () => {
    const due = (account = 'KAND') => {
      const { businessDay, balance, dueOn, overdue } = rowsOf('clearing')
        .filter(({ principal }) => principal === account)
        .at(-1) ?? { businessDay: '', balance: 0, dueOn: null, overdue: 0 };
      return [businessDay, balance, dueOn, overdue];
    };
    const pay = (cents: number, principal = 'KAND') =>
      market.operate({ kind: 'recordPayment', principal, amount: asMoney(cents) });
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    expect(due()).toEqual([first, -210_230, '2026-11-19', 0]);
    pay(20_000_000);
    expect(due()).toEqual(['2026-11-19', -10_230, '2026-11-19', 0]);
    endDay();
    expect(due()).toEqual(['2026-11-19', -10_230, '2026-11-20', 10_230]);
    pay(1_000_000);
    expect(due()).toEqual(['2026-11-20', -230, '2026-11-20', 230]);
    pay(23_000);
    expect(due()).toEqual(['2026-11-20', 0, null, 0]);
    // A new balance is due with the rest of the running day.
    pay(1);
    expect(due()).toEqual(['2026-11-20', 0.01, '2026-11-23', 0]);
    // An account without positions moves no money on the next day but still has a debt: its newest row names the due date.
    pay(-100, '9996S');
    endDay();
    endDay();
    expect(due('9996S')).toEqual(['2026-11-20', -1, '2026-11-24', 1]);
  });

  it('states the same during the day as at its end if money is paid in and out again', () => {
    const row = () => {
      const { status, balance, dueOn, overdue } =
        rowsOf('clearing')
          .filter(({ principal }) => principal === 'KAND')
          .at(-1) ?? {};
      return [status, balance, dueOn, overdue];
    };
    const pay = (rand: number) =>
      market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(rand * 100) });
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    // Exactly the debt, then 100 paid out: 100 of the debt is open again.
    pay(210_230);
    pay(-100);
    expect(row()).toEqual(['payable', -100, '2026-11-19', 0]);
    endDay();
    expect(row()).toEqual(['payable', -100, '2026-11-20', 100]);
    // 50 too much, which is due to the account with the rest of the day; then 150 out.
    pay(150);
    expect(row()).toEqual(['receivable', 50, '2026-11-23', 0]);
    pay(-150);
    expect(row()).toEqual(['payable', -100, '2026-11-20', 100]);
    endDay();
    expect(row()).toEqual(['payable', -100, '2026-11-23', 100]);
  });

  it('names the settling member, the due date and the overdue amount of a balance', () => {
    market = openDealMarket({
      ...withFees,
      market: { ...withFees.market, paymentCutOff: '10:00' },
      members: withFees.members.map((member) =>
        member.code === 'KAND' ? { ...member, clearingMember: 'VELD' } : member,
      ),
    });
    projections = new Projections();
    deal(market, { lots: 10, price: 403_500, principal: '9996S' });
    endDay();
    const through = { clearingMember: 'VELD', dueBy: '10:00', member: 'KAND' };
    const due = -210_000 - 287.5;
    expect(rowsOf('clearing')).toMatchObject([{ ...through, balance: due, dueOn: '2026-11-19', overdue: 0 }]);
    // The account pays nothing. On the next day it deals one lot.
    deal(market, { lots: 1, price: 403_500, principal: '9996S' });
    const loaded = Projections.from(
      JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>,
    );
    endDay();
    for (const outcome of market.outcomes.slice(applied)) loaded.apply(outcome);
    expect(rowsOf('clearing')[1]).toMatchObject({ ...through, dueOn: '2026-11-20', overdue: -due });
    expect(loaded.rowsFor('clearing', kand).rows).toEqual(rowsOf('clearing'));
  });
});

it('a future in its notice period has the position and the MTM that it keeps, in breakdown, reports and valuations', () => {
  market = openSiloMarket();
  projections = new Projections();
  deal(market, { contract: delivered, lots: 3, price: 410_000 });
  const [last, notice] = ['2026-11-23', '2026-11-24'];
  for (let days = 0; days < 10 && shown().directory.businessDay <= last; days += 1) endDay();
  market.operate({ kind: 'valueMarket' });
  expect(rowsOf('earlyValuations')).toMatchObject([
    { contract: null, initialMargin: 63_000 },
    { contract: delivered, net: 3, spotPrice: 4_100, mtmPrevious: 4_100, method: 'previous' },
  ]);
  endDay();
  const ofDelivered = { margin: 63_000, position: { opening: 3, net: 3, mtmPrevious: 4_100, mtm: 4_100 } };
  expect(leaf(`KAND/WMAZ/${delivered}`)).toMatchObject({ businessDay: notice, ...ofDelivered });
  const fold = new HistoryFold();
  for (const outcome of market.outcomes) fold.apply(outcome);
  const kept = fold
    .take()
    .sets.filter(({ businessDay, member }) => businessDay === notice && member === 'KAND')
    .map(({ row }) => row);
  expect(kept).toContainEqual(leaf(`KAND/WMAZ/${delivered}`));
  expect(kept).toContainEqual(expect.objectContaining({ run: 1, contract: delivered, net: 3 }));
});

describe('the clearing member of a balance', () => {
  const put = (clearingMember: string) =>
    market.operate({
      kind: 'putMember',
      code: 'KAND',
      name: 'Kandelaar',
      active: true,
      branch: null,
      subAccount: null,
      clearingMember,
    });
  /** The rows as a screen that follows the changes has them. */
  function followed(): ClearingRow[] {
    const view = new Projections();
    const rows = new Map<string, ClearingRow>();
    for (const outcome of market.outcomes)
      for (const { dataSetId, rows: changed } of view.apply(outcome).dataSets)
        if (dataSetId === dataSets.clearing.id)
          for (const row of changed as ClearingRow[]) if (row.member === 'KAND') rows.set(row.uniqueKey, row);
    return [...rows.values()];
  }
  const members = () => {
    expect(followed()).toEqual(rowsOf('clearing'));
    const saved = JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>;
    expect(Projections.from(saved).rowsFor('clearing', kand).rows).toEqual(rowsOf('clearing'));
    return rowsOf('clearing').map(({ uniqueKey, clearingMember }) => `${uniqueKey} ${clearingMember}`);
  };

  it('stays that of the day when it was cleared, and is the newest one for what moves on the running day', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    put('VELD');
    expect(members()).toEqual(['2026-11-18 KAND KAND']);
    // The rest of the last day goes through the clearing member of that day.
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(100) });
    expect(members()).toEqual(['2026-11-18 KAND KAND', '2026-11-19 KAND KAND']);
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(21_022_900 + 500) });
    expect(members()).toEqual(['2026-11-18 KAND KAND', '2026-11-19 KAND VELD']);
    put('KAND');
    expect(members()).toEqual(['2026-11-18 KAND KAND', '2026-11-19 KAND KAND']);
    put('VELD');
    endDay();
    put('KAND');
    expect(members()).toEqual(['2026-11-18 KAND KAND', '2026-11-19 KAND VELD']);
  });
});

describe('breakdown', () => {
  it('names the position, the prices and the deals that each contract’s amount is computed from', () => {
    const { buy } = deal(market, { lots: 10, price: 403_500 });
    endDay();
    const second = deal(market, { buyer: 'denise', seller: 'abdul', lots: 4, price: 404_000 });
    endDay();
    expect(buy).toBeGreaterThan(0);
    expect(leaf(`KAND/WMAZ/${december}`)).toMatchObject({
      parent: 'KAND/WMAZ',
      level: 'contract',
      contract: december,
      variationMargin: 5_000,
      bookingFees: -92,
      marginBefore: 210_000,
      margin: 126_000,
      initialMargin: 84_000,
      amount: 5_000 - 92 + 84_000,
      dealtPremium: 4 * 4_040 * 100,
      position: {
        opening: 10,
        bought: 0,
        sold: 4,
        net: 6,
        tons: 100,
        mtmPrevious: 4035,
        mtm: 4040,
        deals: [second.sell],
      },
    });
  });

  it('shows the relief of a calendar spread and the parameters of the margin', () => {
    deal(market, { lots: 10, price: 403_500 });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 406_000, contract: march });
    market.operate({
      kind: 'setMargins',
      instrument: 'WMAZ',
      initialMargin: asMoney(3_000_000),
      classSpreadMargin: asMoney(1_000_000),
      volatilityRange: volatility(500),
    });
    endDay();
    expect(leaf('KAND/WMAZ/classRelief')).toMatchObject({ margin: -210_000, amount: 210_000 });
    const parameters = { initialMargin: 21_000, classSpreadMargin: 10_500, volatilityRange: 4 };
    expect(leaf('KAND/WMAZ')).toMatchObject({ margin: 210_000, parameters });
    endDay();
    expect(leaf('KAND/WMAZ/classRelief')).toMatchObject({ marginBefore: -210_000, margin: -400_000 });
    expect(leaf('KAND/WMAZ')?.parameters).toEqual({
      initialMargin: 30_000,
      classSpreadMargin: 10_000,
      volatilityRange: 5,
    });
  });

  it('adds up after deals were moved between accounts, and drops accounts that moved nothing', () => {
    const { buy } = deal(market, { lots: 10, price: 403_500, principal: '9996S' });
    market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: buy, ...account('KAND') });
    deal(market, { lots: 3, price: 403_700, principal: '9996S', subAccount: 'EAST' });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 3, price: 403_600, sellerPrincipal: '9996S' });
    endDay();
    // The sub-account is long as many lots as the client itself is short: the account is flat and has no margin.
    const client = leaf('9996S');
    expect(client).toMatchObject({ margin: 0, variationMargin: -300, marginBefore: 0 });
    endDay();
    expect(leaf('KAND')).toBeDefined();
    expect(leaf('9996S')).toBeUndefined();
  });
});

describe('early valuations', () => {
  it('have the provisional MTM of an account’s contracts, with its margins, until the MTM is approved', () => {
    deal(market, { lots: 10, price: 403_500 });
    market.operate({ kind: 'valueMarket' });
    const rows = rowsOf('earlyValuations');
    expect(rows.map(({ uniqueKey }) => uniqueKey)).toEqual(['1 KAND', `1 KAND ${december}`]);
    expect(rows[0]).toMatchObject({
      run: 1,
      businessDay: first,
      isProvisional: true,
      contract: null,
      variationMargin: 0,
      initialMargin: 210_000,
    });
    expect(rows[1]).toMatchObject({ spotPrice: 4035, net: 10, variationMargin: null });
    market.operate({
      kind: 'beginPhase',
      groups: contractGroups,
      phase: 'admin',
      dueAt: null,
      next: null,
      opensAt: null,
    });
    market.operate({ kind: 'valueMarket' });
    market.operate({ kind: 'approveMtm', run: 2 });
    expect(rowsOf('earlyValuations').map(({ run, isProvisional }) => [run, isProvisional])).toEqual([
      [1, true],
      [1, true],
      [2, false],
      [2, false],
    ]);
    const areProvisional = () => rowsOf('earlyValuations').every(({ isProvisional }) => isProvisional);
    market.operate({ kind: 'correctMtm', contract: december, mtm: asPrice(404_000), reason: 'late deal' });
    expect(areProvisional()).toBe(true);
    market.operate({ kind: 'approveMtm', run: 3 });
    expect(areProvisional()).toBe(false);
    market.operate({
      kind: 'beginPhase',
      groups: contractGroups,
      phase: 'continuous',
      dueAt: null,
      next: null,
      opensAt: null,
    });
    expect(areProvisional()).toBe(true);
    endDay();
    expect(rowsOf('earlyValuations')).toEqual([]);
  });

  it('belong to the member of the account, and none to a dealer with own-only visibility', () => {
    deal(market, { lots: 3, price: 403_500, sellerPrincipal: '8001V' });
    market.operate({ kind: 'valueMarket' });
    const theirs = rowsOf('earlyValuations', { userId: '', member: 'VELD' });
    expect(theirs.map(({ principal }) => principal)).toEqual(['8001V', '8001V']);
    expect(rowsOf('earlyValuations', own)).toEqual([]);
    expect(rowsOf('earlyValuations', { userId: '', member: 'MIEL' })).toEqual([]);
  });
});

describe('clearing info', () => {
  it('names the clearing member of each account, its bank, and until when payments are made', () => {
    market = openDealMarket({
      ...withFees,
      market: { ...withFees.market, paymentCutOff: '10:00' },
      members: withFees.members.map((member) => {
        if (member.code === 'KAND') return { ...member, clearingMember: 'VELD' };
        return member.code === 'VELD' ? { ...member, bank: 'Test Bank' } : member;
      }),
    });
    projections = new Projections();
    const throughVeld = { clearingMember: 'VELD', bank: 'Test Bank', paymentCutOff: '10:00' };
    for (const row of rowsOf('clearingInfo')) expect(row).toMatchObject(throughVeld);
    const [miel] = rowsOf('clearingInfo', { userId: 'mpho', member: 'MIEL' });
    expect(miel).toMatchObject({ clearingMember: 'MIEL', bank: null });
  });

  it('[PANEL-14] names the bank of the present clearing member when a member has changed it', () => {
    market = openDealMarket({
      ...withFees,
      members: withFees.members.map((member) => ({ ...member, bank: `Bank of ${member.code}` })),
    });
    projections = new Projections();
    const put = (code: string, changed: { readonly clearingMember?: string; readonly bank?: string }) =>
      market.operate({
        kind: 'putMember',
        code,
        name: code,
        active: true,
        branch: null,
        subAccount: null,
        ...changed,
      });
    const banks = () => [
      ...new Set(rowsOf('clearingInfo').map(({ clearingMember, bank }) => `${clearingMember}: ${bank}`)),
    ];
    expect(banks()).toEqual(['KAND: Bank of KAND']);
    put('KAND', { clearingMember: 'VELD' });
    expect(banks()).toEqual(['VELD: Bank of VELD']);
    put('VELD', { bank: 'Other bank' });
    expect(banks()).toEqual(['VELD: Other bank']);
    const client = { kind: 'putClient', code: 'NEW', member: 'KAND', name: 'New', active: true } as const;
    market.operate({ ...client, subAccount: null });
    expect(banks()).toEqual(['VELD: Other bank']);
    put('KAND', { clearingMember: 'KAND' });
    expect(banks()).toEqual(['KAND: Bank of KAND']);
  });

  it('has the accounts of a member with the operator’s limits and the interest of the day', () => {
    market.operate({ kind: 'limitMargin', principal: '9996S', maxMargin: asMoney(2_500_000) });
    market.operate({ kind: 'limitPosition', principal: 'KAND', maxLots: lots(40) });
    market.operate({ kind: 'setInterestRate', rate: 725 });
    const rows = rowsOf('clearingInfo');
    expect(rows.map(({ principal, agreement }) => [principal, agreement])).toEqual([
      ['KAND', 'own'],
      ['9996S', 'client'],
      ['7777X', 'client'],
      ['9104K', 'client'],
    ]);
    expect(rows[0]).toMatchObject({ positionLimit: 40, marginLimit: null, interestRate: 0 });
    expect(rows[1]).toMatchObject({ positionLimit: null, marginLimit: 25_000 });
    endDay();
    expect(rowsOf('clearingInfo')[0]?.interestRate).toBe(7.25);
  });
});

describe('margins and booking fees', () => {
  it('have a row for the current rates and one for the rates that the operator set for the next business day', () => {
    expect(rowsOf('margins').find(({ contract }) => contract === december)).toEqual({
      uniqueKey: `${december} ${first}`,
      contract: december,
      displaySeq: 1,
      instrument: 'WMAZ',
      effectiveFrom: first,
      initialMargin: 21_000,
      classSpreadMargin: 10_500,
      volatilityRange: 4,
    });
    const fees = { ownFuture: 40, ownOption: 40, clientFuture: 41, clientOption: 40 };
    const set = Object.fromEntries(Object.entries(fees).map(([name, fee]) => [name, asPrice(fee)]));
    market.operate({
      kind: 'setBookingFees',
      instrument: 'WMAZ',
      ...(set as Record<keyof typeof fees, ReturnType<typeof asPrice>>),
    });
    const client = () =>
      rowsOf('bfProfiles')
        .filter((row) => row.profile === 'client' && row.instrument === 'WMAZ' && row.kind === 'future')
        .map(({ effectiveFrom, feePerTon, feePerContract }) => [effectiveFrom, feePerTon, feePerContract]);
    expect(client()).toEqual([
      [first, 0.25, 28.75],
      ['2026-11-19', 0.41, 47.15],
    ]);
    expect(rowsOf('margins').filter(({ contract }) => contract === december)).toHaveLength(2);
    endDay();
    expect(client()).toEqual([['2026-11-19', 0.41, 47.15]]);
  });
});

describe('a change of the reference data', () => {
  it('applies its rates, its VAT and its cut-off of payments to the rows when it begins', () => {
    const referenceData: ReferenceData = {
      ...withFees,
      market: { ...withFees.market, vatPercent: 10, paymentCutOff: '10:00' },
      instruments: withFees.instruments.map((instrument) =>
        instrument.code === 'WMAZ' ? { ...instrument, initialMargin: asMoney(2_300_000) } : instrument,
      ),
    };
    const shownNow = () => ({
      margin: rowsOf('margins').find(({ contract }) => contract === december)?.initialMargin,
      vat: new Set(rowsOf('bfProfiles').map(({ vatPercent }) => vatPercent)),
      cutOff: new Set(rowsOf('clearingInfo').map(({ paymentCutOff }) => paymentCutOff)),
    });
    market.operate({ kind: 'applyReferenceData', effectiveFrom: null, referenceData });
    expect(shownNow()).toEqual({ margin: 21_000, vat: new Set([15, 10]), cutOff: new Set([null]) });
    endDay();
    expect(shownNow()).toEqual({ margin: 23_000, vat: new Set([10]), cutOff: new Set(['10:00']) });
  });

  it('announces its rates and its VAT in the rows of the day on which it begins, until it is withdrawn', () => {
    const fees = () =>
      rowsOf('bfProfiles')
        .filter((row) => row.profile === 'own' && row.instrument === 'WMAZ' && row.kind === 'future')
        .map(({ effectiveFrom, vatPercent, feePerContract }) => [effectiveFrom, vatPercent, feePerContract]);
    const margins = () =>
      rowsOf('margins')
        .filter(({ contract }) => contract === december)
        .map(({ effectiveFrom, initialMargin, volatilityRange }) => [
          effectiveFrom,
          initialMargin,
          volatilityRange,
        ]);
    const now = [[first, 15, 23]];
    expect([fees(), margins()]).toEqual([now, [[first, 21_000, 4]]]);
    const apply = (change: Partial<ReferenceData>, effectiveFrom: '2026-11-19' | '2026-11-20') =>
      market.operate({
        kind: 'applyReferenceData',
        effectiveFrom,
        referenceData: { ...withFees, ...change },
      });
    const vat = { market: { ...withFees.market, vatPercent: 20 } };
    apply(vat, '2026-11-19');
    expect([fees(), margins()]).toEqual([[...now, ['2026-11-19', 20, 24]], [[first, 21_000, 4]]]);
    apply({}, '2026-11-19');
    expect([fees(), margins()]).toEqual([now, [[first, 21_000, 4]]]);

    // The VAT and the margin two days later; meanwhile the operator sets fees for the next day.
    const instruments = withFees.instruments.map((instrument) =>
      instrument.code === 'WMAZ' ? { ...instrument, initialMargin: asMoney(2_300_000) } : instrument,
    );
    apply({ ...vat, instruments }, '2026-11-20');
    const fee = asPrice(30);
    market.operate({
      kind: 'setBookingFees',
      instrument: 'WMAZ',
      ...{ ownFuture: fee, ownOption: fee, clientFuture: fee, clientOption: fee },
    });
    const later = ['2026-11-20', 20, 36];
    const announced = [
      [...now, ['2026-11-19', 15, 34.5], later],
      [
        [first, 21_000, 4],
        ['2026-11-19', 21_000, 4],
        ['2026-11-20', 23_000, 4],
      ],
    ];
    expect([fees(), margins()]).toEqual(announced);
    const saved = JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>;
    expect(Projections.from(saved).rowsFor('bfProfiles', kand).rows).toEqual(rowsOf('bfProfiles'));
    endDay();
    expect([fees(), margins()]).toEqual(announced.map((rows) => rows.slice(1)));
    endDay();
    expect([fees(), margins()]).toEqual([[later], [['2026-11-20', 23_000, 4]]]);
    deal(market, { lots: 1, price: 403_500 });
    expect(rowsOf('deals').at(-1)?.fee).toBe(36);
  });
});

describe('consolidated positions', () => {
  it('add up the accounts of a member, net and gross', () => {
    deal(market, { lots: 10, price: 403_500 });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 4, price: 403_600, sellerPrincipal: '9996S' });
    expect(rowsOf('consPositions')).toEqual([
      {
        uniqueKey: `KAND ${december}`,
        member: 'KAND',
        contract: december,
        displaySeq: 1,
        instrument: 'WMAZ',
        tons: 100,
        opening: 0,
        bought: 10,
        sold: 4,
        long: 10,
        short: 4,
        net: 6,
        netTons: 600,
        // Ten at 4035.00 less four at 4036.00.
        cost: 24_206,
        accounts: 2,
        realised: 0,
      },
    ]);
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 403_700 });
    deal(market, { lots: 4, price: 403_700, principal: '9996S' });
    expect(rowsOf('consPositions')[0]).toMatchObject({ long: 0, short: 0, realised: 2_000 - 400 });
    endDay();
    expect(rowsOf('consPositions')).toEqual([]);
  });
});

describe('the margin of positions', () => {
  const margins = () => rowsOf('positions').map(({ contract, margin }) => [contract, margin]);

  it('is the account’s deposit for the instrument, on its first open position, so that it adds up', () => {
    deal(market, { lots: 10, price: 403_500 });
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 406_000, contract: march });
    expect(margins()).toEqual([
      [december, 0],
      [march, 0],
    ]);
    endDay();
    expect(margins()).toEqual([
      [december, 210_000],
      [march, 0],
    ]);
    expect(rowsOf('clearing').find(({ principal }) => principal === 'KAND')?.margin).toBe(210_000);
    const loaded = Projections.from(
      JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>,
    );
    expect(loaded.rowsFor('positions', kand).rows).toEqual(rowsOf('positions'));
    // The first position is closed: the remaining one has its own margin.
    deal(market, { buyer: 'denise', seller: 'abdul', lots: 10, price: 403_500 });
    expect(margins()[0]).toEqual([december, 210_000]);
    endDay();
    expect(margins()).toEqual([[march, 210_000]]);
  });

  it('is no more than the value of a long option', () => {
    const option = { contract: 'MAR27 WMAZ 4060 C', lots: lots(10), price: asPrice(16_000) };
    market = openDealMarket(marketOfAllTypes);
    projections = new Projections();
    market.order('denise', { ...option, side: 'S' });
    market.order('abdul', option);
    endDay();
    const [row] = rowsOf('positions');
    const value =
      (rowsOf('mtm').find(({ contract }) => contract === option.contract)?.mtmToday ?? 0) * 100 * 10;
    expect(row?.contract).toBe(option.contract);
    expect(row?.margin).toBeGreaterThan(0);
    expect(row?.margin).toBeLessThanOrEqual(value);
    expect(row?.margin).toBeLessThan(10 * 21_000);
  });
});

describe('rows of accounts', () => {
  const sets = ['movements', 'clearing', 'breakDownAnalysis', 'clearingInfo', 'consPositions'] as const;

  it.each(sets)(
    'of %s belong to their member, and none to a dealer with own-only visibility or to nobody',
    (name) => {
      deal(market, { lots: 10, price: 403_500, principal: '9996S' });
      deal(market, { lots: 3, price: 403_500, sellerPrincipal: '8001V' });
      market.operate({ kind: 'setInterestRate', rate: 725 });
      for (let day = 0; day < 3; day += 1) endDay();
      for (const member of ['KAND', 'VELD']) {
        const rows = rowsOf(name, { userId: '', member });
        expect(rows.length).toBeGreaterThan(0);
        for (const row of rows) expect(row.member).toBe(member);
      }
      expect(rowsOf(name, own)).toEqual([]);
      // A user without a member does not see the exchange's own account either.
      expect(rowsOf(name, { userId: '', member: '' })).toEqual([]);
      expect(JSON.stringify(rowsOf(name))).not.toContain('exchange');
    },
  );

  it('are the same when saved and loaded, even between two movements of a day', () => {
    deal(market, { lots: 10, price: 403_500 });
    endDay();
    deal(market, { lots: 3, price: 403_900, principal: '9996S' });
    market.operate({ kind: 'recordPayment', principal: 'KAND', amount: asMoney(5_000_000) });
    const saved = JSON.parse(JSON.stringify(shown().save())) as ReturnType<Projections['save']>;
    const loaded = Projections.from(saved);
    const before = applied;
    endDay();
    market.operate({ kind: 'recordPayment', principal: '9996S', amount: asMoney(1) });
    for (const outcome of market.outcomes.slice(before)) loaded.apply(outcome);
    for (const name of sets) expect(loaded.rowsFor(name, kand).rows, name).toEqual(rowsOf(name));
  });
});
