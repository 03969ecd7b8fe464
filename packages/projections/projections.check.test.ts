import { asPrice, type Command, lots, type Outcome } from '@openpit/venue';
import {
  answerOf,
  marketOfAllTypes,
  openDealMarket,
  smallMarket,
  TestMarket,
  wholeMarket,
} from '@openpit/venue/testing';
import { applyDepthUpdates, type DepthRow, dataSets, type FilledDataSet } from '@openpit/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maySee, memberAudience } from './kernel/audience.ts';
import type { SavedProjections } from './projection-list.ts';
import { Projections } from './projections.ts';

const kand = { userId: 'abdul', member: 'KAND' };
const veld = { userId: 'denise', member: 'VELD' };

/** A market with projections; `fold` applies the outcomes since the last call. */
function folded(): { market: TestMarket; projections: Projections; fold: () => void } {
  const market = TestMarket.opened();
  const projections = new Projections();
  let next = 0;
  const fold = () => {
    for (const outcome of market.outcomes.slice(next)) projections.apply(outcome);
    next = market.outcomes.length;
  };
  fold();
  return { market, projections, fold };
}

const future = 'NOV26 WMAZ';
const allRowsOf = (projections: Projections) =>
  (Object.keys(dataSets) as FilledDataSet[]).map((name) => [name, ...projections.allRows(name)]);

const price = (rand: number) => asPrice(Math.round(rand * 100));

describe('own rows', () => {
  it('are never changed after they were published, even if the order changes', () => {
    const market = TestMarket.opened();
    const projections = new Projections();
    const published = new Map<object, string>();
    const { activeOrderSeq } = market.order('abdul', { price: price(4030), lots: lots(9) });
    market.order('denise', { side: 'S', price: price(4030), lots: lots(2) });
    market.by('abdul', { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(5) });
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
    const states: string[] = [];
    for (const outcome of market.outcomes)
      for (const { dataSetId, rows } of projections.apply(outcome).dataSets)
        for (const row of rows) {
          if (dataSetId === 1) states.push(JSON.stringify(row));
          expect(published.has(row)).toBe(false);
          published.set(row, JSON.stringify(row));
        }
    for (const [row, text] of published) expect(JSON.stringify(row)).toBe(text);
    expect(new Set(states).size).toBeGreaterThanOrEqual(4);
  });
});

describe('the rows of a viewer, one per step', () => {
  it('pass by the rows of others in several steps', () => {
    const { market, projections, fold } = folded();
    for (let count = 0; count < 600; count += 1) {
      const answer = market.order('denise', { side: 'S', price: price(4035), lots: lots(1) });
      market.by('denise', { kind: 'deleteActiveOrder', activeOrderSeq: answer.activeOrderSeq });
      market.order('denise', { side: 'S', price: price(4035), lots: lots(1) });
    }
    fold();
    for (const name of ['activeOrders', 'completedOrders'] as const) {
      const steps: unknown[] = [];
      const { rows } = projections.rowsInSteps(name, kand);
      for (let step = rows.next(); step.done !== true; step = rows.next()) steps.push(step.value);
      expect(new Set(steps)).toEqual(new Set([undefined]));
      expect(steps.length).toBeGreaterThanOrEqual(2);
      expect(projections.rowsFor(name, veld).rows).toHaveLength(600);
    }
  });
});

