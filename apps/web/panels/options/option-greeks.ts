// The greeks of an option at its MTM volatility and the price of its future, in the units of the screen.
import { black76, type ScreenGreeks, screenGreeks, yearsFromDays } from '@openpit/pricing';
import type { MarketRow } from '@openpit/wire';

const known = new WeakMap<MarketRow, ScreenGreeks | null>();

/** Null while the price of the future or the volatility is unknown. */
export function greeksOf(row: MarketRow): ScreenGreeks | null {
  const before = known.get(row);
  if (before !== undefined) return before;
  const greeks = computed(row);
  known.set(row, greeks);
  return greeks;
}

function computed({ reference, daysToExpiry, mtmVol, contractDisplay }: MarketRow): ScreenGreeks | null {
  if (reference === undefined || daysToExpiry === undefined || mtmVol === undefined) return null;
  if (reference <= 0 || contractDisplay.strike <= 0 || mtmVol < 0) return null;
  return screenGreeks(
    black76({
      type: contractDisplay.flag === 'C' ? 'call' : 'put',
      forward: reference,
      strike: contractDisplay.strike,
      years: yearsFromDays(daysToExpiry),
      volatility: mtmVol / 100,
    }),
  );
}
