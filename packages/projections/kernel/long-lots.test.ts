import { deal, openDealMarket } from '@openpit/venue/testing';
import { describe, expect, it } from 'vitest';
import { Projections } from '../projections.ts';

const contract = 'DEC26 WMAZ';

describe('open interest', () => {
  it('counts a principal once: moving a deal to a sub-account, or holding both sides in two, changes nothing', () => {
    const market = openDealMarket();
    let projections = new Projections();
    let applied = 0;
    const openInterest = () => {
      for (const outcome of market.outcomes.slice(applied)) projections.apply(outcome);
      applied = market.outcomes.length;
      projections = Projections.from(JSON.parse(JSON.stringify(projections.save())));
      return projections.market.current(contract)?.openInterest;
    };
    const before = openInterest() ?? 0;
    const { buy } = deal(market, { principal: '9996S', lots: 5 });
    expect(openInterest()).toBe(before + 5);
    market.by('abdul', { kind: 'subAccountChange', dealSeq: buy, subAccount: 'EAST' });
    expect(market.lastEvents.map(({ kind }) => kind)).toContain('positionChanged');
    expect(openInterest()).toBe(before + 5);
    // The client sells 3 in another sub-account: it is long 2 in all.
    deal(market, { buyer: 'denise', seller: 'abdul', sellerPrincipal: '9996S', lots: 3 });
    expect(openInterest()).toBe(before + 2);
  });
});
