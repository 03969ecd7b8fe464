import { asPrice, lots, volatility } from '@openpit/venue';
import {
  account,
  type DealCommandSeed,
  deal,
  dealMarket,
  marketOfAllTypes,
  openDealMarket,
  part,
  runDealCommands,
  TestMarket,
} from '@openpit/venue/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maySee } from '../kernel/audience.ts';
import type { DataSetChange } from '../kernel/member-rows.ts';
import { Projections } from '../projections.ts';

const isQuick = process.env.OPENPIT_QUICK === '1';

const members = ['KAND', 'VELD', 'MIEL', 'SLAP'];
const viewerOf = (member: string) => ({ userId: member.toLowerCase(), member });

const kinds: readonly DealCommandSeed['kind'][] = [
  'splitDeal',
  'cumulateDeal',
  'correctDealPrinciple',
  'subAccountChange',
  'assignDealToMember',
  'tripartiteDeal',
  'insertUnmatchedDeal',
  'insertUnmatchedDeal',
  'editUnmatchedDeal',
  'deleteUnmatchedDeal',
  'acceptUnmatchedDeal',
  'acceptUnmatchedDeal',
  'insertOrder',
  'insertOrder',
];
const aNumber = fc.nat({ max: 100_000 });
const someSeeds: fc.Arbitrary<DealCommandSeed[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    subject: aNumber,
    party: aNumber,
    quantity: aNumber,
    price: aNumber,
    requestId: fc.constant(null),
  }),
  { maxLength: 40, size: 'max' },
);

function projectionsOf(market: TestMarket): Projections {
  const projections = new Projections();
  for (const outcome of market.outcomes) projections.apply(outcome);
  return projections;
}

/** Rows are made when they are read. */
const plain = ({ dataSetId, audience, prev, seq, rows, removed }: DataSetChange) => ({
  dataSetId,
  audience,
  prev,
  seq,
  rows: [...rows],
  removed: [...removed],
});

