// How the price of an order on an option or a delta was computed, as its rows show it.
import type { OptionPricing } from '@openpit/venue';
import type { OrderPricing } from '@openpit/wire';
import { toPercent, toRand } from '../kernel/to-rand.ts';

export const orderPricing = ({ premium, volatility, reference, delta }: OptionPricing): OrderPricing => ({
  premium: toRand(premium),
  volatility: toPercent(volatility),
  reference: toRand(reference),
  delta,
});