describe('the market rows', () => {
  it('name no member if the market does not disclose members', () => {
    const market = TestMarket.opened({
      ...smallMarket,
      market: { ...smallMarket.market, disclosesMembers: false },
    });
    market.order('abdul', { price: price(4034.8), lots: lots(5) });
    market.order('denise', { side: 'S', price: price(4035.2), lots: lots(20) });
    const projections = new Projections();
    for (const outcome of market.outcomes) projections.apply(outcome);
    expect(projections.market.row('DEC26 WMAZ')).toMatchObject({ buyer: '****', bidQty: 5, seller: '****' });
    expect(projections.market.row('MAR27 WMAZ')).toMatchObject({ buyer: null, seller: null });
    expect(JSON.stringify(projections.market.rows())).not.toMatch(/KAND|VELD/);
  });

  it('[PANEL-1] [MODEL-3] show best prices with their members, and the day’s figures in rand', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', { price: price(4034.8), lots: lots(5) });
    market.order('abdul', { price: price(4034.8), lots: lots(7) });
    market.order('denise', { side: 'S', price: price(4035.2), lots: lots(20) });
    market.order('abdul', { price: price(4035.2), lots: lots(4) });
    fold();
    projections.market.takeChanges();
    expect(projections.market.row('DEC26 WMAZ')).toMatchObject({
      displaySeq: 1,
      contractDisplay: { flag: 'F', strike: 0, CONTRACT_TYPE: 1 },
      contractDate: 'DEC26',
      buyer: 'KAND',
      bidQty: 12,
      bid: 4034.8,
      offer: 4035.2,
      offerQty: 16,
      seller: 'VELD',
      last: 4035.2,
      lastQty: 4,
      change: 0.2,
      high: 4035.2,
      low: 4035.2,
      open: 4035.2,
      volume: 4,
      deals: 1,
      mtm: 4035,
      vwap: 4035.2,
      limitLow: 3835,
      limitHigh: 4235,
      openInterest: 104,
    });
  });

  it('publish only the fields that changed, under the next version', () => {
    const { market, projections, fold } = folded();
    projections.market.takeChanges();
    const { version } = projections.market.row('DEC26 WMAZ') ?? { version: 0 };
    market.order('abdul', { price: price(4034.8), lots: lots(5) });
    fold();
    const changes = projections.market.takeChanges();
    expect(changes.map(({ change }) => change)).toEqual([
      { contract: 'DEC26 WMAZ', version: version + 1, buyer: 'KAND', bidQty: 5, bid: 4034.8 },
    ]);
    expect(projections.market.takeChanges()).toEqual([]);
  });

  it('publish nothing for an order that was entered and deleted between two publications', () => {
    const { market, projections, fold } = folded();
    projections.market.takeChanges();
    const { activeOrderSeq } = market.order('abdul', {});
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    fold();
    expect(projections.market.takeChanges()).toEqual([]);
  });

  it('begin a day with the MTMs of the previous one, whose trend is kept', () => {
    const { market, projections, fold } = folded();
    market.order('denise', { side: 'S', price: price(4040), lots: lots(2) });
    market.order('abdul', { price: price(4040), lots: lots(2) });
    market.operate({ kind: 'endDay' });
    fold();
    projections.market.takeChanges();
    expect(projections.market.row('DEC26 WMAZ')).toMatchObject({
      mtm: 4040,
      last: null,
      volume: 0,
      bid: null,
      change: null,
    });
    expect(projections.dailyFigures.mtmRows()[0]).toMatchObject({
      mtmToday: 4040,
      mtmPrevious: 4035,
      change: 5,
      method: 'last deal',
      volume: 2,
    });
    expect(projections.rowsFor('dailyTrends', kand).rows[0]).toMatchObject({
      date: '2026-11-18',
      close: 4040,
      volume: 2,
      high: 4040,
    });
    expect(projections.directory.contractDetails('DEC26 WMAZ', 'WMAZ')).toMatchObject({
      limitLow: 3840,
      limitHigh: 4240,
    });
    expect(projections.directory.businessDay).toBe('2026-11-19');
  });
});