describe('the rows of deals', () => {
  it('[PANEL-10] are the ledger’s deals, each for its own member only, and add up to its positions', () => {
    fc.assert(
      fc.property(someSeeds, (seeds) => {
        const market = runDealCommands(seeds);
        const projections = projectionsOf(market);
        const ledger = market.deals;
        for (const member of members) {
          const { rows } = projections.rowsFor('deals', viewerOf(member));
          const own = ledger.filter(({ owner }) => owner.member === member);
          expect(
            rows.map((row) => [
              row.dealSeq,
              row.state,
              row.principal,
              row.subAccount,
              row.qty,
              row.linkedGroup,
            ]),
          ).toEqual(
            own.map((deal) => [
              deal.dealSeq,
              deal.state,
              deal.owner.principal,
              deal.owner.subAccount,
              deal.lots,
              deal.linkedGroup,
            ]),
          );
          for (const { principal, subAccount, contract, net, opening } of projections.rowsFor(
            'positions',
            viewerOf(member),
          ).rows) {
            const standing = rows.filter(
              (row) =>
                (row.state === 'Open' || row.state === 'Assigning') &&
                row.principal === principal &&
                row.subAccount === subAccount &&
                row.contract === contract,
            );
            expect(standing.reduce((sum, { side, qty }) => sum + (side === 'B' ? qty : -qty), opening)).toBe(
              net,
            );
          }
        }
      }),
      { numRuns: isQuick ? 15 : 60 },
    );
  });

  it('[PANEL-11] have the average of a cumulated deal, to four decimals, when a part of it is assigned', () => {
    const market = openDealMarket(dealMarket);
    const flags = ['cumulateDeal', 'splitDeal', 'assignDealToMember', 'acceptUnmatchedDeal'] as const;
    for (const userId of ['abdul', 'mpho']) market.operate({ kind: 'grantPermissions', userId, flags });
    const dealSeqs = [deal(market, { lots: 7, price: 403_500 }), deal(market, { lots: 4, price: 403_520 })];
    const rows = (name: 'deals' | 'unmatchedDeal') => [...projectionsOf(market).allRows(name)];
    const open = (qty: number) =>
      market.deals.find((own) => own.owner.member === 'KAND' && own.state === 'Open' && own.lots === qty)
        ?.dealSeq ?? 0;
    market.by('abdul', {
      kind: 'cumulateDeal',
      dealSeqs: dealSeqs.map(({ buy }) => buy),
      averagePrice: true,
    });
    market.by('abdul', {
      kind: 'splitDeal',
      dealSeq: open(11),
      parts: [part(1, 'KAND'), part(10, 'KAND')],
    });
    market.by('abdul', { kind: 'assignDealToMember', dealSeq: open(1), member: 'MIEL' });
    expect(rows('unmatchedDeal').map(({ price }) => price)).toEqual([4035.0727, 4035.0727]);
    const offer = { unmatchedSeq: 1, version: 1, dealer: null, ref: '' };
    market.by('mpho', { kind: 'acceptUnmatchedDeal', ...offer, ...account('MIEL') });
    expect(rows('deals').at(-1)).toMatchObject({ member: 'MIEL', price: 4035.0727 });
    expect(rows('unmatchedDeal').map(({ state, price }) => [state, price])).toEqual([
      ['Accepted', 4035.0727],
      ['Accepted', 4035.0727],
    ]);
  });

  it('[PANEL-11] show an unmatched deal to its two sides only, with the same terms', () => {
    fc.assert(
      fc.property(someSeeds, (seeds) => {
        const market = runDealCommands(seeds);
        const all = [...projectionsOf(market).allRows('unmatchedDeal')];
        const rowOf = (unmatchedSeq: number, role: string) =>
          all.find((row) => row.unmatchedSeq === unmatchedSeq && row.role === role);
        const items = market.venue.snapshot().deals.unmatched;
        const isCross = (item: (typeof items)[number]) => item.owner.member === item.counterparty;
        expect(all).toHaveLength(items.length * 2 - items.filter(isCross).length);
        for (const row of all)
          for (const member of members) expect(maySee(viewerOf(member), row)).toBe(row.member === member);
        for (const item of items) {
          if (isCross(item)) {
            const row = rowOf(item.unmatchedSeq, 'cross');
            expect(row).toMatchObject({ member: item.owner.member, counterparty: item.counterparty });
            expect(row?.theirPrincipal).toBe(item.counterpartyPrincipal);
            continue;
          }
          const mine = rowOf(item.unmatchedSeq, 'captured');
          const theirs = rowOf(item.unmatchedSeq, 'addressed');
          expect(mine).toMatchObject({
            member: item.owner.member,
            role: 'captured',
            counterparty: item.counterparty,
          });
          expect(theirs).toMatchObject({
            member: item.counterparty,
            role: 'addressed',
            counterparty: item.owner.member,
            qty: mine?.qty,
            price: mine?.price,
            state: mine?.state,
            version: mine?.version,
          });
          expect(theirs?.side === mine?.side).toBe(item.type !== 'reported');
          const isKnown = item.accepted !== null || item.counterpartyPrincipal !== null;
          expect(mine?.theirPrincipal !== null).toBe(isKnown);
          expect(theirs?.theirPrincipal !== null).toBe(isKnown && item.type === 'reported');
          expect(theirs?.dealSeq).toBeNull();
        }
      }),
      { numRuns: isQuick ? 15 : 60 },
    );
  });

  it('are the same when saved and loaded on the way, and when rebuilt from the outcomes', () => {
    fc.assert(
      fc.property(someSeeds, fc.nat(), (seeds, cut) => {
        const market = runDealCommands(seeds);
        const whole = new Projections();
        let resumed = new Projections();
        market.outcomes.forEach((outcome, at) => {
          const changes = whole.apply(outcome).dataSets.map(plain);
          expect(resumed.apply(outcome).dataSets.map(plain)).toEqual(changes);
          if (at === cut % market.outcomes.length)
            resumed = Projections.from(JSON.parse(JSON.stringify(resumed.save())));
        });
        const { deals, unmatchedDeals, positions } = whole.save();
        expect(resumed.save()).toMatchObject({ deals, unmatchedDeals, positions });
      }),
      { numRuns: isQuick ? 15 : 60 },
    );
  });

  it('[PANEL-7] show a correction of the operator, and the orders stay as they dealt', () => {
    const market = openDealMarket();
    deal(market, { price: 403_480, lots: 10 });
    const projections = new Projections();
    const shown = () => {
      for (const outcome of market.outcomes.slice(projections.lastSeq)) projections.apply(outcome);
      const [row] = projections.rowsFor('deals', viewerOf('KAND')).rows;
      const [order] = projections.rowsFor('completedOrders', viewerOf('KAND')).rows;
      return [row?.price, row?.state, order?.dealt, order?.averagePrice];
    };
    expect(shown()).toEqual([4034.8, 'Open', 10, 4034.8]);
    const correction = { matchSeq: 1, reason: 'typed wrong' };
    market.operate({ kind: 'repriceDeal', ...correction, price: asPrice(403_000) });
    expect(shown()).toEqual([4030, 'Open', 10, 4034.8]);
    market.operate({ kind: 'cancelDeal', ...correction });
    expect(shown()).toEqual([4030, 'Cancelled', 10, 4034.8]);
  });

  it('hide the counterparty if the market does not disclose members, except of a deal that both have agreed on', () => {
    const market = runDealCommands([]);
    const secretive = market.outcomes.map((outcome) => ({
      ...outcome,
      events: outcome.events.map((event) =>
        event.kind === 'marketOpened'
          ? { ...event, market: { ...event.market, disclosesMembers: false } }
          : event,
      ),
    }));
    const projections = new Projections();
    for (const outcome of secretive) projections.apply(outcome);
    const rows = () => projections.rowsFor('deals', viewerOf('KAND')).rows;
    expect(new Set(rows().map(({ counterparty }) => counterparty))).toEqual(new Set(['****']));
    const [bought] = rows();
    if (bought === undefined) throw new Error('nothing was dealt');
    projections.apply(
      market.by('abdul', {
        kind: 'tripartiteDeal',
        dealSeq: bought.dealSeq,
        client: '5044M',
        carryingMember: 'MIEL',
      }),
    );
    const passed = rows().filter(({ origin }) => origin === 'tripartite');
    expect(passed.map(({ side, counterparty }) => [side, counterparty])).toEqual([
      ['B', '****'],
      ['S', 'MIEL'],
    ]);
    const [theirs] = projections
      .rowsFor('deals', viewerOf('MIEL'))
      .rows.filter(({ origin }) => origin === 'tripartite');
    expect(theirs?.counterparty).toBe('KAND');
  });

  describe('and their booking fees', () => {
    /** The same market with fees, in cents per ton before VAT of 15 %. */
    const runWithFees = (seeds: readonly DealCommandSeed[], own: number, client: number): TestMarket => {
      const perTon = (future: number) => ({ future: asPrice(future), option: asPrice(20) });
      const bookingFee = { own: perTon(own), client: perTon(client) };
      return runDealCommands(seeds, () => undefined, {
        ...dealMarket,
        market: { ...dealMarket.market, vatPercent: 15 },
        instruments: dealMarket.instruments.map((instrument) => ({ ...instrument, bookingFee })),
      });
    };

    it('are charged once per deal, regardless of later actions on it', () => {
      fc.assert(
        fc.property(someSeeds, (seeds) => {
          const projections = new Projections();
          const lots = new Map<string, number>();
          const charge = (member: string, more: number) => lots.set(member, (lots.get(member) ?? 0) + more);
          for (const outcome of runWithFees(seeds, 25, 25).outcomes) {
            projections.apply(outcome);
            for (const event of outcome.events)
              if (event.kind === 'dealMade')
                for (const { owner } of [event.buy, event.sell]) charge(owner.member, event.lots);
              else if (event.kind === 'unmatchedDealEnded' && event.item.state === 'Accepted') {
                const { owner, accepted, lots: dealt, type } = event.item;
                if (type !== 'reported') continue;
                charge(owner.member, dealt);
                charge(accepted?.member ?? '', dealt);
              }
          }
          for (const member of members) {
            const { rows } = projections.rowsFor('deals', viewerOf(member));
            const fees = rows.reduce((sum, { fee }) => sum + Math.round((fee ?? Number.NaN) * 100), 0);
            expect(fees).toBe((lots.get(member) ?? 0) * 2_875);
          }
        }),
        { numRuns: isQuick ? 10 : 40 },
      );
    });

    it('are charged to the deal’s account, and are zero for a deal that was cancelled as an error', () => {
      const market = runWithFees([], 20, 25);
      const projections = projectionsOf(market);
      const rowOf = (dealSeq: number) =>
        projections.rowsFor('deals', viewerOf('KAND')).rows.find((row) => row.dealSeq === dealSeq);
      const [bought] = projections.rowsFor('deals', viewerOf('KAND')).rows;
      if (bought === undefined) throw new Error('nothing was dealt');
      expect(bought).toMatchObject({ principal: '9996S', qty: 5, fee: 143.75 });
      const to = { principal: 'KAND', subAccount: null, capacity: null };
      projections.apply(market.by('abdul', { kind: 'correctDealPrinciple', dealSeq: bought.dealSeq, ...to }));
      expect(rowOf(bought.dealSeq)).toMatchObject({ principal: 'KAND', fee: 115 });
      const { matchSeq } = bought;
      projections.apply(market.operate({ kind: 'cancelDeal', matchSeq, reason: 'typed wrong' }));
      expect(rowOf(bought.dealSeq)).toMatchObject({ state: 'Cancelled', fee: 0 });
    });

    it('are null in a market without fees', () => {
      const { rows } = projectionsOf(runDealCommands([])).rowsFor('deals', viewerOf('KAND'));
      expect(new Set(rows.map(({ fee }) => fee))).toEqual(new Set([null]));
    });
  });

  describe('in options', () => {
    it('have the volatility and the price of the future from their deal, even after a split or a correction', () => {
      const market = TestMarket.opened(marketOfAllTypes);
      market.operate({ kind: 'grantPermissions', userId: 'abdul', flags: ['splitDeal'] });
      const projections = new Projections();
      let folded = 0;
      const rows = () => {
        for (const outcome of market.outcomes.slice(folded)) projections.apply(outcome);
        folded = market.outcomes.length;
        return projections.rowsFor('deals', viewerOf('KAND')).rows;
      };
      const call = { contract: 'MAR27 WMAZ 4060 C', lots: lots(4) };
      market.order('denise', { contract: 'MAR27 WMAZ', side: 'S', price: asPrice(407_700), lots: lots(1) });
      market.order('abdul', { contract: 'MAR27 WMAZ', price: asPrice(407_700), lots: lots(1) });
      const at = { price: asPrice(0), volatility: volatility(2_800) };
      market.order('denise', { ...call, ...at, side: 'S' });
      market.order('abdul', { ...call, ...at });
      const [future, option] = rows();
      expect(future).not.toHaveProperty('volatility');
      // The premium is on its tick, so that the volatility is the same except for its rounding.
      expect(option).toMatchObject({ reference: 4077, volatility: expect.closeTo(28, 1) });
      const { dealSeq = 0, matchSeq = 0 } = option ?? {};
      const premium = asPrice(20_000);
      market.operate({ kind: 'repriceDeal', matchSeq, price: premium, reason: 'typed wrong' });
      const cheaper = rows()[1];
      expect(cheaper).toMatchObject({ price: 200, reference: 4077 });
      expect(cheaper?.volatility).toBeLessThan(27.9);
      const part = { principal: 'KAND', subAccount: null, capacity: null, dealer: null, ref: null };
      const parts = [1, 3].map((quantity) => ({ ...part, lots: lots(quantity) }));
      expect(market.by('abdul', { kind: 'splitDeal', dealSeq, parts }).verdict.kind).toBe('accepted');
      const { volatility: dealtAt, reference } = cheaper ?? {};
      expect(rows().slice(2)).toMatchObject(parts.map(() => ({ volatility: dealtAt, reference })));

      const delta = { contract: 'MAR27 WMAZ 4060 P D', lots: lots(10), reference: asPrice(406_000) };
      market.order('denise', { ...delta, ...at, side: 'S' });
      market.order('abdul', { ...delta, ...at });
      const [put, hedge] = rows().slice(4);
      expect(put).toMatchObject({ contract: 'MAR27 WMAZ 4060 P', volatility: 28, reference: 4060 });
      expect(hedge).toMatchObject({ contract: 'MAR27 WMAZ', price: 4060 });
      expect(hedge).not.toHaveProperty('volatility');
    });
  });
});
