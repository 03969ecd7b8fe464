// The pricing of options, deltas and pairs, with the volatility curves that it uses.
import { Curves, type SavedCurves } from './curves.ts';
import { pricingRejections } from './pricing-rejections.ts';

export const pricingModule = {
  name: 'curves',
  slice: {
    empty: () => new Curves(),
    save: (curves: Curves): SavedCurves => curves.save(),
    load: (saved: SavedCurves) => Curves.load(saved),
  },
  rejections: pricingRejections,
} as const;