describe('months that are listed later', () => {
  it('[MODEL-3] have a market row, an MTM and a contract date as soon as they are listed, and after a restart', () => {
    const instruments = smallMarket.instruments.map((instrument) => ({
      ...instrument,
      months: [3, 5, 11, 12],
    }));
    const market = TestMarket.opened({ ...smallMarket, instruments });
    const whole = new Projections();
    const before = market.outcomes.length;
    for (const outcome of market.outcomes) whole.apply(outcome);
    whole.market.takeChanges();
    for (let day = 0; day < 4; day += 1) market.operate({ kind: 'endDay' });
    for (const outcome of market.outcomes.slice(before)) whole.apply(outcome);
    expect(whole.market.takeChanges().map(({ contract }) => contract)).toContain('MAY27 WMAZ');
    const restarted = Projections.from(JSON.parse(JSON.stringify(whole.save())));
    for (const projections of [whole, restarted]) {
      expect(projections.market.rows().map(({ contract }) => contract)).toContain('MAY27 WMAZ');
      expect(projections.market.row('MAY27 WMAZ')).toMatchObject({
        mtm: 4060,
        displaySeq: 4,
        limitLow: 3860,
      });
      expect(projections.directory.contractDateRows().map(({ uniqueKey }) => uniqueKey)).toContain(
        'MAY27 WMAZ',
      );
      const traded = ['DEC26 WMAZ', 'MAR27 WMAZ', 'MAY27 WMAZ'];
      expect(namesOf(projections.directory.tradedContracts())).toEqual(traded);
      // An expired contract is in no list, but can still be requested by name.
      expect(projections.market.row('NOV26 WMAZ')?.mtm).toBeGreaterThan(0);
      expect(projections.dailyFigures.mtmRows().at(-1)).toMatchObject({
        contract: 'MAY27 WMAZ',
        mtmPrevious: 4060,
      });
    }
  });
});

describe('an order that is held over', () => {
  it('shows when it was entered, each its own time, though all return at the same time', () => {
    const market = TestMarket.opened();
    const projections = new Projections();
    const heldOver = { price: price(4030), holdOverUntil: '2026-11-20' };
    market.order('abdul', heldOver);
    market.pass(60_000);
    market.order('abdul', heldOver);
    market.order('abdul', { price: price(4029) });
    market.operate({ kind: 'endDay' });
    market.order('abdul', { price: price(4028) });
    for (const outcome of market.outcomes) projections.apply(outcome);
    const [first, second, today] = projections.rowsFor('activeOrders', kand).rows;
    const accepted = market.outcomes.filter(({ events }) =>
      events.some(({ kind }) => kind === 'orderAccepted'),
    );
    expect([first?.enteredAt, second?.enteredAt]).toEqual([accepted[0]?.at, accepted[1]?.at]);
    expect((second?.enteredAt ?? 0) - (first?.enteredAt ?? 0)).toBeGreaterThanOrEqual(60_000);
    expect(first?.time).toBe(second?.time);
    expect(today).not.toHaveProperty('enteredAt');
  });
});

