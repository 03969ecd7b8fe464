// How the price of an order on an option or a delta came to be, as its rows say it.
import type { OptionPricing } from '@openpit/venue';
import type { OrderPricing } from '@openpit/wire';
import { rand } from '../rand.ts';

export const orderPricing = ({ premium, volatility, reference, delta }: OptionPricing): OrderPricing => ({
  premium: rand(premium),
  volatility: volatility / 100,
  reference: rand(reference),
  delta,
});
