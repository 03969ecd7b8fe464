import { describe, expect, it } from 'vitest';
import { asMoney, volatility } from '../kernel/units.ts';
import { applied, compared, withMaize } from '../testing/reference-files.ts';
import { smallMarket } from '../testing/small-market.ts';
import { rejectionOf, TestMarket } from '../testing/test-market.ts';

describe('a change of the reference data', () => {
  it('excludes rates that the operator sets for the same day, and keeps earlier ones if the file has the same value', () => {
    const market = TestMarket.opened();
    const margins = {
      kind: 'setMargins',
      instrument: 'WMAZ',
      initialMargin: asMoney(2_200_000),
      classSpreadMargin: asMoney(1_050_000),
      volatilityRange: volatility(400),
    } as const;
    const set = (initialMargin: number) =>
      rejectionOf(market.operate({ ...margins, initialMargin: asMoney(initialMargin) }));
    expect(set(2_200_000)).toBeNull();
    const file = withMaize(smallMarket, {
      initialMargin: asMoney(2_300_000),
      classSpreadMargin: asMoney(1_050_000),
    });
    expect(compared(market, file).changes).toEqual([
      'initial margin of WMAZ changes from 22000.00 to 23000.00',
    ]);
    applied(market, file);
    expect(set(2_400_000)).toBe('ratesPlanned');
    market.operate({ kind: 'endDay' });
    expect(market.venue.snapshot().rates.current).toEqual([
      ['WMAZ', expect.objectContaining({ initialMargin: 2_300_000 })],
    ]);
    expect(set(2_400_000)).toBeNull();
  });
});