describe('a contract that no longer trades', () => {
  it('[PANEL-8] [PANEL-9] [PANEL-12] is followed until its last notice day, when its positions end', () => {
    // Options on DEC26 expire on 20 November; NOV26 trades until the 23rd, DEC26 until 23 December.
    const market = TestMarket.opened(marketOfAllTypes);
    const projections = new Projections();
    market.order('denise', { side: 'S', contract: 'NOV26 WMAZ', price: price(4000), lots: lots(2) });
    market.order('abdul', { contract: 'NOV26 WMAZ', price: price(4000), lots: lots(2) });
    let folded = 0;
    const endDays = (count: number) => {
      for (let day = 0; day < count; day += 1) market.operate({ kind: 'endDay' });
      for (const outcome of market.outcomes.slice(folded)) projections.apply(outcome);
      folded = market.outcomes.length;
      projections.market.takeChanges();
    };
    const listed = () => {
      const { directory, market, dailyFigures } = projections;
      const running = projections
        .rowsFor('dailyTrends', kand)
        .rows.filter(({ date }) => date === directory.businessDay);
      return [
        namesOf(market.rows()),
        namesOf(projections.rowsFor('prices', kand).rows),
        namesOf(dailyFigures.mtmRows()),
        directory.contractDateRows().map(({ uniqueKey }) => uniqueKey),
        namesOf(running),
      ];
    };
    endDays(0);
    for (const names of listed()) expect(names).toContain('NOV26 WMAZ');
    expect(listed()[0]).toContain('DEC26 WMAZ 4040 C');
    endDays(3);
    expect(projections.directory.businessDay).toBe('2026-11-23');
    for (const names of listed()) expect(names).toContain('NOV26 WMAZ');
    for (const names of listed()) expect(names).not.toContain('DEC26 WMAZ 4040 C');
    expect(projections.market.row('NOV26 WMAZ')).not.toHaveProperty('noticeUntil');
    endDays(1);
    expect(projections.directory.businessDay).toBe('2026-11-24');
    const [rows, prices, mtms, dates, running] = listed();
    for (const names of [rows, prices, mtms, dates]) expect(names).toContain('NOV26 WMAZ');
    expect(running).not.toContain('NOV26 WMAZ');
    for (const names of listed()) expect(names).toContain('DEC26 WMAZ');
    expect(rows).toContain('DEC26-MAR27 WMAZ');
    expect(namesOf(projections.directory.tradedContracts())).not.toContain('NOV26 WMAZ');
    const ofNovember = { mtm: 4000, last: null, openInterest: 2, noticeUntil: '2026-11-30' };
    expect(projections.market.row('NOV26 WMAZ')).toMatchObject(ofNovember);
    expect(projections.dailyFigures.mtmRows().find(isOfNovember)).toMatchObject({
      mtmToday: 4000,
      status: 'official',
      businessDay: '2026-11-23',
    });
    expect(
      projections.directory.contractDateRows().find(({ uniqueKey }) => uniqueKey === 'NOV26 WMAZ'),
    ).toMatchObject({ lastTradingDay: '2026-11-23', lastNoticeDay: '2026-11-30' });
    const held = () =>
      projections.rowsFor('positions', kand).rows.map(({ contract, net }) => [contract, net]);
    expect(held()).toEqual([['NOV26 WMAZ', 2]]);
    expect(projections.dailyFigures.trendOfToday('NOV26 WMAZ', '2026-11-24')).toEqual([]);
    expect(projections.dailyFigures.trendOfToday('DEC26 WMAZ', '2026-11-24')).toHaveLength(1);
    const past = projections.rowsFor('dailyTrends', kand).rows.filter(isOfNovember);
    expect(past.map(({ date, close }) => [date, close])).toEqual([
      ['2026-11-18', 4000],
      ['2026-11-19', 4000],
      ['2026-11-20', 4000],
      ['2026-11-23', 4000],
    ]);
    endDays(4);
    expect(projections.directory.businessDay).toBe('2026-11-30');
    for (const names of listed().slice(0, 4)) expect(names).toContain('NOV26 WMAZ');
    const reloaded = Projections.from(JSON.parse(JSON.stringify(projections.save())));
    expect(reloaded.market.rows()).toEqual(projections.market.rows());
    expect(reloaded.dailyFigures.mtmRows()).toEqual(projections.dailyFigures.mtmRows());
    endDays(1);
    for (const names of listed()) expect(names).not.toContain('NOV26 WMAZ');
    expect(held()).toEqual([]);
    endDays(16);
    expect(projections.directory.businessDay).toBe('2026-12-24');
    const isFuture = (name: string) => name.split(' ').length === 2 && !name.includes('-');
    for (const names of listed().slice(0, 4))
      expect(names.filter((name) => name.startsWith('DEC26') && !isFuture(name))).toEqual([]);
    const restarted = Projections.from(JSON.parse(JSON.stringify(projections.save())));
    expect(restarted.market.rows()).toEqual(projections.market.rows());
  });
});

const namesOf = (rows: readonly { readonly contract: string }[]) => rows.map(({ contract }) => contract);
const isOfNovember = ({ contract }: { readonly contract: string }) => contract === 'NOV26 WMAZ';

