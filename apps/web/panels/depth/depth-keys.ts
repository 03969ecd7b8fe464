// The keys on a level of the depth.
import { keyTable } from '../../ui/keys.ts';

export const depthKeys = keyTable('Depth', {
  buy: { press: ['b'], label: 'Buy all lots offered up to this level' },
  sell: { press: ['s'], label: 'Sell to all bids down to this level' },
});
