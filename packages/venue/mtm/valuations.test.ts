import { beforeEach, describe, expect, it } from 'vitest';
import { asPrice, lots } from '../kernel/units.ts';
import type { EventKind, EventOf } from '../modules.ts';
import type { Outcome } from '../outcome.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';

const future = 'DEC26 WMAZ';

let market: TestMarket;
beforeEach(() => {
  market = TestMarket.opened();
});

const eventIn = <Kind extends EventKind>({ events }: Outcome, kind: Kind): EventOf<Kind> => {
  const event = events.find((event): event is EventOf<Kind> => event.kind === kind);
  if (event === undefined) throw new Error(`no ${kind}`);
  return event;
};
function dealt(quantity: number, price: number): void {
  market.order('denise', { side: 'S', lots: lots(quantity), price: asPrice(price) });
  market.order('abdul', { lots: lots(quantity), price: asPrice(price) });
}
const allGroups = ['deliveryMonth', 'other', 'world'] as const;
const phase = (to: 'admin' | 'continuous', groups: readonly (typeof allGroups)[number][] = allGroups) =>
  market.operate({ kind: 'beginPhase', groups, phase: to, dueAt: null, next: null, opensAt: null });
const value = () => eventIn(market.operate({ kind: 'valueMarket' }), 'marketValued');
const correct = (mtm: number, contract = future) =>
  market.operate({ kind: 'correctMtm', contract, mtm: asPrice(mtm), reason: 'a wrong bid' });
const approve = (run: number) => market.operate({ kind: 'approveMtm', run });
const markOf = ({ marks }: { readonly marks: readonly { readonly contract: string }[] }, contract = future) =>
  marks.find((mark) => mark.contract === contract);
const endDay = () => markOf(eventIn(market.operate({ kind: 'endDay' }), 'dayEnded'));

describe('an early valuation', () => {
  it('publishes MTM, variation margin and initial margin as if the day ended now, and changes nothing', () => {
    dealt(10, 404_000);
    const before = market.memory();
    const valued = value();
    expect(valued).toMatchObject({ run: 1, isFinal: false, businessDay: '2026-11-18' });
    expect(markOf(valued)).toMatchObject({ mtm: 404_000, previous: 403_500, method: 'last deal' });
    expect(valued.accounts).toEqual([
      { member: 'KAND', principal: 'KAND', variationMargin: 0, initialMargin: 21_000_000 },
      { member: 'VELD', principal: 'VELD', variationMargin: 0, initialMargin: 21_000_000 },
    ]);
    const { mtm: _day, ...others } = market.memory();
    const { mtm: _before, ...othersBefore } = before;
    expect(others).toEqual(othersBefore);
    // Later deals count for the next valuation: ten lots bought at 4040 and one at 4060.
    dealt(1, 406_000);
    expect(value().accounts).toMatchObject([
      { variationMargin: 10 * 2_000 * 100 },
      { variationMargin: -10 * 2_000 * 100 },
    ]);
  });

  it('is the result of the day if nothing happens afterwards', () => {
    dealt(10, 404_000);
    dealt(3, 404_200);
    phase('admin');
    const valued = value();
    const ended = market.operate({ kind: 'endDay' });
    expect(eventIn(ended, 'dayEnded').marks.map(({ limits: _limits, ...mark }) => mark)).toEqual(
      valued.marks,
    );
    const moved = ended.events.flatMap((event) =>
      event.kind === 'moneyMoved' && event.movement === 'variationMargin'
        ? [[event.principal, event.amount]]
        : [],
    );
    expect(valued.accounts.map(({ principal, variationMargin }) => [principal, variationMargin])).toEqual(
      moved,
    );
    const required = ended.events.flatMap((event) => (event.kind === 'marginRequired' ? [event.margin] : []));
    expect(valued.accounts.map(({ initialMargin }) => initialMargin)).toEqual(required);
  });

  it('requires the margins that the day ends with, on each day until a future is delivered', () => {
    market = TestMarket.opened(marketOfAllTypes);
    for (const [contract, price] of [
      ['NOV26 WMAZ', 400_000],
      ['MAR27 WMAZ', 406_000],
      ['DEC26 WMAZ 4040 C', 5_000],
    ] as const) {
      market.order('denise', { contract, side: 'S', lots: lots(3), price: asPrice(price) });
      market.order('abdul', { contract, lots: lots(3), price: asPrice(price) });
    }
    const ofNovember = () => market.positions.filter(({ contract }) => contract === 'NOV26 WMAZ').length;
    expect(ofNovember()).toBe(2);
    for (let days = 0; ofNovember() > 0; days += 1) {
      expect(days).toBeLessThan(20);
      phase('admin');
      const { accounts } = value();
      const { events } = market.operate({ kind: 'endDay' });
      const required = events.flatMap((event) =>
        event.kind === 'marginRequired' ? [[event.principal, event.margin]] : [],
      );
      expect(accounts.map(({ principal, initialMargin }) => [principal, initialMargin])).toEqual(required);
    }
  });

  it('cannot be approved, because prices may still change', () => {
    expect(rejectionOf(approve(0))).toBe('valuationNotLatest');
    value();
    expect(rejectionOf(approve(1))).toBe('valuationNotFinal');
    expect(rejectionOf(correct(404_200))).toBe('tradingNotEnded');
  });
});