describe('active orders', () => {
  it('[PANEL-6] are visible to the user’s member only', () => {
    const { market, projections, fold } = folded();
    const mine = market.order('abdul', {}).activeOrderSeq;
    const theirs = market.order('denise', { price: price(4034) }).activeOrderSeq;
    fold();
    expect(projections.rowsFor('activeOrders', kand).rows.map((row) => row.activeOrderSeq)).toEqual([mine]);
    expect(projections.rowsFor('activeOrders', veld).rows.map((row) => row.activeOrderSeq)).toEqual([theirs]);
    for (const row of projections.allRows('activeOrders'))
      expect(maySee(kand, row)).toBe(row.member === 'KAND');
  });

  it('follow an order through deals, suspension, resubmission and deletion', () => {
    const { market, projections, fold } = folded();
    const { activeOrderSeq } = market.order('abdul', { lots: lots(10), ref: 'A1' });
    market.order('denise', { side: 'S', price: price(4034.8), lots: lots(3) });
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    fold();
    const row = () => projections.rowsFor('activeOrders', kand).rows[0];
    expect(row()).toMatchObject({
      qty: 10,
      remaining: 7,
      state: 'Suspended',
      price: 4034.8,
      side: 'B',
      orderType: 0,
      ref: 'A1',
      dealer: 'ABD',
    });
    const before = row()?.time ?? 0;
    market.by('abdul', { kind: 'resubmitActiveOrder', activeOrderSeq });
    fold();
    expect(row()).toMatchObject({ state: 'Active', remaining: 7 });
    expect(row()?.time).toBeGreaterThan(before);
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    fold();
    expect(row()).toBeUndefined();
  });

  it('publish changes to each member in an unbroken chain, and a removed order by its key', () => {
    const market = TestMarket.opened();
    const projections = new Projections();
    const links: { prev: number; seq: number; rows: number; removed: readonly (string | number)[] }[] = [];
    const fold = (outcomes: readonly Outcome[]) => {
      for (const outcome of outcomes)
        for (const change of projections.apply(outcome).dataSets.filter(({ dataSetId }) => dataSetId === 1)) {
          expect(change.audience).toEqual(memberAudience('KAND'));
          links.push({
            prev: change.prev,
            seq: change.seq,
            rows: change.rows.length,
            removed: change.removed,
          });
        }
    };
    const { activeOrderSeq } = market.order('abdul', {});
    market.by('abdul', { kind: 'suspendActiveOrder', activeOrderSeq });
    market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq });
    fold(market.outcomes);
    expect(links.map(({ rows, removed }) => [rows, removed])).toEqual([
      [1, []],
      [1, []],
      [0, [activeOrderSeq]],
    ]);
    expect(links.map(({ prev }) => prev)).toEqual([0, links[0]?.seq, links[1]?.seq]);
    expect(projections.rowsFor('activeOrders', kand).asOf).toBe(links[2]?.seq);
    expect(projections.rowsFor('activeOrders', veld).asOf).toBe(0);
  });
});

const step = fc.record({
  userId: fc.constantFrom('abdul', 'denise'),
  command: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        side: fc.constantFrom('B' as const, 'S' as const),
        tick: fc.integer({ min: 20_172, max: 20_178 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(
          'deleteActiveOrder' as const,
          'suspendActiveOrder' as const,
          'resubmitActiveOrder' as const,
        ),
        activeOrderSeq: fc.integer({ min: 1, max: 20 }),
      }),
    },
  ),
});

function send(market: TestMarket, { userId, command }: { userId: string; command: object }): void {
  const principal = userId === 'denise' ? 'VELD' : 'KAND';
  if ('kind' in command) market.by(userId, command as Command);
  else {
    const { side, tick, quantity } = command as { side: 'B' | 'S'; tick: number; quantity: number };
    market.by(userId, {
      kind: 'insertOrder',
      contract: 'DEC26 WMAZ',
      side,
      type: 'Normal',
      lots: lots(quantity),
      price: asPrice(tick * 20),
      capacity: 'P',
      principal,
      subAccount: null,
      ref: '',
    });
  }
}

