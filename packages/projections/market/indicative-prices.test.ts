import { asPrice, lots, type Price } from '@openpit/venue';
import { marketOfAllTypes, TestMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { Projections } from '../projections.ts';

const name = 'DEC26 WMAZ';

function inPreOpen() {
  const market = TestMarket.opened(marketOfAllTypes);
  let projections = new Projections();
  let folded = 0;
  const begin = (phase: 'preOpen' | 'continuous') =>
    market.operate({ kind: 'beginPhase', groups: ['other'], phase, dueAt: null, next: null, opensAt: null });
  /** The row's price and lots of the opening, computed as the feed does. */
  const indicated = (contract = name) => {
    for (const outcome of market.outcomes.slice(folded)) projections.apply(outcome);
    folded = market.outcomes.length;
    const computed = [...projections.takeIndicativePrices()];
    projections.market.takeChanges();
    const { indicative, indicativeQty } = projections.market.row(contract) ?? {};
    return { price: indicative, lots: indicativeQty, computed };
  };
  const restart = () => {
    projections = Projections.from(JSON.parse(JSON.stringify(projections.save())));
  };
  begin('preOpen');
  indicated();
  return { market, begin, indicated, restart, row: () => projections.market.row(name) };
}

const bid = (price: number, quantity: number) => ({ price: asPrice(price), lots: lots(quantity) });
const offer = (price: number, quantity: number) => ({ ...bid(price, quantity), side: 'S' as const });

describe('the price at which a contract would open', () => {
  it('follows the waiting orders by the rule of the call auction, and is the price at which it opens', () => {
    const { market, begin, indicated } = inPreOpen();
    market.order('abdul', bid(404_000, 10));
    expect(indicated()).toEqual({ price: null, lots: 0, computed: [name] });
    const { activeOrderSeq } = market.order('denise', offer(403_000, 4));
    // Most lots at the previous MTM of 4035.
    expect(indicated()).toMatchObject({ price: 4035, lots: 4 });
    market.order('denise', offer(403_800, 6));
    expect(indicated()).toMatchObject({ price: 4038, lots: 10 });
    market.by('denise', { kind: 'reduceActiveOrder', activeOrderSeq, lots: lots(1) });
    expect(indicated()).toMatchObject({ price: 4038, lots: 7 });
    market.by('denise', { kind: 'suspendActiveOrder', activeOrderSeq });
    expect(indicated()).toMatchObject({ lots: 6 });
    begin('continuous');
    expect(indicated()).toEqual({ price: null, lots: 0, computed: [] });
    const opened = market.lastEvents.find((event) => event.kind === 'contractUncrossed');
    expect(opened).toMatchObject({ price: 403_800, lots: 6 });
  });

  it('does not reveal the orders themselves, and is computed only for contracts that changed', () => {
    const { market, indicated, row } = inPreOpen();
    market.order('abdul', bid(404_000, 10));
    market.order('denise', offer(403_000, 4));
    indicated();
    expect(row()).toMatchObject({ bid: null, offer: null, bidQty: 0, offerQty: 0, buyer: null, last: null });
    market.order('abdul', { ...bid(406_000, 1), contract: 'MAR27 WMAZ' });
    expect(indicated().computed).toEqual(['MAR27 WMAZ']);
    expect(indicated().computed).toEqual([]);
  });

  it('is also on the tick of deltas and pairs', () => {
    const { market, indicated } = inPreOpen();
    const both = (contract: string, price: Price, more: object = {}) => {
      market.order('abdul', { contract, ...bid(price, 3), ...more });
      market.order('denise', { contract, ...offer(price, 2), ...more });
    };
    both('DEC26-MAR27 WMAZ', asPrice(-1_240));
    both('DEC26 WMAZ-WEAT', asPrice(-211_500));
    both('MAR27 WMAZ 4060 C D', asPrice(0), { volatility: 2_713 });
    expect(indicated('DEC26-MAR27 WMAZ')).toMatchObject({ price: -12.4, lots: 2 });
    expect(indicated('DEC26 WMAZ-WEAT')).toMatchObject({ price: -2115, lots: 2 });
    expect(indicated('MAR27 WMAZ 4060 C D')).toMatchObject({ price: 27.13, lots: 2 });
  });

  it('is the same after a restart, and null after the end of the day', () => {
    const { market, indicated, restart } = inPreOpen();
    market.order('abdul', bid(404_000, 10));
    market.order('denise', offer(403_000, 4));
    indicated();
    restart();
    expect(indicated()).toMatchObject({ price: 4035, lots: 4 });
    market.order('denise', offer(403_000, 1));
    expect(indicated()).toMatchObject({ lots: 5 });
    market.operate({ kind: 'endDay' });
    expect(indicated()).toMatchObject({ price: null, lots: 0 });
  });
});
