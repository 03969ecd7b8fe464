// The keys on a row of a market grid, besides those of every row with a contract.
import { keyTable } from '../../ui/keys.ts';

export const marketKeys = keyTable('Futures, Options, Deltas, Splits, Spreads', {
  buy: { press: ['b'], label: 'Buy: a ticket at the best offer' },
  sell: { press: ['s'], label: 'Sell: a ticket at the best bid' },
});