describe('depth', () => {
  it('[MODEL-2] [PANEL-17] equals the book after its updates, for any events and any time of publication', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 50 }), (steps) => {
        const { market, projections, fold } = folded();
        const first = projections.depth.open('DEC26 WMAZ', true);
        let rows: readonly DepthRow[] = first.rows;
        let seq = first.seq;
        for (const [next, publish] of steps) {
          send(market, next);
          fold();
          if (!publish) continue;
          for (const { change } of projections.depth.takeChanges()) {
            expect(change.prev).toBe(seq);
            rows = applyDepthUpdates(rows, change.updates);
            seq = change.seq;
          }
          const { buys, sells } = market.contract();
          const bids = buys.map((number) => market.openOrder(number));
          const offers = sells.map((number) => market.openOrder(number));
          expect(rows.length).toBe(Math.max(bids.length, offers.length));
          rows.forEach((row, at) => {
            const [bid, offer] = [bids[at], offers[at]];
            expect(row).toEqual({
              buyer: bid?.owner.member ?? null,
              bidPrice: bid === undefined ? null : bid.price / 100,
              bidQty: bid?.remaining ?? 0,
              offerQty: offer?.remaining ?? 0,
              sellPrice: offer === undefined ? null : offer.price / 100,
              seller: offer?.owner.member ?? null,
            });
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('hides the members if the market does not disclose them, and publishes nothing while it is not watched', () => {
    const { market, projections, fold } = folded();
    market.order('abdul', {});
    fold();
    expect(projections.depth.open('DEC26 WMAZ', false).rows[0]).toMatchObject({
      buyer: '****',
      seller: null,
      bidQty: 10,
    });
    projections.depth.close('DEC26 WMAZ');
    market.order('abdul', {});
    fold();
    expect(projections.depth.takeChanges()).toEqual([]);
    expect(projections.depth.open('DEC26 WMAZ', true).rows).toHaveLength(2);
  });
});

describe('projections', () => {
  it('are the same when saved and loaded, and when rebuilt from the outcomes', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, cut) => {
        const market = TestMarket.opened();
        for (const next of steps) send(market, next);
        const whole = new Projections();
        let resumed = new Projections();
        market.outcomes.forEach((outcome, at) => {
          whole.apply(outcome);
          resumed.apply(outcome);
          if (at === cut % market.outcomes.length)
            resumed = Projections.from(JSON.parse(JSON.stringify(resumed.save())));
        });
        whole.market.takeChanges();
        resumed.market.takeChanges();
        const unversioned = (projections: Projections) => ({
          ...projections.save(),
          market: projections.save().market.figures,
        });
        expect(unversioned(resumed)).toEqual(unversioned(whole));
      }),
      { numRuns: 60 },
    );
  });

  it('end in steps as in one piece, and a reader in between finds all of the outcome', () => {
    const market = openDealMarket(wholeMarket);
    market.order('abdul', { contract: future, price: asPrice(399_000), principal: 'KAND', capacity: 'P' });
    const before = new Projections();
    for (const outcome of market.outcomes) before.apply(outcome);
    const saved = JSON.stringify(before.save());
    market.operate({ kind: 'valueMarket' });
    market.operate({ kind: 'endDay' });
    for (const ended of market.outcomes.slice(-2)) {
      const whole = Projections.from(JSON.parse(saved));
      whole.apply(ended);
      const seen = (projections: Projections) => JSON.stringify([allRowsOf(projections), projections.save()]);
      const expected = seen(whole);
      let stops = 0;
      for (let stop = 1, isDone = false; !isDone; stop += 1 + (stop >> 2)) {
        const folded = Projections.from(JSON.parse(saved));
        const steps = folded.applyInSteps(ended);
        for (let at = 0; at < stop && !isDone; at += 1) isDone = steps.next().done === true;
        expect(folded.whenSettled === null).toBe(isDone);
        expect(folded.lastSeq).toBe(ended.seq);
        expect(seen(folded)).toBe(expected);
        while (!isDone && steps.next().done !== true);
        expect(folded.whenSettled).toBeNull();
        expect(seen(folded)).toBe(expected);
        stops += 1;
      }
      expect(stops).toBeGreaterThan(8);
    }
  });

  it('[AUTH-11] have the permissions of each user, and today’s answers', () => {
    const { market, projections, fold } = folded();
    const outcome = market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 9 }, 'r-9');
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['suspendActiveOrder'] });
    fold();
    expect(projections.rights.of('abdul')?.flags).toMatchObject({
      deleteActiveOrder: true,
      suspendActiveOrder: false,
      splitDeal: false,
    });
    expect(projections.rights.of('abdul')?.ownMaxLots).toBe(100);
    expect(projections.answers.at(outcome.seq)).toEqual({
      seq: outcome.seq,
      command: 'deleteActiveOrder',
      verdict: outcome.verdict,
      requestId: 'r-9',
      at: outcome.at,
      orders: [],
    });
    expect(projections.answers.at(outcome.seq - 1)).toBeUndefined();
  });

  it('[SHELL-10] list instruments in the order of the specification, with their decimals', () => {
    const { projections } = folded();
    expect(projections.directory.instrumentRows()).toEqual([
      {
        instrument: 'WMAZ',
        name: 'White maize',
        tonsPerContract: 100,
        tick: 0.2,
        decimals: 2,
        settlement: 'physical',
        dailyLimit: 200,
      },
    ]);
    expect(projections.directory.contractDateRows()).toHaveLength(smallMarket.futures.length);
    expect(projections.directory.contractDetails('DEC26 WMAZ', 'YMAZ')).toBeNull();
    expect(projections.directory.contractDetails('DEC26 WMAZ', 'WMAZ')).toMatchObject({
      contractSize: 100,
      im: 21_000,
      lastTradingDay: '2026-12-23',
    });
  });

  it('load the answers that builds of the same rules saved until 26 November 2026, by user and request id', () => {
    const { market, projections, fold } = folded();
    const outcome = market.by('abdul', { kind: 'deleteActiveOrder', activeOrderSeq: 9 }, 'r-9');
    fold();
    const { seq, command, verdict } = outcome;
    const saved: SavedProjections = JSON.parse(JSON.stringify(projections.save()));
    const loaded = Projections.from({
      ...saved,
      answers: JSON.parse(JSON.stringify([['abdul r-9', { seq, command, verdict }]])),
    });
    expect(loaded.answers.at(seq)).toMatchObject({ seq, command, verdict, requestId: 'r-9' });
    expect(loaded.answers.recentOf('abdul', 0)).toEqual([]);
    expect(Projections.from(saved).answers.recentOf('abdul', 0)).toHaveLength(1);
  });

  it('keep the answer of the first command, not of a repeat', () => {
    const { market, projections, fold } = folded();
    const order: Command = {
      kind: 'insertOrder',
      contract: 'DEC26 WMAZ',
      side: 'B',
      type: 'Normal',
      lots: lots(1),
      price: asPrice(403_480),
      capacity: 'P',
      principal: 'KAND',
      subAccount: null,
      ref: '',
    };
    const first = market.by('abdul', order, 'r-1');
    const again = market.by('abdul', order, 'r-1');
    fold();
    expect(answerOf(first).state).toBe('Active');
    expect(projections.answers.at(first.seq)?.verdict).toEqual(first.verdict);
    expect(projections.answers.at(again.seq)).toBeUndefined();
    expect(projections.rowsFor('activeOrders', kand).rows).toHaveLength(1);
  });
});