describe('a correction of the MTM', () => {
  beforeEach(() => {
    dealt(10, 404_000);
    phase('admin');
    value();
  });

  it('is a new valuation: the previous one stays unchanged, and the day ends with the corrected MTM', () => {
    const corrected = correct(403_800);
    expect(corrected.events.map(({ kind }) => kind)).toEqual(['mtmCorrected', 'marketValued']);
    const second = eventIn(corrected, 'marketValued');
    expect(second).toMatchObject({ run: 2, isFinal: true });
    expect(markOf(second)).toMatchObject({ mtm: 403_800, method: 'corrected' });
    expect(second.accounts).toMatchObject([{ variationMargin: -200_000 }, { variationMargin: 200_000 }]);
    expect(rejectionOf(approve(1))).toBe('valuationNotLatest');
    expect(approve(2).events).toEqual([{ kind: 'mtmApproved', businessDay: '2026-11-18', run: 2 }]);
    market.restart();
    expect(endDay()).toMatchObject({ mtm: 403_800, method: 'corrected' });
  });

  it('moves the options and pairs on the future with it', () => {
    market = TestMarket.opened(marketOfAllTypes);
    phase('admin');
    const marksIn = ({ marks }: EventOf<'marketValued'>) =>
      new Map(marks.map(({ contract, mtm }) => [contract, mtm as number]));
    const before = marksIn(value());
    const after = marksIn(eventIn(correct(401_500), 'marketValued'));
    expect(after.get(future)).toBe(401_500);
    const pairs = market.listings.flatMap(({ contract, legs }) =>
      legs === undefined ? [] : [{ contract, legs }],
    );
    expect(pairs).toHaveLength(3);
    for (const { contract, legs } of pairs)
      expect(after.get(contract)).toBe((after.get(legs.plus) ?? 0) - (after.get(legs.minus) ?? 0));
    const change = (contract: string) => (after.get(contract) ?? 0) - (before.get(contract) ?? 0);
    expect(change('DEC26 WMAZ 4040 C')).toBeLessThan(0);
    expect(change('DEC26 WMAZ 4040 P')).toBeGreaterThan(0);
    expect(change('MAR27 WMAZ 4060 C')).toBe(0);
  });

  it('must be a price of a future that trades today, on the tick and within the limits', () => {
    expect(rejectionOf(correct(403_510))).toBe('priceOffTick');
    expect(rejectionOf(correct(500_000))).toBe('priceOutsideLimits');
    expect(rejectionOf(correct(403_800, 'DEC99 WMAZ'))).toBe('contractUnknown');
  });

  it('ends with the day: the next one is marked by its own deals', () => {
    correct(403_800);
    endDay();
    phase('continuous');
    dealt(1, 404_400);
    expect(endDay()).toMatchObject({ previous: 403_800, mtm: 404_400, method: 'last deal' });
  });

  it('is void when trading continues, and so is its approval', () => {
    correct(403_800);
    approve(2);
    phase('continuous');
    expect(rejectionOf(approve(2))).toBe('valuationNotFinal');
    expect(endDay()).toMatchObject({ mtm: 404_000 });
  });

  it('stays when other futures trade again, which voids the approval alone', () => {
    correct(403_800);
    approve(2);
    phase('continuous', ['world']);
    expect(rejectionOf(approve(2))).toBe('valuationNotFinal');
    phase('admin', ['world']);
    expect(markOf(value())).toMatchObject({ mtm: 403_800, method: 'corrected' });
    expect(endDay()).toMatchObject({ mtm: 403_800, method: 'corrected' });
  });

  it('replaces an approval', () => {
    approve(1);
    correct(403_800);
    expect(endDay()).toMatchObject({ mtm: 403_800 });
  });
});

describe('an approved MTM', () => {
  it('is the MTM of the day, even after an error trade was cancelled, in a replay and after a restart', () => {
    dealt(10, 404_000);
    phase('admin');
    value();
    approve(1);
    market.operate({ kind: 'cancelDeal', matchSeq: 1, reason: 'typed wrong' });
    market.restart();
    expect(endDay()).toMatchObject({ mtm: 404_000, method: 'last deal' });
    const replayed = new Venue();
    for (const command of market.journal) replayed.handle(command);
    expect(replayed.stateHash()).toBe(market.venue.stateHash());
  });
});
