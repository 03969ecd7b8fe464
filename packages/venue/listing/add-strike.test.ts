import { describe, expect, it } from 'vitest';
import { parseIsoDate } from '../kernel/civil-date.ts';
import { asPrice, volatility } from '../kernel/units.ts';
import { withShortDated } from '../testing/reference-files.ts';
import { marketOfAllTypes } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';
import { Venue } from '../venue.ts';

const opened = () => TestMarket.opened(marketOfAllTypes);

describe('a new strike', () => {
  const add = (market: TestMarket, strike: number, contractDate = 'MAR27') =>
    market.by('abdul', { kind: 'addStrike', instrument: 'WMAZ', contractDate, strike: asPrice(strike) });

  it('is listed immediately if it is on the grid, with call, put and both deltas, which have an MTM and can be dealt', () => {
    const market = opened();
    const { verdict, events } = add(market, 402_000);
    const names = ['MAR27 WMAZ 4020 C', 'MAR27 WMAZ 4020 P', 'MAR27 WMAZ 4020 C D', 'MAR27 WMAZ 4020 P D'];
    expect(verdict).toMatchObject({ kind: 'accepted', answer: { kind: 'strike', contracts: names } });
    expect(events).toMatchObject([
      {
        kind: 'strikeAdded',
        strike: 402_000,
        contracts: names.map((contract) => ({ contract, openInterest: 0 })),
      },
    ]);
    expect(market.order('abdul', { ...byVolatility(2_700), contract: 'MAR27 WMAZ 4020 P' }).state).toBe(
      'Active',
    );
  });

  it('belongs to the options on the future that expire last', () => {
    const options = [...(withShortDated(marketOfAllTypes).options ?? [])].reverse();
    const market = TestMarket.opened({ ...marketOfAllTypes, options });
    add(market, 408_000);
    const { contracts } = market.reference;
    expect(contracts.get('MAR27 WMAZ 4080 C')?.lastDay).toBe(contracts.get('MAR27 WMAZ 4100 C')?.lastDay);
    expect(contracts.get('MAR27 WMAZ 4020 C')?.lastDay).toBe(parseIsoDate('2026-12-18'));
  });

  it('keeps its number and its orders over a restart', () => {
    const market = opened();
    add(market, 402_000);
    add(market, 404_000);
    market.order('abdul', { ...byVolatility(2_700), contract: 'MAR27 WMAZ 4040 P D' });
    const restored = Venue.from(JSON.parse(JSON.stringify(market.venue.snapshot())));
    expect(restored.stateHash()).toBe(market.venue.stateHash());
    expect(market.reference.later).toMatchObject([
      { kind: 'strike', displaySeq: 1108 },
      { kind: 'strike', displaySeq: 1112 },
    ]);
  });

  it.each([
    ['off the grid near the money', 401_000, 'MAR27', 'strikeOffGrid'],
    ['off the grid further out', 432_000, 'MAR27', 'strikeOffGrid'],
    ['that is listed', 406_000, 'MAR27', 'strikeListed'],
    ['of twice the future', 900_000, 'MAR27', 'strikeTooFar'],
    ['in a month without options', 400_000, 'NOV26', 'optionsNotListed'],
  ])('%s is rejected', (_what, strike, month, code) => {
    expect(rejectionOf(add(opened(), strike, month))).toBe(code);
  });

  it.each([
    ['near the money', 401_000, '4000.00', '4020.00'],
    ['beyond the near strikes, of which one is nearer', 382_000, '3800.00', '3860.00'],
    ['further out', 432_000, '4300.00', '4400.00'],
    ['above the near strikes', 427_000, '4260.00', '4300.00'],
  ])('off the grid %s is rejected with the nearest strikes', (_where, strike, below, above) => {
    expect(add(opened(), strike).verdict).toMatchObject({ rejection: { details: { below, above } } });
  });

  it('is rejected for a user who may not enter orders, and when the options have expired', () => {
    const market = opened();
    for (const _day of [18, 19, 20]) market.operate({ kind: 'endDay' });
    expect(rejectionOf(add(market, 402_000, 'DEC26'))).toBe('contractExpired');
    market.operate({ kind: 'revokePermissions', userId: 'abdul', flags: ['insertOrderOrDouble'] });
    expect(rejectionOf(add(market, 402_000))).toBe('notPermitted');
  });
});

function byVolatility(value: number) {
  return { price: asPrice(0), volatility: volatility(value) };
}
